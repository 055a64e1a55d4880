//! The files of the pages and the known games, all in the program.

use crate::language::{parse, print};
use crate::store::SeedGame;
use crate::web::engine;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::watch;

// `WEB` and `KNOWN`: names, in order, and contents.
include!(concat!(env!("OUT_DIR"), "/carried.rs"));

/// The known games that the program brings, in the order of their files' names; without those with long rules, which are in a folder of their own.
pub fn known_games() -> Vec<SeedGame> {
    let read = |(file, text): &(&str, &[u8])| {
        let text = std::str::from_utf8(text).ok().filter(|_| file.ends_with(".ludi") && !file.contains('/'))?;
        let tree = parse(text).ok()?;
        let name = tree.args().first()?.as_word()?.to_owned();
        Some(SeedGame { name, text: print(&tree) })
    };
    KNOWN.iter().filter_map(read).collect()
}

/// The document of every view.
pub async fn shell() -> Response {
    asset(&HeaderMap::new(), "studio/index.html")
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
pub type Made = Option<Result<(Bytes, String), Arc<str>>>;

/// The engine of pages. It may have to be built first; whoever asks meanwhile waits.
#[derive(Clone, Debug)]
pub struct Engine(pub watch::Receiver<Made>);

impl Engine {
    /// Begins to read or build the module, in a thread of its own.
    pub fn begin(file: Option<PathBuf>) -> Engine {
        let (sender, receiver) = watch::channel(None);
        std::thread::spawn(move || {
            let module = match &file {
                Some(file) => engine::read(file).map(Bytes::from),
                None => engine::module().map(|module| Bytes::from(module.into_owned())),
            };
            let made = module.map(|module| {
                let tag = tag(&module);
                (module, tag)
            });
            // Nobody may be left to be told.
            let _ = sender.send(Some(made.map_err(|e| e.to_string().into())));
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
    fn files_are_found_by_name_and_no_other_way() {
        let status = |name: &str| asset(&HeaderMap::new(), name).status();
        assert_eq!(status("board.js"), StatusCode::OK);
        for name in ["../Cargo.toml", "/etc/passwd", "studio/../../Cargo.toml", "", "studio"] {
            assert_eq!(status(name), StatusCode::NOT_FOUND, "{name}");
        }
    }
}
