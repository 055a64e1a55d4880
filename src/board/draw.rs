//! Pictures of a board: characters for the terminal, SVG for pages and papers.

use super::label::letters;
use super::{Board, CellId, Shape, Tiling, draw_graph};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The board in characters, north at the top, with row numbers at the left and file letters below.
///
/// `label_of` says what to write in a cell, best one to three characters; all cells are given the width of the widest. Files of
/// rhombi, triangles and hexagons of hexagons run aslant: each letter stands where its file leaves the board. Triangles are
/// drawn between slashes, and levels one above the other, the lowest at the bottom. Points of graphs stand on their lines.
pub fn text(board: &Board, label_of: &dyn Fn(CellId) -> String) -> String {
    let marks: Vec<String> = board.cells().map(label_of).collect();
    let width = marks.iter().map(|m| m.chars().count()).max().unwrap_or(1).max(1);
    if board.is_drawn_in_lines() {
        return draw_graph::text(board, &marks, width);
    }
    let page = Page::new(board, width);
    let block = |level: u32| {
        let mut lines: Vec<Vec<char>> = Vec::new();
        for c in board.cells().filter(|&c| board.level(c) == level) {
            let (x, line) = page.at(board, c);
            if board.spec().tiling == Tiling::Tri {
                let (left, right) = if board.points_down(c) { ('\\', '/') } else { ('/', '\\') };
                put(&mut lines, x - 1, line, &left.to_string());
                put(&mut lines, x + width, line, &right.to_string());
            }
            put(&mut lines, x, line, &marks[c as usize]);
        }
        for row in 0..board.rows() {
            let number = (row + 1).to_string();
            put(&mut lines, page.row_start(board, row) - number.len(), page.line(board, row), &number);
        }
        for file in 0..board.cols() {
            if let Some((x, line)) = page.file_end(board, file) {
                put(&mut lines, x, line, &letters(file));
            }
        }
        let lines: Vec<String> = lines.iter().map(|l| l.iter().collect::<String>().trim_end().to_owned()).collect();
        let indent = lines.iter().map(|l| l.len() - l.trim_start().len()).min().unwrap_or(0);
        let title = if board.levels() > 1 { format!("level {}\n", level + 1) } else { String::new() };
        title + &lines.iter().map(|l| format!("{}\n", &l[indent..])).collect::<String>()
    };
    (0..board.levels()).rev().map(block).collect::<Vec<_>>().join("\n")
}

/// Writes over a growing page of characters.
fn put(lines: &mut Vec<Vec<char>>, x: usize, line: usize, text: &str) {
    if lines.len() <= line {
        lines.resize(line + 1, Vec::new());
    }
    let row = &mut lines[line];
    for (i, c) in text.chars().enumerate() {
        if row.len() <= x + i {
            row.resize(x + i + 1, ' ');
        }
        row[x + i] = c;
    }
}

/// Where things go on a page of characters.
struct Page {
    /// Characters per step of [`steps`](Page::steps).
    pitch: usize,
    /// The column of step 0.
    margin: i32,
}

impl Page {
    fn new(board: &Board, width: usize) -> Self {
        // Hexagons of two rows are offset by half a cell, so the cell's share of the row has to be even.
        let pitch = if board.spec().tiling == Tiling::Hex { width / 2 + 1 } else { width + 1 };
        let least = board.cells().map(|c| Self::steps(board, c)).min().unwrap_or(0);
        // Room for the row number and a gap, and for a letter half a cell to the left of A1.
        let room = board.rows().to_string().len() + 2 + pitch;
        Page { pitch, margin: room as i32 - least * pitch as i32 }
    }

    /// How far right a cell stands, in cells, or in half cells where rows are offset.
    fn steps(board: &Board, c: CellId) -> i32 {
        let [x, y, _] = board.sites[c as usize].point;
        match board.spec().tiling {
            Tiling::Hex => 2 * x + y,
            _ => x,
        }
    }

    fn x(&self, steps: i32) -> usize {
        (self.margin + steps * self.pitch as i32).max(0) as usize
    }

    fn line(&self, board: &Board, row: u32) -> usize {
        (board.rows() - 1 - row) as usize
    }

    fn at(&self, board: &Board, c: CellId) -> (usize, usize) {
        (self.x(Self::steps(board, c)), self.line(board, board.row(c)))
    }

