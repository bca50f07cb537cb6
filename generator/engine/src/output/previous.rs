//! Files of earlier releases, brought into an output folder that does not hold them: a build that begins in an empty one then keeps them
//! for tabs that are open.

use std::collections::BTreeSet;

use crate::output::folder::OutputFolder;
use crate::output::lock::OutputLock;
use crate::output::manifest::Manifest;
use crate::output::releases::Releases;
use crate::output::staging::Staging;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::{OutputPath, RELEASES};

/// Hashed files that were published and are not in the folder.
pub fn missing(folder: &OutputFolder, published: &Releases) -> BTreeSet<OutputPath> {
    let all = published.code.iter().chain(&published.queries).flatten();
    all.filter(|path| !folder.path.join(path).is_file()).cloned().collect()
}

/// Puts such files into the folder, as those of releases before the next one. What was `published` last comes first, since that is
/// what tabs have.
pub fn put(
    folder: &OutputFolder,
    published: Releases,
    files: &[(OutputPath, Vec<u8>)],
    waiting: &dyn Fn(),
) -> Result<(), Diagnostic> {
    let _lock = OutputLock::take(&folder.path, waiting)?;
    let staging = Staging::open(folder, None)?;
    let after = |mut newer: Vec<BTreeSet<OutputPath>>, older: &[BTreeSet<OutputPath>]| {
        newer.extend(older.iter().filter(|it| !newer.contains(it)).cloned().collect::<Vec<_>>());
        newer
    };
    let before = &staging.manifest;
    let mut manifest = Manifest {
        files: before.files.iter().chain(files.iter().map(|(path, _)| path)).cloned().collect(),
        releases: after(published.code, &before.releases),
        queries: after(published.queries, &before.queries),
        ..before.clone()
    };
    let list = OutputPath::new(RELEASES);
    manifest.files.insert(list.clone());
    for (path, bytes) in files {
        staging.put(path, bytes)?;
    }
    staging.put(&list, &Releases::of(&manifest).bytes())?;
    let written: Vec<&OutputPath> = files.iter().map(|(path, _)| path).chain([&list]).collect();
    staging.commit(&written, &[], Some(&manifest))
}
