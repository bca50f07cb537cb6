//! Building again on change: watches the sources and runs one build after another, each reported as events.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::diagnostic::Diagnostic;
use crate::engine::{Built, Engine};
use crate::publish::Outcome;
use crate::settings::{Environment, Flags, Settings};
use crate::world::{self, World};

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

/// Tells when a site's sources change.
pub struct Watch {
    flags: Flags,
    watcher: RecommendedWatcher,
    watched: Vec<PathBuf>,
    changes: UnboundedReceiver<Change>,
}

impl Watch {
    /// Watches the site that `flags` name.
    pub fn begin(flags: &Flags) -> notify::Result<Watch> {
        let (tell, changes) = unbounded_channel();
        let top = flags.root.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            for change in self::changes(&top, event) {
                let _ = tell.send(change);
            }
        })?;
        let mut watch = Watch { flags: flags.clone(), watcher, watched: Vec::new(), changes };
        watch.follow()?;
        Ok(watch)
    }

    /// Waits until something changed and the dust has settled. The result names the site paths that can have changed;
    /// `None` when only a look at everything can tell.
    pub async fn changed(&mut self) -> Option<BTreeSet<String>> {
        let Some(first) = self.changes.recv().await else {
            return std::future::pending().await;
        };
        let mut all = vec![first];
        while let Ok(Some(change)) = tokio::time::timeout(QUIET, self.changes.recv()).await {
            all.push(change);
        }
        // A source folder may have been made or named just now; failing to follow it is found at the next change.
        if all.iter().any(|it| matches!(it, Change::Anything) || *it == Change::File("site.toml".into())) {
            let _ = self.follow();
        }
        let file = |change| match change {
            Change::File(path) => Some(path),
            Change::Anything => None,
        };
        all.into_iter().map(file).collect()
    }

    fn follow(&mut self) -> notify::Result<()> {
        let root = &self.flags.root;
        let mut wanted = vec![(root.clone(), RecursiveMode::NonRecursive)];
        wanted.extend(FOLDERS.iter().map(|name| (root.join(name), RecursiveMode::Recursive)));
        let settings = Settings::read(&self.flags, &World::new(root), &Environment::read());
        if let Some(runtime) = settings.ok().and_then(|it| it.runtime) {
            wanted.push((root.join(&runtime), RecursiveMode::NonRecursive));
            wanted.push((root.join(&runtime).join("src"), RecursiveMode::Recursive));
        }
        self.watched.retain(|path| path.is_dir());
        for (path, mode) in wanted {
            if path.is_dir() && !self.watched.contains(&path) {
                self.watcher.watch(&path, mode)?;
                self.watched.push(path);
            }
        }
        Ok(())
    }
}

/// What an event of the file system means for a build.
#[derive(Debug, PartialEq, Eq)]
enum Change {
    /// One file was made, written or removed.
    File(String),
    /// Folders changed, or events were lost.
    Anything,
}

fn changes(root: &Path, event: notify::Result<notify::Event>) -> Vec<Change> {
    let Ok(event) = event else {
        return vec![Change::Anything];
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
    let is_file = path.is_file() || !path.exists() && name.contains('.');
    Some(if is_file { Change::File(parts.join("/")) } else { Change::Anything })
}
