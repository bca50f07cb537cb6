//! `croupier deploy`, `croupier releases`, `croupier diff` and `croupier rollback`: releases of the site at the targets of `[deploy]`.

pub(crate) mod args;
mod aws_signature;
mod cdn;
pub(crate) mod chosen_target;
mod cloudfront;
mod command;
pub(crate) mod diff;
mod files;
mod notify;
pub(crate) mod previews;
mod purge;
mod release_target;
mod report;
mod variants;

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::command::build;
use crate::command::built_output::BuiltOutput;
use crate::command::console::{Console, bytes_text};
use crate::command::failure::Failure;
use crate::command::print::print;
use crate::command::site_args::{BuildArgs, ReportArgs, path_parser, settings_options};
use chosen_target::ChosenTarget;
use croupier_base::date;
use croupier_base::git::Repository;
use croupier_content::config::options::BuildOptions;
use croupier_deploy::{
    ChangedUrls, Content, DeployError, DeployOptions, Manifest, Outcome, Plan, ReleaseInfo,
    RetainedReleases, Retention, SystemClock, Verification,
};
use croupier_engine::{Event, escaped_name};
use files::OutputFiles;
use notify::{Deployed, notify};
use previews::NewPreview;
use release_target::{Place, ReleaseTarget};
use report::Reporter;

/// Flags of `croupier deploy`.
#[derive(Debug, Args)]
#[command(mut_arg("profile", |arg| arg.help("Profile of the build [default: that of the target, which is `production` unless site.toml sets it]")))]
pub struct DeployArgs {
    /// Name of the target in `[deploy]` of site.toml [default: the only one, or `production`].
    #[arg(value_name = "TARGET")]
    pub target: Option<String>,
    /// The site and how to build it.
    #[command(flatten)]
    site: BuildArgs,
    /// Deploy the output of the last build with this profile, without a new build.
    #[arg(long)]
    pub no_build: bool,
    /// Show what a deployment would change, and change nothing at the target.
    #[arg(long)]
    pub dry_run: bool,
    /// Compare all unchanged files with those of the target, instead of a sample, and deploy again what other programs changed or
    /// removed.
    #[arg(long)]
    pub verify: bool,
    /// Name of a preview, usually of a branch, for a target of previews.
    #[arg(long, value_name = "NAME", value_parser = previews::parse_name)]
    pub name: Option<String>,
    /// When a preview expires, such as 12h, 14d or 2w.
    #[arg(long, value_name = "DURATION", default_value = "14d", value_parser = previews::parse_duration)]
    pub expires: i64,
    /// Write the URLs whose content changed to this file, one on each line.
    #[arg(long, value_name = "FILE", value_parser = path_parser())]
    pub purge_list: Option<PathBuf>,
    /// How to report.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Flags of commands that look at the releases of a target.
#[derive(Debug, Args)]
pub struct ReleaseArgs {
    /// Folder of the site, which contains site.toml [default: the current folder or its nearest
    /// parent with a site.toml].
    #[arg(long, value_name = "FOLDER", value_parser = path_parser())]
    pub root: Option<PathBuf>,
    /// Print events as JSON to standard output, one object per line.
    #[arg(long)]
    pub json: bool,
}

impl ReleaseArgs {
    /// Converts the flags to the arguments of a build, whose settings are read.
    fn build_args(&self) -> BuildOptions {
        settings_options(self.root.as_deref())
    }
}

/// Builds the site and deploys it.
pub(crate) fn run(args: &DeployArgs, console: &Console) -> Result<(), Failure> {
    let flags = args.site.build_args();
    let chosen = ChosenTarget::find(&flags, args.target.as_deref())?;
    let root = flags.root.clone();
    let action = if args.name.is_some() { "preview" } else { "deploy" };
    match deploy(args, flags, &chosen, console) {
        Ok(None) => Ok(()),
        Ok(Some(deployed)) => {
            notify(&chosen, &root, action, Ok(&deployed), console);
            Ok(())
        }
        Err(failure) => {
            if !args.dry_run {
                notify(&chosen, &root, action, Err(&failure), console);
            }
            Err(failure)
        }
    }
}

/// Builds the site and deploys it to a target. Returns `None` if nothing is to be changed at the target.
fn deploy(
    args: &DeployArgs,
    flags: BuildOptions,
    chosen: &ChosenTarget,
    console: &Console,
) -> Result<Option<Deployed>, Failure> {
    let profile = args.site.site.common.profile().unwrap_or(chosen.settings.profile());
    let mut options = BuildOptions { profile, ..flags };

    let preview = NewPreview::from_args(args, chosen, &mut options)?;
    options = chosen.of_host(options)?;
    // Mistakes in the target are reported before a build.
    let place = chosen.place(&options, preview.as_ref().map(NewPreview::folder))?;

    let mut build = None;
    if !args.no_build {
        console.event(&Event::Started);
        build.insert(build::publish(&options, console)?).save_session(console);
    }

    let (files, content) = read_output(&options, chosen, &place, console)?;
    // The shared cache has the compressed variants, too.
    if let Some(build) = &build {
        build.share(console);
    }

    let reporter = Reporter::new(console, &chosen.name);
    let purge = |urls: &ChangedUrls| {
        purge::write_list(args.purge_list.as_deref(), urls)?;
        purge::run(chosen.settings.purge(), &options.root, urls)
    };

    let configure = configure(chosen, &options);
    let verification = verification(args.verify);
    let deployment = deploy_options(chosen, verification, &reporter, &purge, &configure);
    let target = ReleaseTarget::new(chosen, &place, deployment);
    if args.dry_run {
        let plan = target.plan(content).map_err(|error| failure(chosen, error))?;
        print_plan(&plan, console)?;
        return Ok(None);
    }

    console.json(&json!({ "event": "deploy_started", "target": chosen.name }));
    if let Some(preview) = &preview {
        preview.register().map_err(|error| failure(chosen, error))?;
    }

    let before = releases_before(chosen, &target);
    let result = target.deploy(content, &files);
    let outcome = finish(chosen, &reporter, result)?;
    if let Some(preview) = &preview {
        // An expired preview can be removed until the deployment locks the target.
        preview.register().map_err(|error| failure(chosen, error))?;
        preview.print_link(console);
    }

    if let Some(note) = files.unsupported(place.keeps_headers()) {
        console.line(&note);
    }
    Ok(Some(Deployed::new(outcome, before)))
}

/// Returns the files of the output, and the content of the release that they are.
fn read_output(
    options: &BuildOptions,
    chosen: &ChosenTarget,
    place: &Place,
    console: &Console,
) -> Result<(OutputFiles, Content), Failure> {
    let output = BuiltOutput::find(options)?;
    check_profile(&output, options, chosen)?;
    previews::check_flags(&output, options)?;

    let base_url = output.base_url.clone();
    let has_variants = chosen.settings.has_variants();
    let mut files =
        OutputFiles::read(options, output, place.keeps_headers(), has_variants, &|note| {
            console.receive(note);
        })?;

    let content = Content {
        commit: commit(&options.root),
        base_url,
        rules: files.rules.clone(),
        files: std::mem::take(&mut files.entries),
    };
    Ok((files, content))
}

/// Returns an error if the output was built with another profile than the target needs.
fn check_profile(
    output: &BuiltOutput,
    options: &BuildOptions,
    chosen: &ChosenTarget,
) -> Result<(), Failure> {
    if output.profile == options.profile {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{} was built with --profile {}, but the target {} needs {}",
        output.path.display(),
        output.profile.name(),
        chosen.name,
        options.profile.name()
    )))
}

