//! [`Rules`] → [`Game`]: names become numbers, conditions become predicates over sets, and what is static is worked out once.

use super::apply::level_key;
use super::end::{Atom, Change, Clauses, Near, Selector, Test, Tree};
use super::facts;
use super::fast::Fast;
use super::mask::{CellCondition, Mask};
use super::moves::{ActionStep, Def, EffectStep, Kernel, PathGroup, Plan, Side, Way};
use super::predicate::{Aim, Filter, Heading, Num, Place, Pred, Reach, Variable};
use super::rules::*;
use super::slide::Slide;
use super::state::{MAX_HEIGHT, MAX_KINDS, NOWHERE, Piece, State};
use super::topology::{Shifts, Topology};
use super::{Class, CompileError, Game};
use crate::board::{Board, CellId, CellSet, Compass};
use std::sync::Arc;

/// How often the actions of a move may take pieces off.
pub(super) const MAX_POPS: usize = 8;

type Result<T> = std::result::Result<T, CompileError>;

fn fail<T>(message: impl Into<String>) -> Result<T> {
    Err(CompileError { message: message.into() })
}

/// Compiles rules for their board.
pub(super) fn compile<const W: usize>(rules: Rules, board: Board) -> Result<Game<W>> {
    if board.len() > 64 * W {
        return fail(format!("the board has {} cells, too many for sets of {}", board.len(), 64 * W));
    }
    if rules.pieces.len() > MAX_KINDS {
        return fail(format!("a game has at most {MAX_KINDS} piece types; this one has {}", rules.pieces.len()));
    }
    let pops = |m: &MoveDef| m.actions.iter().filter(|a| matches!(a, Action::Pop(..))).count();
    if rules.pieces.iter().flat_map(|p| &p.moves).any(|m| pops(m) > MAX_POPS) {
        return fail(format!("a move takes pieces off {MAX_POPS} times at most"));
    }
    let topology = Topology::<W>::of(&board);
    let facing = [0, 1].map(|p: usize| board.compass(rules.players[p].facing));
    let effects = || rules.pieces.iter().flat_map(|p| &p.moves).flat_map(|m| &m.post);
    // Only where pieces turn, or other than the mover's own are moved, is a piece on `from` looked at for its facing.
    let turns = effects().any(|e| matches!(e.kind, EffectKind::Rotate(_) | EffectKind::Face(_)))
        || rules.pieces.iter().any(|p| p.owner == Who::Neutral)
        || facts::moves(&rules).any(|(_, m)| facts::mentions_owner_of_from(&m.pre));
    let mut compiler = Compiler {
        rules: &rules,
        board: &board,
        topology: &topology,
        facing,
        turns,
        player: Player::White,
        neutral: false,
    };
    let analysis = Analysis::of(&rules);
    let (classes, class_of) = classes(&rules);
    let mut sides = Vec::new();
    for player in Player::BOTH {
        compiler.player = player;
        sides.push(compiler.side(&analysis, &classes, &class_of)?);
    }
    let neighbours_repeat = (0..topology.cells as CellId).any(|c| {
        let all = topology.adjacent_directions.iter().map(|&d| topology.next(c, d)).filter(|&n| n != NOWHERE);
        all.count() as u32 != topology.adjacent[c as usize].len()
    });
    let lines: Vec<(Filter, Vec<usize>)> = sides
        .iter()
        .flat_map(|s: &Side<W>| &s.clauses.atoms)
        .filter_map(|a| match &a.test {
            Test::InARow { pieces, axes, .. } => Some((Filter { owners: 0, ..pieces.filter }, axes.clone())),
            _ => None,
        })
        .collect();
    let same_lines = lines.windows(2).all(|w| w[0] == w[1]);
    let [white, black]: [Side<W>; 2] = match sides.try_into() {
        Ok(sides) => sides,
        Err(_) => return fail("a game has two players"),
    };
    let start = Start { rules: &rules, board: &board };
    let placed = start.placed();
    let mut game = Game {
        stride: if analysis.stacks { MAX_HEIGHT + 1 } else { 1 },
        plain: analysis.plain,
        plain_piece: analysis.plain_piece,
        plain_keys: match analysis.plain {
            true => {
                let keys = |cell| analysis.plain_piece.map(|piece| level_key(cell, 0, piece));
                (0..board.len() as CellId).map(keys).collect()
            }
            false => Vec::new(),
        },
        cell_states: analysis.cell_states,
        boardless: rules.board.shape == crate::board::Shape::Boardless,
        uses_all_passed: white.clauses.uses_all_passed || black.clauses.uses_all_passed,
        uses_no_move: white.clauses.uses_no_move || black.clauses.uses_no_move,
        may_grant_moves: [&white, &black].iter().any(|s| s.clauses.uses_no_move)
            && ![&white, &black].iter().any(|s| s.clauses.denies_no_move()),
        tracks: false,
        one_way: false,
        nevers: rules.never.is_some(),
        plays_plainly: false,
        memory: super::memory::Memory::of(&rules),
        fast: None,
        neighbours_repeat,
        same_lines,
        facing,
        classes,
        sides: [white, black],
        topology,
        start: State {
            owned: [CellSet::EMPTY; 3],
            hash: 0,
            hands: facts::hands(&rules),
            captured: [[0; MAX_KINDS]; 2],
            scores: [0; 2],
            move_number: 0,
            since: 0,
            last_from: NOWHERE,
            last_to: NOWHERE,
            mover: Player::White,
            passes: 0,
            continuing: false,
            swapped: false,
            supposed: false,
            moved: [false; 2],
            outcome: None,
            extra: Vec::new(),
        },
        rules,
        board,
    };
    let mut state = game.start.clone();
    if !game.plain {
        let states = if game.cell_states { game.topology.cells } else { 0 };
        state.extra = vec![0; game.topology.cells * game.stride + states];
    }
    for (cell, piece) in placed {
        if state.owner_of(cell).is_none() {
            game.put(&mut state, cell, piece);
        }
    }
    game.start = state;
    game.tracks = game.rules.repetition != Repetition::Allow && game.may_repeat();
    game.one_way = game.tracks && game.never_adds_and_removes();
    game.plays_plainly =
        !(game.rules.can_pass || game.rules.swap || game.rules.longest || game.boardless || game.forbids())
            && game.stride == 1;
    // The end is not tested at the start, so what holds there is not fresh.
    for player in Player::BOTH {
        for i in 0..game.sides[player.index()].clauses.atoms.len() {
            let test = &game.sides[player.index()].clauses.atoms[i].test;
            if !matches!(test, Test::NoMove) && game.holds_now(test, &game.start, &[], player, &mut None) {
                game.sides[player.index()].clauses.atoms[i].fresh = false;
            }
        }
        game.sides[player.index()].clauses.refresh();
    }
    game.fast = Fast::of(&game);
    game.tabulate();
    Ok(game)
}

/// The move definitions that make the same move are one class.
fn classes(rules: &Rules) -> (Vec<Class>, Vec<Vec<usize>>) {
    let mut classes = Vec::new();
    let mut class_of = Vec::new();
    for (piece, def) in rules.pieces.iter().enumerate() {
        let mut of = Vec::new();
        for (i, m) in def.moves.iter().enumerate() {
            let directed = m.post.iter().any(|e| uses_dirn(&e.guard));
            let alike =
                |n: &MoveDef| n.actions == m.actions && n.post == m.post && (!directed || n.directions == m.directions);
            let twin = (0..i).find(|&j| alike(&def.moves[j]));
            of.push(match twin {
                Some(j) => of[j],
                None => {
                    classes.push(Class { piece, definition: i });
                    classes.len() - 1
                }
            });
        }
        class_of.push(of);
    }
    (classes, class_of)
}

