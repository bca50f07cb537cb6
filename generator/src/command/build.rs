//! `croupier build`: one build, and with `--check-incremental` a second one to compare it with.

#![expect(clippy::disallowed_methods, reason = "writes a list that is no part of the output")]

use std::fs;
use std::path::Path;

use crate::command::args::SiteArgs;
use crate::command::check_incremental;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::previous;
use crate::command::process::until_done;
use croupier_base::diagnostic::{self, Severity};
use croupier_base::disk::world::World;
use croupier_content::config::args::{BuildArgs, Profile};
use croupier_content::config::clock::Clock;
use croupier_content::config::settings::Settings;
use croupier_engine::Engine;
use croupier_engine::{Event, build_once};

/// Builds once.
pub(crate) fn run(
    site: &SiteArgs,
    is_compared: bool,
    changes: Option<&Path>,
    previous: Option<&str>,
    console: &Console,
) -> Result<(), Failure> {
    console.event(&Event::Started);
    let args = BuildArgs { lists_changes: changes.is_some(), ..site.build_args() };
    // Into an output that the build refuses nothing is brought.
    if let Some(from) = previous.filter(|_| is_sound(&args)) {
        until_done(previous::bring(from, &args, console))?;
    }
    let mut engine = Engine::new(&args, Clock::read());
    let event = build_once(&mut engine, None, &|text| console.note(text));
    console.event(&event);
    if let Event::Failed { diagnostics, .. } = event {
        return Err(Failure::Told(diagnostic::exit_code(&diagnostics)));
    }
    if let (Some(file), Event::Finished { changes, .. }) = (changes, &event) {
        let lines: String = changes.iter().map(|it| format!("{it}\n")).collect();
        let failed = |error| {
            Failure::Machine(format!(
                "the site was published, and {} cannot be written: {error}",
                file.display()
            ))
        };
        fs::write(file, lines).map_err(failed)?;
    }
    engine.save();
    if args.profile == Profile::Preview {
        console.line("this is a preview, closed to search engines; what goes live is built with --profile production");
    }
    if is_compared {
        return compare(site, console);
    }
    // The system takes memory back faster than it could be freed piece by piece.
    std::process::exit(0);
}

/// Whether nothing in site.toml is an error; a build tells of one.
fn is_sound(args: &BuildArgs) -> bool {
    let read = Settings::as_far_as_readable(args, &World::new(&args.root), &Clock::read());
    read.is_ok_and(|(_, found)| found.iter().all(|it| it.severity != Severity::Error))
}

/// Compares the output with a clean build.
fn compare(site: &SiteArgs, console: &Console) -> Result<(), Failure> {
    let (args, clock) = (site.build_args(), Clock::read());
    let note = |text: &str| console.note(text);
    let differ = check_incremental::with_clean_build(&args, clock, &note).map_err(Failure::Site)?;
    if differ.is_empty() {
        console.line("the output equals a clean build");
        return Ok(());
    }
    for path in &differ {
        console.line(&format!("differs from a clean build: {path}"));
    }
    Err(Failure::Told(1))
}
