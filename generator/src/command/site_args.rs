//! Flags that commands share: the site, how to build it, and how to report.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::command::console::ConsoleOptions;
use crate::command::failure::Failure;
use crate::command::hosts;
use crate::extensions::extensions;
use croupier_base::date::{self, SiteZone};
use croupier_base::disk::world::World;
use croupier_content::config::options::{
    BuildOptions, DEV_OUTPUT, Profile, absolute, real, site_root,
};
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::deploy::needs_shell;
use croupier_content::config::validate;
use croupier_content::config::variables;
use croupier_engine::{OutputFolder, OutputTarget};

/// Parses the path of a file or a folder. A shell does not replace `~` after `--out=`, and neither do programs without a shell.
pub(crate) fn path_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some(text) => parse_path_or_url(text).map(PathBuf::from),
        None => Ok(path),
    })
}

/// Parses the path of a folder, or a URL.
pub(crate) fn parse_path_or_url(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("it is empty".to_owned());
    }
    if needs_shell(text) {
        return Err(format!(
            "only a shell replaces `~` and variables at the start of a path; write the whole path, or `./{text}` for this name"
        ));
    }
    Ok(text.to_owned())
}

/// Flags of every command that works on a site.
#[derive(Debug, Clone, Args)]
pub struct CommonArgs {
    /// Folder of the site, which contains site.toml [default: the current folder or its nearest
    /// parent with a site.toml].
    #[arg(long, value_name = "FOLDER", value_parser = path_parser())]
    pub root: Option<PathBuf>,
    /// Output folder [default: `public` in the site's folder, or `.croupier/preview` with
    /// `--preview`].
    #[arg(long, value_name = "FOLDER", value_parser = path_parser())]
    pub out: Option<PathBuf>,
    /// Absolute URL of the site; overrides `base_url` in site.toml.
    #[arg(long, value_name = "URL", value_parser = validate::parse_base_url_flag)]
    pub base_url: Option<String>,
    /// A preview, which is closed to search engines, instead of the live site.
    #[arg(long, conflicts_with = "profile")]
    pub preview: bool,
    /// Audience of the output; `--preview` is short for `--profile preview` [default: production].
    #[arg(long, value_enum)]
    pub profile: Option<ProfileName>,
}

/// The values of `--profile`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProfileName {
    /// Accept sample data and sample texts, and exclude the site from search engines.
    Preview,
    /// Report sample brand data and sample pages.
    Production,
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Profile {
        match name {
            ProfileName::Preview => Profile::Preview,
            ProfileName::Production => Profile::Production,
        }
    }
}

/// Flags of every command that reads the pages of a site.
#[derive(Debug, Args)]
pub struct SiteArgs {
    /// The site.
    #[command(flatten)]
    pub common: CommonArgs,
    /// Include drafts, scheduled pages and expired pages.
    #[arg(long, short = 'D')]
    pub drafts: bool,
    /// Allow sample texts in a production build.
    #[arg(long)]
    pub allow_samples: bool,
    /// Build the site as of a date, such as 2026-12-24 or 2026-12-24T18:00, in the time zone of the
    /// site: with the pages that are scheduled until then, and without those that expire.
    #[arg(long, value_name = "DATE", value_parser = date::parse)]
    pub as_of: Option<date::Datetime>,
    /// Adds the pseudo-languages, see the flags of the commands that have them.
    #[arg(skip)]
    pub pseudo: bool,
}

/// Returns the options of a command that builds nothing, and only reads the settings of the site in a folder [default: that of the
/// current folder].
pub(crate) fn settings_options(root: Option<&Path>) -> BuildOptions {
    BuildOptions {
        root: root.map_or_else(site_root, real),
        variables: variables::from_environment(),
        // A setting that needs a missing library is an error.
        extensions: extensions(),
        ..BuildOptions::default()
    }
}

/// Returns the time zone of a site. Errors of site.toml are reported by the build.
pub(crate) fn site_zone(options: &BuildOptions) -> SiteZone {
    let read = Settings::read_partial(options, &World::new(&options.root), &options.clock());
    SiteZone::new(
        read.ok()
            .and_then(|(settings, _)| settings.text("time_zone").map(str::to_owned))
            .as_deref(),
    )
}

/// Flags of commands that build.
#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    /// The site.
    #[command(flatten)]
    pub site: SiteArgs,
    /// Do not run the commands of `[[build.run]]` in site.toml.
    #[arg(long)]
    pub no_run: bool,
}

impl BuildArgs {
    /// Converts the flags to the arguments of a build.
    pub(crate) fn build_args(&self) -> BuildOptions {
        self.site.build_args_with_commands(!self.no_run)
    }
}

