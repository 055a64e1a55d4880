//! The command line: one file per subcommand, arguments, progress and exit codes; no logic.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | done, or the reader of the output closed the pipe |
//! | 1 | the work failed: a file cannot be read or holds no playable game, a game is over |
//! | 2 | the call was wrong: unknown options, a board size that does not fit, an illegal move in `--moves` |

mod book;
mod check;
mod contest;
mod describe;
mod distance;
mod doctor;
mod evaluate;
mod evolve;
mod exit;
mod export;
mod fit;
mod flaws;
mod inputs;
mod judge;
mod like;
mod load;
mod measure;
mod opponents;
mod options;
mod output;
mod perft;
mod play;
mod playout;
mod query;
mod rank;
mod reach;
mod reduce;
mod reference;
mod report;
mod search;
mod serve;
mod share;
mod shell;
mod show;
mod solve;
mod tune;
#[cfg(feature = "queue")]
mod worker;

use crate::game::within_means;
use clap::{CommandFactory, Parser, Subcommand};
use exit::Exit;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Breeds board games: evolves rule sets, plays them against themselves, and ranks what is worth a designer's time.
#[derive(Debug, Parser)]
#[command(name = "ludogen", version = crate::version::VERSION_AND_COMMIT, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Rule files are named *.ludi; `-` reads one from standard input.\n\
    Where a command has them: -o FILE takes what would be printed, or names the file that it makes; --json\n\
    prints for programs; --seed decides all chance; --threads changes nothing but the time.\n\
    Exit codes: 0 done, 1 the work failed, 2 the call was wrong.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Check),
    Describe(describe::Describe),
    Export(export::Export),
    Reference(reference::Reference),
    Show(show::Show),
    Share(share::Share),
    Serve(serve::Serve),
    Perft(perft::Perft),
    Reach(reach::Reach),
    Playout(playout::Playout),
    Search(search::Search),
    Play(play::Play),
    Tune(tune::Tune),
    Book(book::Book),
    Match(contest::Match),
    Measure(measure::Measure),
    Evolve(evolve::Evolve),
    Evaluate(evaluate::Evaluate),
    #[cfg(feature = "queue")]
    Worker(worker::Worker),
    Report(report::Report),
    Rank(rank::Rank),
    Fit(fit::Fit),
    Distance(distance::Distance),
    Reduce(reduce::Reduce),
    Like(like::Like),
    Judge(judge::Judge),
    Solve(solve::Solve),
    Query(query::Query),
    Flaws(flaws::Flaws),
    Doctor(doctor::Doctor),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// Runs the command that the arguments ask for (the first is the name of the program).
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(options::join_sizes(args)) {
        Ok(cli) => cli,
        // Help and version arrive as errors too; clap knows the stream and the code.
        Err(error) => error.exit(),
    };
    let mut out = output::stdout();
    let result = within_means(|| cli.command.run(&mut out)).unwrap_or_else(|dear| Err(dear.into()));
    let result = result.and_then(|exit| Ok(out.flush().map(|()| exit)?));
    match result {
        Ok(exit) => exit.into(),
        Err(error) => exit::report(&error).into(),
    }
}

impl Command {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match self {
            Command::Check(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Describe(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Export(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Reference(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Show(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Share(command) => command.run(out),
            Command::Serve(command) => command.run(out),
            Command::Perft(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Reach(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Playout(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Search(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Play(command) => command.run(out),
            Command::Tune(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Book(command) => command.run(out),
            Command::Match(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Measure(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Evolve(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Evaluate(command) => command.output.redirect(out, |out| command.run(out)),
            #[cfg(feature = "queue")]
            Command::Worker(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Report(command) => command.run(out),
            Command::Rank(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Fit(command) => command.run(out),
            Command::Distance(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Reduce(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Like(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Judge(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Solve(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Query(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Flaws(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Doctor(command) => command.output.redirect(out, |out| command.run(out)),
            Command::Completions(command) => command.output.redirect(out, |out| command.run(Cli::command(), out)),
            Command::Man(command) => command.output.redirect(out, |out| command.run(Cli::command(), out)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, ArgAction};

    /// What a command does that options are about.
    struct Habits {
        /// What -o is for.
        output: Output,
        /// Whether what it prints can be JSON.
        json: bool,
        /// Whether anything of its result is left to chance.
        chance: bool,
        /// Whether it works on several threads.
        threads: bool,
    }

    #[derive(PartialEq)]
    enum Output {
        /// It takes what is printed.
        Printed,
        /// It names what the command makes.
        Made,
        /// There is none: a person or a browser is talked to.
        None,
    }

    /// The habits of a command, of which there is none without a row here.
    fn habits(command: &str) -> Habits {
        use Output::{Made, None, Printed};
        let (output, json, chance, threads) = match command {
            // Documents, in a form of their own.
            "describe" | "export" | "reference" | "show" | "completions" | "man" => (Printed, false, false, false),
            // What is exact is left to no chance.
            "check" | "perft" | "distance" | "query" | "flaws" | "doctor" => (Printed, true, false, false),
            "solve" | "reach" | "evaluate" | "worker" => (Printed, true, false, true),
            "search" | "reduce" => (Printed, true, true, false),
            "playout" | "tune" | "match" | "measure" | "evolve" | "rank" | "like" | "judge" => {
                (Printed, true, true, true)
            }
            "share" | "report" => (Made, true, false, false),
            "book" | "fit" => (Made, true, true, true),
            "play" => (None, false, true, false),
            "serve" => (None, false, false, true),
            other => panic!("what does `{other}` print, and is any of it left to chance or to threads?"),
        };
        Habits { output, json, chance, threads }
    }

    #[test]
    fn options_mean_the_same_in_all_commands_and_are_there_where_they_mean_something() {
        let cli = Cli::command();
        let help = |arg: &Arg| arg.get_help().map(ToString::to_string).unwrap_or_default();
        let mut seen: std::collections::BTreeMap<&str, String> = Default::default();
        for command in cli.get_subcommands() {
            let name = command.get_name();
            let habits = habits(name);
            let option = |long: &str| command.get_arguments().find(|arg| arg.get_long() == Some(long));
            let same = |long: &str, wanted: bool| {
                assert_eq!(option(long).is_some(), wanted, "{name} --{long}");
                option(long)
            };
            let value = |arg: &Arg| arg.get_value_names().unwrap_or_default().first().map(ToString::to_string);
            if let Some(output) = same("output", habits.output != Output::None) {
                assert_eq!(output.get_short(), Some('o'), "{name}");
                if habits.output == Output::Printed {
                    assert_eq!(value(output).as_deref(), Some("FILE"), "{name}");
                    assert!(!output.is_required_set(), "{name}");
                }
            }
            if let Some(json) = same("json", habits.json) {
                assert!(matches!(json.get_action(), ArgAction::SetTrue), "{name}");
            }
            let common =
                [("seed", habits.chance), ("threads", habits.threads), ("output", habits.output == Output::Printed)];
            for (long, wanted) in common {
                if long != "output" {
                    same(long, wanted);
                }
                let Some(arg) = option(long).filter(|_| wanted) else { continue };
                let told = format!("{} {:?} {:?}", help(arg), value(arg), arg.get_default_values());
                let before = seen.entry(long).or_insert_with(|| told.clone());
                assert_eq!(*before, told, "{name} --{long} is as everywhere");
            }
            // Nothing else takes their letters.
            let taken = |arg: &Arg| arg.get_short() == Some('o') && arg.get_long() != Some("output");
            assert!(!command.get_arguments().any(taken), "{name}");
        }
        assert_eq!(seen.len(), 3);
    }
}
