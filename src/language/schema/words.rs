//! The categories, the identities and the words of the language, as enumerations made from the [table](super::table).

/// Declares the categories and their words: `Category { Word = entry, … }`.
macro_rules! words {
    ($($category:ident { $($(#[$attribute:meta])* $word:ident = $entry:expr,)+ })+) => {
        /// What kind of thing an element is; crossover and mutation exchange elements of one category only.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum Category {
            $($category,)+
        }

        impl Category {
            /// Its name, which fingerprints are made of: it stays when the program changes.
            pub fn tag(self) -> &'static str {
                match self {
                    $(Category::$category => stringify!($category),)+
                }
            }
        }

        /// Which entry of the table a ludeme is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Id {
            $($category(word::$category),)+
        }

        /// The words of each category, one enumeration a category.
        #[allow(missing_docs)]
        pub mod word {
            $(
                #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
                pub enum $category {
                    $($(#[$attribute])* $word,)+
                }
            )+
        }
    };
}

ludemes!(words);

impl Category {
    /// Whether the elements of this category make up a record: each kind at most once, in any order, printed in table order.
    pub fn is_record(self) -> bool {
        use Category::*;
        matches!(
            self,
            Section
                | BoardItem
                | TilingFlag
                | PieceItem
                | MoveItem
                | RecordItem
                | EffectFlag
                | PlaceFlag
                | PlayItem
                | EndFlag
                | ConditionFlag
                | Support
        )
    }
}
