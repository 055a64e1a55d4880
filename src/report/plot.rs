//! Plots for reports and papers: bars, intervals, scatter, lead histories, histograms.

use super::svg::{Anchor, Svg, decimals};

/// A range of numbers mapped onto a stretch of pixels, with round numbers marked.
#[derive(Clone, Debug)]
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    step: f64,
}

impl Axis {
    /// An axis that holds both numbers, widened to round ones, with about `marks` marks.
    fn new(low: f64, high: f64, from: f64, to: f64, marks: usize) -> Self {
        let (low, high) = if low.is_finite() && high.is_finite() { (low.min(high), high.max(low)) } else { (0.0, 1.0) };
        let spread = if high - low > 1e-12 * high.abs().max(1e-300) { high - low } else { high.abs().max(1.0) };
        let rough = spread / marks.max(1) as f64;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= rough * 0.999).unwrap_or(power);
        let (low, mut high) = ((low / step).floor() * step, (high / step).ceil() * step);
        if high <= low {
            high = low + step;
        }
        Axis { low, high, from, to, step }
    }

    /// As [`new`](Axis::new), but the ends stay as they are.
    fn exactly(low: f64, high: f64, from: f64, to: f64, marks: usize) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        let round = Axis::new(low, high, from, to, marks);
        Axis { low, high, from, to, step: round.step }
    }

    fn at(&self, x: f64) -> f64 {
        self.from + (x - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    fn marks(&self) -> Vec<f64> {
        let first = (self.low / self.step - 1e-9).ceil() as i64;
        let last = (self.high / self.step + 1e-9).floor() as i64;
        (first..=last.min(first.saturating_add(100))).map(|i| i as f64 * self.step).collect()
    }

    fn show(&self, x: f64) -> String {
        let places = if self.step >= 1.0 { 0 } else { (-self.step.log10()).ceil().clamp(0.0, 9.0) as usize };
        let text = decimals(x, places);
        if text.len() < 5 || text.contains('.') { text } else { thousands(&text) }
    }
}

/// Thin spaces between groups of three digits.
pub fn thousands(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let mut out = String::from(sign);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{2009}');
        }
        out.push(c);
    }
    out
}

/// The least and the greatest of some numbers.
fn range(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
}

/// About how wide a text of that many letters is.
fn width_of(text: &str) -> f64 {
    6.6 * text.chars().count() as f64
}

/// A label cut to fit.
fn shorten(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.into();
    }
    text.chars().take(letters.saturating_sub(1)).chain(['…']).collect()
}

/// One horizontal bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it stands for.
    pub label: String,
    /// Its length.
    pub value: f64,
    /// What is written behind it.
    pub note: String,
    /// Its colour in the palette.
    pub colour: &'static str,
}

/// Horizontal bars, one below the other.
pub fn bars(title: &str, bars: &[Bar]) -> Svg {
    let (width, row, top) = (680.0, 24.0, 40.0);
    let labels = bars.iter().map(|bar| width_of(&shorten(&bar.label, 30))).fold(40.0, f64::max);
    let notes = bars.iter().map(|bar| width_of(&bar.note)).fold(30.0, f64::max);
    let most = bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
    let (left, right) = (labels + 18.0, width - notes - 16.0);
    let mut svg = Svg::new(width, top + row * bars.len() as f64 + 12.0, title);
    svg.text((8.0, 20.0), Anchor::Start, "title", title);
    for (i, bar) in bars.iter().enumerate() {
        let y = top + row * i as f64;
        let length = if most > 0.0 { (right - left) * bar.value / most } else { 0.0 };
        svg.text((left - 8.0, y + 15.0), Anchor::End, "", &shorten(&bar.label, 30));
        svg.rect((left, y + 3.0), (length.max(1.0), row - 7.0), &format!("bar f-{}", bar.colour), "");
        svg.text((left + length + 6.0, y + 15.0), Anchor::Start, "small", &bar.note);
    }
    svg.line((left, top - 2.0), (left, top + row * bars.len() as f64 + 1.0), "axis");
    svg
}

