//! Reads requests and answers them.

use super::request::Request;
use super::solution;
use super::table::{Table, Tabled};
use crate::describe::{Refusals, Told, refusals, told};
use crate::game::{AnyGame, quietly};
use crate::language::diagnostic::{Problem, position, render};
use crate::language::reader::MAX_SOURCE;
use crate::language::{Kind, Tree, parse_with_warnings};
use serde_json::{Value, json};

/// One game at a time, asked by text.
///
/// ```
/// let mut desk = ludogen::web::Desk::default();
/// let three = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let request = serde_json::json!({ "do": "load", "text": three }).to_string();
/// assert!(desk.ask(&request).contains("\"name\":\"Three\""));
/// let answer = desk.ask(r#"{"do":"play","m":"b2"}"#);
/// assert!(answer.contains("\"made\":[\"b2\"]"), "{answer}");
/// assert!(desk.ask(r#"{"do":"play","m":"b2"}"#).contains("is not a legal move here"));
/// ```
#[derive(Default)]
pub struct Desk {
    table: Option<Box<dyn Tabled>>,
    /// The rules, and what is said of moves that they forbid, once that was asked.
    tree: Option<Tree>,
    refusals: Option<Refusals>,
}

impl Desk {
    /// The answer to a request, both as JSON. What cannot be read or done is answered with an object that has `error`.
    pub fn ask(&mut self, request: &str) -> String {
        let answer = match serde_json::from_str(request) {
            Ok(request) => quietly(|| self.answer(request)).unwrap_or_else(|error| json!({ "error": error })),
            Err(error) => json!({ "error": format!("the request cannot be read: {error}") }),
        };
        answer.to_string()
    }

    fn answer(&mut self, request: Request) -> Result<Value, String> {
        if let Request::Load { text } = request {
            // What was there before goes first, so that two games are never held at once.
            *self = Desk::default();
            return Ok(self.load(&text));
        }
        let table = self.table.as_mut().ok_or("no game is loaded")?;
        match request {
            Request::Load { .. } | Request::Position => Ok(table.position()),
            Request::Go { moves, from } => table.go(from.as_deref(), &moves),
            Request::SetUp { from } => table.go(Some(&from), &[]),
            Request::Solution { data } => {
                let tree = self.tree.as_ref().ok_or("no game is loaded")?;
                table.solve(solution::read(&data, tree)?)
            }
            Request::Puzzle { moves, after, nodes, seed } => table.puzzle(&moves, after, nodes, seed),
            Request::Play { m } => table.play(&m),
            Request::Why { from, to } => {
                if self.refusals.is_none() {
                    let tree = self.tree.as_ref().ok_or("no game is loaded")?;
                    self.refusals = Some(refusals(tree).map_err(|e| e.message)?);
                }
                table.why(self.refusals.as_ref().ok_or("no game is loaded")?, from, to)
            }
            Request::Undo => table.undo(),
            Request::Choose { player, depth, nodes, seed } => table.choose(player.into(), depth, nodes, seed),
            Request::Analyse { nodes } => table.analyse(nodes),
        }
    }

    fn load(&mut self, text: &str) -> Value {
        if text.len() > MAX_SOURCE {
            return json!({ "error": format!("the rules are larger than {} KiB", MAX_SOURCE >> 10) });
        }
        let (tree, warnings) = match parse_with_warnings(text) {
            Ok(read) => read,
            Err(problems) => return refused(&problems, text),
        };
        let game = match AnyGame::of(&tree) {
            Ok(game) => game,
            Err(problem) => return refused(&[problem], text),
        };
        let table: Box<dyn Tabled> = match game {
            AnyGame::W1(game) => Box::new(Table::new(game)),
            AnyGame::W2(game) => Box::new(Table::new(game)),
            AnyGame::W4(game) => Box::new(Table::new(game)),
            AnyGame::W6(game) => Box::new(Table::new(game)),
            AnyGame::W16(game) => Box::new(Table::new(game)),
        };
        let mut answer = table.game();
        let told = told(&tree).unwrap_or_else(|e| Told { text: e.message, ..Told::default() });
        answer["english"] = told.text.into();
        answer["told"] = json!(told.moves);
        answer["aim"] = words(&tree, "aim").into();
        answer["description"] = words(&tree, "description").into();
        answer["warnings"] = listed(&warnings, text);
        answer["position"] = table.position();
        self.table = Some(table);
        self.tree = Some(tree);
        answer
    }
}

/// The answer to rules that cannot be played.
fn refused(problems: &[Problem], text: &str) -> Value {
    json!({
        "error": "the rules cannot be played",
        "problems": listed(problems, text),
        "rendered": render(problems, "rules", text, false),
    })
}

fn listed(problems: &[Problem], text: &str) -> Value {
    let one = |problem: &Problem| {
        let (line, column) = position(problem.span, text);
        let span = [problem.span.start, problem.span.end];
        json!({
            "severity": problem.severity.as_str(), "message": problem.message, "help": problem.help,
            "line": line, "column": column, "span": span,
        })
    };
    problems.iter().map(one).collect()
}

/// The texts of a section such as `description`, a paragraph each.
fn words(tree: &Tree, section: &str) -> Vec<String> {
    let found = tree.items().iter().find(|item| item.head() == Some(section));
    let texts = found.iter().flat_map(|item| item.args());
    texts
        .filter_map(|text| match &text.kind {
            Kind::Text(words) => Some(words),
            _ => None,
        })
        .cloned()
        .collect()
}
