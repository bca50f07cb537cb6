//! Hosts in the content security policy.

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains};

#[test]
fn an_invalid_host_of_the_policy_is_an_error() {
    let site = SiteBuilder::bare().create();
    for host in
        ["https://cdn.example; script-src *", "google.com/x y", "", "'unsafe-inline'", "https://*"]
    {
        site.write(
            "site.toml",
            &format!("{SETTINGS}[hosts]\nimg = [\"https://ok.example\", \"{host}\"]\n"),
        );
        let message = site.refused();
        assert!(
            message.contains("C0009") && message.contains("site.toml:4:30"),
            "{host}: {message}"
        );
    }
}

#[test]
fn images_may_come_from_any_https_host_but_scripts_may_not() {
    let site = SiteBuilder::bare()
        .settings("[hosts]\nimg = [\"https:\"]\n")
        .file("pages/page.html", "<img src=\"https://one.example/a.png\" alt=\"a\">{{ page.body }}")
        .page("a", "title = \"A\"\n", "![b](https://two.example/b.png)\n")
        .create();
    assert!(!site.build().contains("C0213"));
    assert_contains(&site.output("_headers"), &["img-src 'self' data: https:;"]);
    site.append("content/a.md", "\n![c](http://three.example/c.png)\n");
    let message = site.build();
    assert_contains(&message, &["C0213", "http://three.example/c.png"]);
    assert_eq!(message.matches("C0213").count(), 1, "{message}");
    for (lists, location, hint) in [
        ("img = [\"https:\"]\nscript = [\"https:\"]\n", "site.toml:5:11", "https://*.cdn.example"),
        ("img = [\"*\"]\n", "site.toml:4:8", "or `\"https:\"` for all hosts"),
    ] {
        site.write("site.toml", &format!("{SETTINGS}[hosts]\n{lists}"));
        let message = site.refused();
        assert!(
            message.contains("C0009") && message.contains(location) && message.contains(hint),
            "{lists}: {message}"
        );
    }
}

#[test]
fn the_policy_can_be_a_meta_element_of_every_page() {
    let site = Site::small();
    site.write("pages/shell.html", "<head>{{ head }}</head><main id='main'>{{ main }}</main>");
    site.build();
    let policy = |site: &Site| {
        let headers = site.output("_headers");
        headers.lines().find_map(|line| {
            line.trim().strip_prefix("content-security-policy: ").map(str::to_owned)
        })
    };
    let whole = policy(&site).unwrap();
    assert!(!site.output("index.html").contains("http-equiv"));
    site.append("site.toml", "[output]\npage_data = true\npolicy = [\"meta\"]\n");
    site.build();
    assert_eq!(policy(&site), None);
    let written = whole.replace("; frame-ancestors 'none'", "").replace('\'', "&#39;");
    let html = site.output("index.html");
    let expected = format!(
        "<head><meta http-equiv=\"content-security-policy\" content=\"{written}\">\n<title>"
    );
    assert!(html.contains(&expected), "{expected} is not in {html}");
    // The page data of a client-side navigation does not contain it.
    assert!(!site.output("page-data/index/page-data.json").contains("http-equiv"));
    site.append("site.toml", "[hosts]\nimg = [\"https://img.test.org\"]\n");
    site.build();
    assert_contains(&site.output("index.html"), &["https://img.test.org"]);
    site.same_as_clean();
}
