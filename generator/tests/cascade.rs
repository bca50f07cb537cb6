//! The `[cascade]` table of a folder's index.md, which applies to all pages below it.

use crate::common::{
    SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text,
};

/// A site whose templates show their name and inherited values.
fn site() -> Site {
    SiteBuilder::new()
        .file("pages/page.html", "plain {{ page.extra.tone|default }}{{ page.body }}")
        .file(
            "pages/info.html",
            "info {{ page.extra.tone|default }} {% set box = page.extra.box|default({}) %}\
             {{ box.a|default }}{{ box.b|default }}{{ page.body }}",
        )
        .create()
}

/// Writes a page with these additional lines of front matter.
fn page(site: &Site, name: &str, front: &str) {
    site.write(&format!("content/{name}.md"), &format!("+++\ntitle = \"{name}\"\n{front}+++\n"));
}

/// Returns the text in the main element of an output file.
fn main_of(site: &Site, path: &str) -> String {
    let html = site.output(path);
    html.trim().trim_start_matches("<main id='main'>").trim_end_matches("</main>").to_owned()
}

#[test]
fn pages_inherit_missing_keys_from_the_nearest_folder() {
    let site = site();
    page(&site, "index", "[cascade.extra]\ntone = \"calm\"\nbox = { a = 1, b = [1] }\n");
    page(&site, "a/index", "[cascade]\ntemplate = \"info\"\n[cascade.extra]\nbox = { b = [2] }\n");
    page(&site, "a/one", "");
    page(&site, "a/two", "template = \"page\"\n[extra]\ntone = \"loud\"\n");
    site.write(
        "content/a/deep/index.md",
        "---\ntitle: Deep\ncascade:\n  extra: {tone: low, box: {a: 3}}\n---\n",
    );
    site.write("content/a/deep/three.md", "---\ntitle: Three\n---\n");
    site.build();
    // A cascade does not apply to the page that defines it.
    assert_eq!(main_of(&site, "index.html"), "plain");
    assert_eq!(main_of(&site, "a/index.html"), "plain calm");
    assert_eq!(main_of(&site, "a/one/index.html"), "info calm 1[2]");
    assert_eq!(main_of(&site, "a/two/index.html"), "plain loud");
    assert_eq!(main_of(&site, "a/deep/index.html"), "info calm 1[2]");
    assert_eq!(main_of(&site, "a/deep/three/index.html"), "info low 3[2]");
    site.same_as_clean();
}

#[test]
fn every_cascaded_key_is_applied() {
    let site = site();
    site.write(
        "site.toml",
        &format!("{SETTINGS}layouts = [\"full\", \"bare\"]\n[[taxonomies]]\nname = \"tags\"\n"),
    );
    site.write("pages/term.html", "{% for it in paginator.pages %}{{ it.path }} {% endfor %}");
    site.write("pages/terms.html", "");
    site.write(
        "pages/info.html",
        "{{ page.layout or 'None' }} {{ page.shell }} {{ page.status }} {{ page.date or 'None' }} {{ paginator.number_pagers }} {{ page.body }}",
    );
    page(
        &site,
        "a/index",
        "[cascade]\ntemplate = \"info\"\nlayout = \"bare\"\nshell = \"wide\"\nstatus = \"sample\"\nweight = 3\nin_sitemap = false\nrobots = \"noindex\"\n\
         publish_at = 2025-01-01\nexpire_at = 2027-01-01\nsort_by = \"title\"\npaginate_by = 1\ndraft = false\n\
         [cascade.taxonomies]\ntags = [\"red\"]\n",
    );
    site.write("pages/shells/wide.html", "<main id='main'>{{ main }}</main>");
    page(&site, "a/one", "");
    page(&site, "a/two", "weight = 1\n[taxonomies]\ntags = []\n");
    site.write(
        "pages/page.html",
        "{% for it in children(\"/a/\", sort_by=\"weight\") %}{{ it.path }} {% endfor %}",
    );
    site.enable_page_data();
    site.build();
    assert_eq!(main_of(&site, "a/one/index.html"), "bare wide sample 2025-01-01 1");
    assert_eq!(main_of(&site, "a/index.html"), "/a/two/ /a/one/");
    assert_eq!(main_of(&site, "tags/red/index.html"), "/a/one/");
    assert_contains(&site.output("page-data/a/one/page-data.json"), &["noindex"]);
    assert!(!site.output("sitemap.xml").contains("/a/one/"));
    // The page is removed after its expiry, and a production build refuses the sample.
    let output = site.run_at(&["build", "--preview"], 1_830_297_600);
    assert!(output.status.success() && !site.has("a/one/index.html"), "{}", printed_text(&output));
    assert_contains(
        &printed_text(&site.run(&["build", "--profile", "production"])),
        &["C0201", "content/a/one.md"],
    );
}

