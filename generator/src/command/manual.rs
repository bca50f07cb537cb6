//! `croupier completions` and `croupier man`: what shells and manuals know of the commands, made from the commands themselves.

use std::io::Write as _;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::command::args::Cli;
use crate::command::failure::Failure;
use croupier_base::diagnostic::wording::did_you_mean;

/// Prints the completions for a shell.
#[expect(clippy::unnecessary_wraps, reason = "a command like the others")]
pub(crate) fn completions(shell: Shell) -> Result<(), Failure> {
    let all = Cli::command();
    // What people do not type is completed by no shell.
    let typed = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let mut text = Vec::new();
    clap_complete::generate(
        shell,
        &mut clap::Command::new("croupier").version("").subcommands(typed),
        "croupier",
        &mut text,
    );
    print(&text);
    Ok(())
}

/// Prints the manual page of the command `name`, or of all together.
pub(crate) fn page(name: Option<&str>) -> Result<(), Failure> {
    let mut all = Cli::command();
    // Each command gets its whole name, `croupier build`.
    all.build();
    let command = match name {
        None => all,
        Some(name) => {
            let Some(found) = all.find_subcommand(name) else {
                let hint = did_you_mean(name, all.get_subcommands().map(clap::Command::get_name));
                let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
                return Err(Failure::Usage(format!("there is no command `{name}`{hint}")));
            };
            let whole = format!("croupier-{name}");
            found.clone().display_name(whole)
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut text)
        .map_err(|error| Failure::Machine(format!("cannot make the page: {error}")))?;
    print(&text);
    Ok(())
}

/// Prints a text. That nobody reads it to its end is no error.
fn print(text: &[u8]) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text).and_then(|()| out.flush());
}
