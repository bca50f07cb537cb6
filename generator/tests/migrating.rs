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

/// Runs move.py for a kind of generator, which moves everything.
fn run_script(site: &Site, kind: &str, file: Option<&str>) {
    assert_eq!(problems(site, kind, file), "");
}

/// Runs move.py for a kind of generator. Returns what it could not move, which it prints and shows by its exit code.
fn problems(site: &Site, kind: &str, file: Option<&str>) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/static/migrating/move.py");
    let mut command = Command::new("python3");
    command.arg("-B").arg(script).args([kind, "old/content", "."]).args(file);
    let output = command.current_dir(site.root()).output().unwrap();
    let printed = printed_text(&output);
    assert_eq!(output.status.code(), Some(i32::from(!printed.is_empty())), "{printed}");
    printed
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
        &["/x/ /custom/a/ 301", "/custom/old/ /custom/a/ 301"],
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
    assert_eq!(problems(&site, "hugo", None), "posts/GetIt.md: left out width=\"3\" of figure\n");
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
    assert_eq!(
        problems(&site, "gatsby", None),
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
        (
            "content/_posts/2026-01-03-Green-Tea.markdown",
            "---\ntitle: All about tea\ntags: new old\nredirect_from: /green\ntag: new\n---\nCold.\n",
        ),
        ("content/_posts/2026-01-04-a.md", "---\ntitle: Off\npublished: false\n---\n"),
        (
            "content/_posts/2026-01-05-b.md",
            "---\ntitle: B\ndate: 2026-01-06\ncategories: Jekyll My_Update\n---\nIn categories.\n",
        ),
        ("content/_drafts/secret.md", "---\ntitle: Secret\n---\n"),
        ("content/_layouts/post.md", "---\ntitle: Layout\n---\n"),
        ("content/about.md", "---\ntitle: About\n---\nWe.\n"),
    ]);
    let printed = problems(&site, "jekyll", None);
    assert_contains(
        &printed,
        &["_layouts: not copied", "2026-01-05-b.md: Jekyll writes its categories"],
    );
    assert_eq!(printed.lines().count(), 2, "{printed}");
    assert_contains(
        &site.read("content/posts/2026-01-02-tea.md"),
        &["date: 2026-01-02", "layout_of_jekyll: post"],
    );
    let pattern = "posts = \"/{year}/{month}/{day}/{slug}.html\"\n";
    let of_pages = "\"/\" = \"/{sections}/{filename}.html\"\n";
    site.append("site.toml", "[[taxonomies]]\nname = \"categories\"\n");
    site.append("site.toml", &format!("[permalinks]\n{pattern}{of_pages}"));
    site.build();
    assert_eq!(site.output("tea/index.html"), "<p>Hot.</p>\n[new]\n");
    assert_eq!(site.output("2026/01/03/green-tea.html"), "<p>Cold.</p>\n[new][old]\n");
    assert_contains(
        &site.output("_redirects"),
        &[
            "/2026/01/03/Green-Tea.html /2026/01/03/green-tea.html 301",
            "/green/ /2026/01/03/green-tea.html 301",
        ],
    );
    assert!(site.has("2026/01/06/b.html"));
    assert!(site.has("about.html") && !site.has("2026/01/04/a.html") && !site.has("drafts"));
}

#[test]
fn posts_of_jekyll_keep_categories_in_their_paths() {
    let post = "---\ntitle: B\ncategories: [My Update]\n---\nB.\n";
    for (permalink, path) in [
        ("x: y", "tea/my update/2026/01/02/b.html"),
        ("permalink: pretty", "tea/my update/2026/01/02/b/index.html"),
        ("permalink: /n/:categories/:i_day-:title:output_ext", "n/tea/my update/2-b.html"),
        ("permalink: /:slugified_categories/:title/", "tea/my-update/b/index.html"),
        ("permalink: /:year/:title/", "tea/posts/b/index.html"),
    ] {
        let site =
            site(&[("content/tea/_posts/2026-01-02-b.md", post), ("_config.yml", permalink)]);
        run_script(&site, "jekyll", None);
        site.append("site.toml", "[[taxonomies]]\nname = \"categories\"\n");
        site.build();
        assert!(site.has(path), "{path}");
    }
}

