//! Redirects with placeholders and wildcards: `serve` and the configuration of every host redirect the same paths.

use std::process::Command;

use crate::common::server::Server;
use crate::common::{Site, assert_contains, assert_diagnostics, printed_text};

/// A site below `/docs` that redirects `/news/` to `/blog/`.
fn moved_site() -> Site {
    let site = Site::new(
        "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n\
         [[redirects]]\nfrom = \"/news/:year/:name/\"\nto = \"/blog/:name/?of=:year\"\nstatus = 302\n\
         [[redirects]]\nfrom = \"/news/*\"\nto = \"/blog/:splat\"\n",
    );
    site.write("pages/shell.html", "<main>{{ main }}</main>");
    site.write("pages/page.html", "{{ page.body }}");
    site.write(
        "content/blog/tea.md",
        "+++\ntitle = \"Tea\"\naliases = [\"/news/leaf/\"]\n+++\n[news](/news/2024/tea/)\n",
    );
    site.write(
        "static/_redirects",
        "/docs/shop/* https://shop.example.com:8080/:splat 307\n/docs/live/* https://x.test/:splat 200\n",
    );
    site
}

/// Paths with their redirect target and status.
const REDIRECTS: [(&str, &str, u16); 6] = [
    ("/docs/news/leaf/", "/docs/blog/tea/", 301),
    ("/docs/news/2024/tea/", "/docs/blog/tea/?of=2024", 302),
    ("/docs/news/a/b/c.html?q=1", "/docs/blog/a/b/c.html?q=1", 301),
    ("/docs/news/", "/docs/blog/", 301),
    ("/docs/news/gr%C3%BCn%20tee", "/docs/blog/gr%C3%BCn%20tee", 301),
    ("/docs/shop/cup/", "https://shop.example.com:8080/cup/", 307),
];

#[test]
fn serve_and_cloudfront_follow_redirects_with_patterns() {
    let site = moved_site();
    site.build();
    let rules = site.output("_redirects");
    let patterns = "/docs/news/:year/:name/ /docs/blog/:name/?of=:year 302\n/docs/news/* /docs/blog/:splat 301\n\
                    /docs/shop/* https://shop.example.com:8080/:splat 307\n/docs/live/* https://x.test/:splat 200\n";
    assert!(rules.ends_with(patterns), "{rules}");

    let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
    for (from, to, status) in REDIRECTS {
        let response = server.get(from);
        assert_contains(
            &response,
            &[&format!("HTTP/1.1 {status} "), &format!("location: {to}\r\n")],
        );
    }
    assert_contains(&server.get("/docs/newsletter/"), &["HTTP/1.1 404 "]);
    assert_contains(&server.get("/docs/blog/tea/"), &["HTTP/1.1 200 "]);

    let function = site.run(&["host-config", "--preview", "cloudfront"]);
    let requests = REDIRECTS.map(|(from, ..)| {
        let (uri, query) = from.split_once('?').unwrap_or((from, ""));
        let query: serde_json::Map<_, _> = query
            .split_once('=')
            .into_iter()
            .map(|(key, value)| (key.to_owned(), serde_json::json!({ "value": value })))
            .collect();
        (uri, query)
    });
    let script = "const requests = JSON.parse(process.argv[1]);\n\
               console.log(JSON.stringify(requests.map(([uri, querystring]) => handler({ request: { uri, querystring } }))));\n";
    let program = format!("{}{script}", String::from_utf8(function.stdout).unwrap());
    let output = Command::new("node")
        .args(["-e", &program, &serde_json::to_string(&requests).unwrap()])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    let responses: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
    for ((from, to, status), response) in REDIRECTS.iter().zip(&responses) {
        assert_eq!(
            (&response["statusCode"], &response["headers"]["location"]["value"]),
            (&(*status).into(), &(*to).into()),
            "{from}"
        );
    }
}

/// Paths below a pattern that moves them up, with their target. A second slash would make it the URL of another server.
pub(crate) const MOVED_UP: [(&str, &str); 5] = [
    ("/docs/a/b/", "/a/b/"),
    ("/docs//evil.test/", "/evil.test/"),
    ("/docs///evil.test/", "/evil.test/"),
    ("/docs/\\evil.test/", "/evil.test/"),
    ("/docs/\\//evil.test/?a=1", "/evil.test/?a=1"),
];

