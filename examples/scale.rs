//! How well a run uses many workers: a simulation with measured costs of children.
//!
//! `cargo run --release --example scale -- COSTS.csv RESULTS.csv PLOT.svg` reads a table with a column `seconds`, a row a child, and simulates runs of so
//! many workers, lags and failures: child *k* can be begun when child *k − lag* is admitted, and children are admitted in order. A worker that dies in the
//! middle of a piece is replaced after five seconds; its piece is delivered again thirty seconds after its last sign of life.

use ludogen::streams::{Generator, Purpose, stream};
use rand::RngExt;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Write as _;

/// A worker that is not heard of for that long is dead (seconds).
const ACK_WAIT: f64 = 30.0;

/// A dead worker is replaced after that long (seconds).
const REPLACED: f64 = 5.0;

const LAGS: [usize; 5] = [64, 256, 512, 1024, 4096];

/// What a run comes to.
struct Run {
    /// The share of the workers' time that went into children that were admitted.
    efficiency: f64,
    /// Seconds between the moment of the population that a child was bred from and its own admission, in the mean.
    staleness: f64,
}

/// Whole nanoseconds, which can be ordered.
fn ticks(seconds: f64) -> u64 {
    (seconds * 1e9) as u64
}

fn simulate(costs: &[f64], workers: usize, lag: usize, deaths_an_hour: f64, rng: &mut Generator) -> Run {
    // Of a night on many machines, an hour or less: what is left to be done at the end, by few, must not count for more than it does in a night.
    let children = (workers * 500).max(lag * 32).max(20_000);
    let cost: Vec<f64> = (0..children).map(|_| costs[rng.random_range(0..costs.len())]).collect();
    // Free workers by the moment at which they are, and pieces that are delivered again.
    let mut free: BinaryHeap<Reverse<u64>> = (0..workers).map(|_| Reverse(0)).collect();
    let mut again: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
    let mut done = vec![None; children];
    let mut admitted: Vec<u64> = Vec::with_capacity(children);
    let (mut next, mut stale) = (0, 0.0);
    while admitted.len() < children {
        let Some(Reverse(now)) = free.pop() else { break };
        // When child `next` can be begun: at once, or when the one that it waits for is admitted.
        let ready = (next < children).then(|| next.checked_sub(lag).map_or(Some(0), |k| admitted.get(k).copied()));
        let fresh = ready.flatten();
        let late = again.peek().map(|Reverse((at, _))| *at);
        let (start, piece) = match (fresh, late) {
            (Some(at), Some(other)) if other.max(now) < at.max(now) => {
                let Some(Reverse((_, piece))) = again.pop() else { break };
                (other.max(now), piece)
            }
            (Some(at), _) => {
                next += 1;
                (at.max(now), next - 1)
            }
            (None, Some(other)) => {
                let Some(Reverse((_, piece))) = again.pop() else { break };
                (other.max(now), piece)
            }
            // Every piece that can be begun is, and what the next waits for has been begun: its end is known below.
            (None, None) => break,
        };
        let seconds = cost[piece];
        let chance = 1.0 - (-deaths_an_hour * seconds / 3_600.0).exp();
        if rng.random_bool(chance) {
            let dies = start + ticks(seconds * rng.random::<f64>());
            again.push(Reverse((dies + ticks(ACK_WAIT), piece)));
            free.push(Reverse(dies + ticks(REPLACED)));
            continue;
        }
        let end = start + ticks(seconds);
        free.push(Reverse(end));
        done[piece] = Some(end);
        while let Some(Some(end)) = done.get(admitted.len()) {
            let before = admitted.last().copied().unwrap_or(0);
            let at = before.max(*end);
            let view = admitted.len().checked_sub(lag).map_or(0, |k| admitted[k]);
            stale += (at - view) as f64 / 1e9;
            admitted.push(at);
        }
    }
    let whole = admitted.last().copied().unwrap_or(0) as f64 / 1e9;
    let useful: f64 = cost[..admitted.len()].iter().sum();
    Run { efficiency: useful / (whole * workers as f64), staleness: stale / admitted.len().max(1) as f64 }
}

/// A panel of the figure: what is drawn, its marks, and how high a value is, from 0 to 1.
struct Panel<'a> {
    title: &'a str,
    marks: &'a [(f64, &'a str)],
    value: fn(&Run) -> f64,
    height: fn(f64) -> f64,
}

