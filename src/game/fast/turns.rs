//! Ways of moving where pieces have types, slide, hop, take, change or move again.

use super::super::definition::Path;
use super::super::kind::Kind;
use super::super::mask::Mask;
use super::super::owner::{ByOwner, Owner};
use super::super::rules::{ByPlayer, CaptureType};
use super::super::slide::Slide;

/// What either player may do.
#[derive(Clone, Debug)]
pub(super) struct Turns<const W: usize> {
    /// By whether the turn goes on: most urgent first.
    pub rules: ByPlayer<[Vec<Rule<W>>; 2]>,
    /// Whether a player's pieces differ in type; else it is the one given by owner.
    pub typed: bool,
    pub kinds: ByOwner<Kind>,
    /// By owner, type and cell: what a piece adds to the hash of a position. Empty if positions are not remembered.
    pub keys: Vec<u64>,
    pub cells: usize,
    pub types: usize,
    /// Whether only moves that begin a longest turn count.
    pub longest: bool,
    /// Whether all that a player gains in a move is what the player places.
    pub own_gains: bool,
}

/// One way of moving.
#[derive(Clone, Debug)]
pub(super) struct Rule<const W: usize> {
    pub kind: Kind,
    /// Who owns the piece that comes to `to`.
    pub owner: Owner,
    pub urgency: u16,
    pub find: Find<W>,
    /// The enemy on `to` is taken first.
    pub replaces: bool,
    pub effects: Vec<Effect<W>>,
    /// The turn may go on after it.
    pub repeats: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Find<const W: usize> {
    /// A piece is placed, perhaps at the end of a line from where the last move ended.
    Drop(Mask<W>, Option<Slide>),
    /// Pieces go along paths, given by conditions on both ends and the numbers of the paths.
    Paths(Vec<(Mask<W>, Mask<W>, std::ops::Range<usize>)>, Vec<Path<W>>),
    /// Pieces slide.
    Slides(Mask<W>, Mask<W>, Slide),
    /// Pieces are lifted and put back where they stood, for what happens then.
    Stays(Mask<W>),
}

/// What happens after a move, under a condition on `to`.
#[derive(Clone, Debug)]
pub(super) enum Effect<const W: usize> {
    Capture(Victims),
    /// Those caught, or else the piece on `to`, become another's or of another type.
    Convert {
        caught: Option<Victims>,
        kind: Option<Kind>,
        owner: Option<Owner>,
        guard: Option<Mask<W>>,
    },
    Repeat(Option<Mask<W>>),
}

/// Who is caught by a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Victims {
    pub how: CaptureType,
    pub size: Option<(u32, u32)>,
    /// Whose pieces, as bits, and of which types, if not of all.
    pub filter: u8,
    pub kinds: Option<u16>,
    /// Whose groups, as bits.
    pub owners: u8,
}

impl<const W: usize> Turns<W> {
    /// What the moves are made of, by name.
    pub fn parts(&self) -> Vec<&'static str> {
        let rules = || self.rules.iter().flatten().flatten();
        let finds = |wanted: fn(&Find<W>) -> bool| rules().any(|r| wanted(&r.find));
        let does = |wanted: fn(&Effect<W>) -> bool| rules().flat_map(|r| &r.effects).any(wanted);
        let parts = [
            ("turns", true),
            ("types", self.typed),
            ("repetition", !self.keys.is_empty()),
            ("drops in turns", finds(|f| matches!(f, Find::Drop(_, None)))),
            ("slides from the last cell", finds(|f| matches!(f, Find::Drop(_, Some(_))))),
            ("paths", finds(|f| matches!(f, Find::Paths(..)))),
            ("slides", finds(|f| matches!(f, Find::Slides(..)))),
            ("stays", finds(|f| matches!(f, Find::Stays(_)))),
            ("longest turns", self.longest),
            ("captures", does(|e| matches!(e, Effect::Capture(_)))),
            ("conversions", does(|e| matches!(e, Effect::Convert { .. }))),
            ("repeats", does(|e| matches!(e, Effect::Repeat(_)))),
        ];
        parts.into_iter().filter(|(_, there)| *there).map(|(name, _)| name).collect()
    }
}
