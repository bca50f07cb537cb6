//! Watches the sources of a site for changes, with file system notifications or by polling.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use notify::{RecursiveMode, Watcher};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::serve::source_change::{
    Change, FOLDERS, WatchedPaths, changes, differences, is_settings,
};
use croupier_base::disk::world::{self, World};
use croupier_base::path::SitePath;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;
use croupier_engine::{CommandInputs, SKIPPED_IN_RUNTIME};

/// Time without events before a build starts, because saving a file in an editor causes several
/// events.
const QUIET_PERIOD: Duration = Duration::from_millis(4);
/// Time without events before a build starts if a changed file is empty. Many programs empty a file
/// before they write it, and on a busy machine the text can follow late.
const EMPTY_PERIOD: Duration = Duration::from_millis(100);
/// Maximum time to wait for the quiet period, because a program may write continuously.
const MAX_DELAY: Duration = Duration::from_millis(250);
/// Interval of scans without file system notifications.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Watches the sources of a site.
pub(crate) struct SourceWatcher {
    args: BuildOptions,
    /// Receives file system notifications. `None` while polling.
    watcher: Option<Box<dyn Watcher + Send>>,
    /// Watched folders with their identities, and how they are watched. A new folder at the same path has another identity and is not
    /// watched yet.
    identities: BTreeMap<PathBuf, (u64, RecursiveMode)>,
    /// The same of the folders of inputs outside of the source folders.
    input_folders: BTreeMap<PathBuf, u64>,
    /// A time before the current build began to read the sources, in nanoseconds.
    build_start: i64,
    watched_paths: SharedPaths,
    changes: UnboundedReceiver<Change>,
    sender: UnboundedSender<Change>,
}

/// The watched paths, shared with the thread that receives notifications.
type SharedPaths = Arc<Mutex<WatchedPaths>>;

/// Creates a notification watcher for a site root, which sends changes to a channel.
type NewWatcher =
    fn(PathBuf, SharedPaths, UnboundedSender<Change>) -> notify::Result<Box<dyn Watcher + Send>>;

impl SourceWatcher {
    /// Starts to watch the site of `args`.
    ///
    /// Polls if `poll` is set or if notifications are not available; the latter is reported to
    /// `note` once.
    pub(crate) fn new(args: &BuildOptions, poll: bool, note: &dyn Fn(&str)) -> SourceWatcher {
        let new_watcher = (!poll).then_some(notification_watcher as NewWatcher);
        SourceWatcher::with_watcher(new_watcher, args, note)
    }

    fn with_watcher(
        new_watcher: Option<NewWatcher>,
        args: &BuildOptions,
        note: &dyn Fn(&str),
    ) -> SourceWatcher {
        let (sender, changes) = unbounded_channel();
        let watched_paths = SharedPaths::default();

        let watcher = new_watcher.map(|new_watcher| {
            new_watcher(args.root.clone(), Arc::clone(&watched_paths), sender.clone())
        });

        let mut source_watcher = SourceWatcher {
            args: args.clone(),
            watcher: None,
            identities: BTreeMap::new(),
            input_folders: BTreeMap::new(),
            build_start: world::now(),
            watched_paths,
            changes,
            sender,
        };

        match watcher {
            Some(Ok(watcher)) => {
                source_watcher.watcher = Some(watcher);
                source_watcher.watch_or_poll(note);
            }
            Some(Err(error)) => source_watcher.switch_to_polling(&error, note),
            None => source_watcher.poll(),
        }

        source_watcher
    }

    /// Waits for changes and the quiet period after them.
    ///
    /// Returns the paths that may have changed, or `None` if any source may have changed.
    pub(crate) async fn changed(&mut self, note: &dyn Fn(&str)) -> Option<BTreeSet<SitePath>> {
        self.watch_inputs(note);
        let Some(first) = self.changes.recv().await else {
            return std::future::pending().await;
        };

        let next = async |period| tokio::time::timeout(period, self.changes.recv()).await.ok()?;
        let changes =
            collect(first, next, |path| world::is_empty_file(&self.args.root.join(path))).await;
        self.build_start = world::now();
        if changes.contains(&Change::WatchLimit) && self.watcher.is_some() {
            self.switch_to_polling(&notify::Error::new(notify::ErrorKind::MaxFilesWatch), note);
        }

        // The change may have created a source folder, or site.toml may name another runtime.
        let affects_folders = changes.iter().any(|change| match change {
            Change::File(path) => is_settings(path) || FOLDERS.contains(&path.as_str()),
            Change::Unknown => true,
            Change::WatchLimit => false,
        });
        if affects_folders {
            self.watch_or_poll(note);
            // A folder that was moved away and back may have lost its watch.
            self.input_folders.clear();
            self.watch_inputs(note);
        }

        // A notification names only one path of a file. With symbolic links, a scan must find the
        // others.
        let has_links =
            !self.watched_paths.lock().unwrap_or_else(PoisonError::into_inner).links.is_empty();

        let path = |change| match change {
            Change::File(path) if !has_links => Some(path),
            Change::File(_) | Change::Unknown | Change::WatchLimit => None,
        };
        changes.into_iter().map(path).collect()
    }

