//! `croupier build --shard` and `croupier merge`: builds in parts, which other machines can make.

use std::path::PathBuf;
use std::time::Instant;

use serde_json::json;

use crate::command::Failure;
use crate::command::args::BuildArgs;
use crate::command::build::{finish, output_text};
use crate::command::console::Console;
use crate::command::shared_cache::SharedCache;
use croupier_base::diagnostic;
use croupier_content::config::options::BuildOptions;
use croupier_engine::{Engine, Event, Shard, part_output};

/// Builds a part of the pages.
pub(crate) fn run(site: &BuildArgs, shard: Shard, console: &Console) -> Result<(), Failure> {
    let start = Instant::now();
    console.event(&Event::Started);
    let options = site.build_args();
    let Shard { index, count } = shard;
    let default = || options.root.join(format!(".croupier/parts/{index}-of-{count}"));
    let folder = options.out.clone().unwrap_or_else(default);
    let options = BuildOptions { out: Some(part_output(&folder)), ..options };
    let mut engine = Engine::new(&options, options.clock()).with_shard(shard);
    if let Some(cache) = SharedCache::open(&options, console) {
        cache.fetch(&engine, console);
    }
    // The merge reports warnings, so that they appear once.
    let report = engine.build(None, &|text| console.note(text)).map_err(|diagnostics| {
        let code = diagnostic::exit_code(&diagnostics);
        let milliseconds = start.elapsed().as_millis();
        console.event(&Event::Failed { diagnostics, milliseconds });
        Failure::Reported(code)
    })?;
    engine.write_part(&folder).map_err(|error| {
        Failure::System(format!("cannot write the part {}: {error}", folder.display()))
    })?;
    let milliseconds = start.elapsed().as_millis();
    console.json(&json!({
        "event": "part_built",
        "shard": format!("{index}/{count}"),
        "pages": report.rendered,
        "milliseconds": milliseconds,
    }));
    let path = folder.strip_prefix(&options.root).unwrap_or(&folder).display();
    console.line(&format!(
        "built {} of {} pages in {milliseconds} ms: part {index}/{count} is in {path}",
        report.rendered, report.site_pages
    ));
    // Skips the destructors: the system frees the memory of a process faster.
    std::process::exit(0);
}

/// Joins parts.
pub(crate) fn merge(site: &BuildArgs, parts: &[PathBuf], console: &Console) -> Result<(), Failure> {
    console.event(&Event::Started);
    let options = site.build_args();
    let absolute = |part: &PathBuf| std::path::absolute(part).unwrap_or_else(|_| part.clone());
    let parts: Vec<PathBuf> = parts.iter().map(absolute).collect();
    let engine = Engine::new(&options, options.clock())
        .with_parts(&parts)
        .map_err(|error| Failure::Site(vec![error]))?;
    let cache = SharedCache::open(&options, console);
    finish(engine, cache, true, console)?.save(console);
    console.line(&output_text(&options));
    std::process::exit(0);
}
