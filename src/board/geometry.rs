//! Where cells lie on the page, and their outlines.
//!
//! The unit is about the width of a piece: a hexagon or square is 1 across, the circle in a triangle has diameter 1, and octagons
//! stand [`OCTAGON`] apart so that the small squares are large enough to hold a piece. `x` runs right and `y` up.

use super::{Board, CellId, Tiling, tiling};

/// The height of a row of hexagons over the next.
const HEX_ROW: f64 = 0.866_025_403_784_438_6;
/// The side of a triangle: √3, so that the inscribed circle has diameter 1.
const TRIANGLE: f64 = 1.732_050_807_568_877_2;
/// The distance between octagons across an edge.
const OCTAGON: f64 = 1.3;
/// The free space between two levels side by side.
const LEVEL_GAP: f64 = 1.5;

impl Board {
    /// Where a cell lies in space, its level as height.
    pub(super) fn place(&self, c: CellId) -> [f64; 3] {
        if !self.spec.tiling.is_lattice() {
            let [x, y, _] = self.sites[c as usize].point;
            return [f64::from(x) * self.scale, f64::from(y) * self.scale, 0.0];
        }
        let [x, y, z] = self.sites[c as usize].point.map(f64::from);
        match self.spec.tiling {
            Tiling::Hex => [x + y / 2.0, y * HEX_ROW, z],
            // A strip is 3/2 high; the middle of a triangle is 1/2 from its edges.
            Tiling::Tri => [x * TRIANGLE / 2.0, 1.5 * y + 0.5 * f64::from(u8::from(self.points_down(c))), z],
            Tiling::TruncSquare => [x * OCTAGON / 2.0, y * OCTAGON / 2.0, z],
            _ => [x, y, z],
        }
    }

    /// Whether the cell is a triangle pointing down, or a small square of trunc-square.
    pub(super) fn points_down(&self, c: CellId) -> bool {
        tiling::is_odd(self.spec.tiling, self.sites[c as usize].point)
    }

    /// The middle of a cell on the page, `y` up. Levels stand side by side, the lowest at the left.
    pub fn centre_of(&self, c: CellId) -> (f64, f64) {
        let [x, y, z] = self.place(c);
        (x + z * (f64::from(self.extent.a) + LEVEL_GAP), y)
    }

    /// The corners of a cell on the page, anticlockwise, `y` up. Neighbours across an edge share its ends exactly enough to be
    /// drawn without gaps.
    pub fn outline(&self, c: CellId) -> Vec<(f64, f64)> {
        let (x, y) = self.centre_of(c);
        let polygon = |sides: u32, radius: f64, first: f64| {
            (0..sides)
                .map(|i| {
                    let (sin, cos) = (first + f64::from(360 * i) / f64::from(sides)).to_radians().sin_cos();
                    (x + radius * cos, y + radius * sin)
                })
                .collect()
        };
        match (self.spec.tiling, self.points_down(c)) {
            (Tiling::Square, _) => polygon(4, 0.5_f64.sqrt(), 45.0),
            (Tiling::Hex, _) => polygon(6, 0.5 / HEX_ROW, 30.0),
            (Tiling::Tri, false) => polygon(3, 1.0, 90.0),
            (Tiling::Tri, true) => polygon(3, 1.0, 30.0),
            (Tiling::TruncSquare, false) => polygon(8, OCTAGON / 2.0 / (22.5_f64).to_radians().cos(), 22.5),
            // Neighbours in any direction touch at most.
            (tiling, _) if !tiling.is_lattice() => polygon(8, 0.5, 22.5),
            // Its edge is the octagon's edge; it stands on a corner.
            _ => polygon(4, OCTAGON * 22.5_f64.to_radians().tan() * 0.5_f64.sqrt(), 0.0),
        }
    }

    /// The radius of the largest circle about the middle of a cell that stays within it.
    pub fn inner_radius(&self, c: CellId) -> f64 {
        match (self.spec.tiling, self.points_down(c)) {
            (Tiling::TruncSquare, false) => OCTAGON / 2.0,
            (Tiling::TruncSquare, true) => OCTAGON / 2.0 * 22.5_f64.to_radians().tan(),
            (tiling, _) if !tiling.is_lattice() => 0.5 * 22.5_f64.to_radians().cos(),
            _ => 0.5,
        }
    }

    /// Whether it is drawn as points and lines, and not as cells.
    pub fn is_drawn_in_lines(&self) -> bool {
        !self.spec.tiling.is_lattice()
    }

    /// The pairs of points that are joined by a line in the picture of a graph; pits have none.
    pub fn drawn_segments(&self) -> Vec<(CellId, CellId)> {
        super::draw_graph::segments(self)
    }

    /// The lines of a graph, each as its points in order; of other boards none.
    pub fn drawn_lines(&self) -> &[Vec<CellId>] {
        &self.graph_lines
    }
}
