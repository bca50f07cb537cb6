//! Mistakes in islands: imports, syntax, errors while the build renders them, and types. All are reported in the file that has them.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{assert_contains, printed_text};

const ISLAND: &str = "src/islands/counter/island.tsx";

/// Runs the binary in a site. Returns whether it succeeded, and its output.
fn croupier(site: &Path, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(arguments)
        .current_dir(site)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output.status.success(), printed_text(&output))
}

/// Returns the diagnostics of `croupier check --json` as `code file:line:column message; hint`.
fn diagnostics(site: &Path) -> Vec<String> {
    let (_, output) = croupier(site, &["check", "--preview", "--json"]);
    let lines = output.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    lines
        .filter(|line| line["event"] == "diagnostic")
        .map(|line| {
            let place = format!("{}:{}:{}", text(&line["file"]), line["line"], line["column"]);
            let (code, message) = (text(&line["code"]), text(&line["message"]));
            format!("{code} {place} {message}; {}", text(&line["hint"]))
        })
        .collect()
}

fn write(site: &Path, path: &str, text: &str) {
    fs::write(site.join(path), text).unwrap();
}

/// Writes the island of the home page and returns its diagnostics.
fn with_island(site: &Path, code: &str) -> Vec<String> {
    write(site, ISLAND, code);
    diagnostics(site)
}

#[test]
fn mistakes_in_islands_are_reported_in_their_files() {
    let folder = TempDir::new().unwrap();
    // Source maps have such characters escaped.
    let name = "s\u{ef}te #1 %41";
    let new = ["new", name, "--template", "islands", "--name", "Site", "--ci", "none"];
    assert!(croupier(folder.path(), &new).0);
    let site = &folder.path().join(name);
    let good = fs::read_to_string(site.join(ISLAND)).unwrap();
    fs::remove_file(site.join("src/islands/counter/counter.test.tsx")).unwrap();
    write(
        site,
        "src/islands/counter/details.tsx",
        "export const details = 1;\nexport const other = 2;\n",
    );
    // A page calls the island, too. Its calls are no further errors.
    let about = fs::read_to_string(site.join("content/about.md")).unwrap();
    write(
        site,
        "content/about.md",
        &format!("{about}\n{{{{ island(\"counter\", label=\"x\") }}}}\n"),
    );
    write(site, "src/islands/counter/card.vue", "");
    write(site, "src/islands/counter/box.scss", ".a { color: red; }\n");
    imports_that_cannot_be_resolved(site);
    exports_and_syntax(site);
    await_outside_of_functions(site, &good);
    errors_while_rendering(site);
    packages_that_need_a_browser(site, &good);
    style_sheets(site, &good);
    private_variables(site, &good);
    unknown_classes(site, &good);
    types_of_the_site(site, &good);
    type_errors(site, &good);
    type_errors_in_dev(site, &good);
    type_checks_during_edits(site, &good);
}

/// Imports that cannot be resolved, all in one run.
fn imports_that_cannot_be_resolved(site: &Path) {
    let imports = "import confetti from \"canvas-confetti\";
import { useState } from \"raect\";
import { readFileSync } from \"node:fs\";
import card from \"./card.vue\";
import { details } from \"./detals\";
import \"./box.scss\";
export const Island = () => <p>{String([confetti, useState, readFileSync, card, details])}</p>;
";
    let found = with_island(site, imports);
    let expected = [
        "C0310 {island}:1:22 package `canvas-confetti` is not installed; run `npm install canvas-confetti`",
        "C0310 {island}:2:26 package `raect` is not installed; did you mean `react`? Otherwise: run `npm install raect`",
        "C0310 {island}:3:30 `node:fs` is a module of Node, which browsers do not have; islands run in browsers too: pass the data \
         from the template, as a prop or with `queries`",
        "C0310 {island}:4:18 files of the type `.vue` cannot be imported; islands are React components: \
         write it as `.tsx`",
        "C0310 {island}:5:25 the file `./detals` does not exist; did you mean `./details.tsx`? Otherwise: create the file, or correct \
         the path",
        "C0310 {island}:6:8 Sass files need the package `sass`, which is not installed; run `npm install -D sass`",
    ];
    assert_eq!(found, expected.map(|line| line.replace("{island}", ISLAND)));
}

