//! Compares the files of a release with those that a target has, because other programs and people can change a target.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::files::Entry;
use crate::store::{Store, StoreError};
use croupier_base::path::OutputPath;

/// The number of files of a sample. All files of a small site are compared.
const SAMPLE: usize = 32;

/// Which files of a release are compared with the target.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Verification {
    /// Some of them, which others are the next time, and all of them if one differs.
    #[default]
    Sample,
    /// All of them.
    All,
}

/// A file of a release.
pub(crate) type ReleaseFile<'a> = (&'a OutputPath, &'a Entry);

/// The paths of files that differ.
pub(crate) type Different = BTreeSet<OutputPath>;

impl Verification {
    /// Returns the files that `compare` reports as different. `seed` selects the sample.
    pub(crate) fn run<'a, E>(
        self,
        files: &[ReleaseFile<'a>],
        seed: i64,
        compare: &dyn Fn(&[ReleaseFile<'a>]) -> Result<Different, E>,
    ) -> Result<Different, E> {
        if self == Verification::All || files.len() <= SAMPLE {
            return compare(files);
        }
        let found = compare(&sample(files, seed))?;
        // One file shows that another program changed the target, so that the others are not trusted either.
        if found.is_empty() { Ok(found) } else { compare(files) }
    }
}

/// Returns files that are spread over the whole list, and the home page.
fn sample<'a>(files: &[ReleaseFile<'a>], seed: i64) -> Vec<ReleaseFile<'a>> {
    let start = usize::try_from(seed.rem_euclid(i64::from(u32::MAX))).unwrap_or_default();
    let indices = (0..SAMPLE).map(|number| (start + number * files.len() / SAMPLE) % files.len());
    let home = files.iter().filter(|(path, _)| path.as_str() == "index.html");
    home.copied().chain(indices.map(|index| files[index])).collect()
}

/// Returns those of the files whose keys a store lacks, or has with another content. Reads on several threads.
pub(crate) fn different_in_store(
    store: &dyn Store,
    concurrency: usize,
    files: &[ReleaseFile<'_>],
    key: &(dyn Fn(&OutputPath, &Entry) -> String + Sync),
) -> Result<Different, StoreError> {
    let next = AtomicUsize::new(0);
    let result = Mutex::new(Ok(BTreeSet::new()));
    let locked = || result.lock().unwrap_or_else(PoisonError::into_inner);

    let work = || {
        while locked().is_ok()
            && let Some((path, entry)) = files.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let found = store.digest(&key(path, entry));
            let mut result = locked();
            match (found, &mut *result) {
                (Ok(found), Ok(different)) => {
                    if found != Some((entry.digest, entry.size)) {
                        different.insert((*path).clone());
                    }
                }
                (Err(error), Ok(_)) => *result = Err(error),
                (_, Err(_)) => {}
            }
        }
    };

    std::thread::scope(|scope| {
        for _ in 1..concurrency.min(files.len()) {
            scope.spawn(work);
        }
        work();
    });

    result.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_store::manifest;

    #[test]
    fn a_sample_has_the_home_page_and_other_files_each_time() {
        let names: Vec<String> = (0..1000).map(|number| format!("{number}.html")).collect();
        let mut files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "1")).collect();
        files.push(("index.html", "1"));
        let release = manifest("a", &files);
        let all: Vec<ReleaseFile<'_>> = release.files.iter().collect();
        let compared = |seed| {
            let paths = Mutex::new(Vec::new());
            let compare = |files: &[ReleaseFile<'_>]| {
                paths.lock().unwrap().extend(files.iter().map(|(path, _)| path.to_string()));
                Ok::<_, ()>(BTreeSet::new())
            };
            Verification::Sample.run(&all, seed, &compare).unwrap();
            paths.into_inner().unwrap()
        };
        let (first, second) = (compared(1), compared(2));
        assert_eq!((first.len(), first[0].as_str()), (SAMPLE + 1, "index.html"));
        assert!(first[1..].iter().all(|path| !second[1..].contains(path)));
    }

    #[test]
    fn all_files_are_compared_if_one_of_the_sample_differs() {
        let names: Vec<String> = (0..100).map(|number| format!("{number}.html")).collect();
        let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "1")).collect();
        let release = manifest("a", &files);
        let all: Vec<ReleaseFile<'_>> = release.files.iter().collect();
        let compare = |files: &[ReleaseFile<'_>]| {
            Ok::<_, ()>(files.iter().map(|(path, _)| (*path).clone()).collect::<BTreeSet<_>>())
        };
        assert_eq!(Verification::Sample.run(&all, 1, &compare).unwrap().len(), 100);
    }
}
