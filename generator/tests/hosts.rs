//! What hosts are told: redirects and policies in the forms that each of them reads.

use std::process::Command;

use crate::common::{SETTINGS, Site, assert_says, said};

/// A site under `/docs` with a page that moved, and an address that leads elsewhere.
fn moved_site() -> Site {
    let site = Site::new(
        "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n\
         [[redirects]]\nfrom = \"/sale/\"\nto = \"/about/?a=1#b\"\nstatus = 302\n",
    );
    site.write("pages/shell.html", "<main id=\"b\">{{ main }}</main>");
    site.write("pages/page.html", "{{ page.body }}");
    site.write("content/about.md", "+++\ntitle = \"About\"\naliases = [\"/who/\"]\n+++\n");
    site.build();
    site
}

fn host_config(site: &Site, host: &str) -> String {
    let output = site.run(&["host-config", host]);
    assert!(output.status.success(), "{}", said(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn nginx_and_caddy_are_told_what_headers_and_redirects_say() {
    let site = moved_site();
    let nginx = host_config(&site, "nginx");
    assert!(
        nginx.contains("location = \"/docs/who/\" { return 301 \"/docs/about/$is_args$args\"; }\n"),
        "{nginx}"
    );
    assert!(
        nginx.contains("location = \"/docs/sale/\" { return 302 \"/docs/about/?a=1#b\"; }\n"),
        "{nginx}"
    );
    assert!(nginx.contains("error_page 404 /docs/404.html;\n"), "{nginx}");
    let assets =
        nginx.split("location ^~ /docs/assets/ {").nth(1).unwrap().split('}').next().unwrap();
    assert!(
        assets.contains("add_header cache-control \"public, max-age=31536000, immutable\" always;"),
        "{assets}"
    );
    assert!(assets.contains("add_header x-content-type-options \"nosniff\" always;"), "{assets}");
    let pages = nginx.split("location /docs/ {").nth(1).unwrap().split('}').next().unwrap();
    assert!(
        pages.contains("add_header cache-control \"public, max-age=0, must-revalidate\" always;"),
        "{pages}"
    );

    let caddy = host_config(&site, "caddy");
    assert!(caddy.contains("redir \"/docs/who/\" \"/docs/about/{more}\" 301\n"), "{caddy}");
    assert!(
        caddy.contains("not path /docs/assets/* /docs/page-data/sq/d/* /docs/sw.js\n"),
        "{caddy}"
    );
    let policy = site
        .output("_headers")
        .lines()
        .find_map(|line| line.trim().strip_prefix("content-security-policy: ").map(str::to_owned));
    let policy = policy.unwrap();
    assert!(nginx.contains(&policy) && caddy.contains(&policy), "{policy}");
}

#[test]
fn the_function_for_cloudfront_answers_as_serve_does() {
    let site = moved_site();
    let function = host_config(&site, "cloudfront");
    let ask = "const asked = JSON.parse(process.argv[1]);\n\
               console.log(JSON.stringify(asked.map(([uri, querystring]) => handler({ request: { uri, querystring } }))));\n";
    let asked = r#"[["/docs/who/", {"q": {"value": "1"}}], ["/docs/sale/", {"q": {"value": "1"}}], ["/docs/about", {}], ["/docs/about/", {}], ["/docs/sw.js", {}], ["/docs/%zz/", {}]]"#;
    let output =
        Command::new("node").args(["-e", &format!("{function}{ask}"), asked]).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let answers: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let moved = |status: u16, to: &str| serde_json::json!({ "statusCode": status, "headers": { "location": { "value": to } } });
    assert_eq!(answers[0], moved(301, "/docs/about/?q=1"));
    assert_eq!(answers[1], moved(302, "/docs/about/?a=1#b"));
    assert_eq!(answers[2], moved(301, "/docs/about/"));
    assert_eq!(answers[3]["uri"], "/docs/about/index.html");
    assert_eq!(answers[4]["uri"], "/docs/sw.js");
    assert_eq!(answers[5]["uri"], "/docs/%zz/index.html");
}

#[test]
fn a_bucket_is_told_the_files_in_the_order_of_an_upload_with_what_headers_say() {
    let site = moved_site();
    site.write(
        "static/_headers",
        "/docs/notes/*\n  Content-Type: text/markdown\n  cache-control: no-store\n",
    );
    site.write("static/notes/a.md", "a");
    site.write("static/.well-known/security.txt", "Contact: mailto:a@b.test.org\n");
    site.build();
    let listed = host_config(&site, "s3");
    let lines: Vec<Vec<&str>> = listed.lines().map(|line| line.split('\t').collect()).collect();
    let line = |file: &str| lines.iter().find(|it| it[3] == file).unwrap()[..3].to_vec();
    let asked = "public, max-age=0, must-revalidate";
    assert_eq!(line("about/index.html"), ["pages", "text/html; charset=utf-8", asked]);
    assert_eq!(line("page-data/about/page-data.json"), ["data", "application/json", asked]);
    assert_eq!(line("notes/a.md"), ["data", "text/markdown", "no-store"]);
    assert_eq!(line(".well-known/security.txt"), ["data", "text/plain; charset=utf-8", asked]);
    assert_eq!(line("page-data/app-data.json"), ["last", "application/json", asked]);
    let mut steps: Vec<&str> = lines.iter().map(|it| it[0]).collect();
    steps.dedup();
    assert_eq!(steps, ["data", "pages", "last"]);
    let mut wanted: Vec<String> =
        site.tree().into_keys().map(|path| path.display().to_string()).collect();
    wanted.retain(|it| !matches!(it.as_str(), "_headers" | "_redirects"));
    wanted.sort();
    let mut files: Vec<&str> = lines.iter().map(|it| it[3]).collect();
    files.sort_unstable();
    assert_eq!(files, wanted);
}

/// What `[output] redirects` and more are, in a site with a page that moved.
fn with_forms(forms: &str) -> Site {
    let site = moved_site();
    let settings = site
        .read("site.toml")
        .replace("/docs\"\n", &format!("/docs\"\n[output]\nredirects = {forms}\n"));
    site.write("site.toml", &settings);
    site
}

#[test]
fn hosts_that_read_no_redirects_get_a_file_at_each_old_address() {
    let site = with_forms("[\"html\"]");
    site.build();
    assert!(!site.has("_redirects"));
    let moved = site.output("who/index.html");
    assert_says(
        &moved,
        &[
            "<meta name=\"robots\" content=\"noindex\">",
            "<link rel=\"canonical\" href=\"https://example.com/docs/about/\">",
            "<meta http-equiv=\"refresh\" content=\"0; url=/docs/about/\">",
            "<a href=\"/docs/about/\">",
        ],
    );
    // What moved for a while keeps its place in search engines.
    let sale = site.output("sale/index.html");
    assert!(
        sale.contains("content=\"0; url=/docs/about/?a=1#b\"") && !sale.contains("canonical"),
        "{sale}"
    );
    assert!(!site.output("sitemap.xml").contains("/who/"));
    let both = with_forms("[\"_redirects\", \"html\"]");
    both.build();
    assert!(both.has("_redirects") && both.has("who/index.html"));
    // Another form takes the files back.
    both.write("site.toml", &both.read("site.toml").replace(", \"html\"", ""));
    both.build();
    assert!(both.has("_redirects") && !both.has("who/index.html"));
    both.same_as_clean();
    let wrong = with_forms("[\"apache\"]");
    assert_says(&wrong.refused(), &["C0009", "site.toml:4:", "unknown variant `apache`"]);
}

#[test]
fn a_redirect_that_no_html_file_can_do_is_told_where_no_other_form_is_written() {
    let site = Site::small();
    site.write(
        "content/about.md",
        "+++\ntitle = \"About\"\naliases = [\"/a.pdf\", \"/About/\", \"/old.html\"]\n+++\n",
    );
    site.append("site.toml", "[output]\nredirects = [\"html\"]\n");
    let words = site.refused();
    assert_says(
        &words,
        &[
            "C0208",
            "an HTML file cannot do the redirect `/a.pdf`",
            "`/About/`",
            "content/about.md:3:22",
            "\n2 errors",
        ],
    );
    site.write(
        "site.toml",
        &format!("{SETTINGS}[output]\nredirects = [\"html\", \"_redirects\"]\n"),
    );
    site.build();
    assert!(site.has("old.html") && !site.has("About/index.html") && !site.has("a.pdf"));
    assert_says(&site.output("_redirects"), &["/About/ /about/ 301", "/a.pdf /about/ 301"]);
}

#[test]
fn lines_of_static_redirects_stand_after_the_sites_own_and_are_looked_at() {
    let site = Site::small();
    site.write(
        "content/about.md",
        "+++\ntitle = \"About\"\naliases = [\"/who/\"]\n+++\n[moved](/mine/)\n",
    );
    site.write(
        "static/_redirects",
        "# Ours.\n/mine/ /about/ 302\n/blog/* https://blog.test.org/:splat 200\n",
    );
    site.build();
    let rules = site.output("_redirects");
    assert_says(&rules, &["/mine/ /about/ 302\n", "/who/ /about/ 301\n"]);
    assert!(rules.ends_with("\n/blog/* https://blog.test.org/:splat 200\n"), "{rules}");
    let nginx = host_config(&site, "nginx");
    assert_says(&nginx, &["location = \"/mine/\" { return 302", "# Not supported here: /blog/*"]);
    assert!(!nginx.contains("location = \"/blog"), "{nginx}");
    for (line, code, words) in [
        ("/mine/ /gone/", "C0204", "redirects to /gone/"),
        ("/who /", "C0206", "content/about.md also redirects this path"),
        ("/about/ /", "C0206", "there is a page or a file"),
        ("oops", "C0208", "`oops` is not a redirect"),
    ] {
        site.write("static/_redirects", &format!("# Ours.\n{line}\n/mine/ /about/\n"));
        let refused = site.refused();
        assert_says(&refused, &[code, words, "static/_redirects:2:1"]);
    }
    // Without redirects of the site's own, too.
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n");
    site.write("static/_redirects", "/mine/ /gone/\n");
    assert_says(&site.refused(), &["C0204", "static/_redirects:1:1"]);
    site.append("site.toml", "[output]\nredirects = [\"html\"]\n");
    site.write("static/_redirects", "/blog/* /:splat\n");
    assert_says(
        &site.refused(),
        &["C0208", "an HTML file cannot do the redirect", "static/_redirects:1:1"],
    );
}

#[test]
fn lines_of_static_headers_stand_after_the_generators() {
    let site = Site::small();
    site.write("static/_headers", "/films/*\n  x-films: 1\n");
    site.build();
    let headers = site.output("_headers");
    assert!(
        headers.contains("content-security-policy: ")
            && headers.ends_with("\n/films/*\n  x-films: 1\n"),
        "{headers}"
    );
}

#[test]
fn a_file_with_capital_letters_is_found_at_its_old_address_too() {
    let site = Site::small();
    site.write(
        "content/Guides/Intro.md",
        "+++\ntitle = \"Intro\"\n+++\n[itself](/Guides/Intro/)\n",
    );
    site.write("content/Guides/index.md", "+++\ntitle = \"Guides\"\n+++\n");
    site.write("content/Fixed.md", "+++\ntitle = \"Fixed\"\npath = \"/fixed-here/\"\n+++\n");
    site.build();
    let rules = site.output("_redirects");
    assert_says(&rules, &["/Guides/Intro/ /guides/intro/ 301\n", "/Guides/ /guides/ 301\n"]);
    assert!(site.has("guides/intro/index.html") && !rules.contains("Fixed"), "{rules}");
    // Somebody else's redirect of that address comes first.
    site.append("site.toml", "[[redirects]]\nfrom = \"/Guides/\"\nto = \"/\"\n");
    site.build();
    assert!(
        site.output("_redirects").contains("/Guides/ / 301\n"),
        "{}",
        site.output("_redirects")
    );
    site.write("content/Fixed.md", "+++\ntitle = \"Fixed\"\npath = \"/Fixed/\"\n+++\n");
    assert_says(
        &site.refused(),
        &["C0107", "write `path = \"/fixed/\"`, and `aliases = [\"/Fixed/\"]`"],
    );
}

#[test]
fn the_policy_stands_in_pages_where_headers_are_not_read() {
    let site = Site::small();
    site.write("pages/shell.html", "<head>{{ head }}</head><main id='main'>{{ main }}</main>");
    site.build();
    let policy = |site: &Site| {
        let headers = site.output("_headers");
        headers.lines().find_map(|line| {
            line.trim().strip_prefix("content-security-policy: ").map(str::to_owned)
        })
    };
    let whole = policy(&site).unwrap();
    assert!(!site.output("index.html").contains("http-equiv"));
    site.append("site.toml", "[output]\npolicy = [\"meta\"]\n");
    site.build();
    assert_eq!(policy(&site), None);
    let written = whole.replace("; frame-ancestors 'none'", "").replace('\'', "&#39;");
    let html = site.output("index.html");
    let expected = format!(
        "<head><meta http-equiv=\"content-security-policy\" content=\"{written}\">\n<title>"
    );
    assert!(html.contains(&expected), "{expected} is not in {html}");
    // A visit from page to page does not bring it again.
    assert!(!site.output("page-data/index/page-data.json").contains("http-equiv"));
    site.append("site.toml", "[hosts]\nimg = [\"https://img.test.org\"]\n");
    site.build();
    assert!(site.output("index.html").contains("https://img.test.org"));
    site.same_as_clean();
}