/// Whether a guard depends on the directions of its move.
fn uses_dirn(guard: &Bool) -> bool {
    Node::Bool(guard).any(|node| match node {
        Node::Bool(Bool::Line(_, _, own)) => own.is_empty(),
        Node::Bool(Bool::Steps(_) | Bool::Connected(None, _)) => true,
        _ => false,
    })
}

/// What the rules as a whole need of a state.
struct Analysis {
    stacks: bool,
    cell_states: bool,
    plain: bool,
    plain_piece: [Piece; 3],
    /// Whether all that ever happens is pieces being placed.
    drops_only: bool,
}

impl Rules {
    /// The cells of a union of sets, seen by a player, filtered by the phases among them; in board order.
    pub(crate) fn cells_of(&self, board: &Board, cells: &[Cells], player: Player) -> Vec<CellId> {
        Start { rules: self, board }.union(cells, player, 0)
    }

    /// Each set as a region of its own, seen by a player.
    pub(crate) fn regions_of(&self, board: &Board, cells: &[Cells], player: Player) -> Vec<Vec<CellId>> {
        let start = Start { rules: self, board };
        let own = |player: Player| -> Vec<Vec<CellId>> {
            if self.regions.is_empty() {
                return board.own_sides(player.index()).unwrap_or_default();
            }
            let owned = self.regions.iter().filter(|r| r.owner.is_none_or(|o| o == player));
            owned.map(|r| start.region(r, player, 1)).collect()
        };
        let mut regions = Vec::new();
        for c in cells {
            match c {
                Cells::OwnRegions => regions.extend(own(player)),
                Cells::EnemyRegions => regions.extend(own(player.opponent())),
                Cells::AllSides => regions.extend(board.sides().iter().map(|s| s.cells.to_vec())),
                _ => regions.push(start.union(std::slice::from_ref(c), player, 0)),
            }
        }
        regions
    }
}

impl Analysis {
    fn of(rules: &Rules) -> Analysis {
        let defs = || rules.pieces.iter().flat_map(|p| &p.moves);
        let effects = || defs().flat_map(|m| &m.post);
        let cell_states =
            effects().any(|e| matches!(e.kind, EffectKind::SetCellState(..) | EffectKind::SetCellStates(_)));
        let stacks = facts::may_stack(rules);
        // The piece types that each owner may come to own.
        let mut kinds: [Vec<usize>; 3] = Default::default();
        let changes_owner = effects().any(|e| matches!(e.kind, EffectKind::Convert { .. }))
            || defs().flat_map(|m| &m.actions).any(|a| matches!(a, Action::Push { owner: Some(_), .. }));
        for (k, piece) in rules.pieces.iter().enumerate() {
            let owners: &[usize] = match piece.owner {
                _ if changes_owner && rules.pieces.len() == 1 => &[0, 1, 2],
                Who::Player(p) => &[[0], [1]][p.index()],
                Who::Neutral | Who::Nobody => &[2],
                _ => &[0, 1],
            };
            owners.iter().for_each(|&o| kinds[o].push(k));
        }
        // Pieces may be placed for those who cannot own them later.
        for place in rules.places.iter().map(|p| &p.piece) {
            let owners: &[usize] = match place.owner {
                Some(Who::Neutral) => &[2],
                None | Some(Who::All | Who::Nobody) => &[],
                Some(_) => &[0, 1],
            };
            let named = place.kind.map_or(0..rules.pieces.len(), |k| k..k + 1);
            for (k, &o) in named.flat_map(|k| owners.iter().map(move |o| (k, o))) {
                if !kinds[o].contains(&k) {
                    kinds[o].push(k);
                }
            }
        }
        let same_kind = kinds.iter().all(|k| k.len() <= 1) && (rules.pieces.len() == 1 || !changes_owner);
        let stateful = effects().any(|e| match &e.kind {
            EffectKind::SetPieceState(..)
            | EffectKind::IncState { .. }
            | EffectKind::AddFlag(..)
            | EffectKind::RemoveFlag(..)
            | EffectKind::Rotate(_)
            | EffectKind::Face(_)
            | EffectKind::Sow { .. }
            | EffectKind::Swap => true,
            EffectKind::Capture { subsume, .. } => *subsume && rules.pieces.len() > 1,
            EffectKind::Convert { pieces, .. } => pieces.as_ref().is_some_and(|p| !p.is_plain()),
            _ => false,
        }) || rules.places.iter().any(|p| !p.piece.is_plain());
        let plain_piece = [0, 1, 2].map(|o| match kinds[o].first() {
            Some(&k) => Piece::new(k, o, rules.pieces[k].state, rules.pieces[k].flags),
            None => Piece::NONE,
        });
        let drops_only = defs().all(|m| !m.pops() && m.post.is_empty());
        Analysis {
            stacks,
            cell_states,
            plain: same_kind && !stateful && !stacks && !cell_states,
            plain_piece,
            drops_only,
        }
    }
}

struct Compiler<'a, const W: usize> {
    rules: &'a Rules,
    board: &'a Board,
    topology: &'a Topology<W>,
    facing: [Option<usize>; 2],
    /// Whether pieces may come to face elsewhere than their owner.
    turns: bool,
    player: Player,
    /// Whether the move being compiled is that of a neutral piece.
    neutral: bool,
}

impl<const W: usize> Clone for Compiler<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: usize> Copy for Compiler<'_, W> {}