    /// Watches every source folder, or switches to polling if that fails.
    fn watch_or_poll(&mut self, note: &dyn Fn(&str)) {
        // The number of watches is limited by the system and shared with other programs.
        if let Err(error) = self.watch_all() {
            self.switch_to_polling(&error, note);
        }
    }

    fn watch_all(&mut self) -> notify::Result<()> {
        let Some(watcher) = &mut self.watcher else {
            return Ok(());
        };

        let root = &self.args.root;
        let mut folders_to_watch = vec![(root.clone(), RecursiveMode::NonRecursive)];
        folders_to_watch
            .extend(FOLDERS.iter().map(|name| (root.join(name), RecursiveMode::Recursive)));

        let runtime = runtime(&self.args);
        if let Some(runtime) = &runtime {
            folders_to_watch.extend(runtime_folders(&root.join(runtime)));
        }

        let links: BTreeSet<PathBuf> =
            FOLDERS.iter().flat_map(|name| world::link_targets(&root.join(name))).collect();
        folders_to_watch.extend(linked_folders(root, &links));

        let command_inputs = CommandInputs::read(&self.args);
        folders_to_watch.extend(command_folders(&self.args, &command_inputs));
        let mut watched_paths = self.watched_paths.lock().unwrap_or_else(PoisonError::into_inner);
        watched_paths.command_inputs = command_inputs;
        watched_paths.links = links;
        watched_paths.runtime = runtime.or_else(|| watched_paths.runtime.take());
        drop(watched_paths);

        for (path, mode) in folders_to_watch {
            let previous = self.identities.remove(&path);
            let Some(current) = world::folder_inode(&path) else {
                continue;
            };

            // A folder that was moved away and back has the same identity, but its watch may be
            // gone.
            if previous != Some((current, mode)) || mode == RecursiveMode::Recursive {
                if previous.is_some() {
                    // The previous folder may still exist at another path, where it is not a
                    // source.
                    let _ = watcher.unwatch(&path);
                }
                watcher.watch(&path, mode)?;
            }
            self.identities.insert(path, (current, mode));
        }

        Ok(())
    }

    /// Watches the folders of files outside of the source folders that the last bundle, style sheets and commands were made from, and the
    /// folders above them, because a folder can be removed and come back.
    fn watch_inputs(&mut self, note: &dyn Fn(&str)) {
        let Some(watcher) = &mut self.watcher else { return };
        let world = World::new(&self.args.root);
        let mut watched_paths = self.watched_paths.lock().unwrap_or_else(PoisonError::into_inner);

        let mut inputs = croupier_engine::style_inputs(&world);
        if let Some(runtime) = &watched_paths.runtime {
            inputs.extend(croupier_engine::outer_inputs(&world, runtime));
        }
        watched_paths.inputs.clone_from(&inputs);
        let folders = input_folders(&self.args.root, &watched_paths);
        drop(watched_paths);

        let mut new_folders = BTreeSet::new();
        for folder in folders {
            let is_included = self.identities.iter().any(|(watched, (_, mode))| {
                folder == *watched
                    || *mode == RecursiveMode::Recursive && folder.starts_with(watched)
            });
            let Some(current) = world::folder_inode(&folder).filter(|_| !is_included) else {
                continue;
            };
            if self.input_folders.get(&folder) == Some(&current) {
                continue;
            }

            let _ = watcher.unwatch(&folder);
            match watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Ok(()) => {
                    new_folders.insert(folder.clone());
                    self.input_folders.insert(folder, current);
                }
                Err(error) if matches!(error.kind, notify::ErrorKind::PathNotFound) => {}
                Err(error) => return self.switch_to_polling(&error, note),
            }
        }

