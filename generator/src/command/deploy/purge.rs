//! The URLs that changed, as a list for a file or for the purge command, or for the API of a CDN.

#![expect(clippy::disallowed_methods, reason = "writes a list outside of the output")]

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use crate::command::deploy::{cdn, command};
use croupier_content::config::tables::deploy::Purge;
use croupier_deploy::ChangedUrls;

/// Writes the list to a file. The error is a message for users.
pub(super) fn write_list(file: Option<&Path>, urls: &ChangedUrls) -> Result<(), String> {
    let Some(file) = file else { return Ok(()) };
    let write = || {
        let mut output = BufWriter::new(File::create(file)?);
        urls.iter().try_for_each(|url| writeln!(output, "{url}"))?;
        output.flush()
    };
    write().map_err(|error| {
        format!("the release is live, but {} cannot be written: {error}", file.display())
    })
}

/// Purges URLs as a target says. The error is a message for users.
pub(super) fn run(purge: Option<&Purge>, root: &Path, urls: &ChangedUrls) -> Result<(), String> {
    let Some(purge) = purge else { return Ok(()) };
    let urls: Vec<String> = urls.iter().collect();
    let result = match (purge.provider, &purge.command) {
        (Some(provider), _) => cdn::purge(provider, purge, &urls),
        (None, Some(program)) => command::run(program, root, &lines(&urls), &[], None),
        (None, None) => Ok(()),
    };
    result.map_err(|reason| {
        format!(
            "the release is live, but changed URLs were not purged: {reason}; run the command again"
        )
    })
}

fn lines(urls: &[String]) -> String {
    urls.iter().map(|url| format!("{url}\n")).collect()
}
