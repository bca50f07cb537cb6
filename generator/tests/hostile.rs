//! Hostile input: a build ends with a result or an error and never panics or hangs.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::common::{Site, assert_contains, assert_diagnostics, printed_text};

/// Returns a page file with this text.
fn page(body: &str) -> String {
    format!("+++\ntitle = \"Page\"\n+++\n{body}")
}

#[test]
fn a_page_of_50_megabytes_is_built() {
    let site = Site::small();
    site.write("content/big.md", &page(&"Words and *more* words.\n\n".repeat(50_000_000 / 25)));
    site.build();
    assert!(site.output("big/index.html").len() > 60_000_000);
}

#[test]
fn ten_thousand_unknown_keys_are_all_counted() {
    let site = Site::small();
    let keys: String = (0..10_000).map(|number| format!("key{number} = {number}\n")).collect();
    site.write("content/keys.md", &format!("+++\ntitle = \"Keys\"\n{keys}+++\n"));
    assert_diagnostics!(site.refused());
    site.write("content/keys.md", &format!("+++\ntitle = \"Keys\"\n[extra]\n{keys}+++\n"));
    site.build();
}

#[test]
fn deeply_nested_input_ends_in_a_page_or_an_error() {
    let site = Site::small();
    let lists: String = (0..1000).map(|depth| format!("{}- x\n", "  ".repeat(depth))).collect();
    for (name, body) in [
        ("lists", lists),
        ("quotes", "> ".repeat(5000) + "x"),
        ("brackets", "[".repeat(50_000)),
        ("links", "[a](".repeat(50_000)),
        ("links_without_end", "[a](/".repeat(50_000)),
        ("stars", "*a ".repeat(50_000)),
        ("tags", "<b>".repeat(50_000)),
        ("backticks", (1..2000).map(|count| "`".repeat(count) + " ").collect()),
    ] {
        site.write(&format!("content/{name}.md"), &page(&body));
    }
    site.build();
    site.write(
        "content/front.md",
        &format!("+++\ntitle = \"Deep\"\nextra = {}\n+++\n", "[".repeat(100_000)),
    );
    site.write(
        "content/yaml.md",
        &format!("---\ntitle: Deep\nextra: {}\n---\n", "[".repeat(100_000)),
    );
    site.write("content/data/deep.json", &"[".repeat(100_000));
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn a_template_that_includes_itself_is_an_error() {
    let site = Site::small();
    site.write("pages/page.html", "{% include \"page.html\" %}");
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn links_and_pipes_in_source_folders_do_not_stop_a_build() {
    let site = Site::small();
    fs::create_dir_all(site.root().join("static")).unwrap();
    symlink("/dev/zero", site.root().join("static/endless")).unwrap();
    let made = Command::new("mkfifo")
        .args(["content/pipe.md", "pages/pipe.html", "static/pipe"])
        .current_dir(site.root())
        .status();
    assert!(made.unwrap().success());
    fs::create_dir(site.root().join("content/folder.md")).unwrap();
    site.build();
    symlink("..", site.root().join("content/loop")).unwrap();
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn an_unreadable_file_is_named() {
    let site = Site::small();
    symlink("nowhere", site.root().join("content/gone.md")).unwrap();
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn byte_order_marks_are_accepted_and_invalid_utf8_is_reported_with_its_location() {
    let site = Site::small();
    site.write(
        "content/windows.md",
        "\u{feff}+++\r\ntitle = \"Windows\"\r\n+++\r\n\r\nOne  \r\ntwo\r\n",
    );
    site.build();
    assert_contains(&site.output("windows/index.html"), &["One<br />"]);
    fs::write(site.root().join("content/latin.md"), b"+++\ntitle = \"caf\xe9\"\n+++\n").unwrap();
    fs::write(site.root().join("content/wide.md"), b"\xff\xfe+\0+\0+\0").unwrap();
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn unusual_file_names_are_routes_or_errors() {
    let site = Site::small();
    for name in ["with space", "quote'd", "über", "日本", "a.b", "plus+and&"] {
        site.write(&format!("content/{name}.md"), &page("Words"));
    }
    site.build();
    assert!(site.has("über/index.html") && site.has("日本/index.html"));
    for name in ["per%cent", "que?stion", "ha#sh", "ti<ld>e", "dou\"ble", "back\\slash"] {
        site.write(&format!("content/{name}.md"), &page("Words"));
    }
    let output = site.run(&["build", "--preview"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        printed_text(&output).matches("error[C0107]").count(),
        6,
        "{}",
        printed_text(&output)
    );
}

#[test]
fn a_full_disk_is_an_error_and_keeps_the_output() {
    let site = Site::small();
    site.build();
    let before = site.tree();
    site.write("content/index.md", &page(&"New words.\n\n".repeat(5000)));
    // A limit on file sizes simulates a full disk: a write fails in the middle.
    let output = Command::new("sh")
        .args([
            "-c",
            "ulimit -f 8; trap '' XFSZ; exec \"$0\" build",
            env!("CARGO_BIN_EXE_croupier"),
        ])
        .current_dir(site.root())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", printed_text(&output));
    assert_contains(&printed_text(&output), &["C0502"]);
    assert_eq!(site.tree(), before);
    site.build();
    assert_contains(&site.output("index.html"), &["New words."]);
}

#[test]
fn a_page_full_of_code_and_braces_is_parsed_in_linear_time() {
    let site = Site::small();
    site.write("content/index.md", &page(&"`x` {{ ".repeat(200_000)));
    let output = Command::new("sh")
        .args(["-c", "ulimit -t 10; exec \"$0\" build", env!("CARGO_BIN_EXE_croupier")])
        .current_dir(site.root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
}

#[test]
fn thousands_of_footnotes_and_broken_anchors_of_one_page_are_checked_in_linear_time() {
    let site = Site::small();
    let notes = |number| format!("word[^n{number}]\n\n[^n{number}]: note\n\n");
    site.write("content/index.md", &page(&(0..20_000).map(notes).collect::<String>()));
    let anchors = |number| format!("## Heading {number}\n\n[a](#nothing-{number})\n\n");
    site.write("content/a.md", &page(&(0..10_000).map(anchors).collect::<String>()));
    let output = Command::new("sh")
        .args(["-c", "ulimit -t 20; exec \"$0\" check", env!("CARGO_BIN_EXE_croupier")])
        .current_dir(site.root())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", printed_text(&output));
    assert_contains(&printed_text(&output), &["10000 errors"]);
}