        // The build has read these files before their folders were watched.
        let is_new = |path: &&SitePath| {
            path.folder().is_some_and(|it| new_folders.contains(&self.args.root.join(it)))
        };
        for path in inputs.iter().filter(is_new) {
            if world.stamp(path).is_some_and(|stamp| stamp.is_after(self.build_start)) {
                let _ = self.sender.send(Change::File(path.clone()));
            }
        }
    }

    fn switch_to_polling(&mut self, error: &notify::Error, note: &dyn Fn(&str)) {
        let interval = POLL_INTERVAL.as_millis();
        note(&format!(
            "file system notifications are not available ({error}); polling every {interval} ms instead"
        ));
        self.watcher = None;
        self.poll();
    }

    /// Scans all sources at an interval in a new thread, which ends when the watcher is dropped.
    fn poll(&self) {
        let (sender, args) = (self.sender.downgrade(), self.args.clone());
        let scan = move || croupier_engine::scan(&args, runtime(&args).as_ref());
        let mut previous = (world::now(), scan());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(POLL_INTERVAL);
                let Some(sender) = sender.upgrade() else {
                    return;
                };
                let current = (world::now(), scan());
                for change in differences(&previous, &current.1) {
                    let _ = sender.send(change);
                }
                previous = current;
            }
        });
    }
}

/// Returns the folders of inputs, and the folders above them.
fn input_folders(root: &Path, watched: &WatchedPaths) -> BTreeSet<PathBuf> {
    let of_commands = watched.command_inputs.folders();
    let folders = watched.inputs.iter().filter_map(|path| path.folder()).chain(of_commands);
    let with_folders_above = folders.flat_map(|folder| {
        let is_outside = |it: &Path| it.starts_with("..") || it.ends_with("node_modules");
        let above = Path::new(folder).ancestors().skip(1);
        std::iter::once(Path::new(folder)).chain(above.take_while(move |it| !is_outside(it)))
    });
    // The root is watched.
    let inside = with_folders_above.filter(|folder| !folder.as_os_str().is_empty());
    inside.map(|folder| root.join(folder)).collect()
}

/// Returns the folder of the runtime and its subfolders with sources, with how to watch them.
fn runtime_folders(runtime: &Path) -> Vec<(PathBuf, RecursiveMode)> {
    let names: BTreeSet<String> = std::iter::once("src".to_owned())
        .chain(world::subfolders(runtime))
        .filter(|name| !SKIPPED_IN_RUNTIME.contains(&name.as_str()))
        .collect();
    let subfolders = names.into_iter().map(|name| (runtime.join(name), RecursiveMode::Recursive));
    std::iter::once((runtime.to_owned(), RecursiveMode::NonRecursive)).chain(subfolders).collect()
}

/// Returns the folders of link targets outside the folders of the site, with how to watch them.
fn linked_folders(root: &Path, links: &BTreeSet<PathBuf>) -> Vec<(PathBuf, RecursiveMode)> {
    let mut folders = Vec::new();
    for path in links {
        if FOLDERS.iter().any(|name| path.starts_with(root.join(name))) {
            continue;
        }
        // Many programs save a file by renaming another over it, which only a watch of its
        // folder reports.
        let (folder, mode) = if path.is_dir() {
            (Some(path.as_path()), RecursiveMode::Recursive)
        } else {
            (path.parent(), RecursiveMode::NonRecursive)
        };
        folders.extend(folder.map(|folder| (folder.to_owned(), mode)));
    }
    folders
}

/// Returns the changes from `first` until none follows within the quiet period.
///
/// `next` waits for a change, for at most the given time.
async fn collect(
    first: Change,
    mut next: impl AsyncFnMut(Duration) -> Option<Change>,
    is_empty_file: impl Fn(&SitePath) -> bool,
) -> Vec<Change> {
    let start = Instant::now();
    let mut changes = vec![first];
    let mut period = QUIET_PERIOD;
    while start.elapsed() < MAX_DELAY {
        let has_empty_file = |changes: &[Change]| {
            changes.iter().any(|change| matches!(change, Change::File(path) if is_empty_file(path)))
        };

        if let Some(change) = next(period).await {
            changes.push(change);
            period = QUIET_PERIOD;
        } else if period == QUIET_PERIOD && has_empty_file(&changes) {
            period = EMPTY_PERIOD;
        } else {
            break;
        }
    }
    changes
}

/// Returns the folders outside of the sources whose files commands read.
fn command_folders(args: &BuildOptions, inputs: &CommandInputs) -> Vec<(PathBuf, RecursiveMode)> {
    let mut folders: BTreeSet<String> = BTreeSet::new();
    for folder in inputs.folders() {
        if folder.is_empty() {
            // A watch of the root itself would report every file of the output and of npm packages.
            folders.extend(world::subfolders(&args.root));
        } else {
            folders.insert(folder.to_owned());
        }
    }
    let out = args.out();
    folders.retain(|folder| {
        let is_source = FOLDERS.iter().any(|source| Path::new(folder).starts_with(source));
        !is_source && folder != "node_modules" && !out.starts_with(args.root.join(folder))
    });
    folders.into_iter().map(|folder| (args.root.join(folder), RecursiveMode::Recursive)).collect()
}

