//! The files of the pages and the known games, all in the program.

use super::bundle;
use crate::language::{parse, print};
use crate::report::svg;
use crate::store::SeedGame;
use crate::web::{engine, texts};
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use tokio::sync::watch;

// `WEB` and `KNOWN`: names, in order, and contents.
include!(concat!(env!("OUT_DIR"), "/carried.rs"));

/// The known games that the program brings, in the order of their files' names; without those with long rules, which are in a folder of their own.
///
/// ```
/// let games = ludogen::serve::known_games();
/// assert!(games.iter().any(|game| game.name == "Hex"));
/// assert!(games.iter().all(|game| ludogen::language::parse(&game.text).is_ok()));
/// ```
pub fn known_games() -> Vec<SeedGame> {
    let read = |(file, text): &(&str, &[u8])| {
        let text = std::str::from_utf8(text).ok().filter(|_| file.ends_with(".ludi") && !file.contains('/'))?;
        let tree = parse(text).ok()?;
        let name = tree.args().first()?.as_word()?.to_owned();
        Some(SeedGame { name, text: print(&tree) })
    };
    KNOWN.iter().filter_map(read).collect()
}

/// The views, each with a module of its own.
pub const VIEWS: [&str; 7] = ["gallery", "game", "compare", "night", "survey", "ranking", "write"];

/// The document that all views have, with `VIEW` where the name of a view goes.
fn frame() -> &'static str {
    static FRAME: OnceLock<String> = OnceLock::new();
    FRAME.get_or_init(|| {
        let page = contents("studio/index.html").unwrap_or_default();
        let own = contents("studio/texts.js").unwrap_or_default();
        let places = [(texts::PAGES, "language"), (own, "skip"), (own, "views"), (own, "noscript")];
        places.into_iter().fold(page.to_owned(), |page, (module, name)| {
            page.replacen(&format!("{{{name}}}"), &texts::markup(module, name, ""), 1)
        })
    })
}

/// The document of a view. `opening` is what the view begins with, as JSON, where it need not ask for that.
pub fn document(view: &str, opening: Option<&[u8]>) -> Response {
    // No text in it ends the element, or begins another.
    let opening = opening.map(|json| String::from_utf8_lossy(json).replace('<', "\\u003c"));
    let opening = opening
        .map(|json| format!("<script type=\"application/json\" id=\"opening\">{json}</script>\n"))
        .unwrap_or_default();
    let page = frame().replacen("VIEW", view, 1).replacen("</body>", &format!("{opening}</body>"), 1);
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

/// The script of a view: all modules that it is made of.
pub async fn script(Path(name): Path<String>, headers: HeaderMap) -> Response {
    static SCRIPTS: OnceLock<BTreeMap<String, (Bytes, String)>> = OnceLock::new();
    let scripts = SCRIPTS.get_or_init(|| {
        let made = |view: &str| {
            let text = bundle::script(view, &contents);
            let tag = tag(text.as_bytes());
            (format!("{view}.js"), (Bytes::from(text), tag))
        };
        VIEWS.into_iter().map(made).collect()
    });
    match scripts.get(&name) {
        Some((text, tag)) => tagged(&headers, tag, "text/javascript; charset=utf-8", text.clone()),
        None => (StatusCode::NOT_FOUND, "There is no such file.").into_response(),
    }
}

/// The style of the pages: what shared pages have, figures, and what the studio adds.
pub async fn style(headers: HeaderMap) -> Response {
    static STYLE: OnceLock<(Bytes, String)> = OnceLock::new();
    let (text, tag) = STYLE.get_or_init(|| {
        let figures = svg::sheet(".plot");
        let parts =
            [contents("style.css").unwrap_or_default(), &figures, contents("studio/studio.css").unwrap_or_default()];
        let text = parts.join("\n");
        let tag = tag(text.as_bytes());
        (Bytes::from(text), tag)
    });
    tagged(&headers, tag, "text/css; charset=utf-8", text.clone())
}

/// A file of the pages, as text.
fn contents(name: &str) -> Option<&'static str> {
    let (_, found) = WEB.iter().find(|(file, _)| *file == name)?;
    std::str::from_utf8(found).ok()
}

/// The modules of the pages, by name.
#[cfg(test)]
pub fn modules() -> impl Iterator<Item = (&'static str, &'static str)> {
    WEB.iter().filter(|(name, _)| name.ends_with(".js")).filter_map(|(name, _)| Some((*name, contents(name)?)))
}

