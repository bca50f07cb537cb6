//! `croupier new`: a small site to begin with, without a runtime, that builds at once.

#![expect(clippy::disallowed_methods, reason = "writes a new site's sources, once, into an empty folder")]

use std::fs;
use std::path::Path;

use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::config::args::absolute;

const FILES: [(&str, &str); 6] = [
    ("site.toml", include_str!("new/site.toml")),
    ("content/index.md", include_str!("new/index.md")),
    ("content/404.md", include_str!("new/404.md")),
    ("pages/shell.html", include_str!("new/shell.html")),
    ("pages/page.html", include_str!("new/page.html")),
    ("static/site.css", include_str!("new/site.css")),
];

/// Makes a site named `name` in `folder`.
pub(crate) fn run(folder: &Path, name: &str, console: &Console) -> Result<(), Failure> {
    site(&absolute(folder), name).map_err(Failure::Usage)?;
    console.line(&format!("made {0}; look at it with: croupier dev --root {0}", folder.display()));
    Ok(())
}

/// Writes its files; the error says why not.
fn site(folder: &Path, name: &str) -> Result<(), String> {
    let taken = fs::read_dir(folder).ok().and_then(|mut entries| entries.next()).is_some();
    if taken {
        return Err(format!("{} is not empty; name a folder that does not exist yet", folder.display()));
    }
    let escaped = serde_json::Value::from(name).to_string();
    let escaped = &escaped[1..escaped.len() - 1];
    for (path, text) in FILES {
        let target = folder.join(path);
        let parent = target.parent().expect("every file lies in the folder");
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&target, text.replace("{name}", escaped)))
            .map_err(|error| format!("cannot write {}: {error}", target.display()))?;
    }
    Ok(())
}
