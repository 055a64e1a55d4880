//! Positions as text and as pictures.
//!
//! A piece is a letter or two: its label, or as much of its name as tells it from the others, in capitals for the first player
//! and small for the second. With one type of piece only the owners need telling apart, by their initials.

use super::kind::ByKind;
use super::owner::Owner;
use super::rules::StateId;
use super::rules::{ByPlayer, Player, Who};
use super::state::{Move, NOWHERE, Outcome, Piece, State, UNLIMITED};
use super::{Game, Rules};
use crate::board::draw::{self, Colour, Mark, SvgOptions};
use crate::board::{Board, CellId};
use crate::language::syntax::capital;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The signs of all pieces, by type and owner (0 White, 1 Black, 2 nobody).
struct Signs(Vec<[String; 3]>);

impl Signs {
    fn of(rules: &Rules) -> Signs {
        let neutral = rules.pieces.iter().filter(|p| p.owner == Who::Neutral).count();
        let words = words(rules);
        let lone = rules.pieces.len() - neutral == 1 && !labelled(rules);
        let initials = initials(rules);
        let signs = words.iter().zip(&rules.pieces).map(|(word, def)| {
            let nobodys = def.owner == Who::Neutral;
            let alone = rules.pieces.len() == 1 || (nobodys && neutral == 1);
            let hash = if alone { "#".to_string() } else { format!("#{}", word.to_lowercase()) };
            if nobodys {
                return [hash.clone(), hash.clone(), hash];
            }
            if lone {
                return [initials[0].clone(), initials[1].clone(), hash];
            }
            let (mut first, mut second) = (capital(word), word.to_lowercase());
            if first == second {
                // Digits and symbols have no case.
                first += &initials[0];
                second += &initials[1];
            }
            [first, second, hash]
        });
        Signs(signs.collect())
    }

    fn sign(&self, piece: Piece) -> &str {
        self.0.get(piece.kind().index()).and_then(|signs| signs.get(piece.owner() as usize)).map_or("?", String::as_str)
    }
}

/// The initials of the players, or numbers if these are the same.
fn initials(rules: &Rules) -> [String; 2] {
    let initial = |i: usize| rules.players[i].name.chars().next().map_or('?', |c| c.to_ascii_uppercase());
    let (first, second) = (initial(0), initial(1));
    if first == second { ["1".into(), "2".into()] } else { [first.into(), second.into()] }
}

/// Whether every type has a label, and these are short and differ, whatever the case.
fn labelled(rules: &Rules) -> bool {
    let fine = |label: &str| {
        (1..=3).contains(&label.chars().count())
            && !label.contains(|c: char| c.is_whitespace() || c.is_control() || ".+#".contains(c))
    };
    let labels: BTreeSet<String> =
        rules.pieces.iter().filter_map(|p| p.label.as_deref()).filter(|l| fine(l)).map(str::to_lowercase).collect();
    labels.len() == rules.pieces.len()
}

/// What tells the types of pieces apart, whatever the case: the labels if they do, else the beginnings of the names.
fn words(rules: &Rules) -> Vec<String> {
    if labelled(rules) {
        return rules.pieces.iter().filter_map(|p| p.label.clone()).collect();
    }
    let nobodys = |i: usize| rules.pieces[i].owner == Who::Neutral;
    let names: Vec<String> = rules.pieces.iter().map(|p| p.name.to_lowercase()).collect();
    let beginning = |i: usize| {
        let long = |n: usize| names[i].chars().take(n).collect::<String>();
        // Types that nobody owns have a sign of their own.
        let differs = |n: usize| {
            let word = long(n);
            (0..names.len()).all(|j| j == i || nobodys(j) != nobodys(i) || !names[j].starts_with(&word))
        };
        (1..names[i].chars().count()).find(|&n| differs(n)).map_or_else(|| names[i].clone(), long)
    };
    (0..names.len()).map(beginning).collect()
}

impl<const W: usize> Game<W> {
    /// The board in characters with the pieces on it, and below it whatever else matters: what the signs stand for,
    /// stacks, states, hands, scores, and whose turn it is.
    ///
    /// The cells that `hints` concern are marked `+`.
    pub fn picture(&self, state: &State<W>, hints: &[Move]) -> String {
        let mut out = self.scene(state).picture(hints);
        let _ = writeln!(out, "{}", self.status(state));
        out
    }

