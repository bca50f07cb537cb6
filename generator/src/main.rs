//! Entry point of the `croupier` binary: parses the command line and runs the command.

use std::process::ExitCode;

use clap::Parser;
use croupier::Cli;

fn main() -> ExitCode {
    croupier::run(Cli::parse())
}
