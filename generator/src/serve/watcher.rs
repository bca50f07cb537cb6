//! Tells when the sources of a site change: as the system tells it, or by looking again and again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use notify::{RecursiveMode, Watcher};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::serve::source_change::{Change, FOLDERS, Followed, changes, differences, is_settings};
use croupier_base::disk::world::{self, World};
use croupier_base::path::SitePath;
use croupier_content::config::args::BuildArgs;
use croupier_content::config::clock::Clock;
use croupier_content::config::settings::Settings;
use croupier_engine::SKIPPED_IN_RUNTIME;

/// How long the sources must be quiet before a build starts: an editor's save is several events.
const QUIET: Duration = Duration::from_millis(4);

/// How long a build waits for quiet at most: a program may write without end.
const LONGEST: Duration = Duration::from_millis(250);
/// How often sources are looked at where the system does not tell of changes.
const POLL: Duration = Duration::from_millis(500);

/// Tells when a site's sources change.
pub(crate) struct SourceWatcher {
    args: BuildArgs,
    /// What the system tells with; none where the sources are looked at again and again.
    watcher: Option<Box<dyn Watcher + Send>>,
    /// Folders with what the system knows them by: another of the same name is not watched yet.
    watched: BTreeMap<PathBuf, u64>,
    followed: Shared,
    changes: UnboundedReceiver<Change>,
    tell: UnboundedSender<Change>,
}

/// What the watcher follows, shared with the thread that receives events. The system reports a file under one of its names alone, so
/// with links only a scan of everything can tell what changed.
type Shared = Arc<Mutex<Followed>>;

/// Makes a watcher of a site root.
type Make = fn(PathBuf, Shared, UnboundedSender<Change>) -> notify::Result<Box<dyn Watcher + Send>>;

impl SourceWatcher {
    /// Watches the site that `args` name: by what the system tells, or by looking again and again with `polls`, or where
    /// the system cannot tell, of which `note` is told once.
    pub(crate) fn begin(args: &BuildArgs, polls: bool, note: &dyn Fn(&str)) -> SourceWatcher {
        SourceWatcher::by((!polls).then_some(notified as Make), args, note)
    }

    fn by(make: Option<Make>, args: &BuildArgs, note: &dyn Fn(&str)) -> SourceWatcher {
        let (tell, changes) = unbounded_channel();
        let followed = Shared::default();
        let begun = make.map(|make| make(args.root.clone(), Arc::clone(&followed), tell.clone()));
        let mut watch = SourceWatcher {
            args: args.clone(),
            watcher: None,
            watched: BTreeMap::new(),
            followed,
            changes,
            tell,
        };
        match begun {
            Some(Ok(watcher)) => {
                watch.watcher = Some(watcher);
                watch.follow(note);
            }
            Some(Err(error)) => watch.give_up(&error, note),
            None => watch.poll(),
        }
        watch
    }

    /// Waits until something changed and the dust has settled. The result names the site paths that can have changed;
    /// `None` when only a look at everything can tell.
    pub(crate) async fn changed(&mut self, note: &dyn Fn(&str)) -> Option<BTreeSet<SitePath>> {
        let Some(first) = self.changes.recv().await else {
            return std::future::pending().await;
        };
        let mut all = vec![first];
        let begun = Instant::now();
        while begun.elapsed() < LONGEST
            && let Ok(Some(change)) = tokio::time::timeout(QUIET, self.changes.recv()).await
        {
            all.push(change);
        }
        if all.contains(&Change::Blind) && self.watcher.is_some() {
            self.give_up(&notify::Error::new(notify::ErrorKind::MaxFilesWatch), note);
        }
        // A source folder may have been made or named just now.
        let is_followed = |path: &str| is_settings(path) || FOLDERS.contains(&path);
        if all.iter().any(|it| {
            matches!(it, Change::Anything) || matches!(it, Change::File(path) if is_followed(path))
        }) {
            self.follow(note);
        }
        let has_links =
            !self.followed.lock().unwrap_or_else(PoisonError::into_inner).links.is_empty();
        let file = |change| match change {
            Change::File(path) if !has_links => Some(path),
            Change::File(_) | Change::Anything | Change::Blind => None,
        };
        all.into_iter().map(file).collect()
    }

    /// Watches every source folder there is.
    fn follow(&mut self, note: &dyn Fn(&str)) {
        // A system may run out of what it tells with, as many folders or many programs need it.
        if let Err(error) = self.follow_all() {
            self.give_up(&error, note);
        }
    }

