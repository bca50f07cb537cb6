//! The command line: what can be typed and what it means, nothing of how it is done.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::command::beside::BesideArgs;
use crate::command::new::{Ci, Template};
use crate::command::schema::Of;
use crate::serve::host_config::Host;
use croupier_content::config::args::{BuildArgs, Profile, absolute, real, site_root};
use croupier_content::config::base_url;
use croupier_content::config::variables;

/// Builds a folder of content, templates and React islands into a static site.
#[derive(Debug, Parser)]
#[command(name = "croupier", version, about, long_about = None, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 done, 1 the site has errors, 2 called wrongly, 3 the machine failed (disk full, port taken)."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build the site once into the output folder.
    Build {
        /// The site and how to build it.
        #[command(flatten)]
        site: SiteArgs,
        /// How to report.
        #[command(flatten)]
        report: ReportArgs,
        /// Build everything anew as well and fail if a single byte differs.
        #[arg(long)]
        check_incremental: bool,
        /// Write to this file what was added, changed and removed, in the order in which to upload it: a line for each file,
        /// with its address.
        #[arg(long, value_name = "FILE")]
        changes: Option<PathBuf>,
        /// Where the last release is, the site's address or a folder with its output: code of it and of those before that the output
        /// folder does not hold is brought there, for tabs that are open.
        #[arg(long, value_name = "ADDRESS|FOLDER")]
        previous: Option<String>,
    },
    /// Build, then build again whenever a source changes, until SIGTERM or SIGINT.
    Watch {
        /// The site and how to build it.
        #[command(flatten)]
        site: SiteArgs,
        /// Look for changes again and again instead of being told: for network drives and some containers.
        #[arg(long)]
        poll: bool,
        /// How to report.
        #[command(flatten)]
        report: ReportArgs,
    },
    /// Build, serve with live reload and an error overlay, with what `[dev]` of site.toml starts and sends requests to.
    Dev {
        /// The site and how to build it.
        #[command(flatten)]
        site: SiteArgs,
        /// Look for changes again and again instead of being told: for network drives and some containers.
        #[arg(long)]
        poll: bool,
        /// How to report.
        #[command(flatten)]
        report: ReportArgs,
        /// Where to listen.
        #[command(flatten)]
        listen: ListenArgs,
        /// What is started beside the site.
        #[command(flatten)]
        beside: BesideArgs,
    },
    /// Serve the output folder the way a CDN would: its headers, 404 as 404, compression.
    Serve {
        /// The site.
        #[command(flatten)]
        site: PlaceArgs,
        /// Where to listen.
        #[command(flatten)]
        listen: ListenArgs,
    },
    /// Find everything that is wrong with the site without writing any output.
    Check {
        /// The site and how to build it.
        #[command(flatten)]
        site: SiteArgs,
        /// How to report.
        #[command(flatten)]
        report: ReportArgs,
    },
    /// Make a small new site in an empty folder.
    New {
        /// The folder to make.
        folder: PathBuf,
        /// Name of the site.
        #[arg(long, default_value = "My site")]
        name: String,
        /// What it begins with; at a terminal you are asked, else it is the plain one.
        #[arg(long, value_enum)]
        template: Option<Template>,
        /// For whom a workflow is written that builds the site on every push.
        #[arg(long, value_enum, default_value_t = Ci::Github)]
        ci: Ci,
    },
    /// Print the built site's headers and redirects as the configuration of a host that reads neither.
    HostConfig {
        /// The host.
        host: Host,
        /// The site.
        #[command(flatten)]
        site: PlaceArgs,
    },
    /// Remove what builds left: the site's files in the output folder, and the cache in .croupier.
    Clean {
        /// The site.
        #[command(flatten)]
        site: PlaceArgs,
    },
    /// Print what a shell needs to complete commands and flags.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the JSON Schema of site.toml or of front matter, for editors that complete and check what is typed.
    Schema {
        /// Of what.
        of: Of,
    },
    /// Print the manual page, of one command or of all together.
    Man {
        /// The command, such as `build`.
        command: Option<String>,
    },
    /// Run a command of `dev` and end it when standard input ends.
    #[command(hide = true)]
    Supervise {
        /// The program and its arguments.
        #[arg(last = true, required = true)]
        command: Vec<String>,
    },
    /// Say what one page is made from.
    Explain {
        /// The page's route, such as /info/faq/.
        route: String,
        /// The site and how to build it.
        #[command(flatten)]
        site: SiteArgs,
    },
}

/// Flags of every command that looks at a site.
#[derive(Debug, Args)]
pub struct PlaceArgs {
    /// Folder of the site, the one with site.toml in it [default: the current folder or the nearest above it with one].
    #[arg(long, value_name = "FOLDER")]
    pub root: Option<PathBuf>,
    /// Output folder [default: public below the root].
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Absolute address of the site, instead of site.toml's `base_url`.
    #[arg(long, value_name = "URL", value_parser = base_url::of_flag)]
    pub base_url: Option<String>,
    /// Whom the output is for; production refuses sample brand data and sample texts.
    #[arg(long, value_enum, default_value_t = ProfileName::Preview)]
    pub profile: ProfileName,
}

/// The values of `--profile`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProfileName {
    /// Samples are welcome.
    Preview,
    /// Sample brand data and sample pages are refused.
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

/// Flags of every command that looks at the pages of a site.
#[derive(Debug, Args)]
pub struct SiteArgs {
    /// The site.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Build pages that are marked `draft = true` too.
    #[arg(long)]
    pub drafts: bool,
    /// Let sample texts into a production build.
    #[arg(long)]
    pub allow_samples: bool,
}

impl SiteArgs {
    /// The same as a build understands them.
    pub fn build_args(&self) -> BuildArgs {
        BuildArgs {
            drafts: self.drafts,
            allow_samples: self.allow_samples,
            ..self.place.build_args()
        }
    }
}

impl PlaceArgs {
    /// The same as a build understands them, of pages that are for everyone.
    pub fn build_args(&self) -> BuildArgs {
        BuildArgs {
            // The system tells of changes by real paths, whatever links led to the site.
            root: self.root.as_deref().map_or_else(site_root, real),
            out: self.out.as_deref().map(absolute),
            base_url: self.base_url.clone(),
            drafts: false,
            profile: self.profile.into(),
            allow_samples: false,
            variables: variables::given(),
            lists_changes: false,
            verify: BuildArgs::verify_from_environment(),
        }
    }
}

/// Flags of commands that report on builds.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Print one JSON object per line and event on standard output.
    #[arg(long)]
    pub json: bool,
    /// Say nothing but errors and warnings.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Flags of commands that listen.
#[derive(Debug, Args)]
pub struct ListenArgs {
    /// Address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    /// Port to listen on; 0 takes a free one.
    #[arg(long, default_value_t = 8000)]
    pub port: u16,
    /// Open the site in the browser.
    #[arg(long)]
    pub open: bool,
    /// Seconds within which the head of a request must be there.
    #[arg(long, hide = true, value_name = "SECONDS", default_value_t = 30)]
    pub header_timeout: u64,
}

impl ListenArgs {
    /// How long the head of a request may take.
    pub fn header_timeout(&self) -> Duration {
        Duration::from_secs(self.header_timeout)
    }
}
