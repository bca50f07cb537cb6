//! `croupier add` and `croupier new --add`: files, settings and messages.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use croupier::Code;
use tempfile::TempDir;

use crate::common::{Site, SiteBuilder, assert_contains, printed_text, tree};

/// A site that was ported by hand, with files of npm and TypeScript of its own.
fn ported() -> SiteBuilder {
    SiteBuilder::bare()
        .file("pages/page.html", "{{ page.body }}")
        .file(
            "pages/shell.html",
            "<html lang=\"en\">\n<head>\n  {{ head }}\n  {{ scripts }}\n</head>\n<body><main>{{ main }}</main></body></html>\n",
        )
        .page("index", "title = \"Home\"\n", "Text.\n")
}

/// Runs the binary in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(arguments).current_dir(folder).output().unwrap()
}

/// Adds features without npm.
fn add(site: &Site, features: &[&str]) -> Output {
    let root = site.root().to_str().unwrap();
    let arguments = [&["add"], features, &["--no-install", "--root", root]].concat();
    site.run(&arguments)
}

/// Adds features, which must succeed, and returns the messages.
fn added(site: &Site, features: &[&str]) -> String {
    let output = add(site, features);
    let text = printed_text(&output);
    assert!(output.status.success(), "{text}");
    text
}

/// The files of a site without those that a build writes.
fn sources(site: &Site) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = tree(site.root());
    files.retain(|path, _| !path.starts_with(".croupier"));
    files
}

#[test]
fn islands_are_added_to_a_site_once() {
    let site = ported().create();
    let text = added(&site, &["islands"]);
    assert_contains(
        &text,
        &[
            "created package.json",
            "changed site.toml: [runtime] dir = \"src\"",
            "created src/islands/counter/island.tsx",
            "created src/islands/counter/props.schema.json",
            "created src/islands/counter/counter.test.tsx",
            "created tsconfig.json",
            "{{ island(\"counter\", label=\"Clicks\") }}",
            "run: croupier dev",
        ],
    );
    assert_contains(
        &site.read("package.json"),
        &["\"@croupier/loader\": \"file:.croupier/loader\"", "\"react\":", "\"vitest\":"],
    );
    assert_contains(&site.read(".gitignore"), &["/.croupier/\nnode_modules/\n"]);

    let before = sources(&site);
    assert_eq!(
        added(&site, &["islands"]),
        "the site has all of this already; nothing was changed\n"
    );
    assert_eq!(sources(&site), before);
}

#[test]
fn settings_keep_their_comments_order_and_line_ends() {
    let site = ported().create();
    let settings = format!(
        "\u{feff}# First.\n{}\n[markdown] # Text.\nemoji = true # Yes.\n\n[output]\ntrusted_types = [\"own\"]\n\n# [later]\n# a = 1\n",
        site.read("site.toml").trim_end()
    );
    site.write("site.toml", &settings.replace('\n', "\r\n"));
    added(&site, &["mermaid,math"]);
    let changed = site.read("site.toml");
    assert!(!changed.replace("\r\n", "").contains(['\r', '\n']), "{changed:?}");
    let expected = settings
        .replace(
            "emoji = true # Yes.\n",
            "emoji = true # Yes.\nmath = true\n\n[markdown.code_islands]\nmermaid = \"mermaid\"\n",
        )
        .replace("[\"own\"]", "[\"own\", \"default\", \"dompurify\"]");
    let expected = format!("{expected}\n[runtime]\ndir = \"src\"\n");
    assert_eq!(changed.replace("\r\n", "\n"), expected);
}

#[test]
fn settings_are_added_to_tables_of_every_notation() {
    for (settings, line) in [
        ("markdown = { emoji = true }\n", "markdown = { emoji = true, math = true }"),
        ("markdown.emoji = true\n", "markdown.math = true"),
        ("[markdown]\nmath = false # Not yet.\n", "math = true # Not yet."),
        ("[[feeds]]\nsection = \"/\"\npath = \"/f.xml\"\n", "\n\n[markdown]\nmath = true\n"),
    ] {
        let site = ported().create();
        site.write("site.toml", &format!("{}{settings}", site.read("site.toml")));
        added(&site, &["math"]);
        assert_contains(&site.read("site.toml"), &[line]);
        assert_eq!(added(&site, &["math"]).lines().count(), 1);
    }
}

