//! Redirects of all sources and in all formats: which paths they redirect, and which are refused.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use croupier::{BuildOptions, Clock, Engine};
use croupier_base::path::SitePath;

use crate::common::server::Server;
use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, printed_text};
use crate::web_servers::WebServer;

/// Old paths as a source has them, without a slash at the start, and the requests that they redirect.
const SPELLINGS: [(&str, &[&str]); 12] = [
    ("wiki/Some%20Page", &["wiki/Some%20Page", "wiki/Some%20Page/"]),
    ("caf%c3%a9/", &["caf%C3%A9/", "caf%c3%a9"]),
    ("gr\u{fc}n/", &["gr%C3%BCn/"]),
    ("a+b/", &["a+b/", "a%2Bb/"]),
    ("100%25/", &["100%25/"]),
    ("50%/", &["50%25/"]),
    ("what%3F/", &["what%3F/"]),
    ("c%23", &["c%23", "c%23/"]),
    ("ac%2Fdc/", &["ac%2Fdc/", "ac/dc/"]),
    ("star%2A/%3Aname/", &["star*/:name/", "star%2A/%3Aname/"]),
    ("b%7Bc%7D%22/", &["b%7Bc%7D%22/", "b%7bc%7d%22/"]),
    ("old/index.html", &["old/index.html", "old/", "old"]),
];

/// A site below a path with the same old paths in each source.
fn site_with_spellings(base: &str) -> Site {
    let paths = |source: &str| SPELLINGS.map(|(path, _)| format!("/{source}/{path}"));
    let aliases = paths("alias").map(|path| format!("\"{path}\"")).join(", ");
    let settings = paths("toml")
        .map(|path| format!("[[redirects]]\nfrom = \"{path}\"\nto = \"/new/\"\nstatus = 302\n"))
        .concat();
    let lines =
        paths("file").map(|path| format!("{base}{path}\t {base}/new/ 308! # moved\r\n")).concat();
    let site = Site::new(&format!(
        "name = \"Site\"\nbase_url = \"https://example.com{base}\"\n{settings}"
    ));
    site.write("pages/shell.html", "{{ main }}");
    site.write("pages/page.html", "{{ page.body }}");
    site.write("content/new.md", &format!("+++\ntitle = \"New\"\naliases = [{aliases}]\n+++\n"));
    site.write("static/_redirects", &lines);
    site
}

/// All requests of [`SPELLINGS`], with the statuses of their sources.
fn requests(base: &str) -> Vec<(String, u16)> {
    let mut requests = Vec::new();
    for (source, status) in [("alias", 301), ("toml", 302), ("file", 308)] {
        for request in SPELLINGS.iter().flat_map(|(_, requests)| *requests) {
            requests.push((format!("{base}/{source}/{request}"), status));
        }
    }
    requests
}

#[test]
fn every_source_redirects_encoded_paths_in_serve_and_nginx() {
    for base in ["", "/docs"] {
        let site = site_with_spellings(base);
        let report = site.build();
        assert!(!report.contains("warning"), "{report}");
        let expected = |status: u16| (format!("{status} "), format!("location: {base}/new/\r\n"));

        let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
        for (path, status) in requests(base) {
            let (status, location) = expected(status);
            let response = server.get(&path);
            assert!(
                response.contains(&status) && response.contains(&location),
                "{path} {response}"
            );
        }

        let root = site.root().join("www");
        fs::create_dir(&root).unwrap();
        let link = root.join(base.trim_start_matches('/'));
        if !base.is_empty() {
            symlink(site.out(), &link).unwrap();
        }
        let root = if base.is_empty() { site.out() } else { root };
        let config =
            String::from_utf8(site.run(&["host-config", "--preview", "nginx"]).stdout).unwrap();
        let directives = format!("root {};\n{config}", root.display());
        let Some(nginx) = WebServer::nginx(&directives, "", site.root()) else { return };
        for (path, status) in requests(base) {
            let (status, location) = expected(status);
            let (head, _) = nginx.get(&path, "");
            assert!(head.contains(&status) && head.contains(location.trim_end()), "{path} {head}");
        }
        assert_eq!(nginx.status(&format!("{base}/new/"), ""), 200);
    }
}

