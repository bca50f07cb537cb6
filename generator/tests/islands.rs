//! `croupier new --template islands`: the site is whole, with the loader that comes with the generator, and what it says of a runtime that is none.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{SETTINGS, Site, assert_says, said, tree};
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
    assert_says(
        &typed("\\033[B\\r", "blog"),
        &["What does the site begin with?", "plain", "blog", "islands"],
    );
    assert!(folder.path().join("blog/content/posts/first.md").is_file());
    typed("\\033[B\\033[B\\r", "islands");
    assert!(folder.path().join("islands/src/islands/counter/island.tsx").is_file());
    // Where nobody can be asked, it is the plain one.
    let told = succeeds(&croupier(folder.path(), &["new", "plain"]));
    assert!(!told.contains('?') && folder.path().join("plain/static/site.css").is_file(), "{told}");
}
