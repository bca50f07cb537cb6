//! The commands: one module per command, the dispatch to them, and the failures that they can end
//! with.

pub(crate) mod add;
pub(crate) mod args;
pub(crate) mod build;
mod built_output;
pub(crate) mod clean;
pub(crate) mod cms_config;
pub(crate) mod console;
#[cfg(feature = "deploy")]
pub(crate) mod deploy;
pub(crate) mod dev;
#[cfg(feature = "external-links")]
pub(crate) mod external_links;
#[cfg(not(feature = "external-links"))]
#[path = "external_links/without_feature.rs"]
pub(crate) mod external_links;
#[cfg(feature = "deploy")]
pub(crate) mod host_config;
pub(crate) mod hosts;
pub(crate) mod inspect;
pub(crate) mod listen;
#[cfg(feature = "manual")]
pub(crate) mod manual;
pub(crate) mod new;
pub(crate) mod parse;
pub(crate) mod process;
pub(crate) mod schema;
pub(crate) mod serve;
mod style_sheets;
pub(crate) mod translations;
mod types;
pub(crate) mod watch;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use crate::command::args::{Cli, Command, DevCommand};
use crate::command::build::release_lists::ReleaseLists;
use crate::command::build::shard;
use crate::command::console::{Console, ConsoleOptions};
use crate::command::dev::Opens;
use crate::command::new::Ci;
use crate::command::new::page::NewPage;
use crate::command::process::block_on;
use crate::editor;
use croupier_base::diagnostic::{self, Diagnostic};
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_content::config::layers::{SITE, no_site};
use croupier_content::config::options::{Clock, Profile, real, site_root};
use croupier_engine::Event;
#[cfg(not(all(
    feature = "deploy",
    feature = "external-links",
    feature = "highlight",
    feature = "math"
)))]
use croupier_extensions::without_feature;

/// The reason why a command failed. It decides the exit code.
pub(crate) enum Failure {
    /// The site has errors, which are not reported yet.
    Site(Vec<Diagnostic>),
    /// The failure is already reported; holds the exit code.
    Reported(u8),
    /// The command was used wrongly.
    Usage(String),
    /// The system failed, such as the disk or the network.
    System(String),
}

impl Failure {
    /// The failure of a command or a flag that needs a cargo feature which this program was built without.
    #[cfg(not(all(
        feature = "deploy",
        feature = "external-links",
        feature = "highlight",
        feature = "math"
    )))]
    pub(crate) fn without_feature(feature: &str) -> Failure {
        let (message, hint) = without_feature(feature, "use a released binary");
        Failure::Usage(format!("{message}; {hint}"))
    }
}