/// Exports that do not exist, and a syntax error with its code frame. The type checker does not report them again.
fn exports_and_syntax(site: &Path) {
    let exports = "import { useStat } from \"react\";
import { detail } from \"./details\";
export const Component = () => <p>{String([useStat, detail])}</p>;
";
    let found = with_island(site, exports);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_contains(
        &found.join("\n"),
        &[
            &format!(
                "C0310 {ISLAND}:1:10 `react` has no export `useStat`; did you mean `useState`?"
            ),
            &format!(
                "C0310 {ISLAND}:2:10 `./details.tsx` has no export `detail`; did you mean `details`? Otherwise: it \
                      exports `details`, `other`"
            ),
            &format!(
                "C0310 {ISLAND}:1:1 `island.tsx` has no export `Island`; export the component"
            ),
        ],
    );
    write(site, ISLAND, "export const Island = () => <p>{a b}</p>;\n");
    let frame =
        "1 | export const Island = () => <p>{a b}</p>;\n  |                                   ^\n";
    assert_contains(
        &croupier(site, &["build", "--preview"]).1,
        &["error[C0305]: Expected \"}\" but found \"b\"", frame],
    );

    // The compiler finds the missing end at the start tag, two lines above.
    let found = with_island(site, "export const Island = () => (\n  <p>\n    text\n");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_contains(&found[0], &["C0305", "Unexpected end of file before a closing \"p\" tag"]);
}

const AWAIT: &str = "islands do not support `await` outside of functions; use `await` in an async function that `useEffect` or an event \
                     handler calls, or pass the data as a prop or with `queries`";

/// `await` outside of functions, in code of an island and in code that only browsers run.
fn await_outside_of_functions(site: &Path, good: &str) {
    let code = format!("const one = await Promise.resolve(1);\nexport const two = one;\n{good}");
    assert_eq!(with_island(site, &code), [format!("C0305 {ISLAND}:1:13 {AWAIT}")]);
    write(site, ISLAND, good);
    write(site, "src/start.ts", "await Promise.resolve();\nexport const start = () => {};\n");
    assert_eq!(diagnostics(site), [format!("C0305 src/start.ts:1:1 {AWAIT}")]);
    fs::remove_file(site.join("src/start.ts")).unwrap();
}

/// Errors while the build renders the island: the location, the call in the template and the functions between them.
fn errors_while_rendering(site: &Path) {
    write(
        site,
        ISLAND,
        "import { read } from \"./read\";\n\nfunction Inner() {\n  return <b>{read()}</b>;\n}\n
export function Island(_: { readonly label: string }) {\n  return <p>ü <Inner /></p>;\n}\n",
    );
    write(
        site,
        "src/islands/counter/read.ts",
        "export function read(): string {\n  throw new Error(\"boom\");\n}\n",
    );
    let (succeeded, output) = croupier(site, &["build", "--preview"]);
    assert!(!succeeded);
    assert_contains(
        &output,
        &[
            "error[C0311]: rendering an island failed: Error: boom\n --> src/islands/counter/read.ts:2:9",
            "2 |   throw new Error(\"boom\");\n  |         ^^^\n",
            "= note: in template pages/slices/header.html:3\n",
            "= note: in island `counter` with the props {\"label\":\"Clicks\"}\n",
            "= note: in function `Inner` (src/islands/counter/island.tsx:4)\n",
        ],
    );
    assert_eq!(output.matches("boom\n -->").count(), 1, "{output}");
    // Markdown calls the island, too.
    assert_contains(&output, &["= note: in 1 other page\n"]);
    assert!(!output.contains("server.cjs") && !output.contains("node_modules"), "{output}");
    assert!(!output.contains("renderer.tsx") && !output.contains("anonymous"), "{output}");

    // React throws about what the component returns. Values of props in a message make no second error.
    write(
        site,
        ISLAND,
        "export function Island({ label }: { readonly label: string }) {\n  return <p>{{ label } as never}</p>;\n}\n",
    );
    let (_, output) = croupier(site, &["build", "--preview"]);
    let message =
        "error[C0311]: rendering an island failed: Error: Objects are not valid as a React child";
    assert_contains(&output, &[message, " --> src/islands/counter/island.tsx:1:17\n"]);
    assert_eq!(output.matches("error[").count(), 1, "{output}");
    write(
        site,
        ISLAND,
        "export function Island({ label }: { readonly label: string }): never {\n  throw new Error(label);\n}\n",
    );
    assert_eq!(diagnostics(site).len(), 1);

    // React shows the fallback for an error below a Suspense boundary, and the build must not publish it.
    let suspense = "import { Suspense } from \"react\";\nimport { read } from \"./read\";
const Inner = () => <b>{read()}</b>;
export const Island = () => <p><Suspense fallback={null}><Inner /></Suspense></p>;\n";
    let found = with_island(site, suspense).join("\n");
    assert_contains(
        &found,
        &["C0311 src/islands/counter/read.ts:2:9 rendering an island failed: Error: boom"],
    );

    // Code of a module, which runs before any island is rendered.
    let found = with_island(
        site,
        "const wide = window.innerWidth > 0;\nexport const Island = () => <p>{wide}</p>;\n",
    );
    let hint = "the build renders islands without a browser: use `window` in `useEffect` or in an event handler";
    let message = "rendering an island failed: ReferenceError: window is not defined";
    assert_eq!(found, [format!("C0311 {ISLAND}:1:7 {message}; {hint}")]);
}

