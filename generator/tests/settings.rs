//! Settings of profiles and the environment: `site.production.toml` and `CROUPIER_...` variables override site.toml.

use std::process::{Command, Output};

use crate::common::{
    SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text,
};

/// A site whose home page shows settings of the table `[shop]`, and whose page `/plain/` shows none.
fn site() -> Site {
    SiteBuilder::new()
        .settings(
            "[shop]\nowner = \"me\"\ntill = { coins = 3, open = true }\nhours = [\"9\", \"17\"]\n",
        )
        .file(
            "pages/page.html",
            "{{ site.shop.owner }} {{ site.shop.till.coins + 1 }} {{ site.shop.hours | join('-') }}",
        )
        .file("pages/plain.html", "{{ page.body }}")
        .page("plain", "title = \"Plain\"\ntemplate = \"plain\"\n", "Plain\n")
        .create()
}

/// Runs the binary with these environment variables.
fn run(site: &Site, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command
        .args(arguments)
        .current_dir(site.root())
        .envs(variables.iter().copied())
        .env("SOURCE_DATE_EPOCH", "1767225600");
    command.output().unwrap()
}

/// Runs the binary without errors and returns its output.
fn succeeds(site: &Site, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let output = run(site, arguments, variables);
    assert!(output.status.success(), "{}", printed_text(&output));
    printed_text(&output)
}

/// Asserts that the home page shows a text.
fn shows(site: &Site, text: &str) {
    assert_contains(&site.output("index.html"), &[text]);
}

#[test]
fn the_file_of_the_profile_overrides_single_keys_of_site_toml() {
    let site = site();
    succeeds(&site, &["build", "--preview"], &[]);
    shows(&site, ">me 4 9-17<");
    site.write("site.preview.toml", "[shop]\nhours = [\"10\"]\n[shop.till]\ncoins = 7\n");
    // Only the files that depend on the setting are written.
    assert_contains(&succeeds(&site, &["build", "--preview"], &[]), &["1 file written"]);
    shows(&site, ">me 8 10<");
    site.same_as_clean();
    site.write("site.preview.toml", "[shop]\nowner = \"you\"\n");
    succeeds(&site, &["build", "--preview"], &[]);
    shows(&site, ">you 4 9-17<");
    site.remove("site.preview.toml");
    succeeds(&site, &["build", "--preview"], &[]);
    shows(&site, ">me 4 9-17<");
    // The file of another profile has no effect.
    site.write(
        "site.production.toml",
        "base_url = \"https://casino.test.org\"\n[shop]\nowner = \"them\"\n",
    );
    succeeds(&site, &["build", "--preview"], &[]);
    shows(&site, ">me 4 9-17<");
    succeeds(&site, &["build", "--profile", "production"], &[]);
    assert_contains(&site.read("public/index.html"), &[">them 4 9-17<"]);
    assert_contains(&site.read("public/sitemap.xml"), &["https://casino.test.org/"]);
    let listed = succeeds(&site, &["check", "--profile", "production"], &[]);
    assert_contains(&listed, &["settings come from site.toml, then site.production.toml\n"]);
}

#[test]
fn a_mistake_is_reported_in_its_file_or_variable() {
    let site = site();
    site.write(
        "site.preview.toml",
        "colour = \"red\"\n[output]\nkeep_releases = \"x\"\n[[redirects]]\nfrom = \"/old/\"\nto = \"/gone/\"\n",
    );
    assert_diagnostics!(site.refused());
    site.write("site.preview.toml", "[shop\n");
    assert_diagnostics!(site.refused());
    site.write("site.preview.toml", "base_url = \"nowhere\"\n");
    assert_diagnostics!(site.refused());
    for url in [
        "https://a.example/caf%C3%A9",
        "https://a.example/d%20ocs",
        "https://a.example/cafe\u{301}",
    ] {
        site.write("site.preview.toml", &format!("base_url = \"{url}\"\n"));
        assert_contains(
            &site.refused(),
            &["C0006", "site.preview.toml:1:12", "without percent escapes"],
        );
        let refused = run(&site, &["check", "--preview", "--base-url", url], &[]);
        assert_contains(
            &printed_text(&refused),
            &["not the URL of a site", "without percent escapes"],
        );
    }
    site.remove("site.preview.toml");
    let refused = run(&site, &["check", "--preview"], &[("CROUPIER_BASE_URL", "nowhere")]);
    assert_contains(&printed_text(&refused), &["C0006", "CROUPIER_BASE_URL:1:1"]);
    for variable in ["CROUPIER_BASE_URL", "CROUPIER_NAME"] {
        let refused = run(&site, &["check", "--preview"], &[(variable, "")]);
        let expected =
            ["C0004", "is empty", &format!("--> {variable}"), "give the variable a value"];
        assert_contains(&printed_text(&refused), &expected);
    }
}

