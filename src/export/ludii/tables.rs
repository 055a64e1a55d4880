//! Ways over the board: by name where the other language knows the direction, as tables of numbers elsewhere.

use super::terms::{Place, When};
use super::writer::{Unsaid, Writer, sites, unsaid};
use crate::board::Tiling;
use crate::game::facts;
use crate::game::rules::{Condition, Coord, Dir, Player, Turtle};
use std::collections::BTreeMap;

/// What a table gives where the pair of two cells is in it.
const MARK: u32 = 2_000_000_000;

/// A cell as the other language says it, and what must hold for it to be there.
pub(in crate::export) struct Said {
    pub cell: String,
    pub there: Option<String>,
}

impl Said {
    /// What holds of the cell if it is there.
    pub fn and(self, what: impl FnOnce(&str) -> String) -> String {
        let what = what(&self.cell);
        self.there.map_or(what.clone(), |there| format!("(and {there} {what})"))
    }

    /// A number about the cell: nothing if it is not there.
    pub fn or_zero(self, number: impl FnOnce(&str) -> String) -> String {
        let number = number(&self.cell);
        self.there.map_or(number.clone(), |there| format!("(if {there} {number} 0)"))
    }
}

impl Writer<'_> {
    /// Whether the board is one of squares on one level, whose directions have their names there.
    pub fn squares(&self) -> bool {
        self.rules.board.tiling == Tiling::Square && self.board.levels() == 1
    }

    /// The directions of the board that such directions are for a player's pieces.
    pub fn ways_of(&self, dirs: &[Dir], player: Player) -> Vec<usize> {
        let facing = self.board.compass(self.rules.players[player.index()].facing);
        let mut ways: Vec<usize> = Vec::new();
        for dir in dirs {
            match dir {
                Dir::Compass(compass) => ways.extend(self.board.compass(*compass)),
                Dir::Turtle(turtle) => ways.extend(crate::game::turtle(self.board, facing, *turtle)),
                Dir::Up => ways.extend(self.board.direction_called("u")),
                Dir::Down => ways.extend(self.board.direction_called("d")),
                Dir::Direct => ways.extend(self.board.directions_of(true, false)),
                Dir::Diagonal => ways.extend(self.board.directions_of(false, true)),
                Dir::All => ways.extend(self.board.adjacent_directions()),
            }
        }
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    /// The cell so many steps from another; where there is none, it says some other cell.
    fn stepped(&self, near: &str, way: usize, steps: u32) -> Result<String, Unsaid> {
        let name = self.board.direction_name(way);
        if self.squares() {
            return Ok(format!("(ahead {near} steps:{steps} {})", name.to_uppercase()));
        }
        let far = |c: u16| Some((c.into(), self.board.ray(c, way).nth(steps as usize - 1)?.into()));
        let pairs = self.board.cells().filter_map(far).collect();
        let table = self.tables.name(&format!("Step{name}{steps}"), pairs)?;
        Ok(format!("(mapEntry \"{table}\" {near})"))
    }

    /// A cell by name, and when there is one.
    pub fn said(&self, cell: &Coord, at: Place) -> Result<Said, Unsaid> {
        let always = |cell: String| Ok(Said { cell, there: None });
        match cell {
            Coord::From if at.from.is_empty() => unsaid("from of a move without one"),
            // After a pass there is neither.
            Coord::From | Coord::To if at.when == When::After && self.may_pass() => self.last_moved(cell, at),
            Coord::From => always(at.from.into()),
            Coord::To => always(at.to.into()),
            Coord::Current if at.current.is_empty() => unsaid("current"),
            Coord::Current => always(at.current.into()),
            Coord::Last => self.last(at),
            Coord::Label(label) => match self.board.cell(label) {
                Some(c) => always(c.to_string()),
                None => unsaid(label.as_str()),
            },
            Coord::Over | Coord::Middle | Coord::Ahead(..) => self.on_the_way(cell, at),
            Coord::Step(..) => self.chain(cell, at),
        }
    }

    /// Where the last move ended: nowhere at the start, though what was placed then counts as moves there, and nowhere after a pass.
    fn last(&self, at: Place) -> Result<Said, Unsaid> {
        if at.when == When::Then {
            return unsaid("last of an effect");
        }
        if self.rules.swap {
            return unsaid("last beside swap");
        }
        let placed = !self.rules.places.is_empty() || !self.counted().is_empty();
        let mut there = Vec::new();
        if at.when == When::Before && placed {
            there.push("(> (count Moves) 0)");
        }
        if self.may_pass() || at.when == When::Before && !placed {
            there.push("(>= (last To) 0)");
        }
        let there = match there.as_slice() {
            [] => None,
            [one] => Some(one.to_string()),
            _ => Some(format!("(and {})", there.join(" "))),
        };
        Ok(Said { cell: "(last To)".into(), there })
    }

    /// A cell of the last move, when it has been made.
    fn last_moved(&self, cell: &Coord, at: Place) -> Result<Said, Unsaid> {
        let text = if *cell == Coord::From { at.from } else { at.to };
        Ok(Said { cell: text.into(), there: Some(format!("(>= {text} 0)")) })
    }

    /// Whether a player may pass, by choice or for want of a move.
    pub fn may_pass(&self) -> bool {
        facts::has_pass(self.rules) || !facts::always_ends(self.rules, &Condition::NoMove)
    }

    /// A cell some steps from another, in one direction or several one after the other.
    fn chain(&self, cell: &Coord, at: Place) -> Result<Said, Unsaid> {
        let mut steps = Vec::new();
        let mut base = cell;
        while let Coord::Step(near, dir, n) = base {
            if matches!(dir, Dir::Turtle(_)) && at.when != When::Before && self.moves_others() {
                return unsaid("directions of pieces of others");
            }
            let [way] = self.ways_of(&[*dir], at.player)[..] else { return unsaid("step in several directions") };
            steps.push((way, *n));
            base = near;
        }
        steps.reverse();
        let near = self.said(base, at)?;
        let mut text = near.cell.clone();
        for &(way, n) in &steps {
            if n > 0 {
                text = self.stepped(&text, way, n)?;
            }
        }
        let end = |c: u16| {
            steps
                .iter()
                .try_fold(c, |c, &(way, n)| if n == 0 { Some(c) } else { self.board.ray(c, way).nth(n as usize - 1) })
        };
        let whole: Vec<u16> = self.board.cells().filter(|&c| end(c).is_some()).collect();
        if whole.is_empty() {
            return unsaid("step that leads nowhere");
        }
        let inside = (whole.len() < self.board.len()).then(|| format!("(is In {} {})", near.cell, sites(&whole)));
        let there = match (near.there, inside) {
            (Some(a), Some(b)) => Some(format!("(and {a} {b})")),
            (a, b) => a.or(b),
        };
        Ok(Said { cell: text, there })
    }

    /// The number that stands for a pair of cells.
    fn pair(&self, a: &str, b: &str) -> String {
        format!("(+ (* {} {a}) {b})", self.board.len())
    }

    /// A cell that the line from `from` to `to` decides.
    fn on_the_way(&self, cell: &Coord, at: Place) -> Result<Said, Unsaid> {
        if at.from.is_empty() {
            return unsaid("from of a move without one");
        }
        let (word, far) = match cell {
            Coord::Over => ("Over".to_string(), None),
            Coord::Middle => ("Middle".to_string(), None),
            Coord::Ahead(near, n) if **near == Coord::To => (format!("Ahead{n}"), Some(*n)),
            _ => return unsaid("ahead"),
        };
        let of_line = |from: u16, to: u16| -> Option<u16> {
            let (way, length) = self.board.line_any(from, to)?;
            match (cell, far) {
                (Coord::Over, _) if length == 1 => Some(from),
                (Coord::Over, _) => self.board.ray(from, way).nth(length as usize - 2),
                (_, Some(0)) => Some(to),
                (_, Some(n)) => self.board.ray(to, way).nth(n as usize - 1),
                _ if length % 2 == 0 => self.board.ray(from, way).nth(length as usize / 2 - 1),
                _ => None,
            }
        };
        let size = self.board.len() as u32;
        let mut pairs = BTreeMap::new();
        for from in self.board.cells() {
            for to in self.board.cells() {
                if let Some(found) = of_line(from, to) {
                    pairs.insert(u32::from(from) * size + u32::from(to), found.into());
                }
            }
        }
        let key = self.pair(at.from, at.to);
        let table = self.tables.name(&word, pairs)?;
        let text = format!("(mapEntry \"{table}\" {key})");
        // Without an entry the key itself comes back.
        Ok(Said { there: Some(format!("(!= {text} {key})")), cell: text })
    }

    /// That one cell lies on a straight line from another, in such directions.
    pub fn on_line(&self, a: &str, b: &str, dirs: &[Dir], player: Player) -> Result<String, Unsaid> {
        let direct = !self.rules.board.indirect;
        let all = dirs.iter().all(|d| *d == Dir::All || direct && *d == Dir::Direct);
        if self.squares() || (all && self.straight) {
            return Ok(format!("(is In {b} (sites Direction from:{a} {}))", self.directions(dirs, player)?));
        }
        let dirs = if dirs.is_empty() { &[Dir::All][..] } else { dirs };
        let ways = self.ways_of(dirs, player);
        let seen = |from: u16| (from, ways.iter().flat_map(|&way| self.board.ray(from, way)).collect());
        let names: Vec<&str> = ways.iter().map(|&way| self.board.direction_name(way)).collect();
        self.is_pair(&format!("Line{}", names.concat()), &self.board.cells().map(seen).collect(), a, b)
    }

    /// That one cell is among those that go with another.
    pub fn is_pair(&self, name: &str, with: &BTreeMap<u16, Vec<u16>>, a: &str, b: &str) -> Result<String, Unsaid> {
        let size = self.board.len() as u32;
        let key = |from: u16, to: u16| u32::from(from) * size + u32::from(to);
        let pairs = with.iter().flat_map(|(&from, cells)| cells.iter().map(move |&to| (key(from, to), MARK)));
        let table = self.tables.name(name, pairs.collect())?;
        Ok(format!("(= {MARK} (mapEntry \"{table}\" {}))", self.pair(a, b)))
    }

    /// That `to` is beside `from`, in such directions if there are any.
    pub fn is_beside(&self, at: Place) -> Result<String, Unsaid> {
        if at.ways.is_empty() {
            return Ok(format!("(is In {} (sites Around {} {}))", at.to, at.from, self.adjacent()));
        }
        let end = |c: u16, way: usize| self.board.neighbour(c, way).filter(|n| self.board.adjacent(c).contains(n));
        self.is_one_of("Next", &self.ways_of(at.ways, at.player), &end, at)
    }

    /// The cells that a path goes over, its first one included, if it stays on the board.
    pub fn walked(&self, start: u16, mut way: usize, path: &[Turtle]) -> Option<Vec<u16>> {
        let mut cell = start;
        let mut passed = vec![cell];
        for step in path {
            match step {
                Turtle::L | Turtle::R => way = self.board.turn(way, if *step == Turtle::R { 1 } else { -1 }),
                _ => {
                    cell = self.board.neighbour(cell, crate::game::turtle(self.board, Some(way), *step)?)?;
                    passed.push(cell);
                }
            }
        }
        Some(passed)
    }

    /// That a path of steps leads from `from` to `to`.
    pub fn is_path(&self, path: &[Turtle], at: Place) -> Result<String, Unsaid> {
        let end = |c: u16, base: usize| self.walked(c, base, path)?.pop();
        let dirs = if at.ways.is_empty() { &[Dir::Turtle(Turtle::F)][..] } else { at.ways };
        let word = |t: &Turtle| format!("{t:?}");
        let name: String = path.iter().map(word).collect();
        self.is_one_of(&name, &self.ways_of(dirs, at.player), &end, at)
    }

    /// That `to` is one of the cells that ways lead to from `from`.
    fn is_one_of(
        &self,
        name: &str,
        ways: &[usize],
        end: &dyn Fn(u16, usize) -> Option<u16>,
        at: Place,
    ) -> Result<String, Unsaid> {
        let mut any = Vec::new();
        for &way in ways {
            let found = |c: u16| Some((u32::from(c), u32::from(end(c, way).filter(|&to| to != c)?)));
            let pairs: BTreeMap<u32, u32> = self.board.cells().filter_map(found).collect();
            if !pairs.is_empty() {
                let table = self.tables.name(&format!("{name}{}", self.board.direction_name(way)), pairs)?;
                any.push(format!("(= {} (mapEntry \"{table}\" {}))", at.to, at.from));
            }
        }
        // Where a table has no entry, it gives the cell itself.
        let apart = format!("(!= {} {})", at.to, at.from);
        Ok(match any.as_slice() {
            [] => return unsaid("directions that lead nowhere"),
            [one] => format!("(and {apart} {one})"),
            several => format!("(and {apart} (or {{{}}}))", several.join(" ")),
        })
    }
}
