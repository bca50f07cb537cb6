//! Building again on change: watches the sources and runs one build after another, each reported as events.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::build;
use crate::diagnostic::Diagnostic;
use crate::publish::Outcome;
use crate::settings::{Environment, Flags, Settings};
use crate::world::World;

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
        /// How long it took.
        milliseconds: u128,
    },
}

/// Builds and publishes once. `note` is told what takes long.
pub fn once(flags: &Flags, note: &dyn Fn(&str)) -> Event {
    let begun = Instant::now();
    let made = build::make(flags, &Environment::read(), note);
    match made.and_then(|it| it.publish().map(|outcome| (it, outcome)).map_err(|error| vec![error])) {
        Ok((build, outcome)) => {
            Event::Finished { pages: build.pages, outcome, warnings: build.warnings, milliseconds: begun.elapsed().as_millis() }
        }
        Err(diagnostics) => Event::Failed { diagnostics, milliseconds: begun.elapsed().as_millis() },
    }
}

/// Folders that a site's sources lie in, besides its runtime.
const FOLDERS: [&str; 3] = ["content", "pages", "static"];
/// How long the sources must be quiet before a build starts: an editor's save is several events.
const QUIET: Duration = Duration::from_millis(4);

/// Tells when a site's sources change.
pub struct Sources {
    flags: Flags,
    watcher: RecommendedWatcher,
    watched: Vec<PathBuf>,
    changes: UnboundedReceiver<()>,
}

impl Sources {
    /// Watches the site that `flags` name.
    pub fn watch(flags: &Flags) -> notify::Result<Sources> {
        let (tell, changes) = unbounded_channel();
        let top = flags.root.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // Events that were lost are answered by looking at everything again, which a build does anyway.
            let concerns =
                event.as_ref().map_or(true, |it| !matches!(it.kind, EventKind::Access(_)) && concerns(&top, &it.paths));
            if concerns {
                let _ = tell.send(());
            }
        })?;
        let mut sources = Sources { flags: flags.clone(), watcher, watched: Vec::new(), changes };
        sources.follow()?;
        Ok(sources)
    }

    /// Waits until something changed and the dust has settled.
    pub async fn changed(&mut self) {
        if self.changes.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
        while let Ok(Some(())) = tokio::time::timeout(QUIET, self.changes.recv()).await {}
        // A source folder may have been made just now; failing to follow it is found at the next change.
        let _ = self.follow();
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

/// Whether a change of these paths can matter to a build: not the output, not what builds keep for themselves.
fn concerns(root: &Path, paths: &[PathBuf]) -> bool {
    paths.is_empty()
        || paths.iter().any(|path| {
            let Ok(inside) = path.strip_prefix(root) else {
                return true;
            };
            let parts: Vec<_> = inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
            match parts.as_slice() {
                [] => false,
                [name] => name == "site.toml" || FOLDERS.contains(&name.as_str()),
                [.., name] => !name.starts_with('.') && !name.ends_with('~') && parts.iter().all(|part| part != "node_modules"),
            }
        })
}
