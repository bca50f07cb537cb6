//! Definition of the command line: commands, flags and their help texts.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::command::add::Addition;
use crate::command::cms_config::Cms;
use crate::command::console::ConsoleOptions;
#[cfg(feature = "deploy")]
use crate::command::deploy::args::DeployCommand;
use crate::command::dev::services::ServiceArgs;
#[cfg(feature = "manual")]
use crate::command::manual::ManualCommand;
use crate::command::new::{Ci, Template};
use crate::command::schema::SchemaKind;
use crate::command::translations::TranslationsCommand;
use crate::command::watch::status::StatusArgs;
use crate::command::{Failure, hosts};
use crate::extensions::extensions;
use croupier_base::date::{self, SiteZone};
use croupier_base::disk::world::World;
use croupier_content::config::options::{
    BuildOptions, DEV_OUTPUT, Profile, absolute, real, site_root,
};
use croupier_content::config::settings::Settings;
use croupier_content::config::validate;
use croupier_content::config::variables;
use croupier_engine::{OutputFolder, Shard, Target};

/// Builds a folder of content, templates and React islands into a static site.
#[derive(Debug, Parser)]
#[command(name = "croupier", version, about, long_about = None, max_term_width = 100)]
#[command(long_version = long_version())]
#[command(
    after_help = "Exit codes: 0 success, 1 the site has errors, 2 wrong usage, 3 system failure (disk full, port in use)."
)]
pub struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// Returns the version with the commit and the cargo features of this binary, which `--version` prints.
///
/// Release builds set the variable `CROUPIER_COMMIT`.
fn long_version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let features = [
            ("avif", cfg!(feature = "avif")),
            ("deploy", cfg!(feature = "deploy")),
            ("highlight", cfg!(feature = "highlight")),
            ("manual", cfg!(feature = "manual")),
            ("math", cfg!(feature = "math")),
            ("mimalloc", cfg!(feature = "mimalloc")),
            ("minify", cfg!(feature = "minify")),
            ("object-stores", cfg!(feature = "object-stores")),
            ("pictures", cfg!(feature = "pictures")),
            ("styles", cfg!(feature = "styles")),
            ("tls", cfg!(feature = "tls")),
        ];

        let enabled: Vec<&str> =
            features.iter().filter(|(_, is_enabled)| *is_enabled).map(|(name, _)| *name).collect();
        let features = if enabled.is_empty() { "none".to_owned() } else { enabled.join(", ") };

        let commit = option_env!("CROUPIER_COMMIT").unwrap_or("unknown");
        format!("{} (commit: {commit}, features: {features})", env!("CARGO_PKG_VERSION"))
    });

    &VERSION
}

