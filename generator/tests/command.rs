//! The binary on real folders: its output files, messages and exit codes.

use croupier::Code;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

use crate::common::{assert_contains, install, printed_text, tree};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn croupier(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(arguments)
        .current_dir(folder)
        .env("SOURCE_DATE_EPOCH", "1767225600")
        .output()
        .unwrap()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).map(drop).unwrap();
        }
    }
}

/// A writable copy of the tiny site.
fn tiny() -> TempDir {
    let folder = TempDir::new().unwrap();
    copy(&repository().join("tests/fixtures/tiny"), folder.path());
    folder
}

/// Breaks a file of the built tiny site. Asserts that a build reports the expected texts, exits
/// with 1 and does not change the output.
fn refused(path: &str, text: &str, expected: &[&str]) {
    let site = tiny();
    let first = croupier(site.path(), &["build", "--preview"]);
    assert!(first.status.success(), "{}", printed_text(&first));
    let before = tree(&site.path().join(".croupier/preview"));
    fs::write(site.path().join(path), text).unwrap();
    let output = croupier(site.path(), &["build", "--preview"]);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&printed_text(&output), expected);
    assert_eq!(tree(&site.path().join(".croupier/preview")), before);
}

#[test]
fn a_site_without_a_runtime_builds_without_node() {
    let site = tiny();
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["build", "--preview"])
        .current_dir(site.path())
        .env("PATH", "")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    let html = fs::read_to_string(site.path().join(".croupier/preview/about/index.html")).unwrap();
    assert_contains(&html, &["<h1>About</h1>", "<td>2</td>"]);
    // Only the loader of a runtime reads page-data.
    assert!(!site.path().join(".croupier/preview/page-data/about").exists());
}