#[test]
fn pages_that_other_generators_hide_are_not_published() {
    let site = site(&[
        ("content/_drafts/half.md", "---\ntitle: Half\n---\n"),
        ("content/_includes/x.html", "<p>{{ content }}</p>"),
        ("content/a.org", "#+title: A\n"),
        ("content/b.njk", "{{ content }}"),
        ("content/part.md", "---\ntitle: Part\npermalink: false\n---\n"),
        ("content/off.md", "---\ntitle: Off\npublished: false\n---\n"),
        (
            "content/post.md",
            "---\ntitle: Post\npubDate: 'Jul 08 2022'\nupdatedDate: 2022-07-09\nredirect_from: [/old/]\nauthors: [Ann]\nimage: {src: x}\n---\nText\n",
        ),
    ]);
    let reason = "If it has pages, rename it and run the script again";
    let markup = "not copied, because it is no Markdown. Write it as a page or a template";
    assert_eq!(
        problems(&site, "gatsby", None),
        format!(
            "_drafts: not copied, because the name begins with `_`. {reason}\n\
             _includes: not copied, because the name begins with `_`. {reason}\na.org: {markup}\nb.njk: {markup}\n"
        )
    );
    assert_contains(
        &site.read("content/post.md"),
        &[
            "date: 2022-07-08\nupdated: 2022-07-09\n",
            "\nauthors: [Ann]\n",
            "extra:\n  image: {src: x}\n",
        ],
    );
    site.build();
    assert_contains(&site.output("_redirects"), &["/old/ /post/ 301"]);
    for path in ["half", "_drafts", "_includes", "part", "false", "off", "a.org", "b.njk"] {
        assert!(!site.has(path), "{path}");
    }
}

#[test]
fn front_matter_of_each_form_loses_nothing() {
    let site = site(&[
        (
            "content/a.md",
            "---\n    # About A.\n    title: 'It''s: A'\n    params: {rating: 5, author: Ann, \"a b\": [1, {c: x}]}\n    url:\n    tags:\n    - x\n\
             \x20   text: |\n      one\n        two\n    aliases: [\"../old\", /c/d]\n    \"my key\": yes # no\n---\nA\n",
        ),
        (
            "content/b.md",
            "+++\ntitle = \"B\"\nauthor = \"Bo\"\nlist = [\n[1],\n]\ntext = \"\"\"\n[x]\npath = no key\n\"\"\"\nparams.depth.x = 1\n\
             \x20 [ params ] # of the theme\n  rating = 4\n[[menu.main]]\nweight = 2\n# The end.\n+++\nB\n",
        ),
        ("content/c.md", "+++\ntitle = \"C\"\nauthor = \"Cy\"\n[extra] \ntoc = true\n+++\nC\n"),
        (
            "content/d.md",
            "{\n  \"title\": \"D \\ud83d\\ude00\", \"params\": {\"a\": {\"b\": null}},\n  \"tags\": [\"x\"]\n}\n{{< x >}}\n",
        ),
        (
            "content/e.md",
            "---\ntaxonomies: {tags: [y], moods: []}\nextra: {toc: true}\ntitle: E\n---\nE\n",
        ),
        (
            "content/f.md",
            "+++\ntitle = \"F\"\ntaxonomies = { tags = [\"y\"] }\n[[cascade]]\ndraft = true\n[cascade.target]\npath = \"/x/**\"\n\
             [cascade.build]\nrender = \"never\"\n+++\nF\n",
        ),
    ]);
    run_script(&site, "hugo", None);
    assert_eq!(
        site.read("content/a.md"),
        "---\n# About A.\ntitle: 'It''s: A'\naliases: [\"/old\", \"/c/d\"]\ntaxonomies:\n  tags:\n  - x\n\
         extra:\n  rating: 5\n  author: Ann\n  \"a b\": [1, {c: x}]\n  text: |\n    one\n      two\n  \"my key\": yes # no\n---\nA\n"
    );
    assert_eq!(
        site.read("content/b.md"),
        "+++\ntitle = \"B\"\n[extra]\nauthor = \"Bo\"\nlist = [\n[1],\n]\ntext = \"\"\"\n[x]\npath = no key\n\"\"\"\ndepth.x = 1\n\
         # of the theme\nrating = 4\n[[extra.menu.main]]\nweight = 2\n# The end.\n+++\nB\n"
    );
    assert_contains(&site.read("content/c.md"), &["[extra]\nauthor = \"Cy\"\ntoc = true\n"]);
    assert_contains(
        &site.read("content/d.md"),
        &["title: \"D 😀\"", "  a: {\"b\": null}", "{{ x() }}"],
    );
    assert_contains(
        &site.read("content/e.md"),
        &["taxonomies:\n  tags: [y]\nextra:\n  toc: true\n"],
    );
    let rule =
        "cascade = { draft = true, target = { path = \"/x/**\" }, build = { render = \"never\" } }";
    assert_contains(&site.read("content/f.md"), &["tags = [\"y\"]", rule]);
    site.write("pages/shortcodes.html", "{% macro x() %}x{% endmacro %}");
    site.build();
    assert!(site.has("f/index.html"));
    assert_contains(&site.output("_redirects"), &["/old/ /a/ 301", "/c/d/ /a/ 301"]);
}