/// Parses the name of an HTML attribute for the selectors of a style sheet.
fn attribute_name(name: &str) -> Result<String, String> {
    let is_valid = name.starts_with(|it: char| it.is_ascii_lowercase())
        && name.chars().all(|it| it.is_ascii_alphanumeric() || "-_".contains(it));
    if is_valid { Ok(name.to_owned()) } else { Err("write a name such as data-theme".to_owned()) }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build the live site into `public`, or a preview that is closed to search engines.
    Build {
        /// The site and how to build it.
        #[command(flatten)]
        site: BuildArgs,
        /// How to report.
        #[command(flatten)]
        report: ReportArgs,
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
        #[arg(long, value_name = "FILE")]
        changes: Option<PathBuf>,
        /// The manifest of the release that was deployed last, which `--manifest` wrote. If the file
        /// does not exist, nothing was deployed.
        #[arg(long, value_name = "FILE", requires = "changes")]
        since: Option<PathBuf>,
        /// Write the manifest of this release to this file: the digest and the path of each file. After
        /// the upload, it is the manifest for `--since`.
        #[arg(long, value_name = "FILE")]
        manifest: Option<PathBuf>,
        /// Add the code of earlier releases to the output, for tabs that are still open; read it
        /// from the live site or a folder.
        #[arg(long, value_name = "URL|FOLDER")]
        previous: Option<String>,
        /// Render only a part of the pages: `3/16` is the third one of 16. `croupier merge` joins the
        /// parts. The part is in the folder of `--out` [default: .croupier/parts/3-of-16].
        #[arg(long, value_name = "K/N", conflicts_with_all = ["check_incremental", "changes", "manifest", "previous", "pseudo"])]
        shard: Option<Shard>,
        /// Store the part below this URL as well: a folder or an object store, such as
        /// `s3://bucket/parts/COMMIT`. `croupier merge` reads it there.
        #[arg(long, value_name = "URL", requires = "shard")]
        upload: Option<String>,
    },
    /// Join the parts that `croupier build --shard` wrote to the output of the site.
    Merge {
        /// The folders of all parts, or the URL that `--upload` stored them below.
        #[arg(required = true, value_name = "PART")]
        parts: Vec<String>,
        /// The site and how to build it.
        #[command(flatten)]
        site: BuildArgs,
        /// The host with this language, on a site whose languages have hosts of their own.
        #[arg(long, value_name = "KEY")]
        language: Option<String>,
        /// How to report.
        #[command(flatten)]
        report: ReportArgs,
    },
    /// Build, then build again whenever a source changes, until SIGTERM or SIGINT.
    Watch {
        /// The site and how to build it.
        #[command(flatten)]
        site: BuildArgs,
        /// Poll for changes instead of using file system notifications, for network drives and some
        /// containers.
        #[arg(long)]
        poll: bool,
        /// Only the host with this language, on a site whose languages have hosts of their own [default: all
        /// hosts].
        #[arg(long, value_name = "KEY")]
        language: Option<String>,
        /// How to report to a supervisor.
        #[command(flatten)]
        status: StatusArgs,
        /// How to report.
        #[command(flatten)]
        report: ReportArgs,
    },
    /// Build, watch and serve the site with live reload, an error overlay, and the commands and
    /// proxies of `[dev]` in site.toml.
    #[command(mut_arg("out", |it| it.help("Output folder [default: `.croupier/dev` in the site's folder]")))]
    #[command(mut_arg("profile", |it| it.help("Audience of the output [default: preview]")))]
    #[command(mut_arg("preview", |it| it.hide(true)))]
    Dev(DevCommand),
    /// Edit the site in the browser, with the real page next to the text. Runs `dev` and opens its editor.
    #[command(mut_arg("out", |it| it.help("Output folder [default: `.croupier/dev` in the site's folder]")))]
    #[command(mut_arg("profile", |it| it.help("Audience of the output [default: preview]")))]
    #[command(mut_arg("preview", |it| it.hide(true)))]
    Edit(DevCommand),
    /// Serve the built live site as a CDN does: with the site's headers, status 404 for missing
    /// pages, and compression.
    #[command(mut_arg("out", |it| it.help("Folder to serve [default: `public` in the site's folder, or `.croupier/preview` with `--preview`]")))]
    #[command(mut_arg("preview", |it| it.help("Serve the preview instead of the live site")))]
    Serve {
        /// The site.
        #[command(flatten)]
        site: CommonArgs,
        /// The host with this language, on a site whose languages have hosts of their own.
        #[arg(long, value_name = "KEY")]
        language: Option<String>,
        /// Where to listen.
        #[command(flatten)]
        listen: ListenArgs,
    },
    /// Report every error and warning of the live site without writing any output.
    #[command(mut_arg("out", |it| it.hide(true)))]
    #[command(mut_arg("preview", |it| it.help("Check the preview, in which samples are allowed, instead of the live site")))]
    Check {
        /// The site and how to build it.
        #[command(flatten)]
        site: SiteArgs,
        /// Run the commands of `[[build.run]]` in site.toml, which write files of the site.
        #[arg(long)]
        run: bool,
        /// Also request the links to other sites, as `[link_checker]` in site.toml says.
        #[arg(long)]
        external: bool,
        /// How to report.
        #[command(flatten)]
        report: ReportArgs,
    },
    /// Create a small new site in an empty folder, or a page of a site: `croupier new my-site`,
    /// `croupier new posts "A title"`, `croupier new about.md`.
    New {
        /// The folder of a new site, or the section or file of a new page: `docs/guides`, `about.md`.
        #[arg(value_name = "FOLDER|SECTION|FILE")]
        folder: PathBuf,
        /// The title of a new page.
        #[arg(conflicts_with_all = ["name", "template", "ci", "add", "languages"])]
        title: Option<String>,
        /// Create the page as a folder with an index.md, for files that belong to it.
        #[arg(long, conflicts_with_all = ["name", "template", "ci", "add", "languages"])]
        bundle: bool,
        /// Folder of the site that gets the page [default: the current folder or its nearest parent
        /// with a site.toml].
        #[arg(long, value_name = "FOLDER", conflicts_with_all = ["name", "template", "ci", "add", "languages"])]
        root: Option<PathBuf>,
        /// Name of a new site [default: My site].
        #[arg(long)]
        name: Option<String>,
        /// The starter template; without this option, a terminal shows a choice and other programs
        /// get `plain`.
        #[arg(long, value_enum)]
        template: Option<Template>,
        /// The host or CI service to write a configuration for, which builds the site on every push and a
        /// preview of each branch [default: github].
        #[arg(long, value_enum)]
        ci: Option<Ci>,
        /// Features to add to a new site, as `croupier add` does: `--add islands,mermaid`.
        #[arg(long, value_enum, value_delimiter = ',', value_name = "FEATURE")]
        add: Vec<Addition>,
        /// Languages of a new site, the default one first: `--languages en,fr`.
        #[arg(long, value_delimiter = ',', value_name = "KEY")]
        languages: Vec<String>,
    },
    /// Add features to a site: `croupier add islands mermaid`. Your files are edited, never replaced.
    Add {
        /// The features.
        #[arg(required = true, value_enum, value_delimiter = ',', value_name = "FEATURE")]
        features: Vec<Addition>,
        /// Do not run `npm install`.
        #[arg(long)]
        no_install: bool,
        /// Folder of the site [default: the current folder or its nearest parent with a site.toml].
        #[arg(long, value_name = "FOLDER")]
        root: Option<PathBuf>,
    },
    /// The commands of operators.
    #[cfg(feature = "deploy")]
    #[command(flatten)]
    Deploy(DeployCommand),
    /// Remove the site's files from the output folders, and the cache in .croupier.
    #[command(mut_arg("out", |it| it.help("The only output folder to clean [default: those of the live site, of previews and of `dev`]")))]
    #[command(mut_arg("preview", |it| it.hide(true)))]
    #[command(mut_arg("profile", |it| it.hide(true)))]
    #[command(mut_arg("base_url", |it| it.hide(true)))]
    Clean {
        /// The site.
        #[command(flatten)]
        site: CommonArgs,
    },
    /// Print the style sheet for highlighted code, with a light and a dark theme.
    HighlightCss {
        /// The theme for readers who prefer light colours.
        #[arg(long, value_name = "THEME", default_value = "github-light")]
        light: String,
        /// The theme for readers who prefer dark colours.
        #[arg(long, value_name = "THEME", default_value = "github-dark")]
        dark: String,
        /// The attribute of `<html>` that selects a theme by `light` or `dark`, for a site with a
        /// switch: data-theme.
        #[arg(long, value_name = "NAME", value_parser = attribute_name)]
        theme_attribute: Option<String>,
        /// Print the names of the themes instead.
        #[arg(long)]
        list: bool,
    },
    /// Print the style sheet for formulas.
    MathCss,
    /// Print the JSON Schema of site.toml or front matter, for completion and validation in
    /// editors.
    Schema {
        /// The document that the schema describes.
        kind: SchemaKind,
        /// Route of a section whose `extra.schema.json` describes the table `extra`, such as /posts/.
        #[arg(long, value_name = "ROUTE")]
        section: Option<String>,
        /// The Git-based editor whose configuration is printed, for `cms`.
        #[arg(long = "for", value_name = "EDITOR", value_enum)]
        cms: Option<Cms>,
        /// Folder of the site, for `--section` and `cms` [default: the current folder or its nearest
        /// parent with a site.toml].
        #[arg(long, value_name = "FOLDER")]
        root: Option<PathBuf>,
    },
    /// Translations: which are missing or out of date, and what was translated.
    Translations(TranslationsCommand),
    /// Write the TypeScript types of data files, front matter and props of islands into
    /// `.croupier/types.d.ts`. `dev` and `check` do the same.
    Types {
        /// Folder of the site, which contains site.toml [default: the current folder or its nearest
        /// parent with a site.toml].
        #[arg(long, value_name = "FOLDER")]
        root: Option<PathBuf>,
    },
    /// Completions and manual pages.
    #[cfg(feature = "manual")]
    #[command(flatten)]
    Manual(ManualCommand),
    /// Run a command for `dev` and end it when standard input is closed.
    #[command(hide = true)]
    Supervise {
        /// The program and its arguments.
        #[arg(last = true, required = true)]
        command: Vec<String>,
    },
    /// Explain which files a page is made from and why it was rendered last.
    #[command(mut_arg("out", |it| it.help("Output folder of the build to explain [default: that of the last build]")))]
    #[command(mut_arg("preview", |it| it.help("Explain the preview")))]
    Explain {
        /// The page's route or file, such as /info/faq/ or content/info/faq.md.
        route: String,
        /// The site and how to build it.
        #[command(flatten)]
        site: SiteArgs,
        /// Only the host with this language, on a site whose languages have hosts of their own [default: all
        /// hosts].
        #[arg(long, value_name = "KEY")]
        language: Option<String>,
    },
}