impl<const W: usize> Compiler<'_, W> {
    fn facing(&self) -> Option<usize> {
        self.facing[self.player.index()]
    }

    fn owner_bits(&self, who: Who) -> u8 {
        match who {
            Who::Player(p) => 1 << p.index(),
            Who::All => 3,
            Who::Mover => 1 << self.player.index(),
            Who::Opponent => 1 << self.player.opponent().index(),
            Who::Neutral => 4,
            Who::Nobody => 0,
        }
    }

    fn filter(&self, record: &PieceRecord, default_owners: u8) -> Filter {
        let kinds = match record.kind {
            Some(k) => 1 << k,
            None => u16::MAX,
        };
        let by_owner = record.is_plain() && (record.kind.is_none() || self.rules.pieces.len() == 1);
        let owners = record.owner.map_or(default_owners, |w| self.owner_bits(w));
        Filter { kinds, owners, state: record.state, flags: record.flags, by_owner }
    }

    fn aim(&self, target: &Target) -> Aim {
        match target {
            Target::Empty => Aim::Empty,
            Target::Pieces(record) => Aim::Pieces(self.filter(record, 7)),
        }
    }

    fn heading(&self, dir: Dir) -> Heading {
        match dir {
            Dir::Turtle(t) if self.turns => Heading::Facing(t),
            _ => match self.directions(&[dir], self.facing()).into_iter().min() {
                Some(d) => Heading::Is(d),
                None => Heading::Nowhere,
            },
        }
    }

    /// The directions of the board that are meant, for a piece facing this way.
    fn directions(&self, dirs: &[Dir], facing: Option<usize>) -> Vec<usize> {
        let mut found = Vec::new();
        for dir in dirs {
            match dir {
                Dir::Compass(c) => found.extend(self.board.compass(*c)),
                Dir::Turtle(t) => found.extend(super::turtle(self.board, facing, *t)),
                Dir::Direct => found.extend((0..self.topology.directions).filter(|&d| self.board.is_direct(d))),
                Dir::Diagonal => found.extend((0..self.topology.directions).filter(|&d| !self.board.is_direct(d))),
                Dir::All => found.extend(&self.topology.adjacent_directions),
            }
        }
        let mut seen = vec![false; self.topology.directions];
        found.retain(|&d| !std::mem::replace(&mut seen[d], true));
        found
    }

    fn place(&self, coord: &Coord) -> Result<Place> {
        Ok(match coord {
            Coord::From => Place::From,
            Coord::To => Place::To,
            Coord::Current => Place::Current,
            Coord::Over => Place::Over,
            Coord::Last => Place::Last,
            // A label off the board names no cell, like a step off it: boards may be resized.
            Coord::Label(label) => Place::Fixed(self.board.cell(label).unwrap_or(NOWHERE)),
            Coord::Step(inner, dir, count) => Place::Step(Box::new(self.place(inner)?), self.heading(*dir), *count),
        })
    }

    // --- Conditions ---

    /// The reach of straight lines, by facing and cell.
    fn line_reach(&self, listed: &[Dir], moved: &[Dir]) -> (Reach<W>, Arc<Vec<Vec<CellId>>>) {
        let dirs = if !listed.is_empty() { listed } else { moved };
        let tables = self.by_facing(dirs, |directions| {
            let reach = |c: usize| directions.iter().flat_map(|&d| self.topology.ray(c as CellId, d)).collect();
            (0..self.topology.cells).map(reach).collect()
        });
        (Arc::new(tables), Arc::new(Vec::new()))
    }

    fn by_facing<T>(&self, dirs: &[Dir], table: impl Fn(&[usize]) -> T) -> Vec<T> {
        let all = [Dir::All];
        let dirs = if dirs.is_empty() { &all[..] } else { dirs };
        let mut tables = vec![table(&self.directions(dirs, self.facing()))];
        if self.turns && dirs.iter().any(|d| matches!(d, Dir::Turtle(_))) {
            tables.extend((0..self.topology.directions).map(|d| table(&self.directions(dirs, Some(d)))));
        }
        tables
    }

    /// Where a path of steps leads from every cell, for one base direction.
    fn walk(&self, path: &[Turtle], base: usize) -> Vec<CellId> {
        let end = |start: CellId| {
            let mut d = base;
            let mut cell = start;
            for step in path {
                let go = match step {
                    Turtle::L | Turtle::R => {
                        d = self.board.turn(d, if *step == Turtle::R { 1 } else { -1 });
                        continue;
                    }
                    _ => super::turtle(self.board, Some(d), *step),
                };
                cell = match go {
                    Some(go) if cell != NOWHERE => self.topology.next(cell, go),
                    _ => NOWHERE,
                };
            }
            cell
        };
        (0..self.topology.cells as CellId).map(end).collect()
    }

    fn step_reach(&self, path: &[Turtle], moved: &[Dir]) -> (Reach<W>, Arc<Vec<Vec<CellId>>>) {
        let own = [Dir::Turtle(Turtle::F)];
        let dirs = if moved.is_empty() { &own[..] } else { moved };
        let maps =
            |directions: &[usize]| -> Vec<Vec<CellId>> { directions.iter().map(|&d| self.walk(path, d)).collect() };
        let merged = |maps: &[Vec<CellId>]| -> Vec<CellSet<W>> {
            (0..self.topology.cells).map(|c| maps.iter().map(|m| m[c]).filter(|&t| t != NOWHERE).collect()).collect()
        };
        let tables = self.by_facing(dirs, |directions| merged(&maps(directions)));
        let paths = if tables.len() == 1 { maps(&self.directions(dirs, self.facing())) } else { Vec::new() };
        (Arc::new(tables), Arc::new(paths))
    }

    fn pred(&self, b: &Bool, def: Option<&MoveDef>) -> Result<Pred<W>> {
        let moved: &[Dir] = def.map_or(&[], |d| &d.directions);
        Ok(match b {
            Bool::True => Pred::True,
            Bool::And(ps) => {
                let mut all = Vec::new();
                for p in ps {
                    match self.pred(p, def)? {
                        Pred::True => {}
                        Pred::False => return Ok(Pred::False),
                        Pred::And(inner) => all.extend(inner),
                        p => all.push(p),
                    }
                }
                all.sort_by_key(Pred::cost);
                match all.len() {
                    0 => Pred::True,
                    1 => all.remove(0),
                    _ => Pred::And(all),
                }
            }
            Bool::Or(ps) => {
                let mut all = Vec::new();
                for p in ps {
                    match self.pred(p, def)? {
                        Pred::False => {}
                        Pred::True => return Ok(Pred::True),
                        Pred::Or(inner) => all.extend(inner),
                        p => all.push(p),
                    }
                }
                all.sort_by_key(Pred::cost);
                match all.len() {
                    0 => Pred::False,
                    1 => all.remove(0),
                    _ => Pred::Or(all),
                }
            }
            Bool::Not(p) => match self.pred(p, def)? {
                Pred::True => Pred::False,
                Pred::False => Pred::True,
                Pred::Not(inner) => *inner,
                p => Pred::Not(Box::new(p)),
            },
            Bool::Compare(cmp, a, b) => Pred::Compare(*cmp, self.num(a)?, self.num(b)?),
            Bool::Empty(c) => Pred::Empty(self.place(c)?),
            Bool::Owner(c, who) => Pred::Owned(self.place(c)?, self.owner_bits(*who)),
            Bool::Line(a, b, dirs) => {
                let (tables, paths) = self.line_reach(dirs, moved);
                Pred::Reach(self.place(a)?, self.place(b)?, tables, paths)
            }
            Bool::Steps(path) => {
                let (tables, paths) = self.step_reach(path, moved);
                Pred::Reach(Place::From, Place::To, tables, paths)
            }
            Bool::Connected(None, who) => match def.is_some_and(MoveDef::pops) {
                true => {
                    let (tables, paths) = self.adjacent_reach(moved);
                    Pred::Reach(Place::From, Place::To, tables, paths)
                }
                false => Pred::NextTo(Place::To, self.owner_bits(*who)),
            },
            Bool::Connected(Some(c), who) => Pred::NextTo(self.place(c)?, self.owner_bits(*who)),
            Bool::Adjacent(a, b) => Pred::Adjacent(self.place(a)?, self.place(b)?),
            Bool::Same(a, b) => Pred::Same(self.place(a)?, self.place(b)?),
            Bool::OnBoard(c) => Pred::OnBoard(self.place(c)?),
            Bool::InRegion(c, cells) => Pred::In(self.place(c)?, self.cells(cells, self.player)?),
            Bool::IsPiece(c, record) => Pred::Matches(self.place(c)?, self.filter(record, 7)),
            Bool::Flagged(c, flag) => Pred::Flagged(self.place(c)?, *flag),
            Bool::Captures(how) => Pred::Captures(*how, if self.neutral { 2 } else { self.player.index() }),
            Bool::Attacked(c) => Pred::Attacked(self.place(c)?),
            Bool::FirstMove => Pred::FirstMove,
            Bool::Continuing => Pred::Continuing,
        })
    }

    /// One step in the adjacent directions, or those of the move.
    fn adjacent_reach(&self, moved: &[Dir]) -> (Reach<W>, Arc<Vec<Vec<CellId>>>) {
        let one = |directions: &[usize]| -> Vec<Vec<CellId>> {
            let next = |c: usize, d: usize| {
                let next = self.topology.next(c as CellId, d);
                let adjacent = next != NOWHERE && self.topology.adjacent[c].contains(next);
                if adjacent { next } else { NOWHERE }
            };
            let map = |d: &usize| (0..self.topology.cells).map(|c| next(c, *d)).collect();
            directions.iter().map(map).collect()
        };
        let tables = self.by_facing(moved, |directions| {
            let maps = one(directions);
            (0..self.topology.cells).map(|c| maps.iter().map(|m| m[c]).filter(|&t| t != NOWHERE).collect()).collect()
        });
        let dirs = if moved.is_empty() { &[Dir::All][..] } else { moved };
        let paths = if tables.len() == 1 { one(&self.directions(dirs, self.facing())) } else { Vec::new() };
        (Arc::new(tables), Arc::new(paths))
    }

    fn nums(&self, ns: &[Int]) -> Result<Vec<Num>> {
        ns.iter().map(|n| self.num(n)).collect()
    }

    fn num(&self, n: &Int) -> Result<Num> {
        let players = |who: &Who| self.owner_bits(*who) & 3;
        Ok(match n {
            Int::Const(n) => Num::Const(*n),
            Int::Sum(t) => Num::Sum(self.nums(t)?),
            Int::Difference(t) => Num::Difference(self.nums(t)?),
            Int::Product(t) => Num::Product(self.nums(t)?),
            Int::Quotient(a, b) => Num::Quotient(Box::new(self.num(a)?), Box::new(self.num(b)?)),
            Int::Modulo(a, b) => Num::Modulo(Box::new(self.num(a)?), Box::new(self.num(b)?)),
            Int::Min(t) => Num::Min(self.nums(t)?),
            Int::Max(t) => Num::Max(self.nums(t)?),
            Int::Abs(a) => Num::Abs(Box::new(self.num(a)?)),
            Int::Between(t, a, b) => Num::Between(self.aim(t), self.place(a)?, self.place(b)?),
            Int::WholeLine(t) => Num::WholeLine(self.aim(t)),
            Int::Neighbours(c, t) => Num::Neighbours(self.place(c)?, self.aim(t)),
            Int::Height(c) => Num::Height(self.place(c)?),
            Int::GroupSize(c) => Num::GroupSize(self.place(c)?),
            Int::Phase(c) => Num::Phase(self.place(c)?),
            Int::Distance(a, b) => Num::Distance(self.place(a)?, self.place(b)?),
            Int::PieceState(c) => Num::PieceState(self.place(c)?),
            Int::CellState(c) => Num::CellState(self.place(c)?),
            Int::Value(c) => Num::Value(self.place(c)?),
            Int::Liberties(c) => Num::Liberties(self.place(c)?),
            Int::LineLength(c, dirs) => {
                let dirs = if dirs.is_empty() { &[Dir::All][..] } else { dirs };
                Num::LineLength(self.place(c)?, self.directions(dirs, self.facing()))
            }
            Int::Row(c) => Num::Row(self.place(c)?),
            Int::Col(c) => Num::Col(self.place(c)?),
            Int::Pieces(t) => Num::Pieces(self.aim(t)),
            Int::Groups(who) => Num::Groups(self.owner_bits(*who)),
            Int::LargestGroup(who, rank) => Num::LargestGroup(players(who), *rank),
            Int::Territory(who) => Num::Territory(players(who)),
            Int::InHand(who, kind) => Num::InHand(players(who), *kind),
            Int::Captured(who) => Num::Captured(players(who)),
            Int::Score(who) => Num::Score(players(who)),
            Int::MoveNumber => Num::MoveNumber,
        })
    }

    // --- Cells ---

    /// The union of sets of cells, filtered by the phases among them.
    fn cells(&self, cells: &[Cells], player: Player) -> Result<CellSet<W>> {
        let start = Start { rules: self.rules, board: self.board };
        Ok(start.union(cells, player, 0).into_iter().collect())
    }

    /// Each set as a region of its own.
    fn regions(&self, cells: &[Cells]) -> Result<Vec<CellSet<W>>> {
        Ok(self.rules.regions_of(self.board, cells, self.player).into_iter().map(|r| r.into_iter().collect()).collect())
    }

    // --- Moves ---

    fn side(&self, analysis: &Analysis, classes: &[Class], class_of: &[Vec<usize>]) -> Result<Side<W>> {
        // Definitions of one class and urgency share their conditions.
        let mut merged: Vec<(u16, usize, Vec<Pred<W>>)> = Vec::new();
        for (k, piece) in self.rules.pieces.iter().enumerate() {
            for (i, def) in piece.moves.iter().enumerate() {
                if !facts::may_make(piece, def, self.player) {
                    continue;
                }
                let urgency = facts::urgency(def);
                let this = Compiler { neutral: piece.owner == Who::Neutral, ..*self };
                let mut pre = this.pred(&def.pre, Some(def))?;
                if def.pops() && !facts::moves_anyones(piece, def) {
                    let own = Pred::Owned(Place::From, 1 << self.player.index());
                    pre = match pre {
                        Pred::And(mut ps) => {
                            ps.insert(0, own);
                            Pred::And(ps)
                        }
                        p => Pred::And(vec![own, p]),
                    };
                }
                let class = class_of[k][i];
                match merged.iter_mut().find(|(u, c, _)| *u == urgency && *c == class) {
                    Some((_, _, pres)) => pres.push(pre),
                    None => merged.push((urgency, class, vec![pre])),
                }
            }
        }
        merged.sort_by_key(|(urgency, class, _)| (*urgency, *class));
        let mut defs = Vec::new();
        for (urgency, class, mut pres) in merged {
            let pre = if pres.len() == 1 { pres.remove(0) } else { Pred::Or(pres) };
            defs.push(self.def(analysis, classes[class], class, urgency, pre)?);
        }
        let one_urgency = defs.windows(2).all(|w: &[Def<W>]| w[0].urgency == w[1].urgency);
        Ok(Side { defs, one_urgency, clauses: self.clauses(analysis)?, never: self.never(analysis)? })
    }

    fn def(&self, analysis: &Analysis, class: Class, id: usize, urgency: u16, pre: Pred<W>) -> Result<Def<W>> {
        let piece = &self.rules.pieces[class.piece];
        let def = &piece.moves[class.definition];
        let mut choices = vec![0u8];
        let mut post = Vec::new();
        let mut used = 0;
        // What does not fit into the bits of a choice is not left to the mover.
        let mut bits = |wanted: bool, count: u8| {
            let at = (wanted && used + count <= 8).then_some(used);
            used += if at.is_some() { count } else { 0 };
            at
        };
        for effect in &def.post {
            let optional = bits(effect.optional, 1);
            let turn = bits(effect.kind == EffectKind::Rotate(None), 3);
            let ways = |choice: u8| {
                let full = if turn.is_some() { self.full_turn() } else { 1 };
                (0..full).map(move |k| choice | turn.map_or(0, |bit| k << bit))
            };
            choices = match optional {
                None => choices.into_iter().flat_map(ways).collect(),
                Some(bit) => choices.into_iter().flat_map(|c| std::iter::once(c).chain(ways(c | 1 << bit))).collect(),
            };
            post.push(self.effect(effect, def, piece.owner == Who::Neutral, optional, turn)?);
        }
        let mut actions = Vec::new();
        for action in &def.actions {
            match action {
                Action::Pass => {}
                Action::Pop(cell, amount) => {
                    let count = match amount {
                        Amount::Count(n) => *n as usize,
                        Amount::All => MAX_HEIGHT,
                    };
                    actions.push(ActionStep::Pop(self.place(cell)?, count));
                }
                Action::Push { cell, count, owner, trail } => actions.push(ActionStep::Push {
                    cell: self.place(cell)?,
                    count: (*count as usize).min(MAX_HEIGHT + 1),
                    owner: owner.and_then(|w| self.new_owner(w)),
                    trail: *trail,
                }),
            }
        }
        let owner = if piece.owner == Who::Neutral { 2 } else { self.player.index() };
        let to_matters = |p: &Place| p.depends_on(Variable::To);
        let aims_to = actions.iter().any(|a| match a {
            ActionStep::Push { cell, .. } => to_matters(cell),
            ActionStep::Pop(cell, _) => to_matters(cell),
        });
        let pushes: u32 = if def.pops() {
            0
        } else {
            def.actions.iter().map(|a| if let Action::Push { count, .. } = a { *count } else { 0 }).sum()
        };
        let lone_push =
            matches!(actions.as_slice(), [ActionStep::Push { cell: Place::To, count: 1, owner: None, trail: false }]);
        let carry = matches!(
            actions.as_slice(),
            [ActionStep::Pop(Place::From, 1), ActionStep::Push { cell: Place::To, owner: None, trail: false, .. }]
        );
        let replace = facts::replaces(def);
        let rest = if replace { &def.post[1..] } else { &def.post[..] };
        let plan = match () {
            _ if !analysis.plain => Plan::General,
            _ if lone_push && def.post.is_empty() => Plan::Drop,
            _ if carry && rest.is_empty() && !def.post.first().is_some_and(|e| facts::returns_captives(&e.kind)) => {
                Plan::Step { replace }
            }
            _ => Plan::General,
        };
        let landings: Vec<&ActionStep> = actions.iter().filter(|a| matches!(a, ActionStep::Push { .. })).collect();
        let carries = !def.pops() || matches!(actions.first(), Some(ActionStep::Pop(Place::From, 1..)));
        let lands = carries && matches!(landings[..], [ActionStep::Push { cell: Place::To, trail: false, .. }]);
        let checked = !lands && !landings.is_empty();
        let kernel = if !def.pops() && !def.pushes() {
            Kernel::Pass(pre)
        } else if !def.pops() {
            Kernel::Drop(self.on(Variable::To, pre))
        } else if aims_to {
            self.kernel(pre, analysis)
        } else {
            Kernel::Remove(pre)
        };
        Ok(Def {
            class: id as u16,
            piece: class.piece,
            owner,
            urgency,
            kernel,
            plan,
            replace_first: replace && !analysis.stacks,
            lands,
            checked,
            pops: def.pops(),
            pushes: pushes.min(255) as u8,
            choices,
            actions,
            post,
        })
    }

    /// The fastest way of finding the moves of a piece that goes from cell to cell.
    fn kernel(&self, pre: Pred<W>, analysis: &Analysis) -> Kernel<W> {
        if !analysis.stacks {
            let mut paths = Vec::new();
            if self.paths(&pre, &mut paths) {
                // Two paths that share a pair of cells would give the move twice.
                let clash = |a: &Way<W>, b: &Way<W>| a.map.iter().zip(&b.map).any(|(x, y)| *x != NOWHERE && x == y);
                let ways: Vec<&Way<W>> = paths.iter().flat_map(|g: &PathGroup<W>| &g.ways).collect();
                let distinct = (0..ways.len()).all(|i| (0..i).all(|j| !clash(ways[i], ways[j])));
                if distinct {
                    return Kernel::Paths(paths);
                }
            }
        }
        // What does not depend on `to` is tested once a `from`, what does not depend on `from` once altogether.
        let conjuncts = match pre {
            Pred::And(ps) => ps,
            p => vec![p],
        };
        let (mut on_from, mut on_to, mut on_both) = (Vec::new(), Vec::new(), Vec::new());
        for p in conjuncts {
            match (p.depends_on(Variable::From), p.depends_on(Variable::To)) {
                (_, false) => on_from.push(p),
                (false, true) => on_to.push(p),
                (true, true) => on_both.push(p),
            }
        }
        Kernel::FromTo {
            slide: Slide::of(&on_both.iter().collect::<Vec<_>>(), &Place::From, self.topology),
            on_from: self.on(Variable::From, Pred::And(on_from)),
            on_to: self.on(Variable::To, Pred::And(on_to)),
            on_both: Pred::And(on_both),
        }
    }

    /// A condition on one cell of a move.
    fn on(&self, variable: Variable, pred: Pred<W>) -> CellCondition<W> {
        CellCondition::new(pred, variable, self.topology)
    }

    /// Splits a condition into paths with conditions on `from` and on `to` alone, if it is of that form.
    fn paths(&self, pre: &Pred<W>, out: &mut Vec<PathGroup<W>>) -> bool {
        let disjuncts = match dnf(pre) {
            Some(d) if d.len() <= 8 => d,
            _ => return false,
        };
        for conjuncts in disjuncts {
            let mut maps: Option<&Arc<Vec<Vec<CellId>>>> = None;
            let (mut on_from, mut on_to, mut on_path) = (Vec::new(), Vec::new(), Vec::new());
            for p in conjuncts {
                match p {
                    Pred::Reach(Place::From, Place::To, _, paths) if !paths.is_empty() && maps.is_none() => {
                        maps = Some(paths)
                    }
                    p => match (p.depends_on(Variable::From), p.depends_on(Variable::To)) {
                        (true, true) => on_path.push(p.clone()),
                        (true, false) => on_from.push(p.clone()),
                        _ => on_to.push(p.clone()),
                    },
                }
            }
            let Some(maps) = maps else { return false };
            let on_path = Pred::And(on_path);
            let way = |map: &Vec<CellId>| {
                // A piece does not go where it stands.
                let moved = |(c, &to): (usize, &CellId)| if to == c as CellId { NOWHERE } else { to };
                let map: Vec<CellId> = map.iter().enumerate().map(moved).collect();
                // What the path leads over is, like its end, a matter of where it begins.
                let last = |(c, &to): (usize, &CellId)| match self.topology.line(c as CellId, to) {
                    Some((d, _)) => self.topology.next(to, self.topology.opposite[d]),
                    None => NOWHERE,
                };
                let over: Vec<CellId> = map.iter().enumerate().map(last).collect();
                let on_path = Mask::of_path(&on_path, &map, &over, self.topology)?;
                Some(Way { shifts: Shifts::of(&map), map, on_path })
            };
            let Some(ways) = maps.iter().map(way).collect() else { return false };
            out.push(PathGroup {
                on_from: self.on(Variable::From, Pred::And(on_from)),
                on_to: self.on(Variable::To, Pred::And(on_to)),
                ways,
            });
        }
        true
    }

    /// How many direct turns bring a direction back to itself.
    fn full_turn(&self) -> u8 {
        let Some(d) = (0..self.topology.directions).find(|&d| self.board.is_direct(d)) else { return 1 };
        (1..8).find(|&k| self.board.turn(d, k.into()) == d).unwrap_or(8)
    }

    /// The owner that pieces get; `None` if they keep theirs.
    fn new_owner(&self, who: Who) -> Option<usize> {
        match who {
            Who::All => None,
            Who::Neutral | Who::Nobody => Some(2),
            _ => who.player(self.player).map(Player::index),
        }
    }

    fn effect(
        &self,
        effect: &Effect,
        def: &MoveDef,
        neutral: bool,
        optional: Option<u8>,
        turn: Option<u8>,
    ) -> Result<EffectStep<W>> {
        // What stands on `to` may be anybody's by then.
        let after = Compiler { turns: true, neutral, ..*self };
        let (track, reap) = match &effect.kind {
            EffectKind::Sow { track, reap } => {
                let reap = match reap {
                    None => None,
                    Some((b, spared)) => Some((after.pred(b, Some(def))?, after.cells(spared, self.player)?)),
                };
                (track.iter().map(|c| after.place(c)).collect::<Result<_>>()?, reap)
            }
            _ => (Vec::new(), None),
        };
        Ok(EffectStep {
            kind: effect.kind.clone(),
            lowered: after.effect_parts(&effect.kind)?,
            guard: after.pred(&effect.guard, Some(def))?,
            track,
            reap,
            optional,
            turn,
        })
    }

    fn effect_parts(&self, kind: &EffectKind) -> Result<super::moves::Parts> {
        use super::moves::Parts;
        let none = Filter { kinds: 0, owners: 0, state: None, flags: 0, by_owner: false };
        let mut parts = Parts {
            filter: none,
            victims: 0,
            place: Place::To,
            number: Num::Const(0),
            owner: None,
            directions: Vec::new(),
        };
        let by_facing = |dir: &Dir| {
            let mut tables = self.by_facing(&[*dir], |directions| directions.to_vec());
            tables.iter_mut().for_each(|t| t.sort_unstable());
            tables
        };
        match kind {
            EffectKind::Capture { pieces, victim, .. } => {
                parts.victims = self.owner_bits(*victim);
                parts.filter = self.filter(pieces, parts.victims);
                parts.filter.owners &= parts.victims;
            }
            EffectKind::Convert { pieces, owner, .. } => {
                parts.victims = self.owner_bits(Who::Opponent);
                parts.filter = Filter { kinds: u16::MAX, owners: parts.victims, by_owner: true, ..none };
                parts.owner = self.new_owner(pieces.as_ref().and_then(|p| p.owner).unwrap_or(*owner));
            }
            EffectKind::Face(dir) => parts.directions = by_facing(dir),
            EffectKind::Displace { direction, pieces, .. } => {
                parts.filter = self.filter(pieces, 7);
                parts.directions = by_facing(direction);
            }
            EffectKind::SetCellState(c, n) | EffectKind::SetPieceState(c, n) => {
                parts.place = self.place(c)?;
                parts.number = self.num(n)?;
            }
            EffectKind::IncState { cell, .. } | EffectKind::AddFlag(cell, _) | EffectKind::RemoveFlag(cell, _) => {
                parts.place = self.place(cell)?;
            }
            EffectKind::Score(n) | EffectKind::SetCellStates(n) => parts.number = self.num(n)?,
            EffectKind::Spin(cell, _) => parts.place = self.place(cell)?,
            EffectKind::Rotate(_)
            | EffectKind::Repeat
            | EffectKind::Swap
            | EffectKind::Shift
            | EffectKind::Sow { .. } => {}
        }
        Ok(parts)
    }

    // --- The end ---

    fn clauses(&self, analysis: &Analysis) -> Result<Clauses<W>> {
        // Turtle directions are those of the player tested.
        let this = Compiler { turns: false, ..*self };
        let mut clauses = Clauses { atoms: Vec::new(), ..Clauses::default() };
        for clause in &self.rules.end {
            if !clause.who.means(Some(self.player), self.player) {
                continue;
            }
            let tree = this.condition(&clause.condition, analysis, &mut clauses.atoms)?;
            clauses.clauses.push((clause.verdict, tree));
        }
        clauses.uses_no_move = clauses.atoms.iter().any(|a| matches!(a.test, Test::NoMove));
        clauses.uses_all_passed = clauses.atoms.iter().any(|a| matches!(a.test, Test::AllPassed));
        clauses.mark_fresh(self.rules.opp_turn);
        Ok(clauses)
    }

    /// What must never hold after a move of the player.
    fn never(&self, analysis: &Analysis) -> Result<Option<(Vec<Atom<W>>, Tree)>> {
        let Some(condition) = &self.rules.never else { return Ok(None) };
        let mut atoms = Vec::new();
        let tree = Compiler { turns: false, ..*self }.condition(condition, analysis, &mut atoms)?;
        Ok(Some((atoms, tree)))
    }

    fn condition(&self, condition: &Condition, analysis: &Analysis, atoms: &mut Vec<Atom<W>>) -> Result<Tree> {
        let own = 1 << self.player.index();
        let select = |record: &PieceRecord, buried: bool| Selector { filter: self.filter(record, own), buried };
        let near = |a: &Option<Adjacency>| match a {
            None => Near::Adjacent,
            Some(Adjacency::Direct) => Near::Direct,
            Some(Adjacency::Indirect) => Near::Indirect,
            Some(Adjacency::All) => Near::All,
        };
        let test = match condition {
            Condition::And(cs) => {
                return Ok(Tree::And(cs.iter().map(|c| self.condition(c, analysis, atoms)).collect::<Result<_>>()?));
            }
            Condition::Or(cs) => {
                return Ok(Tree::Or(cs.iter().map(|c| self.condition(c, analysis, atoms)).collect::<Result<_>>()?));
            }
            Condition::Not(c) => return Ok(Tree::Not(Box::new(self.condition(c, analysis, atoms)?))),
            Condition::Compare(cmp, a, b) => Test::Compare(*cmp, self.num(a)?, self.num(b)?),
            Condition::Connect { regions, pieces, adjacency, buried } => Test::Connect {
                regions: self.regions(regions)?,
                pieces: select(pieces, *buried),
                near: near(adjacency),
            },
            Condition::Cycle { pieces, .. } => Test::Cycle { pieces: select(pieces, false) },
            Condition::Group { size, exactly, pieces, adjacency, buried } => {
                Test::Group { size: *size, exactly: *exactly, pieces: select(pieces, *buried), near: near(adjacency) }
            }
            Condition::InARow { length, exactly, pieces, adjacency, buried } => Test::InARow {
                length: *length,
                exactly: *exactly,
                pieces: select(pieces, *buried),
                axes: match adjacency {
                    None => self.board.axes().to_vec(),
                    Some(Adjacency::Direct) => self.board.axes_of(true, false),
                    Some(Adjacency::Indirect) => self.board.axes_of(false, true),
                    Some(Adjacency::All) => self.board.axes_of(true, true),
                },
            },
            Condition::Pattern { path, pieces } => {
                let embed = |base: usize| -> Vec<Option<CellSet<W>>> {
                    let stops: Vec<Vec<CellId>> = (1..=path.len()).map(|n| self.walk(&path[..n], base)).collect();
                    (0..self.topology.cells)
                        .map(|c| {
                            let on_board = stops.iter().all(|s| s[c] != NOWHERE);
                            on_board.then(|| stops.iter().map(|s| s[c]).chain(std::iter::once(c as CellId)).collect())
                        })
                        .collect()
                };
                let bases = (0..self.topology.directions).filter(|&d| self.board.is_direct(d));
                Test::Pattern { embeddings: bases.map(embed).collect(), pieces: select(pieces, false) }
            }
            Condition::Reach { goal, count, pieces, buried } => {
                Test::Reach { goal: self.cells(goal, self.player)?, count: *count, pieces: select(pieces, *buried) }
            }
            Condition::Capture { count, pieces } => {
                Test::Capture { count: *count, kinds: self.filter(pieces, own).kinds }
            }
            Condition::Threatened(pieces) => Test::Threatened { kinds: self.filter(pieces, own).kinds },
            Condition::Path { goal, pieces } => {
                Test::Path { goal: self.cells(goal, self.player)?, pieces: select(pieces, false) }
            }
            Condition::Eliminate { player, pieces } => {
                Test::Eliminate { filter: self.filter(pieces, self.owner_bits(*player)) }
            }
            Condition::Score(n) => Test::Score(*n),
            Condition::Stack { height, exactly, pieces, own_only } => Test::Stack {
                height: *height,
                exactly: *exactly,
                filter: self.filter(pieces, own),
                own_only: *own_only,
            },
            Condition::State { state, cell: Some(cell), .. } => {
                Test::CellState { state: *state, cell: self.place(cell)? }
            }
            Condition::State { state, cell: None, pieces } => {
                let filter = self.filter(pieces.as_ref().unwrap_or(&PieceRecord::default()), own);
                Test::PieceState { state: *state, filter }
            }
            Condition::NoMove => Test::NoMove,
            Condition::AllPassed => Test::AllPassed,
            Condition::Full => Test::Full,
        };
        let plain = |s: &Selector| s.filter.by_owner && !s.buried && s.filter.owners == own;
        let local = match &test {
            Test::InARow { exactly, pieces, .. } => plain(pieces) && (!exactly || analysis.drops_only),
            Test::Connect { pieces, .. } | Test::Cycle { pieces, .. } => plain(pieces),
            Test::Group { size: Some(_), exactly, pieces, .. } => plain(pieces) && (!exactly || analysis.drops_only),
            Test::Reach { count: ReachCount::Count(_), pieces, .. } => plain(pieces),
            _ => false,
        };
        // The same condition named twice is one: else it would not be seen to decide the game.
        if let Some(i) = atoms.iter().position(|a| a.test == test) {
            return Ok(Tree::Atom(i));
        }
        atoms.push(Atom { test, fresh: false, local });
        Ok(Tree::Atom(atoms.len() - 1))
    }
}

