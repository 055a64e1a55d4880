//! How a board is built from what a rule file says of it.

use super::cells::{CellLists, NOWHERE};
use super::shape::{self, Extent, Site};
use super::tiling::{self, Direction};
use super::{
    Board, BoardError, BoardSpec, CellId, Shape, Side, Tiling, families, graph, graph_regions, label, regions,
};
use crate::order;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

impl Board {
    /// Builds the board.
    ///
    /// # Errors
    ///
    /// If the tiling does not come in the shape, the shape does not take so many sizes, a size is 0, or the board would have
    /// more than [`MAX_CELLS`](Board::MAX_CELLS) cells.
    pub fn new(spec: &BoardSpec) -> Result<Board, BoardError> {
        let layout = if spec.tiling.is_lattice() { lattice(spec)? } else { points(spec)? };
        let Layout { extent, sites, directions, next, labels, graph_lines, scale } = layout;
        let levels = extent.c as u32;
        let reached = |kinds: &[bool]| {
            CellLists::new((0..sites.len()).map(|c| {
                let ways = directions.iter().enumerate().filter(|(_, d)| kinds.contains(&d.direct));
                ways.map(|(d, _)| next[d * sites.len() + c]).filter(|&to| to != NOWHERE).collect()
            }))
        };
        let (direct, indirect) = (reached(&[true]), reached(&[false]));
        let adjacent = match (spec.no_direct, spec.indirect) {
            (false, false) => direct.clone(),
            (false, true) => reached(&[true, false]),
            (true, true) => indirect.clone(),
            (true, false) => reached(&[]),
        };

        let rows = 1 + sites.iter().map(|s| s.row).max().unwrap_or(0);
        // Rows may be empty: a column of octagons has no small squares between them.
        let before = |i: u32| sites.partition_point(|s| s.level() * rows + s.row < i) as CellId;
        let row_starts = (0..=levels * rows).map(before).collect();
        let lattice = spec.tiling.is_lattice();

        let mut board = Board {
            rows,
            cols: 1 + sites.iter().map(|s| s.col).max().unwrap_or(0),
            levels,
            opposites: opposites(spec.tiling, directions.len()),
            phases: sites.iter().map(|s| if lattice { phase(spec.tiling, s) } else { 0 }).collect(),
            spec: spec.clone(),
            extent,
            sites,
            labels,
            graph_lines,
            scale,
            row_starts,
            directions,
            next,
            direct,
            indirect,
            adjacent,
            adjacent_directions: Vec::new(),
            axes: Vec::new(),
            sides: Vec::new(),
            edge: Vec::new(),
            corners: Vec::new(),
            centre: Vec::new(),
            distances: OnceLock::new(),
            lines: OnceLock::new(),
            all_lines: OnceLock::new(),
            symmetries: OnceLock::new(),
        };
        board.adjacent_directions = board.directions_of(!spec.no_direct, spec.indirect);
        board.axes = board.axes_of(!spec.no_direct, spec.indirect);
        board.find_regions()?;
        Ok(board)
    }

    fn find_regions(&mut self) -> Result<(), BoardError> {
        if !self.spec.tiling.is_lattice() {
            self.phases = graph_regions::phases(self);
            self.sides = graph_regions::sides(self);
            self.edge = graph_regions::edge(self);
            self.corners = graph_regions::corners(self);
        } else if self.spec.without.is_empty() {
            self.sides = regions::sides(self);
            self.edge = regions::edge(self);
            self.corners = regions::corners(self);
        } else {
            // Sides and corners are those of the whole board, as far as they are there.
            let whole = Board::new(&BoardSpec { without: Vec::new(), ..self.spec.clone() })?;
            let here = |cells: &[CellId]| -> Vec<CellId> {
                cells.iter().filter_map(|&c| self.cell(&whole.label(c))).collect()
            };
            let sides = whole.sides.iter().map(|side| Side { name: side.name, cells: here(&side.cells) });
            (self.sides, self.corners) = (sides.collect(), here(&whole.corners));
            self.edge = regions::edge(self);
        }
        self.centre = regions::centre(self);
        Ok(())
    }
}

/// What a board is built from.
struct Layout {
    extent: Extent,
    sites: Vec<Site>,
    directions: Vec<Direction>,
    next: Vec<CellId>,
    labels: Vec<String>,
    graph_lines: Vec<Vec<CellId>>,
    scale: f64,
}