/// Runs the command of a parsed command line and returns its exit code.
pub fn run(cli: Cli) -> ExitCode {
    let console = Arc::new(console(&cli.command));
    match dispatch(cli.command, &console) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Site(diagnostics)) => {
            console.diagnostics(&diagnostics);
            ExitCode::from(diagnostic::exit_code(&diagnostics))
        }
        Err(Failure::Reported(code)) => ExitCode::from(code),
        Err(Failure::Usage(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
        Err(Failure::System(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(3)
        }
    }
}

/// Returns the console for a command, which follows `--json` and `--quiet`.
fn console(command: &Command) -> Console {
    match command {
        Command::Build { report, .. }
        | Command::Watch { report, .. }
        | Command::Dev(DevCommand { report, .. })
        | Command::Edit(DevCommand { report, .. })
        | Command::Check { report, .. }
        | Command::Merge { report, .. } => Console::new(report.console_options()),
        #[cfg(feature = "deploy")]
        Command::Deploy(command) => Console::new(command.console_options()),
        _ => Console::new(ConsoleOptions::default()),
    }
}

/// Reports a failed build if there is no site in a folder.
///
/// Checked before anything is written. `watch` and `dev` would also wait for a site, and look healthy to the service that
/// started them.
fn require_site(root: &Path, console: &Console) -> Result<(), Failure> {
    let world = World::new(root);
    let Err(error) = world.read(&SitePath::new(SITE)) else { return Ok(()) };
    let diagnostics = vec![no_site(&world, &error)];
    let code = diagnostic::exit_code(&diagnostics);
    console.event(&Event::Started);
    console.event(&Event::Failed { diagnostics, milliseconds: 0 });
    Err(Failure::Reported(code))
}

/// Fails if there is no site in a folder, or if its files are not those of a complete save.
fn require_sources(root: &Path, console: &Console) -> Result<(), Failure> {
    require_site(root, console)?;
    refuse_interrupted_save(root)
}

/// Fails if the editor in the browser was interrupted while it saved several files. The development server takes such a save back.
pub(crate) fn refuse_interrupted_save(root: &Path) -> Result<(), Failure> {
    editor::interrupted_save(root).map_or(Ok(()), |message| Err(Failure::System(message)))
}

/// Runs the development server.
fn run_dev(command: DevCommand, opens: Opens, console: &Arc<Console>) -> Result<(), Failure> {
    let DevCommand { mut site, pseudo, poll, mode, listen, services, .. } = command;
    site.pseudo = pseudo;
    let mut options = site.build_args_with_commands(!services.no_run);
    options.profile = site.common.profile().unwrap_or(Profile::Preview);
    require_site(&options.root, console)?;
    let args = dev::DevArgs { options, poll, mode, opens };
    block_on(dev::run(args, listen, services, Arc::clone(console)))
}

fn dispatch(command: Command, console: &Arc<Console>) -> Result<(), Failure> {
    Clock::check().map_err(Failure::Usage)?;

    match command {
        Command::Build { site, shard: Some(shard), upload, language, .. } => {
            require_sources(&site.site.common.build_args().root, console)?;
            shard::run(&site, language.as_deref(), shard, upload.as_deref(), console)
        }
        Command::Merge { parts, site, language, .. } => {
            require_sources(&site.site.common.build_args().root, console)?;
            shard::merge(&site, language.as_deref(), &parts, console)
        }
        Command::Build {
            mut site,
            pseudo,
            check_incremental,
            changes,
            since,
            manifest,
            previous,
            language,
            ..
        } => {
            // Only previews have pseudo-languages.
            site.site.pseudo = pseudo;
            site.site.common.preview |= pseudo;
            require_sources(&site.site.common.build_args().root, console)?;
            let lists = ReleaseLists { changes, since, manifest };
            let builds = hosts::builds(site.build_args(), language.as_deref())?;
            build::run(builds, check_incremental, &lists, previous.as_deref(), console)
        }
        Command::Check { site, run, external, .. } => {
            let builds = hosts::builds(site.build_args_with_commands(run), None)?;
            inspect::check(builds, external, console)
        }
        Command::New {
            folder,
            title,
            bundle,
            root,
            name: None,
            template: None,
            ci: None,
            add,
            languages,
        } if add.is_empty()
            && languages.is_empty()
            && (title.is_some() || bundle || root.is_some() || new::page::is_meant(&folder)) =>
        {
            let root = root.as_deref().map_or_else(site_root, real);
            let written = folder.to_string_lossy();
            let page = NewPage { written: &written, title: title.as_deref(), is_bundle: bundle };
            new::page::run(&root, &page, console)
        }
        Command::New { folder, name, template, ci, add, languages, .. } => {
            let name = name.as_deref().unwrap_or("My site");
            new::run(&folder, name, template, ci.unwrap_or(Ci::Github), &add, &languages, console)
        }
        Command::Add { features, no_install, root } => {
            let root = root.as_deref().map_or_else(site_root, real);
            require_site(&root, console)?;
            add::run(&root, &features, !no_install, console)
        }
        Command::Explain { route, site, language } => {
            inspect::explain(&site, &route, language.as_deref(), console)
        }
        Command::Clean { site } => clean::run(&site.build_args(), console),
        Command::HighlightCss { light, dark, theme_attribute, list } => {
            style_sheets::highlight(&light, &dark, theme_attribute.as_deref(), list)
        }
        Command::MathCss => style_sheets::math(),
        Command::Schema { kind, section, cms, root } => {
            schema::run(kind, section.as_deref(), cms, root.as_deref())
        }
        Command::Types { root } => {
            let root = root.as_deref().map_or_else(site_root, real);
            require_site(&root, console)?;
            types::run(&root, console)
        }
        #[cfg(feature = "deploy")]
        Command::Deploy(command) => command.run(console),
        Command::Translations(command) => command.run(console),
        #[cfg(feature = "manual")]
        Command::Manual(command) => command.run(),
        Command::Supervise { command } => Err(Failure::Reported(dev::supervise::run(&command))),
        Command::Watch { site, poll, status, language, .. } => {
            let options = site.build_args();
            require_sources(&options.root, console)?;
            let builds = hosts::builds(options, language.as_deref())?;
            block_on(watch::run_all(builds, poll, &status, console))
        }
        Command::Serve { site, listen, language } => {
            let options = site.output_of_host(language.as_deref())?;
            block_on(serve::run(options, listen, Arc::clone(console)))
        }
        Command::Dev(command) => run_dev(command, Opens::Site, console),
        Command::Edit(mut command) => {
            command.listen.open = true;
            run_dev(command, Opens::Editor, console)
        }
    }
}