impl SiteArgs {
    /// Converts the flags to the arguments of a build.
    pub fn build_args(&self) -> BuildOptions {
        let options = BuildOptions {
            drafts: self.drafts,
            allow_samples: self.allow_samples,
            pseudo: self.pseudo,
            ..self.common.build_args()
        };
        let as_of = self.as_of.as_ref().and_then(|date| site_zone(&options).epoch_seconds(date));
        BuildOptions { as_of, ..options }
    }

    /// Converts the flags to the arguments of a build that runs the commands of `[[build.run]]`, if `runs_commands` is set.
    pub fn build_args_with_commands(&self, runs_commands: bool) -> BuildOptions {
        // This program supervises the commands.
        let program = || std::env::current_exe().unwrap_or_else(|_| PathBuf::from("croupier"));
        BuildOptions { supervisor: runs_commands.then(program), ..self.build_args() }
    }
}

impl CommonArgs {
    /// Converts the flags to the arguments of the build that wrote an output: the live site, unless `--preview` or `--out` name another
    /// one. The output knows its profile and flags.
    pub fn output_args(&self) -> BuildOptions {
        let options = self.build_args();
        let target = OutputFolder::from_args(&options).target();
        let is_chosen = self.preview || self.profile.is_some();
        let Some(OutputTarget { profile, flags, .. }) =
            target.filter(|it| !is_chosen || it.profile == options.profile)
        else {
            return options;
        };

        BuildOptions {
            profile,
            drafts: flags.drafts,
            allow_samples: flags.allow_samples,
            as_of: flags.as_of,
            preview: flags.preview,
            pseudo: flags.pseudo,
            base_url: options.base_url.or(flags.base_url),
            ..options
        }
    }

    /// Converts the flags to the arguments of the build that wrote the output of one host: that with a language, or the only one.
    pub(crate) fn output_of_host(&self, language: Option<&str>) -> Result<BuildOptions, Failure> {
        let options = self.build_args();
        let is_built = |it: &BuildOptions| OutputFolder::from_args(it).built_at().is_some();
        let own = hosts::output(options.clone(), language, is_built)?;
        if own.host.is_none() { Ok(self.output_args()) } else { Ok(own) }
    }

    /// Converts the flags to the arguments of the build that ran last, for the live site, a preview or `dev`, unless flags name one.
    pub fn newest_output_args(&self) -> BuildOptions {
        let options = self.build_args();
        if options.out.is_some() || self.profile().is_some() {
            return self.output_args();
        }
        let folders = [Profile::Production, Profile::Preview].map(Profile::output_folder);
        let outs = folders.into_iter().chain([DEV_OUTPUT]).map(|it| options.root.join(it));
        let built = outs.filter_map(|out| {
            let built = BuildOptions { out: Some(out.clone()), ..options.clone() };
            Some((OutputFolder::from_args(&built).built_at()?, out))
        });
        let newest = built.max().map(|(_, out)| out);
        CommonArgs { out: newest, ..self.clone() }.output_args()
    }

    /// Returns the profile that the flags name.
    pub(crate) fn profile(&self) -> Option<Profile> {
        if self.preview { Some(Profile::Preview) } else { self.profile.map(Profile::from) }
    }

    /// Converts the flags to the arguments of a build without drafts and without sample texts.
    pub fn build_args(&self) -> BuildOptions {
        BuildOptions {
            // File system notifications report real paths, even if the site was found through a
            // symbolic link.
            root: self.root.as_deref().map_or_else(site_root, real),
            out: self.out.as_deref().map(absolute),
            base_url: self.base_url.clone(),
            host: None,
            drafts: false,
            profile: self.profile().unwrap_or_default(),
            allow_samples: false,
            as_of: None,
            preview: None,
            pseudo: false,
            with_disabled_languages: false,
            variables: variables::from_environment(),
            supervisor: None,
            verify: BuildOptions::verify_from_environment(),
            extensions: extensions(),
        }
    }
}

/// Flags of commands that report on builds.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Print events as JSON to standard output, one object per line.
    #[arg(long)]
    pub json: bool,
    /// Print only errors and warnings.
    #[arg(long, short)]
    pub quiet: bool,
    /// Report a problem at each of its locations, and in `watch` and `dev` also problems that did not
    /// change.
    #[arg(long)]
    pub all_diagnostics: bool,
}

impl ReportArgs {
    /// Converts the flags to the options of a console.
    pub(crate) fn console_options(&self) -> ConsoleOptions {
        let ReportArgs { json, quiet, all_diagnostics } = *self;
        ConsoleOptions { json, quiet, all_diagnostics }
    }
}
