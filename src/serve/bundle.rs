//! The modules of a view as one script, so that a browser asks once and not for each when another imports it.
//!
//! Each module keeps a scope of its own: it is a function that returns what it exports, called after those that it imports. The modules are
//! written in the forms that are read here, which a test holds them to: an import or an export begins a line, imports name what they want, and
//! exports stand before a declaration.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The script of a view: what the module `studio/VIEW.js` exports as `show` is shown by `studio/studio.js`. `contents` are the files of the pages.
pub fn script(view: &str, contents: &dyn Fn(&str) -> Option<&'static str>) -> String {
    let (view, studio) = (format!("studio/{view}.js"), "studio/studio.js".to_owned());
    let mut made = Bundle { contents, done: BTreeSet::new(), text: String::new() };
    made.add(&studio);
    made.add(&view);
    let _ = writeln!(made.text, "{}.start({}.show);", scope(&studio), scope(&view));
    made.text
}

struct Bundle<'c> {
    contents: &'c dyn Fn(&str) -> Option<&'static str>,
    done: BTreeSet<String>,
    text: String,
}

impl Bundle<'_> {
    /// Adds a module behind those that it imports.
    fn add(&mut self, name: &str) {
        if !self.done.insert(name.to_owned()) {
            return;
        }
        let Some(source) = (self.contents)(name) else { return };
        let mut body = String::new();
        let mut exported = Vec::new();
        for line in source.lines() {
            if let Some((names, from)) = import(line) {
                let from = beside(name, from);
                self.add(&from);
                let _ = writeln!(body, "const {{{}}} = {};", names.replace(" as ", ": "), scope(&from));
            } else if let Some(declared) = line.strip_prefix("export ") {
                exported.extend(declares(declared));
                let _ = writeln!(body, "{declared}");
            } else {
                let _ = writeln!(body, "{line}");
            }
        }
        let _ = writeln!(
            self.text,
            "// {name}\nconst {} = (() => {{\n{body}return {{ {} }};\n}})();",
            scope(name),
            exported.join(", ")
        );
    }
}

/// What a line imports, between its braces, and from where.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import {")?.split_once("} from '")?;
    Some((names, from.strip_suffix("';")?))
}

/// The name that a line declares behind `export`.
fn declares(line: &str) -> Option<&str> {
    let mut words = line.split([' ', '(', '=', '{']).filter(|word| !word.is_empty());
    words.find(|word| !matches!(*word, "const" | "class" | "async" | "function"))
}

/// The file that a module means by a path.
fn beside(module: &str, path: &str) -> String {
    let mut at: Vec<&str> = module.split('/').collect();
    at.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(at.pop()),
            part => at.push(part),
        }
    }
    at.join("/")
}

/// The constant that holds what a module exports.
fn scope(module: &str) -> String {
    format!("module_{}", module.trim_end_matches(".js").replace(|c: char| !c.is_ascii_alphanumeric(), "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(name: &str) -> Option<&'static str> {
        Some(match name {
            "a.js" => "// A module.\nconst own = 1;\nexport const a = () => own;\nexport class B {}\n",
            "studio/studio.js" => {
                "import { a as one } from '../a.js';\nconst own = one() + 1;\nexport const start = async (show) => show(own);\n"
            }
            "studio/x.js" => {
                "import { a, B } from '../a.js';\nimport { start } from './studio.js';\nexport const show = (n) => [n, a(), B, start];\n"
            }
            _ => return None,
        })
    }

    #[test]
    fn each_module_comes_once_after_those_it_imports_and_keeps_its_names() {
        let expected = "// a.js\nconst module_a = (() => {\n// A module.\nconst own = 1;\nconst a = () => own;\nclass B {}\nreturn { a, B };\n})();\n\
            // studio/studio.js\nconst module_studio_studio = (() => {\nconst { a: one } = module_a;\nconst own = one() + 1;\n\
            const start = async (show) => show(own);\nreturn { start };\n})();\n\
            // studio/x.js\nconst module_studio_x = (() => {\nconst { a, B } = module_a;\nconst { start } = module_studio_studio;\n\
            const show = (n) => [n, a(), B, start];\nreturn { show };\n})();\n\
            module_studio_studio.start(module_studio_x.show);\n";
        assert_eq!(script("x", &files), expected);
    }

    #[test]
    fn modules_are_written_as_they_are_read_here() {
        for (name, text) in super::super::assets::modules() {
            for line in text.lines() {
                let begins = line.trim_start();
                if begins.starts_with("import ") || begins.starts_with("import(") {
                    assert!(import(line).is_some(), "{name}: {line}");
                }
                if begins.starts_with("export ") {
                    assert!(line.strip_prefix("export ").and_then(declares).is_some(), "{name}: {line}");
                    assert!(!line.contains("export {") && !line.contains("export default"), "{name}: {line}");
                }
            }
        }
    }
}