fn plot(rows: &[(usize, usize, f64, Run)]) -> String {
    const WIDTH: f64 = 640.0;
    let panels = [
        Panel {
            title: "efficiency",
            marks: &[(0.0, "0"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (0.95, "0.95"), (1.0, "1")],
            value: |run| run.efficiency,
            height: |efficiency| efficiency,
        },
        Panel {
            title: "staleness",
            marks: &[(10.0, "10 s"), (60.0, "1 min"), (600.0, "10 min"), (3_600.0, "1 h"), (14_400.0, "4 h")],
            value: |run| run.staleness,
            // Ten seconds to four hours, as logarithms.
            height: |seconds| (seconds.max(10.0) / 10.0).ln() / 1_440f64.ln(),
        },
    ];
    let height = 320.0 * panels.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (i, panel) in panels.iter().enumerate() {
        draw(&mut svg, panel, rows, 320.0 * i as f64 + 30.0, WIDTH);
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw(svg: &mut String, panel: &Panel, rows: &[(usize, usize, f64, Run)], top: f64, width: f64) {
    let (left, deep) = (60.0, 240.0);
    let x = |workers: usize| left + (workers as f64).log2() / 10.0 * (width - left - 110.0);
    let y = |value: f64| top + (1.0 - (panel.height)(value)) * deep;
    let _ = writeln!(svg, "<text x=\"{left}\" y=\"{}\" font-weight=\"bold\">{}</text>", top - 12.0, panel.title);
    for (mark, name) in panel.marks {
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
            y(*mark),
            x(1024),
            left - 6.0,
            y(*mark) + 4.0
        );
    }
    for power in (0..=10).step_by(2) {
        let (at, workers) = (x(1 << power), 1 << power);
        let _ =
            writeln!(svg, "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{workers}</text>", top + deep + 18.0);
    }
    let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">workers</text>", x(32), top + deep + 36.0);
    let colours = ["#4477aa", "#66ccee", "#228833", "#ccbb44", "#ee6677"];
    let mut ends = Vec::new();
    for (lag, colour) in LAGS.iter().zip(colours) {
        let of_lag: Vec<_> = rows.iter().filter(|(_, l, deaths, _)| l == lag && *deaths == 0.0).collect();
        let point = |(workers, _, _, run): &&(usize, usize, f64, Run)| (x(*workers), y((panel.value)(run)));
        let points: Vec<String> = of_lag.iter().map(point).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        let _ = writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>");
        ends.extend(of_lag.last().map(|end| (point(end), lag, colour)));
    }
    // Where lines end side by side their names stand one above the other.
    ends.sort_by(|a, b| b.0.1.total_cmp(&a.0.1));
    let mut above = f64::MAX;
    for ((x, y), lag, colour) in ends {
        above = (y + 4.0).min(above - 14.0);
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{above:.1}\" fill=\"{colour}\">lag {lag}</text>", x + 8.0);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let mut file = |default: &str| args.next().unwrap_or_else(|| format!("reports/scale/{default}"));
    let (costs, results, picture) = (file("costs.csv"), file("results.csv"), file("efficiency.svg"));
    let mut table = csv::Reader::from_path(costs)?;
    let at = table.headers()?.iter().position(|name| name == "seconds").ok_or("no column `seconds`")?;
    let costs =
        table.records().map(|row| Ok(row?[at].parse()?)).collect::<Result<Vec<f64>, Box<dyn std::error::Error>>>()?;
    let mut rows = Vec::new();
    for power in 0..=10 {
        for lag in LAGS {
            for deaths in [0.0, 0.1, 1.0] {
                let mut rng = stream(1, Purpose::Sample, 0);
                let workers = 1 << power;
                rows.push((workers, lag, deaths, simulate(&costs, workers, lag, deaths, &mut rng)));
            }
        }
    }
    let mut out = csv::Writer::from_path(results)?;
    out.write_record(["workers", "lag", "deaths_an_hour", "efficiency", "staleness_seconds"])?;
    for (workers, lag, deaths, Run { efficiency, staleness }) in &rows {
        let row = [
            workers.to_string(),
            lag.to_string(),
            deaths.to_string(),
            format!("{efficiency:.3}"),
            format!("{staleness:.1}"),
        ];
        out.write_record(row)?;
    }
    out.flush()?;
    std::fs::write(picture, plot(&rows))?;
    Ok(())
}
