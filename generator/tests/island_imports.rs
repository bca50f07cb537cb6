//! What islands import in addition to code: CSS Modules, files, JSON, code of other folders, and environment variables. The HTML, the
//! style sheets and the scripts agree, and a change of each input builds again.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::common::{assert_contains, printed_text};

fn croupier(site: &Path, arguments: &[&str], colour: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(arguments)
        .current_dir(site)
        .env("PUBLIC_COLOUR", colour)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    printed_text(&output)
}

/// Returns the texts of the published files with this extension whose name begins with `box-`.
fn texts(site: &Path, extension: &str) -> String {
    let entries = fs::read_dir(site.join(".croupier/preview/assets")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path()).filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with("box-") && name.ends_with(extension)
    });
    paths.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Returns the text between two others.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("{before} is not in {text}")).1;
    rest.split_once(after).unwrap().0
}

const ISLAND: &str = r#"import { label } from "@lib/label";
import { suffix } from "suffix";
import styles from "./box.module.css";
import data from "./tests/data.json";
import file from "./.files/file.txt?url";
import photo from "./my photo #1é.webp";

export function Island() {
  return (
    <p className={styles.outer} title={import.meta.env.PUBLIC_COLOUR}>
      <img src={photo} alt="" />
      <a href={file} className={styles["inner-link"]}>{`${label} ${data.count} ${suffix}`}</a>
    </p>
  );
}
"#;