#[test]
fn what_the_scripts_cannot_move_is_printed_and_nothing_is_overwritten() {
    let site = site(&[
        ("content/docs/_index.md", "---\ntitle: Docs\n---\nThe section\n"),
        ("content/docs/README.md", "---\ntitle: Readme\n---\nThe readme\n"),
        ("content/Foo Bar.md", "---\ntitle: One\n---\n"),
        ("content/foo-bar.md", "---\ntitle: Two\n---\n"),
        ("content/.well-known/x.txt", "x"),
        ("content/anchor.md", "---\ntitle: A\naliases: *all\n---\n"),
        ("content/open.md", "---\ntitle: A\n\nText.\n"),
        ("content/twice.md", "---\ntitle: A\nauthor: Ann\nparams: {author: Bo}\n---\n"),
        ("content/mine.md", "---\ntitle: Old\n---\n"),
    ]);
    site.write("content/mine.md", "Edited by hand.\n");
    assert_eq!(
        problems(&site, "hugo", None),
        ".well-known: not copied, because Croupier ignores names that begin with a dot\n\
         anchor.md: not copied, because of its front matter: `*all` has an anchor or a type. Simplify it, and run the script again\n\
         foo-bar.md: not copied, because Foo Bar.md has the path content/foo-bar.md. Rename one of them\n\
         mine.md: not copied, because content/mine.md has another text. Delete that file, and run the script again\n\
         open.md: not copied, because of its front matter: it has no end. Simplify it, and run the script again\n\
         twice.md: left out a second `author`: Bo\n"
    );
    assert_eq!(site.read("content/mine.md"), "Edited by hand.\n");
    assert_contains(&site.read("content/foo-bar.md"), &["title: One"]);
    site.write("content/mine.md", "---\ntitle: Old\n---\n");
    assert!(!problems(&site, "hugo", None).contains("mine.md"), "a second run changes nothing");
    site.build();
    assert_contains(&site.output("docs/readme/index.html"), &["The readme"]);
    assert_contains(&site.output("docs/index.html"), &["The section"]);
}

#[test]
fn names_in_all_scripts_stay_apart() {
    let site = site(&[
        ("content/blog/日本.md", "+++\ntitle = \"J\"\ndate = 2024-01-02\n+++\nJ\n"),
        ("content/blog/中国.md", "+++\ntitle = \"C\"\n+++\nC\n"),
        (
            "content/blog/Über uns – æ.md",
            "+++\ntitle = \"U\"\n+++\n[c](@/blog/中国.md) `@/blog/中国.md`\n",
        ),
        ("content/blog/a.md", "+++\ntitle = \"A\"\nslug = \"Ça va\"\n+++\n"),
    ]);
    let notice = "here, but Zola writes it in ASCII. Set `path`, or an alias";
    assert_eq!(
        problems(&site, "zola", None),
        format!(
            "blog/中国.md: has the URL /blog/中国/ {notice}\nblog/日本.md: has the URL /blog/日本/ {notice}\n"
        )
    );
    site.build();
    assert_contains(
        &site.output("blog/uber-uns-ae/index.html"),
        &["<a href=\"/blog/%E4%B8%AD%E5%9B%BD/\">c</a>", "<code>@/blog/中国.md</code>"],
    );
    assert!(site.has("blog/日本/index.html") && site.has("blog/ca-va/index.html"));
}

#[test]
fn translations_of_hugo_and_zola_stay_in_their_languages() {
    for (kind, link) in [("hugo", "{{< ref \"post.md\" >}}"), ("zola", "@/blog/post.md")] {
        let french = format!("---\ntitle: Billet\n---\n[lien]({link})\n");
        let site = site(&[
            ("content/_index.md", "---\ntitle: Home\n---\n"),
            ("content/_index.fr.md", "---\ntitle: Accueil\n---\nBonjour\n"),
            ("content/blog/_index.fr.md", "---\ntitle: Blog\n---\nTout\n"),
            ("content/blog/post.md", "---\ntitle: Post\n---\n"),
            ("content/blog/post.fr.md", french.as_str()),
            ("content/blog/node.js.md", "---\ntitle: Node\n---\n"),
        ]);
        assert_eq!(
            problems(&site, kind, None),
            "_index.fr.md: write a table [languages.fr] into site.toml for it\n"
        );
        let languages =
            "[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\n";
        site.append("site.toml", languages);
        run_script(&site, kind, None);
        site.build();
        assert_contains(&site.output("fr/index.html"), &["Bonjour"]);
        assert_contains(&site.output("fr/blog/index.html"), &["Tout"]);
        assert_contains(
            &site.output("fr/blog/post/index.html"),
            &["<a href=\"/fr/blog/post/\">lien</a>"],
        );
        assert!(site.has("blog/post/index.html") && !site.has("fr/_index/index.html"), "{kind}");
        let node = if kind == "hugo" { "blog/node.js" } else { "blog/node-js" };
        assert!(site.has(&format!("{node}/index.html")), "{kind}");
    }
}

