//! What shells and `man` are given: every script can be read by its shell, and every page by `man`'s own formatter, and they know every command.

use std::fs;
use std::process::{Command, Output};

fn ludogen(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ludogen")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = ludogen(&["--help"]);
    let list = help.split("Commands:").nth(1).unwrap().split("\n\n").next().unwrap();
    let names: Vec<String> = list.lines().filter_map(|line| line.split_whitespace().next().map(String::from)).collect();
    assert!(names.len() > 30 && names.contains(&"doctor".into()), "{names:?}");
    names.into_iter().filter(|name| name != "help").collect()
}

/// What a program says; `None` where it is not installed.
fn asked(program: &str, args: &[&str]) -> Option<Output> {
    match Command::new(program).args(args).output() {
        Ok(output) => Some(output),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => panic!("{program}: {error}"),
    }
}

#[test]
fn every_shell_can_read_its_completions_and_they_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let mut read = Vec::new();
    for (shell, program, args) in [
        ("bash", "bash", &["-n"][..]),
        ("zsh", "zsh", &["-n"]),
        ("fish", "fish", &["--no-execute"]),
        ("elvish", "elvish", &["-compileonly"]),
        ("powershell", "pwsh", &["-NoProfile", "-File"]),
    ] {
        let script = ludogen(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not know {command}");
        }
        let path = folder.path().join(shell);
        fs::write(&path, &script).unwrap();
        let Some(output) = asked(program, &[args, &[path.to_str().unwrap()]].concat()) else { continue };
        assert!(output.status.success() && output.stderr.is_empty(), "{shell}: {output:?}");
        read.push(shell);
    }
    println!("read by {read:?}");
    assert!(read.contains(&"bash"), "{read:?}");
}

#[test]
fn bash_completes_commands_options_and_their_values() {
    let script = ludogen(&["completions", "bash"]);
    let complete = |words: &str, at: usize| {
        let ask = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={at}; _ludogen ludogen \"${{COMP_WORDS[{at}]}}\" \"${{COMP_WORDS[{}]}}\"; echo \"${{COMPREPLY[@]}}\"",
            at - 1
        );
        let output = asked("bash", &["--norc", "-c", &ask]).expect("bash");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(complete("ludogen desc", 1).trim(), "describe");
    assert!(complete("ludogen evolve --qu", 2).contains("--queue"));
    assert!(complete("ludogen export --to ''", 3).contains("ludii"));
}

#[test]
fn every_manual_page_is_sound_and_names_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.1");
    let render = |page: &str| {
        fs::write(&path, page).unwrap();
        let shown = asked("man", &["--warnings", "-E", "ascii", "-P", "cat", "-l", path.to_str().unwrap()])
            .filter(|output| output.status.success() && output.stdout.len() > 200);
        let shown = shown.or_else(|| asked("groff", &["-man", "-ww", "-Tascii", path.to_str().unwrap()]))?;
        assert!(shown.status.success() && shown.stderr.is_empty(), "{shown:?}");
        // Bold and underlined letters are struck twice, or stand between escapes.
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        let mut plain = String::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match c {
                '\u{8}' => drop(plain.pop()),
                '\u{1b}' => drop(chars.by_ref().find(|c| c.is_ascii_alphabetic())),
                c => plain.push(c),
            }
        }
        Some(plain)
    };
    let whole = ludogen(&["man"]);
    let shown = render(&whole);
    for command in commands() {
        // The formatter may break a name at a hyphen.
        assert!(whole.contains(&command.replace('-', "\\-")), "{command}");
        if let Some(shown) = &shown {
            assert!(shown.contains(&format!("ludogen-{command}(1)")), "{command}: {shown}");
        }
        let page = ludogen(&["man", &command]);
        if let Some(shown) = render(&page) {
            let title = format!("ludogen-{command}(1)");
            assert!(shown.contains(&title) && shown.contains("SYNOPSIS") && shown.contains("--help"), "{shown}");
        }
    }
    let output = Command::new(env!("CARGO_BIN_EXE_ludogen")).args(["man", "nothing"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
