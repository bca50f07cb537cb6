//! A marketing editor, who does not program.

use super::Journey;
use crate::common::assert_contains;

#[test]
fn an_editor() {
    let mut site = Journey::new("casino");
    let offers = "content/data/promotions.toml";

    site.replace(offers, "We return a tenth", "Each Monday, we return a tenth");
    assert_contains(&site.built("promotions/index.html"), &["Each Monday, we return a tenth"]);
    site.done("change the text of an offer");

    let (_, second) = site
        .read(offers)
        .rsplit_once("[[offer]]")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    let new = second.replace("MONDAY10", "WINTER10").replace("Monday returns", "Winter returns");
    site.append(offers, &format!("\n[[offer]]{new}"));
    assert_contains(&site.built("promotions/index.html"), &["WINTER10"]);
    site.done("add an offer");

    site.replace(offers, &new, &new.replace("starts = 2026-01-01", "starts = 2029-12-24"));
    assert!(!site.built("promotions/index.html").contains("WINTER10"));
    site.run(&["build", "--preview", "--as-of", "2029-12-25"]);
    assert_contains(&site.read(".croupier/preview/promotions/index.html"), &["WINTER10"]);
    site.done("schedule an offer, and look at the site on that day");

    let menu =
        |path: &str, label: &str| format!("[[menu]]\npath = \"{path}\"\nlabel = \"{label}\"\n");
    let (games, banking) = (menu("/games/", "Games"), menu("/banking/", "Deposits"));
    site.replace("site.toml", &games, "# first\n");
    site.replace("site.toml", &banking, &games);
    site.replace("site.toml", "# first\n", &banking);
    let html = site.built("index.html");
    assert!(html.find(">Deposits</a>").unwrap() < html.find(">Games</a>").unwrap());
    site.done("change the order of the menu");

    site.replace(offers, "expires = 2030-01-01", "expires = 31.12.2027");
    let output = site.output_of(&["check"]);
    assert_eq!(output.status.code(), Some(1));
    site.replace(offers, "expires = 31.12.2027", "expires = 2027-12-31");
    site.check(&[]);
    site.done("correct a date, by the message of the check");

    site.rename("content/banking.md", "content/deposits.md");
    site.replace("site.toml", "/banking/", "/deposits/");
    site.replace(
        "content/deposits.md",
        "template = \"banking\"",
        "template = \"banking\"\naliases = [\"/banking/\"]",
    );
    assert_contains(&site.built("_redirects"), &["/banking/"]);
    site.done("rename a page, and redirect its old URL");

    site.assert_steps("editor");
}
