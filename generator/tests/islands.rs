//! `croupier new --template islands`, the loader that the generator contains, the island renderer and the installation of npm packages.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::common::{
    Site, SiteBuilder, assert_contains, assert_diagnostics, install, printed_text, tree,
};
use serde_json::Value;
use tempfile::TempDir;

fn run(program: &str, folder: &Path, arguments: &[&str]) -> Output {
    Command::new(program).args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn croupier(folder: &Path, arguments: &[&str]) -> Output {
    run(env!("CARGO_BIN_EXE_croupier"), folder, arguments)
}

fn succeeds(output: &Output) -> String {
    assert!(output.status.success(), "{}", printed_text(output));
    printed_text(output)
}

#[test]
fn a_new_site_with_islands_passes_its_build_checks_and_tests() {
    let folder = TempDir::new().unwrap();
    let arguments =
        ["new", "site", "--template", "islands", "--name", "A \"quoted\" name", "--ci", "github"];
    succeeds(&croupier(folder.path(), &arguments));
    let site = folder.path().join("site");
    let read = |path: &str| fs::read_to_string(site.join(path)).unwrap();
    assert_eq!(read(".gitignore"), "/public/\n/.croupier/\nnode_modules/\n");
    assert!(!read("package-lock.json").contains("://registry"), "a lock file names no registry");
    let workflow = read(".github/workflows/site.yml");
    assert_contains(&workflow, &["cache: npm", "      - run: npm run check && npm test\n"]);

    succeeds(&croupier(&site, &["build", "--preview"]));
    let home = read(".croupier/preview/index.html");
    assert_contains(
        &home,
        &["<h1>A &quot;quoted&quot; name</h1>", "<output class=\"counter__count\">3</output>"],
    );
    let data: Value =
        serde_json::from_str(&read(".croupier/preview/page-data/index/page-data.json")).unwrap();
    let chunks = data["croupier"]["chunks"].as_array().unwrap();
    let counter = chunks
        .iter()
        .filter_map(Value::as_str)
        .find(|it| it.contains("/counter-"))
        .expect("the island's chunk");
    assert_contains(&home, &[&format!("data-src=\"{counter}\"")]);
    assert!(site.join(".croupier/preview").join(&counter[1..]).is_file(), "{counter}");
    assert_contains(data["croupier"]["main"].as_str().unwrap(), &["data-hydrate=\"visible\""]);
    assert!(
        data["croupier"]["styles"]
            .as_array()
            .unwrap()
            .iter()
            .any(|it| it.as_str().unwrap().contains("/counter-"))
    );
    let worker = read(".croupier/preview/sw.js");
    assert_contains(&worker, &["offline.html", "assets/boot-"]);
    let files = tree(&site).into_iter().filter(|(path, _)| !path.starts_with("node_modules"));
    for (path, bytes) in files {
        assert!(
            !String::from_utf8_lossy(&bytes).to_lowercase().contains("casino"),
            "{} mentions a casino",
            path.display()
        );
    }

    succeeds(&run("npm", &site, &["run", "check"]));
    assert_contains(&succeeds(&run("npm", &site, &["test"])), &["2 passed"]);
    assert!(
        !succeeds(&croupier(&site, &["build", "--preview", "--check-incremental"]))
            .contains("installing")
    );

    // A build restores the loader that `clean` removed, and reports wrong props with their location.
    succeeds(&croupier(&site, &["clean"]));
    fs::write(site.join("pages/home.html"), "\n{{ island(\"counter\", {\"label\": 1}) }}").unwrap();
    let refused = croupier(&site, &["build", "--preview"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_contains(
        &printed_text(&refused),
        &[
            "the prop `label` of island `counter` is a number but must be a string",
            "pages/home.html:2",
        ],
    );
    assert!(site.join(".croupier/loader/package.json").is_file());

    // The error of an invalid schema is in its file.
    let schema = site.join("src/islands/counter/props.schema.json");
    for (text, expected) in [
        ("{\"type\": \"object\",}", " --> src/islands/counter/props.schema.json:1:19\n"),
        (
            "{\"oneOf\": []}",
            "error[C0112]: this schema cannot be used: the keyword `oneOf` is not supported\n --> src/islands/counter/props.schema.json:1:1\n",
        ),
    ] {
        fs::write(&schema, text).unwrap();
        let refused = croupier(&site, &["check", "--preview"]);
        assert_eq!(refused.status.code(), Some(1));
        assert_contains(&printed_text(&refused), &[expected]);
        assert!(
            !printed_text(&refused).contains("    at ")
                && !printed_text(&refused).contains("at line"),
            "{}",
            printed_text(&refused)
        );
    }

    fs::remove_file(&schema).unwrap();
    assert_contains(
        &printed_text(&croupier(&site, &["check", "--preview"])),
        &["`props.schema.json` is missing", " --> src/islands/counter/island.tsx:1:1\n"],
    );
}

#[test]
fn a_runtime_folder_without_islands_is_reported() {
    let site = SiteBuilder::new()
        .settings("[runtime]\ndir = \"source\"\n")
        .file("src/islands/a/island.tsx", "")
        .create();
    assert_diagnostics!(site.refused());
}

#[test]
fn new_asks_for_the_template_only_at_a_terminal() {
    let folder = TempDir::new().unwrap();
    // script(1) provides the terminal. The keys are the down arrow and Enter.
    let new_site = |keys: &str, name: &str| {
        let command = format!("{} new {name}", env!("CARGO_BIN_EXE_croupier"));
        let script = format!("printf '{keys}' | script -qec '{command}' /dev/null");
        succeeds(&run("sh", folder.path(), &["-c", &script]))
    };
    assert_contains(
        &new_site("\\033[B\\r", "blog"),
        &["Template:", "plain", "blog", "docs", "islands", "casino"],
    );
    assert!(folder.path().join("blog/content/posts/first.md").is_file());
    new_site("\\033[B\\033[B\\033[B\\r", "islands");
    assert!(folder.path().join("islands/src/islands/counter/island.tsx").is_file());
    // Without a terminal, the template is `plain`.
    let output = succeeds(&croupier(folder.path(), &["new", "plain"]));
    assert!(
        !output.contains('?') && folder.path().join("plain/static/site.css").is_file(),
        "{output}"
    );
}

/// A bundler whose renderer has three islands. `plain` shows its label, `meeting` finishes when the island that `other` names has
/// started too, and `fatal` ends the process. The renderer logs its starts and islands in `.croupier/log`.
const RENDERER: &str = r#"import { mkdirSync, writeFileSync } from "node:fs";
const out = process.argv[3];
mkdirSync(`${out}/assets`);
for (const name of ["boot.js", "site.css", "island.js"]) writeFileSync(`${out}/assets/${name}`, "");
const island = { js: "assets/island.js" };
const islands = { plain: island, meeting: island, fatal: island };
const manifest = { boot: "assets/boot.js", styles: "assets/site.css", head: "0;", islands, assets: {}, server: "server.cjs" };
writeFileSync(`${out}/manifest.json`, JSON.stringify(manifest));
writeFileSync(`${out}/server.cjs`, `
const { appendFileSync, existsSync, mkdirSync, watch, writeFileSync } = require("node:fs");
const folder = __dirname + "/../..";
const log = (line) => appendFileSync(folder + "/log", line + "\\n");
const islands = {
  plain: ({ label }, done) => done(label),
  meeting: ({ label, other }, done) => {
    const met = folder + "/met";
    mkdirSync(met, { recursive: true });
    const watcher = watch(met, () => check());
    const check = () => {
      if (!existsSync(met + "/" + other)) return;
      watcher.close();
      done(label);
    };
    writeFileSync(met + "/" + label, "");
    check();
  },
  fatal: () => process.exit(1),
};
log("start");
console.log('{"ready":true}');
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, component, props } = JSON.parse(line);
  log(component + " " + props.label);
  islands[component](props, (html) => console.log(JSON.stringify({ id, html: "<b>" + html + "</b>" })));
});
`);
"#;

/// A site whose renderer is [`RENDERER`], with a page for each of these `[extra]` tables.
fn site_with_islands(pages: &[&str]) -> Site {
    let config = "<script type=\"application/json\" id=\"croupier-config\">{{ config }}</script>";
    let shell = format!("<head>{{{{ scripts }}}}</head>{{{{ main }}}}{config}");
    let site = SiteBuilder::new()
        .settings("[runtime]\ndir = \"runtime\"\n")
        .file("runtime/bundle.mjs", RENDERER)
        .file("pages/shell.html", &shell)
        .file(
            "pages/page.html",
            "{{ page.body }}{{ island(page.extra.island, page.extra.props) }}",
        );
    let add = |site: SiteBuilder, (number, extra): (usize, &&str)| {
        let name = if number == 0 { "index".to_owned() } else { format!("page-{number}") };
        site.page(&name, &format!("title = \"{name}\"\n[extra]\n{extra}\n"), "")
    };
    pages.iter().enumerate().fold(site, add).create()
}

/// Counts the occurrences of a line in the renderers' log.
fn count_in_log(site: &Site, line: &str) -> usize {
    site.read(".croupier/log").lines().filter(|it| *it == line).count()
}

#[test]
fn islands_render_at_the_same_time() {
    // With one core there is one renderer.
    if thread::available_parallelism().unwrap().get() < 2 {
        return;
    }
    let site = site_with_islands(&[
        "island = \"meeting\"\nprops = {label = \"one\", other = \"two\"}",
        "island = \"meeting\"\nprops = {label = \"two\", other = \"one\"}",
    ]);
    site.build();
    assert_contains(&site.output("index.html"), &["<b>one</b>"]);
    assert_contains(&site.output("page-1/index.html"), &["<b>two</b>"]);
    assert_eq!(count_in_log(&site, "start"), 2);
}

#[test]
fn an_island_with_the_same_props_is_rendered_once() {
    let site = site_with_islands(&["island = \"plain\"\nprops = {label = \"same\"}"; 40]);
    site.build();
    for number in 1..40 {
        assert_contains(&site.output(&format!("page-{number}/index.html")), &["<b>same</b>"]);
    }
    assert_eq!((count_in_log(&site, "start"), count_in_log(&site, "plain same")), (1, 1));
}

#[test]
fn a_renderer_that_stops_is_one_error_and_other_islands_are_rendered() {
    let plain = |label: &str| format!("island = \"plain\"\nprops = {{label = \"{label}\"}}");
    let labels = ["one", "two", "three", "four"].map(plain);
    let fatal = "island = \"fatal\"\nprops = {label = \"x\"}";
    let pages: Vec<&str> = labels.iter().flat_map(|it| [it.as_str(), fatal]).collect();
    let site = site_with_islands(&pages);
    let refused = site.refused();
    let message = "island `fatal` cannot be rendered: the island renderer stopped";
    assert_eq!(refused.matches(message).count(), 1, "{refused}");
    for label in ["one", "two", "three", "four"] {
        assert_eq!(count_in_log(&site, &format!("plain {label}")), 1);
    }
}

/// A replacement for npm that logs its arguments and fails with `--prefer-offline`.
const NPM: &[u8] = b"#!/bin/sh
echo \"$@\" >>../.croupier/npm
case \"$*\" in *--prefer-offline*) echo 'npm error code ETARGET' >&2; exit 1;; esac
mkdir node_modules
";

#[test]
fn npm_uses_the_registry_only_if_its_cache_is_out_of_date() {
    let site = site_with_islands(&["island = \"plain\"\nprops = {label = \"one\"}"]);
    site.write("runtime/package-lock.json", "{}");
    install(NPM, &site.root().join("bin/npm"));
    let path = format!("{}:{}", site.root().join("bin").display(), std::env::var("PATH").unwrap());
    let build = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["build", "--preview"])
        .current_dir(site.root())
        .env("PATH", path)
        .output();
    succeeds(&build.unwrap());
    let arguments = "ci --no-audit --no-fund --loglevel=error";
    assert_eq!(site.read(".croupier/npm"), format!("{arguments} --prefer-offline\n{arguments}\n"));
}

#[test]
fn another_version_of_node_renders_islands_again() {
    let site = site_with_islands(&["island = \"plain\"\nprops = {label = \"one\"}"]);
    let path = format!("{}:{}", site.root().join("bin").display(), std::env::var("PATH").unwrap());
    let node = std::env::split_paths(&std::env::var("PATH").unwrap())
        .map(|folder| folder.join("node"))
        .find(|node| node.is_file())
        .unwrap();
    let build = |version: &str| {
        let script = format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && {{ echo {version}; exit; }}\nexec {} \"$@\"\n",
            node.display()
        );
        install(script.as_bytes(), &site.root().join("bin/node"));
        // The page is rendered again each time.
        site.append("content/index.md", "text\n");
        let build = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["build", "--preview"])
            .current_dir(site.root())
            .env("PATH", &path)
            .output();
        succeeds(&build.unwrap());
        count_in_log(&site, "start")
    };
    assert_eq!(build("v20.0.0"), 1);
    assert_eq!(build("v20.0.0"), 1);
    assert_eq!(build("v22.0.0"), 2);
    assert_eq!(build("v20.0.0"), 2);
}