#[test]
fn builds_at_the_same_time_install_and_bundle_the_runtime_once() {
    let site = tiny();
    let write = |path: &str, text: &str| {
        let path = site.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let settings = fs::read_to_string(site.path().join("site.toml")).unwrap();
    write("site.toml", &format!("{settings}\n[runtime]\ndir = \"runtime\"\n"));
    write("runtime/package-lock.json", "{}");
    write(
        "runtime/bundle.mjs",
        r#"import { appendFileSync, writeFileSync, mkdirSync } from "node:fs";
const out = process.argv[3];
appendFileSync("../.croupier/ran", "bundle\n");
mkdirSync(`${out}/assets`);
for (const name of ["assets/boot.js", "assets/site.css", "server.mjs"]) writeFileSync(`${out}/${name}`, "");
const manifest = { boot: "assets/boot.js", styles: "assets/site.css", head: "", islands: {}, assets: {}, server: "server.mjs" };
writeFileSync(`${out}/manifest.json`, JSON.stringify(manifest));
"#,
    );
    install(
        b"#!/bin/sh\necho npm >>../.croupier/ran\nmkdir node_modules\n",
        &site.path().join("bin/npm"),
    );
    let path = format!("{}:{}", site.path().join("bin").display(), std::env::var("PATH").unwrap());
    let builds: Vec<_> = (0..4)
        .map(|number| {
            let mut build = Command::new(env!("CARGO_BIN_EXE_croupier"));
            build
                .args(["build", "--preview", "--out", &format!("out{number}")])
                .current_dir(site.path())
                .env("PATH", &path);
            build.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for build in builds {
        let output = build.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", printed_text(&output));
    }
    assert_eq!(fs::read_to_string(site.path().join(".croupier/ran")).unwrap(), "npm\nbundle\n");
}

#[test]
fn a_build_with_a_root_writes_to_the_output_folder_of_that_root() {
    let site = tiny();
    let elsewhere = TempDir::new().unwrap();
    let output = croupier(
        elsewhere.path(),
        &["build", "--preview", "--root", site.path().to_str().unwrap()],
    );
    assert!(output.status.success(), "{}", printed_text(&output));
    assert!(site.path().join(".croupier/preview/index.html").is_file());
    assert!(tree(elsewhere.path()).is_empty());
}

#[test]
fn the_same_input_gives_the_same_bytes_from_any_folder() {
    let outs = TempDir::new().unwrap();
    let (one, two) = (outs.path().join("one"), outs.path().join("two"));
    let first = croupier(&repository(), &["build", "--preview", "--out", one.to_str().unwrap()]);
    assert!(first.status.success(), "{}", printed_text(&first));
    let root = repository();
    let second = croupier(
        outs.path(),
        &["build", "--preview", "--root", root.to_str().unwrap(), "--out", two.to_str().unwrap()],
    );
    assert!(second.status.success(), "{}", printed_text(&second));
    let (one, two) = (tree(&one), tree(&two));
    assert!(one.len() > 70);
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for (path, bytes) in &one {
        assert!(two[path] == *bytes, "{} differs", path.display());
    }
}

#[test]
fn a_missing_template_is_an_error_with_a_location_and_a_hint() {
    let text = "+++\ntitle = \"About\"\ntemplate = \"pag\"\n+++\n";
    refused("content/about.md", text, &["C0401", "content/about.md:3:", "did you mean `page`?"]);
}

#[test]
fn broken_front_matter_is_an_error_with_a_location_and_a_hint() {
    let text = "+++\ntitle = \"About\"\ndescription = oops\n+++\n";
    refused("content/about.md", text, &["C0102", "content/about.md:3:", "help:"]);
}

#[test]
fn an_unknown_key_is_an_error_with_a_suggestion() {
    let text = "+++\ntitle = \"About\"\ndescripton = \"x\"\n+++\n";
    refused(
        "content/about.md",
        text,
        &["C0104", "content/about.md:3:1", "did you mean `description`?"],
    );
}

#[test]
fn broken_links_and_anchors_are_reported() {
    let text = "+++\ntitle = \"About\"\n+++\n[one](/abuot/) and [two](/#a-headin)\n";
    refused(
        "content/about.md",
        text,
        &[
            "C0204",
            "content/about.md:4:1",
            "did you mean `/about/`?",
            "C0205",
            "did you mean `a-heading`?",
        ],
    );
}

#[test]
fn all_errors_of_a_build_are_reported_together() {
    refused(
        "pages/page.html",
        "{{ page.heading | nosuch }}{{ page.body }}",
        &["C0404", "pages/page.html:1:"],
    );
    let site = tiny();
    fs::write(site.path().join("content/one.md"), "+++\nnope = 1\n+++\n").unwrap();
    fs::write(site.path().join("content/two.md"), "+++\ntitle = \"Two\"\n+++\n[x](/y/)\n").unwrap();
    let output = croupier(site.path(), &["build", "--preview"]);
    assert_contains(&printed_text(&output), &["content/one.md", "content/two.md"]);
}

#[test]
fn an_unknown_island_is_an_error_with_a_suggestion() {
    let site = casino();
    let before = tree(&site.path().join(".croupier/preview"));
    let template = site.path().join("pages/page.html");
    fs::write(&template, "<h1>{{ page.heading }}</h1>\n{{ island(\"account_meun\") }}\n").unwrap();
    fs::write(
        site.path().join("content/plain.md"),
        "+++\ntitle = \"Plain\"\ntemplate = \"page\"\n+++\n",
    )
    .unwrap();
    let output = croupier(site.path(), &["build", "--preview"]);
    assert_eq!(output.status.code(), Some(1), "{}", printed_text(&output));
    assert_contains(
        &printed_text(&output),
        &["pages/page.html:2:", "account_meun", "did you mean `account_menu`?", "content/plain.md"],
    );
    assert!(tree(&site.path().join(".croupier/preview")) == before);
}

/// Rows: 2.1-13
#[test]
fn a_production_build_refuses_sample_texts_and_sample_brand_data() {
    let output = croupier(&repository(), &["check", "--profile", "production"]);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&printed_text(&output), &["brand.sample"]);

    let site = tiny();
    fs::write(
        site.path().join("content/about.md"),
        "+++\ntitle = \"About\"\nstatus = \"sample\"\n+++\n",
    )
    .unwrap();
    let settings = fs::read_to_string(site.path().join("site.toml")).unwrap();
    let settings = format!("{settings}\n[production]\nsamples = \"error\"\n");
    fs::write(site.path().join("site.toml"), settings).unwrap();
    let output = croupier(
        site.path(),
        &["build", "--profile", "production", "--base-url", "https://tiny.games"],
    );
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&printed_text(&output), &["content/about.md"]);
    let allowed = croupier(
        site.path(),
        &[
            "build",
            "--profile",
            "production",
            "--base-url",
            "https://tiny.games",
            "--allow-samples",
        ],
    );
    assert!(allowed.status.success(), "{}", printed_text(&allowed));
}

#[test]
fn a_draft_is_not_in_the_output() {
    let site = tiny();
    fs::write(
        site.path().join("content/secret.md"),
        "+++\ntitle = \"Hush-hush\"\ndraft = true\n+++\nNot yet.\n",
    )
    .unwrap();
    assert!(croupier(site.path(), &["build", "--preview"]).status.success());
    let shown = |out: &str| {
        tree(&site.path().join(out))
            .values()
            .any(|bytes| String::from_utf8_lossy(bytes).contains("Hush-hush"))
    };
    assert!(!shown(".croupier/preview"));
    assert!(
        croupier(site.path(), &["build", "--preview", "--drafts", "--out", "drafts"])
            .status
            .success()
    );
    assert!(shown("drafts"));
}

#[test]
fn an_output_folder_of_another_program_is_not_changed() {
    let site = tiny();
    let out = site.path().join(".croupier/preview");
    fs::create_dir_all(&out).unwrap();
    fs::write(out.join("thesis.doc"), "years of work").unwrap();
    let output = croupier(site.path(), &["build", "--preview"]);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&printed_text(&output), &["was not made by Croupier"]);
    assert_eq!(tree(&out).len(), 1);
}