/// A value with its interval.
#[derive(Clone, Debug)]
pub struct Interval {
    /// What it stands for.
    pub label: String,
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Neighbours of the same group lie on a common band.
    pub group: usize,
}

/// Dots with whiskers, ties on common bands, in so many pixels. A line marks the value that they are compared with, if there is one.
pub fn intervals(title: &str, axis_label: &str, rows: &[Interval], beside: Option<f64>, width: f64) -> Svg {
    let (row, top) = (24.0, 40.0);
    let labels = rows.iter().map(|r| width_of(&shorten(&r.label, 24))).fold(40.0, f64::max);
    let (left, right) = (labels + 18.0, width - 24.0);
    let bottom = top + row * rows.len() as f64;
    let (low, high) = range(rows.iter().flat_map(|r| [r.low, r.high]).chain(beside));
    let axis = Axis::new(low, high, left, right, 6);
    let mut svg = Svg::new(width, bottom + 48.0, title);
    svg.text((8.0, 20.0), Anchor::Start, "title", title);
    let mut start = 0;
    for (band, rows) in rows.chunk_by(|a, b| a.group == b.group).enumerate() {
        if band % 2 == 0 {
            let corner = (4.0, top + row * start as f64);
            svg.rect(corner, (width - 8.0, row * rows.len() as f64), "band", "");
        }
        start += rows.len();
    }
    for mark in axis.marks() {
        svg.line((axis.at(mark), top), (axis.at(mark), bottom), "grid");
        svg.text((axis.at(mark), bottom + 17.0), Anchor::Middle, "small", &axis.show(mark));
    }
    if let Some(beside) = beside {
        svg.line((axis.at(beside), top), (axis.at(beside), bottom), "axis");
    }
    for (i, r) in rows.iter().enumerate() {
        let y = top + row * (i as f64 + 0.5);
        svg.text((left - 10.0, y + 4.0), Anchor::End, "", &shorten(&r.label, 24));
        svg.line((axis.at(r.low), y), (axis.at(r.high), y), "whisker s-first");
        for end in [r.low, r.high] {
            svg.line((axis.at(end), y - 4.0), (axis.at(end), y + 4.0), "whisker s-first");
        }
        svg.dots([(axis.at(r.value), y)], "marks s-first");
    }
    svg.line((left, bottom), (right, bottom), "axis");
    svg.text(((left + right) / 2.0, bottom + 36.0), Anchor::Middle, "small", axis_label);
    svg
}

/// How a series of points is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Small translucent dots, for thousands.
    Dots,
    /// Larger dots, for the few that matter.
    Marks,
    /// A line through them.
    Line,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend; empty if it has none there.
    pub name: String,
    /// Its colour in the palette.
    pub colour: &'static str,
    /// How it is drawn.
    pub drawn: Drawn,
    /// The points.
    pub points: Vec<(f64, f64)>,
}

/// The frame of a plot with two axes.
struct Frame {
    svg: Svg,
    x: Axis,
    y: Axis,
}

/// The margins and size of a framed plot.
const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 340.0;

fn frame(size: (f64, f64), title: &str, labels: (&str, &str), x: (f64, f64), y: (f64, f64), legend: bool) -> Frame {
    let (width, height) = size;
    let (left, right, bottom) = (58.0, width - 18.0, height - 46.0);
    let top = if legend { 58.0 } else { 36.0 };
    let x = Axis::exactly(x.0, x.1, left, right, if width < 400.0 { 4 } else { 7 });
    let y = Axis::new(y.0, y.1, bottom, top, 5);
    let mut svg = Svg::new(width, height, title);
    svg.text((8.0, 20.0), Anchor::Start, "title", title);
    for mark in y.marks() {
        svg.line((left, y.at(mark)), (right, y.at(mark)), "grid");
        svg.text((left - 7.0, y.at(mark) + 4.0), Anchor::End, "small", &y.show(mark));
    }
    for mark in x.marks() {
        svg.line((x.at(mark), bottom), (x.at(mark), bottom + 4.0), "axis");
        svg.text((x.at(mark), bottom + 17.0), Anchor::Middle, "small", &x.show(mark));
    }
    svg.line((left, bottom), (right, bottom), "axis");
    svg.text(((left + right) / 2.0, height - 10.0), Anchor::Middle, "small", labels.0);
    svg.upwards((15.0, (top + bottom) / 2.0), "small", labels.1);
    Frame { svg, x, y }
}