#[test]
fn a_draft_folder_is_not_in_the_output_except_pages_that_override_it() {
    let site = site();
    page(&site, "a/index", "[cascade]\ndraft = true\n");
    page(&site, "a/one", "aliases = [\"/uno/\"]\n");
    page(&site, "a/two", "draft = false\n");
    site.build();
    assert!(
        site.has("a/index.html") && site.has("a/two/index.html") && !site.has("a/one/index.html")
    );
    assert!(!site.tree().values().any(|bytes| String::from_utf8_lossy(bytes).contains("/a/one/")));
    // The error of a link to it names the folder that makes it a draft.
    site.append("content/index.md", "[one](/a/one/)\n");
    assert_diagnostics!(site.refused());
    assert!(site.run(&["build", "--preview", "--drafts"]).status.success());
}

#[test]
fn a_cascade_edit_updates_only_the_pages_below_it() {
    let site = site();
    page(&site, "a/index", "");
    page(&site, "a/one", "");
    page(&site, "a/two", "template = \"page\"\n");
    page(&site, "b", "");
    site.build();
    for (front, shown) in [
        ("[cascade]\ntemplate = \"info\"\n", "info"),
        ("[cascade]\ntemplate = \"info\"\n[cascade.extra]\ntone = \"calm\"\n", "info calm"),
        ("[cascade.extra]\ntone = \"calm\"\n", "plain calm"),
        ("", "plain"),
    ] {
        page(&site, "a/index", front);
        site.build();
        assert_eq!(main_of(&site, "a/one/index.html"), shown);
        site.same_as_clean();
    }
    page(&site, "a/index", "[cascade]\ntemplate = \"info\"\n");
    assert_contains(&site.build(), &["1 file written"]);
    let message = printed_text(&site.run(&["explain", "--preview", "/a/one/"]));
    assert_contains(
        &message,
        &[
            "inherits     template from content/a/index.md\n",
            "because the front matter that it inherits changed",
        ],
    );
    site.remove("content/a/index.md");
    let message = printed_text(&site.run(&["explain", "--preview", "/a/one/"]));
    assert_contains(
        &message,
        &[
            "inherits     nothing from parent folders   (changed since the last build)",
            "will be rendered",
        ],
    );
    site.build();
    assert_eq!(main_of(&site, "a/one/index.html"), "plain");
}

#[test]
fn lists_on_other_pages_show_inherited_values() {
    let site = site();
    site.write(
        "pages/home.html",
        "{% for it in section(\"/a/\") %}{{ it.extra.tone|default }}{% endfor %}",
    );
    page(&site, "index", "template = \"home\"\n");
    page(&site, "a/index", "[cascade.extra]\ntone = \"calm\"\n");
    page(&site, "a/one", "");
    site.build();
    assert_eq!(main_of(&site, "index.html"), "calm");
    page(&site, "a/index", "[cascade.extra]\ntone = \"loud\"\n");
    site.build();
    assert_eq!(main_of(&site, "index.html"), "loud");
    site.same_as_clean();
}