#[test]
fn a_removed_page_leaves_the_output_and_foreign_files_remain() {
    let site = tiny();
    assert!(croupier(site.path(), &["build", "--preview"]).status.success());
    let out = site.path().join(".croupier/preview");
    fs::write(out.join("CNAME"), "www.example.com").unwrap();
    fs::remove_file(site.path().join("content/about.md")).unwrap();
    assert!(croupier(site.path(), &["build", "--preview"]).status.success());
    assert!(!out.join("about").exists() && !out.join("page-data/about").exists());
    assert!(out.join("CNAME").is_file());
}

#[test]
fn a_build_without_a_change_writes_nothing() {
    let site = tiny();
    assert!(croupier(site.path(), &["build", "--preview"]).status.success());
    let output = croupier(site.path(), &["build", "--preview", "--json"]);
    let last = String::from_utf8_lossy(&output.stdout).lines().last().unwrap().to_owned();
    let event: serde_json::Value = serde_json::from_str(&last).unwrap();
    assert_eq!(
        (&event["event"], &event["written"], &event["ok"]),
        (&"build_finished".into(), &0.into(), &true.into())
    );
}

#[test]
fn new_creates_a_site_that_builds_and_refuses_an_existing_folder() {
    let folder = TempDir::new().unwrap();
    let made = croupier(folder.path(), &["new", "site", "--name", "A \"quoted\" name"]);
    assert!(made.status.success(), "{}", printed_text(&made));
    let built = croupier(folder.path(), &["build", "--preview", "--root", "site"]);
    assert!(built.status.success(), "{}", printed_text(&built));
    assert_eq!(croupier(folder.path(), &["new", "site"]).status.code(), Some(2));
    let unnamed = croupier(folder.path(), &["new", "unnamed", "--name", " "]);
    assert_eq!(unnamed.status.code(), Some(2));
    assert!(!folder.path().join("unnamed").exists());
}

