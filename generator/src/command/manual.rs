//! `croupier completions` and `croupier man`: generates shell completions and manual pages from the
//! command definitions.

use clap::{Command, Subcommand};
use clap_complete::Shell;

use crate::command::failure::Failure;
use crate::command::print::print;
use croupier_base::diagnostic::wording::did_you_mean;

/// The commands that print texts about the command line, which need the feature `manual`.
#[derive(Debug, Subcommand)]
pub enum ManualCommand {
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page of one command or of croupier itself.
    Man {
        /// The command, such as `build`.
        command: Option<String>,
    },
}

impl ManualCommand {
    /// Runs the command. `all` is the definition of the command line.
    pub(crate) fn run(self, all: Command) -> Result<(), Failure> {
        match self {
            ManualCommand::Completions { shell } => completions(shell, &all),
            ManualCommand::Man { command } => page(all, command.as_deref()),
        }
    }
}

/// Prints the completion script for a shell.
fn completions(shell: Shell, all: &Command) -> Result<(), Failure> {
    // Hidden commands are internal, so they are not completed.
    let visible = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let mut text = Vec::new();
    clap_complete::generate(
        shell,
        &mut Command::new("croupier").version("").subcommands(visible),
        "croupier",
        &mut text,
    );
    print(&text)
}

/// Prints the manual page of the command `name`, or of `croupier` itself without a name.
fn page(mut all: Command, name: Option<&str>) -> Result<(), Failure> {
    // Sets the full name of each command, such as `croupier build`.
    all.build();

    let command = match name {
        None => all,
        Some(name) => {
            let Some(subcommand) = find_command(&all, name) else {
                let hint = did_you_mean(name, all.get_subcommands().map(clap::Command::get_name));
                let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
                return Err(Failure::Usage(format!("there is no command `{name}`{hint}")));
            };
            subcommand.clone().display_name(format!("croupier-{}", name.replace(' ', "-")))
        }
    };

    let mut text = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut text)
        .map_err(|error| Failure::System(format!("cannot render the manual page: {error}")))?;
    print(&text)
}

/// Returns the command with a name such as `translations new`, or `translations-new` as the page of `translations` names it.
fn find_command<'c>(all: &'c Command, name: &str) -> Option<&'c Command> {
    if let Some(command) = all.find_subcommand(name) {
        return Some(command);
    }
    all.get_subcommands().find_map(|command| {
        let rest = name.strip_prefix(command.get_name())?.strip_prefix(['-', ' '])?;
        find_command(command, rest.trim_start())
    })
}
