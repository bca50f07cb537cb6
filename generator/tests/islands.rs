//! `croupier new --template islands`: the site is whole, with the loader that comes with the generator, and what it says of a runtime that is none.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::common::{SETTINGS, Site, assert_says, install, said, tree};
use serde_json::Value;
use tempfile::TempDir;

fn run(program: &str, folder: &Path, arguments: &[&str]) -> Output {
    Command::new(program).args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn croupier(folder: &Path, arguments: &[&str]) -> Output {
    run(env!("CARGO_BIN_EXE_croupier"), folder, arguments)
}

fn succeeds(output: &Output) -> String {
    assert!(output.status.success(), "{}", said(output));
    said(output)
}

#[test]
fn a_new_site_with_islands_builds_checks_and_tests_itself() {
    let folder = TempDir::new().unwrap();
    let asked =
        ["new", "site", "--template", "islands", "--name", "A \"quoted\" name", "--ci", "github"];
    succeeds(&croupier(folder.path(), &asked));
    let site = folder.path().join("site");
    let read = |path: &str| fs::read_to_string(site.join(path)).unwrap();
    assert_eq!(read(".gitignore"), "/public/\n/.croupier/\nnode_modules/\n");
    assert!(!read("package-lock.json").contains("://registry"), "a lock file names no registry");
    let workflow = read(".github/workflows/site.yml");
    assert_says(
        &workflow,
        &[
            "cache: npm",
            "croupier build --profile production\n      - run: npm run check && npm test\n",
        ],
    );

    succeeds(&croupier(&site, &["build"]));
    let home = read("public/index.html");
    assert_says(
        &home,
        &["<h1>A &quot;quoted&quot; name</h1>", "<output class=\"counter__count\">3</output>"],
    );
    let data: Value = serde_json::from_str(&read("public/page-data/index/page-data.json")).unwrap();
    let chunks = data["croupier"]["chunks"].as_array().unwrap();
    let counter = chunks
        .iter()
        .filter_map(Value::as_str)
        .find(|it| it.contains("/counter-"))
        .expect("the island's chunk");
    assert!(
        home.contains(&format!("data-src=\"{counter}\""))
            && site.join("public").join(&counter[1..]).is_file(),
        "{home}"
    );
    assert!(data["croupier"]["main"].as_str().unwrap().contains("data-hydrate=\"visible\""));
    assert!(
        data["croupier"]["styles"]
            .as_array()
            .unwrap()
            .iter()
            .any(|it| it.as_str().unwrap().contains("/counter-"))
    );
    let worker = read("public/sw.js");
    assert!(worker.contains("offline.html") && worker.contains("assets/boot-"), "{worker}");
    let casino = tree(&site).into_iter().filter(|(path, _)| !path.starts_with("node_modules"));
    for (path, bytes) in casino {
        assert!(
            !String::from_utf8_lossy(&bytes).to_lowercase().contains("casino"),
            "{} speaks of a casino",
            path.display()
        );
    }

    succeeds(&run("npm", &site, &["run", "check"]));
    assert_says(&succeeds(&run("npm", &site, &["test"])), &["1 passed"]);
    assert!(!succeeds(&croupier(&site, &["build", "--check-incremental"])).contains("installing"));

    // What was cleaned comes back, and a use of the island that does not fit has its place.
    succeeds(&croupier(&site, &["clean"]));
    fs::write(site.join("pages/home.html"), "\n{{ island(\"counter\", {\"label\": 1}) }}").unwrap();
    let refused = croupier(&site, &["build"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_says(
        &said(&refused),
        &["the prop `label` of island `counter` is number instead of string", "pages/home.html:2"],
    );
    assert!(site.join(".croupier/loader/package.json").is_file());

    // A shape that cannot be used is told by the name of its island.
    let shape = site.join("src/islands/counter/props.schema.json");
    for (text, words) in [
        ("{\"type\": \"object\",}", "islands/counter/props.schema.json is no JSON: "),
        (
            "{\"oneOf\": []}",
            "props.schema.json of the island `counter`: the keyword `oneOf` is not supported\n",
        ),
    ] {
        fs::write(&shape, text).unwrap();
        let refused = croupier(&site, &["check"]);
        assert_eq!(refused.status.code(), Some(1));
        assert_says(&said(&refused), &[words]);
        assert!(
            !said(&refused).contains("    at ") && !said(&refused).contains("at line"),
            "{}",
            said(&refused)
        );
    }
}

#[test]
fn a_folder_without_islands_is_no_runtime() {
    let site = Site::small();
    site.write("site.toml", &format!("{SETTINGS}[runtime]\ndir = \"source\"\n"));
    site.write("src/islands/a/island.tsx", "");
    assert_says(
        &site.refused(),
        &["C0301", "there is no source/islands, and no source/bundle.mjs", "[runtime] dir"],
    );
}

#[test]
fn at_a_terminal_one_is_asked_what_the_site_begins_with() {
    let folder = TempDir::new().unwrap();
    // Two presses of the arrow that leads down, and Enter, at a terminal of script(1).
    let typed = |keys: &str, name: &str| {
        let command = format!("{} new {name}", env!("CARGO_BIN_EXE_croupier"));
        let script = format!("printf '{keys}' | script -qec '{command}' /dev/null");
        succeeds(&run("sh", folder.path(), &["-c", &script]))
    };
    assert_says(&typed("\\033[B\\r", "blog"), &["Which template?", "plain", "blog", "islands"]);
    assert!(folder.path().join("blog/content/posts/first.md").is_file());
    typed("\\033[B\\033[B\\r", "islands");
    assert!(folder.path().join("islands/src/islands/counter/island.tsx").is_file());
    // Where nobody can be asked, it is the plain one.
    let told = succeeds(&croupier(folder.path(), &["new", "plain"]));
    assert!(!told.contains('?') && folder.path().join("plain/static/site.css").is_file(), "{told}");
}

/// A bundler whose renderer knows three islands and lists its starts and renderings in `.croupier/log`: `plain` shows its label,
/// `meeting` is done once the island that `other` names has started too, and `fatal` ends the process.
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

/// A site whose renderer is [`RENDERER`], with a page for each of these texts.
fn site_with_islands(pages: &[&str]) -> Site {
    let site = Site::small();
    site.write("site.toml", &format!("{SETTINGS}[runtime]\ndir = \"runtime\"\n"));
    site.write("runtime/bundle.mjs", RENDERER);
    let config = "<script type=\"application/json\" id=\"croupier-config\">{{ config }}</script>";
    site.write(
        "pages/shell.html",
        &format!("<head>{{{{ scripts }}}}</head>{{{{ main }}}}{config}"),
    );
    site.write(
        "pages/page.html",
        "{{ page.body }}{{ island(page.extra.island, page.extra.props) }}",
    );
    for (number, extra) in pages.iter().enumerate() {
        let name = if number == 0 { "index".to_owned() } else { format!("page-{number}") };
        site.write(
            &format!("content/{name}.md"),
            &format!("+++\ntitle = \"{name}\"\n[extra]\n{extra}\n+++\n"),
        );
    }
    site
}

/// How often a line is in the renderers' log.
fn logged(site: &Site, line: &str) -> usize {
    site.read(".croupier/log").lines().filter(|it| *it == line).count()
}

#[test]
fn islands_render_at_the_same_time() {
    // A single core has a single renderer.
    if thread::available_parallelism().unwrap().get() < 2 {
        return;
    }
    let site = site_with_islands(&[
        "island = \"meeting\"\nprops = {label = \"one\", other = \"two\"}",
        "island = \"meeting\"\nprops = {label = \"two\", other = \"one\"}",
    ]);
    site.build();
    assert_says(&site.output("index.html"), &["<b>one</b>"]);
    assert_says(&site.output("page-1/index.html"), &["<b>two</b>"]);
    assert_eq!(logged(&site, "start"), 2);
}

#[test]
fn the_same_island_with_the_same_props_is_rendered_once_by_one_process() {
    let site = site_with_islands(&["island = \"plain\"\nprops = {label = \"same\"}"; 40]);
    site.build();
    for number in 1..40 {
        assert_says(&site.output(&format!("page-{number}/index.html")), &["<b>same</b>"]);
    }
    assert_eq!((logged(&site, "start"), logged(&site, "plain same")), (1, 1));
}

#[test]
fn a_renderer_that_dies_is_one_error_and_stops_no_other_island() {
    let plain = |label: &str| format!("island = \"plain\"\nprops = {{label = \"{label}\"}}");
    let labels = ["one", "two", "three", "four"].map(plain);
    let fatal = "island = \"fatal\"\nprops = {label = \"x\"}";
    let pages: Vec<&str> = labels.iter().flat_map(|it| [it.as_str(), fatal]).collect();
    let site = site_with_islands(&pages);
    let refused = site.refused();
    let message = "island `fatal` cannot be rendered: the island renderer stopped";
    assert_eq!(refused.matches(message).count(), 1, "{refused}");
    for label in ["one", "two", "three", "four"] {
        assert_eq!(logged(&site, &format!("plain {label}")), 1);
    }
}

/// A program in place of npm that lists its arguments, and fails if it is to prefer its cache.
const NPM: &[u8] = b"#!/bin/sh
echo \"$@\" >>../.croupier/npm
case \"$*\" in *--prefer-offline*) echo 'npm error code ETARGET' >&2; exit 1;; esac
mkdir node_modules
";

#[test]
fn npm_asks_the_registry_only_where_its_cache_is_out_of_date() {
    let site = site_with_islands(&["island = \"plain\"\nprops = {label = \"one\"}"]);
    site.write("runtime/package-lock.json", "{}");
    install(NPM, &site.root().join("bin/npm"));
    let path = format!("{}:{}", site.root().join("bin").display(), std::env::var("PATH").unwrap());
    let build = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .arg("build")
        .current_dir(site.root())
        .env("PATH", path)
        .output();
    succeeds(&build.unwrap());
    let arguments = "ci --no-audit --no-fund --loglevel=error";
    assert_eq!(site.read(".croupier/npm"), format!("{arguments} --prefer-offline\n{arguments}\n"));
}
