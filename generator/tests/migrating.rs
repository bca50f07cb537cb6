//! The scripts of docs/static/migrating, which copy the content of other generators.

use std::path::Path;
use std::process::Command;

use crate::common::{Site, SiteBuilder, assert_contains, printed_text};

/// A new site, with the content of another generator in `old/`.
fn site(old: &[(&str, &str)]) -> Site {
    let builder = SiteBuilder::bare()
        .file(
            "pages/page.html",
            "{{ page.body }}{% for it in page.taxonomies.tags|default([]) %}[{{ it.name }}]{% endfor %}",
        )
        .settings("[[taxonomies]]\nname = \"tags\"\n")
        .file("pages/term.html", "{{ page.title }}")
        .file("pages/terms.html", "{{ page.title }}");
    old.iter().fold(builder, |site, (path, text)| site.file(&format!("old/{path}"), text)).create()
}

/// Runs move.py for a kind of generator.
fn run_script(site: &Site, kind: &str, file: Option<&str>) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/static/migrating/move.py");
    let mut command = Command::new("python3");
    command.arg("-B").arg(script).args([kind, "old/content", "."]).args(file);
    let output = command.current_dir(site.root()).output().unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    assert_eq!(printed_text(&output), "");
}

#[test]
fn pages_of_hugo_keep_paths_arguments_and_bodies() {
    let site = site(&[
        (
            "content/posts/My-Post/index.md",
            "---\ntitle: A\nurl: /custom/a\nslug: other\nlayout: wide\nparams:\n  edition: third\ncategories: []\ntags: [x]\naliases: [\n  \"/x/\",\n  old,\n]\n---\n\
             {{< new-in 0.1.0 />}} and {{< new-in \"0.2.0\" >}}body{{< /new-in >}}\n\n\
             {{< img\n  src=\"p.svg\"\n  alt=\"Two\"\n>}}\n\n\
             - item\n  {{< note title=\"T\" >}}\n  text\n  {{</ note >}} after\n\n\
             {{% details \"More > less\" %}}Inside\n{{< br/>}}\n{{% /details %}}\n\n\
             ```\n{{</* img */>}}\n```\n\nSee [it]({{< ref \"2024/05/06/news#a\" >}}), v{{< param version >}}, {{% param \"edition\" %}}.\n\n\
             ````md\n```\n{{</* img */>}}\n```\n````\n\n{{< br >}}\n\n\
             {{< highlight go \"linenos=inline\" >}}\nx := *a* + *b*\n{{< /highlight >}}\n",
        ),
        ("content/posts/My-Post/p.svg", "<svg viewBox=\"0 0 1 1\"></svg>"),
        (
            "content/2024/05/06/news.md",
            "+++\ntitle = \"News\"\nslug = \"late\"\ntags = []\n+++\n## A\n",
        ),
        ("params.txt", "version=1.2\n"),
    ]);
    run_script(&site, "hugo", Some("old/params.txt"));
    site.write(
        "pages/shortcodes.html",
        "{% macro new_in(version) %}<b>{{ version }}{% if caller is defined %}:{{ caller() }}{% endif %}</b>{% endmacro %}\n\
         {% macro img(src, alt) %}<img src=\"/custom/a/{{ src }}\" alt=\"{{ alt }}\" width=\"1\" height=\"1\">{% endmacro %}\n\
         {% macro note(title) %}<div>{{ title }}{{ caller() }}</div>{% endmacro %}\n\
         {% macro details(title) %}<div>{{ title }}{{ caller() }}</div>{% endmacro %}\n\
         {% macro br() %}<br>{% endmacro %}\n",
    );
    site.build();
    let html = site.output("custom/a/index.html");
    assert_contains(
        &html,
        &[
            "<b>0.1.0</b> and <b>0.2.0:body</b>",
            "<img src=\"/custom/a/p.svg\" alt=\"Two\"",
            "<div>T",
            "More &gt; less",
            "{{&lt; img &gt;}}",
            "<a href=\"/2024/05/06/late/#a\">it</a>, v1.2, third.",
            "<code class=\"language-md\">```\n{{&lt; img &gt;}}\n```\n</code></pre>\n<br>",
            "<code class=\"language-go\">x := *a* + *b*\n</code>",
            "[x]",
        ],
    );
    assert_eq!(html.matches("<div>").count(), html.matches("</div>").count(), "{html}");
    assert_contains(
        &site.output("_redirects"),
        &["/x/ /custom/a/ 301", "/posts/old/ /custom/a/ 301"],
    );
    assert!(site.has("custom/a/p.svg") && !site.has("categories/index.html"));
    assert_contains(&site.read("content/2024/05/06/news.md"), &["date = 2024-05-06"]);
}

