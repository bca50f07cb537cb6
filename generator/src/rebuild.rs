//! Building again on change: watches the sources and runs one build after another, each reported as events.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use notify::{EventKind, RecursiveMode, Watcher};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::diagnostic::Diagnostic;
use crate::engine::{Built, Engine};
use crate::publish::Outcome;
use crate::settings::{Environment, Flags, Settings};
use crate::sources::Sources;
use crate::world::{self, Stamp, World};

/// What happened to a build.
#[derive(Debug, Clone)]
pub enum Event {
    /// It began.
    Started,
    /// It found errors and published nothing.
    Failed {
        /// Everything that was found.
        diagnostics: Vec<Diagnostic>,
        /// How long it took.
        milliseconds: u128,
    },
    /// It was published.
    Finished {
        /// How many pages the site has.
        pages: usize,
        /// What was written.
        outcome: Outcome,
        /// What is worth saying though nothing is wrong.
        warnings: Vec<Diagnostic>,
        /// When the site must be built again because a page becomes due or expires, in epoch seconds.
        next_change_at: Option<i64>,
        /// How long it took.
        milliseconds: u128,
    },
}

/// Builds and publishes once, telling `engine` which site paths can have changed. `note` is told what takes long.
pub fn once(engine: &mut Engine, paths: Option<&BTreeSet<String>>, note: &dyn Fn(&str)) -> Event {
    let begun = Instant::now();
    engine.set_environment(Environment::read());
    match engine.build(paths, note) {
        Ok(Built { pages, outcome, warnings, next_change_at, .. }) => {
            Event::Finished { pages, outcome, warnings, next_change_at, milliseconds: begun.elapsed().as_millis() }
        }
        Err(diagnostics) => Event::Failed { diagnostics, milliseconds: begun.elapsed().as_millis() },
    }
}

/// Folders that a site's sources lie in, besides its runtime.
const FOLDERS: [&str; 3] = ["content", "pages", "static"];
/// How long the sources must be quiet before a build starts: an editor's save is several events.
const QUIET: Duration = Duration::from_millis(4);

/// How long a build waits for quiet at most: a program may write without end.
const LONGEST: Duration = Duration::from_millis(250);
/// How often sources are looked at where the system does not tell of changes.
const POLL: Duration = Duration::from_millis(500);

/// Tells when a site's sources change.
pub struct Watch {
    flags: Flags,
    /// What the system tells with; none where the sources are looked at again and again.
    watcher: Option<Box<dyn Watcher + Send>>,
    /// Folders with what the system knows them by: another of the same name is not watched yet.
    watched: BTreeMap<PathBuf, u64>,
    changes: UnboundedReceiver<Change>,
    tell: UnboundedSender<Change>,
}

/// Makes a watcher of a site root.
type Make = fn(PathBuf, UnboundedSender<Change>) -> notify::Result<Box<dyn Watcher + Send>>;

impl Watch {
    /// Watches the site that `flags` name: by what the system tells, or by looking again and again with `polls`, or where
    /// the system cannot tell, of which `note` is told once.
    pub fn begin(flags: &Flags, polls: bool, note: &dyn Fn(&str)) -> Watch {
        Watch::by((!polls).then_some(notified as Make), flags, note)
    }