/// Flags of every command that works on a site.
#[derive(Debug, Clone, Args)]
pub struct CommonArgs {
    /// Folder of the site, which contains site.toml [default: the current folder or its nearest
    /// parent with a site.toml].
    #[arg(long, value_name = "FOLDER")]
    pub root: Option<PathBuf>,
    /// Output folder [default: `public` in the site's folder, or `.croupier/preview` with
    /// `--preview`].
    #[arg(long, value_name = "FOLDER")]
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
pub struct BuildArgs {
    /// The site.
    #[command(flatten)]
    pub site: SiteArgs,
    /// Do not run the commands of `[[build.run]]` in site.toml.
    #[arg(long)]
    pub no_run: bool,
}

impl BuildArgs {
    /// Converts the flags to the arguments of a build.
    pub fn build_args(&self) -> BuildOptions {
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
        let Some(Target { profile, flags, .. }) =
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

/// The build of the islands' code that `dev` serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Mode {
    /// React's development build, unminified, with source maps.
    #[default]
    Development,
    /// The code of `croupier build`.
    Production,
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

/// Arguments of `croupier dev` and `croupier edit`.
#[derive(Debug, Args)]
pub struct DevCommand {
    /// The site and how to build it.
    #[command(flatten)]
    pub site: SiteArgs,
    /// Poll for changes instead of using file system notifications, for network drives and some
    /// containers.
    #[arg(long)]
    pub poll: bool,
    /// Add the pseudo-languages en-XA, with accents and longer texts, and ar-XB, from right to left.
    #[arg(long, conflicts_with = "profile")]
    pub pseudo: bool,
    /// The build of the islands' code: with checks of React, error reports and fast refresh, or
    /// as it is published.
    #[arg(long, value_enum, default_value_t)]
    pub mode: Mode,
    /// How to report.
    #[command(flatten)]
    pub report: ReportArgs,
    /// Where to listen.
    #[command(flatten)]
    pub listen: ListenArgs,
    /// The commands of `[dev]` in site.toml.
    #[command(flatten)]
    pub services: ServiceArgs,
}

/// Flags of commands that start a server.
#[derive(Debug, Args)]
pub struct ListenArgs {
    /// IP address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    /// Port to listen on; 0 selects a free port [default: 8000, or the next free port].
    #[arg(long, short)]
    pub port: Option<u16>,
    /// Open the site in the default browser.
    #[arg(long, short)]
    pub open: bool,
    /// Seconds within which a client must send the head of a request.
    #[arg(long, hide = true, value_name = "SECONDS", default_value_t = 30)]
    pub header_timeout: u64,
}

impl ListenArgs {
    /// Returns the time limit for receiving the head of a request.
    pub fn header_timeout(&self) -> Duration {
        Duration::from_secs(self.header_timeout)
    }
}
