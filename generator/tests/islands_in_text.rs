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
    let output = croupier(site, &["build", "--preview", "--check-incremental"]);
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
    let refused = croupier(&site, &["build", "--preview", "--quiet"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_diagnostics!(printed_text(&refused));
}

#[test]
fn islands_within_lines_are_parts_of_the_lines_and_have_ids_of_their_own() {
    let folder = TempDir::new().unwrap();
    let arguments = ["new", "site", "--template", "islands", "--ci", "none"];
    assert!(croupier(folder.path(), &arguments).status.success());
    let site = folder.path().join("site");
    let write = |path: &str, text: &str| {
        fs::create_dir_all(site.join(path).parent().unwrap()).unwrap();
        fs::write(site.join(path), text).unwrap();
    };
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("tests/fixtures");
    for file in ["island.tsx", "props.schema.json"] {
        for name in ["field", "disclosure"] {
            let text = fs::read_to_string(fixtures.join(name).join(file)).unwrap();
            write(&format!("src/islands/{name}/{file}"), &text);
        }
    }
    write("pages/shortcodes.html", "{% macro box() %}<div id=\"box\">a</div>{% endmacro %}");
    write(
        "pages/shell.html",
        "<main>{{ main }}</main>{{ slice(\"top\") }}<p>{{ island(\"field\", label=\"A\") }}</p>",
    );
    write(
        "pages/slices/top.html",
        "{{ island(\"field\", label=\"A\") }}{{ island(\"field\", label=\"A\") }}",
    );
    let field = "{{ island(\"field\", label=\"A\") }}";
    let text = format!(
        "Press {field} and **{field}** now.\n\n{field}\n\n## Head {field}\n\n- {field}\n- x {field}\n\n\
         | a |\n|---|\n| x {field} |\n\n<p>Raw {field}</p>\n\n\
         In {{{{ box() }}}} a line.\n\n{{% island(\"disclosure\", title=\"T\", open=true) %}}x{{% end %}} y\n"
    );
    write("content/posts/a.md", &format!("+++\ntitle = \"A\"\n+++\n{text}\n<!-- more -->\n"));
    let html = build(&site, "posts/a/index.html");
    let prefixes: Vec<&str> = html
        .split("data-id-prefix=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    // The disclosure, the fields of the text, those of the slice, and that of the base layout.
    assert_eq!(prefixes.len(), 12, "{html}");
    assert_eq!(
        prefixes.iter().collect::<std::collections::BTreeSet<_>>().len(),
        12,
        "{prefixes:?}"
    );
    let ids: Vec<&str> =
        html.split(" id=\"_").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(ids.len(), 11);
    assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), 11, "{ids:?}");
    for (before, name) in [
        ("<p>Press ", "span"),
        (" and <strong>", "span"),
        ("</p>\n", "div"),
        ("Head ", "span"),
        ("<li>", "div"),
        ("<li>x ", "span"),
        ("<td>x ", "span"),
        ("<p>Raw ", "span"),
    ] {
        assert_contains(&html, &[&format!("{before}<{name} data-island=\"field\"")]);
    }
    assert_contains(
        &html,
        &[
            "<div class=\"paragraph\">In <div id=\"box\">a</div> a line.</div>",
            "<div class=\"paragraph\"><div data-island=\"disclosure\"",
        ],
    );

    // A summary on another page, which shows it twice, has ids of its own, too.
    write(
        "pages/page.html",
        "{{ page.body }}{% if page.path == \"/list/\" %}{% for it in section(\"/posts/\") %}{{ it.summary|markdown }}{{ it.summary|markdown }}{% endfor %}{% endif %}",
    );
    write("content/list.md", "+++\ntitle = \"List\"\n+++\n");
    let html = build(&site, "list/index.html");
    let fields = html.matches("data-island=\"field\"").count();
    let ids: std::collections::BTreeSet<&str> =
        html.split(" id=\"_").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!((fields, ids.len()), (19, 19), "{html}");
}

#[test]
fn a_block_in_a_heading_and_a_repeated_id_are_reported_at_their_calls() {
    let site = SiteBuilder::new()
        .file("pages/shortcodes.html", "{% macro box() %}<div id=\"box\">a</div>{% endmacro %}")
        .page("a", "title = \"A\"\n", "{{ box() }}\n\n## Head {{ box() }}\n")
        .create();
    assert_diagnostics!(site.build().split("built ").next().unwrap());
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\nIn **{{ box() }}** text.\n");
    assert_contains(&site.build(), &["C0247", "content/a.md:4:6"]);
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\nIn {{ box() }} text.\n");
    assert!(!site.build().contains("C0247"));
    site.same_as_clean();
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
