//! `build --check-incremental`: compares the output with a clean build of the same sources, file by
//! file.

#![expect(
    clippy::disallowed_methods,
    reason = "reads two output folders, and removes the temporary one"
)]

use std::collections::BTreeSet;
use std::fs;

use croupier_base::diagnostic::Diagnostic;
use croupier_base::hashed_path::is_hashed;
use croupier_base::path::{OutputPath, RELEASES};
use croupier_base::progress::Notes;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::options::Clock;
use croupier_engine::Engine;
use croupier_engine::OutputFolder;

/// Builds the site from scratch in a temporary folder and returns the paths whose files differ from
/// the output.
///
/// Ignores hashed assets of earlier releases, which the output retains on purpose, and the list of
/// releases.
pub(crate) fn differences_from_clean_build(
    args: &BuildOptions,
    clock: Clock,
    notes: &Notes<'_>,
) -> Result<Vec<OutputPath>, Vec<Diagnostic>> {
    notes("building the site from scratch to compare".into());
    let clean_folder = args.root.join(".croupier").join(format!("check-{}", std::process::id()));
    let clean_args = BuildOptions { out: Some(clean_folder.clone()), ..args.clone() };
    let built = Engine::new(&clean_args, clock).build(None, notes);
    let different = built.map(|_| {
        differences(&OutputFolder::from_args(args), &OutputFolder::from_args(&clean_args))
    });
    let _ = fs::remove_dir_all(&clean_folder);
    OutputFolder::from_args(&clean_args).remove_manifest();
    different
}

/// Returns the paths whose files differ between two output folders, or exist in only one of them.
fn differences(out: &OutputFolder, clean: &OutputFolder) -> Vec<OutputPath> {
    // Compares only files that a manifest lists; the folders may contain files of other programs.
    let listed = |folder: &OutputFolder| folder.manifest().unwrap_or_default().files;
    let (actual, expected) = (listed(out), listed(clean));
    let is_of_earlier_release = |path: &&OutputPath| {
        path.as_str() == RELEASES || is_hashed(path) && !expected.contains(*path)
    };
    let all: BTreeSet<&OutputPath> =
        actual.iter().chain(&expected).filter(|path| !is_of_earlier_release(path)).collect();
    let read = |folder: &OutputFolder, path: &OutputPath| fs::read(folder.path.join(path)).ok();
    all.into_iter().filter(|path| read(out, path) != read(clean, path)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn only_changed_and_missing_files_are_listed() {
        let folder = tempfile::TempDir::new().unwrap();
        let (out, clean) = (folder.path().join("out"), folder.path().join("clean"));
        for (root, text, files) in
            [(&out, "old", "[\"a\",\"assets/x-0123456789.js\"]"), (&clean, "new", "[\"a\",\"b\"]")]
        {
            fs::create_dir_all(root.join("assets")).unwrap();
            fs::write(
                root.with_extension("manifest"),
                format!("{{\"croupier\":2,\"files\":{files},\"releases\":[]}}"),
            )
            .unwrap();
            fs::write(root.join("a"), text).unwrap();
        }

        fs::write(clean.join("b"), "").unwrap();
        fs::write(out.join("CNAME"), "of another program").unwrap();

        let folder_at = |path: &PathBuf| OutputFolder {
            path: path.clone(),
            manifest: path.with_extension("manifest"),
        };
        assert_eq!(
            differences(&folder_at(&out), &folder_at(&clean)),
            ["a", "b"].map(OutputPath::new)
        );
    }
}
