//! Random edits of a site that another machine builds each time. The machines share a cache in a folder.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use croupier::Engine;
use croupier_base::fingerprint::hex;
use croupier_cache::{Entry, Limits, Remote};
use croupier_deploy::FolderStore;
use croupier_engine::absent_files;
use tempfile::TempDir;

use super::compare::{args, at, clean, compare, copy_site, report_lines};
use super::sequence::{Choices, Sequence, Step, check_sequences};
use super::site::Site;
use super::{DAY, START};
use crate::common::tree;

const SEQUENCES: u64 = 150;
const STEPS: usize = 6;
const LIMITS: Limits = Limits { max_size: 1 << 30, max_age: 30 };

#[test]
fn builds_of_other_machines_equal_clean_builds() {
    check_sequences(SEQUENCES, STEPS, run);
}

fn run(sequence: &Sequence, log: &mut String) -> Result<usize, String> {
    let folder = TempDir::new().unwrap();
    let repository = folder.path().join("repository");
    let mut site = Site::new(&repository);
    site.write_initial(&mut sequence.initial_site.clone());
    let store = FolderStore::new(folder.path().join("cache"));
    let remote = Remote::new(&store, "main", None, None);
    let mut now = START - DAY;
    let mut published = 0;
    let first = Step { edits: Vec::new(), build: sequence.first_build.clone() };
    for (index, step) in std::iter::once(&first).chain(&sequence.steps).enumerate() {
        let mut choices: Choices = step.build.clone();
        for edit in &step.edits {
            site.edit(&mut edit.clone());
        }
        if index > 0 {
            now += [0, DAY, DAY / 2, -2 * DAY][choices.below(4)];
        }
        log.push_str(&std::mem::take(&mut site.log));
        let root = folder.path().join(format!("machine-{index}"));
        copy_site(&repository, &root);
        let options = args(&root, &root.join("public"));
        let is_sparse = choices.one_in(2);
        let engine = Engine::new(&options, at(now));
        let mut engine = if is_sparse { engine.with_changed_outputs_only() } else { engine };
        fetch(&remote, &engine, is_sparse);
        let _ = writeln!(log, "  machine {index}, only changed outputs: {is_sparse}");
        let result = engine.build(None, &|_| {});
        if result.is_ok() {
            engine.save_for_sharing().unwrap();
            store_session(&remote, &engine);
        }
        let mut output = tree(&options.out());
        let expected = clean(&root, now);
        if let Ok((expected, _)) = &expected {
            for (path, (digest, _)) in absent_files(&options) {
                let bytes = expected.get(Path::new(path.as_str()));
                let bytes = bytes.filter(|bytes| hex(bytes) == digest.to_string()).cloned();
                output.insert(
                    path.as_str().into(),
                    bytes.unwrap_or_else(|| digest.to_string().into_bytes()),
                );
            }
        }
        let lines = report_lines(result);
        published += usize::from(compare(&format!("machine {index}"), expected, lines, &output)?);
        fs::remove_dir_all(&root).unwrap();
    }
    Ok(published)
}

fn fetch(remote: &Remote<'_>, engine: &Engine, is_sparse: bool) {
    let session = engine.portable_session();
    let path = |name: &str| session.path_of(name).filter(|_| is_sparse || !session.is_output(name));
    let take = |name: &str, bytes: &[u8], _: u64| {
        let path = path(name).unwrap();
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    let fetched = remote.read(|name| path(name).is_some(), &take).unwrap();
    assert!(fetched.warnings.is_empty(), "{:?}", fetched.warnings);
}

fn store_session(remote: &Remote<'_>, engine: &Engine) {
    let session = engine.portable_session();
    let entry = |path: &Path| Entry { bytes: Some(fs::read(path).unwrap()), used: 1 };
    let entries: BTreeMap<String, Entry> =
        session.list().into_iter().map(|file| (file.name, entry(&file.path))).collect();
    remote.write(&entries, &|_| None, &session.prefix, LIMITS, 1).unwrap();
}
