//! Several shells: which document stands around which page, what of it pages and the runtime are told, and what an edit costs.

use serde_json::Value as Json;

use crate::common::{SETTINGS, Site, assert_says, said};

/// A site with a usual shell and one for landing pages, which shows its page's name for it and another slice.
fn site() -> Site {
    let site = Site::small();
    let config = "<script type=\"application/json\" id=\"croupier-config\">{{ config }}</script>";
    site.write(
        "pages/shell.html",
        &format!("<header>{{{{ slice(\"bar\") }}}}</header><main>{{{{ main }}}}</main>{config}"),
    );
    site.write(
        "pages/shells/landing.html",
        &format!("<aside>{{{{ page.shell }}}}</aside><main>{{{{ main }}}}</main>{{{{ slice(\"seal\") }}}}{config}"),
    );
    site.write("pages/slices/bar.html", "Bar");
    site.write("pages/slices/seal.html", "Seal");
    page(&site, "plain", "");
    page(&site, "offer", "shell = \"landing\"\n");
    site
}

fn page(site: &Site, name: &str, front: &str) {
    site.write(
        &format!("content/{name}.md"),
        &format!("+++\ntitle = \"{name}\"\n{front}+++\nText of {name}.\n"),
    );
}

fn is_landing(site: &Site, path: &str) -> bool {
    let html = site.output(path);
    assert_ne!(html.contains("<aside>landing</aside>"), html.contains("<header>"), "{html}");
    html.contains("<aside>landing</aside>")
}

/// The shell that page-data and the configuration of a page name.
fn told(site: &Site, name: &str) -> [Option<String>; 2] {
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
fn a_page_names_the_shell_around_it_and_the_runtime_is_told_of_another_than_the_usual_one() {
    let site = site();
    site.build();
    assert!(is_landing(&site, "offer/index.html") && !is_landing(&site, "plain/index.html"));
    assert_eq!(told(&site, "offer"), [Some("landing".to_owned()), Some("landing".to_owned())]);
    assert_eq!(told(&site, "plain"), [None, None]);
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

    // Who names the usual shell has the very same files as who names none.
    let before = site.tree();
    page(&site, "plain", "shell = \"shell\"\n");
    site.build();
    assert_eq!(site.tree(), before);
    site.same_as_clean();
}

#[test]
fn a_folder_names_the_shell_of_its_pages_and_one_of_them_takes_the_usual_one_back() {
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
    // Further pages of a list stand in the document that the first one has.
    assert!(
        is_landing(&site, "deals/deep/index.html")
            && is_landing(&site, "deals/deep/page/2/index.html")
    );
    assert_says(&site.output("plain/index.html"), &["deals/one=landing", "deals/two=shell"]);
    assert_says(
        &said(&site.run(&["explain", "/deals/one/"])),
        &["inherits     shell from content/deals/index.md", "pages/shells/landing.html"],
    );
    site.same_as_clean();
}

#[test]
fn pages_of_taxonomies_keep_the_usual_shell() {
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
fn an_edit_of_a_shell_renders_its_pages_alone() {
    let site = site();
    site.build();
    let shell = site.read("pages/shells/landing.html");
    site.write("pages/shells/landing.html", &format!("{shell}<footer>New</footer>"));
    site.build();
    assert!(site.output("offer/index.html").contains("<footer>New"));
    let why = |route: &str| said(&site.run(&["explain", route]));
    assert_says(
        &why("/offer/"),
        &["because this changed: template pages/shells/landing.html", "is up to date"],
    );
    assert_says(&why("/plain/"), &["because it was not built before", "is up to date"]);
    assert!(!why("/plain/").contains("landing"), "{}", why("/plain/"));
    site.same_as_clean();

    // One that goes is missed, and one that comes is found.
    site.remove("pages/shells/landing.html");
    assert_says(&site.refused(), &["C0401", "content/offer.md:3:9"]);
    site.write("pages/shells/landing.html", "<aside>landing</aside>{{ main }}");
    site.build();
    assert!(is_landing(&site, "offer/index.html"));
    site.same_as_clean();
}

#[test]
fn a_shell_that_is_not_there_is_told_once_where_it_is_named() {
    let site = site();
    page(&site, "offer", "shell = \"lading\"\n");
    page(&site, "deals/index", "[cascade]\nshell = \"wide\"\n");
    for name in ["deals/one", "deals/two"] {
        page(&site, name, "");
    }
    let told = site.refused();
    assert_eq!(told.matches("error[").count(), 2, "{told}");
    assert_says(
        &told,
        &[
            "error[C0401]: there is no base layout `lading`\n --> content/offer.md:3:9\n",
            "3 | shell = \"lading\"\n",
            "did you mean `landing`?",
            "error[C0401]: there is no base layout `wide`\n --> content/deals/index.md:4:9\n",
            "create pages/shells/wide.html, or set `shell` to another base layout",
        ],
    );
    // What a folder says is looked at even where no page takes it.
    for name in ["deals/one", "deals/two", "offer"] {
        site.remove(&format!("content/{name}.md"));
    }
    assert_says(&site.refused(), &["there is no base layout `wide`", "content/deals/index.md:4:9"]);
}

#[test]
fn a_shell_that_shows_no_page_is_refused() {
    let site = site();
    page(&site, "other", "shell = \"landing\"\n");
    let told = |shell: &str| {
        site.write("pages/shells/landing.html", shell);
        site.refused()
    };
    assert_eq!(
        told("<main></main>"),
        "error[C0408]: this base layout does not show the page\n --> pages/shells/landing.html:1:1\n  |\n1 | <main></main>\n  | ^^^^^^^^^^^^^\n  |\n  \
         = note: in page content/offer.md\n  = note: in 1 other page\n  = help: add `<main id=\"main\">{{ main }}</main>` where the page belongs\n\n\
         1 error; nothing was published\n"
    );
    assert_says(&told("{% if page.shell == \"shell\" %}{{ main }}{% endif %}"), &["C0408"]);
    // It may do so by way of others.
    site.write("pages/base.html", "<aside>landing</aside>{% block middle %}{% endblock %}");
    site.write("pages/middle.html", "<main>{{ main }}</main>");
    site.write(
        "pages/shells/landing.html",
        "{% extends \"base.html\" %}{% block middle %}{% include \"middle.html\" %}{% endblock %}",
    );
    site.build();
    assert!(
        is_landing(&site, "offer/index.html")
            && site.output("offer/index.html").contains("Text of offer.")
    );
    site.same_as_clean();
}