/// Returns the folder of the runtime, if site.toml is valid and names one.
fn runtime(args: &BuildOptions) -> Option<SitePath> {
    Settings::read(args, &World::new(&args.root), &args.clock()).ok()?.runtime
}

/// Creates a watcher that uses the notifications of the operating system.
fn notification_watcher(
    root: PathBuf,
    watched_paths: SharedPaths,
    sender: UnboundedSender<Change>,
) -> notify::Result<Box<dyn Watcher + Send>> {
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let watched_paths = watched_paths.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for change in changes(&root, &watched_paths, event) {
            let _ = sender.send(change);
        }
    })?;
    Ok(Box::new(watcher))
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    #[tokio::test]
    async fn a_file_that_is_emptied_before_it_is_written_is_one_change() {
        let path = SitePath::new("content/index.md");
        let is_empty = Cell::new(true);
        let waits = RefCell::new(Vec::new());
        let next = async |period| {
            waits.borrow_mut().push(period);
            // The text follows after the quiet period.
            (period == EMPTY_PERIOD && is_empty.replace(false)).then(|| Change::File(path.clone()))
        };
        let changes = collect(Change::File(path.clone()), next, |_| is_empty.get()).await;
        assert_eq!(changes.len(), 2, "{changes:?}");
        assert_eq!(*waits.borrow(), [QUIET_PERIOD, EMPTY_PERIOD, QUIET_PERIOD]);
    }

    #[tokio::test]
    async fn a_file_that_stays_empty_is_a_change() {
        let change = Change::File(SitePath::new("content/index.md"));
        let changes = collect(change, async |_| None, |_| true).await;
        assert_eq!(changes.len(), 1, "{changes:?}");
    }

    /// A watcher without notifications. Style sheets change when their folder is first watched.
    struct EditsBeforeWatch;

    impl Watcher for EditsBeforeWatch {
        fn new<F: notify::EventHandler>(_: F, _: notify::Config) -> notify::Result<Self> {
            Ok(EditsBeforeWatch)
        }

        fn watch(&mut self, path: &Path, _: RecursiveMode) -> notify::Result<()> {
            if path.ends_with("styles") {
                let later = std::time::SystemTime::now() + Duration::from_secs(1);
                let file = std::fs::File::options().write(true).open(path.join("site.css"))?;
                file.set_modified(later)?;
            }
            Ok(())
        }

        fn unwatch(&mut self, _: &Path) -> notify::Result<()> {
            Ok(())
        }

        fn kind() -> notify::WatcherKind {
            notify::WatcherKind::NullWatcher
        }
    }

    #[tokio::test]
    #[expect(clippy::disallowed_methods, reason = "the test writes sources")]
    async fn an_input_that_changes_before_its_folder_is_watched_is_a_change() {
        let folder = tempfile::TempDir::new().expect("a folder");
        for (name, text) in [
            ("styles/site.css", "p {}"),
            ("styles/other.css", "p {}"),
            (".croupier/style-inputs", "styles/other.css\nstyles/site.css\n"),
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }

        let args = BuildOptions { root: folder.path().to_owned(), ..BuildOptions::default() };
        let new: NewWatcher = |_, _, _| Ok(Box::new(EditsBeforeWatch));
        let mut watcher = SourceWatcher::with_watcher(Some(new), &args, &|_| {});
        assert_eq!(watcher.changed(&|_| {}).await, Some([SitePath::new("styles/site.css")].into()));
    }

    #[tokio::test]
    async fn without_notifications_sources_are_polled_and_that_is_reported_once() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let page = folder.path().join("content/index.md");
        #[expect(clippy::disallowed_methods, reason = "the test writes a source")]
        let write = |text: &str| {
            std::fs::create_dir_all(page.parent().expect("a folder"))
                .and_then(|()| std::fs::write(&page, text))
                .expect("a file");
        };

        write("one");
        let notes = RefCell::new(Vec::new());
        let args = BuildOptions { root: folder.path().to_owned(), ..BuildOptions::default() };
        let broken: NewWatcher = |_, _, _| Err(notify::Error::generic("no watches left"));
        let note = |text: &str| notes.borrow_mut().push(text.to_owned());
        let mut watcher = SourceWatcher::with_watcher(Some(broken), &args, &note);

        for text in ["another", "a third", "a third"] {
            write(text);
            assert_eq!(
                watcher.changed(&note).await,
                Some([SitePath::new("content/index.md")].into())
            );
        }

        assert_eq!(notes.borrow().len(), 1, "{notes:?}");
        assert!(notes.borrow()[0].contains("no watches left"));
    }
}