#[test]
fn explain_lists_the_sources_of_a_page() {
    let output = croupier(&repository(), &["explain", "--preview", "/info/faq/"]);
    assert_contains(
        &printed_text(&output),
        &["content/info/faq.md", "pages/info.html", "footer", "page-data/info/faq/page-data.json"],
    );
    let wrong = croupier(&repository(), &["explain", "--preview", "/info/fap/"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert_contains(&printed_text(&wrong), &["did you mean `/info/faq/`?"]);
}

#[test]
fn a_missing_site_and_a_wrong_flag_are_errors_with_a_hint() {
    let folder = TempDir::new().unwrap();
    let output = croupier(folder.path(), &["build", "--preview"]);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&printed_text(&output), &["croupier new"]);
    assert_eq!(croupier(folder.path(), &["build", "--preview", "--nope"]).status.code(), Some(2));
}

#[test]
fn an_unpublished_page_is_not_in_the_output_and_the_build_reports_its_date() {
    let site = tiny();
    fs::write(
        site.path().join("content/later.md"),
        "+++\ntitle = \"Hush-hush\"\npublish_at = 2026-02-01T12:00:00Z\n+++\n",
    )
    .unwrap();
    fs::write(
        site.path().join("content/gone.md"),
        "+++\ntitle = \"Bygone\"\nexpire_at = 2026-01-01\n+++\n",
    )
    .unwrap();
    // The clock of these builds is 2026-01-01T00:00:00Z.
    let output = croupier(site.path(), &["build", "--preview", "--json"]);
    let last = String::from_utf8_lossy(&output.stdout).lines().last().unwrap().to_owned();
    let event: serde_json::Value = serde_json::from_str(&last).unwrap();
    assert_eq!(event["next_change_at"], 1_769_947_200);
    let everything: Vec<u8> =
        tree(&site.path().join(".croupier/preview")).into_values().flatten().collect();
    let everything = String::from_utf8_lossy(&everything);
    assert!(!everything.contains("Hush-hush") && !everything.contains("Bygone"));
    let later = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["build", "--preview", "--root"])
        .arg(site.path())
        .env("SOURCE_DATE_EPOCH", "1769947200")
        .output()
        .unwrap();
    assert!(later.status.success(), "{}", printed_text(&later));
    assert!(site.path().join(".croupier/preview/later/index.html").is_file());
}