#[test]
fn functions_of_cdns_redirect_encoded_paths() {
    let site = site_with_spellings("/docs");
    site.build();
    let requests = requests("/docs");
    let paths: Vec<&String> = requests.iter().map(|(path, _)| path).collect();
    let paths = serde_json::to_string(&paths).unwrap();
    let cloudfront = "for (const uri of paths) console.log(handler({ request: { uri, querystring: {} } }).statusCode);";
    let cloudflare = "for (const path of paths) console.log((await worker.fetch(new Request(`https://e.org${path}`), {})).status);";
    for (host, script) in [("cloudfront", cloudfront), ("cloudflare", cloudflare)] {
        let config =
            String::from_utf8(site.run(&["host-config", "--preview", host]).stdout).unwrap();
        let config = config.replace("export default", "const worker =");
        let program = format!("{config}\nconst paths = {paths};\n{script}\n");
        let output =
            Command::new("node").args(["--input-type=module", "-e", &program]).output().unwrap();
        let printed = printed_text(&output);
        let statuses: Vec<&str> = printed.lines().collect();
        let expected: Vec<String> = requests.iter().map(|(_, status)| status.to_string()).collect();
        assert_eq!(statuses, expected, "{host}: {paths}");
    }
}

#[test]
fn caddy_compares_paths_as_other_servers_do() {
    let site = site_with_spellings("");
    site.build();
    let config =
        String::from_utf8(site.run(&["host-config", "--preview", "caddy"]).stdout).unwrap();
    // The matcher `path` ignores case, and has wildcards, escapes and placeholders.
    assert_contains(
        &config,
        &[
            "path_regexp `^/alias/a\\+b/$`\n",
            "path_regexp `^/alias/wiki/Some Page$`\n",
            "path_regexp `^/alias/100%/$`\n",
            "path_regexp `^/alias/star\\*/:name/$`\n",
            "path_regexp `^/alias/b\\{c\\}\"/$`\n",
        ],
    );
}

/// A site with files of all kinds, and a page that other pages can be redirected to.
fn site_with_files(forms: &str) -> Site {
    let site = SiteBuilder::new()
        .settings(&format!(
            "[output]\nredirects = {forms}\npage_data = true\n[search]\ntitles = true\n\
             [[taxonomies]]\nname = \"tags\"\ntemplate = \"page\"\nlist_template = \"page\"\n\
             [[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\n"
        ))
        .file("pages/files/data.json", "{}")
        .file("static/site.css", "")
        .file("static/old/index.html", "")
        .page("404", "title = \"Missing\"\n", "")
        .page("post", "title = \"Post\"\ndescription = \"d\"\ndate = 2026-01-01\ntaxonomies = {tags = [\"Tea\"]}\n", "")
        .page("new", "title = \"New\"\n", "")
        .create();
    site.build();
    site
}

#[test]
fn a_redirect_that_hides_a_file_is_an_error_at_its_source() {
    let paths = [
        ("/post/index.html", "content/post.md"),
        ("/post", "content/post.md"),
        ("/p%6Fst/", "content/post.md"),
        ("/index.html", "content/index.md"),
        ("/", "content/index.md"),
        ("/tags/tea/index.html", "site.toml"),
        ("/404.html", "content/404.md"),
        ("/site.css/", "static/site.css"),
        ("/site.css", "static/site.css"),
        ("/site%2Ecss", "static/site.css"),
        ("/old/", "static/old/index.html"),
        ("/feed.xml", "site.toml"),
        ("/feed.xml/", "site.toml"),
        ("/data.json", "pages/files/data.json"),
        ("/sitemap.xml", "the generator"),
        ("/robots.txt/", "the generator"),
        ("/_headers", "the generator"),
        ("/assets/old/", "reserved for files of the generator"),
        ("/page-data/post/page-data.json", "reserved for files of the generator"),
        ("/page-data/search.json", "site.toml"),
    ];
    for forms in ["[\"_redirects\"]", "[\"html\"]", "[\"_redirects\", \"html\"]"] {
        let site = site_with_files(forms);
        let settings = site.read("site.toml");
        let page = site.read("content/new.md");
        let redirects: String = paths
            .map(|(path, _)| format!("[[redirects]]\nfrom = \"{path}\"\nto = \"/new/\"\n"))
            .concat();
        site.append("site.toml", &redirects);
        let report = site.refused();
        let line = settings.lines().count() + 1;
        for (index, (path, hint)) in paths.iter().enumerate() {
            let place = format!("site.toml:{}:1\n", line + 3 * index);
            let message = format!("error[C0206]: {path} cannot be redirected");
            let error = report
                .split("\n\n")
                .find(|it| it.contains(&place))
                .unwrap_or_else(|| panic!("no error at {place} in {report}"));
            assert_contains(error, &[&message, hint]);
        }
        site.write("site.toml", &settings);

        let aliases = paths.map(|(path, _)| format!("\"{path}\"")).join(",\n  ");
        site.write(
            "content/new.md",
            &page.replacen("+++\n", &format!("+++\naliases = [\n  {aliases}]\n"), 1),
        );
        let report = site.refused();
        for index in 0..paths.len() {
            assert_contains(&report, &[&format!("content/new.md:{}:3\n", index + 3)]);
        }
        site.write("content/new.md", &page);

        let lines = paths.map(|(path, _)| format!("{path} /new/\n")).concat();
        site.write("static/_redirects", &lines);
        let report = site.refused();
        for index in 0..paths.len() {
            assert_contains(&report, &[&format!("static/_redirects:{}:1\n", index + 1)]);
        }
        site.remove("static/_redirects");
        site.build();
        site.same_as_clean();
    }
}

