//! The texts of a page's document, from the modules that hold all texts of the pages (`web/texts.js`, `web/studio/texts.js`).
//!
//! Scripts import these modules. What stands in a document before a script runs is read from them here: the entries of the group `document`, each on
//! a line of its own, as plain words or as words around one parameter.

/// The texts of shared pages.
pub const PAGES: &str = include_str!("../../web/texts.js");

/// A text of a module as markup, `with` where its parameter stands; empty where there is no such text, which tests rule out.
pub fn markup(module: &str, name: &str, with: &str) -> String {
    let text = text(module, name, with).unwrap_or_default();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The text of an entry, whose value is words in single quotes, or a function of one parameter that makes a template of it.
fn text(module: &str, name: &str, with: &str) -> Option<String> {
    let (_, value) = document(module)?.lines().filter_map(entry).find(|(known, _)| *known == name)?;
    if let Some(words) = value.strip_prefix('\'') {
        return words.strip_suffix('\'').map(String::from);
    }
    let (parameter, words) = value.strip_prefix('(')?.split_once(") => `")?;
    Some(words.strip_suffix('`')?.replace(&format!("${{{parameter}}}"), with))
}

/// The lines of the group `document`.
fn document(module: &str) -> Option<&str> {
    let (_, group) = module.split_once("\n  document: {\n")?;
    group.split_once("\n  },\n").map(|(group, _)| group)
}

/// The name and the value of a line's entry.
fn entry(line: &str) -> Option<(&str, &str)> {
    line.trim().strip_suffix(',')?.split_once(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_scripts_read_them() {
        let module = "export const texts = frozen({\n  document: {\n    plain: 'Rules: \"a\" & <b>',\n    of: (x) => `${x} of ${x} – y`,\n  },\n  \
            other: {\n    late: 'Elsewhere',\n  },\n});\n";
        assert_eq!(text(module, "plain", "").as_deref(), Some("Rules: \"a\" & <b>"));
        assert_eq!(text(module, "of", "'1'").as_deref(), Some("'1' of '1' – y"));
        assert_eq!(markup(module, "plain", ""), "Rules: &quot;a&quot; &amp; &lt;b&gt;");
        for name in ["late", "pla", "o", "none", ""] {
            assert_eq!(text(module, name, ""), None, "{name}");
        }
    }

    #[test]
    fn every_text_of_a_document_can_be_read() {
        for (module, names) in [
            (PAGES, &["language", "title", "several", "noscript"][..]),
            (include_str!("../../web/studio/texts.js"), &["skip", "views", "noscript"][..]),
        ] {
            let known = document(module).expect("the group").lines().map(|line| entry(line).expect(line).0);
            assert_eq!(known.collect::<Vec<_>>(), names);
            for name in names {
                let text = text(module, name, "1").expect(name);
                assert!(!text.is_empty() && !text.contains(['\\', '$', '`']), "{name}: {text}");
            }
        }
    }
}