/// A package that needs a browser when it is imported is an error at its import, and other islands are rendered.
fn packages_that_need_a_browser(site: &Path, good: &str) {
    write(site, ISLAND, good);
    let about = fs::read_to_string(site.join("content/about.md")).unwrap();
    write(site, "content/about.md", &format!("{about}\n{{{{ island(\"atlas\") }}}}\n"));

    let package = site.join("node_modules/map-kit");
    fs::create_dir(&package).unwrap();
    let manifest = r#"{"name": "map-kit", "main": "index.js", "types": "index.d.ts"}"#;
    write(&package, "package.json", manifest);
    write(&package, "index.js", "exports.wide = window.innerWidth > 0;\n");
    write(&package, "index.d.ts", "export const wide: boolean;\n");
    let island = site.join("src/islands/atlas");
    fs::create_dir(&island).unwrap();
    write(&island, "props.schema.json", r#"{"type": "object"}"#);
    let imports = "import { useState } from \"react\";\nimport { wide } from \"map-kit\";\n";
    let code = "export const Island = () => <p>{useState(wide)[0]}</p>;\n";
    write(&island, "island.tsx", &format!("{imports}{code}"));

    let message = "rendering an island failed: ReferenceError: window is not defined";
    let hint = "`map-kit` needs a browser: load it with `import()` in `useEffect`";
    assert_eq!(
        diagnostics(site),
        [format!("C0311 src/islands/atlas/island.tsx:2:1 {message}; {hint}")]
    );
    let (_, output) = croupier(site, &["build", "--preview"]);
    assert_contains(&output, &["= note: in island `atlas` with the props {}\n"]);
    assert!(!output.contains("in function"), "{output}");

    fs::remove_dir_all(island).unwrap();
    fs::remove_dir_all(package).unwrap();
    write(site, "content/about.md", &about);
}

/// A variable that is not public is undefined.
fn private_variables(site: &Path, good: &str) {
    write(
        site,
        "src/islands/counter/details.tsx",
        "// import.meta.env.COMMENT\nexport const details = (import.meta as { env: { KEY?: string } }).env.KEY;\nexport const key = import.meta.env.SECRET;\nexport const again = [import.meta.env.SECRET];\n",
    );
    write(
        site,
        ISLAND,
        &format!("import {{ key }} from \"./details\";\nexport const used = key;\n{good}"),
    );
    // All reads of a variable are one warning.
    let warning = |place: &str, name: &str| {
        format!(
            "C0313 src/islands/counter/details.tsx:{place} `import.meta.env.{name}` is undefined in islands; only variables whose \
             names begin with `PUBLIC_` reach the browser: rename it to `PUBLIC_{name}` if every visitor may read it"
        )
    };
    assert_eq!(diagnostics(site), [warning("2:25", "KEY"), warning("3:20", "SECRET")]);
    assert_contains(
        &croupier(site, &["check", "--preview"]).1,
        &["details.tsx:3:20", "details.tsx:4:23"],
    );

    // Node has the variables of `process`, and the build must not publish them.
    let code = "declare const process: { env: Record<string, string> };
export const key = String(process.env[\"SECRET\"]) + process.env.SECRET + process.env.NODE_ENV;\n";
    write(site, "src/islands/counter/details.tsx", code);
    let found = diagnostics(site).join("\n");
    assert_contains(
        &found,
        &[
            "C0313 src/islands/counter/details.tsx:2:52 `process.env.SECRET` is undefined in islands",
            "read `import.meta.env.PUBLIC_SECRET` if every visitor may read it",
        ],
    );
    assert_eq!(found.lines().count(), 1, "{found}");
    let shown = good.replace("return (", "return (<p>{key}</p>) ?? (");
    write(site, ISLAND, &format!("import {{ key }} from \"./details\";\n{shown}"));
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["build", "--preview"])
        .env("SECRET", "secret-text")
        .current_dir(site)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    let html = fs::read_to_string(site.join(".croupier/preview/index.html")).unwrap();
    assert_contains(&html, &["undefinedundefinedproduction"]);
    assert!(!html.contains("secret-text"), "{html}");
}

/// Classes that a CSS Module does not have. Computed names, and other variables of the same name, are not reported.
fn unknown_classes(site: &Path, good: &str) {
    write(site, "src/islands/counter/details.tsx", "export const details = 1;\n");
    write(
        site,
        "src/islands/counter/box.module.css",
        ".title { composes: base from \"./base.module.css\"; }\n.box-title { color: red; }\n",
    );
    write(site, "src/islands/counter/base.module.css", ".base { color: blue; }\n");
    let code = "import styles from \"./box.module.css\";
import base from \"./base.module.css\";
const name: string = \"none\";
export const used = [\"ü\", styles.titel, styles[\"box-title\"], styles[\"bx-title\"], styles[name], styles.toString()];
export const { bse, base: known } = base;
";
    let found = with_island(site, &format!("{code}{good}"));
    let expected = [
        "C0315 {island}:4:34 `box.module.css` has no class `titel`; did you mean `title`? Otherwise: it has `title`, `box-title`",
        "C0315 {island}:4:69 `box.module.css` has no class `bx-title`; did you mean `box-title`? Otherwise: it has `title`, `box-title`",
        "C0315 {island}:5:16 `base.module.css` has no class `bse`; did you mean `base`? Otherwise: it has `base`",
    ];
    assert_eq!(found, expected.map(|line| line.replace("{island}", ISLAND)));
    let hidden = "import { items } from \"./items\";\nexport const names = items.map((styles) => styles.other);\n";
    write(site, "src/islands/counter/items.ts", "export const items = [{ other: \"a\" }];\n");
    let import = "import styles from \"./box.module.css\";\nexport const one = styles.title;\n";
    assert_eq!(with_island(site, &format!("{import}{hidden}{good}")), [""; 0]);
    write(site, ISLAND, good);
}

/// A style sheet with a misspelled property is a warning.
fn style_sheets(site: &Path, good: &str) {
    let path = "src/islands/counter/counter.css";
    let sheet = fs::read_to_string(site.join(path)).unwrap();
    write(site, path, ".counter {\n  colr: red;\n}\n");
    let found = with_island(site, good);
    assert_eq!(found, [format!("C0314 {path}:2:3 \"colr\" is not a known CSS property; ")]);
    write(site, path, &sheet);
}

/// Type errors fail a check but not a build, and `typecheck = false` turns them off.
fn type_errors(site: &Path, good: &str) {
    write(site, "src/islands/counter/details.tsx", "export const details: number = 1;\n");
    write(
        site,
        ISLAND,
        &format!(
            "import {{ details }} from \"./details\";\n\nexport const text: string = details;\n{good}"
        ),
    );
    let type_error =
        format!("C0312 {ISLAND}:3:14 Type 'number' is not assignable to type 'string'. (TS2322); ");
    assert_eq!(diagnostics(site), [type_error.as_str()]);
    assert!(!croupier(site, &["check", "--preview"]).0);
    assert!(croupier(site, &["build", "--preview"]).0);
    let settings = fs::read_to_string(site.join("site.toml")).unwrap();
    write(
        site,
        "site.toml",
        &settings.replace("dir = \"src\"", "dir = \"src\"\ntypecheck = false"),
    );
    assert_eq!(diagnostics(site), [""; 0]);
    write(site, "site.toml", &settings);
}

/// Data and props have the types that `croupier:types` declares.
fn types_of_the_site(site: &Path, good: &str) {
    write(site, "content/data/prices.toml", "basic = 1\n");
    let uses = "import { useQuery } from \"@croupier/loader/queries\";\n\
        export const usePrice = (): string | undefined => useQuery(\"prices\")?.basic;\n\
        export const Wrong = () => <Island labl=\"\" />;\n";
    write(site, ISLAND, &format!("{good}{uses}"));
    let found = diagnostics(site).join("\n");
    assert!(found.contains("Type 'number | undefined' is not assignable"), "{found}");
    assert!(found.contains("Property 'labl' does not exist on type"), "{found}");
    write(site, ISLAND, good);
    fs::remove_file(site.join("content/data/prices.toml")).unwrap();
}

/// `dev` reports them when they are known, and when they are fixed.
fn type_errors_in_dev(site: &Path, good: &str) {
    let mut dev = Dev::start(site);
    assert_eq!(dev.next("diagnostic", "C0312")["line"], 3);
    assert_eq!(dev.next("types_checked", "")["errors"], 1);
    write(site, ISLAND, good);
    assert_eq!(dev.next("diagnostic_resolved", "C0312")["line"], 3);
    assert_eq!(dev.next("types_checked", "")["ok"], true);
    dev.end();
}

/// An edit of a page pauses a check, which goes on after the build. An edit of an island starts it again.
fn type_checks_during_edits(site: &Path, good: &str) {
    // A compiler that reports its starts. Its first run waits until the test has written to two pipes, and its second run until it is ended.
    let compiler = "import { appendFileSync, readFileSync } from \"node:fs\";
appendFileSync(\"starts\", \"x\");
const run = readFileSync(\"starts\", \"utf8\").length;
if (run < 3) readFileSync(\"started\");
if (run === 1) readFileSync(\"edited\");
if (run === 2) readFileSync(\"never\");
console.log(`src/islands/counter/island.tsx(1,1): error TS1: run ${run}`);
process.exitCode = 2;
";
    write(site, "node_modules/typescript/bin/tsc", compiler);
    for pipe in ["started", "edited", "never"] {
        assert!(Command::new("mkfifo").arg(site.join(pipe)).status().unwrap().success());
    }

    let mut dev = Dev::start(site);
    dev.next("build_finished", "");
    // A write returns when the compiler reads the pipe.
    write(site, "started", "");
    let about = fs::read_to_string(site.join("content/about.md")).unwrap();
    write(site, "content/about.md", &format!("{about}\nMore.\n"));
    dev.next("build_finished", "");
    write(site, "edited", "");
    assert_eq!(dev.next("diagnostic", "C0312")["message"], "run 1 (TS1)");

    write(site, ISLAND, &format!("{good}\n"));
    write(site, "started", "");
    write(site, ISLAND, &format!("{good}\n\n"));
    assert_eq!(dev.next("diagnostic", "C0312")["message"], "run 3 (TS1)");
    dev.end();
}

/// `croupier dev --json`, and its events.
struct Dev {
    process: Child,
    events: Lines<BufReader<ChildStdout>>,
}

impl Dev {
    fn start(site: &Path) -> Dev {
        let mut process = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["dev", "--port", "0", "--json"])
            .current_dir(site)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let events = BufReader::new(process.stdout.take().unwrap()).lines();
        Dev { process, events }
    }

    /// Waits for an event, and for this code unless it is empty.
    fn next(&mut self, event: &str, code: &str) -> Value {
        let mut events =
            self.events.by_ref().map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
        events.find(|it| it["event"] == event && (code.is_empty() || it["code"] == code)).unwrap()
    }

    fn end(mut self) {
        kill_process(Pid::from_child(&self.process), Signal::TERM).unwrap();
        assert!(self.process.wait().unwrap().success());
    }
}
