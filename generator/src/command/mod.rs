//! The commands: one module per command, and the dispatch to them.

pub(crate) mod add;
pub(crate) mod args;
pub(crate) mod build;
mod built_output;
pub(crate) mod clean;
pub(crate) mod cms_config;
pub(crate) mod console;
#[cfg(feature = "deploy")]
pub(crate) mod deploy;
pub(crate) mod dev;
#[cfg(feature = "external-links")]
pub(crate) mod external_links;
#[cfg(not(feature = "external-links"))]
#[path = "external_links/without_feature.rs"]
pub(crate) mod external_links;
pub(crate) mod failure;
#[cfg(feature = "deploy")]
pub(crate) mod host_config;
pub(crate) mod hosts;
pub(crate) mod inspect;
pub(crate) mod listen;
#[cfg(feature = "manual")]
pub(crate) mod manual;
pub(crate) mod new;
pub(crate) mod parse;
pub(crate) mod print;
pub(crate) mod process;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod site_args;
mod style_sheets;
pub(crate) mod translations;
mod types;
pub(crate) mod watch;

use std::process::ExitCode;
use std::sync::Arc;

#[cfg(feature = "manual")]
use clap::CommandFactory;

use crate::command::args::{Cli, Command};
use crate::command::build::BuildCommand;
use crate::command::build::shard::MergeCommand;
use crate::command::console::{Console, ConsoleOptions, write_stderr};
use crate::command::dev::{DevCommand, Opens};
use crate::command::failure::Failure;
use crate::command::inspect::CheckCommand;
use crate::command::watch::WatchCommand;
use croupier_base::diagnostic;
use croupier_content::config::options::Clock;

/// Runs the command of a parsed command line and returns its exit code.
pub fn run(cli: Cli) -> ExitCode {
    let console = Arc::new(console(&cli.command));
    match dispatch(cli.command, &console) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Site(diagnostics)) => {
            console.diagnostics(&diagnostics);
            ExitCode::from(diagnostic::exit_code(&diagnostics))
        }
        Err(Failure::Reported(code)) => ExitCode::from(code),
        Err(Failure::Usage(message)) => {
            write_stderr(&format!("error: {message}\n"));
            ExitCode::from(2)
        }
        Err(Failure::System(message)) => {
            write_stderr(&format!("error: {message}\n"));
            ExitCode::from(3)
        }
    }
}

/// Returns the console for a command, which follows `--json` and `--quiet`.
fn console(command: &Command) -> Console {
    match command {
        Command::Build(BuildCommand { report, .. })
        | Command::Watch(WatchCommand { report, .. })
        | Command::Dev(DevCommand { report, .. })
        | Command::Edit(DevCommand { report, .. })
        | Command::Check(CheckCommand { report, .. })
        | Command::Merge(MergeCommand { report, .. }) => Console::new(report.console_options()),
        #[cfg(feature = "deploy")]
        Command::Deploy(command) => Console::new(command.console_options()),
        Command::Translations(command) => {
            Console::new(ConsoleOptions { json: command.is_json(), ..ConsoleOptions::default() })
        }
        _ => Console::new(ConsoleOptions::default()),
    }
}

fn dispatch(command: Command, console: &Arc<Console>) -> Result<(), Failure> {
    Clock::check().map_err(Failure::Usage)?;

    match command {
        Command::Build(command) => command.run(console),
        Command::Merge(command) => command.run(console),
        Command::Watch(command) => command.run(console),
        Command::Dev(command) => command.run(Opens::Site, console),
        Command::Edit(command) => command.run(Opens::Editor, console),
        Command::Serve(command) => command.run(console),
        Command::Check(command) => command.run(console),
        Command::New(command) => command.run(console),
        Command::Add(command) => command.run(console),
        #[cfg(feature = "deploy")]
        Command::Deploy(command) => command.run(console),
        Command::Clean(command) => command.run(console),
        Command::HighlightCss(command) => command.run(),
        Command::MathCss => style_sheets::math(),
        Command::Schema(command) => command.run(),
        Command::Translations(command) => command.run(console),
        Command::Types(command) => command.run(console),
        #[cfg(feature = "manual")]
        Command::Manual(command) => command.run(Cli::command()),
        Command::Supervise(command) => command.run(),
        Command::Explain(command) => command.run(console),
    }
}
