//! Settings in `site.toml`: unknown keys and build profiles.

use crate::common::{
    SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text,
};

#[test]
fn unknown_keys_and_values_of_site_toml_are_errors() {
    let site = SiteBuilder::bare()
        .page("index", "title = \"Home\"\n", "")
        .settings(
            "[output]\nkeep_release = 3\n[servce_worker]\nenabled = false\n[[feeds]]\npath = \"/a.xml\"\nsection = \"/\"\nformat = \"atm\"\n",
        )
        .create();
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn a_preview_is_not_indexed_and_production_refuses_samples() {
    let site = SiteBuilder::bare()
        .file(
            "site.toml",
            "name = \"Site\"\nbase_url = \"https://casino.test.org\"\n[contact]\nmail = \"help@paper.example\"\n[production]\nsamples = \"error\"\n",
        )
        .file("pages/shell.html", "{{ head }}{{ main }}")
        .page("a", "title = \"A\"\n", "")
        .create();
    let message = printed_text(&site.run(&["build", "--preview"]));
    assert_contains(&message, &["a preview, closed to search engines"]);
    assert!(
        site.output("robots.txt").contains("Disallow: /\n")
            && site.output("a/index.html").contains("name=\"robots\" content=\"noindex\"")
    );
    let production = |site: &Site| site.run(&["build", "--profile", "production"]);
    let message = printed_text(&production(&site));
    assert_contains(&message, &["C0007", "site.toml:4:8"]);
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://casino.test.org\"\n");
    let output = production(&site);
    assert!(output.status.success() && !printed_text(&output).contains("preview"));
    assert!(
        site.output("robots.txt").contains("Allow: /\n")
            && !site.output("a/index.html").contains("noindex")
    );
}

#[test]
fn a_table_in_the_singular_is_a_mistake() {
    let site = SiteBuilder::new().settings("[[taxonomy]]\nname = \"tags\"\n").create();
    assert_diagnostics!(site.refused());
    site.write("site.toml", &format!("{SETTINGS}[taxonomy]\nname = \"tags\"\n"));
    assert_diagnostics!(site.refused());
}
