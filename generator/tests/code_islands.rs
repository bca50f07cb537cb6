//! `[markdown.code_islands]`: code blocks that islands render.

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains};

const BUNDLER: &str = include_str!("../../tests/fixtures/islands/bundle.mjs");
const ISLANDS: &str =
    "[runtime]\ndir = \"runtime\"\n[markdown.code_islands]\nmermaid = \"diagram\"\n";

/// A site with the island `diagram`, and a page with this text.
fn site(text: &str) -> Site {
    SiteBuilder::bare()
        .settings(ISLANDS)
        .file("runtime/bundle.mjs", BUNDLER)
        .file("runtime/boot.js", "boot")
        .file("runtime/islands/diagram/island.js", "diagram ")
        .file(
            "pages/shell.html",
            "<head>{{ head }}{{ scripts }}</head><main>{{ main }}</main><script type=\"application/json\" id=\"croupier-config\">{{ config }}</script>",
        )
        .file("pages/page.html", "{{ page.body }}{{ page.summary|default(\"\", true)|markdown }}")
        .page("index", "title = \"Home\"\n", text)
        .create()
}

#[test]
fn an_island_renders_the_code_blocks_of_its_language() {
    let site = site(
        "Before\n```mermaid\na --> \"b\"\n\nc\n```\nAfter\n\n- Item\n\n  ~~~ Mermaid\n  d\n  ~~~\n\n```rust\nlet x;\n```\n",
    );
    site.build();
    let html = site.output("index.html");
    let main = html.split_once("<main>").unwrap().1;
    assert_contains(
        main,
        &[
            "<p>Before</p>\n<div data-island=\"diagram\" data-props=\"{&quot;code&quot;:&quot;a --&gt; \\&quot;b\\&quot;\\n\\nc&quot;}\" data-hydrate=\"visible\"",
            "</div>\n<p>After</p>",
            "<li>\n<p>Item</p>\n<div data-island=\"diagram\" data-props=\"{&quot;code&quot;:&quot;d&quot;}\"",
            "<pre><code class=\"language-rust\">let x;\n</code></pre>",
        ],
    );
    // The head has the code of the island only where it is used.
    site.write(
        "content/index.md",
        "+++\ntitle = \"Home\"\n+++\n```mermaid\ne\n```\n\n<!-- more -->\nx\n",
    );
    site.build();
    // Once in the text, and once in the summary.
    assert_eq!(site.output("index.html").matches("{&quot;code&quot;:&quot;e&quot;}").count(), 2);
    site.same_as_clean();
    site.write("site.toml", &site.read("site.toml").replace("mermaid =", "other ="));
    site.build();
    assert!(!site.output("index.html").contains("data-island"));
    site.same_as_clean();
}

#[test]
fn a_missing_island_is_reported_at_the_code_block() {
    let site = site("Text.\n\n```mermaid\na\n```\n");
    site.write("site.toml", &site.read("site.toml").replace("\"diagram\"", "\"diagrom\""));
    assert_contains(
        &site.refused(),
        &["there is no island `diagrom`", "content/index.md:6:1", "did you mean `diagram`?"],
    );
    site.write("site.toml", &format!("{SETTINGS}[markdown.code_islands]\nmermaid = \"diagram\"\n"));
    assert_contains(&site.refused(), &["content/index.md:6:1", "needs a runtime"]);
    site.write("site.toml", &format!("{SETTINGS}[markdown]\ncode_islands = \"diagram\"\n"));
    assert_contains(&site.refused(), &["C0009", "site.toml:4:16"]);
}

#[test]
fn a_site_whose_packages_lack_trusted_types_can_leave_them_out_of_the_policy() {
    let site = site("Text.\n");
    site.build();
    assert_contains(&site.output("_headers"), &["require-trusted-types-for 'script'"]);
    site.append("site.toml", "[output]\ntrusted_types = false\n");
    site.build();
    let headers = site.output("_headers");
    assert_contains(&headers, &["default-src 'self'"]);
    assert!(!headers.contains("trusted-types"), "{headers}");
    site.same_as_clean();
}

#[test]
fn code_of_the_site_can_create_the_policies_for_trusted_types_that_the_settings_name() {
    let site = site("Text.\n");
    let settings = site.read("site.toml");
    let set = |names: &str| {
        site.write("site.toml", &format!("{settings}[output]\ntrusted_types = {names}\n"));
    };
    set("[\"default\", \"a-b\"]");
    site.build();
    let policies =
        "trusted-types croupier croupier-sanitize croupier-script default a-b 'allow-duplicates'";
    assert_contains(&site.output("_headers"), &["require-trusted-types-for 'script'", policies]);
    for names in ["[\"a; script-src *\"]", "[\"\"]", "\"default\""] {
        set(names);
        assert_contains(
            &site.refused(),
            &["C0009", "site.toml:", "nor a list of names of policies"],
        );
    }
}