fn legend(svg: &mut Svg, entries: &[(&str, &str)]) {
    let mut x = 62.0;
    for (name, colour) in entries {
        svg.rect((x, 34.0), (11.0, 11.0), &format!("bar f-{colour}"), "");
        svg.text((x + 16.0, 44.0), Anchor::Start, "small", name);
        x += 36.0 + 0.85 * width_of(name);
    }
}

/// Thins a long series evenly, keeping the first point.
fn thin(points: &[(f64, f64)], most: usize) -> impl Iterator<Item = (f64, f64)> {
    let step = points.len().div_ceil(most).max(1);
    points.iter().copied().step_by(step)
}

/// Points in two dimensions.
pub fn scatter(title: &str, x_label: &str, y_label: &str, series: &[Series]) -> Svg {
    let all = || series.iter().flat_map(|s| s.points.iter().copied());
    let (x, y) = (range(all().map(|p| p.0)), range(all().map(|p| p.1)));
    let x = if x.0 <= x.1 { x } else { (0.0, 1.0) };
    let Frame { mut svg, x, y } = frame((WIDTH, HEIGHT), title, (x_label, y_label), x, y, true);
    for s in series {
        let (class, most) = match s.drawn {
            Drawn::Dots => ("dots", 8_000),
            Drawn::Marks => ("marks", 8_000),
            Drawn::Line => ("line", 100_000),
        };
        let class = format!("{class} s-{}", s.colour);
        let points = thin(&s.points, most).map(|(px, py)| (x.at(px), y.at(py)));
        if s.drawn == Drawn::Line { svg.polyline(points, &class) } else { svg.dots(points, &class) }
    }
    let named = series.iter().filter(|s| !s.name.is_empty());
    legend(&mut svg, &named.map(|s| (s.name.as_str(), s.colour)).collect::<Vec<_>>());
    svg
}

/// A point with what is known of its place.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Across.
    pub x: f64,
    /// Upwards.
    pub y: f64,
    /// Between where and where it may be across.
    pub x_interval: Option<(f64, f64)>,
    /// The same upwards.
    pub y_interval: Option<(f64, f64)>,
}

/// Points with intervals on two axes of the same quantity, and the line on which both agree.
pub fn spots(title: &str, x_label: &str, y_label: &str, spots: &[Spot]) -> Svg {
    let ends = |place: f64, interval: Option<(f64, f64)>| interval.map_or([place; 3], |(low, high)| [low, place, high]);
    let (x0, x1) = range(spots.iter().flat_map(|s| ends(s.x, s.x_interval)));
    let (y0, y1) = range(spots.iter().flat_map(|s| ends(s.y, s.y_interval)));
    let (x0, x1) = if x0 <= x1 { (x0, x1) } else { (0.0, 1.0) };
    let Frame { mut svg, x, y } = frame((WIDTH, 460.0), title, (x_label, y_label), (x0, x1), (y0, y1), false);
    let (low, high) = (x.low.max(y.low), x.high.min(y.high));
    if low < high {
        svg.line((x.at(low), y.at(low)), (x.at(high), y.at(high)), "axis");
    }
    for s in spots {
        if let Some((low, high)) = s.x_interval {
            svg.line((x.at(low), y.at(s.y)), (x.at(high), y.at(s.y)), "thin s-muted");
        }
        if let Some((low, high)) = s.y_interval {
            svg.line((x.at(s.x), y.at(low)), (x.at(s.x), y.at(high)), "whisker s-first");
        }
    }
    svg.dots(spots.iter().map(|s| (x.at(s.x), y.at(s.y))), "marks s-first");
    svg
}

