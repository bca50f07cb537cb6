//! The documentation in docs/: its site and its recipes build without a warning.

mod examples;
mod reference;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::common::{Site, assert_contains, printed_text, tree};

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
    for file in ["site.toml", "site.production.toml"] {
        fs::copy(docs().join(file), folder.path().join(file)).unwrap();
    }
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
    build(&[]);
    let preview = site.path().join(".croupier/preview");
    for page in ["index", "reference/cli/index", "casino/specification/7-api/1-account/index"] {
        assert!(preview.join(format!("{page}.html")).is_file(), "{page}");
    }
    // The published site has highlighted code, which is a feature of the program.
    if cfg!(feature = "highlight") {
        build(&["--profile", "production", "--base-url", "https://www.harbour.se"]);
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
    let output = command.arg("build").current_dir(site.path()).output().unwrap();
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

/// Returns the code blocks of a text, each with its language and the paragraph before it.
fn blocks(text: &str) -> Vec<(&str, &str, &str)> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("\n```") {
        let fence: String = rest[start + 1..].chars().take_while(|it| *it == '`').collect();
        let (before, block) = rest.split_at(start);
        let block = &block[1 + fence.len()..];
        let (language, code) = block.split_once('\n').unwrap();
        let end = code.find(&format!("\n{fence}\n")).map_or(0, |end| end + 1);
        blocks.push((before.trim_end().rsplit("\n\n").next().unwrap(), language, &code[..end]));
        rest = &code[end + fence.len()..];
    }
    blocks
}

/// Runs commands of the documentation in a folder, and returns what they print. They must succeed without a warning.
fn run(folder: &Path, script: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_croupier")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    let output =
        command.args(["-euc", script]).current_dir(folder).env("PATH", &path).output().unwrap();
    let text = printed_text(&output);
    assert!(output.status.success() && !text.contains("warning"), "{script}: {text}");
    text
}

/// A new site of the template `plain`.
fn plain_site() -> Site {
    let site = Site::new("");
    site.remove("site.toml");
    run(site.root(), "croupier new . --template plain --name Harbour --ci none");
    site
}

/// Returns the commands of a page, by block.
fn commands(text: &str) -> Vec<String> {
    // Blocks of a list are indented.
    let text: String = text.lines().map(|line| format!("{}\n", line.trim_start())).collect();
    let blocks = blocks(&text).into_iter().filter(|(_, language, _)| *language == "sh");
    blocks.map(|(_, _, code)| code.to_owned()).collect()
}

#[test]
fn commands_that_create_sites_and_pages_create_what_guides_say() {
    let recipes = commands(&page("guides/publish/hosts.md"));
    assert_eq!(recipes.len(), 5);
    for command in recipes {
        let folder = TempDir::new().unwrap();
        run(folder.path(), &command);
        run(&folder.path().join("my-site"), "croupier check");
    }

    let site = plain_site();
    for folder in ["posts", "docs/guides"] {
        fs::create_dir_all(site.root().join("content").join(folder)).unwrap();
    }
    let pages = commands(&page("guides/write/new-page.md")).concat();
    run(site.root(), &pages);
    let files: Vec<&str> =
        pages.lines().filter_map(|line| line.split_once("# ")).map(|it| it.1).collect();
    assert_eq!(files.len(), 3);
    for file in files {
        assert!(site.root().join(file).is_file(), "{file}");
    }
}

/// The style sheets are printed by a program with these features.
#[cfg(all(feature = "highlight", feature = "math"))]
#[test]
fn style_sheets_of_guides_are_written_to_the_files_that_they_name() {
    let site = plain_site();
    for (guide, file) in [("code", "highlight.css"), ("formulas", "math.css")] {
        for command in commands(&page(&format!("guides/write/{guide}.md"))) {
            run(site.root(), &command);
        }
        let sheet = fs::read_to_string(site.root().join("static").join(file)).unwrap();
        assert!(sheet.contains('{'), "{sheet}");
    }
}

#[test]
fn the_guide_of_deployments_runs_from_the_first_one_to_a_rollback() {
    let text = page("guides/publish/deploy.md");
    let site = plain_site();
    let target = TempDir::new().unwrap();
    let blocks = blocks(&text);
    let setting = blocks.iter().find(|it| it.1 == "toml").unwrap().2;
    assert_contains(setting, &["\"/srv/site\""]);
    let settings = site.read("site.toml").replace("www.example.com", "www.harbour.se");
    site.write("site.toml", &settings);
    site.append("site.toml", &setting.replace("/srv/site", target.path().to_str().unwrap()));
    let documented = commands(&text);
    let command = |words: &str| {
        let mut lines = documented.iter().flat_map(|it| it.lines());
        assert!(lines.any(|line| line == words), "{words}: {documented:?}");
        run(site.root(), words)
    };
    let live = || fs::read_to_string(target.path().join("index.html")).unwrap();

    site.write("content/index.md", "---\ntitle: Harbour\n---\nWe answer within two days.\n");
    command("croupier deploy");
    assert_contains(&live(), &["within two days"]);
    site.write("content/index.md", "---\ntitle: Harbour\n---\nWe answer within a day.\n");
    command("croupier deploy");
    assert_contains(&live(), &["within a day"]);

    let shape = |output: &str| {
        let line = output.lines().find(|line| line.starts_with("* ")).unwrap().to_owned();
        let digits = |it: char| if it.is_ascii_hexdigit() { '0' } else { it };
        line.split("  ").take(2).map(|it| it.chars().map(digits).collect()).collect::<Vec<String>>()
    };
    let releases = command("croupier releases");
    let shown = blocks.iter().find(|it| it.1.is_empty() && it.2.starts_with("* ")).unwrap().2;
    assert_eq!(shape(&releases), shape(shown));
    let diff = command("croupier diff");
    assert_contains(
        &diff,
        &["changed /", "  - We answer within two days.", "  + We answer within a day."],
    );
    for line in ["  - We answer within two days.", "  + We answer within a day."] {
        assert!(text.contains(line), "{line}");
    }
    command("croupier rollback");
    assert_contains(&live(), &["within two days"]);
}

/// Guides whose blocks form a complete site: commands, and files, which the paragraph before names last. Files are written
/// or, if it does not say so, appended to.
const RECIPES: [&str; 4] = ["gallery", "contact-form", "comments-and-analytics", "languages"];

#[test]
fn the_recipes_build_without_a_warning() {
    for recipe in RECIPES {
        let text = page(&format!("guides/design/{recipe}.md"));
        let site = plain_site();
        let run = |script: &str| run(site.root(), script);
        if recipe == "gallery" {
            let photos = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("src/command/new/blog/content/posts/covers");
            fs::create_dir_all(site.root().join("content/gallery")).unwrap();
            for photo in ["tide.jpg", "dunes.jpg"] {
                fs::copy(photos.join(photo), site.root().join("content/gallery").join(photo))
                    .unwrap();
            }
        }
        let mut commands = 0;
        for (sentence, language, code) in blocks(&text) {
            if language == "sh" {
                run(code);
                commands += 1;
                continue;
            }
            let file = sentence.rsplit('`').nth(1).unwrap();
            if sentence.contains("Write ") {
                site.write(file, code);
            } else {
                site.append(file, code);
            }
        }
        assert!(commands > 0, "{recipe}");
    }
}