#[test]
fn imports_of_islands_agree_in_html_css_and_scripts_and_are_inputs_of_builds() {
    let folder = TempDir::new().unwrap();
    let new = ["new", "site", "--template", "islands", "--name", "Site", "--ci", "none"];
    croupier(folder.path(), &new, "");
    let site = folder.path().join("site");
    let write = |path: &str, text: &str| {
        let path = site.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("src/islands/box/island.tsx", ISLAND);
    write("src/islands/box/props.schema.json", "{\"type\": \"object\"}");
    let sheet = "/*! licence */ .outer { --id: 12345678; --s: #FFFFFF Ab; --n: 0.50; --w: calc( 1px  + 2px )/**/\\66 é; color: RED; background: url(./my%20dots.png); }\n.inner-link { composes: base from \"../../lib/base.module.css\"; }\n";
    write("src/islands/box/box.module.css", sheet);
    write("src/lib/base.module.css", ".base { margin: 1px; }\n");
    // A listing of the runtime leaves out folders of tests and hidden ones.
    write("src/islands/box/tests/data.json", "{ \"count\": 1 }");
    for name in [".files/file.txt", "my photo #1é.webp", "my dots.png"] {
        write(&format!("src/islands/box/{name}"), "one");
    }
    write("src/lib/label.ts", "export const label = \"Label\";\n");
    write("src/other/label.ts", "export const label = \"Other\";\n");
    // A workspace package is a link in node_modules to a folder of the site, with its sources.
    write("packages/suffix/package.json", "{ \"name\": \"suffix\", \"main\": \"./index.ts\" }");
    write("packages/suffix/index.ts", "export const suffix: string = \"first\";\n");
    let config = fs::read_to_string(site.join("tsconfig.json")).unwrap();
    let extending = "{\n  // \"Aliases\" /* of all */\n  \"extends\": [\"./config/base\"],";
    write("tsconfig.json", &config.replacen('{', extending, 1));
    let config_with = |folder: &str| {
        format!(
            "{{ \"compilerOptions\": {{ \"paths\": {{ \"@lib/*\": [\"../src/{folder}/*\"] }} }} }}"
        )
    };
    write("config/base.json", &config_with("lib"));
    write("pages/home.html", "{{ island(\"box\") }}");
    let settings = fs::read_to_string(site.join("site.toml")).unwrap();
    write("site.toml", &settings.replace("https://www.example.com", "https://www.example.com/sub"));
    build_with_package(&site);

    let html = fs::read_to_string(site.join(".croupier/preview/index.html")).unwrap();
    let (css, script) = (texts(&site, ".css"), texts(&site, ".js"));
    let outer = between(&html, "<p class=\"", "\"");
    assert_contains(
        &css,
        &[
            "/*! licence */",
            &format!(
                ".{outer}{{--id:12345678;--s:#FFFFFF Ab;--n:0.50;--w:calc( 1px  + 2px )/**/\\66 é;color:RED;background:url(./my_dots-"
            ),
        ],
    );
    assert_contains(&script, &[&format!("\"{outer}\"")]);
    let inner = between(&html, "<a href=\"/sub/assets/", "</a>").split_once("class=\"").unwrap().1;
    let (inner, text) = inner.split_once("\">").unwrap();
    assert_eq!(text, "Label 1 first");
    let base = inner.split(' ').next().unwrap();
    assert_contains(&css, &[&format!(".{base}{{margin:1px}}")]);
    assert_contains(&script, &[&format!("\"{inner}\"")]);
    assert_contains(&html, &["title=\"red\""]);

    // Files are published. The script takes their URL from its own, which has the base path.
    let photo = between(&html, "<img src=\"/sub/", "\"").to_owned();
    let link = format!("assets/{}", between(&html, "<a href=\"/sub/assets/", "\""));
    for path in [&photo, &link] {
        assert!(site.join(".croupier/preview").join(path).is_file(), "{path}");
        let name = path.strip_prefix("assets/").unwrap();
        assert_contains(&script, &[&format!("new URL(\"./{name}\",import.meta.url).pathname")]);
    }
    let dots = between(&css, "url(./", ")");
    assert!(site.join(".croupier/preview/assets").join(dots).is_file(), "{dots}");

    // A build without changes does nothing. A change of any input builds again.
    assert_contains(&croupier(&site, &["build", "--preview"], "red"), &["0 files written"]);
    let page = || fs::read_to_string(site.join(".croupier/preview/index.html")).unwrap();
    croupier(&site, &["build", "--preview"], "blue");
    assert_contains(&page(), &["title=\"blue\""]);
    let edits = [
        ("src/islands/box/tests/data.json", "{ \"count\": 2 }", "Label 2 first"),
        (
            "packages/suffix/index.ts",
            "export const suffix: string = \"second\";\n",
            "Label 2 second",
        ),
        ("config/base.json", &config_with("other"), "Other 2 second"),
    ];
    for (path, text, expected) in edits {
        write(path, text);
        croupier(&site, &["build", "--preview"], "blue");
        assert_contains(&page(), &[expected]);
    }
    for path in ["my photo #1é.webp", ".files/file.txt"] {
        write(&format!("src/islands/box/{path}"), "two");
    }
    write("src/lib/base.module.css", ".base { margin: 2px; }\n");
    write("src/islands/box/my dots.png", "two");
    croupier(&site, &["build", "--preview"], "blue");
    assert!(!page().contains(&photo) && !page().contains(&link), "{}", page());
    assert_contains(&page(), &[outer]);
    assert_contains(&texts(&site, ".css"), &[&format!(".{base}{{margin:2px}}")]);
    assert_contains(
        &croupier(&site, &["build", "--preview", "--check-incremental"], "blue"),
        &["equals a clean build"],
    );
    // The types of all these imports are declared.
    assert_contains(&croupier(&site, &["check", "--preview"], "blue"), &["no errors"]);
}

/// Style sheets whose modules have similar names or are outside of `src`, and what a package imports.
const STYLED: [(&str, &str); 19] = [
    ("src/islands/box/props.schema.json", "{\"type\": \"object\"}"),
    (
        "src/islands/box/island.tsx",
        "import { Suspense, lazy, use } from \"react\";
import { Row } from \"./tab/row\";
import { TabRow } from \"./tab_row\";
import { Card } from \"./card\";
import { outside } from \"@lib/outside\";
import { photo } from \"styled\";
import styles from \"./head.module.css\";
const Details = lazy(() => import(\"./details\"));
const later = new Promise<string>((resolve) => void setTimeout(resolve, 1, \"Later\"));
const Later = () => <b>{use(later)}</b>;
export const Island = () => (
  <div className={outside}>
    <u className={styles.head}><Row /></u><TabRow /><Card /><img src={photo} alt=\"\" /><Later />
    <Suspense fallback={<i>Loading</i>}><Details /></Suspense>
    <form action={async () => undefined}><button type=\"submit\">Send</button></form>
  </div>
);\n",
    ),
    ("src/islands/box/details.tsx", "export default () => <b>Details</b>;\n"),
    (
        "src/islands/box/tab/row.tsx",
        "import \"./row.css\";\nexport const Row = () => <b className=\"one\">Row</b>;\n",
    ),
    ("src/islands/box/tab/row.css", ".one { color: #111; }\n"),
    (
        "src/islands/box/tab_row.tsx",
        "import \"./tab_row.css\";\nexport const TabRow = () => <b className=\"two\">Row</b>;\n",
    ),
    ("src/islands/box/tab_row.css", ".two { color: #222; }\n"),
    (
        "src/islands/box/card.tsx",
        "import \"./card.css\";\nexport const Card = () => <b className=\"three\">Card</b>;\n",
    ),
    ("src/islands/box/card.css", ".three { color: #333; }\n"),
    (
        "lib/outside.ts",
        "import styles from \"./outside.module.css\";\nexport const outside = styles.four ?? \"\";\n",
    ),
    ("lib/outside.module.css", ".four { color: #444; }\n"),
    ("src/islands/aa/props.schema.json", "{\"type\": \"object\"}"),
    (
        "src/islands/aa/island.tsx",
        "import { Row } from \"../box/tab/row\";\nimport \"./own.css\";\nimport styles from \"./head.module.css\";
export const Island = () => <u className={styles.head}><Row /></u>;\n",
    ),
    ("src/islands/aa/own.css", ".one { color: #666; }\n"),
    ("src/islands/aa/head.module.css", ".head { composes: title from \"../../../lib/title.module.css\"; }\n"),
    ("src/islands/box/head.module.css", ".head { composes: title from \"../../../lib/title.module.css\"; }\n"),
    ("lib/title.module.css", ".title { color: #777; }\n"),
    ("node_modules/styled/package.json", "{ \"name\": \"styled\", \"main\": \"./index.js\" }"),
    ("node_modules/styled/index.d.ts", "export const photo: string;\n"),
];

#[test]
fn dev_has_the_styles_and_the_html_of_a_build() {
    let folder = TempDir::new().unwrap();
    let new = ["new", "site", "--template", "islands", "--name", "Site", "--ci", "none"];
    croupier(folder.path(), &new, "");
    let site = folder.path().join("site");
    croupier(&site, &["build", "--preview"], "");
    let write = |path: &str, text: &str| {
        let path = site.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };

    for (path, text) in STYLED {
        write(path, text);
    }
    let code = "import photo from \"./photo.png\";\nimport \"./styled.css\";\nexport { photo };\n";
    write("node_modules/styled/index.js", code);
    write(
        "node_modules/styled/styled.css",
        ".five { color: #555; background: url(./photo.png); }\n",
    );
    write("node_modules/styled/photo.png", "photo");
    let config = fs::read_to_string(site.join("tsconfig.json")).unwrap();
    let paths = "\"noEmit\": true, \"paths\": { \"@lib/*\": [\"./lib/*\"] }";
    write("tsconfig.json", &config.replace("\"noEmit\": true", paths));
    write("pages/home.html", "{{ island(\"aa\") }}{{ island(\"box\") }}");

    croupier(&site, &["build", "--preview"], "");
    let mut dev = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["dev", "--port", "0", "--root"])
        .arg(&site)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(dev.stderr.take().unwrap()).lines();
    let is_built = lines.any(|line| line.unwrap().starts_with("built "));
    dev.kill().unwrap();
    dev.wait().unwrap();
    assert!(is_built);

    for output in ["preview", "dev"] {
        let output = site.join(".croupier").join(output);
        let html = fs::read_to_string(output.join("index.html")).unwrap();
        assert_contains(&html, &["<b>Later</b>", "<b>Details</b>"]);
        assert!(!html.contains("<i>Loading</i>"), "{html}");
        // The loader records submissions before the hydration.
        assert!(!html.contains("reactFormReplay"), "{html}");

        let sheets = html.split("href=\"/assets/").skip(1);
        let sheets =
            sheets.map(|it| it.split_once('"').unwrap().0).filter(|it| it.ends_with(".css"));
        let css: String = sheets
            .map(|it| fs::read_to_string(output.join("assets").join(it)).unwrap().replace(' ', ""))
            .collect();
        assert_contains(&css, &["#111", "#222", "#333", "#444", "#555", "url(./photo-"]);
        // A later sheet has another copy of a composed class, which must not override the class that composes it.
        let heads: Vec<&str> = html.split("<u class=\"").skip(1).collect();
        let composed = heads.iter().map(|it| between(it, " ", "\""));
        assert_eq!(composed.collect::<std::collections::BTreeSet<_>>().len(), 2, "{heads:?}");
        // An island overrides the styles of the components that it imports, also if others share them.
        assert!(css.find("#111") < css.find("#666"), "{css}");
    }
}

#[test]
fn packages_of_another_package_manager_are_next_to_a_copy_of_the_loader() {
    let folder = TempDir::new().unwrap();
    let new = ["new", "site", "--template", "islands", "--name", "Site", "--ci", "none"];
    croupier(folder.path(), &new, "");
    let site = folder.path().join("site");
    // Other package managers need the folder that package.json names before the first build.
    assert!(site.join(".croupier/loader/package.json").is_file());
    croupier(&site, &["build", "--preview"], "");

    fs::rename(site.join("node_modules"), site.join("packages")).unwrap();
    fs::write(site.join("pnpm-lock.yaml"), "").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["build", "--preview"])
        .current_dir(&site)
        .output()
        .unwrap();
    let expected =
        ["error[C0304]", "are not installed", "help: run `pnpm install`, and build again"];
    assert_contains(&printed_text(&output), &expected);

    // pnpm has all packages in a folder of its own, and links to those that package.json names.
    let modules = site.join("node_modules");
    fs::create_dir_all(modules.join(".pnpm")).unwrap();
    fs::create_dir_all(modules.join("@croupier")).unwrap();
    fs::rename(site.join("packages"), modules.join(".pnpm/node_modules")).unwrap();
    for name in ["react", "react-dom", "typescript", "@types", "vitest", "happy-dom"] {
        symlink(format!(".pnpm/node_modules/{name}"), modules.join(name)).unwrap();
    }
    let copy = modules.join(".pnpm/node_modules/@croupier/loader");
    fs::remove_file(&copy).unwrap();
    let mut copying = Command::new("cp");
    copying.arg("-R").arg(site.join(".croupier/loader")).arg(&copy);
    assert!(copying.status().unwrap().success());
    symlink(&copy, modules.join("@croupier/loader")).unwrap();

    assert_contains(&croupier(&site, &["check", "--preview"], ""), &["no errors"]);

    // The copy can be that of another version, and is not used.
    fs::write(copy.join("src/platform/browser.ts"), "export const other = 1;\n").unwrap();
    let island = "import { withBase } from \"@croupier/loader/with-base\";
export const Island = () => <a href={withBase(\"/about/\")}>About us</a>;
";
    fs::write(site.join("src/islands/counter/island.tsx"), island).unwrap();
    croupier(&site, &["build", "--preview"], "");
    let html = fs::read_to_string(site.join(".croupier/preview/index.html")).unwrap();
    assert_contains(&html, &["<a href=\"/about/\">About us</a>"]);
}

/// Installs the packages of a site, and adds the link to its workspace package.
fn build_with_package(site: &Path) {
    // The first build installs the packages, and cannot find the link yet.
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["build", "--preview"])
        .current_dir(site)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_contains(&printed_text(&output), &["package `suffix` is not installed"]);
    symlink("../packages/suffix", site.join("node_modules/suffix")).unwrap();
    croupier(site, &["build", "--preview"], "red");
}