#[test]
fn arguments_of_hugo_keep_their_types() {
    let site = site(&[(
        "content/a.md",
        "---\ntitle: A\n---\n{{< box open=false n=5 x=-1.5 v=0.1.0 s=\"false\" raw=`C:\\new \"x\"` >}}\n\n\
         {{< item true 3 \"4\" >}}\n\n{{< highlight go \"linenos=table,hl_lines=2\" >}}\na\nb\n{{< /highlight >}}\n\n{{< highlight md >}}\n```\nc\n```\n{{< /highlight >}}\n\n\
         {{< tabs >}}\n{{< tab name=\"One\" icon=\"x\" >}}\nx\n{{< /tab >}}\n{{< /tabs >}}\n",
    )]);
    assert_eq!(problems(&site, "hugo", None), "a.md: left out icon=\"x\" of tab\n");
    site.write(
        "pages/shortcodes.html",
        "{% macro box(open, n, x, v, s, raw) %}<p>{{ open }} {{ n + 1 }} {{ x }} {{ v }} {{ s ~ \"!\" }} {{ raw }}</p>{% endmacro %}\n\
         {% macro item(a, b, c) %}<p>{{ a is true }} {{ b + 1 }} {{ c ~ c }}</p>{% endmacro %}\n",
    );
    site.append("site.toml", "[markdown]\ntabs = true\n");
    assert_contains(
        &site.read("content/a.md"),
        &["```go {linenos=table,hl_lines=2}\na", "````md\n```\nc\n```\n````\n"],
    );
    site.build();
    assert_contains(
        &site.output("a/index.html"),
        &["<p>False 6 -1.5 0.1.0 false! C:\\new &quot;x&quot;</p>", "<p>True 4 44</p>"],
    );
}

#[test]
fn code_and_menus_of_mkdocs_stay_complete() {
    let site = site(&[
        (
            "content/a.md",
            "```md\n!!! note\n    Text\n\n<div>\n\nx\n\n</div>\n```\n\n???+ tip \"Open\"\n    ```\n    === \"C\"\n    ```\n\n=== \"C:\\new\"\n\tIndented\n",
        ),
        ("content/b/index.md", "---\ntitle: Index\n---\n"),
        ("content/b/README.md", "# Readme\n"),
        (
            "mkdocs.yml",
            "nav: # all\n  - a.md\n  - 'It''s: B':\n      - b/index.md\n      - GitHub: https://example.com/x\n      - '*.md'\n\
             markdown_extensions:\n  - x:\n      y: !!python/name:z.t\n",
        ),
    ]);
    assert_eq!(
        problems(&site, "mkdocs", Some("old/mkdocs.yml")),
        "old/mkdocs.yml: left out `*.md` of nav\n\
         b/README.md: not copied, because MkDocs ignores it next to index.md\n"
    );
    assert_eq!(
        site.read("content/data/menu.yaml"),
        "main:\n- {label: \"A\", to: \"/a/\"}\n- label: \"It's: B\"\n  pages:\n  - {label: \"Index\", to: \"/b/\"}\n\
         \x20 - {label: \"GitHub\", to: \"https://example.com/x\"}\n"
    );
    site.append("content/a.md", "\n# A\n");
    site.append("site.toml", "[markdown]\ntabs = true\n");
    site.build();
    assert_contains(
        &site.output("a/index.html"),
        &[
            "!!! note\n    Text\n\n&lt;div&gt;\n\nx\n\n",
            "<details class=\"tip\" open>",
            "<pre><code>=== \"C\"\n",
            "data-tab=\"C:\\new\">",
            "<p>Indented</p>",
        ],
    );
}

