//! `build --check-incremental`: the output against a clean build of the same sources, file by file.

#![expect(clippy::disallowed_methods, reason = "reads two outputs, and removes the one it made")]

use std::collections::BTreeSet;
use std::fs;

use croupier_base::diagnostic::Diagnostic;
use croupier_base::hashed_path::is_hashed;
use croupier_base::path::{OutputPath, RELEASES};
use croupier_content::config::args::BuildArgs;
use croupier_content::config::clock::Clock;
use croupier_engine::Engine;
use croupier_engine::OutputFolder;

/// Builds everything anew beside the output and returns the paths that differ. Hashed assets of earlier releases are
/// kept in the output on purpose and do not count, nor does their list.
pub(crate) fn with_clean_build(
    args: &BuildArgs,
    clock: Clock,
    note: &(dyn Fn(&str) + Sync),
) -> Result<Vec<OutputPath>, Vec<Diagnostic>> {
    note("building everything anew to compare");
    let clean = args.root.join(".croupier").join(format!("check-{}", std::process::id()));
    let anew = BuildArgs { out: Some(clean.clone()), ..args.clone() };
    let built = Engine::new(&anew, clock).build(None, note);
    let differ = built.map(|_| differences(&OutputFolder::of(args), &OutputFolder::of(&anew)));
    let _ = fs::remove_dir_all(&clean);
    OutputFolder::of(&anew).forget();
    differ
}

/// Paths of ours that one folder has otherwise than the other.
fn differences(out: &OutputFolder, clean: &OutputFolder) -> Vec<OutputPath> {
    // What the manifest of a folder lists; other people's files are no difference.
    let ours = |folder: &OutputFolder| folder.manifest().unwrap_or_default().files;
    let (found, expected) = (ours(out), ours(clean));
    let is_of_earlier = |path: &&OutputPath| {
        path.as_str() == RELEASES || is_hashed(path) && !expected.contains(*path)
    };
    let all: BTreeSet<&OutputPath> =
        found.iter().chain(&expected).filter(|path| !is_of_earlier(path)).collect();
    let read = |folder: &OutputFolder, path: &OutputPath| fs::read(folder.path.join(path)).ok();
    all.into_iter().filter(|path| read(out, path) != read(clean, path)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_file_that_differs_and_one_that_is_missing_are_named_and_others_are_not() {
        let folder = tempfile::TempDir::new().unwrap();
        let (out, clean) = (folder.path().join("out"), folder.path().join("clean"));
        for (root, text, files) in
            [(&out, "old", "[\"a\",\"assets/x-0123456789.js\"]"), (&clean, "new", "[\"a\",\"b\"]")]
        {
            fs::create_dir_all(root.join("assets")).unwrap();
            fs::write(
                root.with_extension("kept"),
                format!("{{\"croupier\":2,\"files\":{files},\"releases\":[]}}"),
            )
            .unwrap();
            fs::write(root.join("a"), text).unwrap();
        }
        fs::write(clean.join("b"), "").unwrap();
        fs::write(out.join("CNAME"), "somebody else's").unwrap();
        let of = |path: &PathBuf| OutputFolder {
            path: path.clone(),
            manifest: path.with_extension("kept"),
        };
        assert_eq!(differences(&of(&out), &of(&clean)), ["a", "b"].map(OutputPath::new));
    }
}
