//! Settings that differ by profile and environment: `site.production.toml` and `CROUPIER_...` variables, laid over site.toml.

use std::process::{Command, Output};

use crate::common::{SETTINGS, Site, assert_says, said};

fn site() -> Site {
    let site = Site::small();
    site.append(
        "site.toml",
        "[shop]\nowner = \"me\"\ntill = { coins = 3, open = true }\nhours = [\"9\", \"17\"]\n",
    );
    site.write(
        "pages/page.html",
        "{{ site.shop.owner }} {{ site.shop.till.coins + 1 }} {{ site.shop.hours | join('-') }}",
    );
    site.write("pages/plain.html", "{{ page.body }}");
    site.write("content/plain.md", "+++\ntitle = \"Plain\"\ntemplate = \"plain\"\n+++\nPlain\n");
    site
}

fn run(site: &Site, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command
        .args(arguments)
        .current_dir(site.root())
        .envs(variables.iter().copied())
        .env("SOURCE_DATE_EPOCH", "1767225600");
    command.output().unwrap()
}

fn good(site: &Site, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let output = run(site, arguments, variables);
    assert!(output.status.success(), "{}", said(&output));
    said(&output)
}

fn shows(site: &Site, words: &str) {
    let html = site.output("index.html");
    assert!(html.contains(words), "{words:?} is not in {html}");
}

#[test]
fn a_file_of_the_profile_is_laid_over_site_toml_key_by_key() {
    let site = site();
    good(&site, &["build"], &[]);
    shows(&site, ">me 4 9-17<");
    site.write("site.preview.toml", "[shop]\nhours = [\"10\"]\n[shop.till]\ncoins = 7\n");
    // What asked for the setting is made again, and nothing else.
    assert_says(&good(&site, &["build"], &[]), &["3 files written"]);
    shows(&site, ">me 8 10<");
    site.same_as_clean();
    site.write("site.preview.toml", "[shop]\nowner = \"you\"\n");
    good(&site, &["build"], &[]);
    shows(&site, ">you 4 9-17<");
    site.remove("site.preview.toml");
    good(&site, &["build"], &[]);
    shows(&site, ">me 4 9-17<");
    // That of another profile says nothing here.
    site.write(
        "site.production.toml",
        "base_url = \"https://casino.test.org\"\n[shop]\nowner = \"them\"\n",
    );
    good(&site, &["build"], &[]);
    shows(&site, ">me 4 9-17<");
    good(&site, &["build", "--profile", "production"], &[]);
    shows(&site, ">them 4 9-17<");
    assert_says(&site.output("sitemap.xml"), &["https://casino.test.org/"]);
    let listed = good(&site, &["check", "--profile", "production"], &[]);
    assert_says(&listed, &["settings come from site.toml, then site.production.toml\n"]);
}

#[test]
fn a_mistake_is_told_in_the_file_or_variable_that_it_was_made_in() {
    let site = site();
    site.write(
        "site.preview.toml",
        "colour = \"red\"\n[output]\nkeep_releases = \"x\"\n[[redirects]]\nfrom = \"/old/\"\nto = \"/gone/\"\n",
    );
    assert_says(
        &site.refused(),
        &[
            "C0005",
            "site.preview.toml:1:1",
            "C0009",
            "site.preview.toml:3:17",
            "C0204",
            "site.preview.toml:4:1",
        ],
    );
    site.write("site.preview.toml", "[shop\n");
    assert_says(&site.refused(), &["site.preview.toml is not valid TOML", "site.preview.toml:1:"]);
    site.write("site.preview.toml", "base_url = \"nowhere\"\n");
    assert_says(&site.refused(), &["C0006", "site.preview.toml:1:12"]);
    site.remove("site.preview.toml");
    let refused = run(&site, &["check"], &[("CROUPIER_BASE_URL", "nowhere")]);
    assert_says(&said(&refused), &["C0006", "CROUPIER_BASE_URL:1:1"]);
}

