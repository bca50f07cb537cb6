//! `croupier build`: builds the site once.

mod check_incremental;
#[cfg(feature = "deploy")]
mod part_store;
mod previous;
pub(crate) mod release_lists;
pub(crate) mod shard;
#[cfg(feature = "deploy")]
pub(crate) mod shared_cache;
mod stored_part;
#[cfg(not(feature = "deploy"))]
mod without_deploy;

use std::io;
use std::path::PathBuf;

use clap::Args;

use crate::command::build::release_lists::ReleaseLists;
#[cfg(not(feature = "deploy"))]
use crate::command::build::without_deploy::{PartStore, SharedCache};
#[cfg(feature = "deploy")]
use crate::command::build::{part_store::PartStore, shared_cache::SharedCache};
use crate::command::built_output::folder_name;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::failure::require_sources;
use crate::command::hosts;
use crate::command::process::block_on;
use crate::command::site_args::{BuildArgs, ReportArgs, parse_path_or_url, path_parser};
use croupier_base::diagnostic::{self, Severity};
use croupier_base::disk::world::World;
use croupier_base::path::RELEASES;
use croupier_content::config::options::{BuildOptions, Profile};
use croupier_content::config::settings::Settings;
use croupier_engine::{Engine, Event, OutputFolder, Shard, build_hosts, build_once};

/// Arguments of `croupier build`.
#[derive(Debug, Args)]
pub struct BuildCommand {
    /// The site and how to build it.
    #[command(flatten)]
    site: BuildArgs,
    /// How to report.
    #[command(flatten)]
    pub report: ReportArgs,
    /// Add the pseudo-languages en-XA, with accents and longer texts, and ar-XB, from right to left, to a
    /// preview. They show texts that are not translated, and layouts that are too narrow.
    #[arg(long, conflicts_with = "profile")]
    pseudo: bool,
    /// Only the host with this language, on a site whose languages have hosts of their own [default: all
    /// hosts].
    #[arg(long, value_name = "KEY")]
    language: Option<String>,
    /// Also build from scratch, and fail if the two outputs differ in any byte.
    #[arg(long)]
    check_incremental: bool,
    /// Write a list of the files to upload and to remove to this file: one line per file with its
    /// URL, in upload order. Compares the output with the manifest of `--since`; without it, lists
    /// all files.
    #[arg(long, value_name = "FILE", value_parser = path_parser())]
    changes: Option<PathBuf>,
    /// The manifest of the release that was deployed last, which `--manifest` wrote. If the file
    /// does not exist, nothing was deployed.
    #[arg(long, value_name = "FILE", value_parser = path_parser(), requires = "changes")]
    since: Option<PathBuf>,
    /// Write the manifest of this release to this file: the digest and the path of each file. After
    /// the upload, it is the manifest for `--since`.
    #[arg(long, value_name = "FILE", value_parser = path_parser())]
    manifest: Option<PathBuf>,
    /// Add the code of earlier releases to the output, for tabs that are still open; read it
    /// from the live site or a folder.
    #[arg(long, value_name = "URL|FOLDER", value_parser = parse_path_or_url)]
    previous: Option<String>,
    /// Render only a part of the pages: `3/16` is the third one of 16. `croupier merge` joins the
    /// parts. The part is in the folder of `--out` [default: .croupier/parts/3-of-16].
    #[arg(long, value_name = "K/N", conflicts_with_all = ["check_incremental", "changes", "manifest", "previous", "pseudo"])]
    shard: Option<Shard>,
    /// Store the part below this URL as well: a folder or an object store, such as
    /// `s3://bucket/parts/COMMIT`. `croupier merge` reads it there.
    #[arg(long, value_name = "URL", requires = "shard")]
    upload: Option<String>,
}

impl BuildCommand {
    /// Builds the site, or a part of it.
    pub(crate) fn run(self, console: &Console) -> Result<(), Failure> {
        let BuildCommand { mut site, pseudo, language, changes, since, manifest, .. } = self;
        require_sources(&site.site.common.build_args().root, console)?;
        if let Some(shard) = self.shard {
            let upload = self.upload.as_deref();
            return shard::run(&site, language.as_deref(), shard, upload, console);
        }

        // Only previews have pseudo-languages.
        site.site.pseudo = pseudo;
        site.site.common.preview |= pseudo;
        let lists = ReleaseLists { changes, since, manifest };
        let builds = hosts::builds(site.build_args(), language.as_deref())?;
        if language.is_none() {
            warn_of_other_hosts(&builds, console);
        }
        run(builds, self.check_incremental, &lists, self.previous.as_deref(), console)
    }
}

