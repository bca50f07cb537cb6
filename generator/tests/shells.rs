//! Several base layouts: which one a page has, how page data and the configuration name it, and which pages an edit renders.

use serde_json::Value as Json;

use crate::common::{
    SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text,
};

/// A site with the default base layout, and with one for landing pages that shows its name and another slice.
fn site() -> Site {
    let config = "<script type=\"application/json\" id=\"croupier-config\">{{ config }}</script>";
    let default =
        format!("<header>{{{{ slice(\"bar\") }}}}</header><main>{{{{ main }}}}</main>{config}");
    let landing = format!(
        "<aside>{{{{ page.shell }}}}</aside><main>{{{{ main }}}}</main>{{{{ slice(\"seal\") }}}}{config}"
    );
    let site = SiteBuilder::new()
        .file("pages/shell.html", &default)
        .file("pages/shells/landing.html", &landing)
        .file("pages/slices/bar.html", "Bar")
        .file("pages/slices/seal.html", "Seal")
        .create();
    site.enable_page_data();
    page(&site, "plain", "");
    page(&site, "offer", "shell = \"landing\"\n");
    site
}

/// Writes a page.
fn page(site: &Site, name: &str, front_matter: &str) {
    site.write(
        &format!("content/{name}.md"),
        &format!("+++\ntitle = \"{name}\"\n{front_matter}+++\nText of {name}.\n"),
    );
}

/// Whether the base layout of a file is `landing`.
fn is_landing(site: &Site, path: &str) -> bool {
    let html = site.output(path);
    assert_ne!(html.contains("<aside>landing</aside>"), html.contains("<header>"), "{html}");
    html.contains("<aside>landing</aside>")
}

/// Returns the base layout that the page data and the configuration of a page name.
fn named_shells(site: &Site, name: &str) -> [Option<String>; 2] {
    let data: Json =
        serde_json::from_str(&site.output(&format!("page-data/{name}/page-data.json"))).unwrap();
    let html = site.output(&format!("{name}/index.html"));
    let config =
        html.split("id=\"croupier-config\">").nth(1).unwrap().split("</script>").next().unwrap();
    let config: Json = serde_json::from_str(config).unwrap();
    assert_eq!(config["base"], "");
    [&data["croupier"], &config]
        .map(|it| it.get("shell").map(|shell| shell.as_str().unwrap().to_owned()))
}