/// Whether a condition says how to get from cell to cell.
fn leads<const W: usize>(pre: &Pred<W>) -> bool {
    match pre {
        Pred::And(ps) | Pred::Or(ps) => ps.iter().any(leads),
        Pred::Not(p) => leads(p),
        Pred::Reach(..) => true,
        _ => false,
    }
}

/// A condition as alternatives of ways with conditions each, if there are few.
fn dnf<const W: usize>(pre: &Pred<W>) -> Option<Vec<Vec<&Pred<W>>>> {
    match pre {
        Pred::Or(ps) if leads(pre) => {
            let mut all = Vec::new();
            for p in ps {
                all.extend(dnf(p)?);
            }
            Some(all)
        }
        Pred::And(ps) => {
            let mut all: Vec<Vec<&Pred<W>>> = vec![Vec::new()];
            for p in ps {
                let alternatives = dnf(p)?;
                if all.len() * alternatives.len() > 16 {
                    return None;
                }
                all = all
                    .iter()
                    .flat_map(|a| alternatives.iter().map(move |b| a.iter().chain(b).copied().collect()))
                    .collect();
            }
            Some(all)
        }
        p => Some(vec![vec![p]]),
    }
}

/// The start section on a board.
struct Start<'a> {
    rules: &'a Rules,
    board: &'a Board,
}

