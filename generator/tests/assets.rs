//! Fingerprinted copies of files in static/.

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics};

/// A site whose pages load a style sheet of static/.
fn site() -> Site {
    SiteBuilder::new()
        .file(
            "pages/shell.html",
            "<link rel=\"stylesheet\" href=\"{{ asset(\"/css/site.css\") }}\"><main>{{ main }}</main>",
        )
        .file("static/css/site.css", "a { color: red; background: url(a.svg) }\n")
        .file("static/css/a.svg", "<svg viewBox=\"0 0 1 1\"></svg>")
        .create()
}

/// Returns the path of the home page's style sheet without its first slash.
fn sheet(site: &Site) -> String {
    let html = site.output("index.html");
    html.split("href=\"/").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

#[test]
fn a_static_file_has_a_fingerprinted_copy_that_is_cached_forever() {
    let site = site();
    site.build();
    let first = sheet(&site);
    let digest =
        first.strip_prefix("css/site.").and_then(|rest| rest.strip_suffix(".css")).unwrap();
    assert_eq!(
        (digest.len(), digest.bytes().all(|it| it.is_ascii_hexdigit())),
        (20, true),
        "{first}"
    );
    assert_eq!(site.output(&first), site.read("static/css/site.css"));
    // The plain name is still published.
    assert!(site.has("css/site.css"));
    assert_contains(
        &site.output("_headers"),
        &[&format!(
            "/{first}\n  ! cache-control\n  cache-control: public, max-age=31536000, immutable\n"
        )],
    );

    // Hosts limit the number of rules. The rules of copies come last because they are the least important.
    site.write("static/_headers", "/more/*\n  x-more: 1\n");
    site.build();
    let headers = site.output("_headers");
    assert!(headers.find("/more/*") < headers.find(&first), "{headers}");

    site.append("static/css/site.css", "b { color: blue }\n");
    site.build();
    let second = sheet(&site);
    assert!(second != first && site.output(&second).contains("blue"));
    // Open tabs can still load the earlier copy.
    assert!(site.has(&first) && !site.output("_headers").contains(&first));
    site.same_as_clean();
}

#[test]
fn urls_of_a_web_app_manifest_include_the_path_of_the_site() {
    let site = site();
    let manifest = "{\"start_url\": \"/\", \"scope\": \"./\", \"name\": \"/\", \"icons\": [{\"src\": \"/a.svg\"}], \"shortcuts\": [\
                    {\"url\": \"/docs/a/\"}, {\"url\": \"https://example.com/\"}]}";
    site.write("static/app.webmanifest", manifest);
    site.build();
    assert_eq!(site.output("app.webmanifest"), manifest);
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n");
    site.build();
    let read: serde_json::Value = serde_json::from_str(&site.output("app.webmanifest")).unwrap();
    assert_eq!(
        [&read["start_url"], &read["scope"], &read["name"], &read["icons"][0]["src"]],
        ["/docs/", "./", "/", "/docs/a.svg"]
    );
    assert_eq!(
        [&read["shortcuts"][0]["url"], &read["shortcuts"][1]["url"]],
        ["/docs/a/", "https://example.com/"]
    );
    site.same_as_clean();
    site.write("site.toml", SETTINGS);
    site.build();
    assert_eq!(site.output("app.webmanifest"), manifest);
}

#[test]
fn urls_in_style_sheets_and_documents_of_static_include_the_path_of_the_site() {
    let site = site();
    let files = [
        (
            "static/a.css",
            "@import \"/b.css\";@import url(/c.css) print;.a{background:url( '/d.svg' ),url(/e.svg#x);mask:image-set('/f.png' 1x);--u:src(\"/g.png\");\
             content:\"/no\";x:url(h.png) url(//a.example/i.png) url(#j) url(data:,/k) url(/docs/l.png)}/* url(/no) */",
            "@import \"/docs/b.css\";@import url(/docs/c.css) print;.a{background:url( '/docs/d.svg' ),url(/docs/e.svg#x);mask:image-set('/docs/f.png' 1x);--u:src(\"/docs/g.png\");\
             content:\"/no\";x:url(h.png) url(//a.example/i.png) url(#j) url(data:,/k) url(/docs/l.png)}/* url(/no) */",
        ),
        (
            "static/a.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>a{fill:url(/p.svg#x)}</style><a href=\"/a/\"/><use xlink:href=\"/u.svg#x\"/><image href=\"i.png\"/></svg>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>a{fill:url(/docs/p.svg#x)}</style><a href=\"/docs/a/\"/><use xlink:href=\"/docs/u.svg#x\"/><image href=\"i.png\"/></svg>",
        ),
        (
            "static/old.html",
            "<!doctype html><title>T</title><link rel=stylesheet href=/a.css><a href=\"/docs/x/\">x</a><img src=\"/i.png\" srcset=\"/i.png 1x, /j.png 2x\" style=\"background:url(&quot;/k.png&quot;)\">",
            "<!doctype html><title>T</title><link rel=stylesheet href=/docs/a.css><a href=\"/docs/x/\">x</a><img src=\"/docs/i.png\" srcset=\"/docs/i.png 1x, /docs/j.png 2x\" style=\"background:url(&quot;/docs/k.png&quot;)\">",
        ),
        (
            "static/moved.html",
            "<!doctype html><title>T</title><meta content='0; url=/a/' http-equiv=refresh><meta name=\"x\" content=\"0; url=/no/\"><q cite=/q/>x</q>",
            "<!doctype html><title>T</title><meta content='0; url=/docs/a/' http-equiv=refresh><meta name=\"x\" content=\"0; url=/no/\"><q cite=/docs/q/>x</q>",
        ),
        (
            "static/b.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><path fill=\"url(/p.svg#x)\" mask=\"url(#m)\" filter=\"url( '/f.svg#a' )\" style=\"fill:url(&quot;/x.svg&quot;)\"/></svg>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><path fill=\"url(/docs/p.svg#x)\" mask=\"url(#m)\" filter=\"url( '/docs/f.svg#a' )\" style=\"fill:url(&quot;/docs/x.svg&quot;)\"/></svg>",
        ),
        ("static/broken.css", "a{b:url(/x.png) 'y\n}", "a{b:url(/x.png) 'y\n}"),
    ];
    for (file, text, _) in files {
        site.write(file, text);
    }
    site.write("static/manifest.json", "{\"start_url\": \"/\"}");
    let outputs = || files.map(|(file, ..)| site.output(file.strip_prefix("static/").unwrap()));
    site.build();
    assert_eq!(outputs(), files.map(|(_, text, _)| text.to_owned()));
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n");
    site.build();
    assert_eq!(outputs(), files.map(|(.., expected)| expected.to_owned()));
    assert_contains(&site.output("manifest.json"), &["\"/docs/\""]);
    site.same_as_clean();
}

#[test]
fn scripts_of_static_that_name_files_outside_of_the_path_of_the_site_are_reported() {
    let site = site();
    site.write(
        "static/app.js",
        "fetch(\"/data.json?x\");\nfetch('/other.json'); fetch(`data.json`);\n",
    );
    site.write("static/data.json", "{}");
    assert!(!site.build().contains("C0249"));
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n");
    for _ in 0..2 {
        assert_contains(
            &site.build(),
            &["warning[C0249]", "static/app.js:1:8", "`/data.json?x`", "/docs/data.json"],
        );
    }
    // The other file appears, and the first one disappears.
    site.write("static/other.json", "{}");
    site.remove("static/data.json");
    let output = site.build();
    assert_contains(&output, &["static/app.js:2:8", "`/other.json`"]);
    assert!(!output.contains("static/app.js:1"), "{output}");
}

#[test]
fn only_requested_fingerprinted_copies_exist_and_are_uploaded_first() {
    let site = site();
    site.write(
        "site.toml",
        "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n[output]\nkeep_releases = 0\n",
    );
    site.write("static/more.pdf", "%PDF");
    site.write(
        "pages/shortcodes.html",
        "{% macro more() %}<a href=\"{{ asset(\"/more.pdf\") }}\">x</a>{% endmacro %}",
    );
    let copies = |site: &Site| {
        let names =
            site.tree().into_keys().filter_map(|path| path.into_os_string().into_string().ok());
        names.filter(|name| name.starts_with("more.") && name != "more.pdf").collect::<Vec<_>>()
    };
    site.build();
    assert!(copies(&site).is_empty());
    // An edit of a text can request a copy of a file that changed in an earlier build.
    site.write("static/more.pdf", "%PDF 2");
    site.build();
    site.append("content/index.md", "{{ more() }}\n");
    let changes = site.root().join("changes.tsv");
    assert!(
        site.run(&["build", "--preview", "--changes", changes.to_str().unwrap()]).status.success()
    );
    let made = copies(&site);
    assert_eq!(made.len(), 1);
    assert_contains(&site.output("index.html"), &[&format!("<a href=\"/docs/{}\">", made[0])]);
    assert_eq!(site.output(&made[0]), "%PDF 2");
    assert_contains(&site.output("_headers"), &[&format!("/docs/{}\n", made[0])]);
    let listed = site.read("changes.tsv");
    let at =
        |name: &str| listed.lines().position(|line| line.contains(&format!("\t{name}\t"))).unwrap();
    assert!(at(&made[0]) < at("index.html"), "{listed}");
    site.same_as_clean();
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    site.build();
    assert!(copies(&site).is_empty());
    site.same_as_clean();
}

#[test]
fn a_missing_empty_or_too_large_asset_is_an_error_with_a_location() {
    let site = site();
    site.write("static/empty.css", "");
    for (call, expected) in [
        (
            "asset(\"/css/sit.css\")",
            ["there is no file /css/sit.css", "did you mean `/css/site.css`?"],
        ),
        (
            "asset(\"css/site.css\")",
            ["there is no asset `css/site.css`", "`asset(\"/css/site.css\")`"],
        ),
        ("asset(\"/empty.css\")", ["/empty.css is empty", "add its content"]),
        (
            "asset(\"/css/site.css\", max_kb=0.03)",
            ["/css/site.css has 0.0 kB, but `max_kb` allows only 0.03", "make it smaller"],
        ),
    ] {
        site.write("pages/page.html", &format!("<p>\n{{{{ {call} }}}}"));
        let message = site.refused();
        assert_contains(&message, &["C0405", "pages/page.html:2:4"]);
        assert_contains(&message, &expected);
    }
    site.write("pages/page.html", "{{ asset(\"/css/site.css\", max_kb=1) }}");
    site.build();
    // A link to a copy that does not exist is broken.
    site.write("pages/page.html", "<a href=\"/css/site.00000000000000000000.css\">x</a>");
    assert_diagnostics!(site.refused());
}
