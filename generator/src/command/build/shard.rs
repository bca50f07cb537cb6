//! `croupier build --shard` and `croupier merge`: builds in parts, which other machines can make.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use crate::command::build::stored_part::is_url;
use crate::command::build::{PartStore, SharedCache, finish, output_text};
use crate::command::console::{Console, bytes_text};
use crate::command::failure::Failure;
use crate::command::failure::require_sources;
use crate::command::hosts;
use crate::command::site_args::{BuildArgs, ReportArgs, parse_path_or_url};
use croupier_base::diagnostic::wording::counted;
use croupier_base::diagnostic::{self, Diagnostic};
use croupier_content::config::options::BuildOptions;
use croupier_engine::{Engine, Event, Shard, build_once, part_output};

/// The folder of parts without `--out`, and of downloaded ones.
const PARTS: &str = ".croupier/parts";

/// Builds a part of the pages.
///
/// Stores the part below the URL `upload`, too. The part is of the host with a language, or of the only one.
pub(crate) fn run(
    site: &BuildArgs,
    language: Option<&str>,
    shard: Shard,
    upload: Option<&str>,
    console: &Console,
) -> Result<(), Failure> {
    let start = Instant::now();
    let options = site.build_args();
    let out = options.out.clone();
    // The folder of a part is the one of `--out`.
    let options = BuildOptions { out, ..hosts::build(options, language)? };
    let store = upload.map(|url| PartStore::open(url, &options)).transpose()?;
    console.event(&Event::Started);

    let Shard { index, count } = shard;
    let name = format!("{index}-of-{count}");
    let folder = options.out.clone().unwrap_or_else(|| options.root.join(PARTS).join(&name));
    Engine::check_part_folder(&folder).map_err(|error| failed(vec![error], start, console))?;
    let options = BuildOptions { out: Some(part_output(&folder)), ..options };
    let mut engine = Engine::new(&options, options.clock()).with_shard(shard);

    if let Some(cache) = SharedCache::open(&options, console) {
        cache.fetch(&engine, console);
    }

    // The merge reports warnings, so that they appear once.
    let report = engine.build(None, &|note| console.receive(note));
    let report = report.map_err(|diagnostics| failed(diagnostics, start, console))?;

    engine.write_part(&folder).map_err(|error| {
        Failure::System(format!("cannot write the part {}: {error}", folder.display()))
    })?;

    let milliseconds = start.elapsed().as_millis();
    let path = folder.strip_prefix(&options.root).unwrap_or(&folder).display();
    console.line(&format!(
        "built {} of {} pages in {milliseconds} ms: part {index}/{count} is in {path}",
        report.rendered, report.site_pages
    ));

    let sent = store.map(|store| store.send(&name, &folder)).transpose()?;
    if let Some(sent) = &sent {
        let archives = counted(sent.archives, "archive");
        console.line(&format!("uploaded the part: {archives}, {}", bytes_text(sent.bytes)));
    }

    console.json(&json!({
        "event": "part_built",
        "shard": format!("{index}/{count}"),
        "pages": report.rendered,
        "milliseconds": milliseconds,
        "uploaded_bytes": sent.map(|sent| sent.bytes),
    }));
    // Skips the destructors: the system frees the memory of a process faster.
    std::process::exit(0);
}

/// Reports a build that failed.
fn failed(diagnostics: Vec<Diagnostic>, start: Instant, console: &Console) -> Failure {
    let code = diagnostic::exit_code(&diagnostics);
    console.event(&Event::Failed { diagnostics, milliseconds: start.elapsed().as_millis() });
    Failure::Reported(code)
}

/// Arguments of `croupier merge`.
#[derive(Debug, Args)]
pub struct MergeCommand {
    /// The folders of all parts, or the URL that `--upload` stored them below.
    #[arg(required = true, value_name = "PART", value_parser = parse_path_or_url)]
    parts: Vec<String>,
    /// The site and how to build it.
    #[command(flatten)]
    site: BuildArgs,
    /// The host with this language, on a site whose languages have hosts of their own.
    #[arg(long, value_name = "KEY")]
    language: Option<String>,
    /// How to report.
    #[command(flatten)]
    pub report: ReportArgs,
}

impl MergeCommand {
    /// Joins parts of the host with a language, or of the only one.
    pub(crate) fn run(self, console: &Console) -> Result<(), Failure> {
        let MergeCommand { parts, site, language, .. } = self;
        require_sources(&site.site.common.build_args().root, console)?;
        let options = hosts::build(site.build_args(), language.as_deref())?;

        let folders = parts.iter().map(|part| {
            if is_url(part) {
                return PartStore::open(part, &options)?.receive(&options.root.join(PARTS));
            }
            Ok(vec![std::path::absolute(part).unwrap_or_else(|_| PathBuf::from(part))])
        });
        let parts = folders.collect::<Result<Vec<_>, _>>()?.concat();

        let start = Instant::now();
        console.event(&Event::Started);
        let engine = Engine::new(&options, options.clock()).with_parts(&parts);
        let mut engine = engine.map_err(|error| failed(vec![error], start, console))?;

        let cache = SharedCache::open(&options, console);
        let event = build_once(&mut engine, None, &|note| console.receive(note));

        finish(engine, &event, cache, true, console)?.save(console);
        console.line(&output_text(&options));
        std::process::exit(0);
    }
}
