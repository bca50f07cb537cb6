//! A promotion has one source (A143): what is wrong in it is told with its line. What the page, the file and the API's stand-in make
//! of one is compared in `tests/sandbox/tests/promotions.rs`.

use std::fs;
use std::path::Path;

use crate::common::Site;

/// The casino's promotions and what shows them, without its runtime.
fn site() -> Site {
    let site = Site::new("name = \"S\"\nbase_url = \"https://example.com\"\n");
    let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let copy = |path: &str| site.write(path, &fs::read_to_string(repository.join(path)).unwrap());
    for entry in fs::read_dir(repository.join("content/data/promotions")).unwrap() {
        copy(&format!("content/data/promotions/{}", entry.unwrap().file_name().display()));
    }
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
    site.write("pages/shell.html", "{{ main }}");
    site.write("pages/page.html", "{% from \"macros/offer.html\" import amounts %}{{ amounts() }}");
    site.write(
        "pages/cards.html",
        "{% for it in file_data(\"rtgcoupons.json\") %}<h2>{{ it.coupon_title }}</h2>{% endfor %}",
    );
    site.write("content/index.md", "+++\ntitle = \"Welcome\"\n+++\n");
    site.write("content/coupons.md", "+++\ntitle = \"Coupons\"\ntemplate = \"cards\"\n+++\n");
    site
}

#[test]
fn a_welcome_offer_that_is_over_is_shown_no_more() {
    let site = site();
    let path = "content/data/promotions/max325.toml";
    site.write(path, &site.read(path).replace("expires = 2027-12-31", "expires = 2026-01-01"));
    site.build();
    assert!(
        site.output("index.html").contains("not open at the moment")
            && !site.output("index.html").contains("325")
    );
}

// rows: 9-14
#[test]
fn what_is_wrong_in_a_promotion_is_told_with_its_line_and_what_was_meant() {
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
        assert!(text.contains(from), "{from}");
        site.write(path, &text.replace(from, to));
        let words = site.refused();
        for part in expected.split('\n') {
            assert!(words.contains(part), "{to}: {part:?} is not in\n{words}");
        }
        assert!(words.contains(path), "{words}");
    }
    // A figure of the welcome offer has one place.
    let site = site();
    let welcome = site.read("content/data/welcome.toml");
    site.write("content/data/welcome.toml", &format!("percent = 300\n{welcome}"));
    let words = site.refused();
    assert!(
        words.contains("content/data/welcome.toml:1:") && words.contains("`percent` is unknown"),
        "{words}"
    );
}
