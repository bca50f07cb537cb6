//! Runs the commands of `[[build.run]]` whose inputs, outputs or command line changed, before a build reads the sources.

mod files;
mod process;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::disk::content_cache::ContentCache;
use croupier_base::disk::lock::Lock;
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::world::{self, World};
use croupier_base::fingerprint::{fingerprint, hex};
use croupier_base::path::SitePath;
use croupier_base::progress::{Note, Notes};
use croupier_content::config::layers::{self, SITE};
use croupier_content::config::options::BuildOptions;
use croupier_content::config::site_config::SiteConfig;
use croupier_content::config::tables::build::{BuildCommand, pattern_folder};

use crate::commands::files::{DigestedFiles, LastRun, is_input, is_output};

/// The commands of a site.
#[derive(Debug, Default)]
pub(crate) struct BuildCommands {
    /// The commands with the locations of their tables, as site.toml was last read.
    commands: Option<Vec<(BuildCommand, Location)>>,
    /// The outputs as the commands left them.
    outputs: BTreeMap<SitePath, Stamp>,
    /// Whether the last update failed, so that the next one checks all commands.
    has_failed: bool,
}

/// The files that the commands of a site read.
#[derive(Debug, Default, Clone)]
pub struct CommandInputs(Vec<BuildCommand>);

impl CommandInputs {
    /// Reads the commands of a site.
    pub fn read(options: &BuildOptions) -> CommandInputs {
        let commands = SiteConfig::read_commands(options, &World::new(&options.root));
        CommandInputs(commands.into_iter().map(|(command, _)| command).collect())
    }

    /// Returns the folders below which there are inputs, relative to the root. A pattern such as `**/*.css` has the folder `""`.
    pub fn folders(&self) -> BTreeSet<&str> {
        let patterns = self.0.iter().flat_map(|command| &command.inputs);
        patterns.filter(|it| it.contains('/')).map(|pattern| pattern_folder(pattern)).collect()
    }

    /// Whether a command reads the file at this path.
    pub fn contains(&self, path: &SitePath) -> bool {
        self.0.iter().any(|command| is_input(command, path))
    }

    /// Returns the stamps of all inputs.
    pub(crate) fn stamps(
        &self,
        options: &BuildOptions,
        world: &World,
    ) -> Result<BTreeMap<SitePath, Stamp>, Diagnostic> {
        let mut stamps = BTreeMap::new();
        for command in &self.0 {
            stamps.extend(files::inputs(world, command, out_folder(options).as_deref())?);
        }
        Ok(stamps)
    }
}

/// Returns the path of the output folder relative to the root, if it is inside the site.
fn out_folder(options: &BuildOptions) -> Option<PathBuf> {
    options.out().strip_prefix(&options.root).ok().map(Path::to_owned)
}

impl BuildCommands {
    /// Runs the commands that are out of date, in their order. `paths` are the only paths that can have changed since the last call.
    /// Returns the files that the commands wrote or removed.
    pub(crate) fn update(
        &mut self,
        options: &BuildOptions,
        world: &World,
        paths: Option<&BTreeSet<SitePath>>,
        notes: &Notes<'_>,
    ) -> Result<BTreeSet<SitePath>, Diagnostic> {
        let Some(supervisor) = &options.supervisor else { return Ok(BTreeSet::new()) };

        let overlay = layers::overlay(options.profile);
        let paths = paths
            .filter(|paths| !self.has_failed && !paths.contains(SITE) && !paths.contains(&overlay));
        if paths.is_none() {
            self.commands = None;
        }

        let commands =
            self.commands.get_or_insert_with(|| SiteConfig::read_commands(options, world));
        let mut written = BTreeSet::new();
        if commands.is_empty() {
            self.outputs.clear();
            return Ok(written);
        }

        // Every way out of this function but the last one is a failure.
        self.has_failed = true;
        let locks = world.root().join(".croupier").join("locks");
        let waiting =
            || notes("another build is running the commands of this site; waiting for it".into());

        // Two commands that write the same file at the same time would leave a mixture.
        let _lock = Lock::take(&locks, "commands", &waiting).map_err(|error| {
            Diagnostic::error(
                Code::CannotWrite,
                format!("cannot lock {}: {error}", locks.display()),
            )
        })?;

        let out = out_folder(options);
        let run = Run { world, supervisor, out: out.as_deref(), notes };
        let mut outputs = BTreeMap::new();

        for (command, location) in commands.iter() {
            let is_affected = |path: &SitePath| is_input(command, path) || is_output(command, path);
            if paths.is_some_and(|paths| !paths.iter().chain(&written).any(is_affected)) {
                let own = self.outputs.iter().filter(|(path, _)| is_output(command, path));
                outputs.extend(own.map(|(path, stamp)| (path.clone(), *stamp)));
                continue;
            }

            let (now, changed) = run.update(command).map_err(|error| error.at(location.clone()))?;
            outputs.extend(now);
            written.extend(changed);
        }

        self.outputs = outputs;
        self.has_failed = false;
        Ok(written)
    }