/// Builds each host once.
///
/// - `check_incremental` compares the output with that of a clean build.
/// - `lists` are the files to write about the release.
/// - `previous` is the URL or folder of an earlier release, whose hashed files are added to the
///   output.
fn run(
    builds: Vec<BuildOptions>,
    check_incremental: bool,
    lists: &ReleaseLists,
    previous: Option<&str>,
    console: &Console,
) -> Result<(), Failure> {
    use_this_thread();
    // Skips the destructors of the builds: the system frees the memory of a process faster.
    let _built = if let [build] = &builds[..] {
        vec![run_one(build, check_incremental, lists, previous, console)?]
    } else {
        if lists.changes.is_some() || lists.manifest.is_some() || previous.is_some() {
            return Err(Failure::Usage(
                "--changes, --manifest and --previous are about one host; name it by its language, such as --language en"
                    .to_owned(),
            ));
        }
        run_all(builds, check_incremental, console)?
    };
    std::process::exit(0);
}

/// Builds all hosts, and publishes them if none has errors, because their pages link to each other. All errors are reported.
fn run_all(
    builds: Vec<BuildOptions>,
    check_incremental: bool,
    console: &Console,
) -> Result<Vec<Build>, Failure> {
    let mut hosts = Vec::new();
    for options in once_with_commands(builds) {
        console.event(&Event::Started);
        let opened = OpenBuild::new(&options, console);
        hosts.push((options, opened));
    }

    let mut engines: Vec<&mut Engine> = hosts.iter_mut().map(|(_, it)| &mut it.engine).collect();
    let events = build_hosts(&mut engines, None, &|note| console.receive(note));

    let mut built = Vec::new();
    let mut codes = Vec::new();
    let mut before: Option<Console> = None;
    for ((options, opened), event) in hosts.into_iter().zip(events) {
        let of_host = before.as_ref().unwrap_or(console).of_host(folder_name(&options));
        let finished = opened
            .finish(&event, &options, &of_host)
            .and_then(|build| complete(build, &options, check_incremental, &of_host));
        match finished {
            Err(Failure::Site(diagnostics)) => {
                of_host.diagnostics(&diagnostics);
                codes.push(diagnostic::exit_code(&diagnostics));
            }
            Err(Failure::Reported(code)) => codes.push(code),
            Err(other) => return Err(other),
            Ok(build) => built.push(build),
        }
        before = Some(of_host);
    }

    // A host without errors that is not published has the code 0.
    let code = codes.into_iter().filter(|code| *code > 0).min();
    code.map_or(Ok(built), |code| Err(Failure::Reported(code)))
}

/// Warns about the output of earlier builds for other hosts, which a server would still publish: files next to the folders of the hosts,
/// and folders of hosts that the site does not have any more.
fn warn_of_other_hosts(builds: &[BuildOptions], console: &Console) {
    let Some(first) = builds.first() else { return };
    let out = first.out();
    let has_hosts = first.host.is_some();
    let Some(folder) = (if has_hosts { out.parent() } else { Some(&*out) }) else { return };
    if has_hosts && folder.join(RELEASES).is_file() {
        let folder = folder.display();
        console.warn(&format!(
            "{folder} still has the files of a build for one host; `croupier clean` removes them"
        ));
    }

    let is_left = |path: &PathBuf| builds.iter().all(|build| build.out() != *path);
    for path in OutputFolder::of_hosts(folder).into_iter().filter(is_left) {
        console.warn(&format!(
            "{} still has the files of a host that the site does not have; `croupier clean` removes them",
            path.display()
        ));
    }
}

/// Returns builds of which only the first one runs the commands of `[[build.run]]`, because all read the same sources.
pub(crate) fn once_with_commands(builds: Vec<BuildOptions>) -> Vec<BuildOptions> {
    let builds = builds.into_iter().enumerate();
    let build = |(index, options): (usize, BuildOptions)| BuildOptions {
        supervisor: options.supervisor.filter(|_| index == 0),
        ..options
    };
    builds.map(build).collect()
}

fn run_one(
    args: &BuildOptions,
    check_incremental: bool,
    lists: &ReleaseLists,
    previous: Option<&str>,
    console: &Console,
) -> Result<Build, Failure> {
    console.event(&Event::Started);

    lists.check()?;
    // With errors in site.toml the build is going to fail, and must not touch the output.
    if let Some(source) = previous.filter(|_| has_valid_settings(args)) {
        block_on(previous::add_earlier_releases(source, args, console))?;
    }

    let build = publish(args, console)?;
    lists.write(args)?;
    complete(build, args, check_incremental, console)
}

/// Saves a published build, and compares it with a clean one if `check_incremental` is set.
fn complete(
    build: Build,
    args: &BuildOptions,
    check_incremental: bool,
    console: &Console,
) -> Result<Build, Failure> {
    build.save(console);
    console.line(&output_text(args));
    if check_incremental {
        compare_with_clean_build(args, console)?;
    }
    Ok(build)
}

/// Makes this thread one of the pool that builds, instead of a thread that waits for the pool. Linux often runs the threads of a new pool on
/// one core for the first 50 ms, while a waiting thread has the other one.
fn use_this_thread() {
    // Without it, the first use of the pool makes the usual one.
    let _ = rayon::ThreadPoolBuilder::new().use_current_thread().build_global();
}