#[test]
fn aliases_and_redirects_are_written_for_the_host_and_loops_are_refused() {
    let site = tiny();
    let settings = fs::read_to_string(site.path().join("site.toml")).unwrap();
    let with = |more: &str| {
        fs::write(site.path().join("site.toml"), format!("{settings}\n{more}")).unwrap();
    };
    fs::write(
        site.path().join("content/about.md"),
        "+++\ntitle = \"About\"\naliases = [\"/who/\"]\n+++\n",
    )
    .unwrap();
    with("[[redirects]]\nfrom = \"/shop/\"\nto = \"https://shop.example.com/\"\nstatus = 302\n");
    let output = croupier(site.path(), &["build", "--preview"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    let rules = fs::read_to_string(site.path().join(".croupier/preview/_redirects")).unwrap();
    assert_contains(
        &rules,
        &["/who/ /about/ 301\n/who /about/ 301\n", "/shop/ https://shop.example.com/ 302\n"],
    );

    with(
        "[[redirects]]\nfrom = \"/a/\"\nto = \"/b/\"\n[[redirects]]\nfrom = \"/b/\"\nto = \"/a/\"\n",
    );
    let output = croupier(site.path(), &["build", "--preview"]);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&printed_text(&output), &["C0207", "loop"]);
    with(
        "[[redirects]]\nfrom = \"/about/\"\nto = \"/\"\n[[redirects]]\nfrom = \"/c/\"\nto = \"/abuot/\"\n",
    );
    let output = croupier(site.path(), &["build", "--preview"]);
    assert_contains(&printed_text(&output), &["C0206", "C0204", "did you mean `/about/`?"]);
}

#[test]
fn a_damaged_cache_is_discarded_with_a_note() {
    let site = tiny();
    assert!(croupier(site.path(), &["build", "--preview"]).status.success());
    for file in fs::read_dir(site.path().join(".croupier/cache")).unwrap().flatten() {
        let mut bytes = fs::read(file.path()).unwrap();
        bytes.iter_mut().skip(40).for_each(|byte| *byte ^= 0xff);
        fs::write(file.path(), bytes).unwrap();
    }
    let output = croupier(site.path(), &["build", "--preview"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert_contains(&printed_text(&output), &["the cache is damaged", "0 files written"]);
}

#[test]
fn check_incremental_compares_the_output_with_a_clean_build() {
    let site = tiny();
    assert!(croupier(site.path(), &["build", "--preview"]).status.success());
    fs::write(site.path().join("content/about.md"), "+++\ntitle = \"Changed\"\n+++\n").unwrap();
    let output = croupier(site.path(), &["build", "--preview", "--check-incremental"]);
    assert!(
        output.status.success() && printed_text(&output).contains("equals a clean build"),
        "{}",
        printed_text(&output)
    );
    assert!(
        !site
            .path()
            .join(".croupier")
            .read_dir()
            .unwrap()
            .flatten()
            .any(|it| it.file_name().to_string_lossy().starts_with("check"))
    );
}

#[test]
fn exactly_the_diagnostic_codes_are_documented() {
    let text =
        fs::read_to_string(repository().join("docs/content/reference/diagnostics.md")).unwrap();
    let mut group = String::new();
    let mut rows = std::collections::BTreeSet::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("| **").and_then(|rest| rest.split("**").next()) {
            title.clone_into(&mut group);
        }
        if let Some(row) = line.strip_prefix("| ").filter(|row| row.starts_with("C0")) {
            let exit_code = if row.contains("exit code is 3") { 3 } else { 1 };
            assert!(
                rows.insert((row[..5].to_owned(), group.clone(), exit_code)),
                "{} is there twice",
                &row[..5]
            );
        }
    }
    let row =
        |code: &Code| (code.number().to_owned(), code.group().title().to_owned(), code.exit_code());
    let codes: std::collections::BTreeSet<_> = Code::ALL.iter().map(row).collect();
    assert_eq!(codes.len(), Code::ALL.len(), "two codes have one number");
    assert_eq!(codes, rows);
}

#[test]
fn the_service_worker_precaches_the_base_layout_and_not_the_islands_of_single_pages() {
    let site = casino();
    let slices = site.path().join("pages/slices");
    let worker = || fs::read_to_string(site.path().join(".croupier/preview/sw.js")).unwrap();
    assert_contains(&worker(), &["\"assets/boot-", "\"assets/vendor-", "\"assets/modal-"]);
    fs::write(slices.join("modal.html"), "<p>none</p>").unwrap();
    assert!(croupier(site.path(), &["build", "--preview"]).status.success());
    assert!(worker().contains("\"assets/boot-") && !worker().contains("assets/modal-"));
}

/// The sources of the casino's site, with the runtime of the repository.
fn write_casino(folder: &Path) {
    for part in ["content", "i18n", "pages", "static"] {
        copy(&repository().join(part), &folder.join(part));
    }
    fs::copy(repository().join("site.toml"), folder.join("site.toml")).unwrap();
    std::os::unix::fs::symlink(repository().join("runtime"), folder.join("runtime")).unwrap();
}

/// The casino's site with its preview. It is built once, because a first build bundles the islands.
fn built_casino() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("casino");
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        write_casino(&folder);
        let output = croupier(&folder, &["build", "--preview"]);
        assert!(output.status.success(), "{}", printed_text(&output));
        folder
    });
    &FOLDER
}

/// A writable copy of the casino's site with its preview and its cache.
fn casino() -> TempDir {
    let folder = TempDir::new().unwrap();
    write_casino(folder.path());
    copy(&built_casino().join(".croupier"), &folder.path().join(".croupier"));
    folder
}