#[test]
fn pages_that_hugo_does_not_render_are_headless_and_links_find_pages_in_any_case() {
    let site = site(&[
        (
            "content/_common/_index.md",
            "---\ncascade:\n  build:\n    list: never\n    render: never\n---\n",
        ),
        ("content/_common/note.md", "---\n_comment: x\n---\nNote.\n"),
        (
            "content/terms/_index.md",
            "+++\ntitle = 'Terms'\naliases = ['/other/', '/old-terms/']\n[build]\nrender = 'always'\n[cascade.build]\nrender = 'never'\n+++\n\
             {{% include \"_common/note\" %}}\n",
        ),
        ("content/terms/one.md", "+++\ntitle = 'One'\n+++\nOne.\n"),
        ("content/other/single.md", "---\ntitle: S\nbuild: {render: never}\n---\n"),
        (
            "content/other/_index.md",
            "---\ntitle: Other\n---\n[a](/Posts/GetIt/#x) [b](getit.md) [c][] [d](terms/) [e](https://Posts/) `[f](/Posts/GetIt)`\n\n[c]: /POSTS/GetIt\n",
        ),
        (
            "content/posts/GetIt.md",
            "---\ntitle: Get\n---\n## X\n\n[o](GetIt.md) [p](../../other)\n\n\
             {{< figure src=\"/p.svg\" title=\"T\" caption=\"C *d*\" attr=\"By\" attrlink=\"/other/\" link=\"/terms/\" width=\"3\" >}}\n",
        ),
        ("content/other/getit.md", "---\ntitle: Other\n---\n"),
    ]);
    run_script(&site, "hugo", None);
    site.write("static/p.svg", "<svg viewBox=\"0 0 1 1\"></svg>");
    let include =
        "{% macro include(path) %}{{ include_page(\"/\" ~ path ~ \"/\") }}{% endmacro %}\n";
    site.write("pages/shortcodes.html", include);
    site.build();
    assert_contains(&site.output("terms/index.html"), &["<p>Note.</p>"]);
    for path in ["_common", "_common/note", "terms/one", "other/single"] {
        assert!(!site.has(&format!("{path}/index.html")), "{path}");
    }
    assert_contains(
        &site.output("other/index.html"),
        &[
            "<a href=\"/posts/getit/#x\">a</a> <a href=\"/other/getit/\">b</a> <a href=\"/posts/getit/\">c</a> \
             <a href=\"/terms/\">d</a> <a href=\"https://Posts/\">e</a>",
        ],
    );
    assert_contains(
        &site.output("posts/getit/index.html"),
        &[
            "<a href=\"/posts/getit/\">o</a>",
            "<figure><a href=\"/terms/\"><img src=\"/p.svg\" alt=\"C *d*\"",
            "<figcaption><strong>T</strong> C <em>d</em> <a href=\"/other/\">By</a></figcaption>",
        ],
    );
    let redirects = site.output("_redirects");
    assert!(
        redirects.contains("/old-terms/ /terms/") && !redirects.contains("/other/"),
        "{redirects}"
    );
}

