//! The plan of a deployment: the uploads, then the changes of the site in an order that keeps every page complete, then the removals.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::files::{Entry, Files, Listing, RetainedKeys, is_immutable};
use crate::manifest::Manifest;
use crate::state::{Baseline, Known};
use croupier_base::path::{OutputPath, publish_order};

/// The steps in which files of the site change. A file changes after the files that it refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Upload of files that no page refers to yet.
    Upload,
    /// Files that are neither data nor pages.
    Files,
    /// Data of pages.
    Data,
    /// HTML of new pages, to which other pages link.
    NewPages,
    /// HTML of changed pages.
    Pages,
    /// The files that announce the release to open tabs.
    Announcement,
    /// Removal of files of the site that the release does not have.
    Removal,
    /// Removal of files that no retained release uses.
    Expiry,
}

impl Step {
    /// The steps that copy files into place, in order.
    pub(crate) const COPIES: [Step; 5] =
        [Step::Files, Step::Data, Step::NewPages, Step::Pages, Step::Announcement];

    /// Returns the name of the step in events.
    pub fn name(self) -> &'static str {
        match self {
            Step::Upload => "upload",
            Step::Files => "files",
            Step::Data => "data",
            Step::NewPages => "new_pages",
            Step::Pages => "pages",
            Step::Announcement => "announcement",
            Step::Removal => "removal",
            Step::Expiry => "expiry",
        }
    }

    fn of(path: &OutputPath, is_new: bool) -> Step {
        match publish_order(path) {
            2 if is_new => Step::NewPages,
            2 => Step::Pages,
            3 => Step::Announcement,
            _ if path.starts_with("page-data/") || path.starts_with("slice-data/") => Step::Data,
            _ => Step::Files,
        }
    }
}

/// An upload of a file of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// The file.
    pub path: OutputPath,
    /// Its size in bytes.
    pub size: u64,
}

/// The kind of change of a file of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The file is new.
    Added,
    /// The content or a header of the file is different, or may be.
    Changed,
    /// The file is removed.
    Removed,
}

/// The operations of a deployment.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The uploads.
    pub uploads: Vec<Upload>,
    /// Files that must be removed first, because they are where a folder is going to be, or in a folder where a file is going to be.
    pub blocking: Vec<OutputPath>,
    /// The files to copy from their uploads into place, by step.
    pub copies: BTreeMap<Step, Vec<OutputPath>>,
    /// The files of the site to remove.
    pub removals: Vec<OutputPath>,
    /// Every changed file of the site.
    pub changes: Vec<(Change, OutputPath)>,
    /// Number of files that do not change.
    pub unchanged: usize,
}

impl Plan {
    /// Plans the deployment of a release over what a target contains. `listed` has the keys at the target, if they were listed.
    pub(crate) fn new(release: &Manifest, baseline: &Baseline, listed: Option<&Listing>) -> Plan {
        let mut plan = Plan::default();
        let is_listed =
            |key: &str, entry: &Entry| listed.is_some_and(|listed| listed.has(key, entry.size));
        let live = baseline.live.as_ref().map(|live| RetainedKeys::of(&live.files));

        let mut uploaded = HashSet::new();
        for (path, entry) in release.files.iter() {
            let known = baseline.known(path);
            if known == Known::Is(Some(entry)) {
                plan.unchanged += 1;
                continue;
            }

            let is_new = baseline.entries(path).next().is_none();
            // The copy that is named by its content can be damaged, too.
            let is_damaged = baseline.damaged.contains(path);
            let change = if is_new { Change::Added } else { Change::Changed };

            if is_immutable(path) {
                // A hash in a name says nothing about headers, which another program may have set.
                let is_same = !is_new && baseline.entries(path).all(|it| it == entry);
                if is_same && !is_damaged && is_listed(path, entry) {
                    plan.unchanged += 1;
                    continue;
                }
                plan.uploads.push(Upload { path: path.clone(), size: entry.size });
            } else {
                let hash = entry.content_hash();
                let exists = !is_damaged
                    && (live.as_ref().is_some_and(|live| live.has_content(hash))
                        || is_listed(&entry.content_key(), entry));
                if !exists && uploaded.insert(hash) {
                    plan.uploads.push(Upload { path: path.clone(), size: entry.size });
                }
                plan.copies.entry(Step::of(path, is_new)).or_default().push(path.clone());
            }

            plan.changes.push((change, path.clone()));
        }

        let is_removed = |path: &&OutputPath| !is_immutable(path) && !release.files.contains(path);
        let removed: BTreeSet<&OutputPath> = baseline.paths().filter(is_removed).collect();
        plan.changes.extend(removed.iter().map(|path| (Change::Removed, (*path).clone())));

        let is_blocking = |path: &OutputPath| {
            let mut parents = path.match_indices('/').map(|(index, _)| &path[..index]);
            parents.any(|parent| release.files.contains(parent)) || release.files.has_folder(path)
        };
        (plan.blocking, plan.removals) = removed.into_iter().cloned().partition(is_blocking);

        plan
    }

