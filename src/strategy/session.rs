//! A game between people and an opponent.

use super::book::{Book, BookMove};
use super::opponent::{Advice, Opponent};
use crate::game::{Game, Move, Player as Colour, Position};
use crate::players::Arena;
use crate::players::variation::notated;
use crate::streams::Generator;

/// A game in progress, in which people play one side or both, and an opponent plays the other.
///
/// ```
/// use ludogen::game::{AnyGame, Player, Position};
/// use ludogen::language::parse;
/// use ludogen::strategy::{Opponent, OpponentKind, Policy, Session, Strength};
/// use ludogen::{streams, with_game};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// with_game!(&game, game => {
///     let policy = Policy::default_for(game.rules());
///     let strength = Strength { depth: 2, nodes: 1_000, work: None };
///     let opponent = Opponent::new(game, OpponentKind::Auto, strength, &policy, None, None).unwrap();
///     let start = Position::new(game, Player::White);
///     // A person begins.
///     let mut session = Session::new(game, start, [true, false], opponent, None, streams::generator(1));
///     assert_eq!(session.reply(), None);
///     session.play(game.read_move(session.position(), "b2").unwrap());
///     let reply = session.reply().unwrap();
///     assert_eq!((reply.colour, Some(&reply.notation)), (Player::Black, session.transcript().last()));
///     assert!(session.undo() && session.transcript().is_empty());
/// });
/// ```
pub struct Session<'a, const W: usize> {
    game: &'a Game<W>,
    position: Position<W>,
    /// By player in the order of moving, whether a person plays it.
    people: [bool; 2],
    opponent: Opponent<'a, W>,
    book: Option<Book>,
    rng: Generator,
}

/// A move that the opponent made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whose colour it is.
    pub colour: Colour,
    /// The move in notation.
    pub notation: String,
    /// Whether the opening book has it.
    pub from_book: bool,
}

impl<'a, const W: usize> Session<'a, W> {
    /// A game that goes on from a position. The opponent plays the book's best move as long as the book knows the position.
    pub fn new(
        game: &'a Game<W>,
        position: Position<W>,
        people: [bool; 2],
        opponent: Opponent<'a, W>,
        book: Option<Book>,
        rng: Generator,
    ) -> Self {
        Session { game, position, people, opponent, book, rng }
    }

    /// The position.
    pub fn position(&self) -> &Position<W> {
        &self.position
    }

    /// The opponent.
    pub fn opponent(&mut self) -> &mut Opponent<'a, W> {
        &mut self.opponent
    }

    /// The legal moves; none if the game is over.
    pub fn legal(&self) -> Vec<Move> {
        let mut legal = Vec::new();
        self.position.legal(self.game, &mut legal);
        legal
    }

    /// Whether a person is to move.
    pub fn is_persons_turn(&self) -> bool {
        self.people[self.game.mover(&self.position)]
    }

    /// Makes a person's legal move.
    pub fn play(&mut self, m: Move) {
        self.position.apply(self.game, m);
    }

    /// Makes the opponent's next move; `None` if a person is to move or the game is over.
    pub fn reply(&mut self) -> Option<Reply> {
        if self.position.outcome().is_some() || self.is_persons_turn() {
            return None;
        }
        let (m, from_book) = match self.book_moves().first() {
            Some(first) => (first.m, true),
            None => (self.opponent.choose(&self.position, &mut self.rng)?.m, false),
        };
        let state = self.position.state();
        let reply = Reply { colour: state.mover, notation: self.game.notation(state, m, &self.legal()), from_book };
        self.position.apply(self.game, m);
        Some(reply)
    }

    /// What the opponent would play here; `None` if the game is over.
    pub fn advice(&mut self) -> Option<Advice> {
        self.opponent.choose(&self.position, &mut self.rng)
    }

    /// What another player would play here; `None` if the game is over.
    pub fn advice_of(&mut self, other: &mut Opponent<'_, W>) -> Option<Advice> {
        other.choose(&self.position, &mut self.rng)
    }

    /// The moves that the book has for the position, the best first.
    pub fn book_moves(&self) -> Vec<BookMove> {
        self.book.as_ref().map_or_else(Vec::new, |book| book.moves(self.game, &self.position))
    }

    /// Takes back the last move of a person and everything after it; false, and nothing taken back, if there is none.
    pub fn undo(&mut self) -> bool {
        let before = self.position.clone();
        let mut undone = self.position.undo();
        while undone && !self.is_persons_turn() {
            undone = self.position.undo();
        }
        if !undone {
            self.position = before;
        }
        undone
    }

    /// All moves made so far, in notation.
    pub fn transcript(&self) -> Vec<String> {
        notated(self.game, &mut Position::new(self.game, Colour::White), self.position.made())
    }
}