impl Start<'_> {
    /// Cells of a union of sets in board order, filtered by every phase among them.
    fn union(&self, cells: &[Cells], player: Player, depth: usize) -> Vec<CellId> {
        let mut chosen = vec![false; self.board.len()];
        let mut phases = Vec::new();
        let mut named = false;
        for c in cells {
            if let Cells::Phase(k) = c {
                phases.push(*k);
                continue;
            }
            named = true;
            for cell in self.one(c, player, depth) {
                chosen[cell as usize] = true;
            }
        }
        if !named && phases.is_empty() {
            return Vec::new();
        }
        let kept = |c: &CellId| (!named || chosen[*c as usize]) && phases.iter().all(|&k| self.board.phase(*c) == k);
        (0..self.board.len() as CellId).filter(kept).collect()
    }

    /// A region, seen from its owner, or from the player if both own it; one that names itself adds nothing.
    fn region(&self, region: &Region, player: Player, depth: usize) -> Vec<CellId> {
        if depth > self.rules.regions.len() {
            return Vec::new();
        }
        self.union(&region.cells, region.owner.unwrap_or(player), depth)
    }

    fn one(&self, cells: &Cells, player: Player, depth: usize) -> Vec<CellId> {
        let facing = |p: Player| self.rules.players[p.index()].facing;
        let all = || 0..self.board.len() as CellId;
        match cells {
            Cells::Label(label) => self.board.cell(label).into_iter().collect(),
            Cells::Home(k) => self.board.home(facing(player), *k),
            Cells::Away(k) => self.board.home(facing(player.opponent()), *k),
            Cells::Side(c) => self.side(*c),
            Cells::Edge => self.board.edge(),
            Cells::AllSides => self.board.sides().iter().flat_map(|s| s.cells.iter().copied()).collect(),
            Cells::Corners => self.board.corners().to_vec(),
            Cells::Centre => self.board.centre().to_vec(),
            Cells::Phase(k) => all().filter(|&c| self.board.phase(c) == *k).collect(),
            Cells::Row(k) => all().filter(|&c| self.board.row(c) + 1 == *k).collect(),
            Cells::Col(k) => all().filter(|&c| self.board.col(c) + 1 == *k).collect(),
            Cells::All => all().collect(),
            Cells::Region(k) => match (*k as usize).checked_sub(1).and_then(|i| self.rules.regions.get(i)) {
                Some(r) => self.region(r, player, depth + 1),
                None => Vec::new(),
            },
            Cells::OwnRegions | Cells::EnemyRegions => {
                let whose = if *cells == Cells::OwnRegions { player } else { player.opponent() };
                if self.rules.regions.is_empty() {
                    return self.board.own_sides(whose.index()).unwrap_or_default().into_iter().flatten().collect();
                }
                let owned = self.rules.regions.iter().filter(|r| r.owner.is_none_or(|o| o == whose));
                owned.flat_map(|r| self.region(r, whose, depth + 1)).collect()
            }
        }
    }

    fn side(&self, c: Compass) -> Vec<CellId> {
        self.board.side(c).map(<[CellId]>::to_vec).unwrap_or_default()
    }

    /// Whether a clause places pieces of an owner.
    fn places_for(&self, place: &super::rules::Place, owner: usize) -> bool {
        facts::kinds_of(self.rules, &place.piece).any(|kind| {
            let owners = facts::owners_of(&self.rules.pieces[kind], &place.piece);
            let turned = (place.mirror || place.rotate)
                && matches!(owners[..], [0 | 1])
                && facts::may_own(&self.rules.pieces[kind], owner);
            owners.contains(&owner) || turned
        })
    }

    /// The pieces on the board at the start, in order; a cell named twice keeps the first.
    fn placed(&self) -> Vec<(CellId, Piece)> {
        let mut placed = Vec::new();
        for place in &self.rules.places {
            for kind in facts::kinds_of(self.rules, &place.piece) {
                self.place(place, kind, &mut placed);
            }
        }
        placed
    }

    fn place(&self, place: &super::rules::Place, kind: usize, placed: &mut Vec<(CellId, Piece)>) {
        let def = &self.rules.pieces[kind];
        let piece = |owner: usize| {
            Piece::new(kind, owner, place.piece.state.unwrap_or(def.state), def.flags | place.piece.flags)
        };
        let cells = |owner: usize| {
            let mut cells = match place.cells.is_empty() {
                true => (0..self.board.len() as CellId).collect(),
                false => self.union(&place.cells, Player::from_index(if owner == 1 { 1 } else { 0 }), 0),
            };
            cells.truncate(place.count.unwrap_or(u32::MAX) as usize);
            cells
        };
        let owners = facts::owners_of(&self.rules.pieces[kind], &place.piece);
        if let ([owner @ (0 | 1), ..], true) = (&owners[..], place.mirror || place.rotate) {
            let (first, other) = (cells(*owner), 1 - owner);
            placed.extend(first.iter().map(|&c| (c, piece(*owner))));
            if facts::may_own(&self.rules.pieces[kind], other) {
                let mut images = first;
                if place.mirror {
                    images = images.into_iter().map(|c| self.board.mirrored(c)).collect();
                }
                if place.rotate {
                    images = images.into_iter().filter_map(|c| self.board.half_turn(c)).collect();
                }
                placed.extend(images.into_iter().map(|c| (c, piece(other))));
            }
            return;
        }
        for &owner in &owners {
            placed.extend(cells(owner).into_iter().map(|c| (c, piece(owner))));
        }
        // What only one player has at home the other has too, if all clauses of the type are like that.
        let at_home = |p: &super::rules::Place| {
            p.cells.iter().all(|c| matches!(c, Cells::Home(_) | Cells::Phase(_)))
                && p.cells.iter().any(|c| matches!(c, Cells::Home(_)))
        };
        if let ([owner @ (0 | 1)], Who::All) = (&owners[..], def.owner)
            && self.rules.places.iter().all(|p| !facts::kinds_of(self.rules, &p.piece).contains(&kind) || at_home(p))
            && !self.rules.places.iter().any(|p| self.places_for(p, 1 - owner))
        {
            placed.extend(cells(1 - owner).into_iter().map(|c| (c, piece(1 - owner))));
        }
    }
}

