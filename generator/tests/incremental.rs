//! Random edits of a small site. The incrementally built output must equal a clean build, byte for
//! byte, including diagnostics.
//!
//! The edits cover each front matter key (`front_matter`), each feature of page text (`text`), each
//! table of site.toml (`settings`) and each feature of a site (`site`). A key or table that they
//! lack is a compile error.

mod cases;
pub(crate) mod compare;
mod front_matter;
#[cfg(feature = "deploy")]
mod machines;
pub(crate) mod sequence;
mod settings;
mod shards;
pub(crate) mod site;
mod text;

use std::fmt::Write;
use std::fs;

use croupier::Engine;
use tempfile::TempDir;

use self::compare::{args, at, clean, compare, move_site, report_lines};
use self::sequence::{Choices, Sequence, Step, check_sequences};
use self::site::Site;
use crate::common::tree;

const SEQUENCES: u64 = 1000;
/// Maximum number of steps in a sequence. Each step has one or two edits and a build.
const STEPS: usize = 8;
/// The start of 2026. A sequence starts a day earlier, so that the year changes while it runs.
pub(crate) const START: i64 = 1_767_225_600;
pub(crate) const DAY: i64 = 24 * 60 * 60;

#[test]
fn incremental_builds_equal_clean_builds() {
    check_sequences(SEQUENCES, STEPS, run);
}

/// Runs a sequence. Returns the number of builds without errors, or the first difference to a
/// clean build. `log` gets a description of each step.
fn run(sequence: &Sequence, log: &mut String) -> Result<usize, String> {
    let folder = TempDir::new().unwrap();
    let mut root = folder.path().join("site");
    let mut out = root.join("public");
    let mut site = Site::new(&root);
    site.write_initial(&mut sequence.initial_site.clone());
    let mut now = START - DAY;
    let mut published = 0;
    let start = |engine: Engine| if sequence.is_warm { engine.warm() } else { engine };
    let mut engine = start(Engine::new(&args(&root, &out), at(now)));
    let first = Step { edits: Vec::new(), build: sequence.first_build.clone() };
    for (index, step) in std::iter::once(&first).chain(&sequence.steps).enumerate() {
        let mut choices: Choices = step.build.clone();
        for edit in &step.edits {
            site.edit(&mut edit.clone());
        }
        if index > 0 {
            // In most steps, up to a day passes. In some, the clock is set back.
            now += [0, DAY, DAY, DAY / 2, -2 * DAY][choices.below(5)];
            engine.set_clock(at(now));
        }
        log.push_str(&std::mem::take(&mut site.log));
        let touched = std::mem::take(&mut site.touched);
        let before = tree(&out);
        let kind = choices.below(6);
        let name = match kind {
            0 => "a new process",
            1 => "all files",
            // As in the watcher: an edit of a file is reported for one of its links only.
            _ if root.join("content/link.md").is_symlink() => "all files, because of a link",
            _ => "edited files",
        };
        let _ = writeln!(log, "  build {index}: {name} at {} s after START", now - START);
        let result = match name {
            "edited files" => engine.build(Some(&touched), &|_| {}),
            "a new process" => {
                engine.save().unwrap();
                if choices.one_in(3) {
                    let other = folder.path().join(format!("site-{index}"));
                    move_site(&root, &other);
                    (out, root) = (other.join("public"), other);
                    site.root.clone_from(&root);
                }
                engine = start(Engine::new(&args(&root, &out), at(now)));
                if choices.one_in(2)
                    && let Some(path) = before.keys().nth(choices.below(before.len().clamp(1, 256)))
                {
                    let _ = writeln!(log, "  another program overwrote {}", path.display());
                    fs::write(out.join(path), "another program").unwrap();
                }
                engine.build(None, &|_| {})
            }
            _ => engine.build(None, &|_| {}),
        };
        let step = format!("build {index} ({name}; {touched:?})");
        let output = tree(&out);
        let lines = report_lines(result);
        if lines.is_err() && name == "edited files" && output != before {
            return Err(format!("{step}: a build with errors changed the output"));
        }
        published += usize::from(compare(&step, clean(&root, now), lines, &output)?);
    }
    Ok(published)
}
