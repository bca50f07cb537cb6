//! Random sites that are built in shards. Their merged output must equal a build of all pages.

use std::fs;

use croupier::{BuildOptions, Engine};
use croupier_engine::{Shard, part_output};
use tempfile::TempDir;

use super::compare::{args, at, clean, compare, report_lines};
use super::sequence::{Sequence, Step, check_sequences};
use super::site::Site;
use super::{DAY, START};
use crate::common::tree;

const SEQUENCES: u64 = 100;
const STEPS: usize = 4;

#[test]
fn merged_shards_equal_builds_of_all_pages() {
    check_sequences(SEQUENCES, STEPS, run);
}

fn run(sequence: &Sequence, log: &mut String) -> Result<usize, String> {
    let folder = TempDir::new().unwrap();
    let root = folder.path().join("site");
    let mut site = Site::new(&root);
    site.write_initial(&mut sequence.initial_site.clone());
    let now = START - DAY;
    let mut published = 0;
    let first = Step { edits: Vec::new(), build: sequence.first_build.clone() };
    for (index, step) in std::iter::once(&first).chain(&sequence.steps).enumerate() {
        for edit in &step.edits {
            site.edit(&mut edit.clone());
        }
        log.push_str(&std::mem::take(&mut site.log));
        let options = args(&root, &folder.path().join(format!("public-{index}")));
        let count = step.build.clone().below(4) + 1;
        let count = u32::try_from(count).unwrap();
        let mut parts = Vec::new();
        let mut has_failed = false;
        for index in 1..=count {
            let part = folder.path().join(format!("part-{index}"));
            let options = BuildOptions { out: Some(part_output(&part)), ..options.clone() };
            let mut engine = Engine::new(&options, at(now)).with_shard(Shard { index, count });
            has_failed |= engine.build(None, &|_| {}).is_err();
            if !has_failed {
                engine.write_part(&part).unwrap();
            }
            parts.push(part);
        }
        let step = format!("build {index} in {count} shards");
        let expected = clean(&root, now);
        if has_failed {
            if expected.is_ok() {
                return Err(format!("{step}: a shard fails, and a clean build does not"));
            }
        } else {
            let merge = Engine::new(&options, at(now)).with_parts(&parts);
            let mut merge = merge.map_err(|error| error.message)?;
            let lines = report_lines(merge.build(None, &|_| {}));
            published += usize::from(compare(&step, expected, lines, &tree(&options.out()))?);
        }
        for part in &parts {
            let _ = fs::remove_dir_all(part);
        }
    }
    Ok(published)
}