    /// Adds uploads of files of the live release that another program changed or removed.
    pub(crate) fn add_repairs(&mut self, files: &Files, damaged: BTreeSet<OutputPath>) {
        self.unchanged -= damaged.len().min(self.unchanged);
        for path in damaged {
            let size = files.get(&path).map_or(0, |entry| entry.size);
            self.uploads.push(Upload { path: path.clone(), size });
            self.changes.push((Change::Changed, path));
        }
    }

    /// Returns the number of bytes to upload.
    pub fn upload_bytes(&self) -> u64 {
        self.uploads.iter().map(|upload| upload.size).sum()
    }

    /// Returns the number of files to copy.
    pub fn copy_count(&self) -> usize {
        self.copies.values().map(Vec::len).sum()
    }

    /// Returns the number of HTML files that change.
    pub(crate) fn changed_pages(&self) -> usize {
        self.changes.iter().filter(|(_, path)| path.ends_with(".html")).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::State;
    use crate::store::Condition;
    use crate::test_store::manifest;

    fn baseline(live: Option<Manifest>, mixed: Vec<Manifest>) -> Baseline {
        let mut state = State::empty();
        state.mixed = mixed.iter().map(|manifest| manifest.info.id.clone()).collect();
        let damaged = BTreeSet::new();
        Baseline { state, condition: Condition::Absent, live, mixed, problem: None, damaged }
    }

    fn paths<'a>(items: impl IntoIterator<Item = &'a OutputPath>) -> Vec<&'a str> {
        items.into_iter().map(OutputPath::as_str).collect()
    }

    fn copies(plan: &Plan, step: Step) -> Vec<&str> {
        paths(plan.copies.get(&step).into_iter().flatten())
    }

    #[test]
    fn only_changed_files_are_uploaded_and_each_step_has_its_files() {
        let live = manifest(
            "a",
            &[("index.html", "1"), ("same.html", "1"), ("old.html", "1"), ("assets/a.js", "1")],
        );
        let release = manifest(
            "b",
            &[
                ("assets/b.js", "1"),
                ("index.html", "2"),
                ("new.html", "1"),
                ("page-data/app-data.json", "2"),
                ("page-data/index/page-data.json", "2"),
                ("same.html", "1"),
                ("site.css", "2"),
                ("sw.js", "3"),
            ],
        );

        let plan = Plan::new(&release, &baseline(Some(live), Vec::new()), None);
        assert_eq!(copies(&plan, Step::Files), ["site.css"]);
        assert_eq!(copies(&plan, Step::Data), ["page-data/index/page-data.json"]);
        assert_eq!(copies(&plan, Step::NewPages), ["new.html"]);
        assert_eq!(copies(&plan, Step::Pages), ["index.html"]);
        assert_eq!(copies(&plan, Step::Announcement), ["page-data/app-data.json", "sw.js"]);

        // The content of `new.html` is that of `same.html`, and three files have the content `2`.
        let uploads = paths(plan.uploads.iter().map(|upload| &upload.path));
        assert_eq!(uploads, ["assets/b.js", "index.html", "sw.js"]);

        assert_eq!((paths(&plan.removals), plan.unchanged), (vec!["old.html"], 1));
        assert_eq!(plan.changed_pages(), 3);
    }

    #[test]
    fn a_resumed_deployment_uploads_what_the_target_lacks_and_copies_what_is_uncertain() {
        let live = manifest("a", &[("index.html", "1"), ("same.html", "1")]);
        let stopped = manifest(
            "b",
            &[("assets/c.js", "12"), ("index.html", "2"), ("same.html", "1"), ("b.html", "2")],
        );
        let release =
            manifest("c", &[("index.html", "1"), ("same.html", "1"), ("assets/c.js", "12")]);
        let target = baseline(Some(live), vec![stopped]);
        let plan = Plan::new(&release, &target, Some(&Listing::of(&[("assets/c.js", 2)])));
        assert_eq!(plan.uploads, []);
        assert_eq!(copies(&plan, Step::Pages), ["index.html"]);
        assert_eq!(paths(&plan.removals), ["b.html"]);
        let damaged = Listing::of(&[("assets/c.js", 1)]);
        assert_eq!(Plan::new(&release, &target, Some(&damaged)).uploads.len(), 1);
    }

    #[test]
    fn files_that_are_in_the_way_are_removed_first() {
        let live = manifest("a", &[("a", "1"), ("b/c", "1"), ("b.html", "1")]);
        let release = manifest("b", &[("a/index.html", "2"), ("b", "1")]);
        let plan = Plan::new(&release, &baseline(Some(live), Vec::new()), None);
        assert_eq!(paths(&plan.blocking), ["a", "b/c"]);
        assert_eq!(paths(&plan.removals), ["b.html"]);
    }

    #[test]
    fn files_that_no_manifest_lists_are_never_removed() {
        let release = manifest("b", &[("index.html", "1")]);
        let foreign = Listing::of(&[("foreign.html", 1)]);
        let plan = Plan::new(&release, &baseline(None, Vec::new()), Some(&foreign));
        assert_eq!((plan.removals, plan.blocking), (Vec::new(), Vec::new()));
    }
}
