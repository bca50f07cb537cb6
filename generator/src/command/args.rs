//! The commands of the command line, with their help texts. The module of each command has its flags.

use std::sync::LazyLock;

use clap::{Parser, Subcommand};

use crate::command::add::AddCommand;
use crate::command::build::BuildCommand;
use crate::command::build::shard::MergeCommand;
use crate::command::clean::CleanCommand;
#[cfg(feature = "deploy")]
use crate::command::deploy::args::DeployCommand;
use crate::command::dev::DevCommand;
use crate::command::dev::supervise::SuperviseCommand;
use crate::command::inspect::{CheckCommand, ExplainCommand};
#[cfg(feature = "manual")]
use crate::command::manual::ManualCommand;
use crate::command::new::NewCommand;
use crate::command::schema::SchemaCommand;
use crate::command::serve::ServeCommand;
use crate::command::style_sheets::HighlightCssCommand;
use crate::command::translations::TranslationsCommand;
use crate::command::types::TypesCommand;
use crate::command::watch::WatchCommand;

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

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build the live site into `public`, or a preview that is closed to search engines.
    Build(BuildCommand),
    /// Join the parts that `croupier build --shard` wrote to the output of the site.
    Merge(MergeCommand),
    /// Build, then build again whenever a source changes, until SIGTERM or SIGINT.
    Watch(WatchCommand),
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
    Serve(ServeCommand),
    /// Report every error and warning of the live site without writing any output.
    #[command(mut_arg("out", |it| it.hide(true)))]
    #[command(mut_arg("preview", |it| it.help("Check the preview, in which samples are allowed, instead of the live site")))]
    Check(CheckCommand),
    /// Create a small new site in an empty folder, or a page of a site: `croupier new my-site`,
    /// `croupier new posts "A title"`, `croupier new about.md`.
    New(NewCommand),
    /// Add features to a site: `croupier add islands mermaid`. Your files are edited, never replaced.
    Add(AddCommand),
    /// The commands of operators.
    #[cfg(feature = "deploy")]
    #[command(flatten)]
    Deploy(DeployCommand),
    /// Remove the site's files from the output folders, and the cache in .croupier.
    #[command(mut_arg("out", |it| it.help("The only output folder to clean [default: those of the live site, of previews and of `dev`]")))]
    #[command(mut_arg("preview", |it| it.hide(true)))]
    #[command(mut_arg("profile", |it| it.hide(true)))]
    #[command(mut_arg("base_url", |it| it.hide(true)))]
    Clean(CleanCommand),
    /// Print the style sheet for highlighted code, with a light and a dark theme.
    HighlightCss(HighlightCssCommand),
    /// Print the style sheet for formulas.
    MathCss,
    /// Print the JSON Schema of site.toml or front matter, for completion and validation in
    /// editors.
    Schema(SchemaCommand),
    /// Translations: which are missing or out of date, and what was translated.
    Translations(TranslationsCommand),
    /// Write the TypeScript types of data files, front matter and props of islands into
    /// `.croupier/types.d.ts`. `dev` and `check` do the same.
    Types(TypesCommand),
    /// Completions and manual pages.
    #[cfg(feature = "manual")]
    #[command(flatten)]
    Manual(ManualCommand),
    /// Run a command for `dev` and end it when standard input is closed.
    #[command(hide = true)]
    Supervise(SuperviseCommand),
    /// Explain which files a page is made from and why it was rendered last.
    #[command(mut_arg("out", |it| it.help("Output folder of the build to explain [default: that of the last build]")))]
    #[command(mut_arg("preview", |it| it.help("Explain the preview")))]
    Explain(ExplainCommand),
}