    fn follow_all(&mut self) -> notify::Result<()> {
        let Some(watcher) = &mut self.watcher else {
            return Ok(());
        };
        let root = &self.args.root;
        let mut wanted = vec![(root.clone(), RecursiveMode::NonRecursive)];
        wanted.extend(FOLDERS.iter().map(|name| (root.join(name), RecursiveMode::Recursive)));
        let runtime = runtime(&self.args);
        if let Some(runtime) = &runtime {
            wanted.push((root.join(runtime), RecursiveMode::NonRecursive));
            let folders =
                std::iter::once("src".to_owned()).chain(world::folders(&root.join(runtime)));
            let folders: BTreeSet<String> =
                folders.filter(|name| !SKIPPED_IN_RUNTIME.contains(&name.as_str())).collect();
            wanted.extend(
                folders
                    .into_iter()
                    .map(|name| (root.join(runtime).join(name), RecursiveMode::Recursive)),
            );
        }
        let links: BTreeSet<PathBuf> =
            FOLDERS.iter().flat_map(|name| world::linked(&root.join(name))).collect();
        let is_watched = |path: &Path| FOLDERS.iter().any(|name| path.starts_with(root.join(name)));
        for path in links.iter().filter(|path| !is_watched(path)) {
            // Many programs save by renaming another file over the old one, of which its folder tells.
            let folder = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
            let mode =
                if path.is_dir() { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
            wanted.extend(folder.map(|folder| (folder.to_owned(), mode)));
        }
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        let runtime = runtime.or_else(|| followed.runtime.take());
        *followed = Followed { links, runtime };
        drop(followed);
        for (path, mode) in wanted {
            let known = self.watched.remove(&path);
            let Some(now) = world::identity(&path) else {
                continue;
            };
            // One that went and came back is the same, and the system may have stopped to tell of it.
            if known != Some(now) || mode == RecursiveMode::Recursive {
                if known.is_some() {
                    // The folder of that name may have gone elsewhere, and is of no interest there.
                    let _ = watcher.unwatch(&path);
                }
                watcher.watch(&path, mode)?;
            }
            self.watched.insert(path, now);
        }
        Ok(())
    }

    fn give_up(&mut self, error: &notify::Error, note: &dyn Fn(&str)) {
        let often = POLL.as_millis();
        note(&format!(
            "the system cannot tell of changes ({error}); looking for them every {often} ms instead"
        ));
        self.watcher = None;
        self.poll();
    }

    /// Looks at all sources again and again, for as long as somebody wants to know.
    fn poll(&self) {
        let (tell, args) = (self.tell.downgrade(), self.args.clone());
        let scan = move || croupier_engine::scan(&args, runtime(&args).as_ref());
        let mut before = (world::now(), scan());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(POLL);
                let Some(tell) = tell.upgrade() else {
                    return;
                };
                let now = (world::now(), scan());
                for change in differences(&before, &now.1) {
                    let _ = tell.send(change);
                }
                before = now;
            }
        });
    }
}

/// The folder of the runtime, where site.toml names one.
fn runtime(args: &BuildArgs) -> Option<SitePath> {
    Settings::read(args, &World::new(&args.root), &Clock::read()).ok()?.runtime
}

fn notified(
    root: PathBuf,
    followed: Shared,
    tell: UnboundedSender<Change>,
) -> notify::Result<Box<dyn Watcher + Send>> {
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let followed = followed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for change in changes(&root, &followed, event) {
            let _ = tell.send(change);
        }
    })?;
    Ok(Box::new(watcher))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[tokio::test]
    async fn where_the_system_cannot_tell_changes_are_looked_for_and_that_is_said_once() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let page = folder.path().join("content/index.md");
        #[expect(clippy::disallowed_methods, reason = "the test writes a source")]
        let write = |text: &str| {
            std::fs::create_dir_all(page.parent().expect("a folder"))
                .and_then(|()| std::fs::write(&page, text))
                .expect("a file");
        };
        write("one");
        let said = RefCell::new(Vec::new());
        let args = BuildArgs { root: folder.path().to_owned(), ..BuildArgs::default() };
        let broken: Make = |_, _, _| Err(notify::Error::generic("no watches left"));
        let note = |text: &str| said.borrow_mut().push(text.to_owned());
        let mut watch = SourceWatcher::by(Some(broken), &args, &note);
        for text in ["another", "a third", "a third"] {
            write(text);
            assert_eq!(
                watch.changed(&note).await,
                Some([SitePath::new("content/index.md")].into())
            );
        }
        assert_eq!(said.borrow().len(), 1, "{said:?}");
        assert!(said.borrow()[0].contains("no watches left"));
    }
}
