//! Pictures of boards that are graphs: points on drawn lines, and pits.

use super::label::letters;
use super::{Board, CellId, Tiling};

/// The pairs of points that lines join, for the picture.
pub(super) fn segments(board: &Board) -> Vec<(CellId, CellId)> {
    if board.spec().tiling == Tiling::Pits {
        return Vec::new();
    }
    board.drawn_lines().iter().flat_map(|line| line.windows(2).map(|pair| (pair[0], pair[1]))).collect()
}

/// The board in characters: points by row and file, with lines between those next to each other.
pub(super) fn text(board: &Board, marks: &[String], width: usize) -> String {
    // A line needs a character between the points, and a row between the rows.
    let (pitch, rise) = (width + 3, 2);
    let rows = board.rows() as usize;
    let margin = if board.is_gridded() { rows.to_string().len() + 2 } else { 0 };
    let at = |c: CellId| (margin + board.col(c) as usize * pitch, (rows - 1 - board.row(c) as usize) * rise);
    let (across, down) = (margin + board.cols() as usize * pitch, rows * rise);
    let mut page = vec![vec![' '; across]; down];
    for (a, b) in segments(board) {
        let ((ax, ay), (bx, by)) = (at(a), at(b));
        // A slanting line has a stroke a row.
        let steps = if ay == by { ax.abs_diff(bx) } else { ay.abs_diff(by) };
        let stroke = match (ax.abs_diff(bx), ay.abs_diff(by)) {
            (_, 0) => '-',
            (0, _) => '|',
            _ if (ax < bx) == (ay < by) => '\\',
            _ => '/',
        };
        for i in 1..steps {
            let along = |from: usize, to: usize| (from * (steps - i) + to * i + steps / 2) / steps;
            let (x, y) = (along(ax, bx), along(ay, by));
            let old = &mut page[y][x];
            let crossed = matches!((*old, stroke), ('\\', '/') | ('/', '\\'));
            *old = match *old {
                _ if crossed => 'X',
                ' ' => stroke,
                old => old,
            };
        }
    }
    for c in board.cells() {
        let (x, y) = at(c);
        for (i, mark) in marks[c as usize].chars().enumerate() {
            if let Some(place) = page[y].get_mut(x + i) {
                *place = mark;
            }
        }
    }
    if board.is_gridded() {
        for row in 0..rows {
            let number = (row + 1).to_string();
            for (i, digit) in number.chars().enumerate() {
                page[(rows - 1 - row) * rise][margin - 2 - number.len() + i] = digit;
            }
        }
        page[down - 1] = vec![' '; across];
        for file in 0..board.cols() {
            for (i, letter) in letters(file).chars().enumerate() {
                if let Some(place) = page[down - 1].get_mut(margin + file as usize * pitch + i) {
                    *place = letter;
                }
            }
        }
    }
    let lines = page.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned());
    let text: Vec<String> = lines.collect();
    let kept = text.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    text[..kept].iter().map(|line| format!("{line}\n")).collect()
}