    /// The column after the number of a row.
    fn row_start(&self, board: &Board, row: u32) -> usize {
        let first = |row: u32| board.row_cells(0, row).start;
        let steps = |c: CellId| Self::steps(board, c);
        let aslant = matches!(board.extent.shape, Shape::Hex | Shape::Rhombus | Shape::Trapezium | Shape::Tri);
        let start = if aslant { steps(first(row)) } else { board.cells().map(steps).min().unwrap_or(0) };
        self.x(start).saturating_sub(2)
    }

    /// Where the letter of a file goes.
    fn file_end(&self, board: &Board, file: u32) -> Option<(usize, usize)> {
        let lowest = board.cells().find(|&c| board.col(c) == file)?;
        let steps = Self::steps(board, lowest);
        let bottom = board.rows() as usize;
        Some(match (board.spec().tiling, board.extent.shape) {
            (_, Shape::Hex) => (self.x(steps + 1), self.line(board, board.row(lowest)) + 1),
            (Tiling::Hex, Shape::Rhombus | Shape::Trapezium | Shape::Tri) => (self.x(steps - 1), bottom),
            _ => (self.x(steps), bottom),
        })
    }
}

/// The colour of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The first player's.
    White,
    /// The second player's.
    Black,
    /// Nobody's.
    Neutral,
}

/// What to draw in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A piece. Several make a stack, the first at the bottom.
    Disc {
        /// Its colour.
        fill: Colour,
    },
    /// A word of a few characters, on top of the pieces if there are any.
    Text(String),
    /// A small dot: a cell to be pointed out.
    Dot,
    /// The ground in the colour of a phase, 0 to 2 (modulo 3), whether or not the board is coloured.
    Shade(u8),
}

/// How to draw an SVG.
#[derive(Clone, Debug, PartialEq)]
pub struct SvgOptions {
    /// The width of a square or hexagon in pixels; kept between 4 and 400.
    pub cell_px: f64,
    /// Whether to write row numbers and file letters around the board.
    pub coordinates: bool,
}

impl Default for SvgOptions {
    fn default() -> Self {
        SvgOptions { cell_px: 48.0, coordinates: true }
    }
}

const PLAIN: &str = "#f4ead3";
/// Phases 0 to 2, on boards of two phases and of three.
const TWO_PHASES: [&str; 3] = ["#dfc99e", "#f8f0df", "#ecdcbc"];
const THREE_PHASES: [&str; 3] = ["#dcc392", "#f9f3e6", "#ecdcb9"];
const GRID: &str = "#a08c66";
const BORDER: &str = "#5c4b30";
const INK: &str = "#3b3224";
const FAINT: &str = "#85775d";
const ACCENT: &str = "#2c6e91";

impl Colour {
    /// Ground, outline, the ring on top, and writing.
    fn paints(self) -> [&'static str; 4] {
        match self {
            Colour::White => ["#fffdf7", "#2a251d", "#d8d0c0", "#2a251d"],
            Colour::Black => ["#2e2c30", "#141316", "#57545b", "#f7f2e8"],
            Colour::Neutral => ["#b9573e", "#6b2b1b", "#d68a74", "#fff6ee"],
        }
    }
}

/// The board as an SVG document, north at the top, on a transparent ground.
///
/// Each cell is a polygon with its label in `data-cell`, so that a page can tell what was clicked. Boardless boards have no
/// border. Nothing in the document refers to anything outside of it, and text is escaped.
pub fn svg(board: &Board, options: &SvgOptions, marks: &dyn Fn(CellId) -> Vec<Mark>) -> String {
    let scale = if options.cell_px.is_finite() { options.cell_px.clamp(4.0, 400.0) } else { 48.0 };
    let outlines: Vec<Vec<(f64, f64)>> = board.cells().map(|c| board.outline(c)).collect();
    let captions = if options.coordinates { captions(board) } else { Vec::new() };
    let all = || outlines.iter().flatten().copied();
    let margin = if options.coordinates { 0.38 } else { 0.12 };
    let around = || all().chain(captions.iter().map(|c| c.0));
    let (west, east) = span(around().map(|p| p.0), margin, all().map(|p| p.0), 0.12);
    let (south, north) = span(around().map(|p| p.1), margin, all().map(|p| p.1), 0.12);
    let pen = Pen { scale, west, north };
    let marks: Vec<Vec<Mark>> = board.cells().map(marks).collect();

    let mut out = String::new();
    let (width, height) = (number((east - west) * scale), number((north - south) * scale));
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif" text-anchor="middle">"#
    );

    if board.is_drawn_in_lines() {
        out.push_str(&lines(board, &pen, &outlines, &marks));
    } else {
        out.push_str(&cells(board, &pen, &outlines, &marks));
    }
    if !captions.is_empty() {
        let size = if board.is_gridded() { 0.3 } else { 0.2 };
        let _ = writeln!(out, r#"<g fill="{FAINT}" font-size="{}">"#, number(scale * size));
        for (at, caption) in &captions {
            out.push_str(&pen.text(*at, size, "", caption));
        }
        out.push_str("</g>\n");
    }
    for c in board.cells() {
        out.push_str(&pen.marks(board.centre_of(c), board.inner_radius(c), &marks[c as usize]));
    }
    out.push_str("</svg>\n");
    out
}

