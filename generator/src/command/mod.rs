//! The commands, each in a file of its own.

pub(crate) mod args;
pub(crate) mod beside;
pub(crate) mod browser;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod check_incremental;
pub(crate) mod clean;
pub(crate) mod commands;
pub(crate) mod console;
pub(crate) mod dev;
pub(crate) mod explain;
pub(crate) mod failure;
pub(crate) mod host_config;
pub(crate) mod manual;
pub(crate) mod new;
pub(crate) mod previous;
pub(crate) mod process;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod supervise;
pub(crate) mod watch;

use std::process::ExitCode;
use std::sync::Arc;

use crate::command::args::{Cli, Command};
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::process::until_done;
use croupier_base::diagnostic;
use croupier_base::path::Route;
use croupier_content::config::clock::Clock;

/// Runs the command that was typed and turns its outcome into an exit code.
pub fn run(cli: Cli) -> ExitCode {
    let console = Arc::new(console(&cli.command));
    match dispatch(cli.command, &console) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Site(found)) => {
            console.diagnostics(&found);
            ExitCode::from(diagnostic::exit_code(&found))
        }
        Err(Failure::Told(code)) => ExitCode::from(code),
        Err(Failure::Usage(text)) => {
            eprintln!("error: {text}");
            ExitCode::from(2)
        }
        Err(Failure::Machine(text)) => {
            eprintln!("error: {text}");
            ExitCode::from(3)
        }
    }
}

/// The console that a command asked for.
fn console(command: &Command) -> Console {
    match command {
        Command::Build { report, .. }
        | Command::Watch { report, .. }
        | Command::Dev { report, .. }
        | Command::Check { report, .. } => Console::new(report.json, report.quiet),
        _ => Console::new(false, false),
    }
}

fn dispatch(command: Command, console: &Arc<Console>) -> Result<(), Failure> {
    Clock::check().map_err(Failure::Usage)?;
    match command {
        Command::Build { site, check_incremental, changes, previous, .. } => {
            build::run(&site, check_incremental, changes.as_deref(), previous.as_deref(), console)
        }
        Command::Check { site, .. } => check::run(&site, console),
        Command::New { folder, name, template, ci } => {
            new::run(&folder, &name, template, ci, console)
        }
        Command::Explain { route, site } => explain::run(&site, &Route::new(route), console),
        Command::Clean { site } => clean::run(&site.build_args(), console),
        Command::Completions { shell } => manual::completions(shell),
        Command::Schema { of } => {
            schema::run(of);
            Ok(())
        }
        Command::Supervise { command } => Err(Failure::Told(supervise::run(&command))),
        Command::Man { command } => manual::page(command.as_deref()),
        Command::HostConfig { host, site } => host_config::run(&site.build_args(), host),
        Command::Watch { site, poll, .. } => {
            until_done(watch::run(site.build_args(), poll, Arc::clone(console), |_| {}))
        }
        Command::Serve { site, listen } => {
            until_done(serve::run(site.build_args(), listen, Arc::clone(console)))
        }
        Command::Dev { site, poll, listen, beside, .. } => {
            until_done(dev::run(site.build_args(), poll, listen, beside, Arc::clone(console)))
        }
    }
}