#[test]
fn files_of_npm_and_typescript_keep_what_they_have() {
    let package = "{\n\t\"name\": \"own\",\n\t\"scripts\": { \"test\": \"own\" },\n\t\"dependencies\": {\n\t\t\"a\": \"1\",\n\t\t\"react\": \"^19.0.0\",\n\t\t\"z\": \"1\"\n\t}\n}\n";
    let site = ported()
        .file("package.json", package)
        .file("tsconfig.json", "{\n  // Own.\n  \"compilerOptions\": {\n    \"jsx\": \"react-jsx\",\n    \"types\": [\"node\"],\n  },\n}\n")
        .create();
    let text = added(&site, &["islands"]);
    assert_contains(
        &text,
        &[
            "changed package.json: @croupier/loader in dependencies",
            "changed tsconfig.json: moduleResolution, types",
        ],
    );
    let changed = site.read("package.json");
    assert_contains(
        &changed,
        &[
            "{\n\t\"name\": \"own\",\n\t\"scripts\": {",
            "\"test\": \"own\"",
            "\"check\": \"tsc --noEmit\"",
            "\"dependencies\": {\n\t\t\"@croupier/loader\": \"file:.croupier/loader\",\n\t\t\"a\": \"1\",\n\t\t\"react\": \"^19.0.0\",\n\t\t\"react-dom\": \"19.",
            "\",\n\t\t\"z\": \"1\"\n\t}",
            "\"devDependencies\": {\n\t\t\"@types/react\"",
        ],
    );
    assert_contains(
        &site.read("tsconfig.json"),
        &[
            "  // Own.\n",
            "\"types\": [\"node\", \"@croupier/loader/client\"]",
            "\"moduleResolution\": \"bundler\"",
        ],
    );
    // Another folder of islands, in which the user has some.
    let site = ported().file("web/islands/own/island.tsx", "export function Island() {}").create();
    site.append("site.toml", "[runtime]\ndir = \"web\"\n");
    added(&site, &["islands"]);
    assert!(!site.root().join("web/islands/counter").exists());
    assert_contains(&site.read("tsconfig.json"), &["\"include\": [\"web\"]"]);
}

#[test]
fn what_contradicts_files_of_the_user_is_reported_and_not_changed() {
    let site = ported()
        .file("package.json", "{ \"dependencies\": { \"react\": \"^18.2.0\" } }\n")
        .file("tsconfig.json", "{ \"compilerOptions\": { \"jsx\": \"preserve\" } }\n")
        .file("src/islands/mermaid/island.tsx", "own")
        .file("pages/shell.html", "<main>{{ main }}</main>")
        .create();
    let output = add(&site, &["islands", "mermaid", "math"]);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(
        &printed_text(&output),
        &[
            "warning: package.json has react ^18.2.0, but islands need version 19.",
            "warning: tsconfig.json has `\"jsx\": \"preserve\"`: write `\"jsx\": \"react-jsx\"`",
            "warning: src/islands/mermaid/ is an island of yours already",
            "warning: no base layout loads the scripts of islands: write {{ scripts }}",
            "warning: link the style sheet in the head of your base layout: <link rel=\"stylesheet\" href=\"{{ asset(\"/math.css\") }}\">",
        ],
    );
    assert_eq!(site.read("src/islands/mermaid/island.tsx"), "own");
    assert_eq!(site.read("pages/shell.html"), "<main>{{ main }}</main>");
    assert_contains(&site.read("package.json"), &["\"react\": \"^18.2.0\""]);
}

#[test]
fn a_file_that_cannot_be_edited_leaves_the_site_unchanged() {
    for (path, text, message) in [
        ("package.json", "{ \"name\": ", "cannot add anything to package.json"),
        ("package.json", "[]", "it is not an object"),
        ("package.json", "{ \"dependencies\": 1 }", "`dependencies` is not an object"),
        ("tsconfig.json", "{ \"compilerOptions\": 1 }", "`compilerOptions` is not an object"),
        ("site.toml", "name = \"x\n", "cannot add anything to site.toml"),
    ] {
        let site = ported().file(path, text).create();
        site.write(path, text);
        let before = sources(&site);
        let output = add(&site, &["islands"]);
        assert_eq!(output.status.code(), Some(1), "{path}");
        assert_contains(&printed_text(&output), &[message, path]);
        assert_eq!(sources(&site), before);
    }
    // The runtime has its own bundler.
    let site = ported().file("src/bundle.mjs", "").create();
    assert_eq!(add(&site, &["islands"]).status.code(), Some(2));
    assert!(!site.root().join("package.json").exists());
}