#[test]
fn the_path_of_the_file_of_a_page_is_no_redirect() {
    for forms in ["[\"_redirects\"]", "[\"html\"]"] {
        let site = site_with_files(forms);
        let before = site.tree();
        let page = site.read("content/new.md");
        let alias = |paths: &str| {
            site.write(
                "content/new.md",
                &page.replacen("+++\n", &format!("+++\naliases = [{paths}]\n"), 1),
            );
        };
        // Old hosts show a page at the path of its file too.
        alias("\"/new/index.html\"");
        assert!(!site.build().contains("warning"));
        assert_eq!(
            site.output("new/index.html").as_bytes(),
            before[std::path::Path::new("new/index.html")]
        );
        assert!(!site.has("_redirects"));
        alias("\"/gone/index.html\", \"/gone/\"");
        site.build();
        site.same_as_clean();
        alias("\"/post/index.html\"");
        site.refused();
        site.write("content/new.md", &page);
        site.build();
        assert!(site.has("post/index.html") && !site.has("gone/index.html"));
        site.same_as_clean();
    }
}

#[test]
fn a_page_takes_the_place_of_a_redirect_and_the_other_way_round() {
    for forms in ["[\"_redirects\"]", "[\"html\"]", "[\"_redirects\", \"html\"]"] {
        let site = site_with_files(forms);
        let page = site.read("content/new.md");
        let with_alias =
            page.replacen("+++\n", "+++\naliases = [\"/moved/\", \"/wiki/a%20b/\"]\n", 1);
        for _ in 0..2 {
            site.write("content/new.md", &with_alias);
            site.build();
            site.same_as_clean();
            site.write("content/new.md", &page);
            site.write("content/moved.md", "+++\ntitle = \"Moved\"\n+++\n");
            site.build();
            assert!(site.output("moved/index.html").contains("main") && !site.has("wiki"));
            site.same_as_clean();
            site.remove("content/moved.md");
        }
        // A file that a template or site.toml adds later is seen too.
        site.write(
            "content/new.md",
            &page.replacen("+++\n", "+++\naliases = [\"/list.txt\"]\n", 1),
        );
        if forms == "[\"_redirects\"]" {
            site.build();
            site.write("pages/files/list.txt", "x");
            assert_contains(
                &site.refused(),
                &["C0206", "content/new.md:2:12", "pages/files/list.txt"],
            );
        }
    }
}