/// The cells of a tiling of the plane, but for those that are left out.
fn lattice(spec: &BoardSpec) -> Result<Layout, BoardError> {
    let extent = shape::extent(spec)?;
    let mut sites = shape::sites(spec.tiling, extent);
    if !spec.without.is_empty() {
        if spec.shape == Shape::Boardless {
            return Err(BoardError::EndlessWithout);
        }
        let label = |site: &Site| label::of_site(site, extent.c > 1);
        let labels: HashSet<String> = sites.iter().map(label).collect();
        if let Some(stranger) = spec.without.iter().find(|l| !labels.contains(*l)) {
            return Err(BoardError::NoSuchCell { label: stranger.clone() });
        }
        let without: HashSet<&String> = spec.without.iter().collect();
        sites.retain(|site| !without.contains(&label(site)));
        if sites.is_empty() {
            return Err(BoardError::NothingLeft);
        }
    }
    let directions = tiling::directions(spec.tiling, extent.c as u32);
    let index: HashMap<_, _> = sites.iter().enumerate().map(|(i, s)| (s.point, i as CellId)).collect();
    let next = directions
        .iter()
        .flat_map(|d| sites.iter().map(|s| d.step(spec.tiling, s.point)))
        .map(|p| p.and_then(|p| index.get(&p).copied()).unwrap_or(NOWHERE))
        .collect();
    Ok(Layout { extent, sites, directions, next, labels: Vec::new(), graph_lines: Vec::new(), scale: 1.0 })
}

/// The points of a graph, but for those that are left out.
fn points(spec: &BoardSpec) -> Result<Layout, BoardError> {
    let mut drawn = families::graph(spec)?;
    if let Some(stranger) = spec.without.iter().find(|l| !drawn.nodes.iter().any(|n| n.label == **l)) {
        return Err(BoardError::NoSuchCell { label: stranger.clone() });
    }
    if !spec.without.is_empty() {
        drawn = drawn.without(&spec.without);
        if drawn.nodes.is_empty() {
            return Err(BoardError::NothingLeft);
        }
    }
    let graph::Layout { nodes, lines, names, next } = drawn.layout()?;
    let ranks = |of: &dyn Fn(&graph::Node) -> i32| {
        let mut all: Vec<i32> = nodes.iter().map(of).collect();
        order::sort(&mut all);
        all.dedup();
        nodes.iter().map(|n| all.partition_point(|&x| x < of(n)) as u32).collect::<Vec<_>>()
    };
    let (cols, rows) = (ranks(&|n| n.x), ranks(&|n| n.y));
    let site = |i: usize| Site { point: [nodes[i].x, nodes[i].y, 0], row: rows[i], col: cols[i] };
    Ok(Layout {
        extent: Extent { shape: Shape::Square, a: 1, b: 1, c: 1 },
        sites: (0..nodes.len()).map(site).collect(),
        directions: names.into_iter().map(tiling::of_line).collect(),
        next,
        scale: graph::page_scale(&nodes),
        labels: nodes.into_iter().map(|n| n.label).collect(),
        graph_lines: lines,
    })
}

/// The opposite of each direction: half-way round the circle it is in.
fn opposites(tiling: Tiling, count: usize) -> Vec<usize> {
    let plane = tiling::plane_directions(tiling);
    let across = |i: usize| (i + plane / 2) % plane;
    (0..count)
        .map(|d| match d {
            d if !tiling.is_lattice() => d / 8 * 8 + across(d % 8),
            d if d < plane => across(d),
            8 => 17,
            17 => 8,
            d if d < 17 => 18 + across(d - 9),
            d => 9 + across(d - 18),
        })
        .collect()
}

fn phase(tiling: Tiling, site: &Site) -> u8 {
    let [x, y, z] = site.point;
    match tiling {
        Tiling::Square => (x + y + z).rem_euclid(2) as u8,
        Tiling::Tri => tiling::is_odd(tiling, site.point) as u8,
        Tiling::Hex => (x - y).rem_euclid(3) as u8,
        Tiling::TruncSquare if tiling::is_odd(tiling, site.point) => 0,
        Tiling::TruncSquare => 1 + ((x + y) / 2).rem_euclid(2) as u8,
        // Of graphs it depends on the lines.
        _ => 0,
    }
}
