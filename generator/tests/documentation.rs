//! The documentation in docs/: its site builds without a warning, and its examples run.

mod examples;
mod guides;
mod reference;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::common::{assert_contains, printed_text, tree};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs")
}

/// Reads a page of the documentation.
fn page(path: &str) -> String {
    fs::read_to_string(docs().join("content").join(path)).unwrap()
}

fn printed_by(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_croupier")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// A copy of the sources of the documentation, whose output and cache do not reach the repository.
fn site() -> TempDir {
    let folder = TempDir::new().unwrap();
    for part in ["content", "pages", "static"] {
        for (path, content) in tree(&docs().join(part)) {
            let target = folder.path().join(part).join(path);
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::write(target, content).unwrap();
        }
    }
    fs::copy(docs().join("site.toml"), folder.path().join("site.toml")).unwrap();
    // Pagefind is an npm package, which the browser tests of the documentation use.
    let production = fs::read_to_string(docs().join("site.production.toml")).unwrap();
    let search = "[search]\ntext = true\n";
    assert_contains(&production, &[search]);
    fs::write(folder.path().join("site.production.toml"), production.replace(search, "")).unwrap();
    folder
}

#[test]
fn the_documentation_builds_without_a_warning() {
    let site = site();
    let build = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        let output = command.arg("build").args(options).current_dir(site.path()).output().unwrap();
        let text = printed_text(&output);
        assert!(output.status.success() && !text.contains("warning"), "{text}");
    };
    build(&["--preview"]);
    let preview = site.path().join(".croupier/preview");
    for page in ["index", "reference/cli/index", "casino/specification/7-api/1-account/index"] {
        assert!(preview.join(format!("{page}.html")).is_file(), "{page}");
    }
    // The published site has highlighted code, which is a feature of the program.
    if cfg!(feature = "highlight") {
        build(&["--base-url", "https://www.harbour.se"]);
        let guide = site.path().join("public/guides/design/gallery/index.html");
        let guide = fs::read_to_string(guide).unwrap();
        assert_contains(&guide, &["class=\"hl-", "rel=\"next\"", "aria-current=\"page\""]);
    }
}

#[test]
fn titles_and_descriptions_are_plain_text() {
    for (path, content) in tree(&docs().join("content")) {
        let text = String::from_utf8_lossy(&content);
        let front = text.strip_prefix("---\n").and_then(|it| it.split_once("\n---\n"));
        let front = front.map_or("", |(front, _)| front);
        assert!(!front.contains('`'), "{}: {front}", path.display());
    }
}

/// The page of a version, such as `releases/0-1-0.md`, has the date of its heading in the changelog, `## 0.1.0 - 2027-01-31`.
#[test]
fn versions_in_the_changelog_have_pages_with_their_dates() {
    let changelog = fs::read_to_string(docs().parent().unwrap().join("CHANGELOG.md")).unwrap();
    let headings = changelog.lines().filter_map(|line| line.strip_prefix("## "));
    let versions = headings.filter(|it| it.starts_with(|it: char| it.is_ascii_digit()));
    let dated = versions.map(|it| it.split_once(" - ").unwrap());
    let expected: BTreeSet<String> =
        dated.map(|(version, date)| format!("{} {date}", version.replace('.', "-"))).collect();
    let pages = tree(&docs().join("content/releases")).into_keys();
    let names = pages.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    let mut announced = BTreeSet::new();
    for name in names.filter(|name| name != "index") {
        let text = page(&format!("releases/{name}.md"));
        if !text.contains("\ndraft: true\n") {
            let date = text.lines().find_map(|line| line.strip_prefix("date: ")).unwrap();
            announced.insert(format!("{name} {date}"));
        }
    }
    assert_eq!(announced, expected);
}

#[test]
fn the_feed_announces_a_version_whose_page_is_no_draft() {
    let site = site();
    let draft = page("releases/0-1-0.md");
    let released = draft.replace("draft: true", "date: 2026-01-31");
    fs::write(site.path().join("content/releases/0-1-0.md"), released).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let output = command.args(["build", "--preview"]).current_dir(site.path()).output().unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    let feed = fs::read_to_string(site.path().join(".croupier/preview/releases/atom.xml")).unwrap();
    assert_contains(
        &feed,
        &["Croupier 0.1.0", "2026-01-31", "https://croupier.example/releases/0-1-0/"],
    );
}

/// Files of the template `docs` that the documentation has unchanged.
const OF_TEMPLATE: [&str; 6] = [
    "pages/order.html",
    "pages/parts/contents.html",
    "pages/parts/headings.html",
    "pages/parts/theme_switch.html",
    "static/base.css",
    "static/theme.js",
];

/// The style sheet of a new site has the colours of highlighted code only with this feature.
#[cfg(feature = "highlight")]
#[test]
fn the_files_of_the_template_are_those_of_a_new_site() {
    let folder = TempDir::new().unwrap();
    let site = folder.path().join("site");
    printed_by(&["new", site.to_str().unwrap(), "--template", "docs", "--ci", "none"]);
    for file in OF_TEMPLATE {
        let read = |folder: &Path| fs::read_to_string(folder.join(file)).unwrap();
        assert!(read(&docs()) == read(&site), "docs/{file} differs from that of a new site");
    }
}
