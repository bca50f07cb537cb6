//! `croupier new`: a small site to begin with, that builds at once.

#![expect(
    clippy::disallowed_methods,
    reason = "writes a new site's sources, once, into an empty folder"
)]

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

use clap::ValueEnum;
use dialoguer::Select;
use include_dir::{Dir, include_dir};
use jiff::{Timestamp, ToSpan};

use crate::command::console::Console;
use crate::command::failure::Failure;
use croupier_content::config::args::absolute;
use croupier_content::config::clock::Clock;

/// What a new site begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Template {
    /// A page, and one for addresses that are not there.
    #[default]
    Plain,
    /// Posts with dates and tags, and a feed of them.
    Blog,
    /// Pages with React islands, which change without a new document.
    Islands,
}

/// Who builds a site on every push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Ci {
    /// GitHub Actions.
    Github,
    /// Nobody.
    None,
}

/// A file with its text.
type File = (&'static str, &'static str);
/// Files with their texts.
type Files = &'static [File];

const ALL: Files = &[
    (".gitignore", include_str!("new/gitignore")),
    ("content/404.md", include_str!("new/404.md")),
    ("pages/page.html", include_str!("new/plain/page.html")),
];

const STYLE: File = ("static/site.css", include_str!("new/plain/site.css"));

const PLAIN: Files = &[
    STYLE,
    ("site.toml", include_str!("new/plain/site.toml")),
    ("content/index.md", include_str!("new/plain/index.md")),
    ("pages/shell.html", include_str!("new/plain/shell.html")),
];

const BLOG: Files = &[
    STYLE,
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

static ISLANDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/command/new/islands");

const GITHUB: Files = &[(".github/workflows/site.yml", include_str!("new/github.yml"))];

/// What a site with packages of npm does besides, before and after the build.
const NODE: &str = "      - uses: actions/setup-node@v4\n        with:\n          node-version: 22\n          cache: npm\n";
const CHECKS: &str = "      - run: npm run check && npm test\n";

/// Makes a site named `name` in `folder`. Without a template a person is asked for one.
pub(crate) fn run(
    folder: &Path,
    name: &str,
    template: Option<Template>,
    ci: Ci,
    console: &Console,
) -> Result<(), Failure> {
    let target = absolute(folder);
    is_free(&target).map_err(Failure::Usage)?;
    let template = template
        .map_or_else(ask, Ok)
        .map_err(|error| Failure::Machine(format!("cannot ask: {error}")))?;
    let own = match template {
        Template::Plain => PLAIN.to_vec(),
        Template::Blog => BLOG.to_vec(),
        Template::Islands => files(&ISLANDS),
    };
    let built: Files = match ci {
        Ci::Github => GITHUB,
        Ci::None => &[],
    };
    let (node, checks) = if template == Template::Islands { (NODE, CHECKS) } else { ("", "") };
    let all = ALL.iter().chain(built).copied().chain(own);
    site(
        &target,
        name,
        all.map(|(path, text)| (path, text.replace("{node}", node).replace("{checks}", checks))),
    )
    .map_err(Failure::Usage)?;
    console.line(&format!("made {0}; look at it with: croupier dev --root {0}", folder.display()));
    Ok(())
}

/// Asks a person at a terminal; who is none gets the plain one.
fn ask() -> io::Result<Template> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Ok(Template::default());
    }
    let items = Template::value_variants().iter().filter_map(|it| {
        let value = it.to_possible_value()?;
        Some(format!("{:<8} {}", value.get_name(), value.get_help()?))
    });
    let question =
        Select::new().with_prompt("What does the site begin with?").items(items).default(0);
    let chosen = question.interact().map_err(|dialoguer::Error::IO(error)| error)?;
    Ok(Template::value_variants()[chosen])
}

/// Every file of an embedded folder.
fn files(dir: &'static Dir<'_>) -> Vec<File> {
    let below = dir.dirs().flat_map(files);
    let own = dir.files().filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)));
    own.chain(below).collect()
}

/// Nothing of somebody else's is written over.
fn is_free(folder: &Path) -> Result<(), String> {
    let taken = fs::read_dir(folder).ok().and_then(|mut entries| entries.next()).is_some();
    if taken {
        Err(format!("{} is not empty; name a folder that does not exist yet", folder.display()))
    } else {
        Ok(())
    }
}

/// Writes its files; the error says why not.
fn site(
    folder: &Path,
    name: &str,
    files: impl Iterator<Item = (&'static str, String)>,
) -> Result<(), String> {
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
