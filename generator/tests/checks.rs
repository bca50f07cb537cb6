//! Severities of checks in `[checks]` of site.toml.

use std::fs;

use crate::common::{
    SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text,
};

/// A site with a broken link, a broken anchor and an image without a text in two folders.
fn site(checks: &str) -> Site {
    let text = "[x](/gone/) [y](/#gone)\n\n![](/i.svg)\n";
    SiteBuilder::new()
        .settings(checks)
        .page("archive/a", "title = \"A\"\n", text)
        .page("news/a", "title = \"A\"\n", text)
        .file("static/i.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .create()
}

/// Returns severity, code and folder of each diagnostic.
fn diagnostics(message: &str) -> Vec<(String, String, String)> {
    let lines = message.lines().filter(|line| line.contains("\"diagnostic\""));
    let read = |line: &str| {
        let it: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| it[key].as_str().unwrap().to_owned();
        (text("severity"), text("code"), text("file").split('/').nth(1).unwrap().to_owned())
    };
    lines.map(read).collect()
}

#[test]
fn a_check_has_the_severity_of_the_nearest_folder() {
    let site = site(
        "[checks]\nbroken_links = \"warning\"\nC0205 = \"warning\"\nimages_without_text = \"off\"\n\
         [[checks.in]]\npath = \"content/archive/\"\nbroken_links = \"off\"\nimages_without_text = \"warning\"\n",
    );
    let expected = [
        ("warning", "C0205", "archive"),
        ("warning", "C0210", "archive"),
        ("warning", "C0204", "news"),
        ("warning", "C0205", "news"),
    ];
    let expected = expected
        .map(|(severity, code, folder)| (severity.to_owned(), code.to_owned(), folder.to_owned()));
    // The first build, a build without changes and a build of another page report the same.
    for text in ["", "", "Changed."] {
        site.write("content/index.md", &format!("+++\ntitle = \"Home\"\n+++\n{text}\n"));
        for command in ["build", "check"] {
            let output = site.run(&[command, "--preview", "--json", "--all-diagnostics"]);
            assert!(output.status.success(), "{}", printed_text(&output));
            let mut found = diagnostics(&printed_text(&output));
            found.sort_by(|a, b| (&a.2, &a.1).cmp(&(&b.2, &b.1)));
            assert_eq!(found, expected, "{command}");
        }
    }
    site.same_as_clean();
}

#[test]
fn a_warning_with_the_severity_error_fails_the_build() {
    let site = site("[checks]\nbroken_links = \"off\"\nbroken_anchors = \"off\"\n");
    let before = site.build();
    assert_contains(&before, &["warning[C0210]"]);
    site.append(
        "site.toml",
        "[[checks.in]]\npath = \"content/news/a.md\"\nimages_without_text = \"error\"\n",
    );
    let message = site.refused();
    assert_diagnostics!(message);
    // A build without changes fails too.
    site.refused();
    site.write("content/news/a.md", "+++\ntitle = \"A\"\n+++\n![i](/i.svg)\n");
    site.build();
}

#[test]
fn a_broken_redirect_has_the_severity_of_broken_links() {
    let site = Site::small();
    let redirect = "[[redirects]]\nfrom = \"/a/\"\nto = \"/gone/\"\n";
    site.append("site.toml", &format!("[checks]\nbroken_links = \"warning\"\n{redirect}"));
    assert_contains(&site.build(), &["warning[C0204]"]);
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n");
    assert_contains(&site.build(), &["warning[C0204]"]);
    site.write("site.toml", &format!("{SETTINGS}{redirect}"));
    assert_diagnostics!(site.refused());
}

#[test]
fn an_unknown_check_or_severity_is_an_error_with_its_line() {
    let site = site("");
    for (checks, line, expected) in [
        ("broken_link = \"off\"", 4, "did you mean `broken_links`?"),
        ("C0202 = \"off\"", 4, "`C0202` cannot be set"),
        ("C0999 = \"off\"", 4, "there is no check `C0999`"),
        ("broken_links = \"warn\"", 4, "did you mean `warning`?"),
        ("broken_links = false", 4, "write \"error\", \"warning\" or \"off\""),
        ("broken_links = \"off\"\nC0204 = \"off\"", 4, "set twice"),
        ("in = 1", 4, "start each table with a line `[[checks.in]]`"),
        ("[[checks.in]]\nbroken_links = \"off\"", 4, "no `path`"),
        ("[[checks.in]]\npath = \"../x\"\n", 5, "is not a source file or folder"),
        (
            "[[checks.in]]\npath = \"content\"\nbroken_lnks = \"off\"",
            6,
            "did you mean `broken_links`?",
        ),
    ] {
        site.write("site.toml", &format!("{SETTINGS}[checks]\n{checks}\n"));
        let output = site.run(&["check", "--preview"]);
        assert_eq!(output.status.code(), Some(1), "{checks}");
        let message = printed_text(&output);
        assert!(message.contains(expected) && message.contains("C0009"), "{checks}: {message}");
        assert!(message.contains(&format!("site.toml:{line}:")), "{checks}: {message}");
    }
    site.write("site.toml", &format!("{SETTINGS}checks = 1\n"));
    assert_contains(
        &printed_text(&site.run(&["check", "--preview"])),
        &["`checks` is not a table"],
    );
}

#[test]
fn the_guide_lists_every_configurable_check() {
    let text = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../docs/content/reference/diagnostics.md"
    ))
    .unwrap();
    let table = text.split("## Levels of checks").nth(1).unwrap();
    let site = Site::small();
    let mut count = 0;
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(|it| it.trim().trim_matches('`')).collect();
        for key in [cells[1], cells[2]] {
            site.write("site.toml", &format!("{SETTINGS}[checks]\n{key} = \"{}\"\n", cells[3]));
            site.build();
        }
        count += 1;
    }
    // Checks that the guide does not list cannot be set.
    for code in croupier::Code::ALL.iter().filter(|code| !table.contains(code.number())) {
        site.write("site.toml", &format!("{SETTINGS}[checks]\n{code} = \"off\"\n"));
        assert_contains(&site.refused(), &["cannot be set"]);
    }
    assert_eq!(count, 33);
}