/// The cells as polygons with lines between them, and the border.
fn cells(board: &Board, pen: &Pen, outlines: &[Vec<(f64, f64)>], marks: &[Vec<Mark>]) -> String {
    let mut out = String::new();
    let mut grounds: BTreeMap<&str, Vec<CellId>> = BTreeMap::new();
    for c in board.cells() {
        grounds.entry(ground(board, c, &marks[c as usize])).or_default().push(c);
    }
    for (fill, cells) in grounds {
        let line = number(pen.scale * 0.028);
        let _ = writeln!(out, r#"<g fill="{fill}" stroke="{GRID}" stroke-width="{line}" stroke-linejoin="round">"#);
        for c in cells {
            out.push_str(&pen.polygon(board, c, &outlines[c as usize], ""));
        }
        out.push_str("</g>\n");
    }
    if board.spec().shape != Shape::Boardless {
        let line = number(pen.scale * 0.06);
        let _ = writeln!(
            out,
            r#"<path fill="none" stroke="{BORDER}" stroke-width="{line}" stroke-linejoin="round" stroke-linecap="round" d="{}"/>"#,
            border(outlines)
                .into_iter()
                .map(|(a, b)| format!("M{}L{}", pen.point(a), pen.point(b)))
                .collect::<String>()
        );
    }
    out
}

/// A graph: its lines and points, or pits, on one ground.
fn lines(board: &Board, pen: &Pen, outlines: &[Vec<(f64, f64)>], marks: &[Vec<Mark>]) -> String {
    let mut out = String::new();
    let all = || outlines.iter().flatten().copied();
    let (west, east) = span(all().map(|p| p.0), 0.0, all().map(|p| p.0), 0.0);
    let (south, north) = span(all().map(|p| p.1), 0.0, all().map(|p| p.1), 0.0);
    let (width, height, round) = (east - west, north - south, number(0.3 * pen.scale));
    let _ = writeln!(
        out,
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{round}" fill="{PLAIN}"/>"#,
        pen.x(west),
        pen.y(north),
        number(width * pen.scale),
        number(height * pen.scale)
    );
    for c in board.cells().filter(|&c| ground(board, c, &marks[c as usize]) != PLAIN && !board.spec().coloured) {
        let (x, y) = board.centre_of(c);
        let (fill, r) = (ground(board, c, &marks[c as usize]), number(0.44 * pen.scale));
        let _ = writeln!(out, r#"<circle cx="{}" cy="{}" r="{r}" fill="{fill}"/>"#, pen.x(x), pen.y(y));
    }
    let line = number(pen.scale * 0.045);
    let path: String = draw_graph::segments(board)
        .into_iter()
        .map(|(a, b)| format!("M{}L{}", pen.point(board.centre_of(a)), pen.point(board.centre_of(b))))
        .collect();
    let _ = writeln!(
        out,
        r#"<path fill="none" stroke="{BORDER}" stroke-width="{line}" stroke-linecap="round" d="{path}"/>"#
    );
    let pits = board.spec().tiling == Tiling::Pits;
    let (r, fill) = (number(pen.scale * if pits { 0.44 } else { 0.09 }), if pits { TWO_PHASES[0] } else { BORDER });
    let _ = writeln!(out, r#"<g fill="{fill}" stroke="{BORDER}" stroke-width="{line}">"#);
    for c in board.cells() {
        let (x, y) = board.centre_of(c);
        let _ = writeln!(out, r#"<circle cx="{}" cy="{}" r="{r}"/>"#, pen.x(x), pen.y(y));
    }
    out.push_str("</g>\n<g fill=\"none\">\n");
    for c in board.cells() {
        out.push_str(&pen.polygon(board, c, &outlines[c as usize], r#" pointer-events="all""#));
    }
    out.push_str("</g>\n");
    out
}

/// The least and the greatest value, with a margin around captions and another around cells.
fn span(
    around: impl Iterator<Item = f64> + Clone,
    margin: f64,
    cells: impl Iterator<Item = f64> + Clone,
    border: f64,
) -> (f64, f64) {
    let least = around.clone().map(|x| x - margin).chain(cells.clone().map(|x| x - border));
    let most = around.map(|x| x + margin).chain(cells.map(|x| x + border));
    (least.fold(f64::INFINITY, f64::min), most.fold(f64::NEG_INFINITY, f64::max))
}

/// The colour of the ground of a cell.
fn ground(board: &Board, c: CellId, marks: &[Mark]) -> &'static str {
    let palette = if board.phases() == 2 { TWO_PHASES } else { THREE_PHASES };
    let shade = marks.iter().rev().find_map(|m| if let Mark::Shade(phase) = m { Some(*phase) } else { None });
    match shade {
        Some(phase) => palette[phase as usize % 3],
        None if board.spec().coloured => palette[board.phase(c) as usize % 3],
        None => PLAIN,
    }
}

/// The edges that belong to one cell only.
fn border(outlines: &[Vec<(f64, f64)>]) -> Vec<((f64, f64), (f64, f64))> {
    let key = |(x, y): (f64, f64)| ((x * 100.0).round() as i64, (y * 100.0).round() as i64);
    let mut seen = BTreeMap::new();
    for outline in outlines {
        for (i, &a) in outline.iter().enumerate() {
            let b = outline[(i + 1) % outline.len()];
            let ends = (key(a).min(key(b)), key(a).max(key(b)));
            seen.entry(ends).and_modify(|e: &mut (_, u32)| e.1 += 1).or_insert(((a, b), 1));
        }
    }
    seen.into_values().filter(|(_, times)| *times == 1).map(|(edge, _)| edge).collect()
}

/// Row numbers, file letters and the names of levels, with their places.
fn captions(board: &Board) -> Vec<((f64, f64), String)> {
    let mut captions = Vec::new();
    if !board.is_gridded() {
        let beside = |c: CellId| {
            let (x, y) = board.centre_of(c);
            ((x + 0.4, y - 0.4), board.label(c))
        };
        return board.cells().map(beside).collect();
    }
    let triangles = board.spec().tiling == Tiling::Tri;
    let aslant = matches!(board.extent.shape, Shape::Hex | Shape::Rhombus | Shape::Trapezium | Shape::Tri);
    for level in 0..board.levels() {
        let on_level = || board.cells().filter(|&c| board.level(c) == level);
        let points = || on_level().flat_map(|c| board.outline(c));
        let west = points().map(|p| p.0).fold(f64::INFINITY, f64::min);
        let south = points().map(|p| p.1).fold(f64::INFINITY, f64::min);
        // The middle of the strip, for triangles of either kind.
        let middle = |c: CellId| {
            let (x, y) = board.centre_of(c);
            let up = if board.points_down(c) { -0.25 } else { 0.25 };
            (x, if triangles { y + up } else { y })
        };
        for row in 0..board.rows() {
            let Some(first) = board.row_cells(level, row).next() else { continue };
            let (x, y) = middle(first);
            let left = if aslant { x - if triangles { 0.85 } else { 0.5 } } else { west };
            captions.push(((left - 0.36, y), (row + 1).to_string()));
        }
        for file in 0..board.cols() {
            let Some(lowest) = on_level().find(|&c| board.col(c) == file) else { continue };
            let (x, y) = middle(lowest);
            let at = match (board.spec().tiling, board.extent.shape) {
                (Tiling::Tri, Shape::Hex) => {
                    // Beside a leaning side a triangle pointing up is nearer to it than the next one.
                    let clear = if board.row(lowest) > 0 && !board.points_down(lowest) { 0.3 } else { 0.0 };
                    (x + 0.74 + clear, y - 1.27)
                }
                (_, Shape::Hex) => (x + 0.46, y - 0.8),
                (Tiling::Hex, Shape::Rhombus | Shape::Trapezium | Shape::Tri) => (x - 0.46, y - 0.8),
                _ => (x, south - 0.32),
            };
            captions.push((at, letters(file)));
        }
        if board.levels() > 1 {
            let north = points().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
            let east = points().map(|p| p.0).fold(f64::NEG_INFINITY, f64::max);
            captions.push((((west + east) / 2.0, north + 0.34), format!("level {}", level + 1)));
        }
    }
    captions
}

/// Turns places on the board into places on the page.
struct Pen {
    scale: f64,
    west: f64,
    north: f64,
}

impl Pen {
    fn x(&self, x: f64) -> String {
        number((x - self.west) * self.scale)
    }

    fn y(&self, y: f64) -> String {
        number((self.north - y) * self.scale)
    }

    fn point(&self, (x, y): (f64, f64)) -> String {
        format!("{},{}", self.x(x), self.y(y))
    }

    /// The outline of a cell, with its label.
    fn polygon(&self, board: &Board, c: CellId, outline: &[(f64, f64)], attributes: &str) -> String {
        let points: Vec<String> = outline.iter().map(|&p| self.point(p)).collect();
        format!("<polygon data-cell=\"{}\"{attributes} points=\"{}\"/>\n", board.label(c), points.join(" "))
    }

    /// A line of text about a place; capitals and digits are about 0.72 of the font's size high.
    fn text(&self, (x, y): (f64, f64), size: f64, attributes: &str, text: &str) -> String {
        format!("<text x=\"{}\" y=\"{}\"{attributes}>{}</text>\n", self.x(x), self.y(y - 0.36 * size), escape(text))
    }

    /// What stands in a cell, within a circle of the radius about the middle.
    fn marks(&self, (x, y): (f64, f64), radius: f64, marks: &[Mark]) -> String {
        let mut out = String::new();
        let discs = marks.iter().filter(|m| matches!(m, Mark::Disc { .. })).count();
        let words = marks.iter().any(|m| matches!(m, Mark::Text(_)));
        // A stack leans upwards; the higher, the closer its pieces.
        let rise = 0.27 * radius / (discs.max(3) as f64 / 3.0);
        let base = y - rise * discs.saturating_sub(1) as f64 / 2.0;
        let disc = radius * if discs > 1 { 0.66 } else { 0.78 };
        let (mut top, mut ink, mut placed) = (y, INK, 0);
        for mark in marks {
            match mark {
                Mark::Disc { fill } => {
                    let [ground, outline, ring, writing] = fill.paints();
                    top = base + rise * f64::from(placed);
                    placed += 1;
                    ink = writing;
                    let (cx, cy, line) = (self.x(x), self.y(top), number(self.scale * 0.07 * radius));
                    let size = number(self.scale * disc);
                    let _ = writeln!(
                        out,
                        r#"<circle cx="{cx}" cy="{cy}" r="{size}" fill="{ground}" stroke="{outline}" stroke-width="{line}"/>"#
                    );
                    if !words {
                        let inner = number(self.scale * disc * 0.68);
                        let _ = writeln!(
                            out,
                            r#"<circle cx="{cx}" cy="{cy}" r="{inner}" fill="none" stroke="{ring}" stroke-width="{line}"/>"#
                        );
                    }
                }
                Mark::Dot => {
                    let size = number(self.scale * radius * 0.22);
                    let _ = writeln!(
                        out,
                        r#"<circle cx="{}" cy="{}" r="{size}" fill="{ACCENT}"/>"#,
                        self.x(x),
                        self.y(top)
                    );
                }
                Mark::Text(_) | Mark::Shade(_) => {}
            }
        }
        for mark in marks {
            if let Mark::Text(word) = mark {
                let size = radius * [1.0, 1.0, 0.82, 0.64, 0.5][word.chars().count().min(4)];
                let style = format!(r#" fill="{ink}" font-weight="600" font-size="{}""#, number(size * self.scale));
                out.push_str(&self.text((x, top), size, &style, word));
            }
        }
        out
    }
}

/// A length in pixels, to a hundredth, without needless zeros.
fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text as XML, without the control characters that XML forbids.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