    /// Whether a path is an output that has not changed since a command wrote it.
    pub(crate) fn is_own_output(&self, world: &World, path: &SitePath) -> bool {
        self.outputs.get(path).is_some_and(|stamp| world.stamp(path) == Some(*stamp))
    }
}

/// What running one command needs.
struct Run<'a> {
    world: &'a World,
    /// The `croupier` program.
    supervisor: &'a Path,
    /// The output folder, if it is inside the site.
    out: Option<&'a Path>,
    notes: &'a Notes<'a>,
}

impl Run<'_> {
    /// Runs a command if it is out of date. Returns its outputs, and the paths of those that changed.
    fn update(
        &self,
        command: &BuildCommand,
    ) -> Result<(BTreeMap<SitePath, Stamp>, BTreeSet<SitePath>), Diagnostic> {
        let Run { world, out, notes, .. } = *self;

        let name = hex(&fingerprint(&command.outputs).to_be_bytes());
        let cache = ContentCache::new(world.root(), "commands");
        let last = LastRun::load(&cache, &name).unwrap_or_default();
        let scanned_at = world::now();

        let inputs = files::inputs(world, command, out)?;
        let inputs = DigestedFiles::read(world, inputs, &last.inputs, last.scanned_at)?;
        let key = fingerprint(&(&command.command, inputs.digests()));
        let before = files::outputs(world, command)?;
        let before = DigestedFiles::read(world, before, &last.outputs, last.scanned_at)?;

        let is_complete = files::missing_output(command, &before.0).is_none();
        if is_complete && last.key == Some(key) && last.outputs.same_content(&before) {
            let outputs = before.stamps();
            let now = LastRun { key: Some(key), scanned_at, inputs, outputs: before };
            if now.inputs != last.inputs || now.outputs != last.outputs {
                now.save(&cache, &name);
            }
            return Ok((outputs, BTreeSet::new()));
        }

        notes(Note::Message(&format!("running {}", command.line())));
        process::run(command, world.root(), self.supervisor)?;

        let scanned_at = world::now();
        let after = files::outputs(world, command)?;
        if let Some(missing) = files::missing_output(command, &after) {
            let message = format!("`{}` did not make {missing}", command.line());
            let hint = "correct `outputs`, or the arguments of the command";
            return Err(Diagnostic::error(Code::CommandFailed, message).hint(hint));
        }

        let after = DigestedFiles::read(world, after, &DigestedFiles::default(), 0)?;

        // A file with other bytes has changed, whatever its time.
        let digest = |files: &DigestedFiles, path: &SitePath| files.0.get(path).map(|it| it.1);
        let all: BTreeSet<&SitePath> = before.0.keys().chain(after.0.keys()).collect();
        let changed = all.into_iter().filter(|path| digest(&before, path) != digest(&after, path));
        let changed = changed.cloned().collect();

        let outputs = after.stamps();
        LastRun { key: Some(key), scanned_at, inputs, outputs: after }.save(&cache, &name);
        Ok((outputs, changed))
    }
}