#[test]
fn a_page_selects_its_shell_and_the_runtime_gets_its_name() {
    let site = site();
    site.build();
    assert!(is_landing(&site, "offer/index.html") && !is_landing(&site, "plain/index.html"));
    assert_eq!(
        named_shells(&site, "offer"),
        [Some("landing".to_owned()), Some("landing".to_owned())]
    );
    assert_eq!(named_shells(&site, "plain"), [None, None]);
    let slices = |name: &str| {
        let data: Json =
            serde_json::from_str(&site.output(&format!("page-data/{name}/page-data.json")))
                .unwrap();
        data["slicesMap"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(
        (slices("offer"), slices("plain")),
        (vec!["seal".to_owned()], vec!["bar".to_owned()])
    );

    // Naming the default shell produces the same files as naming none.
    let before = site.tree();
    page(&site, "plain", "shell = \"shell\"\n");
    site.build();
    assert_eq!(site.tree(), before);
    site.same_as_clean();
}

#[test]
fn a_folder_selects_the_shell_of_its_pages_and_a_page_can_select_the_default() {
    let site = site();
    page(&site, "deals/index", "paginate_by = 1\n[cascade]\nshell = \"landing\"\n");
    page(&site, "deals/one", "");
    page(&site, "deals/two", "shell = \"shell\"\n");
    page(&site, "deals/deep/index", "sort_by = \"title\"\npaginate_by = 1\n");
    page(&site, "deals/deep/a", "");
    page(&site, "deals/deep/b", "");
    site.write(
        "pages/page.html",
        "{{ page.body }}{% for it in section(\"/deals/\") %}{{ it.title }}={{ it.shell }} {% endfor %}",
    );
    site.build();
    assert!(
        is_landing(&site, "deals/one/index.html") && !is_landing(&site, "deals/two/index.html")
    );
    assert!(!is_landing(&site, "deals/index.html"));
    // Paginated pages of a list have the shell of the first page.
    assert!(
        is_landing(&site, "deals/deep/index.html")
            && is_landing(&site, "deals/deep/page/2/index.html")
    );
    assert_contains(&site.output("plain/index.html"), &["deals/one=landing", "deals/two=shell"]);
    assert_contains(
        &printed_text(&site.run(&["explain", "--preview", "/deals/one/"])),
        &["inherits     shell from content/deals/index.md", "pages/shells/landing.html"],
    );
    site.same_as_clean();
}

#[test]
fn pages_of_taxonomies_have_the_default_shell() {
    let site = site();
    site.write("site.toml", &format!("{SETTINGS}[[taxonomies]]\nname = \"tags\"\n"));
    site.write("pages/term.html", "{{ term.name }}");
    site.write("pages/terms.html", "");
    page(&site, "index", "[cascade]\nshell = \"landing\"\n");
    page(&site, "offer", "taxonomies.tags = [\"red\"]\n");
    site.build();
    assert!(is_landing(&site, "offer/index.html"));
    assert!(!is_landing(&site, "tags/index.html") && !is_landing(&site, "tags/red/index.html"));
}

#[test]
fn an_edit_of_a_shell_renders_only_its_pages() {
    let site = site();
    site.build();
    let shell = site.read("pages/shells/landing.html");
    site.write("pages/shells/landing.html", &format!("{shell}<footer>New</footer>"));
    site.build();
    assert_contains(&site.output("offer/index.html"), &["<footer>New"]);
    let why = |route: &str| printed_text(&site.run(&["explain", route]));
    assert_contains(
        &why("/offer/"),
        &["because this changed: template pages/shells/landing.html", "is up to date"],
    );
    assert_contains(&why("/plain/"), &["because it was not built before", "is up to date"]);
    assert!(!why("/plain/").contains("landing"), "{}", why("/plain/"));
    site.same_as_clean();

    // A removed shell is reported as missing, and a restored one is found.
    site.remove("pages/shells/landing.html");
    assert_diagnostics!(site.refused());
    site.write("pages/shells/landing.html", "<aside>landing</aside>{{ main }}");
    site.build();
    assert!(is_landing(&site, "offer/index.html"));
    site.same_as_clean();
}

#[test]
fn a_missing_shell_is_reported_once_at_the_key_that_names_it() {
    let site = site();
    page(&site, "offer", "shell = \"lading\"\n");
    page(&site, "deals/index", "[cascade]\nshell = \"wide\"\n");
    for name in ["deals/one", "deals/two"] {
        page(&site, name, "");
    }
    let report = site.refused();
    assert_eq!(report.matches("error[").count(), 2, "{report}");
    assert_diagnostics!(report);
    // The shell of a folder is checked even if no page has it.
    for name in ["deals/one", "deals/two", "offer"] {
        site.remove(&format!("content/{name}.md"));
    }
    assert_diagnostics!(site.refused());
}

#[test]
fn a_shell_that_does_not_show_the_page_is_an_error() {
    let site = site();
    page(&site, "other", "shell = \"landing\"\n");
    let report_of = |shell: &str| {
        site.write("pages/shells/landing.html", shell);
        site.refused()
    };
    assert_eq!(
        report_of("<main></main>"),
        "error[C0408]: this base layout does not show the page\n --> pages/shells/landing.html:1:1\n  |\n1 | <main></main>\n  | ^^^^^^^^^^^^^\n  |\n  \
         = note: in page content/offer.md\n  = note: in 1 other page\n  = help: add `<main id=\"main\">{{ main }}</main>` where the page belongs\n\n\
         1 error; nothing was published\n"
    );
    assert_contains(
        &report_of("{% if page.shell == \"shell\" %}{{ main }}{% endif %}"),
        &["C0408"],
    );
    // A base template or an include may show the page.
    site.write("pages/base.html", "<aside>landing</aside>{% block middle %}{% endblock %}");
    site.write("pages/middle.html", "<main>{{ main }}</main>");
    site.write(
        "pages/shells/landing.html",
        "{% extends \"base.html\" %}{% block middle %}{% include \"middle.html\" %}{% endblock %}",
    );
    site.build();
    assert!(is_landing(&site, "offer/index.html"));
    assert_contains(&site.output("offer/index.html"), &["Text of offer."]);
    site.same_as_clean();
}