#[test]
fn spaces_of_french_are_checked_on_request() {
    let text = "Bon : oui ! **Non** ? « a » ou \"b\" à 5 %, 50 $.\n\nUn\u{a0}: `a : b` $5\n";
    let site = SiteBuilder::bare()
        .settings("default_language = \"en\"\n[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\nuntranslated = \"show\"\n")
        .page("index", "title = \"Home\"\n", "")
        .page("a", "title = \"A\"\n", text)
        .page("a.fr", "title = \"A\"\n", text)
        .page("b", "title = \"B\"\n", text)
        .file("pages/page.html", "{{ page.body }}")
        .create();
    assert!(!site.build().contains("C0124"));

    // English text remains English where it is shown in place of a translation.
    site.append(
        "site.toml",
        "[checks]\ntypography = \"warning\"\n[markdown]\nsmart_punctuation = true\n",
    );
    let printed = site.build();
    assert_eq!(printed.matches("C0124").count(), 5, "{printed}");
    assert_contains(
        &printed,
        &["content/a.fr.md:4:4", "this space can end a line", "content/a.fr.md:4:45"],
    );
    assert_contains(&site.output("fr/a/index.html"), &["«\u{a0}b\u{a0}»"]);
    assert_contains(&site.output("fr/b/index.html"), &["“b”"]);
    site.same_as_clean();

    site.write(
        "site.toml",
        &site
            .read("site.toml")
            .replace("label = \"Français\"", "label = \"Français\"\nlocale = \"fr-CA\""),
    );
    let printed = site.build();
    assert_eq!(printed.matches("C0124").count(), 7, "{printed}");
    assert_contains(&printed, &["Canadian French has no space before"]);

    site.write("site.toml", &site.read("site.toml").replace("typography = \"warning\"", ""));
    assert!(!site.build().contains("C0124"));
}
