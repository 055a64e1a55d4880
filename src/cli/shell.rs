//! `ludogen completions` and `ludogen man`

use super::exit::{Exit, UsageError};
use super::options::OutputOptions;
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::Write;

/// Print the completions of a shell
///
/// For bash: `ludogen completions bash -o ~/.local/share/bash-completion/completions/ludogen`.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen completions zsh -o ~/.zfunc/_ludogen")]
pub struct Completions {
    /// The shell
    shell: Shell,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Completions {
    pub fn run(&self, mut command: Command, out: &mut dyn Write) -> anyhow::Result<Exit> {
        // Written at once, because a pipe that is closed meanwhile is no reason to panic.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "ludogen", &mut script);
        out.write_all(&script)?;
        Ok(Exit::Done)
    }
}

/// Print the manual page, or that of a command
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen man evolve -o ludogen-evolve.1")]
pub struct Man {
    /// The command
    command: Option<String>,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Man {
    pub fn run(&self, command: Command, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let page = match &self.command {
            None => command,
            Some(name) => {
                let found = command.get_subcommands().find(|sub| sub.get_name() == name).cloned();
                let found = found.ok_or_else(|| UsageError(format!("there is no command `{name}`")))?;
                found
                    .version(crate::version::VERSION_AND_COMMIT)
                    .display_name(format!("ludogen-{name}"))
                    .bin_name(format!("ludogen {name}"))
            }
        };
        let title = self.command.as_ref().map_or("ludogen".into(), |name| format!("ludogen-{name}"));
        clap_mangen::Man::new(page).title(title).render(out)?;
        Ok(Exit::Done)
    }
}
