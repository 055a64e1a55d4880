//! How rules are rendered.

/// Renders printed rules; `None` when that fails.
pub type Renderer<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A game to be played on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playable {
    /// Its name.
    pub name: String,
    /// Its rules.
    pub rules: String,
    /// The moves of some of its trials, each in one line.
    pub trials: Vec<String>,
}

/// Makes a page of games; `None` when that fails.
pub type PageMaker<'a> = &'a dyn Fn(&[Playable]) -> Option<String>;

/// How the caller renders rules: the report itself knows nothing of games.
#[derive(Clone, Copy, Default)]
pub struct Renderers<'a> {
    /// The rules in plain English, as text.
    pub english: Option<Renderer<'a>>,
    /// A picture of the board at the start as SVG. It goes into the page as it is, so it must be well-formed.
    pub board: Option<Renderer<'a>>,
    /// A page to play games on, made of their names and rules; an address such as `page.html#NAME` shows the game of that name first.
    pub play: Option<PageMaker<'a>>,
}
