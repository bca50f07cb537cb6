//! What hosts that read neither `_headers` nor `_redirects` are told by `croupier host-config`.

use std::process::Command;

use crate::common::{Site, said};

/// A site under `/docs` with a page that moved, and an address that leads elsewhere.
fn moved_site() -> Site {
    let site = Site::new(
        "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n\
         [[redirects]]\nfrom = \"/sale/\"\nto = \"/about/?a=1#b\"\nstatus = 302\n",
    );
    site.write("pages/shell.html", "<main>{{ main }}</main>");
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
    assert!(nginx.contains("location = \"/docs/who/\" { return 301 \"/docs/about/$is_args$args\"; }\n"), "{nginx}");
    assert!(nginx.contains("location = \"/docs/sale/\" { return 302 \"/docs/about/?a=1#b\"; }\n"), "{nginx}");
    assert!(nginx.contains("error_page 404 /docs/404.html;\n"), "{nginx}");
    let assets = nginx.split("location ^~ /docs/assets/ {").nth(1).unwrap().split('}').next().unwrap();
    assert!(assets.contains("add_header cache-control \"public, max-age=31536000, immutable\" always;"), "{assets}");
    assert!(assets.contains("add_header x-content-type-options \"nosniff\" always;"), "{assets}");
    let pages = nginx.split("location /docs/ {").nth(1).unwrap().split('}').next().unwrap();
    assert!(pages.contains("add_header cache-control \"public, max-age=0, must-revalidate\" always;"), "{pages}");

    let caddy = host_config(&site, "caddy");
    assert!(caddy.contains("redir \"/docs/who/\" \"/docs/about/{more}\" 301\n"), "{caddy}");
    assert!(caddy.contains("not path /docs/assets/* /docs/page-data/sq/d/* /docs/sw.js\n"), "{caddy}");
    let policy =
        site.output("_headers").lines().find_map(|line| line.trim().strip_prefix("content-security-policy: ").map(str::to_owned));
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
    let output = Command::new("node").args(["-e", &format!("{function}{ask}"), asked]).output().unwrap();
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