#[test]
fn a_variable_overrides_a_value_and_has_its_type() {
    let site = site();
    succeeds(&site, &["build", "--preview"], &[]);
    let variables = [
        ("CROUPIER_SHOP__OWNER", "env"),
        ("CROUPIER_SHOP__TILL__COINS", "41"),
        ("CROUPIER_SHOP__HOURS", "[\"1\", \"2\"]"),
    ];
    assert_contains(&succeeds(&site, &["build", "--preview"], &variables), &["1 file written"]);
    shows(&site, ">env 42 1-2<");
    assert_contains(&succeeds(&site, &["build", "--preview"], &variables), &["0 files written"]);
    succeeds(&site, &["build", "--preview"], &[]);
    shows(&site, ">me 4 9-17<");
    site.same_as_clean();
    // The generator knows the types of its own settings that are not in site.toml.
    let known = [
        ("CROUPIER_DESCRIPTION", "A shop"),
        ("CROUPIER_OUTPUT__KEEP_RELEASES", "5"),
        ("CROUPIER_CONTENT__PATHS", "keep"),
        ("CROUPIER_HOSTS__IMG", "[\"https://a.test.org\"]"),
        ("CROUPIER_OUTPUT__TRUSTED_TYPES", "false"),
        ("CROUPIER_SECURITY__HSTS", "true"),
        ("CROUPIER_AUTHORS", "Ann"),
        ("CROUPIER_CHECKS__BROKEN_LINKS", "warning"),
        ("CROUPIER_LINK_CHECKER__ACCEPT", "[403]"),
        ("CROUPIER_DEPLOY__LIVE__CONCURRENCY", "3"),
        ("CROUPIER_DEPLOY__LIVE__BASE_URL", "https://live.test.org"),
    ];
    site.append("site.toml", "[deploy.live]\nurl = \"live\"\n");
    succeeds(&site, &["build", "--preview"], &known);
    assert_contains(&site.output("_headers"), &["img-src 'self' data: https://a.test.org"]);
    let listed = succeeds(&site, &["check", "--preview"], &known[..1]);
    assert_contains(&listed, &["settings come from site.toml, then CROUPIER_DESCRIPTION\n"]);
    let json = succeeds(&site, &["check", "--preview", "--json"], &known[..1]);
    assert_contains(&json, &["\"settings\":[\"site.toml\",\"CROUPIER_DESCRIPTION\"]"]);
}

#[test]
fn an_unknown_variable_or_a_value_of_the_wrong_type_is_an_error_with_a_hint() {
    let site = site();
    for (name, value, expected) in [
        (
            "CROUPIER_SHOP__OWNR",
            "x",
            ["C0005", "is not a value of site.toml", "did you mean `CROUPIER_SHOP__OWNER`?"],
        ),
        (
            "CROUPIER_PORT",
            "x",
            ["C0005", "is not a value of site.toml", "write the key into site.toml first"],
        ),
        (
            "CROUPIER_SHOP__TILL__COINS",
            "many",
            ["C0009", "is `many`, which is not a whole number", "such as `3`"],
        ),
        (
            "CROUPIER_SHOP__TILL__OPEN",
            "yes",
            ["C0009", "which is not `true` or `false`", "CROUPIER_SHOP__TILL__OPEN:1:1"],
        ),
        ("CROUPIER_SHOP__HOURS", "9", ["C0009", "which is not a list", "as in site.toml"]),
        ("CROUPIER_SHOP", "x", ["C0009", "cannot be set by a variable", "it is a table"]),
        ("CROUPIER_SECURITY__HSTS", "1", ["C0009", "which is not `true` or `false`", "HSTS:1:1"]),
        (
            "CROUPIER_OUTPUT__TRUSTED_TYPES",
            "x",
            [
                "C0009",
                "which is not `true` or `false`, or a list",
                "write `true` or `false`, or it",
            ],
        ),
        (
            "CROUPIER_CHECKS__BROKEN",
            "off",
            ["C0005", "is not a value of site.toml", "write the key"],
        ),
        (
            "CROUPIER_DEPLOY__LIVE__URL",
            "x",
            ["C0005", "is not a value of site.toml", "write the key into site.toml first"],
        ),
    ] {
        let refused = run(&site, &["check", "--preview"], &[(name, value)]);
        assert_eq!(refused.status.code(), Some(1), "{name}: {}", printed_text(&refused));
        assert_contains(&printed_text(&refused), &expected);
        assert_contains(&printed_text(&refused), &["1 error"]);
    }
    site.write(
        "site.toml",
        &format!("{SETTINGS}[shop]\nowner = \"me\"\n[[redirects]]\nfrom = \"/a/\"\nto = \"/\"\n"),
    );
    let refused = run(&site, &["check", "--preview"], &[("CROUPIER_REDIRECTS", "[]")]);
    assert_contains(&printed_text(&refused), &["C0009", "it is a list of tables"]);
}