    /// The board as an SVG document with the pieces on it; a dot marks the cells that `hints` concern.
    pub fn svg(&self, state: &State<W>, hints: &[Move], options: &SvgOptions) -> String {
        self.scene(state).svg(hints, options)
    }

    /// Who has won, or whose turn it is.
    pub fn status(&self, state: &State<W>) -> String {
        let name = |player: Player| &self.rules.players[player.index()].name;
        let moves = match state.move_number {
            1 => "1 move".to_string(),
            n => format!("{n} moves"),
        };
        let swapped = if state.swapped { " The players have changed sides." } else { "" };
        match state.outcome {
            Some(Outcome::Win(player)) => format!("{} has won after {moves}.{swapped}", name(player)),
            Some(Outcome::Draw) => format!("The game is drawn after {moves}.{swapped}"),
            None if state.continuing => {
                format!("{} goes on, move {}.{swapped}", name(state.mover), state.move_number + 1)
            }
            None => format!("{} to move, move {}.{swapped}", name(state.mover), state.move_number + 1),
        }
    }

    fn scene<'a>(&'a self, state: &'a State<W>) -> Scene<'a> {
        let stack = |c| (0..self.height(state, c)).map(|level| self.piece_at(state, c, level)).collect();
        Scene {
            board: &self.board,
            rules: &self.rules,
            stacks: self.board.cells().map(stack).collect(),
            cell_states: self.board.cells().map(|c| self.cell_state(state, c)).collect(),
            hands: &state.hands,
            captured: &state.captured,
            scores: state.scores,
        }
    }
}

/// What is drawn of a state, whatever the size of its sets.
struct Scene<'a> {
    board: &'a Board,
    rules: &'a Rules,
    /// By cell: its pieces from the bottom up.
    stacks: Vec<Vec<Piece>>,
    cell_states: Vec<StateId>,
    hands: &'a ByPlayer<ByKind<u8>>,
    captured: &'a ByPlayer<ByKind<u8>>,
    scores: ByPlayer<i32>,
}