/// Makes an earlier release live again.
pub(crate) fn rollback(
    args: &ReleaseArgs,
    name: Option<&str>,
    id: Option<&str>,
    verify: bool,
    console: &Console,
) -> Result<(), Failure> {
    let chosen = ChosenTarget::find_site(&args.build_args(), name)?;
    let options = BuildOptions { profile: chosen.settings.profile(), ..args.build_args() };
    let options = chosen.of_host(options)?;
    let place = chosen.place(&options, None)?;

    let reporter = Reporter::new(console, &chosen.name);
    let purge = |urls: &ChangedUrls| purge::run(chosen.settings.purge(), &options.root, urls);
    console.json(&json!({ "event": "deploy_started", "target": chosen.name }));

    let configure = configure(&chosen, &options);
    let verification = verification(verify);
    let deployment = deploy_options(&chosen, verification, &reporter, &purge, &configure);
    let target = ReleaseTarget::new(&chosen, &place, deployment);

    let before = releases_before(&chosen, &target);
    let result = finish(&chosen, &reporter, target.rollback(id))
        .map(|outcome| Deployed::new(outcome, before));
    notify(&chosen, &options.root, "rollback", result.as_ref(), console);
    result.map(|_| ())
}

/// Returns the releases for the command `notify`. Targets without one need no further request.
fn releases_before(chosen: &ChosenTarget, target: &ReleaseTarget<'_>) -> Option<RetainedReleases> {
    chosen.settings.notify.as_ref()?;
    target.releases().ok()
}