#[test]
fn a_process_that_builds_again_sees_new_redirects_and_the_files_that_they_would_hide() {
    let site = site_with_files("[\"html\"]");
    let options = BuildOptions {
        profile: croupier::Profile::Preview,
        root: site.root().to_owned(),
        verify: true,
        extensions: croupier::extensions(),
        ..BuildOptions::default()
    };
    let mut engine = Engine::new(&options, Clock { build_year: 2026, now: 1_767_225_600 });
    let mut build = |file: &str| {
        let paths = BTreeSet::from([SitePath::new(file)]);
        let changed = Some(&paths).filter(|_| !file.is_empty());
        let errors = engine.build(changed, &|_| {}).err().unwrap_or_default();
        errors.iter().map(|it| it.code.number()).collect::<Vec<_>>()
    };
    let page = "+++\ntitle = \"New\"\naliases = [\"/list.html\"]\n+++\n";
    assert_eq!(build(""), [""; 0]);
    site.write("content/new.md", page);
    assert_eq!(build("content/new.md"), [""; 0]);
    for file in ["pages/files/list.html", "static/list.html", "content/list.html"] {
        assert!(site.output("list.html").contains("url=/new/"));
        site.write(file, "x");
        assert_eq!(build(file), ["C0206"], "{file}");
        // The line of the alias moves while there is an error.
        site.write("content/new.md", &page.replacen("+++\n", "+++\n# New.\n", 1));
        assert_eq!(build("content/new.md"), ["C0206"], "{file}");
        site.remove(file);
        assert_eq!(build(file), [""; 0]);
        site.write("content/new.md", page);
        assert_eq!(build("content/new.md"), [""; 0]);
    }
    site.write("content/new.md", "+++\ntitle = \"New\"\n+++\n");
    assert_eq!(build("content/new.md"), [""; 0]);
    assert!(!site.has("list.html"));
    engine.save().unwrap();
    site.same_as_clean();
}

#[test]
fn redirects_of_several_sources_that_clash_or_loop_are_errors() {
    let refused = |settings: &str, lines: &str, aliases: &str, expected: &[&str]| {
        let site = SiteBuilder::new()
            .settings(settings)
            .file("static/_redirects", lines)
            .page("new", &format!("title = \"New\"\naliases = [{aliases}]\n"), "")
            .create();
        assert_contains(&site.refused(), expected);
    };
    let redirect =
        |from: &str, to: &str| format!("[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n");
    // Two spellings of one path have two targets.
    refused(
        &redirect("/a%20b", "/"),
        "",
        "\"/a%20b/\"",
        &["C0206", "content/new.md also redirects this path", "site.toml:3:1"],
    );
    refused("", "/x/ /\n", "\"/x/index.html\"", &["C0206", "static/_redirects:1:1"]);
    refused(
        &redirect("/caf%C3%A9", "/"),
        "/cafe%cc%81/ /new/\n",
        "",
        &["C0206", "static/_redirects:1:1"],
    );
    // Loops.
    refused(&redirect("/a%20b/", "/b/"), "/b /a%20b\n", "", &["C0207", "/b/"]);
    refused(&redirect("/a/", "https://example.com/a/?x=1"), "", "", &["C0207", "site.toml:3:1"]);
    refused(&redirect("/a/", "/b/#c"), "/b/* /a/ 302!\n", "", &["C0207"]);
    refused(&redirect("/:year/", "/2024/"), "", "", &["C0207"]);
    // Targets.
    refused(&redirect("/a/", "https://example.com/gone/"), "", "", &["C0204", "/gone/"]);
    refused("", "/a/ new/\n", "", &["C0208", "begin the target with a slash"]);
    refused("", "/a/ /new/ 3O1\n", "", &["C0208", "static/_redirects:1:1"]);
}

#[test]
fn a_redirect_to_a_page_is_not_followed_by_a_pattern_that_matches_the_page() {
    let rules = "/showcase/ /resources/showcase/\n/:lang/showcase/ /:lang/resources/showcase/\n";
    let site = SiteBuilder::new()
        .page("resources/index", "title = \"Resources\"\n", "")
        .page("resources/showcase", "title = \"Showcase\"\n", "")
        .file("static/_redirects", rules)
        .create();
    let warnings = site.build();
    assert_contains(&warnings, &["warning[C0206]", "static/_redirects:2:1"]);
    assert!(!warnings.contains("C0204"), "{warnings}");

    // A rule with `!` also applies where there is a page.
    let forced = rules.replace("/:lang/resources/showcase/", "/:lang/gone/ 301!");
    site.write("static/_redirects", &forced);
    assert_contains(&site.refused(), &["C0204", "/showcase/ redirects to /resources/gone/"]);
}