/// How often values fall where, several groups stacked on each other: `(name, colour, values)`.
///
/// ```
/// use ludogen::report::plot::histogram;
///
/// let page = histogram("Scores", "score", &[("known", "grey", vec![0.2, 0.4, 0.5]), ("bred", "red", vec![0.3])]).standalone();
/// assert!(page.contains("<svg"));
/// ```
pub fn histogram(title: &str, x_label: &str, groups: &[(&str, &'static str, Vec<f64>)]) -> Svg {
    let all = || groups.iter().flat_map(|(_, _, values)| values.iter().copied());
    let count = all().count();
    let (low, high) = range(all());
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    // The Rice rule, on round numbers.
    let bins = ((2.0 * (count as f64).cbrt()).ceil() as usize).clamp(4, 40);
    let round = Axis::new(low, high, 0.0, 1.0, bins);
    let bins = ((round.high - round.low) / round.step).round().clamp(1.0, 200.0) as usize;
    let place = |v: f64| (((v - round.low) / (round.high - round.low) * bins as f64) as usize).min(bins - 1);
    let counts: Vec<Vec<usize>> = groups
        .iter()
        .map(|(_, _, values)| {
            let mut counts = vec![0; bins];
            values.iter().for_each(|&v| counts[place(v)] += 1);
            counts
        })
        .collect();
    let tallest = (0..bins).map(|bin| counts.iter().map(|c| c[bin]).sum::<usize>()).max().unwrap_or(0).max(1);
    let labels = (x_label, "games");
    let Frame { mut svg, x, y } =
        frame((WIDTH, HEIGHT), title, labels, (round.low, round.high), (0.0, tallest as f64), true);
    let bin_width = (x.to - x.from) / bins as f64;
    for bin in 0..bins {
        let mut below = 0;
        for ((name, colour, _), counts) in groups.iter().zip(&counts) {
            let n = counts[bin];
            if n > 0 {
                let (top, bottom) = (y.at((below + n) as f64), y.at(below as f64));
                let corner = (x.from + bin_width * bin as f64 + 0.5, top);
                svg.rect(corner, (bin_width - 1.0, bottom - top), &format!("bar f-{colour}"), &format!("{name}: {n}"));
                below += n;
            }
        }
    }
    legend(&mut svg, &groups.iter().map(|(name, colour, _)| (*name, *colour)).collect::<Vec<_>>());
    svg
}

/// The lead of a single trial, ply by ply: above the line White leads, below it Black.
pub fn lead_history(title: &str, leads: &[f32]) -> Svg {
    let end = leads.len().saturating_sub(1).max(1) as f64;
    let labels = ("ply", "White's lead");
    let Frame { mut svg, x, y } = frame((330.0, 230.0), title, labels, (0.0, end), (-1.0, 1.0), false);
    let point = |(i, &lead): (usize, &f32)| (x.at(i as f64), y.at(f64::from(lead).clamp(-1.0, 1.0)));
    let zero = y.at(0.0);
    for (colour, keep) in [("f-first", -1.0f32), ("f-second", 1.0)] {
        // The part above the line, then the part below it.
        let side: Vec<f32> = leads.iter().map(|&l| if keep < 0.0 { l.max(0.0) } else { l.min(0.0) }).collect();
        let outline = [(x.at(0.0), zero)]
            .into_iter()
            .chain(side.iter().enumerate().map(point))
            .chain([(x.at(leads.len().saturating_sub(1) as f64), zero)]);
        svg.polygon(outline, &format!("area {colour}"));
    }
    svg.line((x.from, zero), (x.to, zero), "axis");
    svg.polyline(leads.iter().enumerate().map(point), "line s-first");
    svg
}

/// The winner's lead in many trials over the share of the game played, and their mean: uncertainty and drama at a glance.
///
/// `histories` are the leads of the eventual winners. Shows at most 60 of them; the mean is over all.
pub fn winners_lead(title: &str, histories: &[Vec<f32>]) -> Svg {
    let labels = ("share of the game played", "winner's lead");
    let Frame { mut svg, x, y } = frame((330.0, 230.0), title, labels, (0.0, 1.0), (-1.0, 1.0), false);
    let histories: Vec<&Vec<f32>> = histories.iter().filter(|h| h.len() >= 2).collect();
    let step = histories.len().div_ceil(60).max(1);
    for history in histories.iter().step_by(step) {
        let end = (history.len() - 1) as f64;
        let point = |(i, &lead): (usize, &f32)| (x.at(i as f64 / end), y.at(f64::from(lead).clamp(-1.0, 1.0)));
        svg.polyline(history.iter().enumerate().map(point), "thin s-muted");
    }
    svg.line((x.from, y.at(0.0)), (x.to, y.at(0.0)), "axis");
    if !histories.is_empty() {
        let mean = (0..=100).map(|i| {
            let t = f64::from(i) / 100.0;
            let sum: f64 = histories.iter().map(|history| interpolate(history, t)).sum();
            (x.at(t), y.at((sum / histories.len() as f64).clamp(-1.0, 1.0)))
        });
        svg.polyline(mean, "line s-second");
    }
    svg
}

/// The history at the share `t` of its length, in [0, 1]. The history must not be empty.
fn interpolate(history: &[f32], t: f64) -> f64 {
    let place = t * (history.len() - 1) as f64;
    let before = (place.floor() as usize).min(history.len() - 1);
    let after = (before + 1).min(history.len() - 1);
    let share = place - before as f64;
    f64::from(history[before]) * (1.0 - share) + f64::from(history[after]) * share
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn axes_end_on_round_numbers() {
        let axis = Axis::new(0.13, 0.87, 0.0, 100.0, 5);
        let shown: Vec<String> = axis.marks().into_iter().map(|x| axis.show(x)).collect();
        assert_eq!(shown, ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert!((axis.at(0.5) - 50.0).abs() < 1e-9);
        let axis = Axis::new(0.0, 12_345.0, 0.0, 1.0, 5);
        assert_eq!(axis.show(15_000.0), "15\u{2009}000");
        assert_eq!((thousands("1234567"), thousands("-123")), ("1\u{2009}234\u{2009}567".into(), "-123".into()));
    }

    #[test]
    fn histories_are_interpolated_between_plies() {
        let history = [0.0, 1.0, -1.0];
        let at: Vec<f64> = [0.0, 0.25, 0.5, 0.75, 1.0].map(|t| interpolate(&history, t)).into();
        assert_eq!(at, [0.0, 0.5, 1.0, 0.0, -1.0]);
    }

    #[test]
    fn histograms_count_everything_once() {
        let values: Vec<f64> = (0..1000).map(|i| f64::from(i) / 999.0).collect();
        let svg = histogram("h", "x", &[("a", "first", values)]).inline();
        let counted: usize =
            svg.split("<title>a: ").skip(1).map(|rest| rest.split('<').next().unwrap().parse::<usize>().unwrap()).sum();
        assert_eq!(counted, 1000);
    }

    proptest! {
        #[test]
        fn no_plot_minds_its_numbers(
            points in prop::collection::vec((-1e12f64..1e12, -1e-9f64..1e12), 0..20),
            leads in prop::collection::vec(-2f32..2.0, 0..20),
        ) {
            let values: Vec<f64> = points.iter().map(|p| p.0).collect();
            let interval = |&(x, y): &(f64, f64)| {
                Interval { label: "<&>".into(), value: x, low: x - y.abs(), high: x + y.abs(), group: 0 }
            };
            let spot = |&(x, y): &(f64, f64)| {
                Spot { x, y, x_interval: Some((x - y.abs(), x + y.abs())), y_interval: None }
            };
            let series = Series { name: "s".into(), colour: "first", drawn: Drawn::Line, points: points.clone() };
            let plots = [
                scatter("t", "x", "y", &[series]),
                histogram("t", "x", &[("a", "first", values)]),
                intervals("t", "x", &points.iter().map(interval).collect::<Vec<_>>(), None, 680.0),
                intervals("t", "x", &points.iter().map(interval).collect::<Vec<_>>(), Some(0.5), 360.0),
                lead_history("t", &leads),
                winners_lead("t", std::slice::from_ref(&leads)),
                bars("t", &[]),
                spots("t", "x", "y", &points.iter().map(spot).collect::<Vec<_>>()),
            ];
            for plot in plots {
                let text = plot.inline();
                prop_assert!(!text.contains("NaN") && !text.contains("inf"), "{}", text);
            }
        }
    }
}
