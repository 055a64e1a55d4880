//! A small SVG writer: shapes with classes, one style sheet, everything escaped.
//!
//! Colours are never written into shapes; they come from the style sheet, so that a picture follows the page into dark mode.
//! A picture that stands alone carries the sheet with the light colours filled in.

use std::borrow::Cow;
use std::fmt::Write;

/// The colours by name: light, dark.
pub const PALETTE: [(&str, &str, &str); 9] = [
    ("paper", "#ffffff", "#14181f"),
    ("ink", "#1d2733", "#e6eaf0"),
    ("muted", "#5f6b7a", "#9aa7b8"),
    ("faint", "#e4e8ee", "#2a323d"),
    ("card", "#f7f9fb", "#1b212a"),
    ("first", "#2b6cb0", "#6aa9e9"),
    ("second", "#d4761f", "#f0a35a"),
    ("third", "#2f8f6b", "#5fc9a1"),
    ("fourth", "#a83f5c", "#e5829c"),
];

/// The rules of the shapes; `var(--name)` refers to [`PALETTE`].
pub const SHAPES: &str = "
.plot text{font-family:system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,sans-serif;font-size:12px;fill:var(--ink)}
.plot .title{font-size:14px;font-weight:600}
.plot .small{font-size:11px;fill:var(--muted)}
.plot .grid{stroke:var(--faint);stroke-width:1}
.plot .axis{stroke:var(--muted);stroke-width:1}
.plot .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.plot .thin{fill:none;stroke-width:1;stroke-linejoin:round;opacity:.28}
.plot .dots{fill:none;stroke-width:3.5;stroke-linecap:round;opacity:.45}
.plot .marks{fill:none;stroke-width:7;stroke-linecap:round}
.plot .whisker{stroke-width:1.5}
.plot .band{fill:var(--faint);opacity:.55}
.plot .area{stroke:none;opacity:.18}
.plot .bar{stroke:none}
.plot .s-first{stroke:var(--first)}.plot .s-second{stroke:var(--second)}
.plot .s-third{stroke:var(--third)}.plot .s-fourth{stroke:var(--fourth)}.plot .s-muted{stroke:var(--muted)}
.plot .f-first{fill:var(--first)}.plot .f-second{fill:var(--second)}
.plot .f-third{fill:var(--third)}.plot .f-fourth{fill:var(--fourth)}.plot .f-muted{fill:var(--muted)}
";

/// The text with the five special characters of XML written out, and characters that XML does not allow replaced.
pub fn escape(text: &str) -> Cow<'_, str> {
    let special = |c: char| matches!(c, '&' | '<' | '>' | '"' | '\'') || (c.is_control() && !matches!(c, '\n' | '\t'));
    if !text.contains(|c| special(c) || matches!(c, '\u{fffe}' | '\u{ffff}')) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if special(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// A number with at most two decimals, as short as it gets.
pub fn number(x: f64) -> String {
    decimals(x, 2)
}

/// A number with at most that many decimals, without trailing zeros.
pub fn decimals(x: f64, places: usize) -> String {
    let text = format!("{x:.places$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.into() }
}

/// Where a text is anchored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// The style sheet of a page with pictures in it: the palette for light and dark as properties of `scope` (a selector), and the shapes.
pub fn sheet(scope: &str) -> String {
    let colours = |pick: fn(&(&str, &'static str, &'static str)) -> &'static str| {
        PALETTE.iter().fold(String::new(), |sheet, entry| format!("{sheet}--{}:{};", entry.0, pick(entry)))
    };
    format!(
        "{scope}{{color-scheme:light dark;{}}}\n@media (prefers-color-scheme:dark){{{scope}{{{}}}}}\n{}",
        colours(|c| c.1),
        colours(|c| c.2),
        SHAPES.trim_start()
    )
}

/// A picture in the making. Lengths are in pixels, *y* grows downwards.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    label: String,
    body: String,
}

impl Svg {
    /// An empty picture; `label` is what a screen reader says.
    pub fn new(width: f64, height: f64, label: &str) -> Self {
        Svg { width, height, label: label.into(), body: String::new() }
    }

