//! The reader: source text to trees, with the place of every node.
//!
//! It knows brackets, words, numbers, strings and `;` comments, and nothing of ludemes. It never fails outright: what can be
//! read is returned beside the problems, and the caller decides. Budgets make it safe on hostile input, and nesting is held
//! on an explicit stack.

use super::diagnostic::Problem;
use super::tree::{Kind, Span, Tree};

/// The longest source that is read, in bytes.
pub const MAX_SOURCE: usize = 1 << 20;
/// The deepest nesting of brackets.
pub const MAX_DEPTH: usize = 64;
/// The most nodes (words, numbers, strings and brackets) of one source: five times those of the longest game known, since all that is done with rules
/// takes time in proportion to them at least.
pub const MAX_NODES: usize = 20_000;
/// The most problems that one file reports; a file with more is better mended from the top.
pub const MAX_PROBLEMS: usize = 100;

/// Reads every tree of `source`. Without problems the trees are complete; with problems they are the best guess.
///
/// Linear in the length of the source. More than [`MAX_SOURCE`] bytes, [`MAX_DEPTH`] levels or [`MAX_NODES`] nodes is a problem.
pub fn read(source: &str) -> (Vec<Tree>, Vec<Problem>) {
    let (trees, problems, _) = read_loosely(source);
    (trees, problems)
}

/// As [`read`], and whether the brackets are sound in spite of the problems, so that the trees are worth checking.
pub(crate) fn read_loosely(source: &str) -> (Vec<Tree>, Vec<Problem>, bool) {
    if source.len() > MAX_SOURCE {
        let message = format!("the file is too long: {} bytes, at most {MAX_SOURCE} are read", source.len());
        return (Vec::new(), vec![Problem::error(message, Span::new(0, 0))], false);
    }
    let mut reader = Reader {
        source,
        at: 0,
        nodes: 0,
        open: Vec::new(),
        trees: Vec::new(),
        problems: Vec::new(),
        indent: 0,
        fresh_line: true,
        last_end: 0,
        suspect: None,
        sound: true,
    };
    reader.run();
    (reader.trees, reader.problems, reader.sound)
}

/// A bracket that is still open.
struct Open {
    start: usize,
    /// Indentation of the line on which it opened, in characters.
    indent: usize,
    items: Vec<Tree>,
}

/// Where layout says that a bracket should have closed.
#[derive(Clone, Copy)]
struct Suspect {
    open: usize,
    close: usize,
}

struct Reader<'s> {
    source: &'s str,
    at: usize,
    nodes: usize,
    open: Vec<Open>,
    trees: Vec<Tree>,
    problems: Vec<Problem>,
    /// Indentation of the current line.
    indent: usize,
    /// Nothing but blanks has been seen on the current line.
    fresh_line: bool,
    /// End of the last token.
    last_end: usize,
    suspect: Option<Suspect>,
    sound: bool,
}

/// What to write instead of a character that only looks right.
fn look_alike(c: char) -> Option<(&'static str, &'static str)> {
    Some(match c {
        '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}' | '\u{00AB}' | '\u{00BB}' | '\u{FF02}' => {
            ("a typographic quotation mark", "\"")
        }
        '\u{2018}' | '\u{2019}' | '\u{201A}' | '\u{201B}' | '\u{FF07}' => ("a typographic apostrophe", "'"),
        '\u{2010}' | '\u{2011}' => ("a typographic hyphen", "-"),
        '\u{2012}' | '\u{2013}' => ("an en dash", "-"),
        '\u{2014}' | '\u{2015}' => ("an em dash", "-"),
        '\u{2212}' | '\u{FE63}' | '\u{FF0D}' => ("a minus sign from a typesetter", "-"),
        '\u{FF08}' | '\u{2768}' | '\u{FD3E}' | '\u{FE59}' => ("an unusual opening parenthesis", "("),
        '\u{FF09}' | '\u{2769}' | '\u{FD3F}' | '\u{FE5A}' => ("an unusual closing parenthesis", ")"),
        '\u{FF1B}' => ("a full-width semicolon", ";"),
        '\u{00A0}' | '\u{202F}' | '\u{2007}' => ("a non-breaking space", " "),
        '\u{1680}' | '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200A}' | '\u{205F}' | '\u{3000}' => {
            ("an unusual space", " ")
        }
        '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' => ("an invisible character", ""),
        '\u{2028}' | '\u{2029}' | '\u{0085}' => ("an unusual line break", " "),
        '\u{2264}' => ("a less-or-equal sign", "<="),
        '\u{2265}' => ("a greater-or-equal sign", ">="),
        '\u{2260}' => ("a not-equal sign", "!="),
        '\u{00D7}' => ("a multiplication sign", "*"),
        _ => return None,
    })
}

