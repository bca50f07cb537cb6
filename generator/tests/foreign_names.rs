//! Names of other generators in site.toml, front matter and templates get a hint with ours.

use crate::common::{SETTINGS, SiteBuilder, assert_contains};

#[test]
fn settings_of_other_generators_name_ours() {
    let site = SiteBuilder::bare().page("index", "title = \"Home\"\n", "").create();
    for (line, expected) in [
        ("title = \"x\"", "it is called `name` here"),
        ("baseURL = \"https://a.example\"", "`base_url`"),
        ("languageCode = \"en\"", "`language`"),
        ("paginate = 5", "`paginate_by` in the front matter"),
        ("generate_feeds = true", "`[[feeds]]`"),
        ("compile_sass = true", "`[styles]`"),
        ("minify_html = true", "`[output] minify = true`"),
        ("theme = \"ananke\"", "pages/"),
        ("markdown_extensions = [\"toc\"]", "`[markdown]`"),
        ("hsts = true", "`[security] hsts = true`"),
        ("own = 1", "put your own values in a table"),
    ] {
        site.write("site.toml", &format!("{line}\n{SETTINGS}"));
        let message = if line.contains('[') { site.build() } else { site.refused() };
        assert_contains(&message, &["C0005", "site.toml:1:1", expected]);
    }
}

#[test]
fn keys_of_other_generators_in_tables_name_ours() {
    let site = SiteBuilder::bare().page("index", "title = \"Home\"\n", "").create();
    for (table, expected) in [
        ("[[taxonomies]]\nname = \"tags\"\nfeed = true", "`taxonomy = \"tags\"`"),
        ("[[feeds]]\nfilename = \"atom.xml\"", "`path = \"/atom.xml\"`"),
        ("[markdown]\nrender_emoji = true", "`emoji`"),
        ("[search]\ninclude_content = true", "`text`"),
        ("[[redirects]]\nsource = \"/a/\"", "`from`"),
        ("[deploy.production]\nbucket = \"a\"", "`url = \"s3://bucket\"`"),
        ("[head]\ntitle_template = \"x\"", "`title_pattern`"),
        ("[head]\nfavicn = \"x\"", "did you mean `favicon`?"),
    ] {
        site.write("site.toml", &format!("{SETTINGS}{table}\n"));
        let line = SETTINGS.lines().count() + table.lines().count();
        assert_contains(&site.refused(), &["C0009", &format!("site.toml:{line}:1"), expected]);
    }
}

#[test]
fn tables_of_other_generators_are_reported_unless_a_template_reads_them() {
    let site = SiteBuilder::bare().page("index", "title = \"Home\"\n", "").create();
    for (table, expected) in [
        ("[markup.highlight]\nstyle = \"x\"", "`[markdown]`"),
        ("[sitemap]\nfilename = \"x.xml\"", "`in_sitemap = false`"),
        ("[[menus]]\nname = \"x\"", "content/data/menus.toml"),
        ("[imaging]\nquality = 75", "`[pictures]`"),
        ("[headers]\nx-frame-options = \"DENY\"", "static/_headers"),
    ] {
        site.write("site.toml", &format!("{SETTINGS}{table}\n"));
        assert_contains(&site.build(), &["C0005", "has no effect", expected]);
        // Every build reports it, also one that renders nothing.
        assert_contains(&site.build(), &["C0005", "has no effect", expected]);
    }
    site.write("site.toml", &format!("{SETTINGS}[[menus]]\nname = \"x\"\n[links]\na = 1\n"));
    let page = "{% for it in site.menus %}{{ it.name }}{% endfor %}{{ page.body }}";
    site.write("pages/page.html", page);
    assert!(!site.build().contains("C0005"));
    site.write("pages/page.html", "{{ page.body }}");
    assert_contains(&site.build(), &["C0005", "`menus` has no effect"]);
    site.same_as_clean();
}

#[test]
fn names_of_other_generators_in_templates_name_ours() {
    let site = SiteBuilder::bare().page("index", "title = \"Home\"\n", "").create();
    for (template, expected) in [
        ("{{ page.content|safe }}", "`page.body`"),
        ("{{ content }}", "`page.body`"),
        ("{{ config.title }}", "`site.name`"),
        ("{{ site.title }}", "`site.name`"),
        ("{{ page.permalink }}", "`page.url`"),
        ("{{ page.params.kind }}", "`page.extra`"),
        ("{% for it in site.pages %}{% endfor %}", "`section(\"/posts/\")`"),
        ("{{ get_url(path=\"a.css\") }}", "write the path"),
        ("{{ get_section(path=\"a\") }}", "`section(\"/posts/\")`"),
        ("{{ page.title|markdownify }}", "`markdown`"),
        ("{{ page.title|jsonify }}", "`tojson`"),
        ("{{ .Title }}", "`page.title`"),
        ("{{- .Site.Title -}}", "`site.name`"),
        ("{{ range .Pages }}{{ end }}", "section("),
        ("{% assign a = 1 %}", "{% set name = value %}"),
        ("{% unless a %}{% endunless %}", "{% if not condition %}"),
        ("{{ page.date|date }}", "{% if page.date %}"),
        ("{{ page.titel }}", "did you mean `title`?"),
    ] {
        site.write("pages/page.html", template);
        assert_contains(&site.refused(), &["pages/page.html:1:", expected]);
    }
}

#[test]
fn methods_of_other_languages_name_the_filter() {
    let site = SiteBuilder::bare().page("index", "title = \"Home\"\n", "").create();
    for (template, expected) in [
        ("{{ page.title.upper() }}", "`text|upper`"),
        ("{% for a, b in {\"x\": 1}.items() %}{% endfor %}", "`value|items`"),
        ("{{ {\"x\": 1}.get(\"a\") }}", "`value[\"key\"]|default(\"\")`"),
        ("{{ page.title.split(\",\") }}", "`text|split(\",\")`"),
        ("{{ page.title.startswith(\"a\") }}", "`text is startingwith(\"start\")`"),
        ("{{ page.extra.a.b|default(\"x\") }}", "`(page.extra.a|default({})).b|default(...)`"),
        ("{{ page.extra.a.b }}", "test it with `is defined`"),
    ] {
        site.write("pages/page.html", template);
        assert_contains(&site.refused(), &["pages/page.html:1:", expected]);
    }
}