#[test]
fn a_variable_takes_the_place_of_a_value_and_of_its_kind() {
    let site = site();
    good(&site, &["build"], &[]);
    let variables = [
        ("CROUPIER_SHOP__OWNER", "env"),
        ("CROUPIER_SHOP__TILL__COINS", "41"),
        ("CROUPIER_SHOP__HOURS", "[\"1\", \"2\"]"),
    ];
    assert_says(&good(&site, &["build"], &variables), &["3 files written"]);
    shows(&site, ">env 42 1-2<");
    assert_says(&good(&site, &["build"], &variables), &["0 files written"]);
    good(&site, &["build"], &[]);
    shows(&site, ">me 4 9-17<");
    site.same_as_clean();
    // What site.toml leaves out, the generator knows.
    let known = [
        ("CROUPIER_DESCRIPTION", "A shop"),
        ("CROUPIER_OUTPUT__KEEP_RELEASES", "5"),
        ("CROUPIER_HOSTS__IMG", "[\"https://a.test.org\"]"),
    ];
    good(&site, &["build"], &known);
    assert_says(&site.output("_headers"), &["img-src 'self' data: https://a.test.org"]);
    let listed = good(&site, &["check"], &known[..1]);
    assert_says(&listed, &["settings come from site.toml, then CROUPIER_DESCRIPTION\n"]);
    let json = good(&site, &["check", "--json"], &known[..1]);
    assert_says(&json, &["\"settings\":[\"site.toml\",\"CROUPIER_DESCRIPTION\"]"]);
}

#[test]
fn a_variable_that_means_nothing_or_another_kind_is_an_error_with_what_to_write() {
    let site = site();
    for (name, value, words) in [
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
    ] {
        let refused = run(&site, &["check"], &[(name, value)]);
        assert_eq!(refused.status.code(), Some(1), "{name}: {}", said(&refused));
        assert_says(&said(&refused), &words);
        assert_says(&said(&refused), &["1 error"]);
    }
    site.write(
        "site.toml",
        &format!("{SETTINGS}[shop]\nowner = \"me\"\n[[redirects]]\nfrom = \"/a/\"\nto = \"/\"\n"),
    );
    let refused = run(&site, &["check"], &[("CROUPIER_REDIRECTS", "[]")]);
    assert_says(&said(&refused), &["C0009", "it is a list of tables"]);
}

#[test]
fn samples_in_pages_data_and_templates_are_told_before_a_site_goes_live_once_a_file() {
    let site = Site::small();
    site.write(
        "site.toml",
        "name = \"Site\"\nbase_url = \"https://tiny.games\"\n[production]\nsample_words = [\"Lorem ipsum\"]\n",
    );
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\n+++\n`example.com`\n\nWrite to me@shop.example, lorem ipsum.\n",
    );
    site.write("content/b.md", "+++\ntitle = \"B\"\ndraft = true\n+++\nLorem ipsum.\n");
    site.write(
        "content/c.md",
        "+++\ntitle = \"C\"\n[taxonomies]\n+++\n```sh\ncurl https://example.org\n```\n",
    );
    site.write(
        "content/data/shop.toml",
        "# Was example.net.\nname = \"Lorem\"\nmail = \"me@example.net\"\n",
    );
    site.write("pages/page.html", "{# example.com #}{{ page.body }}\n<a href=\"https://example.com\">{{ data.shop.name }}</a>");
    let live =
        |more: &[&str]| said(&site.run(&[&["build", "--profile", "production"], more].concat()));
    let words = live(&[]);
    assert_says(
        &words,
        &[
            "error[C0201]: `shop.example` is",
            "content/a.md:6:13",
            "content/data/shop.toml:3:12",
            "pages/page.html:2:18",
        ],
    );
    assert_eq!(words.matches("error[").count(), 3, "{words}");
    assert!(!site.has("index.html"));
    assert_eq!(
        said(&site.run(&["check", "--profile", "production"])).matches("error[C0201]").count(),
        3
    );
    let good = |words: &str| assert!(!words.contains("error["), "{words}");
    good(&live(&["--allow-samples"]));
    site.build();
    // Once all is good, what changes is looked at.
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\nOurs.\n");
    site.write("content/data/shop.toml", "name = \"Ours\"\n");
    site.write("pages/page.html", "{{ page.body }}{{ data.shop.name }}");
    good(&live(&[]));
    site.append("content/a.md", "At [us](https://example.com/).\n");
    assert_says(&live(&[]), &["content/a.md:5:"]);
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\nOurs.\n");
    site.append("content/data/shop.toml", "mail = \"a@example.com\"\n");
    assert_says(&live(&[]), &["content/data/shop.toml:2:"]);
    site.write("content/data/shop.toml", "name = \"Ours\"\n");
    site.append("pages/page.html", "Lorem ipsum");
    assert_says(&live(&[]), &["pages/page.html:1:"]);
    site.write("pages/page.html", "{{ page.body }}{{ data.shop.name }}");
    good(&live(&[]));
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\nLorem ipsum.\n");
    assert_says(&live(&[]), &["content/b.md:4:1"]);
}