impl Scene<'_> {
    fn stack(&self, cell: CellId) -> &[Piece] {
        &self.stacks[cell as usize]
    }

    /// As [`Game::picture`], but for whose turn it is.
    fn picture(&self, hints: &[Move]) -> String {
        let signs = Signs::of(self.rules);
        let hinted = hinted(hints);
        let label_of = |c: CellId| {
            let stack = self.stack(c);
            let Some(&top) = stack.last() else { return if hinted.contains(&c) { "+" } else { "." }.to_string() };
            let mut text = signs.sign(top).to_string();
            if stack.len() > 1 {
                let _ = write!(text, "{}", stack.len());
            } else if self.counts(top) {
                let _ = write!(text, "{}", top.state());
            }
            if hinted.contains(&c) {
                text.push('+');
            }
            text
        };
        let mut out = draw::text(self.board, &label_of);
        out.push('\n');
        self.legend(&signs, &mut out);
        self.particulars(&signs, &mut out);
        out
    }

    /// As [`Game::svg`].
    fn svg(&self, hints: &[Move], options: &SvgOptions) -> String {
        let (words, labelled) = (words(self.rules), labelled(self.rules));
        let one = self.rules.pieces.iter().filter(|p| p.owner != Who::Neutral).count() < 2;
        let hinted = hinted(hints);
        draw::svg(self.board, options, &|c| {
            let stack = self.stack(c);
            let fill = |piece: Piece| [Colour::White, Colour::Black, Colour::Neutral][piece.owner() as usize];
            let mut marks: Vec<Mark> = stack.iter().map(|&piece| Mark::Disc { fill: fill(piece) }).collect();
            if let Some(&top) = stack.last() {
                let def = self.rules.pieces.get(top.kind().index());
                let plain = !labelled && def.is_none_or(|d| one || d.owner == Who::Neutral);
                let word = words.get(top.kind().index()).filter(|_| !plain);
                let mut word = word.map_or_else(String::new, |w| capital(w));
                if def.is_some_and(|d| d.state != top.state()) || self.counts(top) {
                    let _ = write!(word, "{}", top.state());
                }
                if !word.is_empty() {
                    marks.push(Mark::Text(word));
                }
            } else if self.cell_states[c as usize] != StateId::ZERO {
                marks.push(Mark::Text(self.cell_states[c as usize].to_string()));
            }
            if hinted.contains(&c) {
                marks.push(Mark::Dot);
            }
            marks
        })
    }

    fn legend(&self, signs: &Signs, out: &mut String) {
        let one = self.rules.pieces.iter().filter(|p| p.owner != Who::Neutral).count() == 1;
        let mut entries = Vec::new();
        for (def, signs) in self.rules.pieces.iter().zip(&signs.0) {
            if def.owner == Who::Neutral {
                entries.push(format!("{} {}", signs[2], def.name));
                continue;
            }
            for player in Player::BOTH {
                if matches!(def.owner, Who::Player(owner) if owner != player) {
                    continue;
                }
                let (sign, name) = (&signs[player.index()], &self.rules.players[player.index()].name);
                entries.push(if one { format!("{sign} {name}") } else { format!("{sign} {name}'s {}", def.name) });
            }
        }
        let _ = writeln!(out, "{}", entries.join(", "));
    }

    /// Whether the state of a piece is what it is all about, as that of a house with seeds: nobody owns it, and it has one from the start.
    fn counts(&self, piece: Piece) -> bool {
        !piece.is_none()
            && piece.owner() == Owner::Nobody
            && self.rules.pieces[piece.kind().index()].state != StateId::ZERO
    }

    /// What a drawing of the top pieces does not show.
    fn particulars(&self, signs: &Signs, out: &mut String) {
        for c in self.board.cells() {
            let label = self.board.label(c).to_lowercase();
            let stack = self.stack(c);
            if stack.len() > 1 {
                let pieces: Vec<&str> = stack.iter().map(|&piece| signs.sign(piece)).collect();
                let _ = writeln!(out, "{label}: from the bottom up {}", pieces.join(" "));
            }
            if let Some(&top) = stack.last() {
                let facts = self.facts(top);
                if !facts.is_empty() {
                    let _ = writeln!(out, "{label}: {} with {}", signs.sign(top), facts.join(", "));
                }
            }
            if self.cell_states[c as usize] != StateId::ZERO {
                let _ = writeln!(out, "{label}: cell state {}", self.cell_states[c as usize]);
            }
        }
        for player in Player::BOTH {
            let name = &self.rules.players[player.index()].name;
            let hand = self.counted(&self.hands[player]);
            if !hand.is_empty() {
                let _ = writeln!(out, "{name} has in hand: {}", hand.join(", "));
            }
            let captured = self.counted(&self.captured[player]);
            if !captured.is_empty() {
                let _ = writeln!(out, "{name} has captured: {}", captured.join(", "));
            }
            if self.scores[player] != 0 {
                let _ = writeln!(out, "{name} has scored {}", self.scores[player]);
            }
        }
    }

    /// What there is to say of a piece that is not as new.
    fn facts(&self, piece: Piece) -> Vec<String> {
        let def = &self.rules.pieces[piece.kind().index()];
        let mut facts = Vec::new();
        if piece.state() != def.state && !self.counts(piece) {
            facts.push(format!("state {}", piece.state()));
        }
        if piece.flags() != def.flags {
            let names = self.rules.flags.iter().enumerate().filter(|(bit, _)| piece.flags() >> bit & 1 != 0);
            let names: Vec<&str> = names.map(|(_, name)| name.as_str()).collect();
            facts.push(if names.is_empty() { "no flags".into() } else { format!("flags {}", names.join(" ")) });
        }
        if let Some(direction) = piece.facing() {
            facts.push(format!("facing {}", self.board.direction_name(direction)));
        }
        facts
    }

    /// How many pieces of each type there are, of those that there are some of.
    fn counted(&self, numbers: &ByKind<u8>) -> Vec<String> {
        let kinds = self.rules.pieces.iter().zip(numbers.0);
        kinds.filter(|(_, n)| *n > 0 && *n != UNLIMITED).map(|(def, n)| format!("{n} {}", def.name)).collect()
    }
}

