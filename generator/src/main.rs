//! The binary: argv, a command, an exit code.

use std::process::ExitCode;

use clap::Parser;
use croupier::Cli;

fn main() -> ExitCode {
    croupier::run(Cli::parse())
}