#[test]
fn formulas_and_sass_are_linked_in_the_base_layout() {
    let site = ported().create();
    let text = added(&site, &["math", "sass", "search-text"]);
    assert_contains(
        &text,
        &[
            "changed pages/shell.html: a link to /math.css, a link to /styles/main.css",
            "created static/math.css",
            "created styles/main.scss",
            "{{ search_button() }}",
            "run: npm install && croupier dev",
        ],
    );
    let link =
        |path: &str| format!("  <link rel=\"stylesheet\" href=\"{{{{ asset(\"{path}\") }}}}\">\n");
    assert_contains(
        &site.read("pages/shell.html"),
        &[&format!(
            "{{{{ head }}}}\n{}{}  {{{{ scripts }}}}",
            link("/math.css"),
            link("/styles/main.css")
        )],
    );
    assert_contains(&site.read("package.json"), &["\"pagefind\": \"^1.", "\"sass\": \"^1."]);
    assert_contains(
        &site.read("site.toml"),
        &["[styles.entries]\n\"/styles/main.css\" = \"styles/main.scss\"", "[search]\ntext = true"],
    );
    assert_eq!(added(&site, &["math", "sass", "search-text"]).lines().count(), 1);

    let site = ported().create();
    added(&site, &["math"]);
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n$x^2$\n");
    site.build();
    assert_contains(&site.output("index.html"), &["<math", "href=\"/math."]);
}

#[test]
fn packages_that_a_build_needs_before_its_islands_are_installed_first() {
    let site = ported().create();
    assert_contains(&added(&site, &["islands"]), &["run: croupier dev\n"]);
    // npm finds the loader that package.json names.
    assert_contains(&added(&site, &["sass"]), &["run: npm install && croupier dev\n"]);
    assert!(site.root().join(".croupier/loader/package.json").is_file());
}

#[test]
fn another_package_manager_stays_in_charge() {
    let site = ported().file("pnpm-lock.yaml", "").create();
    let root = site.root().to_str().unwrap().to_owned();
    let output = site.run(&["add", "sass", "--root", &root]);
    assert_contains(&printed_text(&output), &["run: pnpm install && croupier dev"]);
    assert!(!site.root().join("package-lock.json").exists());
}

#[test]
fn an_unknown_feature_and_a_folder_without_a_site_are_reported() {
    let folder = TempDir::new().unwrap();
    let output = run_in(folder.path(), &["add", "mermiad"]);
    assert_eq!(output.status.code(), Some(2));
    assert_contains(
        &printed_text(&output),
        &["islands, mermaid, math, sass, search-text", "a similar value exists: 'mermaid'"],
    );
    let output = run_in(folder.path(), &["add", "islands"]);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&printed_text(&output), &[Code::NoSite.number()]);
    assert!(tree(folder.path()).is_empty());
    let help = printed_text(&run_in(folder.path(), &["add", "--help"]));
    assert_contains(&help, &["- islands:", "- mermaid:", "- math:", "- sass:", "- search-text:"]);
}

#[test]
fn a_new_site_of_every_template_can_have_features() {
    for template in ["plain", "blog", "docs", "islands", "casino"] {
        let folder = TempDir::new().unwrap();
        let arguments =
            ["new", "site", "--template", template, "--add", "islands,mermaid", "--add", "math"];
        let output = run_in(folder.path(), &arguments);
        assert!(output.status.success(), "{}", printed_text(&output));
        let root = folder.path().join("site");
        let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
        assert_contains(
            &read("site.toml"),
            &["dir = \"src\"", "mermaid = \"mermaid\"", "math = true"],
        );
        assert_contains(&read("pages/shell.html"), &["asset(\"/math.css\")"]);
        assert_contains(&read(".github/workflows/site.yml"), &["cache: npm", "npm test"]);
        assert!(!read(".github/workflows/site.yml").contains("npm ci"));
        let again = run_in(&root, &["add", "islands", "mermaid", "math", "--no-install"]);
        assert_contains(&printed_text(&again), &["nothing was changed"]);
    }
    let folder = TempDir::new().unwrap();
    run_in(
        folder.path(),
        &["new", "site", "--template", "plain", "--add", "sass", "--ci", "gitlab"],
    );
    let workflow = std::fs::read_to_string(folder.path().join("site/.gitlab-ci.yml")).unwrap();
    assert_contains(&workflow, &["  - npm ci\npages:"]);
}