/// A site whose old pages were in a folder.
pub(crate) fn site_moved_up() -> Site {
    let site = Site::new(
        "name = \"Site\"\nbase_url = \"https://example.com\"\n[[redirects]]\nfrom = \"/docs/*\"\nto = \"/:splat\"\n",
    );
    site.write("pages/shell.html", "<main>{{ main }}</main>");
    site.write("pages/page.html", "{{ page.body }}");
    site.write("content/a/b.md", "+++\ntitle = \"B\"\n+++\n");
    site.build();
    site
}

#[test]
fn a_pattern_never_redirects_to_a_server_that_the_request_names() {
    let site = site_moved_up();
    let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
    for (from, to) in MOVED_UP.into_iter().chain([("/docs/%2fevil.test/", "/%2fevil.test/")]) {
        assert_contains(&server.get(from), &[" 301 ", &format!("location: {to}\r\n")]);
    }

    let function = site.run(&["host-config", "--preview", "cloudfront"]);
    let script = "console.log(process.argv.slice(1).map((uri) => handler({ request: { uri, querystring: {} } }).headers.location.value).join(' '));\n";
    let program = format!("{}{script}", String::from_utf8(function.stdout).unwrap());
    let paths = MOVED_UP.map(|(from, _)| from.split('?').next().unwrap());
    let output = Command::new("node").args(["-e", &program]).args(paths).output().unwrap();
    assert_eq!(printed_text(&output), "/a/b/ /evil.test/ /evil.test/ /evil.test/ /evil.test/\n");
}

#[test]
fn nginx_and_caddy_follow_redirects_with_patterns() {
    let site = moved_site();
    site.build();
    let config = |host: &str| {
        String::from_utf8(site.run(&["host-config", "--preview", host]).stdout).unwrap()
    };
    assert_contains(
        &config("nginx"),
        &[
            "location ~ \"^/docs/news/([^?]*)\" {\n    if ($request_uri ~ \"^/docs/news/([^?]*)\") { return 301 \"/docs/blog/$1$is_args$args\"; }\n    return 404;\n}\n",
            "if ($request_uri ~ \"^/docs/news/([^/?]+)/([^/?]+)/?(?:\\\\?|$)\") { return 302 \"/docs/blog/$2/?of=$1\"; }",
            "# Not supported here: /docs/live/* https://x.test/:splat 200\n",
        ],
    );
    assert_contains(
        &config("caddy"),
        &[
            "@moved1 vars_regexp moved1 {uri} `^/docs/news/([^?]*)`\nredir @moved1 \"/docs/blog/{re.moved1.1}{more}\" 301\n",
            "redir @moved2 \"https://shop.example.com:8080/{re.moved2.1}{more}\" 307\n",
        ],
    );
}

#[test]
fn an_invalid_pattern_is_reported_with_its_location() {
    let site = moved_site();
    let redirect = |from: &str, to: &str| {
        let text = format!(
            "name = \"Site\"\nbase_url = \"https://example.com\"\n[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n"
        );
        site.write("site.toml", &text);
    };
    site.remove("static/_redirects");
    site.write("content/blog/tea.md", "+++\ntitle = \"Tea\"\n+++\n");
    redirect("/news/:name/", "/blog/:nane/");
    assert_diagnostics!(site.refused());
    redirect("/*/news/", "/blog/");
    assert_diagnostics!(site.refused());
    redirect("/news/*", "/news/old/:splat");
    assert_diagnostics!(site.refused());
    redirect("/news/*", "/gone/");
    assert_diagnostics!(site.refused());
    redirect("/new s/*", "/blog/:splat");
    assert_diagnostics!(site.refused());
    // A loop over several redirects is reported too.
    redirect("/news/*", "/blog-of/:splat");
    site.write("static/_redirects", "/blog-of/:name/ /news/:name/\n");
    assert_diagnostics!(site.refused());
    site.write("static/_redirects", "/start/ /news/a/\n/blog-of/* /start/\n");
    assert_diagnostics!(site.refused());
    site.write("static/_redirects", "/start/ /news/a/\n");
    assert_diagnostics!(site.refused());
    site.remove("static/_redirects");
    redirect("/news/*", "/grün/:splat");
    site.build();
    assert_contains(&site.output("_redirects"), &["/news/* /gr%C3%BCn/:splat 301\n"]);
    redirect("/blog/*", "/news/:splat");
    assert_contains(&site.build(), &["warning[C0206]", "also matches the page /blog/tea/"]);
    site.append("site.toml", "[output]\nredirects = [\"html\"]\n");
    assert_diagnostics!(site.refused());
}