/// The cells where moves start, or where pieces are put down.
fn hinted(hints: &[Move]) -> BTreeSet<CellId> {
    hints.iter().map(|m| if m.from == NOWHERE { m.to } else { m.from }).filter(|&c| c != NOWHERE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position, lower};
    use crate::language::parse;

    fn rules(players: &str, pieces: &[&str]) -> Rules {
        let piece = |p: &&str| format!("({p} (moves (move (action (push)))))");
        let pieces: Vec<String> = pieces.iter().map(piece).collect();
        let source = format!(
            "(game Signs (players {players}) (board (tiling square) (size 3 3)) (pieces {}) (end (All win (full))))",
            pieces.join(" ")
        );
        lower(&parse(&source).unwrap_or_else(|e| panic!("{source}: {e:?}"))).expect("rules")
    }

    fn signs(players: &str, pieces: &[&str]) -> Vec<[String; 3]> {
        Signs::of(&rules(players, pieces)).0
    }

    #[test]
    fn one_type_is_told_by_its_owner() {
        assert_eq!(signs("White Black", &["Stone All"]), [["W", "B", "#"]]);
        assert_eq!(signs("Toads Frogs", &["Hopper All"]), [["T", "F", "#"]]);
        assert_eq!(signs("Left Lower", &["Stone All"]), [["1", "2", "#"]]);
        assert_eq!(signs("White Black", &["Stone neutral"]), [["#", "#", "#"]]);
        assert_eq!(signs("White Black", &["Amazon All", "Arrow neutral"]), [["W", "B", "#a"], ["#", "#", "#"]]);
    }

    #[test]
    fn types_are_told_by_their_beginnings_or_labels() {
        let expected = [["King", "king", "#king"], ["Kingp", "kingp", "#kingp"], ["Q", "q", "#q"]];
        assert_eq!(signs("White Black", &["King All", "Kingpin All", "Queen All"]), expected);
        let labels = ["King All (label \"K\")", "Knight All (label \"N\")"];
        assert_eq!(signs("White Black", &labels), [["K", "k", "#k"], ["N", "n", "#n"]]);
        // Labels that are the same but for the case, or look like marks, are of no use.
        for (a, b) in [("k", "K"), ("+", "."), ("long word", "N")] {
            let (a, b) = (format!("King All (label \"{a}\")"), format!("Pawn All (label \"{b}\")"));
            assert_eq!(signs("White Black", &[&a, &b]), [["K", "k", "#k"], ["P", "p", "#p"]]);
        }
        let symbols = ["King All (label \"1\")", "Pawn All (label \"2\")"];
        assert_eq!(signs("White Black", &symbols), [["1W", "1B", "#1"], ["2W", "2B", "#2"]]);
    }

    #[test]
    fn what_the_top_pieces_do_not_show_is_told() {
        let source = "(game Facts (board (tiling square i-nbors) (size 2 2))
            (pieces (Man All (flags old) (moves (move (pre (empty to)) (action (push))
                (post (piece-state to 3) (cell-state to 7) (remove-flags to old) (score 5))))))
            (start (in-hand (Man All) 2)) (end (All win (full))))";
        let rules = lower(&parse(source).expect("a game")).expect("rules");
        let board = crate::board::Board::new(&rules.board).expect("a board");
        let game: Game<1> = Game::new(rules, board).expect("a game");
        let mut position = Position::new(&game, Player::White);
        let m = game.read_move(&position, "b1").expect("a move");
        position.apply(&game, m);
        let text = game.picture(position.state(), &[m]);
        let expected = "b1: W with state 3, no flags\nb1: cell state 7\nWhite has in hand: 1 Man\nWhite has scored 5\n\
                        Black has in hand: 2 Man\nBlack to move, move 2.\n";
        assert!(text.ends_with(expected) && text.contains("W+"), "{text}");
        let svg = game.svg(position.state(), &[m], &SvgOptions::default());
        assert!(svg.contains(">3</text>"), "{svg}");
    }

    #[test]
    fn houses_show_their_seeds() {
        let source = "(game Houses (players White Black) (board (tiling square) (size 2 2))
            (pieces (House neutral (state 4) (moves (move (pre (in-region from (row 1))) (action pass) (post (piece-state to 0))))))
            (start (place (House neutral) all)) (end (All win (score 3))))";
        let rules = lower(&parse(source).expect("a game")).expect("rules");
        let board = crate::board::Board::new(&rules.board).expect("a board");
        let game: Game<1> = Game::new(rules, board).expect("a game");
        let text = game.picture(&game.initial(Player::White), &[]);
        assert!(text.starts_with("2  #4 #4\n1  #4 #4\n") && !text.contains("state"), "{text}");
        let svg = game.svg(&game.initial(Player::White), &[], &SvgOptions::default());
        assert_eq!(svg.matches(">4</text>").count(), 4, "{svg}");
    }
}
