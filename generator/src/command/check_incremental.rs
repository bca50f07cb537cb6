//! `build --check-incremental`: the output against a clean build of the same sources, file by file.

#![expect(clippy::disallowed_methods, reason = "reads two outputs, and removes the one it made")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::build::engine::Engine;
use crate::config::args::BuildArgs;
use crate::config::clock::Clock;
use crate::diagnostic::Diagnostic;
use crate::output::manifest::{MANIFEST, Manifest};
use crate::source::hashed_path::is_hashed;
use crate::source::path::OutputPath;

/// Builds everything anew beside the output `out` and returns the paths that differ. Hashed assets of earlier releases are
/// kept in the output on purpose and do not count.
pub(crate) fn with_clean_build(
    args: &BuildArgs,
    clock: Clock,
    out: &Path,
    note: &dyn Fn(&str),
) -> Result<Vec<OutputPath>, Vec<Diagnostic>> {
    note("building everything anew to compare");
    let clean = args.root.join(".croupier").join(format!("check-{}", std::process::id()));
    let anew = BuildArgs { out: Some(clean.clone()), ..args.clone() };
    let built = Engine::new(&anew, clock).build(None, note);
    let differ = built.map(|_| differences(out, &clean));
    let _ = fs::remove_dir_all(&clean);
    differ
}

/// Paths of ours that one folder has otherwise than the other.
fn differences(out: &Path, clean: &Path) -> Vec<OutputPath> {
    let (found, expected) = (ours(out), ours(clean));
    let is_old_asset = |path: &&OutputPath| is_hashed(path) && !expected.contains(*path);
    let all: BTreeSet<&OutputPath> = found.iter().filter(|path| !is_old_asset(path)).chain(&expected).collect();
    let differs = |path: &&&OutputPath| fs::read(out.join(path)).ok() != fs::read(clean.join(path)).ok();
    all.iter().filter(differs).map(|path| (*path).clone()).collect()
}

/// What the manifest of a folder lists; other people's files are no difference.
fn ours(folder: &Path) -> BTreeSet<OutputPath> {
    let manifest = fs::read(folder.join(MANIFEST)).ok().and_then(|bytes| serde_json::from_slice::<Manifest>(&bytes).ok());
    manifest.unwrap_or_default().files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_differs_and_one_that_is_missing_are_named_and_others_are_not() {
        let folder = tempfile::TempDir::new().unwrap();
        let (out, clean) = (folder.path().join("out"), folder.path().join("clean"));
        for (root, text, files) in [(&out, "old", "[\"a\",\"assets/x-0123456789.js\"]"), (&clean, "new", "[\"a\",\"b\"]")] {
            fs::create_dir_all(root.join("assets")).unwrap();
            fs::write(root.join(MANIFEST), format!("{{\"croupier\":2,\"files\":{files},\"releases\":[]}}")).unwrap();
            fs::write(root.join("a"), text).unwrap();
        }
        fs::write(clean.join("b"), "").unwrap();
        fs::write(out.join("CNAME"), "somebody else's").unwrap();
        assert_eq!(differences(&out, &clean), ["a", "b"].map(OutputPath::new));
    }
}