#[test]
fn the_error_pages_of_a_file_of_redirects_exist() {
    let rules = "/:lang/* /:lang/404/ 404\n/* /404/ 404\n/api/* https://example.org/404 404\n";
    let site = SiteBuilder::new().file("static/_redirects", rules).create();
    let errors = site.refused();
    let expected = [
        "error[C0204]: this rule shows /:lang/404/, which does not exist",
        "static/_redirects:1:1",
        "error[C0204]: this rule shows /404/, which does not exist",
        "static/_redirects:2:1",
    ];
    assert_contains(&errors, &expected);
    assert_eq!(errors.matches("C0204]").count(), 2, "{errors}");

    site.write("content/404.md", "+++\ntitle = \"Not found\"\n+++\n");
    site.write("static/de/404.html", "<!doctype html><title>404</title>");
    site.build();
}

#[test]
fn lines_of_redirects_and_patterns_of_headers_get_the_base_path() {
    let redirects = "/leg /about/ 301 # moved\n/old/* /about/ 302\n/app/* /index.html 200\n/out https://other.example/ 302\n\
        /docs/new /docs/about/\n/ /docs/ 302\n/* /404.html 404\n";
    let headers = "/about/\n  x-a: 1\n/*\n  x-frame-options: SAMEORIGIN\n/docs/x.txt\n  x-b: 1\nhttps://e.org/*\n  x-c: 1\n";
    let site = SiteBuilder::new()
        .file("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n")
        .page("about", "title = \"About\"\n", "")
        .page("404", "title = \"Not found\"\n", "")
        .file("static/_redirects", redirects)
        .file("static/_headers", headers)
        .create();
    site.build();
    let expected = "/docs/leg/ /docs/about/ 301\n/docs/leg /docs/about/ 301\n/docs/new/ /docs/about/ 301\n\
        /docs/new /docs/about/ 301\n/docs/out/ https://other.example/ 302\n/docs/out https://other.example/ 302\n\
        /docs/old/* /docs/about/ 302\n/docs/app/* /docs/index.html 200\n/ /docs/ 302\n/docs/* /docs/404.html 404\n";
    assert_eq!(site.output("_redirects"), expected);
    let published = site.output("_headers");
    let patterns =
        ["\n/docs/about/\n  x-a", "\n/docs/*\n  x-frame", "\n/docs/x.txt\n", "\nhttps://e.org/*\n"];
    assert_contains(&published, &patterns);
    assert_eq!(published.matches("x-frame-options").count(), 1, "{published}");

    // The target is checked, and redirects can be HTML files.
    site.write("static/_redirects", "/leg /abuot/\n");
    assert_contains(&site.refused(), &["C0204", "/leg/ redirects to /abuot/", "did you mean"]);
    site.write("static/_redirects", "/leg /about/\n");
    site.append("site.toml", "[output]\nredirects = [\"html\"]\n");
    site.build();
    assert_contains(&site.output("leg/index.html"), &["0; url=/docs/about/"]);

    // At the root of a host, the lines are as they are written.
    site.write("site.toml", SETTINGS);
    site.write("static/_redirects", "/leg /about/\n/app/* /index.html 200\n");
    site.build();
    let expected = "/leg/ /about/ 301\n/leg /about/ 301\n/app/* /index.html 200\n";
    assert_eq!(site.output("_redirects"), expected);
    assert_contains(&site.output("_headers"), &["\n/about/\n", "\n/*\n  x-frame"]);
}

#[test]
fn targets_can_have_escapes_and_the_name_of_a_file() {
    let site = SiteBuilder::new()
        .page("a b", "title = \"Space\"\n", "")
        .file("static/50% off.txt", "x")
        .settings(
            "[[redirects]]\nfrom = \"/1/\"\nto = \"/a%20b\"\n[[redirects]]\nfrom = \"/2/\"\nto = \"/a%20b/index.html?x\"\n\
             [[redirects]]\nfrom = \"/3/\"\nto = \"/50%25%20off.txt\"\n[[redirects]]\nfrom = \"/4/\"\nto = \"/50%%20off.txt\"\n\
             [[redirects]]\nfrom = \"/5/\"\nto = \"/sitemap.xml\"\n",
        )
        .create();
    site.build();
    assert_contains(
        &site.output("_redirects"),
        &[
            "/1/ /a%20b/ 301\n",
            "/2/ /a%20b/?x 301\n",
            "/3/ /50%25%20off.txt 301\n",
            "/4/ /50%25%20off.txt 301\n",
            "/5/ /sitemap.xml 301\n",
        ],
    );
}