    fn push(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(arguments);
        self.body.push('\n');
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let (x1, y1, x2, y2) = (number(from.0), number(from.1), number(to.0), number(to.1));
        self.push(format_args!(r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#));
    }

    /// A rectangle with slightly rounded corners; `tip` shows when it is pointed at.
    pub fn rect(&mut self, corner: (f64, f64), size: (f64, f64), class: &str, tip: &str) {
        let (x, y, w, h) = (number(corner.0), number(corner.1), number(size.0.max(0.0)), number(size.1.max(0.0)));
        let title = if tip.is_empty() { String::new() } else { format!("<title>{}</title>", escape(tip)) };
        self.push(format_args!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{w}" height="{h}" rx="1.5">{title}</rect>"#
        ));
    }

    /// A line through points.
    pub fn polyline(&mut self, points: impl IntoIterator<Item = (f64, f64)>, class: &str) {
        let mut all = String::new();
        for (x, y) in points {
            let _ = write!(all, "{},{} ", number(x), number(y));
        }
        self.push(format_args!(r#"<polyline class="{class}" points="{}"/>"#, all.trim_end()));
    }

    /// A filled shape through points.
    pub fn polygon(&mut self, points: impl IntoIterator<Item = (f64, f64)>, class: &str) {
        let mut all = String::new();
        for (x, y) in points {
            let _ = write!(all, "{},{} ", number(x), number(y));
        }
        self.push(format_args!(r#"<polygon class="{class}" points="{}"/>"#, all.trim_end()));
    }

    /// Many dots as one shape: thousands of them stay small and quick.
    pub fn dots(&mut self, points: impl IntoIterator<Item = (f64, f64)>, class: &str) {
        let mut path = String::new();
        for (x, y) in points {
            let _ = write!(path, "M{} {}h.01", number(x), number(y));
        }
        if !path.is_empty() {
            self.push(format_args!(r#"<path class="{class}" d="{path}"/>"#));
        }
    }

    /// A text.
    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y, text) = (number(at.0), number(at.1), escape(text));
        self.push(format_args!(r#"<text class="{class}" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>"#));
    }

    /// A text that runs upwards.
    pub fn upwards(&mut self, at: (f64, f64), class: &str, text: &str) {
        let (x, y, text) = (number(at.0), number(at.1), escape(text));
        self.push(format_args!(
            r#"<text class="{class}" transform="translate({x} {y}) rotate(-90)" text-anchor="middle">{text}</text>"#
        ));
    }

    fn element(&self, style: &str) -> String {
        let (w, h, label) = (number(self.width), number(self.height), escape(&self.label));
        format!(
            "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
             role=\"img\" aria-label=\"{label}\">\n{style}{}</svg>\n",
            self.body
        )
    }

    /// The picture for a page that brings the style sheet.
    pub fn inline(&self) -> String {
        self.element("")
    }

    /// The picture as a file of its own, in the light colours.
    pub fn standalone(&self) -> String {
        let mut sheet = SHAPES.to_owned();
        for (name, light, _) in PALETTE {
            sheet = sheet.replace(&format!("var(--{name})"), light);
        }
        self.element(&format!("<style>{sheet}</style>\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out() {
        assert_eq!(escape("a<b>&\"'\u{0}\n"), "a&lt;b&gt;&amp;&quot;&#39;\u{fffd}\n");
        let mut svg = Svg::new(10.0, 10.0, "\"><script>");
        svg.text((0.0, 0.0), Anchor::Start, "small", "</text><script>");
        svg.rect((0.0, 0.0), (1.0, 1.0), "bar", "</title>");
        let text = svg.standalone();
        assert!(!text.contains("<script") && !text.contains("</title></title>") && !text.contains("var("), "{text}");
    }

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [0.0, -0.001, 1.0, 1.5, 1.256, 100.0, -20.0].map(number).into();
        assert_eq!(shown, ["0", "0", "1", "1.5", "1.26", "100", "-20"]);
        assert_eq!((decimals(100.0, 0), decimals(0.1234, 3)), ("100".into(), "0.123".into()));
    }
}