#[test]
fn the_game_lists_of_the_casino_contain_the_games_of_the_sandbox() {
    let preview = built_casino().join(".croupier/preview");
    let json = |path: &str| -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(preview.join(path)).unwrap()).unwrap()
    };
    let seed = fs::read_to_string(repository().join("tests/sandbox/seed/games.tsv")).unwrap();
    let known: Vec<String> = seed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            format!("{}-{} {}", fields[0], fields[1], fields[7])
        })
        .collect();
    let games = json("rtggames.json");
    let listed = games["games"].as_array().unwrap().iter();
    let listed: Vec<String> = listed
        .map(|game| {
            format!(
                "{}-{} {}",
                game["game_id"],
                game["machine_id"],
                game["display_name"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(listed, known);
    assert!(json("rtggamesmobile.json")["games"].as_array().unwrap().len() < known.len());
    assert_eq!(json("rtgcoupons.json")[0]["coupon_code"], "MAX325");
}

/// Rows: 9-14
#[test]
fn the_welcome_offer_is_changed_in_one_place() {
    let site = casino();
    let path = site.path().join("content/data/promotions/max325.toml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(
        &path,
        text.replace("percent = 325", "percent = 310")
            .replace("maximum = 3_000_00", "maximum = 2_000_00"),
    )
    .unwrap();
    let output = croupier(site.path(), &["build", "--preview"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    let mut shown = 0;
    for (path, bytes) in tree(&site.path().join(".croupier/preview")) {
        let text = String::from_utf8_lossy(&bytes);
        for old in ["325%", "9,750", "325 %", "9750"] {
            // A hash can contain the same digits, so only isolated figures count.
            let stands_alone = |(at, _): (usize, &str)| {
                !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric())
                    && !text[at + old.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
            };
            assert!(
                !text.match_indices(old).any(stands_alone),
                "{old} is still in {}",
                path.display()
            );
        }
        shown += usize::from(text.contains("310%") && text.contains("MAX325"));
    }
    assert!(shown > 3);
    // The offer is proposed after signing up until it expires.
    let is_proposed = || {
        fs::read_to_string(site.path().join(".croupier/preview/index.html"))
            .unwrap()
            .contains(" offer=")
    };
    assert!(is_proposed());
    fs::write(&path, text.replace("expires = 2027-12-31", "expires = 2026-01-01")).unwrap();
    let output = croupier(site.path(), &["build", "--preview"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert!(!is_proposed());
}

/// Rows: 9-27
#[test]
fn the_footer_says_21_plus() {
    let home = fs::read_to_string(built_casino().join(".croupier/preview/index.html")).unwrap();
    let footer = &home[home.find("<footer").unwrap()..];
    assert!(footer[..footer.find("</footer>").unwrap()].contains(">21+<"), "{footer}");
}

#[test]
fn the_service_worker_drops_an_unpublished_page() {
    let site = casino();
    let page = site.path().join("content/offline.md");
    let text = fs::read_to_string(&page).unwrap();
    assert_contains(
        &fs::read_to_string(site.path().join(".croupier/preview/sw.js")).unwrap(),
        &["\"url\":\"offline.html\""],
    );
    fs::write(&page, text.replacen("+++\n", "+++\ndraft = true\n", 1)).unwrap();
    assert!(croupier(site.path(), &["build", "--preview"]).status.success());
    let worker = fs::read_to_string(site.path().join(".croupier/preview/sw.js")).unwrap();
    assert!(!worker.contains("\"url\":\"offline.html\""));
    assert!(croupier(site.path(), &["build", "--preview", "--check-incremental"]).status.success());
}

#[test]
fn a_production_build_requires_the_tables_that_the_site_names() {
    let site = tiny();
    let settings = |more: &str| {
        let text = format!("name = \"Tiny\"\nbase_url = \"https://tiny.games\"\n{more}");
        fs::write(site.path().join("site.toml"), text).unwrap();
        croupier(site.path(), &["build", "--profile", "production"])
    };
    // Tables without a rule may have empty values.
    let output = settings("[brand]\nsample = true\nowner = \"\"\n[shop]\nowner = \"Lorem\"\n");
    assert!(output.status.success(), "{}", printed_text(&output));
    let rules = "[production]\nfilled_in = [\"shop\"]\nsample_words = [\"Lorem\"]\n";
    let output =
        settings(&format!("{rules}[shop]\nsample = true\nowner = \"\"\nname = \"The Lorem\"\n"));
    assert_eq!(output.status.code(), Some(1));
    let message = printed_text(&output);
    assert_contains(
        &message,
        &[
            "`shop.sample` is not ready",
            "`shop.owner` is not ready",
            "`Lorem` is a sample: `The Lorem`",
            "site.toml:7:1",
        ],
    );
    let output = settings(&format!("{rules}[shopp]\nowner = \"\"\n"));
    let message = printed_text(&output);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&message, &["`filled_in` names `shop`", "did you mean `shopp`?"]);
    assert!(settings(&format!("{rules}[shop]\nsample = false\nowner = \"Me\"\n")).status.success());
}