impl<const W: usize> Game<W> {
    /// Whether no move adds pieces to the board, or none removes any, where cells hold one piece: a position with another
    /// number of pieces than those before is none of them, nor will any be that comes after.
    fn never_adds_and_removes(&self) -> bool {
        let defs = || self.sides.iter().flat_map(|s| &s.defs);
        let pushes = |d: &Def<W>| d.actions.iter().any(|a| matches!(a, ActionStep::Push { .. }));
        let adds = |d: &Def<W>| !d.pops && pushes(d);
        let removes = |d: &Def<W>| {
            let captures = d.post.iter().any(|e| matches!(e.kind, EffectKind::Capture { .. }));
            captures || d.pops && !pushes(d) || d.replace_first
        };
        let moves_many = |d: &Def<W>| {
            d.post.iter().any(|e| matches!(e.kind, EffectKind::Shift | EffectKind::Spin(..) | EffectKind::Sow { .. }))
        };
        self.stride == 1 && !defs().any(moves_many) && !(defs().any(adds) && defs().any(removes))
    }

    /// Whether a position can come again: not if every move adds a piece, or every one takes an enemy or one of its own off or
    /// goes forwards.
    fn may_repeat(&self) -> bool {
        let harmless = |e: &EffectStep<W>| matches!(e.kind, EffectKind::Score(_) | EffectKind::Repeat);
        let removes = |e: &EffectStep<W>| {
            matches!(e.kind, EffectKind::Capture { .. } | EffectKind::Shift | EffectKind::Sow { .. })
        };
        let adds_only = self
            .sides
            .iter()
            .flat_map(|s| &s.defs)
            .all(|d| !d.pops && if d.actions.is_empty() { d.post.is_empty() } else { !d.post.iter().any(removes) });
        if adds_only {
            return false;
        }
        if self.topology.cells > 400 {
            return true;
        }
        let goes = |d: &Def<W>| {
            let taking = |e: &EffectStep<W>| harmless(e) || matches!(e.kind, EffectKind::Capture { .. });
            // Pieces leave the board or go from `from` to `to`, nowhere else.
            let goes = matches!(
                d.actions.as_slice(),
                [ActionStep::Pop(Place::From, 1..)]
                    | [
                        ActionStep::Pop(Place::From, 1..),
                        ActionStep::Push { cell: Place::To, owner: None, trail: false, .. }
                    ]
            );
            goes && d.post.iter().all(taking) && self.stride == 1
        };
        let takes = |player: usize, d: &Def<W>| {
            let enemy = |p: &Pred<W>| matches!(p, Pred::Owned(Place::To, o) if *o == 1 << (1 - player));
            let on_enemies = |p: &Pred<W>| enemy(p) || matches!(p, Pred::And(ps) if ps.iter().any(enemy));
            let onto = match &d.kernel {
                Kernel::Paths(groups) => groups.iter().all(|g| on_enemies(&g.on_to.pred)),
                Kernel::FromTo { on_to, .. } => on_enemies(&on_to.pred),
                _ => false,
            };
            onto && d.replace_first && goes(d)
        };
        let forwards = |player: usize, d: &Def<W>| {
            if d.actions.is_empty() {
                return d.post.is_empty();
            }
            if !goes(d) {
                return false;
            }
            let progress = |c: CellId| {
                let (row, col) = (self.topology.row[c as usize] as i32, self.topology.col[c as usize] as i32);
                match self.rules.players[player].facing {
                    Compass::N => row,
                    Compass::S => -row,
                    Compass::E => col,
                    Compass::W => -col,
                    _ => 0,
                }
            };
            match &d.kernel {
                Kernel::Remove(_) => true,
                Kernel::Paths(groups) => groups.iter().all(|g| {
                    let own = |p: &Pred<W>| matches!(p, Pred::Owned(Place::From, o) if *o == 1 << player);
                    let ahead = |(c, &t): (usize, &CellId)| t == NOWHERE || progress(t) > progress(c as CellId);
                    matches!(&g.on_from.pred, Pred::And(ps) if ps.iter().any(own))
                        && g.ways.iter().all(|w| w.map.iter().enumerate().all(ahead))
                }),
                _ => false,
            }
        };
        !(0..2).all(|p| self.sides[p].defs.iter().all(|d| takes(p, d) || forwards(p, d)))
    }

    /// A change that may have touched anything.
    pub(super) fn anything(by: Player) -> Change {
        Change { by, gained: None }
    }
}