/// Lists the releases that a target retains.
pub(crate) fn releases(
    args: &ReleaseArgs,
    name: Option<&str>,
    console: &Console,
) -> Result<(), Failure> {
    let options = args.build_args();

    let chosen = ChosenTarget::find_site(&options, name)?;
    let place = chosen.place(&options, None)?;
    let reporter = Reporter::new(console, &chosen.name);
    let verification = Verification::default();
    let deployment = deploy_options(&chosen, verification, &reporter, &|_| Ok(()), &|_| Ok(()));
    let target = ReleaseTarget::new(&chosen, &place, deployment);

    let RetainedReleases { live, stopped, releases } =
        target.releases().map_err(|error| failure(&chosen, error))?;
    if releases.is_empty() && !console.is_json() {
        console.line(&format!("{} has no release; run croupier deploy", chosen.name));
    }

    for release in &releases {
        let is_live = live.as_ref() == Some(&release.id);
        if console.is_json() {
            console.json(&report::release_json(release, is_live));
        } else {
            print(format!("{}\n", release_line(release, is_live)))?;
        }
    }

    if let Some(id) = stopped {
        console.warn(&format!(
            "{id} was stopped, and visitors can see files of it; run croupier deploy, or croupier rollback to undo it"
        ));
    }
    Ok(())
}

/// Returns the function that runs the command `configure` of a target for a release.
fn configure<'a>(
    chosen: &'a ChosenTarget,
    options: &'a BuildOptions,
) -> impl Fn(&Manifest) -> Result<(), String> + Sync + 'a {
    move |release| match &chosen.settings.configure {
        Some(command) => command::configure(command.get_ref(), options, release),
        None => Ok(()),
    }
}

/// Returns which files are compared with those of the target.
fn verification(verify: bool) -> Verification {
    if verify { Verification::All } else { Verification::Sample }
}

/// Returns how releases are deployed to a target.
fn deploy_options<'a>(
    chosen: &ChosenTarget,
    verification: Verification,
    reporter: &'a Reporter<'_>,
    purge: &'a (dyn Fn(&ChangedUrls) -> Result<(), String> + Sync),
    configure: &'a (dyn Fn(&Manifest) -> Result<(), String> + Sync),
) -> DeployOptions<'a> {
    let retain = chosen.settings.retain();
    let releases = usize::try_from(retain.releases).unwrap_or(usize::MAX);
    DeployOptions {
        retention: Retention { releases, days: retain.days },
        verification,
        by: user(),
        clock: &SystemClock,
        report: reporter.receiver(),
        configure,
        purge,
    }
}

/// Reports the result of a deployment.
fn finish(
    chosen: &ChosenTarget,
    reporter: &Reporter<'_>,
    result: Result<Outcome, DeployError>,
) -> Result<Outcome, Failure> {
    match result {
        Ok(outcome) => {
            reporter.finished(&outcome);
            Ok(outcome)
        }
        Err(error) => {
            reporter.failed();
            Err(failure(chosen, error))
        }
    }
}

fn failure(chosen: &ChosenTarget, error: DeployError) -> Failure {
    match error {
        DeployError::Usage(message) => Failure::Usage(message),
        DeployError::Store(failure) => chosen.store_failure(failure),
        DeployError::Failed(message) => Failure::System(format!("{}: {message}", chosen.name)),
    }
}

/// Prints the operations of a plan, one on each line.
fn print_plan(plan: &Plan, console: &Console) -> Result<(), Failure> {
    let uploads = plan.uploads.iter().map(|it| ("upload", &it.path, Some(it.size)));
    let copies = plan.copies.values().flatten().map(|it| ("change", it, None));
    let removals = plan.blocking.iter().chain(&plan.removals).map(|it| ("remove", it, None));

    for (action, path, size) in uploads.chain(copies).chain(removals) {
        if console.is_json() {
            console.json(&json!({
                "event": "deploy_planned", "action": action, "path": path, "bytes": size,
            }));
        } else {
            print(format!("{action}\t{}\n", escaped_name(path)))?;
        }
    }

    console.line(&format!(
        "would upload {} ({}), change {}, remove {}; {} unchanged",
        croupier_base::diagnostic::wording::counted(plan.uploads.len(), "file"),
        bytes_text(plan.upload_bytes()),
        plan.copy_count(),
        plan.blocking.len() + plan.removals.len(),
        plan.unchanged,
    ));
    Ok(())
}

/// Returns the line of a release in the list.
fn release_line(release: &ReleaseInfo, is_live: bool) -> String {
    let mark = if is_live { "*" } else { " " };
    let pages = croupier_base::diagnostic::wording::counted(release.pages_changed, "page");
    let time = date::rfc3339(release.created_at);
    let mut line = format!("{mark} {}  {time}  {pages} changed", release.id);
    for (label, value) in
        [("by", &release.by), ("commit", &release.commit), ("rollback to", &release.rollback_of)]
    {
        if let Some(value) = value {
            line.push_str(&format!("  {label} {}", value.get(..28).unwrap_or(value)));
        }
    }
    line
}

/// Returns the name of the user: of a CI service, or of the system.
fn user() -> Option<String> {
    ["GITHUB_ACTOR", "GITLAB_USER_LOGIN", "USER"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|user| !user.is_empty()))
}

/// Returns the current commit of the site.
fn commit(root: &Path) -> Option<String> {
    let repository = Repository::open(root).ok()?;
    Some(repository.head().chars().take(12).collect()).filter(|head: &String| !head.is_empty())
}
