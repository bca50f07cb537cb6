//! The only code that touches the output folder: it writes what changed, removes what was ours, and leaves the rest alone.
//!
//! Each file is written under a temporary name and renamed, hashed assets first, then data, then HTML, the manifest last,
//! so that a build that is killed leaves whole files, old or new.

#![expect(clippy::disallowed_methods, reason = "this is the door out")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;

/// Name of the manifest inside the output folder.
pub const MANIFEST: &str = ".croupier.json";

/// Everything that a site's output consists of.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Release {
    /// Bytes by output path.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// What a publication did.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Files written.
    pub written: usize,
    /// Files left as they were.
    pub unchanged: usize,
    /// Files removed.
    pub removed: usize,
}

/// What the last publication wrote.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Manifest {
    croupier: u32,
    /// Digest by output path.
    files: BTreeMap<String, String>,
    /// Hashed assets of this release and of earlier ones, newest first.
    releases: Vec<BTreeSet<String>>,
}

const VERSION: u32 = 1;
/// Where the hashed assets lie.
const ASSETS: &str = "assets/";

/// Brings the folder `out` to `release`, keeping hashed assets of `keep` earlier releases.
pub fn publish(release: &Release, out: &Path, keep: usize) -> Result<Outcome, Diagnostic> {
    let last = ours(out)?;
    let failed = |path: &Path, error: &io::Error| {
        Diagnostic::error("C0502", format!("cannot write {}: {error}", path.display()))
            .hint("what stands in the output folder is whole; build again when this is mended")
    };
    fs::create_dir_all(out).map_err(|error| failed(out, &error))?;

    let assets: BTreeSet<String> = release.files.keys().filter(|path| path.starts_with(ASSETS)).cloned().collect();
    let mut releases = last.releases;
    if releases.first() != Some(&assets) {
        releases.retain(|other| *other != assets);
        releases.insert(0, assets);
    }
    releases.truncate(keep + 1);

    let mut next = Manifest { croupier: VERSION, files: BTreeMap::new(), releases };
    let mut waves: [Vec<(&String, &Vec<u8>)>; 3] = Default::default();
    let mut outcome = Outcome::default();
    let digests: Vec<_> = release.files.par_iter().map(|(path, bytes)| (path, bytes, digest(bytes))).collect();
    for (path, bytes, digest) in digests {
        let same = last.files.get(path) == Some(&digest) && holds(&out.join(path), bytes.len());
        next.files.insert(path.clone(), digest);
        if same {
            outcome.unchanged += 1;
            continue;
        }
        outcome.written += 1;
        waves[wave(path)].push((path, bytes));
    }
    for files in &waves {
        files.par_iter().try_for_each(|(path, bytes)| {
            let target = out.join(path);
            write(&target, bytes).map_err(|error| failed(&target, &error))
        })?;
    }
    let kept: BTreeSet<&String> = next.releases.iter().flatten().collect();
    for (path, digest) in &last.files {
        if next.files.contains_key(path) {
            continue;
        }
        if kept.contains(path) && out.join(path).is_file() {
            next.files.insert(path.clone(), digest.clone());
            continue;
        }
        let target = out.join(path);
        if target.is_file() {
            fs::remove_file(&target).map_err(|error| failed(&target, &error))?;
            outcome.removed += 1;
        }
        remove_empty_parents(&target, out);
    }
    let manifest = serde_json::to_vec(&next).expect("a manifest is plain data");
    let target = out.join(MANIFEST);
    if fs::read(&target).ok().as_ref() != Some(&manifest) {
        write(&target, &manifest).map_err(|error| failed(&target, &error))?;
    }
    Ok(outcome)
}

/// The manifest of the last publication; refuses a folder that holds something else.
fn ours(out: &Path) -> Result<Manifest, Diagnostic> {
    let manifest = out.join(MANIFEST);
    if let Ok(bytes) = fs::read(&manifest) {
        // A manifest that can't be read is treated as one that lists nothing: everything is written again.
        return Ok(serde_json::from_slice::<Manifest>(&bytes).ok().filter(|it| it.croupier == VERSION).unwrap_or_default());
    }
    let foreign = fs::read_dir(out).ok().and_then(|mut entries| entries.next()).is_some();
    if foreign {
        return Err(Diagnostic::error("C0501", format!("{} is not empty and was not made by Croupier", out.display()))
            .hint("name another folder with --out, or empty this one yourself"));
    }
    Ok(Manifest::default())
}

fn wave(path: &str) -> usize {
    if path.starts_with(ASSETS) {
        0
    } else if path.ends_with(".html") || path == "sw.js" {
        2
    } else {
        1
    }
}

fn holds(path: &Path, length: usize) -> bool {
    fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() == length as u64)
}

fn write(target: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    let temporary = temporary(target);
    fs::write(&temporary, bytes)?;
    fs::rename(&temporary, target).inspect_err(|_| {
        let _ = fs::remove_file(&temporary);
    })
}

fn temporary(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn remove_empty_parents(path: &Path, out: &Path) {
    let mut folder = path.parent();
    while let Some(it) = folder.filter(|it| *it != out && it.starts_with(out)) {
        if fs::remove_dir(it).is_err() {
            return;
        }
        folder = it.parent();
    }
}

/// A digest as the manifest writes it.
pub fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}
