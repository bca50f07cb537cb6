//! Parsing of the command line, with hints for commands that this program was built without, and for those of other
//! generators.

use clap::Parser;
use clap::error::{ContextKind, ContextValue};

use crate::command::args::Cli;
use crate::command::console::write_stderr;
use croupier_extensions::without_feature;

/// Parses the command line of this process. Ends the process if it is wrong.
pub fn parse() -> Cli {
    Cli::try_parse().unwrap_or_else(|error| {
        let context = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => text.as_str(),
            _ => "",
        };
        let command = context(ContextKind::InvalidSubcommand);
        let flag = context(ContextKind::InvalidArg);

        if let Some(feature) = feature_of(command) {
            let (message, hint) = without_feature(feature, "use a released binary");
            write_stderr(&format!(
                "error: there is no command `{command}`, because {message}; {hint}\n"
            ));
        } else if let Some(hint) = hint_for_command(command) {
            write_stderr(&format!("error: there is no command `{command}`; {hint}\n"));
        } else if let Some(hint) = hint_for_flag(flag) {
            write_stderr(&format!("error: there is no option `{flag}`; {hint}\n"));
        } else {
            error.exit()
        }
        std::process::exit(2)
    })
}

/// Returns what to use instead of a command of another generator.
fn hint_for_command(command: &str) -> Option<&'static str> {
    match command {
        "server" | "start" | "develop" => Some(
            "`croupier dev` serves the site while you edit it, `croupier serve` the last build",
        ),
        "preview" => Some("`croupier serve` serves the last build"),
        "init" | "create" => Some("`croupier new my-site` creates a site"),
        "add" | "page" | "post" => Some("`croupier new posts \"A title\"` creates a page"),
        "list" => Some("`croupier explain /route/` describes a page"),
        "generate" | "export" => Some("`croupier build` builds the site"),
        "publish" | "gh-deploy" => Some("`croupier deploy` publishes the site"),
        _ => None,
    }
}

/// Returns what to use instead of an option of another generator.
fn hint_for_flag(flag: &str) -> Option<&'static str> {
    match flag {
        "--production" | "--prod" | "--minify" => {
            Some("leave it out: `croupier build` builds the live site")
        }
        "--buildDrafts" | "--build-drafts" | "--buildFuture" | "--future" | "--unpublished" => {
            Some("`--drafts` includes drafts and scheduled pages")
        }
        "--source" | "--input" => Some("`--root FOLDER` names the folder of the site"),
        "--destination" | "--output-dir" | "--output" | "--outDir" => {
            Some("`--out FOLDER` names the output folder")
        }
        "--baseURL" => Some("`--base-url URL` sets the URL of the site"),
        "--bind" | "--interface" => Some("`--host ADDRESS` names the address to listen on"),
        _ => None,
    }
}

/// Returns the cargo feature that has a command, if this program was built without it.
fn feature_of(command: &str) -> Option<&'static str> {
    match command {
        "cache-key" | "deploy" | "diff" | "host-config" | "previews" | "releases" | "rollback" => {
            Some("deploy").filter(|_| !cfg!(feature = "deploy"))
        }
        "completions" | "man" => Some("manual").filter(|_| !cfg!(feature = "manual")),
        _ => None,
    }
}
