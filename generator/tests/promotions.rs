//! A promotion has one source (A143), and its mistakes are reported with their line. `tests/sandbox/tests/promotions.rs` compares the
//! page, the generated file and the mock API.

use std::fs;
use std::path::Path;

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics};

/// The promotions of the casino and the templates that show them, without the runtime.
fn site() -> Site {
    let site = SiteBuilder::new()
        .file("pages/shell.html", "{{ main }}")
        .file(
            "pages/page.html",
            "{% from \"macros/offer.html\" import amounts %}{{ amounts() }}",
        )
        .file(
            "pages/cards.html",
            "{% for it in file_data(\"rtgcoupons.json\") %}<h2>{{ it.coupon_title }}</h2>{% endfor %}",
        )
        .page("index", "title = \"Welcome\"\n", "")
        .page("coupons", "title = \"Coupons\"\ntemplate = \"cards\"\n", "")
        .create();
    let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let copy = |path: &str| site.write(path, &fs::read_to_string(repository.join(path)).unwrap());
    for entry in fs::read_dir(repository.join("content/data/promotions")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // The site has one language.
        if !name.ends_with(".fr.toml") {
            copy(&format!("content/data/promotions/{name}"));
        }
    }
    copy("i18n/en/offer.ftl");
    for name in ["promotions.schema.json", "welcome.toml", "welcome.schema.json", "cards.toml"] {
        copy(&format!("content/data/{name}"));
    }
    for name in [
        "files/rtgcoupons.json",
        "macros/promotion.txt",
        "macros/promotion_checks.txt",
        "macros/offer.html",
    ] {
        copy(&format!("pages/{name}"));
    }
    site
}

#[test]
fn an_expired_welcome_offer_is_not_shown() {
    let site = site();
    let path = "content/data/promotions/max325.toml";
    site.write(path, &site.read(path).replace("expires = 2027-12-31", "expires = 2026-01-01"));
    site.build();
    assert!(
        site.output("index.html").contains("not open at the moment")
            && !site.output("index.html").contains("325")
    );
}

/// Rows: 9-14
#[test]
fn a_mistake_in_a_promotion_is_reported_with_its_line_and_fix() {
    let path = "content/data/promotions/dep250.toml";
    for (from, to, expected) in [
        (
            "code = \"DEP250\"",
            "code = \"DEP200\"",
            ":2:8\nthe code of content/data/promotions/dep200 too",
        ),
        ("code = \"DEP250\"", "code = \"DEP25\"", ":2:8\nname the file dep25.toml"),
        ("{percent}% Match", "{percnt}% Match", ":5:9\ndid you mean `percent`?"),
        (
            "A {percent}% match",
            "A {amount} match",
            ":6:15\nnames `{amount}`, which DEP250 does not have\nits file gives no such figure",
        ),
        ("A {percent}% match", "A 200% match", ":6:15\nhas an amount in digits"),
        (
            "expires = 2027-12-31",
            "starts = 2028-01-01\nexpires = 2027-12-31",
            ":5:11\nis not after the start, 2028-01-01",
        ),
        ("expires = 2027-12-31", "expires = \"soon\"", ":4:11\nwhich is not a date or datetime"),
        (
            "{ name = \"Visa\" }",
            "{ name = \"Visa\", maximum = 2_000_00 }",
            ":9:39\ncounts no more than $1,000",
        ),
        ("{ name = \"Visa\" }", "{ name = \"Visa\", minimum = 20_00 }", ":9:39\nasks for $30"),
        ("{ name = \"Visa\" }", "{ name = \"Visa\", percent = 300 }", ":9:39\ngives 250 at most"),
        ("maximum = 1_000_00", "maximum = 10_00", ":7:54\nis less than the minimum, $30"),
        ("percent = 250, ", "", ":7:10\nhas no `percent`"),
        ("wagering = [30]\n", "", "has no `wagering`"),
        ("type = \"deposit_match\"", "type = \"free_spins\"", "has no `spins`"),
        ("uses = ", "use = ", ":10:\ndid you mean `uses`?"),
    ] {
        let site = site();
        site.build();
        let text = site.read(path);
        assert_contains(&text, &[from]);
        site.write(path, &text.replace(from, to));
        let report = site.refused();
        let expected: Vec<&str> = expected.split('\n').collect();
        assert_contains(&report, &expected);
        assert_contains(&report, &[path]);
    }
    // A number of the welcome offer is defined in one file only.
    let site = site();
    let welcome = site.read("content/data/welcome.toml");
    site.write("content/data/welcome.toml", &format!("percent = 300\n{welcome}"));
    assert_diagnostics!(site.refused());
}