#[test]
fn literals_of_mdx_stay_data() {
    let site = site(&[(
        "content/a.mdx",
        "---\ntitle: A\n---\n\
         <UIGrid items={[{ name: 'It\\'s', 'a-b': { n: -1.5 } }, /* no */ { name: \"Two\", x: null, }]} isWide />\n\n\
         :::note[T]{icon=\"heart\" .wide}\nText\n:::\n\n<Chart data={rows.map((it) => it)} label={`x`} />\n\n\
         A{' '}B and `{' '}`.\n\n<Code code={`a {\n  b: \"1\\n\"\n}`} />\n",
    )]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/static/migrating/move.py");
    let mut command = Command::new("python3");
    command.arg("-B").arg(script).args(["gatsby", "old/content", "."]);
    let output = command.current_dir(site.root()).output().unwrap();
    assert_eq!(
        printed_text(&output),
        "a.mdx: left out .wide=\na.mdx: left out data={rows.map((it) => it)}\n"
    );
    site.write(
        "pages/shortcodes.html",
        "{% macro ui_grid(items, isWide) %}{{ items[0].name }} {{ items[0][\"a-b\"].n }} {{ items[1].x is none }} {{ isWide }}{% endmacro %}\n\
         {% macro note(title, icon) %}<aside>{{ title }} {{ icon }}{{ caller() }}</aside>{% endmacro %}\n\
         {% macro chart(label) %}{{ label }}{% endmacro %}\n\
         {% macro code(code) %}<pre>{{ code }}</pre>{% endmacro %}\n",
    );
    site.build();
    assert_contains(
        &site.output("a/index.html"),
        &[
            "It&#39;s -1.5 True True",
            "<aside>T heart",
            "x",
            "A B and <code>{' '}</code>.",
            "<pre>a {\n  b: &quot;1\n&quot;\n}</pre>",
        ],
    );
}

#[test]
fn bundles_of_zola_keep_their_files_and_redirect_their_old_paths() {
    let site = site(&[
        (
            "content/Big-1.2/index.md",
            "+++\npath = \"2025/01/02/Big-1.2\"\ntitle = \"Big\"\naliases = [\"2025/01/02/Big-1.2.html\",\n  \"old/1.2\"]\nauthors = [\"A\"]\n\
             template = \"page.html\"\n\n[taxonomies]\ntags = []\n\n[extra]\nindex_html = \"\"\"\npath = no key\n\"\"\"\n+++\n\
             First *words*.\n\n![P](p.svg) [other](@/notes/2024-03-04-other.md#b)\n\n<!-- more -->\n\n{% note(kind=\"a\") %}\nx\n{% end %}\n",
        ),
        ("content/Big-1.2/p.svg", "<svg viewBox=\"0 0 1 1\"></svg>"),
        ("content/notes/2024-03-04-other.md", "+++\ntitle = \"Other\"\n+++\n## B\n"),
        ("content/notes/_index.md", "+++\ntitle = \"Notes\"\n+++\n"),
    ]);
    run_script(&site, "zola", None);
    site.write(
        "pages/shortcodes.html",
        "{% macro note(kind) %}<p class=\"{{ kind }}\">{{ caller() }}</p>{% endmacro %}\n",
    );
    site.build();
    assert_contains(
        &site.output("2025/01/02/big-1.2/index.html"),
        &["src=\"/2025/01/02/big-1.2/p.svg\"", "href=\"/notes/other/#b\"", "<p class=\"a\">"],
    );
    assert_contains(
        &site.output("_redirects"),
        &[
            "/2025/01/02/Big-1.2.html /2025/01/02/big-1.2/ 301",
            "/2025/01/02/Big-1.2/p.svg /2025/01/02/big-1.2/p.svg 301",
            "/old/1.2/ /2025/01/02/big-1.2/ 301",
        ],
    );
    assert_contains(
        &site.read("content/big-1-2/index.md"),
        &["date = 2025-01-02", "description = \"First words.\"", "<!-- more -->"],
    );
    assert_contains(&site.read("content/notes/other.md"), &["date = 2024-03-04"]);
    assert_contains(&site.read("content/index.md"), &["title = \"Home\""]);
}

#[test]
fn pages_of_mkdocs_keep_relative_images_and_get_titles_from_the_menu() {
    let site = site(&[
        (
            "content/Guide/start.md",
            "![I](../img/p.svg) [next](next.md)\n\n!!! note \"Look\"\n    Text\n\n    !!! tip\n        Inner\n",
        ),
        ("content/Guide/next.md", "---\ntags: []\nstatus: new\n---\n# Next\n"),
        ("content/index.md", "# Home\n"),
        ("content/img/p.svg", "<svg viewBox=\"0 0 1 1\"></svg>"),
        (
            "mkdocs.yml",
            "site_name: A\nnav:\n  - Home: index.md\n  - Guide:\n    - Start here: Guide/start.md\nplugins: []\n",
        ),
    ]);
    run_script(&site, "mkdocs", Some("old/mkdocs.yml"));
    site.build();
    assert_contains(
        &site.output("guide/start/index.html"),
        &[
            "src=\"/img/p.svg\"",
            "href=\"/guide/next/\"",
            "<aside class=\"note\">\n<p><strong>Look</strong></p>",
            "<p><strong>Tip</strong></p>",
        ],
    );
    assert_contains(&site.output("_redirects"), &["/Guide/start/ /guide/start/ 301"]);
    assert_contains(&site.read("content/Guide/start.md"), &["title: \"Start here\""]);
    assert_contains(
        &site.read("content/data/menu.yaml"),
        &["- {label: \"Home\", to: \"/\"}", "pages:", "to: \"/guide/start/\""],
    );
}

#[test]
fn components_and_directives_of_mdx_become_macros() {
    let site = site(&[(
        "content/a.mdx",
        "---\ntitle: A\nslug: /start\ndate: 2024-01-02 10:00:00 +0000\n---\nimport { Tabs } from 'x';\nimport {\n  B,\n} from \"y\";\n\n\
         <Panes>\n\t<PaneItem label='One \"1\"' size={2} isOpen>\n\n\t1. First\n\n\t        - Inner\n\n\t           text\n\n\t</PaneItem>\n\
         \t<PaneItem label=\"Two\">Short</PaneItem>\n</Panes>\n\n{/* hidden */}\n\n\
         :::tip[Look at `x`]\nRead `<Tabs>` <Icon name=\"i\" /> and <Badge>b *c*</Badge>.\n:::\n\n    Not code.\n\n\
         ```md\n<Tabs>\n:::tip\nimport 'x';\n```\n",
    )]);
    run_script(&site, "gatsby", None);
    site.write(
        "pages/shortcodes.html",
        "{% macro panes() %}<section>{{ caller() }}</section>{% endmacro %}\n\
         {% macro pane_item(label, size=\"\", isOpen=\"\") %}<div title=\"{{ label }}{{ size }}{{ isOpen }}\">{{ caller() }}</div>{% endmacro %}\n\
         {% macro tip(title) %}<aside>{{ title }}{{ caller() }}</aside>{% endmacro %}\n\
         {% macro icon(name) %}<i>{{ name }}</i>{% endmacro %}\n\
         {% macro badge() %}<b>{{ caller() }}</b>{% endmacro %}\n",
    );
    assert_eq!(site.build().matches("warning").count(), 0);
    let html = site.output("start/index.html");
    assert_contains(
        &html,
        &[
            "<div title=\"One &quot;1&quot;2True\">\n<ol>\n<li>\n<p>First</p>\n<ul>\n<li>\n<p>Inner</p>\n<p>text</p>",
            "<div title=\"Two\">\n<p>Short</p>",
            "<aside>Look at `x`",
            "Read <code>&lt;Tabs&gt;</code> <i>i</i> and <b>b <em>c</em></b>.",
            "<p>Not code.</p>",
            "<code class=\"language-md\">&lt;Tabs&gt;\n:::tip\nimport 'x';\n</code>",
        ],
    );
    assert_contains(&site.read("content/a.md"), &["description: \"Not code.\"", "<!-- hidden -->"]);
}

#[test]
fn tabs_of_starlight_docusaurus_mkdocs_and_hugo_become_shortcodes() {
    let mdx = "---\ntitle: A\n---\nimport { Tabs, TabItem } from '@astrojs/starlight/components';\n\n\
               <Tabs syncKey=\"pkg\">\n  <TabItem label=\"npm\">\n\n  ```sh\n  npm i\n  ```\n\n  </TabItem>\n\
               \x20 <TabItem value='pnpm'>Short</TabItem>\n</Tabs>\n";
    let mkdocs = "# A\n\n=== \"C\"\n\n    ``` c\n    int a;\n    ```\n\n=== \"C++ \"11\"\"\n\n    !!! note\n        Inner\n\n    === \"Deep\"\n        x\n\nBetween.\n\n\
                  === \"One\"\n    1\n\n===! \"Apart\"\n    2\n";
    let hugo = "---\ntitle: A\n---\n{{< tabs groupid=\"os\" >}}\n{{< tab \"macOS\" >}}\nx\n{{< /tab >}}\n{{% tab title=\"Linux\" %}}\ny\n{{% /tab %}}\n{{< /tabs >}}\n\n\
                {{< tabpane >}}\n{{< tab header=\"C\" >}}\nz\n{{< /tab >}}\n{{< /tabpane >}}\n";
    for (mode, file, text, expected) in [
        (
            "hugo",
            "content/a.md",
            hugo,
            &[
                "data-tabs=\"os\">",
                "data-tab=\"macOS\">",
                "data-tab=\"Linux\">",
                "data-tabs=\"\">\n<div class=\"tab\" data-tab=\"C\">",
            ][..],
        ),
        (
            "gatsby",
            "content/a.mdx",
            mdx,
            &[
                "data-tabs=\"pkg\">",
                "data-tab=\"npm\">",
                "npm i\n</code>",
                "data-tab=\"pnpm\">",
                "<p>Short</p>",
            ][..],
        ),
        (
            "mkdocs",
            "content/a.md",
            mkdocs,
            &[
                "data-tab=\"C\">",
                "data-tab=\"C++ &quot;11&quot;\">",
                "<aside class=\"note\">",
                "data-tab=\"Deep\">",
                "</div>\n</div>\n</div>\n</div>\n<p>Between.</p>",
                "<p>1</p>\n</div>\n</div>\n<div class=\"tabs\" data-tabs=\"\">\n<div class=\"tab\" data-tab=\"Apart\">",
            ],
        ),
    ] {
        let site = site(&[(file, text)]);
        run_script(&site, mode, None);
        site.append("site.toml", "[markdown]\ntabs = true\n");
        assert_eq!(site.build().matches("warning").count(), 0, "{mode}");
        assert_contains(&site.output("a/index.html"), expected);
    }
}

#[test]
fn an_empty_taxonomy_needs_no_declaration() {
    let site = SiteBuilder::new()
        .file("content/a.md", "---\ntitle: A\ntaxonomies:\n  moods: []\n  kinds:\n---\n")
        .create();
    site.build();
    site.write("content/a.md", "---\ntitle: A\ntaxonomies:\n  moods: [x]\n---\n");
    assert_contains(&site.refused(), &["C0209", "there is no taxonomy `moods`"]);
}

#[test]
fn posts_of_jekyll_keep_their_dates_paths_and_terms() {
    let site = site(&[
        (
            "content/_posts/2026-01-02-tea.md",
            "---\nlayout: post\ntitle: Tea\ntags: [new]\npermalink: /tea/\n---\nHot.\n",
        ),
        ("content/about.md", "---\ntitle: About\n---\nWe.\n"),
    ]);
    run_script(&site, "gatsby", None);
    assert_contains(
        &site.read("content/_posts/2026-01-02-tea.md"),
        &["date: 2026-01-02", "layout_of_gatsby: post"],
    );
    site.build();
    assert_eq!(site.output("tea/index.html"), "<p>Hot.</p>\n[new]\n");
    assert!(site.has("about/index.html"));
}
