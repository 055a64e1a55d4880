//! A page to play on: one file that asks nothing of any network.
//!
//! The page's scripts are ES modules in `web/`; they are joined in the order of their imports into one script, as a file opened from disk
//! may not import others. The policy of the page allows that script and the style by their hashes, a worker from a blob, and
//! WebAssembly; nothing else, connections included. Rules travel as JSON in an element that no script runs, with `<` escaped.
//!
//! The engine is the last and by far the largest part. The script runs before it has been read, and draws the first game from what the engine says of
//! its rules, which the page holds too.

use super::{picture, texts};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::Write;

/// The modules of the page, each after those it imports.
const MODULES: [&str; 11] = [
    texts::PAGES,
    include_str!("../../web/engine.js"),
    include_str!("../../web/figures.js"),
    include_str!("../../web/board.js"),
    include_str!("../../web/record.js"),
    include_str!("../../web/puzzles.js"),
    include_str!("../../web/play.js"),
    include_str!("../../web/panels.js"),
    include_str!("../../web/setup.js"),
    include_str!("../../web/table.js"),
    include_str!("../../web/main.js"),
];
const WORKER: &str = include_str!("../../web/worker.js");
const STYLE: &str = include_str!("../../web/style.css");

/// A game in a page.
#[derive(Clone, Debug, Serialize)]
pub struct SharedGame {
    /// Its name.
    pub name: String,
    /// Its rules, as in a rule file.
    pub rules: String,
    /// The moves of games that were played, in which the page looks for puzzles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trials: Vec<Vec<String>>,
    /// Its solution, as [`packed`] packs the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
}

impl SharedGame {
    /// A game of which nothing is known but its rules.
    pub fn new(name: impl Into<String>, rules: impl Into<String>) -> SharedGame {
        SharedGame { name: name.into(), rules: rules.into(), trials: Vec::new(), solution: None }
    }
}

/// The page that plays these games with an engine (a WebAssembly module). The first game is shown first, unless the address names another.
///
/// ```
/// use ludogen::web::page::{SharedGame, page};
/// let rules = "(game Four (board (tiling hex) (shape hex) (size 5)) (win (in-a-row 4)))";
/// let game = SharedGame::new("Four", rules);
/// let engine = b"\0asm"; // in earnest, `ludogen::web::engine::module()`
/// assert!(page(&[game], engine)?.contains("<title>Four – ludogen</title>"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// None but those of writing to memory.
pub fn page(games: &[SharedGame], engine: &[u8]) -> std::io::Result<String> {
    let script = MODULES.iter().map(|module| joined(module)).collect::<Vec<_>>().join("\n");
    let title = match games {
        [one] => texts::markup(texts::PAGES, "title", &one.name),
        _ => texts::markup(texts::PAGES, "several", &games.len().to_string()),
    };
    let [language, noscript] = ["language", "noscript"].map(|name| texts::markup(texts::PAGES, name, ""));
    let policy = format!(
        "default-src 'none'; script-src '{}' 'wasm-unsafe-eval'; worker-src blob:; style-src '{}'; img-src data:; base-uri 'none'; \
         form-action 'none'",
        hash(&script),
        hash(STYLE)
    );
    let engine = packed(engine)?;
    let data = |value: &serde_json::Value| value.to_string().replace('<', "\\u003c");
    let first = games.first().and_then(|game| picture::loaded(&game.rules));
    let mut games = serde_json::to_value(games)?;
    if let Some(opening) = first {
        games[0]["opening"] = opening;
    }
    let games = data(&games);
    let worker = data(&WORKER.into());
    Ok(format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <noscript>{noscript}</noscript>\n\
         <main id=\"app\"></main>\n\
         <script type=\"application/json\" id=\"games\">{games}</script>\n\
         <script type=\"application/json\" id=\"worker\">{worker}</script>\n\
         <script type=\"module\" async>{script}</script>\n\
         <script type=\"application/json\" id=\"engine\">\"{engine}\"</script>\n</body>\n</html>\n"
    ))
}

/// A module without its imports, the word `export` and comments of whole lines: what it names is in the same script.
fn joined(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import ") && !line.trim_start().starts_with("//"));
    lines.map(|line| line.strip_prefix("export ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// The source expression of a policy that allows exactly this text.
fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64.encode(Sha256::digest(text)))
}

/// Bytes deflated, in base 64.
///
/// # Errors
/// None but those of writing to memory.
pub fn packed(bytes: &[u8]) -> std::io::Result<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(BASE64.encode(encoder.finish()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_game_says_is_text_only() {
        let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)>";
        let game = SharedGame::new(hostile, hostile);
        let page = page(&[game], b"\0asm").expect("a page");
        assert!(!page.contains("<img") && !page.contains("<script>") && page.contains("\\u003cimg"), "escaped");
        assert_eq!(page.matches("<script").count(), 4);
        assert_eq!(page.matches("</script").count(), 4);
    }

    #[test]
    fn the_document_has_the_texts_of_pages() {
        let games = ["First & one", "Second"].map(|name| SharedGame::new(name, ""));
        let title = |games: &[SharedGame]| {
            let page = page(games, b"\0asm").expect("a page");
            assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">"));
            assert!(page.contains(
                "<noscript>This page plays games in your browser, for which it needs JavaScript.</noscript>"
            ));
            page.split("title>").nth(1).map(String::from).expect("a title")
        };
        assert_eq!(title(&games[..]), "2 games – ludogen</");
        assert_eq!(title(&games[..1]), "First &amp; one – ludogen</");
    }

    #[test]
    fn the_first_game_is_drawn_before_the_engine_is_read() {
        let rules = "(game Four (board (tiling hex) (shape hex) (size 5)) (win (in-a-row 4)))";
        let games = ["First", "Second"].map(|name| SharedGame::new(name, rules));
        let page = page(&games, b"\0asm").expect("a page");
        let json = page.split("id=\"games\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("games");
        let games: serde_json::Value = serde_json::from_str(json).expect("JSON");
        assert_eq!(games[0]["opening"]["board"]["cells"].as_array().map(Vec::len), Some(61));
        assert!(games[1]["opening"].is_null(), "other games wait for the engine");
        let place = |words: &str| page.find(words).expect(words);
        assert!(place("id=\"games\"") < place("<script type=\"module\" async>"));
        assert!(place("<script type=\"module\" async>") < place("id=\"engine\""));
    }

    #[test]
    fn the_page_asks_nothing_of_a_network() {
        let page = page(&[], b"\0asm").expect("a page");
        // The name of the SVG namespace is no address to fetch.
        let addresses = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!addresses.contains("http://") && !addresses.contains("https://"), "no address");
        assert!(!addresses.contains("unsafe-inline"));
    }

    #[test]
    fn modules_are_joined_after_what_they_import() {
        let names =
            ["texts", "engine", "figures", "board", "record", "puzzles", "play", "panels", "setup", "table", "main"];
        for (i, module) in MODULES.iter().enumerate() {
            for line in module.lines().filter(|line| line.starts_with("import ")) {
                let from = line.rsplit("./").next().and_then(|file| file.split(".js").next()).expect("a file");
                let place = names.iter().position(|name| *name == from).expect("a module of the page");
                assert!(place < i, "{} imports {from}", names[i]);
            }
        }
    }
}
