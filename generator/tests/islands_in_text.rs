//! Islands that Markdown calls as shortcodes, with props and with content.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::common::{SiteBuilder, assert_contains, assert_diagnostics, printed_text};

fn croupier(folder: &Path, arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Builds successfully, also from scratch with the same result, and returns a page.
fn build(site: &Path, page: &str) -> String {
    let output = croupier(site, &["build", "--check-incremental"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    fs::read_to_string(site.join(".croupier/preview").join(page)).unwrap()
}

#[test]
fn markdown_calls_islands_with_props_and_content() {
    let folder = TempDir::new().unwrap();
    let arguments = ["new", "site", "--template", "islands", "--ci", "none"];
    assert!(croupier(folder.path(), &arguments).status.success());
    let site = folder.path().join("site");
    let write = |path: &str, text: &str| {
        fs::create_dir_all(site.join(path).parent().unwrap()).unwrap();
        fs::write(site.join(path), text).unwrap();
    };
    let fixture =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("tests/fixtures/disclosure");
    for file in ["island.tsx", "props.schema.json"] {
        write(
            &format!("src/islands/disclosure/{file}"),
            &fs::read_to_string(fixture.join(file)).unwrap(),
        );
    }
    let page =
        |text: &str| write("content/text.md", &format!("+++\ntitle = \"Text\"\n+++\n{text}"));
    let disclosure = "{% island(\"disclosure\", {\"title\": \"Shown\"}, open=true) %}
## A heading

Some **Markdown** with [a link](about.md).

{{ island(\"counter\", label=\"Inner\", start=4) }}
{% end %}
";
    page(disclosure);
    let html = build(&site, "text/index.html");
    assert_contains(
        &html,
        &[
            "data-props=\"{&quot;open&quot;:true,&quot;title&quot;:&quot;Shown&quot;}\"",
            "Shown</button><div data-children=\"\">\n<h2 id=\"a-heading\">A heading</h2>\n",
            "<p>Some <strong>Markdown</strong> with <a href=\"/about/\">a link</a>.</p>\n",
            "<output class=\"counter__count\">4</output></button></div>\n</div></section></div>",
            // The style sheet of the island.
            "/assets/counter-",
        ],
    );

    // Changes of the content, of the component and of its first rendering are seen.
    page(&disclosure.replace("Some", "More"));
    assert_contains(&build(&site, "text/index.html"), &["<p>More <strong>"]);
    let component = fs::read_to_string(fixture.join("island.tsx")).unwrap();
    write("src/islands/disclosure/island.tsx", &component.replace("section>", "article>"));
    assert_contains(&build(&site, "text/index.html"), &["</div></article></div>"]);
    page(&disclosure.replace(", open=true", ""));
    let html = build(&site, "text/index.html");
    assert_contains(&html, &["</article><template data-children>\n<h2", "</template></div>"]);

    // A macro of this name takes precedence, also if it is added later.
    write("pages/shortcodes.html", "{% macro island(name) %}<b>macro {{ name }}</b>{% endmacro %}");
    page("{{ island(\"counter\") }}");
    assert_contains(&build(&site, "text/index.html"), &["<b>macro counter</b>"]);
    fs::remove_file(site.join("pages/shortcodes.html")).unwrap();

    // In a template, the content is between `call` and `endcall`.
    page("Text");
    let template = "{% call island(\"disclosure\", title=\"T\", open=true) %}<p>{{ page.title }}</p>{% endcall %}";
    write("pages/page.html", template);
    assert_contains(
        &build(&site, "text/index.html"),
        &["<div data-children=\"\"><p>Text</p></div>"],
    );

    // Mistakes are reported at their location in the Markdown.
    write("pages/page.html", "{{ page.body }}");
    write(
        "src/islands/disclosure/island.tsx",
        &component.replace("{isOpen && children}", "{isOpen && <>{children}{children}</>}"),
    );
    page(
        "{{ island(\"counter\", label=3) }}

{{ island(\"counter\", label=\"x\", hydrat=\"idle\") }}

Some text and {{ island(\"countr\", label=\"x\") }}

{% island(\"counter\", label=\"x\") %}
Text
{% end %}

{{ island(\"disclosure\", title=\"x\") }}

{{ island(\"disclosure\", {\"title\": \"x\"}, title=\"y\") }}

{% island(\"disclosure\", title=\"x\", open=true) %}twice{% end %}
",
    );
    let refused = croupier(&site, &["build", "--quiet"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_diagnostics!(printed_text(&refused));
}

#[test]
fn an_island_in_a_site_without_a_runtime_is_reported() {
    let site = SiteBuilder::new()
        .page("a", "title = \"A\"\n", "{{ island(\"counter\", label=\"x\") }}\n")
        .create();
    assert_diagnostics!(site.refused());
}

#[test]
fn a_file_of_mdx_is_reported_with_the_shortcode_for_each_component() {
    let site = SiteBuilder::new()
        .file("content/docs/a.mdx", "---\ntitle: A\n---\nimport Tabs from './tabs';\n\n<Tabs client:idle label=\"x\">\nText\n</Tabs>\n\n<Card n={2} />\n")
        .file("content/b.mdx", "# B\n")
        .create();
    let text = site.build();
    assert_diagnostics!(text.split("built ").next().unwrap());
    // A new process reports it again, and not after it is removed.
    assert_contains(&site.build(), &["C0224", "content/docs/a.mdx"]);
    site.remove("content/docs/a.mdx");
    site.remove("content/b.mdx");
    assert!(!site.build().contains("C0224"));
}