#[test]
fn a_path_that_no_request_can_have_is_an_error() {
    for path in
        ["/caf%E9/", "/a//b/", "//a/", "/a/../b/", "/%2e%2e/a/", "/a%5Cb/", "/a%00/", "/a%2F%2Fb"]
    {
        let site = SiteBuilder::new()
            .settings(&format!("[[redirects]]\nfrom = \"{path}\"\nto = \"/\"\n"))
            .create();
        assert_contains(&site.refused(), &["C0208", "site.toml:3:1"]);
        let site = SiteBuilder::new().file("static/_redirects", &format!("\n{path} /\n")).create();
        assert_contains(&site.refused(), &["C0208", "static/_redirects:2:1"]);
        let site = SiteBuilder::new()
            .page("a", &format!("title = \"A\"\naliases = [\"{path}\"]\n"), "")
            .create();
        assert_contains(&site.refused(), &["C0208", "content/a.md:3:12"]);
    }
}

#[test]
fn a_file_of_redirects_in_another_encoding_is_an_error() {
    let site = SiteBuilder::new().create();
    fs::create_dir(site.root().join("static")).unwrap();
    fs::write(site.root().join("static/_redirects"), b"/a/ /\n/caf\xe9/ /\n").unwrap();
    assert_contains(&site.refused(), &["C0101", "static/_redirects:2:5"]);
}

#[test]
fn html_files_that_need_a_file_and_a_folder_of_one_name_are_errors() {
    let refused = |aliases: &str, expected: &[&str]| {
        let site = site_with_files("[\"html\"]");
        site.write("static/docs.html/a.txt", "x");
        site.write(
            "content/new.md",
            &format!("+++\ntitle = \"New\"\naliases = [{aliases}]\n+++\n"),
        );
        assert_contains(&site.refused(), expected);
    };
    refused("\"/site.css/a/\"", &["C0206", "content/new.md:3:12", "needs a folder at /site.css"]);
    refused("\"/docs.html\"", &["C0206", "/docs.html, which is a folder"]);
    refused(
        "\"/a.html\", \"/a.html/b/\"",
        &["C0206", "needs a folder at /a.html", "content/new.md:3:23"],
    );
    let long = "x".repeat(300);
    refused(&format!("\"/{long}/\""), &["C0208", "content/new.md:3:12"]);
}

#[test]
fn patterns_match_encoded_paths_and_report_the_files_that_they_match() {
    let site = SiteBuilder::new()
        .file("static/shop/a.txt", "a")
        .settings(
            "[[redirects]]\nfrom = \"/old%20wiki/caf%C3%A9/*\"\nto = \"/new/:splat\"\n\
             [[redirects]]\nfrom = \"/shop/*\"\nto = \"/\"\n\
             [[redirects]]\nfrom = \"/arch/:year/:name/\"\nto = \"/a/:name/?year=:year\"\n",
        )
        .create();
    assert_contains(
        &site.build(),
        &["warning[C0206]: the redirect `/shop/* / 301` also matches the file /shop/a.txt"],
    );
    let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
    let redirects = [
        ("/old%20wiki/caf%C3%A9/a", "/new/a"),
        ("/old%20wiki/caf%c3%a9/a", "/new/a"),
        ("/old%20wiki/caf%C3%A9/why%3f/", "/new/why%3f/"),
        ("/old%20wiki/caf%C3%A9/c%23/?a=1", "/new/c%23/?a=1"),
        ("/old%20wiki/caf%C3%A9/ac%2fdc/", "/new/ac%2fdc/"),
        ("/arch/2020%26x=1/b/", "/a/b/?year=2020%26x=1"),
    ];
    for (path, target) in redirects {
        let location = format!("location: {target}\r\n");
        assert_contains(&server.get(path), &["HTTP/1.1 301 ", &location]);
    }
    let config =
        String::from_utf8(site.run(&["host-config", "--preview", "nginx"]).stdout).unwrap();
    let directives = format!("root {};\n{config}", site.out().display());
    let Some(nginx) = WebServer::nginx(&directives, "", site.root()) else { return };
    for (path, target) in redirects {
        let head = nginx.get(path, "").0 + "\r\n";
        assert_contains(&head, &[" 301 ", &format!("location: {target}\r\n")]);
    }
}