/// Builds once and reports the result.
pub(crate) fn publish(args: &BuildOptions, console: &Console) -> Result<Build, Failure> {
    let mut opened = OpenBuild::new(args, console);
    let event = build_once(&mut opened.engine, None, &|note| console.receive(note));
    opened.finish(&event, args, console)
}

/// A build that has not begun.
struct OpenBuild {
    engine: Engine,
    cache: Option<SharedCache>,
    /// Whether the shared cache has the last build, and this machine has it from there.
    is_restored: bool,
    /// Whether this machine has the last build, so that the shared cache is only opened to store a new one.
    is_complete: bool,
}

impl OpenBuild {
    /// Fetches the last build from the shared cache, unless this machine has one.
    fn new(args: &BuildOptions, console: &Console) -> OpenBuild {
        let mut engine = Engine::new(args, args.clock());
        // Reading the settings takes longer than many builds without changes, which do not need the cache.
        let is_complete = engine.portable_session().is_complete();
        let cache = if is_complete { None } else { SharedCache::open(args, console) };
        if cache.as_ref().is_some_and(SharedCache::has_changed_outputs_only) {
            engine = engine.with_changed_outputs_only();
        }
        let is_restored = cache.as_ref().is_some_and(|cache| cache.fetch(&engine, console));
        OpenBuild { engine, cache, is_restored, is_complete }
    }

    /// Reports the end of the build.
    fn finish(
        self,
        event: &Event,
        args: &BuildOptions,
        console: &Console,
    ) -> Result<Build, Failure> {
        let mut build = finish(self.engine, event, self.cache, self.is_restored, console)?;
        if self.is_complete && build.has_changed {
            build.cache = SharedCache::open(args, console);
        }
        Ok(build)
    }
}

/// Reports the end of a build. `is_new` says that the cache has to be written in any case.
pub(crate) fn finish(
    engine: Engine,
    event: &Event,
    cache: Option<SharedCache>,
    is_new: bool,
    console: &Console,
) -> Result<Build, Failure> {
    console.event(event);
    match event {
        Event::Failed { diagnostics, .. } => {
            Err(Failure::Reported(diagnostic::exit_code(diagnostics)))
        }
        Event::Finished { stats, .. } => {
            let has_changed = stats.written + stats.removed > 0 || is_new;
            Ok(Build { engine, cache, has_changed })
        }
        Event::Started => unreachable!("a build ends with another event"),
    }
}

/// A finished build, whose session is not saved yet.
pub(crate) struct Build {
    engine: Engine,
    cache: Option<SharedCache>,
    /// Whether the shared cache lacks the build.
    has_changed: bool,
}

impl Build {
    /// Saves the session for the next process, and for other machines.
    pub(crate) fn save(&self, console: &Console) {
        self.save_session(console);
        self.share(console);
    }

    /// Saves the session for the next process.
    pub(crate) fn save_session(&self, console: &Console) {
        let saved = match self.written_cache() {
            Some(_) => self.engine.save_for_sharing(),
            None => self.engine.save(),
        };
        report_unsaved(saved, console);
    }

    /// Writes the shared cache, if it lacks the build.
    pub(crate) fn share(&self, console: &Console) {
        if let Some(cache) = self.written_cache() {
            cache.store(&self.engine, console);
        }
    }

    fn written_cache(&self) -> Option<&SharedCache> {
        self.cache.as_ref().filter(|cache| self.has_changed && cache.is_written())
    }
}

/// Warns if the session of a build was not saved. The site is published nevertheless.
pub(crate) fn report_unsaved(saved: io::Result<()>, console: &Console) {
    if let Err(error) = saved {
        console.warn(&format!(
            "the state of the build cannot be written to .croupier/: {error}; the next build starts without it"
        ));
    }
}

/// Returns the line that says where the output is.
pub(crate) fn output_text(options: &BuildOptions) -> String {
    let out = folder_name(options);
    match options.profile {
        Profile::Preview => format!("the output is in {out}: a preview, closed to search engines"),
        Profile::Production => format!("the output is in {out}"),
    }
}

/// Returns whether site.toml is free of errors. Does not report them, because the build does.
fn has_valid_settings(args: &BuildOptions) -> bool {
    let read = Settings::read_partial(args, &World::new(&args.root), &args.clock());
    read.is_ok_and(|(_, diagnostics)| {
        diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error)
    })
}

/// Compares the output with that of a clean build, and reports the files that differ.
fn compare_with_clean_build(args: &BuildOptions, console: &Console) -> Result<(), Failure> {
    let clock = args.clock();
    let different = check_incremental::differences_from_clean_build(args, clock, &|note| {
        console.receive(note);
    })
    .map_err(Failure::Site)?;
    if different.is_empty() {
        console.line("the output equals a clean build");
        return Ok(());
    }
    for path in &different {
        console.line(&format!("differs from a clean build: {path}"));
    }
    Err(Failure::Reported(1))
}
