//! Commands of the guides run, and files that the guides show make a site.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::examples::pages;
use super::page;
use crate::common::{Site, assert_contains, printed_text, tree};
use crate::deploy_s3::{Bucket, CREDENTIALS};

/// Returns the code blocks of a text, each with its language and the paragraph before it.
pub(super) fn blocks(text: &str) -> Vec<(&str, &str, &str)> {
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

/// A new site of the template `plain` whose settings are ready for production.
fn plain_site() -> Site {
    let site = Site::new("");
    site.remove("site.toml");
    run(site.root(), "croupier new . --template plain --name Harbour --ci none");
    let settings = site.read("site.toml").replace("www.example.com", "www.harbour.se");
    site.write("site.toml", &settings);
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
        run(&folder.path().join("my-site"), "croupier check --preview");
    }

    let site = plain_site();
    for folder in ["posts", "docs/guides"] {
        fs::create_dir_all(site.root().join("content").join(folder)).unwrap();
    }
    let pages = commands(&page("guides/write/new-page.md")).concat();
    run(site.root(), &pages);
    let files: Vec<&str> =
        pages.lines().filter_map(|line| line.split_once("# ")).map(|it| it.1).collect();
    assert_eq!(files.len(), 5);
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

/// Adds the first settings of a guide to a site, with a new folder in place of the documented URL of the target. Returns the folder.
fn add_target(site: &Site, blocks: &[(&str, &str, &str)], url: &str) -> TempDir {
    let target = TempDir::new().unwrap();
    let settings = blocks.iter().find(|it| it.1 == "toml").unwrap().2;
    assert_contains(settings, &[&format!("url = \"{url}\"")]);
    site.append("site.toml", &settings.replace(url, target.path().to_str().unwrap()));
    target
}

#[test]
fn the_guide_of_deployments_runs_from_the_first_one_to_a_rollback() {
    let text = page("guides/publish/deploy.md");
    let site = plain_site();
    let blocks = blocks(&text);
    let target = add_target(&site, &blocks, "/srv/site");
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
const RECIPES: [&str; 7] = [
    "design/gallery",
    "design/contact-form",
    "design/comments-and-analytics",
    "design/social-cards",
    "languages/add-a-language",
    "languages/hosts",
    "languages/pseudo",
];

#[test]
fn the_guide_of_messages_shows_them() {
    let text = page("guides/languages/messages.md");
    let site = plain_site();
    let text = text.split("\n## Syntax\n").next().unwrap();
    for (sentence, language, code) in blocks(text) {
        if language == "sh" {
            run(site.root(), code);
        } else {
            site.write(sentence.rsplit('`').nth(1).unwrap(), code);
        }
    }
}

#[test]
fn the_recipes_build_without_a_warning() {
    for recipe in RECIPES {
        let text = page(&format!("guides/{recipe}.md"));
        let site = plain_site();
        let run = |script: &str| run(site.root(), script);
        if recipe == "design/gallery" {
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

#[test]
fn the_guides_of_translations_show_files_that_are_valid_together() {
    let site = plain_site();
    let declared = page("guides/languages/add-a-language.md");
    let settings = blocks(&declared).into_iter().find(|it| it.1 == "toml").unwrap();
    site.append("site.toml", settings.2);
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\nText.\n");
    site.write(
        "pages/page.html",
        "{% for it in data.offers.offer %}{{ it.label }} {{ it.amount }}{% endfor %}",
    );
    for (sentence, _, code) in blocks(&page("guides/languages/translate.md")) {
        site.write(sentence.rsplit('`').nth(1).unwrap(), code);
    }

    let commands = &commands(&page("guides/languages/up-to-date.md"))[0];
    let printed = run(site.root(), commands);
    assert_contains(&printed, &["content/about.md: not translated", "accepted 1 translation"]);
    run(site.root(), "croupier build --allow-samples");
    assert_contains(&site.read("public/fr/about/index.html"), &["Bienvenue 20"]);
    assert_contains(&site.read("public/index.html"), &["Welcome 20"]);
}

#[test]
fn the_configurations_of_translation_services_name_the_message_files() {
    let text = page("guides/languages/services.md");
    let files = blocks(&text);
    let block = |language: &str| files.iter().find(|it| it.1 == language).unwrap().2;
    let site = plain_site();
    // Data files have the same parsers.
    site.write("content/data/pontoon.toml", block("text"));
    let mapping = files.iter().rfind(|it| it.1 == "yaml").unwrap().2;
    site.write("content/data/crowdin.yaml", &format!("{}{mapping}", block("yaml")));
    site.write(
        "pages/page.html",
        "{% for it in data.pontoon.paths %}{{ it.reference }} {{ it.l10n }}{% endfor %} {% for it in data.crowdin.files %}{{ it.source }} {{ it.translation }} {{ it.type }} {{ it.languages_mapping.two_letters_code[\"pt-BR\"] }}{% endfor %}",
    );
    run(site.root(), "croupier build --preview");
    assert_contains(
        &site.read(".croupier/preview/index.html"),
        &[
            "i18n/en/**/*.ftl i18n/{locale}/**/*.ftl /i18n/en/**/*.ftl /i18n/%two_letters_code%/**/%original_file_name% ftl pt-BR",
        ],
    );
}

#[test]
fn the_guide_of_previews_deploys_and_lists_one() {
    let text = page("guides/publish/previews.md");
    let site = plain_site();
    let blocks = blocks(&text);
    let _target = add_target(&site, &blocks, "s3://my-bucket/previews");
    let documented = commands(&text);
    let shown: Vec<&str> = blocks.iter().filter(|it| it.1.is_empty()).map(|it| it.2).collect();

    let deployed = run(site.root(), &documented[0]);
    assert_contains(&deployed, &[shown[0].trim()]);
    let password = "$(openssl rand -base64 24)";
    assert_contains(&documented[1], &[password]);
    let configuration = run(site.root(), &documented[1].replace(password, "a-long-password"));
    assert_contains(&configuration, &["auth_basic"]);
    assert!(!configuration.contains("a-long-password"));

    // Date, time and user differ.
    let unchanging = |line: &str| line.split("  expires ").next().unwrap().trim().to_owned();
    assert_eq!(unchanging(&run(site.root(), &documented[2])), unchanging(shown.last().unwrap()));
}

#[test]
fn the_guide_of_servers_writes_their_configurations() {
    let site = plain_site();
    let etc = TempDir::new().unwrap();
    for folder in ["nginx/snippets", "caddy"] {
        fs::create_dir_all(etc.path().join(folder)).unwrap();
    }
    for command in commands(&page("guides/publish/servers.md")) {
        // The program of CloudFront is not installed.
        let aws = "aws() { echo \"$*\" >> calls; }; KVS_ARN=arn; CROUPIER_RELEASE=R1\n";
        let command = command.replace("/etc", etc.path().to_str().unwrap());
        run(site.root(), &format!("{aws}{command}"));
    }
    assert_contains(&site.read("calls"), &["put-key --kvs-arn arn", "--key release --value R1\n"]);
    assert_contains(&site.read("function.js"), &["store.get(\"release\")"]);
    for (file, directive) in
        [("nginx/snippets/site.conf", "location"), ("caddy/site.caddy", "header")]
    {
        let configuration = fs::read_to_string(etc.path().join(file)).unwrap();
        assert_contains(&configuration, &[directive]);
    }
}

#[test]
fn the_guide_of_shards_makes_the_output_of_one_build() {
    let site = plain_site();
    run(site.root(), "croupier build --profile production");
    let whole = tree(&site.root().join("public"));
    let bucket = Bucket::start();
    let credentials = CREDENTIALS.map(|(name, value)| format!("export {name}={value}; ")).concat();
    for command in commands(&page("guides/publish/shards.md")) {
        fs::remove_dir_all(site.root().join("public")).unwrap();
        let command = command.replace("s3://my-bucket/parts/$COMMIT", &bucket.url("parts/1f3c"));
        run(site.root(), &format!("{credentials}{command}"));
        assert!(tree(&site.root().join("public")) == whole);
    }
}

#[test]
fn the_guide_of_uploads_lists_what_changed_and_goes_back() {
    let text = page("guides/publish/upload.md");
    let documented = commands(&text);
    let site = plain_site();
    site.write("content/index.md", "---\ntitle: Harbour\n---\nWe answer within two days.\n");
    site.write("upload", "#!/bin/sh\ncp $1 uploaded.tsv\n");
    site.write(".gitignore", ".croupier\npublic\nupload\n*.tsv\n");
    let git = "git -c user.name=Ada -c user.email=ada@harbour.se";
    run(
        site.root(),
        &format!("chmod +x upload; git init -q; git add .; {git} commit -qm first; git tag v1.4"),
    );
    run(site.root(), &documented[0]);
    assert_contains(&site.read("uploaded.tsv"), &["\tindex.html", "\t404.html"]);

    site.write("content/index.md", "---\ntitle: Harbour\n---\nWe answer within a day.\n");
    run(site.root(), &format!("{git} commit -qam second"));
    run(site.root(), &documented[0]);
    let uploaded = site.read("uploaded.tsv");
    assert_contains(&uploaded, &["\tindex.html"]);
    assert!(!uploaded.contains("\t404.html"), "{uploaded}");

    run(site.root(), &documented[1]);
    assert_contains(&site.read("changes.tsv"), &["\tindex.html"]);
    assert_contains(&site.read("public/index.html"), &["within two days"]);
}

#[test]
fn variables_of_guides_override_settings() {
    let site = plain_site();
    let text = page("guides/publish/profiles.md");
    let profile = blocks(&text).iter().find(|it| it.1 == "toml").unwrap().2.to_owned();
    site.append("site.toml", "\n[client]\napi = \"https://api.harbour.se\"\n");
    site.write("site.preview.toml", &profile);
    let documented = commands(&text).concat();
    for command in documented.lines() {
        let (variables, _) = command.split_once(" croupier build").unwrap();
        run(site.root(), command);
        let checked = run(site.root(), &format!("{variables} croupier check --preview"));
        assert_contains(&checked, &[variables.split('=').next().unwrap()]);
    }
    for command in commands(&page("guides/islands/variables.md")) {
        run(site.root(), &command);
    }
}

#[test]
fn the_guide_of_external_links_runs_with_each_of_its_settings() {
    let site = plain_site();
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n[x](https://example.org/)\n");
    let text = page("guides/publish/external-links.md");
    let settings = site.read("site.toml");
    let tables: Vec<&str> =
        blocks(&text).into_iter().filter(|it| it.1 == "toml").map(|it| it.2).collect();
    assert_eq!(tables.len(), 2);
    for table in tables {
        site.write("site.toml", &format!("{settings}\n{table}"));
        for command in commands(&text) {
            // Without the feature, the command names it.
            let checked = if cfg!(feature = "external-links") {
                run(site.root(), &command)
            } else {
                run(site.root(), &format!("{command} 2>&1 | grep external-links"))
            };
            assert_contains(&checked, &["external"]);
        }
    }
}

/// Pages whose commands run in a test of this folder, or in `tutorial.rs` or `migrating.rs`.
const RUN: [&str; 23] = [
    "guides/design/comments-and-analytics.md",
    "guides/design/contact-form.md",
    "guides/design/gallery.md",
    "guides/design/social-cards.md",
    "guides/islands/variables.md",
    "guides/migrate/index.md",
    "guides/migrate/others.md",
    "guides/publish/deploy.md",
    "guides/publish/external-links.md",
    "guides/publish/hosts.md",
    "guides/publish/previews.md",
    "guides/publish/profiles.md",
    "guides/publish/servers.md",
    "guides/publish/shards.md",
    "guides/publish/upload.md",
    "guides/write/code.md",
    "guides/languages/add-a-language.md",
    "guides/languages/hosts.md",
    "guides/languages/messages.md",
    "guides/languages/pseudo.md",
    "guides/languages/up-to-date.md",
    "guides/write/formulas.md",
    "guides/write/new-page.md",
];

/// Other pages with commands, and why no test runs them.
const NOT_RUN: [(&str, &str); 11] = [
    ("explanation/comparison.md", "it measures, and installs other generators"),
    ("explanation/open-tabs.md", "it measures"),
    ("guides/design/search.md", "it installs an npm package; `tests/e2e` tests the search"),
    ("guides/design/styles.md", "it installs an npm package; `styles.rs` compiles Sass"),
    ("guides/islands/code-blocks.md", "it installs an npm package"),
    ("guides/islands/existing-site.md", "it installs npm packages; `add.rs` tests the command"),
    ("guides/islands/index.md", "it installs npm packages; `tests/e2e` serves this template"),
    (
        "guides/write/browser.md",
        "it opens a browser; `editor.rs` and `tests/e2e/editor` test the editor",
    ),
    ("index.md", "it compiles the program"),
    ("install.md", "it asks for the version of the installed program"),
    ("tutorial/index.md", "`tutorial.rs` runs all of them as one script"),
];

#[test]
fn a_test_runs_the_commands_of_each_page_or_the_reason_is_known() {
    let with_commands: BTreeSet<String> =
        pages().into_iter().filter(|(_, text)| !commands(text).is_empty()).map(|it| it.0).collect();
    let known = RUN.into_iter().chain(NOT_RUN.into_iter().map(|(path, _)| path));
    assert_eq!(with_commands, known.map(String::from).collect::<BTreeSet<_>>());
}

#[test]
fn the_unit_of_systemd_is_valid() {
    let text = page("guides/publish/watch.md");
    let (_, _, unit) = blocks(&text).into_iter().find(|it| it.1 == "ini").unwrap();
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("croupier.service");
    let installed = "/usr/local/bin/croupier";
    assert_contains(unit, &[installed, "Type=notify", "WatchdogSec="]);
    fs::write(&file, unit.replace(installed, env!("CARGO_BIN_EXE_croupier"))).unwrap();
    // Machines without systemd cannot verify units.
    let Ok(output) = Command::new("systemd-analyze").arg("verify").arg(&file).output() else {
        return;
    };
    let printed = printed_text(&output);
    let problems: Vec<&str> =
        printed.lines().filter(|line| line.contains("croupier.service")).collect();
    assert!(problems.is_empty(), "{printed}");
}

#[test]
fn the_probes_of_kubernetes_fail_for_a_watch_that_hangs() {
    let text = page("guides/publish/watch.md");
    let (_, _, pod) = blocks(&text).into_iter().find(|it| it.1 == "yaml").unwrap();
    let folder = TempDir::new().unwrap();
    let status = folder.path().join("status.json");
    let lists: Vec<Vec<String>> = pod
        .lines()
        .filter_map(|line| line.split_once(": [").filter(|it| !it.0.contains("//")))
        .map(|(_, list)| serde_json::from_str(&format!("[{list}")).unwrap())
        .map(|list: Vec<String>| {
            let path = status.to_str().unwrap();
            list.iter().map(|it| it.replace("/tmp/status.json", path)).collect()
        })
        .collect();
    let [arguments, startup, live, ready] = &lists[..] else { panic!("{lists:?}") };
    let passes = |probe: &[String]| {
        Command::new(&probe[0]).args(&probe[1..]).output().unwrap().status.success()
    };
    assert!(!passes(startup) && !passes(live) && !passes(ready));

    let site = Site::small();
    let root = site.root().to_str().unwrap();
    let mut watch = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(arguments.iter().map(|it| if it == "/site" { root } else { it }))
        .spawn()
        .unwrap();
    let deadline = std::time::Instant::now() + std::time::Duration::from_mins(1);
    while !passes(ready) {
        assert!(std::time::Instant::now() < deadline, "no build was published");
    }
    assert!(passes(startup) && passes(live));

    // A watch that hangs leaves an old file.
    watch.kill().unwrap();
    watch.wait().unwrap();
    let old = std::time::SystemTime::now() - std::time::Duration::from_mins(5);
    fs::File::options().write(true).open(&status).unwrap().set_modified(old).unwrap();
    assert!(!passes(live));
}
