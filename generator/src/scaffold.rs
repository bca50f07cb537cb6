//! `croupier new`: a small site to begin with, without a runtime, that builds at once.

#![expect(clippy::disallowed_methods, reason = "writes a new site's sources, once, into an empty folder")]

use std::fs;
use std::path::Path;

const FILES: [(&str, &str); 6] = [
    ("site.toml", include_str!("scaffold/site.toml")),
    ("content/index.md", include_str!("scaffold/index.md")),
    ("content/404.md", include_str!("scaffold/404.md")),
    ("pages/shell.html", include_str!("scaffold/shell.html")),
    ("pages/page.html", include_str!("scaffold/page.html")),
    ("static/site.css", include_str!("scaffold/site.css")),
];

/// Makes a site named `name` in `folder`; the error says why not.
pub fn site(folder: &Path, name: &str) -> Result<(), String> {
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
