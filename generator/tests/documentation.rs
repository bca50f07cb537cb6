//! The documentation in docs/: its site and its recipes build without a warning.

mod examples;
mod reference;

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

/// Guides whose blocks form a complete site: commands, and files, which the paragraph before names last. Files are written
/// or, if it does not say so, appended to.
const RECIPES: [&str; 4] = ["gallery", "contact-form", "comments-and-analytics", "languages"];

#[test]
fn the_recipes_build_without_a_warning() {
    for recipe in RECIPES {
        let text = page(&format!("guides/design/{recipe}.md"));
        let site = Site::new("");
        site.remove("site.toml");
        let binary = Path::new(env!("CARGO_BIN_EXE_croupier")).parent().unwrap();
        let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
        let run = |script: &str| {
            let mut command = Command::new("bash");
            command.args(["-euc", script]).current_dir(site.root()).env("PATH", &path);
            let output = command.output().unwrap();
            let text = printed_text(&output);
            assert!(output.status.success() && !text.contains("warning"), "{recipe}: {text}");
        };
        run("croupier new . --template plain --name Harbour --ci none");
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
