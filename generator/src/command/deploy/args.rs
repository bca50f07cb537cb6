//! The commands of operators, with their arguments: deployments, releases, and the configuration of hosts.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Subcommand;

use crate::command::build::shared_cache;
use crate::command::console::{Console, ConsoleOptions};
use crate::command::deploy::previews::PreviewsAction;
use crate::command::deploy::{self, DeployArgs, ReleaseArgs, diff, previews};
use crate::command::failure::Failure;
use crate::command::host_config;
use crate::command::site_args::CommonArgs;
use crate::host_config::Host;
use croupier_content::config::tables::deploy::RELEASE_OUTPUT;

/// The commands of operators, which need the feature `deploy`.
#[derive(Debug, Subcommand)]
pub enum DeployCommand {
    /// Print the headers and redirects of the built site as configuration for a web server or host.
    HostConfig {
        /// The web server or host.
        host: Host,
        /// Ask visitors for this user name and for the password in the variable
        /// `BASIC_AUTH_PASSWORD`. The configuration contains only a hash of it.
        #[arg(long, value_name = "USER")]
        basic_auth: Option<String>,
        /// Configuration for a target in an object store with `mode = "versioned"`, which has a prefix for each
        /// release.
        #[arg(long)]
        versioned: bool,
        /// With `--versioned`, the URL of the bucket that nginx or Caddy requests files from.
        #[arg(long, value_name = "URL", requires = "versioned")]
        origin: Option<String>,
        /// With `--versioned`, the live release, which nginx or Caddy needs. The command `configure` of a target
        /// does not need this flag.
        #[arg(long, value_name = "ID", requires = "versioned")]
        release: Option<String>,
        /// The site.
        #[command(flatten)]
        site: CommonArgs,
        /// The host with this language, on a site whose languages have hosts of their own.
        #[arg(long, value_name = "KEY")]
        language: Option<String>,
    },
    /// Build the site and deploy it to a target of `[deploy]` in site.toml: upload what changed, in an
    /// order that keeps the live site complete. Usually: `croupier deploy`.
    Deploy(DeployArgs),
    /// List the previews of a target, or remove those that have expired or one of them. Usually:
    /// `croupier previews`, `croupier previews prune`.
    Previews {
        /// What to do.
        #[arg(value_enum, default_value_t)]
        action: PreviewsAction,
        /// The preview to remove.
        name: Option<String>,
        /// Name of the target in `[deploy]` of site.toml [default: the only one, or `preview`].
        #[arg(long, value_name = "NAME")]
        target: Option<String>,
        /// The site.
        #[command(flatten)]
        site: ReleaseArgs,
    },
    /// List the releases that a target retains, the newest first; `*` marks the live one. Usually:
    /// `croupier releases`.
    Releases {
        /// Name of the target in `[deploy]` of site.toml [default: the only one, or `production`].
        target: Option<String>,
        /// The site.
        #[command(flatten)]
        releases: ReleaseArgs,
    },
    /// Show what differs between an earlier release and the live one: pages with their text, and other
    /// files by name. Usually: `croupier diff`.
    Diff {
        /// The earlier release, or the start of its ID [default: the one before the live release].
        id: Option<String>,
        /// Name of the target in `[deploy]` of site.toml [default: the only one, or `production`].
        #[arg(long, value_name = "NAME")]
        target: Option<String>,
        /// The site.
        #[command(flatten)]
        releases: ReleaseArgs,
    },
    /// Make an earlier release live again, without an upload. Usually: `croupier rollback`.
    Rollback {
        /// The release, or the start of its ID [default: the one before the live release].
        id: Option<String>,
        /// Name of the target in `[deploy]` of site.toml [default: the only one, or `production`].
        #[arg(long, value_name = "NAME")]
        target: Option<String>,
        /// Compare all files with those of the target, instead of a sample.
        #[arg(long)]
        verify: bool,
        /// The site.
        #[command(flatten)]
        releases: ReleaseArgs,
    },
    /// Print a new pair of keys for the shared cache of `[cache]` in site.toml: one signs, the other one
    /// verifies.
    CacheKey,
}

impl DeployCommand {
    /// Returns how the command reports.
    pub(crate) fn console_options(&self) -> ConsoleOptions {
        match self {
            DeployCommand::Deploy(DeployArgs { report, .. }) => report.console_options(),
            DeployCommand::Previews { site: releases, .. }
            | DeployCommand::Releases { releases, .. }
            | DeployCommand::Diff { releases, .. }
            | DeployCommand::Rollback { releases, .. } => {
                ConsoleOptions { json: releases.json, ..ConsoleOptions::default() }
            }
            DeployCommand::HostConfig { .. } | DeployCommand::CacheKey => ConsoleOptions::default(),
        }
    }

    /// Runs the command.
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<(), Failure> {
        match self {
            DeployCommand::HostConfig {
                host,
                basic_auth,
                versioned,
                origin,
                release,
                site,
                language,
            } => {
                let versioned = versioned.then_some(host_config::VersionedArgs { origin, release });
                // The command `configure` of a target needs the output of this target.
                let out =
                    site.out.clone().or_else(|| env::var_os(RELEASE_OUTPUT).map(PathBuf::from));
                let options = CommonArgs { out, ..site }.output_of_host(language.as_deref())?;
                host_config::run(&options, host, basic_auth.as_deref(), versioned)
            }
            DeployCommand::Deploy(args) => deploy::run(&args, console),
            DeployCommand::Previews { action, name, target, site } => {
                previews::run(&site, target.as_deref(), action, name.as_deref(), console)
            }
            DeployCommand::Releases { target, releases } => {
                deploy::releases(&releases, target.as_deref(), console)
            }
            DeployCommand::Diff { id, target, releases } => {
                diff::run(&releases, target.as_deref(), id.as_deref(), console)
            }
            DeployCommand::Rollback { id, target, verify, releases } => {
                deploy::rollback(&releases, target.as_deref(), id.as_deref(), verify, console)
            }
            DeployCommand::CacheKey => shared_cache::print_key(),
        }
    }
}
