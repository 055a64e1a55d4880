//! Problems in rule files, and how they are shown.
//!
//! A [`Problem`] is plain data until the last moment; this file alone knows the library that draws carets.

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet, renderer::DecorStyle};

use super::tree::Span;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file says nothing that can be played.
    Error,
    /// The file can be played, perhaps not as meant.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// Something wrong in a rule file: what, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where it is.
    pub span: Span,
    /// What to write beside the caret; may be empty.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places that matter, each with a remark.
    pub secondary: Vec<(Span, String)>,
}

impl Problem {
    /// An error with neither label nor help.
    pub fn error(message: impl Into<String>, span: Span) -> Self {
        let message = message.into();
        Problem { severity: Severity::Error, message, span, label: String::new(), help: None, secondary: Vec::new() }
    }

    /// A warning with neither label nor help.
    pub fn warning(message: impl Into<String>, span: Span) -> Self {
        Problem { severity: Severity::Warning, ..Problem::error(message, span) }
    }

    /// With these words beside the caret.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// With this advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With another place that matters.
    pub fn secondary(mut self, span: Span, remark: impl Into<String>) -> Self {
        self.secondary.push((span, remark.into()));
        self
    }

    /// Whether the file cannot be used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The span as a byte range that can be sliced out of `source`, whatever the span says.
fn range(span: Span, source: &str) -> std::ops::Range<usize> {
    let start = source.floor_char_boundary((span.start as usize).min(source.len()));
    let end = source.ceil_char_boundary((span.end as usize).clamp(start, source.len()));
    start..end
}

/// Line and column (both from 1, columns in characters) of the first character of `span`.
pub fn position(span: Span, source: &str) -> (usize, usize) {
    let before = &source[..range(span, source).start];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// So many problems of a file are shown to people: what is no rule file at all has thousands.
const MOST_SHOWN: usize = 20;

/// The `problems` of one file as text for people, each with the source it is about; `colour` adds terminal colours. Of more than twenty the
/// first errors are shown, and how many there are besides.
pub fn render(problems: &[Problem], file_name: &str, source: &str, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() }.decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    let mut shown: Vec<&Problem> = problems.iter().collect();
    if shown.len() > MOST_SHOWN {
        crate::order::sort_by_key(&mut shown, |problem| !problem.is_error());
        shown.truncate(MOST_SHOWN);
    }
    let more = problems.len() - shown.len();
    for problem in shown {
        let level = match problem.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let primary = AnnotationKind::Primary.span(range(problem.span, source));
        let primary = if problem.label.is_empty() { primary } else { primary.label(problem.label.as_str()) };
        let others = problem
            .secondary
            .iter()
            .map(|(span, remark)| AnnotationKind::Context.span(range(*span, source)).label(remark.as_str()));
        let snippet: Snippet<'_, Annotation<'_>> =
            Snippet::source(source).path(file_name).annotation(primary).annotations(others);
        let mut group = level.primary_title(problem.message.as_str()).element(snippet);
        if let Some(help) = &problem.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&renderer.render(&[group]));
        text.push('\n');
    }
    if more > 0 {
        text.push_str(&format!("\nand {more} more problem{}\n", if more == 1 { "" } else { "s" }));
    }
    text
}

/// One problem as a line of JSON: `file`, `line`, `column` (from 1, in characters), `severity`, `message`, `help` (or null).
pub fn json_line(problem: &Problem, file: &str, source: &str) -> String {
    let (line, column) = position(problem.span, source);
    serde_json::json!({
        "file": file,
        "line": line,
        "column": column,
        "severity": problem.severity.as_str(),
        "message": problem.message,
        "help": problem.help,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_from_one() {
        let source = "(é\n  ♟x y)";
        let at = |text: &str| position(Span::new(source.find(text).unwrap(), source.len()), source);
        assert_eq!(at("(é"), (1, 1));
        assert_eq!(at("♟"), (2, 3));
        assert_eq!(at("x"), (2, 4));
        assert_eq!(at("y"), (2, 6));
        assert_eq!(position(Span::new(999, 9999), source), (2, 8));
    }

    #[test]
    fn a_line_of_json_holds_all_a_tool_needs() {
        let problem = Problem::warning("a \"thing\"", Span::new(3, 4));
        let json: serde_json::Value = serde_json::from_str(&json_line(&problem, "a.ludi", "ab\ncd")).unwrap();
        let expected = serde_json::json!({"file": "a.ludi", "line": 2, "column": 1, "severity": "warning", "message": "a \"thing\"", "help": null});
        assert_eq!(json, expected);
    }

    #[test]
    fn of_thousands_of_problems_the_first_errors_are_shown() {
        let at = |n: u32| Span::new(n as usize, n as usize + 1);
        let warnings = (0..15).map(|n| Problem::warning(format!("warning {n}."), at(n)));
        let errors = (15..40).map(|n| Problem::error(format!("error {n}."), at(n)));
        let problems: Vec<Problem> = warnings.chain(errors).collect();
        let text = render(&problems, "x", &"{".repeat(50), false);
        assert!(text.contains("error 15.") && text.contains("error 34."), "{text}");
        assert!(!text.contains("error 35.") && !text.contains("warning"), "{text}");
        assert!(text.ends_with("\nand 20 more problems\n"), "{text}");
        let few = render(&problems[..20], "x", &"{".repeat(50), false);
        assert!(few.contains("warning 0.") && few.contains("error 19.") && !few.contains("more problem"), "{few}");
    }

    #[test]
    fn odd_spans_are_drawn_all_the_same() {
        let source = "é(\n";
        for (start, end) in [(0, 0), (1, 1), (0, 1), (4, 4), (2, 900), (900, 2)] {
            let span = Span { start, end };
            let problem = Problem::error("odd", span).label("here").help("none").secondary(span, "there");
            assert!(render(std::slice::from_ref(&problem), "x", source, false).contains("odd"));
            assert!(render(&[problem], "x", "", true).contains("odd"));
        }
    }
}