/// Whether `c` may stand in a word.
pub(crate) fn is_word_char(c: char) -> bool {
    match c {
        '-' | '_' | '+' | '*' | '/' | '<' | '>' | '=' | '!' | '?' | '.' | '\'' | '%' | '&' | ':' | '#' | '@' => true,
        _ if c.is_ascii() => c.is_ascii_alphanumeric(),
        _ => c.is_alphanumeric() && look_alike(c).is_none(),
    }
}

/// Whether `text` is read back as one word.
pub(crate) fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_word_char) && !is_number(text)
}

/// Whether `word` has the form of a number: an optional sign, digits, and optionally a fraction and an exponent.
fn is_number(word: &str) -> bool {
    let digits = |s: &str| s.bytes().take_while(u8::is_ascii_digit).count();
    let rest = word.strip_prefix('-').unwrap_or(word);
    let whole = digits(rest);
    if whole == 0 {
        return false;
    }
    let mut rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let n = digits(fraction);
        if n == 0 {
            return false;
        }
        rest = &fraction[n..];
    }
    if let Some(exponent) = rest.strip_prefix('e') {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let n = digits(exponent);
        return n > 0 && exponent.len() == n;
    }
    rest.is_empty()
}

impl Reader<'_> {
    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    fn run(&mut self) {
        if self.source.starts_with('\u{FEFF}') {
            self.at = 3;
        }
        while let Some(c) = self.source[self.at..].chars().next() {
            if self.problems.len() >= MAX_PROBLEMS {
                self.sound = false;
                return;
            }
            if self.nodes > MAX_NODES {
                let span = Span::new(self.last_end, self.last_end);
                let message = format!("the file has too many words and brackets: at most {MAX_NODES} are read");
                self.sound = false;
                return self.problem(Problem::error(message, span));
            }
            let start = self.at;
            match c {
                '\n' => {
                    self.at += 1;
                    self.indent = 0;
                    self.fresh_line = true;
                }
                ' ' | '\t' | '\r' => {
                    self.at += 1;
                    if self.fresh_line {
                        self.indent += 1;
                    }
                }
                ';' => self.at += self.source[start..].find('\n').unwrap_or(self.source.len() - start),
                '(' => {
                    if !self.push_open(1) {
                        return;
                    }
                }
                ')' => self.close(1),
                '"' => self.string('"'),
                _ if is_word_char(c) => self.word(),
                _ => {
                    if !self.stray(c) {
                        return;
                    }
                }
            }
        }
        self.finish();
    }

    /// Called at each token that begins something: compares its line's indentation with the innermost open bracket's.
    fn token_starts(&mut self) {
        if self.fresh_line
            && self.suspect.is_none()
            && self.open.len() > 1
            && let Some(inner) = self.open.last()
            && inner.indent >= self.indent
        {
            self.suspect = Some(Suspect { open: inner.start, close: self.last_end });
        }
        self.fresh_line = false;
    }

    fn push_open(&mut self, width: usize) -> bool {
        self.token_starts();
        let start = self.at;
        if self.open.len() >= MAX_DEPTH {
            let message = format!("brackets are nested too deeply: at most {MAX_DEPTH} levels");
            self.problem(Problem::error(message, Span::new(start, start + width)).label("one level too many"));
            self.sound = false;
            return false;
        }
        self.nodes += 1;
        self.open.push(Open { start, indent: self.indent, items: Vec::new() });
        self.at += width;
        self.last_end = self.at;
        true
    }

    fn close(&mut self, width: usize) {
        self.fresh_line = false;
        let start = self.at;
        self.at += width;
        self.last_end = self.at;
        match self.open.pop() {
            Some(open) => self.add(Kind::List(open.items), Span::new(open.start, self.at)),
            None => {
                let problem = Problem::error("this `)` closes nothing", Span::new(start, self.at))
                    .label("no bracket is open here")
                    .help("take it away, or look for a bracket above that closes too early");
                self.problem(problem);
                self.sound = false;
            }
        }
    }

    fn add(&mut self, kind: Kind, span: Span) {
        let tree = Tree { kind, span };
        match self.open.last_mut() {
            Some(open) => open.items.push(tree),
            None => self.trees.push(tree),
        }
    }

    fn word(&mut self) {
        self.token_starts();
        let start = self.at;
        let rest = &self.source[start..];
        let mut text = String::new();
        let mut end = self.source.len();
        let mut wrong: Vec<(usize, char, &'static str, &'static str)> = Vec::new();
        for (i, c) in rest.char_indices() {
            // A dash or sign of a typesetter in the middle of a word still belongs to it.
            match look_alike(c) {
                Some((what, write)) if write.chars().next().is_some_and(is_word_char) => {
                    wrong.push((start + i, c, what, write));
                    text.push_str(write);
                }
                _ if is_word_char(c) => text.push(c),
                _ => {
                    end = start + i;
                    break;
                }
            }
        }
        for (at, c, what, write) in wrong {
            self.look_alike_problem(at, c, what, write);
        }
        self.at = end;
        self.last_end = end;
        self.nodes += 1;
        let span = Span::new(start, end);
        let kind = if !is_number(&text) {
            Kind::Word(text)
        } else if let Ok(value) = text.parse::<i64>() {
            Kind::Int(value)
        } else {
            match text.parse::<f64>() {
                Ok(value) if value.is_finite() && text.contains(['.', 'e']) => Kind::Real(value),
                _ => {
                    self.problem(Problem::error("this number is too large", span).label("out of range"));
                    self.sound = false;
                    Kind::Int(0)
                }
            }
        };
        self.add(kind, span);
    }

    fn string(&mut self, quote: char) {
        self.token_starts();
        let start = self.at;
        let body = start + quote.len_utf8();
        let mut text = String::new();
        let mut chars = self.source[body..].char_indices();
        let mut end = None;
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    end = Some(body + i + 1);
                    break;
                }
                '\u{201C}' | '\u{201D}' | '\u{00BB}' if quote != '"' => {
                    end = Some(body + i + c.len_utf8());
                    break;
                }
                '\\' => match chars.next() {
                    Some((_, c @ ('"' | '\\'))) => text.push(c),
                    Some((j, c)) => {
                        let span = Span::new(body + i, body + j + c.len_utf8());
                        let problem = Problem::error("a string knows only the escapes `\\\"` and `\\\\`", span)
                            .label("unknown escape")
                            .help("for a backslash write `\\\\`; a line break may simply be typed");
                        self.problem(problem);
                        text.push(c);
                    }
                    None => break,
                },
                c => text.push(c),
            }
        }
        self.nodes += 1;
        let end = end.unwrap_or_else(|| {
            let problem = Problem::error("this string is not closed", Span::new(start, body))
                .label("it opens here and runs to the end of the file")
                .help("end the string with `\"`");
            self.problem(problem);
            self.sound = false;
            // What follows is inside the string, so brackets are certain to be missing: no second complaint.
            self.open.truncate(1);
            self.source.len()
        });
        self.at = end;
        self.last_end = end;
        self.add(Kind::Text(text), Span::new(start, end));
    }

    fn look_alike_problem(&mut self, at: usize, c: char, what: &str, write: &str) {
        let span = Span::new(at, at + c.len_utf8());
        let message = format!("{what} (U+{:04X}) stands here", c as u32);
        let help = match write {
            "" => "take it away".to_string(),
            " " => "write an ordinary space".to_string(),
            _ => format!("write `{write}`"),
        };
        self.problem(Problem::error(message, span).label("not what it looks like").help(help));
    }

    /// A character that starts no token. False if reading cannot go on.
    fn stray(&mut self, c: char) -> bool {
        let start = self.at;
        let width = c.len_utf8();
        if let Some((what, write)) = look_alike(c) {
            self.look_alike_problem(start, c, what, write);
            match write {
                "(" => return self.push_open(width),
                ")" => self.close(width),
                "\"" => self.string(c),
                ";" => self.at += self.source[start..].find('\n').unwrap_or(self.source.len() - start),
                _ if write.chars().next().is_some_and(is_word_char) => {
                    // Already reported; `word` would report it again.
                    self.problems.pop();
                    self.word();
                }
                _ => self.at += width,
            }
            return true;
        }
        let span = Span::new(start, start + width);
        let problem = match c {
            '[' | ']' | '{' | '}' => Problem::error(format!("`{c}` is not used here"), span)
                .label("the language has round brackets only")
                .help(if matches!(c, '[' | '{') { "write `(`" } else { "write `)`" }),
            ',' => Problem::error("there are no commas here", span)
                .label("arguments are separated by spaces")
                .help("take it away"),
            c if c.is_control() => {
                Problem::error(format!("a control character (U+{:04X}) stands here", c as u32), span)
                    .label("invisible")
                    .help("take it away")
            }
            c => Problem::error(format!("`{c}` cannot be part of a word"), span)
                .label("unexpected character")
                .help("names are made of letters, digits and - _ + * / < > = ! ? . ' % & : # @"),
        };
        self.problem(problem);
        self.at += width;
        match c {
            '[' | '{' => {
                self.at = start;
                self.push_open(width)
            }
            ']' | '}' => {
                self.at = start;
                self.close(width);
                true
            }
            _ => true,
        }
    }

    /// The character that byte `at` belongs to.
    fn character(&self, at: usize) -> Span {
        Span::new(self.source.floor_char_boundary(at), self.source.ceil_char_boundary(at + 1))
    }

    fn finish(&mut self) {
        let Some(outer) = self.open.first() else { return };
        self.sound = false;
        let end = self.last_end;
        let missing = self.open.len();
        let reported = self.problems.iter().any(|p| p.message.contains("string is not closed"));
        if !reported {
            // The layout is the better witness of where a bracket was forgotten; the count only says that one was.
            let suspect = self.suspect.unwrap_or(Suspect { open: outer.start, close: end });
            let mut problem = Problem::error("this bracket is not closed", self.character(suspect.open))
                .label(match missing {
                    1 => "one `)` is missing".to_string(),
                    n => format!("{n} times `)` are missing"),
                })
                .help("count the brackets: every `(` needs its `)`");
            let note = match self.suspect {
                Some(_) => "going by the indentation it should close here",
                None => "the file ends while it is open",
            };
            problem = problem.secondary(self.character(suspect.close.saturating_sub(1)), note);
            self.problem(problem);
        }
        while let Some(open) = self.open.pop() {
            self.add(Kind::List(open.items), Span::new(open.start, end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(source: &str) -> Vec<String> {
        read(source).1.into_iter().map(|p| p.message).collect()
    }

    fn one(source: &str) -> Tree {
        let (mut trees, problems) = read(source);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(trees.len(), 1);
        trees.remove(0)
    }

    #[test]
    fn every_node_knows_its_place() {
        fn places(tree: &Tree, source: &str, out: &mut Vec<String>) {
            out.push(source[tree.span.start as usize..tree.span.end as usize].to_string());
            for item in tree.items() {
                places(item, source, out);
            }
        }
        let source = "; é\n(a -12 (b \"é\\\"\")) ; end";
        let mut out = Vec::new();
        places(&one(source), source, &mut out);
        assert_eq!(out, ["(a -12 (b \"é\\\"\"))", "a", "-12", "(b \"é\\\"\")", "b", "\"é\\\"\""]);
    }

    #[test]
    fn tokens_are_words_numbers_and_strings() {
        let kinds = |source: &str| one(source).kind;
        assert!(matches!(kinds("3"), Kind::Int(3)));
        assert!(matches!(kinds("-3"), Kind::Int(-3)));
        assert!(matches!(kinds("-9223372036854775808"), Kind::Int(i64::MIN)));
        assert!(matches!(kinds("2.50"), Kind::Real(x) if x == 2.5));
        assert!(matches!(kinds("1e-3"), Kind::Real(x) if x == 0.001));
        for word in ["-", "3x3", "3-in-a-row", ">=", "A1", "1.", ".5", "+3", "1e", "--1", "Ō-sama"] {
            assert!(matches!(kinds(word), Kind::Word(w) if w == word), "{word}");
        }
        assert!(matches!(kinds("\"a\nb \\\\ ; ( \\\"\""), Kind::Text(t) if t == "a\nb \\ ; ( \""));
        assert_eq!(messages("9223372036854775808"), ["this number is too large"]);
        assert_eq!(messages("1e999"), ["this number is too large"]);
        assert!(read("").0.is_empty() && read(" ; only a remark").0.is_empty());
        assert_eq!(one("\u{feff}(a)"), Tree::element("a", []));
    }

    #[test]
    fn budgets_are_problems_not_crashes() {
        let deep = |n: usize| "(a ".repeat(n) + &")".repeat(n);
        assert!(read(&deep(MAX_DEPTH)).1.is_empty());
        assert!(messages(&deep(MAX_DEPTH + 1))[0].contains("nested too deeply"));
        assert!(messages(&"(".repeat(1_000_000))[0].contains("nested too deeply"));
        assert!(messages(&"a ".repeat(MAX_NODES + 2))[0].contains("too many words"));
        assert!(read(&"a ".repeat(MAX_NODES)).1.is_empty());
        assert!(messages(&" ".repeat(MAX_SOURCE + 1))[0].contains("too long"));
        assert!(read(&" ".repeat(MAX_SOURCE)).1.is_empty());
        assert_eq!(read(&")".repeat(1000)).1.len(), MAX_PROBLEMS);
    }

    #[test]
    fn layout_tells_where_a_bracket_is_missing() {
        let place = |source: &str| {
            let problem = read(source).1.remove(0);
            (problem.span.start as usize, problem.secondary[0].0.end as usize)
        };
        let source = "(game\n  (board\n    (size 3)\n  (end))";
        assert_eq!(place(source), (source.find("(board").unwrap(), source.find("\n  (end").unwrap()));
        // Without a hint from the layout, the outermost bracket is named.
        assert_eq!(place("(a (b (c)"), (0, 9));
    }
}