    fn by(make: Option<Make>, flags: &Flags, note: &dyn Fn(&str)) -> Watch {
        let (tell, changes) = unbounded_channel();
        let mut watch = Watch { flags: flags.clone(), watcher: None, watched: BTreeMap::new(), changes, tell };
        match make.map(|make| make(flags.root.clone(), watch.tell.clone())) {
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
    pub async fn changed(&mut self, note: &dyn Fn(&str)) -> Option<BTreeSet<String>> {
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
        if all.iter().any(|it| matches!(it, Change::Anything) || *it == Change::File("site.toml".into())) {
            self.follow(note);
        }
        let file = |change| match change {
            Change::File(path) => Some(path),
            Change::Anything | Change::Blind => None,
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
        let root = &self.flags.root;
        let mut wanted = vec![(root.clone(), RecursiveMode::NonRecursive)];
        wanted.extend(FOLDERS.iter().map(|name| (root.join(name), RecursiveMode::Recursive)));
        if let Some(runtime) = runtime(&self.flags) {
            wanted.push((root.join(&runtime), RecursiveMode::NonRecursive));
            let folders = std::iter::once("src".to_owned()).chain(world::folders(&root.join(&runtime)));
            let folders: BTreeSet<String> = folders.filter(|name| name != "node_modules" && name != "tests").collect();
            wanted.extend(folders.into_iter().map(|name| (root.join(&runtime).join(name), RecursiveMode::Recursive)));
        }
        for (path, mode) in wanted {
            let known = self.watched.remove(&path);
            let Some(now) = world::identity(&path) else {
                continue;
            };
            if known != Some(now) {
                if known.is_some() {
                    // The folder of that name went elsewhere, and is of no interest there.
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
        note(&format!("the system cannot tell of changes ({error}); looking for them every {often} ms instead"));
        self.watcher = None;
        self.poll();
    }

    /// Looks at all sources again and again, for as long as somebody wants to know.
    fn poll(&self) {
        let (tell, flags) = (self.tell.downgrade(), self.flags.clone());
        let sources = Sources::new(&flags, Environment::read());
        let look = move || sources.look_with(runtime(&flags).as_deref());
        let mut before = look();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(POLL);
                let Some(tell) = tell.upgrade() else {
                    return;
                };
                let now = look();
                for change in differences(&before, &now) {
                    let _ = tell.send(change);
                }
                before = now;
            }
        });
    }
}

/// The folder of the runtime, where site.toml names one.
fn runtime(flags: &Flags) -> Option<String> {
    Settings::read(flags, &World::new(&flags.root), &Environment::read()).ok()?.runtime
}

fn notified(root: PathBuf, tell: UnboundedSender<Change>) -> notify::Result<Box<dyn Watcher + Send>> {
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        for change in changes(&root, event) {
            let _ = tell.send(change);
        }
    })?;
    Ok(Box::new(watcher))
}

/// What a look at all sources found; the error says why it could not.
type Look = Result<BTreeMap<String, Stamp>, Diagnostic>;

/// What changed from one look to the next.
fn differences(before: &Look, now: &Look) -> Vec<Change> {
    match (before, now) {
        (Ok(before), Ok(now)) => {
            let changed = now.iter().filter(|(path, stamp)| before.get(*path) != Some(stamp)).map(|(path, _)| path);
            let gone = before.keys().filter(|path| !now.contains_key(*path));
            changed.chain(gone).map(|path| Change::File(path.clone())).collect()
        }
        (Err(_), Err(_)) => Vec::new(),
        _ => vec![Change::Anything],
    }
}

/// What an event of the file system means for a build.
#[derive(Debug, PartialEq, Eq)]
enum Change {
    /// One file was made, written or removed.
    File(String),
    /// Folders changed, or events were lost.
    Anything,
    /// The system ran out of what it tells with.
    Blind,
}

fn changes(root: &Path, event: notify::Result<notify::Event>) -> Vec<Change> {
    let event = match event {
        Ok(event) => event,
        Err(error) if matches!(error.kind, notify::ErrorKind::MaxFilesWatch) => return vec![Change::Blind],
        Err(_) => return vec![Change::Anything],
    };
    if matches!(event.kind, EventKind::Access(_)) {
        return Vec::new();
    }
    if event.need_rescan() {
        return vec![Change::Anything];
    }
    event.paths.iter().filter_map(|path| change(root, path)).collect()
}

/// What a change of this path means; `None` where no build looks at it.
fn change(root: &Path, path: &Path) -> Option<Change> {
    let inside = path.strip_prefix(root).ok()?;
    let parts: Vec<_> = inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    let name = parts.last()?;
    if parts.iter().any(|part| part == "node_modules" || world::is_hidden(part)) {
        return None;
    }
    // Folders of the site root that are no source folders, such as the output, are none of a build's business.
    if parts.len() == 1 && name != "site.toml" && !FOLDERS.contains(&name.as_str()) {
        return None;
    }
    // What is gone was a file or a folder; the sources know which.
    Some(if path.is_dir() { Change::Anything } else { Change::File(parts.join("/")) })
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
            std::fs::create_dir_all(page.parent().expect("a folder")).and_then(|()| std::fs::write(&page, text)).expect("a file");
        };
        write("one");
        let said = RefCell::new(Vec::new());
        let flags = Flags { root: folder.path().to_owned(), ..Flags::default() };
        let broken: Make = |_, _| Err(notify::Error::generic("no watches left"));
        let note = |text: &str| said.borrow_mut().push(text.to_owned());
        let mut watch = Watch::by(Some(broken), &flags, &note);
        for text in ["another", "a third", "a third"] {
            write(text);
            assert_eq!(watch.changed(&note).await, Some(["content/index.md".to_owned()].into()));
        }
        assert_eq!(said.borrow().len(), 1, "{said:?}");
        assert!(said.borrow()[0].contains("no watches left"));
    }
}
