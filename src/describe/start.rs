//! The start: what stands on the board, and what is in hand.

use super::book::Book;
use super::template::Mood;
use super::words::{list, noun, number, plural, polish, verb};
use crate::board::{Board, CellId};
use crate::game::rules::{Place, Player};
use crate::game::{Kind, Owner, UNLIMITED, facts};
use crate::language::Tree;
use crate::language::resolve::{Element, is_label, resolve};
use crate::language::schema::Category;
use std::collections::HashSet;

/// The most cells that are listed by their labels.
const MOST_LABELS: usize = 24;

/// The most cells that are listed again as the opponent's.
const FEW: usize = 4;

/// What a clause of the start places.
struct Start {
    /// Who has it, with the verb.
    who: String,
    /// The pieces, and where they stand.
    what: String,
    /// It names cells that an earlier clause has taken.
    meets_taken: bool,
}

fn starts_with(who: &str) -> String {
    format!("{who} {} with", verb(who, "starts", "start"))
}

impl Book<'_> {
    /// What stands on the board and is in hand; that the board is empty is told with the board.
    pub(super) fn start(&self) -> Vec<String> {
        let mut starts = self.starts();
        // Who comes first matters where both name a cell.
        if !starts.iter().any(|start| start.meets_taken) {
            self.tell_alike_once(&mut starts);
        }
        let mut lines: Vec<String> = starts.iter().map(|start| format!("{} {}", start.who, start.what)).collect();
        lines.extend(self.hands());
        lines.iter().map(|l| polish(l)).collect()
    }

    /// Whether nothing stands on the board.
    pub(super) fn starts_empty(&self) -> bool {
        self.starts().is_empty()
    }

    /// What each clause of the start places.
    fn starts(&self) -> Vec<Start> {
        let places = self.items("start").iter().filter(|t| t.is("place"));
        let mut taken = HashSet::new();
        places.zip(&self.rules.places).filter_map(|(tree, place)| self.place(tree, place, &mut taken)).collect()
    }

    /// What both players start with, each as seen from their own side, is one line instead of two.
    fn tell_alike_once(&self, starts: &mut Vec<Start>) {
        let [first, second] = [0, 1].map(|player| starts_with(self.player(player)));
        for i in (0..starts.len()).rev() {
            if starts[i].who != first {
                continue;
            }
            if let Some(other) = starts.iter().position(|s| s.who == second && s.what == starts[i].what) {
                starts[i].who = starts_with(&self.subject(&[0, 1]));
                starts.remove(other);
            }
        }
    }

    /// One clause that places pieces; nothing if it places none.
    fn place(&self, tree: &Tree, place: &Place, taken: &mut HashSet<CellId>) -> Option<Start> {
        let element = resolve(tree, Category::StartItem, self.names)?;
        let kinds = facts::kinds_of(self.rules, &place.piece);
        let mut owned = kinds.map(|k| (k, facts::owners_of(&self.rules.pieces[k], &place.piece)));
        let (kind, owners) = owned.find(|(_, owners)| !owners.is_empty())?;
        let symmetric = (place.mirror || place.rotate) && owners[0] != Owner::Nobody;
        let owners = if symmetric { owners[..1].to_vec() } else { self.who_gets_any(place, &owners) };
        let owners = &owners[..];
        let cells = element.all("cells");
        let one = matches!(cells, [only] if only.as_word().is_some_and(is_label));
        let alone = || place.count.is_none() && self.board.is_some() && self.cells_for(place, owners[0]).len() == 1;
        let single = owners.len() == 1 && (place.count == Some(1) || one && place.count != Some(0) || alone());
        // The record without its owner, who is the subject.
        let mut record = Tree::word(self.rules.pieces[kind].name.clone());
        if let Some(parts) = element.get("piece").and_then(|r| resolve(r, Category::PieceRecord, self.names))
            && !parts.all("items").is_empty()
        {
            record = Tree::element(record.head()?, parts.all("items").iter().map(|&t| t.clone()));
        }
        let mood = Mood { plural: !single, ..Mood::default() };
        let piece = self.teller.tell_in(&record, Category::PieceRecord, mood);
        let piece = if single { format!("a {piece}") } else { piece };
        let turned = symmetric && facts::may_own(&self.rules.pieces[kind], owners[0].opponent());
        let seen_alike = turned && self.seen_alike(place, owners[0]);
        let who = match owners {
            [Owner::Nobody] if single => "There is".to_string(),
            [Owner::Nobody] => "There are".to_string(),
            _ if facts::counts_for_both(self.rules, place, kind) || seen_alike => starts_with(&self.subject(&[0, 1])),
            _ => starts_with(&self.subject(&owners.iter().map(|&o| o as usize).collect::<Vec<_>>())),
        };
        let mut what = format!("{piece} {}", self.ground_of(cells, place, owners));
        let meets_taken = self.meets_taken(place, owners, taken);
        if turned && !seen_alike {
            what.push_str(&self.opposite(&element, place, owners[0]));
        }
        what.push('.');
        if meets_taken {
            what.push_str(" Cells that are taken already are left as they are.");
        }
        Some(Start { who, what, meets_taken })
    }

    /// The owners who find a cell free that a clause names: each cell is the first one's.
    fn who_gets_any(&self, place: &Place, owners: &[Owner]) -> Vec<Owner> {
        let mut taken = HashSet::new();
        let gets_any = |owner: &Owner| {
            let cells = self.cells_for(place, *owner);
            cells.is_empty() || cells.into_iter().filter(|&cell| taken.insert(cell)).count() > 0
        };
        owners.iter().copied().filter(gets_any).collect()
    }

    /// Where the opponent has the same by symmetry: on which cells, if they are few.
    fn opposite(&self, element: &Element<'_>, place: &Place, owner: Owner) -> String {
        let other = owner.opponent().player().map_or("the opponent", |player| self.player(player.index()));
        match &self.board {
            Some(board) if (1..=FEW).contains(&self.cells_for(place, owner).len()) => {
                let mut cells = self.turned(board, place, owner);
                cells.sort_unstable();
                let labels: Vec<String> = cells.iter().map(|&c| board.label(c)).collect();
                if labels.is_empty() { String::new() } else { format!(", {other} on {}", list(&labels, "and")) }
            }
            _ => {
                let told = element.all("symmetry").iter().map(|flag| self.teller.tell(flag, Category::PlaceFlag));
                format!(", {other} on the same cells {}", list(&told.collect::<Vec<_>>(), "and"))
            }
        }
    }

    /// Whether the opponent has by symmetry what the cells are as seen from the other side.
    fn seen_alike(&self, place: &Place, owner: Owner) -> bool {
        let Some(board) = &self.board else { return false };
        let [own, other, turned] =
            [self.cells_for(place, owner), self.cells_for(place, owner.opponent()), self.turned(board, place, owner)];
        let set = |cells: &[CellId]| cells.iter().copied().collect::<HashSet<_>>();
        set(&other) == set(&turned) && set(&own).is_disjoint(&set(&other))
    }

    /// The cells that a clause gives to the opponent by symmetry.
    fn turned(&self, board: &Board, place: &Place, owner: Owner) -> Vec<CellId> {
        self.cells_for(place, owner).into_iter().filter_map(|cell| place.opposite(board, cell)).collect()
    }

    /// The cells that a clause names for an owner, in board order; empty if there is no such board.
    fn cells_for(&self, place: &Place, owner: Owner) -> Vec<CellId> {
        let Some(board) = &self.board else { return Vec::new() };
        let mut cells = match place.cells.is_empty() {
            true => (0..board.len() as CellId).collect(),
            false => self.rules.cells_of(board, &place.cells, owner.player().unwrap_or(Player::White)),
        };
        cells.truncate(place.count.unwrap_or(u32::MAX) as usize);
        cells
    }

    /// Where the pieces stand: on the cells as they are named, or by their labels if a count takes the first of them.
    fn ground_of(&self, cells: &[&Tree], place: &Place, owners: &[Owner]) -> String {
        let named = if cells.is_empty() { "on every cell".into() } else { self.teller.placed(cells, "and", "on") };
        let Some(count) = place.count else { return named };
        let chosen: Vec<Vec<CellId>> = owners.iter().map(|&o| self.cells_for(place, o)).collect();
        match (&self.board, chosen.as_slice()) {
            (Some(board), [first, rest @ ..])
                if rest.iter().all(|c| c == first) && (1..=MOST_LABELS).contains(&first.len()) =>
            {
                format!("on {}", list(&first.iter().map(|&c| board.label(c)).collect::<Vec<_>>(), "and"))
            }
            _ => {
                let named = if cells.is_empty() { "every cell".into() } else { self.teller.cells(cells, "and") };
                format!("on the first {} cells of these, row by row: {named}", number(count.into()))
            }
        }
    }

    /// Whether a clause names cells that are taken by then, all of which it takes.
    fn meets_taken(&self, place: &Place, owners: &[Owner], taken: &mut HashSet<CellId>) -> bool {
        let mut meets = false;
        for &owner in owners {
            for cell in self.cells_for(place, owner) {
                meets |= !taken.insert(cell);
            }
        }
        if let (true, Some(board), [owner @ (Owner::White | Owner::Black)]) =
            (place.mirror || place.rotate, &self.board, owners)
        {
            for cell in self.turned(board, place, *owner) {
                meets |= !taken.insert(cell);
            }
        }
        meets
    }

    /// What is in hand at the start: of every type that may be placed, and of those that the rules name.
    fn hands(&self) -> Vec<String> {
        let hands = facts::hands(self.rules);
        let mut lines = Vec::new();
        let (mut endless, mut lacking) = (Vec::new(), Vec::new());
        for (k, piece) in self.rules.pieces.iter().enumerate() {
            let held = Player::each(|player| hands[player][Kind::new(k)]);
            let enters = facts::enters(piece);
            let count = |n: u8| {
                let name = noun(&piece.name);
                let name = if n == 1 { name } else { plural(&name) };
                format!("{} {name} in hand", if n == 0 { "no".into() } else { number(n.into()) })
            };
            match held {
                [UNLIMITED, UNLIMITED] if enters => endless.push(plural(&noun(&piece.name))),
                [UNLIMITED, UNLIMITED] => {}
                [0, 0] if !enters => {}
                [0, 0] => lacking.push(plural(&noun(&piece.name))),
                [a, b] if a == b => lines.push(format!("Each player has {}.", count(a))),
                _ => {
                    let has = |p: usize| {
                        let (player, has) = (self.player(p), verb(self.player(p), "has", "have"));
                        match held[p] {
                            UNLIMITED => format!("{player} {has} as many {} as needed.", plural(&noun(&piece.name))),
                            n => format!("{player} {has} {}.", count(n)),
                        }
                    };
                    let users = [0, 1].into_iter().filter(|&p| held[p] > 0 || facts::may_use(piece, Player::BOTH[p]));
                    lines.extend(users.map(has));
                }
            }
        }
        if !lacking.is_empty() {
            lines.push(format!("Nobody has {} in hand at the start.", list(&lacking, "or")));
        }
        // Where nothing is counted that goes without saying.
        if !endless.is_empty() && !lines.is_empty() {
            lines.push(format!("There are as many {} as needed.", list(&endless, "and")));
        }
        lines
    }
}