/// A file by its name, which is looked up among the files in the program: no other can be named.
pub async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    asset(&headers, &name)
}

fn asset(headers: &HeaderMap, name: &str) -> Response {
    let Some((_, found)) = WEB.iter().find(|(file, _)| *file == name) else {
        return (StatusCode::NOT_FOUND, "There is no such file.").into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "application/octet-stream",
    };
    tagged(headers, &tag(found), kind, Bytes::from_static(found))
}

/// What changes when a file does.
fn tag(file: &[u8]) -> String {
    format!("\"{:08x}-{:x}\"", crc32fast::hash(file), file.len())
}

/// An answer that a browser may keep as long as its tag stays the same.
pub fn tagged(headers: &HeaderMap, tag: &str, kind: &'static str, body: Bytes) -> Response {
    let about = [(ETAG, tag.to_owned()), (CACHE_CONTROL, "no-cache".to_owned())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, [(CONTENT_TYPE, kind)], body).into_response()
}

/// The engine: under way, there, or why not.
pub type Made = Option<Result<Module, Arc<str>>>;

/// The engine's module.
#[derive(Clone, Debug)]
pub struct Module {
    /// As it is.
    pub plain: Bytes,
    /// As gzip, a quarter of the size: what most of the time of a page on a slow network goes to.
    pub packed: Bytes,
    /// By which a browser knows it.
    pub tag: String,
}

impl Module {
    fn of(bytes: Vec<u8>) -> Module {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        // Writing to memory does not fail; without a packed form the plain one is sent.
        let packed = encoder.write_all(&bytes).and_then(|()| encoder.finish()).unwrap_or_default();
        Module { tag: tag(&bytes), plain: bytes.into(), packed: packed.into() }
    }
}

/// The engine of pages. It may have to be built first; whoever asks meanwhile waits.
#[derive(Clone, Debug)]
pub struct Engine(pub watch::Receiver<Made>);

impl Engine {
    /// Begins to read or build the module, in a thread of its own.
    pub fn begin(file: Option<PathBuf>) -> Engine {
        let (sender, receiver) = watch::channel(None);
        std::thread::spawn(move || {
            let module = match &file {
                Some(file) => engine::read(file),
                None => engine::module().map(Cow::into_owned),
            };
            // Nobody may be left to be told.
            let _ = sender.send(Some(module.map(Module::of).map_err(|e| e.to_string().into())));
        });
        Engine(receiver)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_brings_every_known_game() {
        let files = std::fs::read_dir("seed-games").unwrap().map(|f| f.unwrap().path());
        let files = files.filter(|path| path.extension().is_some_and(|e| e == "ludi")).count();
        let known = known_games();
        assert_eq!(known.len(), files);
        assert!(known.iter().any(|game| game.name == "Yavalath"));
    }

    #[test]
    fn every_view_has_a_script_and_a_document_that_names_it() {
        for view in VIEWS {
            let text = bundle::script(view, &contents);
            assert!(text.ends_with(&format!("module_studio_studio.start(module_studio_{view}.show);\n")), "{view}");
            assert!(text.contains(&format!("// studio/{view}.js\n")) && !text.contains("\nimport "), "{view}");
        }
        // What another view is made of is not in it.
        assert!(!bundle::script("gallery", &contents).contains("// board.js"));
        assert!(bundle::script("game", &contents).contains("// board.js"));
    }

    #[test]
    fn the_document_of_a_view_has_its_texts() {
        let frame = frame();
        assert!(frame.starts_with("<!doctype html>\n<html lang=\"en\">"), "{frame}");
        assert!(frame.contains("<a class=\"skip\" href=\"#app\">To the content</a>"), "{frame}");
        assert!(frame.contains("<nav id=\"nav\" aria-label=\"Studio\">"), "{frame}");
        assert!(frame.contains("for which they need JavaScript.</noscript>"), "{frame}");
        assert!(!frame.contains(['{', '}']), "every place is filled: {frame}");
    }

    #[test]
    fn files_are_found_by_name_and_no_other_way() {
        let status = |name: &str| asset(&HeaderMap::new(), name).status();
        assert_eq!(status("board.js"), StatusCode::OK);
        for name in ["../Cargo.toml", "/etc/passwd", "studio/../../Cargo.toml", "", "studio"] {
            assert_eq!(status(name), StatusCode::NOT_FOUND, "{name}");
        }
    }
}