#[test]
fn placeholder_text_is_reported_once_per_file_in_a_production_build() {
    let site = SiteBuilder::new()
        .file(
            "site.toml",
            "name = \"Site\"\nbase_url = \"https://tiny.games\"\n[production]\nsamples = \"error\"\nsample_words = [\"Lorem ipsum\"]\nfilled_in = [\"content/data/shop.toml\"]\n",
        )
        .page(
            "a",
            "title = \"A\"\n",
            "`example.com`\n\nWrite to me@shop.example, `lorem ipsum` and lorem ipsum.\n",
        )
        .page("b", "title = \"B\"\ndraft = true\n", "Lorem ipsum.\n")
        .page(
            "c",
            "title = \"C\"\n[taxonomies]\n",
            "```sh\ncurl https://example.org\n```\n",
        )
        .file(
            "content/data/shop.toml",
            "# Was example.net.\nname = \"Lorem\"\nmail = \"me@example.net\"\n",
        )
        .file(
            "pages/page.html",
            "{# example.com #}{{ page.body }}\n<a href=\"https://example.com\">{{ data.shop.name }}</a>",
        )
        .create();
    let build_live = |more: &[&str]| {
        printed_text(&site.run(&[&["build", "--profile", "production"], more].concat()))
    };
    let report = build_live(&[]);
    assert_contains(
        &report,
        &[
            "error[C0201]: `lorem ipsum` is",
            "content/a.md:6:45",
            "content/data/shop.toml:3:12",
            "pages/page.html:2:18",
        ],
    );
    assert_eq!(report.matches("error[").count(), 3, "{report}");
    assert!(!site.has("index.html"));
    assert_eq!(
        printed_text(&site.run(&["check", "--profile", "production"]))
            .matches("error[C0201]")
            .count(),
        3
    );
    let assert_no_error = |report: &str| assert!(!report.contains("error["), "{report}");
    assert_no_error(&build_live(&["--allow-samples"]));
    site.build();
    // After a build without errors, changed files are checked again.
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\nOurs.\n");
    site.write("content/data/shop.toml", "name = \"Ours\"\n");
    site.write("pages/page.html", "{{ page.body }}{{ data.shop.name }}");
    assert_no_error(&build_live(&[]));
    site.append("content/a.md", "At [lorem ipsum](https://example.com/).\n");
    assert_contains(&build_live(&[]), &["content/a.md:5:"]);
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\nOurs.\n");
    site.append("content/data/shop.toml", "mail = \"a@example.com\"\n");
    assert_contains(&build_live(&[]), &["content/data/shop.toml:2:"]);
    site.write("content/data/shop.toml", "name = \"Ours\"\n");
    site.append("pages/page.html", "Lorem ipsum");
    assert_contains(&build_live(&[]), &["pages/page.html:1:"]);
    site.write("pages/page.html", "{{ page.body }}{{ data.shop.name }}");
    assert_no_error(&build_live(&[]));
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\nLorem ipsum.\n");
    assert_contains(&build_live(&[]), &["content/b.md:4:1"]);
}

#[test]
fn reserved_hosts_in_texts_redirects_and_other_data_are_accepted_in_a_production_build() {
    let site = SiteBuilder::new()
        .file(
            "site.toml",
            "name = \"Site\"\nbase_url = \"https://tiny.games\"\n[[redirects]]\nfrom = \"/shop/\"\nto = \"https://shop.example.com/\"\n",
        )
        .page(
            "a",
            "title = \"At example.com\"\n[extra]\nurl = \"https://example.org/\"\n",
            "Open https://example.org or [this](https://example.com/).\n\n    curl example.net\n",
        )
        .file("content/data/docs.yaml", "call: fetch(\"https://example.org/\")\n")
        .create();
    let build_live = || printed_text(&site.run(&["build", "--profile", "production"]));
    assert!(!build_live().contains("error["), "{}", build_live());
    site.append("site.toml", "[production]\nfilled_in = [\"content/data/docs.yaml\"]\n");
    assert_contains(&build_live(), &["error[C0201]", "content/data/docs.yaml:1:"]);
    site.write("content/data/docs.yaml", "call: fetch(\"https://tiny.games/\")\n");
    assert!(!build_live().contains("error["), "{}", build_live());
    site.remove("content/data/docs.yaml");
    assert_contains(
        &build_live(),
        &[
            "C0009",
            "site.toml:7:",
            "`filled_in` names content/data/docs.yaml, which does not exist",
        ],
    );
}