/// Returns the URL paths of the pages that a build publishes, without those of the site itself.
fn published(site: &Site) -> Vec<String> {
    site.build();
    let sitemap = site.output("sitemap.xml");
    let urls = sitemap.split("<loc>https://example.com").skip(1);
    urls.map(|it| it.split('<').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn hugo_reads_keys_in_any_case_and_dates_by_several_names() {
    let pages = [
        ("a", "Draft: true"),
        ("b", "expirydate: 2020-01-01"),
        ("c", "publishdate: 2999-01-01"),
        ("d", "unpublishdate: 2020-01-01"),
        ("e", "PubDate: 2999-01-01"),
        ("f", "Weight: 3\nTags: [Tea]\nlinktitle: F\nsitemap: {disable: true}"),
    ];
    let files = pages.map(|(name, keys)| {
        (format!("content/{name}.md"), format!("---\ntitle: {name}\n{keys}\n---\nx\n"))
    });
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let site = site(&files);
    run_script(&site, "hugo", None);
    assert_eq!(
        site.read("content/f.md"),
        "---\ntitle: f\nweight: 3\nmenu_label: F\nin_sitemap: false\ntaxonomies:\n  tags: [Tea]\n---\nx\n"
    );
    site.build();
    for name in ["a", "b", "c", "d", "e"] {
        assert!(!site.has(&format!("{name}/index.html")), "{name}");
    }
    assert!(site.has("tags/tea/index.html") && !site.output("sitemap.xml").contains("/f/"));
}

#[test]
fn taxonomies_terms_and_slugs_of_hugo_keep_their_urls() {
    let site = site(&[
        (
            "hugo.toml",
            "[taxonomies]\ntag = 'tags'\nseries = 'series'\n[frontmatter]\ndate = [':filename']\n",
        ),
        (
            "content/posts/a.md",
            "---\ntitle: A\nseries: [My Series]\ntags: Web Dev\nslug: 2024/tea\n---\nx\n",
        ),
        ("content/posts/2024-01-02-b.md", "---\ntitle: B\ntags: [go, 2024]\n---\nx\n"),
        ("content/s/_index.md", "---\ntitle: S\nslug: sss\n---\nx\n"),
    ]);
    assert_eq!(
        problems(&site, "hugo", None),
        "s/_index.md: set the paths of the pages below it by hand: their URLs begin with that of this page\n"
    );
    assert_contains(
        &site.read("content/posts/a.md"),
        &["series: [My Series]", "tags: [\"Web Dev\"]", "path: \"/posts/2024/tea/\""],
    );
    assert_contains(
        &site.read("content/posts/b.md"),
        &["tags: [\"go\", \"2024\"]", "date: 2024-01-02"],
    );
}

#[test]
fn aliases_of_hugo_begin_at_the_url_of_the_page_and_its_language() {
    let site = site(&[
        (
            "hugo.toml",
            "defaultContentLanguage = 'en'\n[languages.en]\n[languages.de]\n[permalinks]\nnews = '/:year/:slug/'\n",
        ),
        ("content/posts/a.md", "---\ntitle: A\nurl: /foo/a/\naliases: [old, /b/]\n---\nx\n"),
        ("content/posts/c.de.md", "---\ntitle: C\naliases: [old, /alt/]\n---\nx\n"),
        ("content/news/d.md", "---\ntitle: D\naliases: [old]\n---\nx\n"),
    ]);
    site.write(
        "site.toml",
        &format!(
            "{}\n[languages.en]\nlabel = \"E\"\n[languages.de]\nlabel = \"D\"\n",
            site.read("site.toml")
        ),
    );
    assert_eq!(
        problems(&site, "hugo", None),
        "news/d.md: left out the alias `old`: it begins at a URL of `permalinks`. Write the whole path\n"
    );
    let aliases = |file: &str| {
        site.read(file).lines().find(|it| it.starts_with("aliases")).map(str::to_owned)
    };
    assert_eq!(aliases("content/posts/a.md").unwrap(), "aliases: [\"/foo/old\", \"/b/\"]");
    assert_eq!(
        aliases("content/posts/c.de.md").unwrap(),
        "aliases: [\"/de/posts/old\", \"/de/alt/\"]"
    );
    assert_eq!(aliases("content/news/d.md"), None);
}

#[test]
fn references_of_hugo_find_pages_in_their_language() {
    let both = "[languages.en]\nlabel = \"E\"\n[languages.de]\nlabel = \"D\"\n";
    let home = "---\ntitle: Home\n---\n[n]({{< ref \"n1.md\" >}}) [o]({{< relref path=\"/notes/n1\" lang=\"de\" >}})\n";
    let site = site(&[
        ("hugo.toml", "defaultContentLanguage = 'en'\n[languages.en]\n[languages.de]\n"),
        ("content/notes/n1.md", "---\ntitle: N\n---\nx\n"),
        ("content/notes/n1.de.md", "---\ntitle: N\n---\nx\n"),
        ("content/_index.md", home),
        ("content/_index.de.md", home),
    ]);
    site.write("site.toml", &format!("{}\n{both}", site.read("site.toml")));
    run_script(&site, "hugo", None);
    assert_contains(&site.read("content/index.md"), &["[n](/notes/n1/) [o](/de/notes/n1/)"]);
    assert_contains(&site.read("content/index.de.md"), &["[n](/de/notes/n1/) [o](/de/notes/n1/)"]);
}

#[test]
fn languages_in_folders_of_hugo_are_in_no_path() {
    let page = |language: &str| {
        format!("---\ntitle: {language}\naliases: [old]\n---\n[a]({{{{< ref \"/posts/a\" >}}}})\n")
    };
    let (english, german) = (page("en"), page("de"));
    let site = site(&[
        (
            "hugo.toml",
            "defaultContentLanguage = 'en'\n[languages.en]\ncontentDir = 'content/en'\n[languages.de]\ncontentDir = 'content/de'\n",
        ),
        ("content/en/posts/a.md", &english),
        ("content/de/posts/a.md", &german),
    ]);
    let languages = "[languages.en]\nlabel = \"E\"\ncontent_dir = \"content/en\"\n[languages.de]\nlabel = \"D\"\ncontent_dir = \"content/de\"\n";
    site.write("site.toml", &format!("{}\n{languages}", site.read("site.toml")));
    run_script(&site, "hugo", None);
    assert_contains(&site.read("content/en/posts/a.md"), &["[\"/posts/old\"]", "[a](/posts/a/)"]);
    assert_contains(
        &site.read("content/de/posts/a.md"),
        &["[\"/de/posts/old\"]", "[a](/de/posts/a/)"],
    );
    assert!(!site.root().join("content/index.md").exists());
}

#[test]
fn files_in_bundles_of_hugo_are_no_pages_and_keep_their_folders() {
    let site = site(&[
        ("content/posts/trip/index.md", "---\ntitle: Trip\n---\n[a](Img/A.pdf)\n"),
        ("content/posts/trip/notes.md", "---\ntitle: Notes\n---\nx\n"),
        ("content/posts/trip/Img/A.pdf", "x"),
        ("content/posts/_index.md", "---\ntitle: Posts\n---\n"),
        ("content/posts/other.md", "---\ntitle: Other\n---\nx\n"),
        ("content/page.html", "---\ntitle: Page\n---\n<p>x</p>\n"),
    ]);
    assert_eq!(
        problems(&site, "hugo", None),
        "page.html: not copied, because it has front matter, but is no Markdown. Write it as a page or a template\n"
    );
    assert_eq!(published(&site), ["/", "/posts/", "/posts/other/", "/posts/trip/", "/tags/"]);
    assert!(site.has("posts/trip/Img/A.pdf"));
}

#[test]
fn code_stays_as_it_is_after_code_in_a_quotation_and_in_sentences() {
    let text = "> How:\n> ```\n> {{</* fig */>}}\n> ```\n\nA [link](b.md), `[o](b.md)` and\n\n    [o](b.md)\n\n```\n{{</* note */>}}\n[o](b.md)\n```\n";
    let site = site(&[
        ("content/a.md", &format!("---\ntitle: A\n---\n{text}")),
        ("content/b.md", "---\ntitle: B\nslug: bb\n---\nx\n"),
    ]);
    run_script(&site, "hugo", None);
    let moved =
        text.replace("A [link](b.md)", "A [link](/bb/)").replace("/* ", " ").replace(" */", " ");
    assert_eq!(site.read("content/a.md"), format!("---\ntitle: A\n---\n{moved}"));
}

#[test]
fn descriptions_are_first_paragraphs_without_marks() {
    let texts = [
        ("```py\nimport os\n\nos.remove()\n```\n\nReal *intro*.\n", "Real intro."),
        ("Overview\n========\n\nReal.\n", "Real."),
        ("1. one\n2. two\n\nReal.\n", "Real."),
        ("a | b\n--|--\n1 | 2\n\nReal.\n", "Real."),
        (
            "Use snake_case, 2*3*4, a < b > c, x[0][1], `<div>`, **bold _words_**, [l](/x/) and \\*s\\*.\n",
            "Use snake_case, 2*3*4, a < b > c, x[0][1], <div>, bold words, l and *s*.",
        ),
        (&"Wort ".repeat(60), &format!("{}…", "Wort ".repeat(40).trim_end())),
    ];
    for (text, description) in texts {
        let site =
            site(&[("content/a.md", &format!("---\ntitle: A\ndate: 2024-01-01\n---\n{text}"))]);
        run_script(&site, "hugo", None);
        let expected = format!("description: \"{description}\"\n");
        assert_contains(&site.read("content/a.md"), &[&expected]);
    }
}

#[test]
fn names_of_zola_follow_its_slugify_options() {
    let site = site(&[
        ("config.toml", "[slugify]\npaths = 'safe'\npaths_keep_dates = true\n"),
        ("content/Über_uns.md", "+++\ntitle = 'U'\n+++\nx\n"),
        ("content/2024-01-02-a day.md", "+++\ntitle = 'D'\n+++\nx\n"),
    ]);
    run_script(&site, "zola", None);
    assert!(site.root().join("content/Über_uns.md").exists());
    assert!(site.root().join("content/2024-01-02-a_day.md").exists());
}

#[test]
fn a_time_in_a_file_name_of_zola_is_no_part_of_the_url() {
    let site = site(&[("content/2024-01-02T10:00:00Z-coffee.md", "+++\ntitle = 'C'\n+++\nx\n")]);
    run_script(&site, "zola", None);
    assert_contains(&site.read("content/coffee.md"), &["date = 2024-01-02"]);
}

#[test]
fn unpublished_posts_of_jekyll_are_drafts() {
    for value in ["false", "no", "Off"] {
        let text = format!("---\ntitle: A\npublished: {value}\n---\nx\n");
        let site = site(&[("content/_posts/2024-01-01-a.md", &text)]);
        run_script(&site, "jekyll", None);
        assert_contains(&site.read("content/posts/2024-01-01-a.md"), &["draft: true"]);
    }
}

#[test]
fn posts_of_jekyll_keep_the_urls_of_their_categories_days_and_names() {
    let site = site(&[
        ("content/_config.yml", "timezone: Europe/Berlin\nexclude: [internal, 'TODO*']\n"),
        (
            "content/_posts/2024-01-02-late.md",
            "---\ntitle: A\ndate: 2024-01-02 23:30:00 -0500\ncategories: [news]\n---\nx\n",
        ),
        (
            "content/_posts/2024-02-01-b.md",
            "---\ntitle: B\ncategories: [Tech Notes, node.js]\n---\nx\n",
        ),
        ("content/_posts/2024-3-4-Trip to Rome.md", "---\ntitle: C\ncategories: [news]\n---\nx\n"),
        ("content/_posts/half-done.md", "---\ntitle: D\n---\nx\n"),
        ("content/internal/salaries.md", "# Secret\n"),
        ("content/TODO-later.md", "# Secret\n"),
        ("content/node_modules/a/README.md", "# Secret\n"),
        ("content/Gemfile", "gem 'x'\n"),
        ("content/feed.xml", "---\n---\n<feed>{{ site.title }}</feed>\n"),
        ("content/old.md", "---\ntitle: Old\nredirect_to: /new/\n---\n"),
    ]);
    assert_eq!(
        problems(&site, "jekyll", None),
        "_config.yml: not copied, because the name begins with `_`. If it has pages, rename it and run the script again\n\
         _posts/half-done.md: not copied, because Jekyll publishes no post without a date in its name\n\
         feed.xml: not copied, because it has front matter, but is no Markdown. Write it as a page or a template\n\
         old.md: redirects to /new/. Delete the page, and write [[redirects]] into site.toml\n"
    );
    for (file, line) in [
        ("2024-01-02-late.md", "path: \"/news/2024/01/03/late.html\""),
        ("2024-02-01-b.md", "path: \"/tech notes/node.js/2024/02/01/b.html\""),
        ("2024-3-4-Trip to Rome.md", "path: \"/news/2024/03/04/Trip-to-Rome.html\""),
        ("2024-3-4-Trip to Rome.md", "date: 2024-03-04"),
    ] {
        assert_contains(&site.read(&format!("content/posts/{file}")), &[line]);
    }
    for file in ["internal", "TODO-later.md", "node_modules", "Gemfile", "feed.xml"] {
        assert!(!site.root().join("content").join(file).exists(), "{file}");
    }
}

#[test]
fn liquid_in_code_is_removed_or_printed_and_markdown_is_no_mdx() {
    let text = "Write `{% raw %}{{ page.title }}{% endraw %}` or {% raw %}{% note %}{% endraw %}, <B>bold</B> and {\" \"}.\n\n\
                ~~~liquid\n{%- raw -%}\n{{ page.title }}\n{%- endraw -%}\n~~~\n\n```\n{{ site.version }}\n```\n";
    let moved = "Write `{{ page.title }}` or \\{% note %}, <B>bold</B> and {\" \"}.\n\n\
                 ~~~liquid\n\n{{ page.title }}\n\n~~~\n\n```\n{{ site.version }}\n```\n";
    for kind in ["jekyll", "eleventy"] {
        let site = site(&[("content/a.md", &format!("---\ntitle: A\n---\n{text}"))]);
        assert_eq!(
            problems(&site, kind, None),
            "a.md: left {{ site.version }} in code, which Liquid replaced\n"
        );
        assert_eq!(site.read("content/a.md"), format!("---\ntitle: A\n---\n{moved}"), "{kind}");
    }
}

#[test]
fn templates_and_data_of_eleventy_and_astro_are_printed_and_urls_stay() {
    let site = site(&[
        ("content/posts/posts.json", "{\"permalink\": \"/blog/{{ page.fileSlug }}/\"}\n"),
        ("content/plain.html", "<p>{{ 1 }}</p>\n"),
        ("content/notes/notes.md", "---\ntitle: Notes\n---\nx\n"),
        ("content/dyn.md", "---\ntitle: Dyn\npermalink:\n  build: /dyn/built/\n---\nx\n"),
        ("content/list.md", "---\ntitle: List\npermalink: [a]\n---\nx\n"),
    ]);
    assert_eq!(
        problems(&site, "eleventy", None),
        "list.md: write `path` by hand: `[a]` is no path\n\
         plain.html: not copied, because it is a template, code or data. Write it as a page or a template, or move it to content/data\n\
         posts/posts.json: not copied, because it has values for the pages of its folder. Write them into [cascade] of its index.md\n"
    );
    assert!(site.root().join("content/notes/index.md").exists());
    assert_contains(&site.read("content/dyn.md"), &["path: \"/dyn/built/\""]);
}

#[test]
fn names_of_astro_become_its_slugs() {
    let site = site(&[
        ("src/content/config.ts", "export const collections = {};\n"),
        ("src/content/authors/ann.json", "{}\n"),
        ("src/content/blog/First Post.md", "---\ntitle: A\n---\nx\n"),
        ("src/content/blog/v1.2 notes.md", "---\ntitle: B\n---\nx\n"),
    ]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/static/migrating/move.py");
    let mut command = Command::new("python3");
    command.arg("-B").arg(script).args(["gatsby", "old/src/content", "."]);
    let printed = printed_text(&command.current_dir(site.root()).output().unwrap());
    assert_eq!(printed.lines().count(), 2, "{printed}");
    for name in ["first-post", "v12-notes"] {
        assert!(site.root().join(format!("content/blog/{name}.md")).exists(), "{name}");
    }
}

#[test]
fn dates_in_names_of_eleventy_stay_in_urls_and_slugs_change_none() {
    let site = site(&[
        ("content/posts/2026-01-02-tea.md", "---\ntitle: Tea\nslug: other\n---\nx\n"),
        ("content/2026-03-04-trip/notes.md", "---\ntitle: Notes\nurl: /x/\n---\nx\n"),
    ]);
    run_script(&site, "eleventy", None);
    assert_eq!(
        published(&site),
        ["/", "/2026-03-04-trip/notes/", "/posts/2026-01-02-tea/", "/tags/"]
    );
    assert_contains(
        &site.read("content/posts/2026-01-02-tea.md"),
        &["date: 2026-01-02", "extra:\n  slug_of_eleventy: other"],
    );
}

#[test]
fn data_and_ignored_files_of_eleventy_are_no_content() {
    let site = site(&[
        (".eleventyignore", "./content/drafts/\nother/\n**/z.md\n"),
        ("content/.eleventyignore", "# Notes\nsecret.md\nposts/d*.md\n!keep.md\n"),
        ("content/content.json", "{}\n"),
        ("content/posts/tea.json", "{}\n"),
        ("content/posts/tea.md", "---\ntitle: Tea\n---\nx\n"),
        ("content/posts/posts.11tydata.mjs", "export default {};\n"),
        ("content/other/a.md", "---\ntitle: A\n---\nx\n"),
        ("content/drafts/a.md", "# Secret\n"),
        ("content/secret.md", "# Secret\n"),
        ("content/z.md", "# Secret\n"),
        ("content/posts/z.md", "# Secret\n"),
        ("content/posts/draft.md", "# Secret\n"),
        ("content/posts/deep/dew.md", "---\ntitle: Dew\n---\nx\n"),
        ("content/posts/node_modules/a/README.md", "# Package\n"),
    ]);
    assert_eq!(
        problems(&site, "eleventy", None),
        ".eleventyignore: left out `!keep.md`, which names files that are not ignored\n\
         .eleventyignore: not copied, because Croupier ignores names that begin with a dot\n\
         content.json: not copied, because it has values for the pages of its folder. Write them into [cascade] of its index.md\n\
         posts/posts.11tydata.mjs: not copied, because it is no Markdown. Write it as a page or a template\n\
         posts/tea.json: not copied, because it has values for one page. Write them into its front matter\n"
    );
    assert_eq!(published(&site), ["/", "/other/a/", "/posts/deep/dew/", "/posts/tea/", "/tags/"]);
}

#[test]
fn slugs_and_markdown_of_astro_are_those_of_its_collections() {
    let text = "<B>bold</B>, {\" \"} and {/* c */}\n";
    let site = site(&[
        (
            "src/content/blog/a.md",
            &format!("---\ntitle: A\nslug: new/a\n---\n{text}\n:::note\nx\n:::\n"),
        ),
        ("src/content/docs/हिन्दी लेख.md", "---\ntitle: B\n---\nx\n"),
        ("src/content/docs/b.mdx", "---\ntitle: C\n---\n<Badge />\n"),
    ]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/static/migrating/move.py");
    for (from, to) in [("old/src/content", "."), ("old/src/content/docs", "docs")] {
        let mut command = Command::new("python3");
        command.arg("-B").arg(&script).args(["gatsby", from, to]);
        let output = command.current_dir(site.root()).output().unwrap();
        assert_eq!(printed_text(&output), "", "{from}");
        assert!(output.status.success(), "{from}");
    }
    let expected = format!(
        "---\ntitle: A\npath: \"/blog/new/a/\"\n---\n{text}\n{{% note() %}}\nx\n{{% end %}}\n"
    );
    assert_eq!(site.read("content/blog/a.md"), expected);
    assert_contains(&site.read("content/docs/b.md"), &["{{ badge() }}"]);
    for file in ["content/docs/हिन्दी-लेख.md", "docs/content/हिन्दी-लेख.md"]
    {
        assert!(site.root().join(file).exists(), "{file}");
    }
}

#[test]
fn slugs_that_are_lists_or_have_slashes_stop_no_run() {
    for kind in ["hugo", "zola", "jekyll"] {
        let site = site(&[
            ("content/a.md", "---\ntitle: A\nslug: [a/b]\n---\nx\n"),
            ("content/b.md", "---\ntitle: B\nslug:\n  c: d\n---\nx\n"),
            ("content/e.md", "---\ntitle: E\nslug: x/y\n---\nx\n"),
        ]);
        assert_eq!(
            problems(&site, kind, None),
            "a.md: write `slug` by hand: `[a/b]` is no slug\nb.md: write `slug` by hand: `c: d` is no slug\n",
            "{kind}"
        );
        let extra = format!("extra:\n  slug_of_{kind}: [a/b]\n");
        assert_contains(&site.read("content/a.md"), &[&extra]);
        assert!(site.root().join("content/e.md").exists(), "{kind}");
    }
}