#[test]
fn a_cascade_error_is_reported_once_at_its_location() {
    let site = site();
    page(&site, "a/one", "");
    page(&site, "a/two", "");
    for (front, expected) in [
        (
            "[cascade]\ntitle = \"Ours\"\n",
            ["C0108", "`title` is not allowed in `cascade`", "content/a/index.md:4:1"],
        ),
        (
            "[cascade]\ncascade = {}\n",
            ["C0108", "`cascade` is not allowed in `cascade`", "content/a/index.md:4:1"],
        ),
        (
            "[cascade]\ntemplat = \"info\"\n",
            ["C0104", "did you mean `template`?", "content/a/index.md:4:1"],
        ),
        (
            "[cascade]\ntarget = {}\n",
            ["C0104", "index.md of the folder that it should apply to", "content/a/index.md:4:1"],
        ),
        ("[cascade]\ntemplate = 1\n", ["C0105", "write text in quotes", "content/a/index.md:4:12"]),
        ("cascade = \"info\"\n", ["C0105", "below a line `[cascade]`", "content/a/index.md:3:11"]),
        (
            "[cascade]\ntemplate = \"inof\"\n",
            ["C0401", "did you mean `info`?", "content/a/index.md:4:12"],
        ),
        (
            "[cascade.taxonomies]\ntags = [\"x\"]\n",
            ["C0209", "there is no taxonomy `tags`", "content/a/index.md:4:9"],
        ),
        ("[cascade]\ntemplate = \"info\n", ["C0102", "not valid TOML", "content/a/index.md:4:12"]),
    ] {
        page(&site, "a/index", front);
        let message = site.refused();
        assert_contains(&message, &expected);
        assert_eq!(message.matches("error[").count(), 1, "{message}");
    }
    // The error is reported without pages below the folder too.
    site.remove("content/a/one.md");
    site.remove("content/a/two.md");
    page(&site, "a/index", "[cascade]\ntemplate = \"inof\"\n");
    assert_diagnostics!(site.refused());
    page(&site, "a/index", "[extra]\ncascade = {}\n");
    assert_contains(&site.build(), &["C0104", "`cascade` has no effect in the table `extra`"]);
    page(&site, "a/one", "[cascade]\ntemplate = \"info\"\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn an_invalid_layout_or_term_of_a_folder_is_reported_once() {
    let site = site();
    site.write(
        "site.toml",
        &format!("{SETTINGS}layouts = [\"full\"]\n[[taxonomies]]\nname = \"tags\"\n"),
    );
    site.write("pages/term.html", "");
    site.write("pages/terms.html", "");
    page(&site, "a/index", "[cascade]\nlayout = \"ful\"\n[cascade.taxonomies]\ntags = [\"C#\"]\n");
    for name in ["a/one", "a/two", "a/three"] {
        page(&site, name, "");
    }
    page(&site, "0", "[taxonomies]\ntags = [\"C++\"]\n");
    let message = site.refused();
    assert_diagnostics!(message);
    assert_eq!(message.matches("error[").count(), 2, "{message}");
}

#[test]
fn a_removed_index_is_no_longer_published_by_a_new_process() {
    let site = site();
    page(&site, "a/index", "[cascade.extra]\ntone = \"calm\"\n");
    page(&site, "a/one", "");
    site.build();
    assert_eq!(main_of(&site, "a/one/index.html"), "plain calm");
    site.remove("content/a/index.md");
    site.build();
    assert!(!site.has("a/index.html"));
    assert_eq!(main_of(&site, "a/one/index.html"), "plain");
    site.same_as_clean();
}

#[test]
fn a_page_with_inherited_values_and_warnings_is_restored_by_a_new_process() {
    let site = site();
    page(&site, "index", "[cascade]\ntemplate = \"info\"\n[cascade.extra]\ntone = \"calm\"\n");
    page(&site, "a", "[extra]\ndraft = true\n");
    page(&site, "b", "");
    assert_contains(&site.build(), &["C0104", "content/a.md:4:1"]);
    site.append("content/b.md", "Text\n");
    assert_contains(&site.build(), &["C0104", "content/a.md:4:1"]);
    assert_eq!(main_of(&site, "a/index.html"), "info calm");
    site.same_as_clean();
    // An error about an inherited value has the location in the file that sets it.
    site.remove("pages/info.html");
    assert_diagnostics!(site.refused());
}
