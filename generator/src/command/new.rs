//! `croupier new`: a small site to begin with, without a runtime, that builds at once.

#![expect(clippy::disallowed_methods, reason = "writes a new site's sources, once, into an empty folder")]

use std::fs;
use std::path::Path;

use clap::ValueEnum;
use jiff::{Timestamp, ToSpan};

use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::config::args::absolute;
use crate::config::clock::Clock;

/// What a new site begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Template {
    /// A page, and one for addresses that are not there.
    #[default]
    Plain,
    /// Posts with dates and tags, and a feed of them.
    Blog,
}

/// Who builds a site on every push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Ci {
    /// GitHub Actions.
    Github,
}

/// Files with their texts.
type Files = &'static [(&'static str, &'static str)];

const ALL: Files = &[
    (".gitignore", include_str!("new/gitignore")),
    ("content/404.md", include_str!("new/404.md")),
    ("pages/page.html", include_str!("new/plain/page.html")),
    ("static/site.css", include_str!("new/plain/site.css")),
];

const PLAIN: Files = &[
    ("site.toml", include_str!("new/plain/site.toml")),
    ("content/index.md", include_str!("new/plain/index.md")),
    ("pages/shell.html", include_str!("new/plain/shell.html")),
];

const BLOG: Files = &[
    ("site.toml", include_str!("new/blog/site.toml")),
    ("content/index.md", include_str!("new/blog/index.md")),
    ("content/posts/index.md", include_str!("new/blog/posts.md")),
    ("content/posts/first.md", include_str!("new/blog/first.md")),
    ("content/posts/second.md", include_str!("new/blog/second.md")),
    ("pages/shell.html", include_str!("new/blog/shell.html")),
    ("pages/home.html", include_str!("new/blog/home.html")),
    ("pages/list.html", include_str!("new/blog/list.html")),
    ("pages/post.html", include_str!("new/blog/post.html")),
    ("pages/post_list.html", include_str!("new/blog/post_list.html")),
    ("pages/term.html", include_str!("new/blog/term.html")),
    ("pages/terms.html", include_str!("new/blog/terms.html")),
];

const GITHUB: Files = &[(".github/workflows/site.yml", include_str!("new/github.yml"))];

/// Makes a site named `name` in `folder`.
pub(crate) fn run(folder: &Path, name: &str, template: Template, ci: Option<Ci>, console: &Console) -> Result<(), Failure> {
    let own = match template {
        Template::Plain => PLAIN,
        Template::Blog => BLOG,
    };
    let built: Files = match ci {
        Some(Ci::Github) => GITHUB,
        None => &[],
    };
    let files = ALL.iter().chain(own).chain(built).copied();
    site(&absolute(folder), name, files).map_err(Failure::Usage)?;
    console.line(&format!("made {0}; look at it with: croupier dev --root {0}", folder.display()));
    Ok(())
}

/// Writes its files; the error says why not.
fn site(folder: &Path, name: &str, files: impl Iterator<Item = (&'static str, &'static str)>) -> Result<(), String> {
    let taken = fs::read_dir(folder).ok().and_then(|mut entries| entries.next()).is_some();
    if taken {
        return Err(format!("{} is not empty; name a folder that does not exist yet", folder.display()));
    }
    let escaped = serde_json::Value::from(name).to_string();
    let escaped = &escaped[1..escaped.len() - 1];
    let now = Timestamp::from_second(Clock::read().now).unwrap_or_default();
    let yesterday = now.checked_sub(24.hours()).unwrap_or(now);
    for (path, text) in files {
        let text = text.replace("{name}", escaped);
        let text = text.replace("{today}", &now.strftime("%F").to_string());
        let text = text.replace("{yesterday}", &yesterday.strftime("%F").to_string());
        let target = folder.join(path);
        let parent = target.parent().expect("every file lies in the folder");
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&target, text))
            .map_err(|error| format!("cannot write {}: {error}", target.display()))?;
    }
    Ok(())
}
