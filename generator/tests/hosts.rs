//! Configurations of hosts: redirects and headers in the format of each host.

use std::process::Command;

use crate::common::{
    SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text,
};

/// A site below `/docs` with an alias and a redirect.
fn moved_site() -> Site {
    let site = SiteBuilder::bare()
        .file("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n")
        .settings("[[redirects]]\nfrom = \"/sale/\"\nto = \"/about/?a=1#b\"\nstatus = 302\n")
        .file("pages/shell.html", "<main id=\"b\">{{ main }}</main>")
        .page("about", "title = \"About\"\naliases = [\"/who/\"]\n", "")
        .create();
    site.build();
    site
}

fn host_config(site: &Site, host: &str) -> String {
    let output = site.run(&["host-config", "--preview", host]);
    assert!(output.status.success(), "{}", printed_text(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn nginx_and_caddy_configurations_contain_headers_and_redirects() {
    let site = moved_site();
    let nginx = host_config(&site, "nginx");
    assert_contains(
        &nginx,
        &[
            "location = \"/docs/who/\" { return 301 \"/docs/about/$is_args$args\"; }\n",
            "location = \"/docs/sale/\" { return 302 \"/docs/about/?a=1#b\"; }\n",
            "error_page 404 /docs/404.html;\n",
        ],
    );
    let assets =
        nginx.split("location ^~ /docs/assets/ {").nth(1).unwrap().split('}').next().unwrap();
    assert_contains(
        assets,
        &[
            "add_header cache-control \"public, max-age=31536000, immutable\" always;",
            "add_header x-content-type-options \"nosniff\" always;",
        ],
    );
    let pages = nginx.split("location /docs/ {").nth(1).unwrap().split('}').next().unwrap();
    assert_contains(
        pages,
        &["add_header cache-control \"public, max-age=0, must-revalidate\" always;"],
    );

    let caddy = host_config(&site, "caddy");
    assert_contains(
        &caddy,
        &[
            "@path3 path_regexp `^/docs/who/$`\nredir @path3 \"/docs/about/{more}\" 301\n",
            "not path_regexp `^/docs/assets/|^/docs/page\\-data/sq/d/|^/docs/sw\\.js$`\n",
        ],
    );
    let policy = site
        .output("_headers")
        .lines()
        .find_map(|line| line.trim().strip_prefix("content-security-policy: ").map(str::to_owned));
    let policy = policy.unwrap();
    assert!(nginx.contains(&policy) && caddy.contains(&policy), "{policy}");
}

#[test]
fn the_cloudfront_function_responds_like_serve() {
    let site = moved_site();
    let function = host_config(&site, "cloudfront");
    let call = "const requests = JSON.parse(process.argv[1]);\n\
               console.log(JSON.stringify(requests.map(([uri, querystring]) => handler({ request: { uri, querystring } }))));\n";
    let requests = r#"[["/docs/who/", {"q": {"value": "1"}}], ["/docs/sale/", {"q": {"value": "1"}}], ["/docs/about", {}], ["/docs/about/", {}], ["/docs/sw.js", {}], ["/docs/%zz/", {}]]"#;
    let output =
        Command::new("node").args(["-e", &format!("{function}{call}"), requests]).output().unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    let answers: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let moved = |status: u16, to: &str| serde_json::json!({ "statusCode": status, "headers": { "location": { "value": to } } });
    assert_eq!(answers[0], moved(301, "/docs/about/?q=1"));
    assert_eq!(answers[1], moved(302, "/docs/about/?a=1#b"));
    assert_eq!(answers[2], moved(301, "/docs/about/"));
    assert_eq!(answers[3]["uri"], "/docs/about/index.html");
    assert_eq!(answers[4]["uri"], "/docs/sw.js");
    assert_eq!(answers[5]["uri"], "/docs/%zz/index.html");
}

/// Runs a script in Node as a module, with files that it can import, and returns its output.
fn run_module(script: &str, files: &[(&str, &str)]) -> serde_json::Value {
    let folder = tempfile::TempDir::new().unwrap();
    for (path, text) in [&[("test.mjs", script)], files].concat() {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let output = Command::new("node").arg(folder.path().join("test.mjs")).output().unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the configuration for a target with a prefix for each release.
fn versioned_config(site: &Site, host: &str) -> String {
    let output = site.run(&["host-config", "--preview", host, "--versioned"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Paths with and without hashes, and names that look like them.
const PATHS: [&str; 16] = [
    "assets/boot-c7ebb320de.js",
    "assets/chunk.js",
    "page-data/sq/d/1064379158.json",
    "page-data/sq/d/x.json",
    "css/site.1f0c58a7d3e29b640a51.css",
    "a.b/file.1f0c58a7d3e29b640a51",
    "photos/boat.1f0c58a7d3e29b640a51-400w.webp",
    "photos/boat.1f0c58a7d3e29b640a51-400w.png",
    "photos/boat.1f0c58a7d3e29b640a51-w.avif",
    ".1f0c58a7d3e29b640a51",
    "report.20261122001122334455.pdf",
    "a.1F0C58A7D3E29B640A51.js",
    "x/assets/a.txt",
    "sw.js",
    "page-data/app-data.json",
    "a/index.html",
];

#[test]
fn the_cloudfront_function_selects_the_live_release_except_for_hashed_files() {
    let site = moved_site();
    let function = versioned_config(&site, "cloudfront");
    let uris: Vec<String> = PATHS.iter().map(|path| format!("/docs/{path}")).collect();
    let call = format!(
        "const answers = [];\nfor (const uri of {}) answers.push((await handler({{ request: {{ uri, querystring: {{}} }} }})).uri);\n\
         for (const uri of [\"/docs/about/\", \"/other/a.txt\", \"/docs/who/\", \"//evil\"])\n  \
         answers.push(await handler({{ request: {{ uri, querystring: {{}} }} }}));\n\
         globalThis.release = undefined;\n\
         answers.push(await handler({{ request: {{ uri: \"/docs/about/\", querystring: {{}} }} }}));\n\
         console.log(JSON.stringify(answers));\n",
        serde_json::to_string(&uris).unwrap()
    );
    // The key value store of CloudFront, whose `get` rejects a missing key.
    let store = "globalThis.release = 'R1';\nconst get = async (key) => { if (key !== 'release' || !globalThis.release) throw new Error(key); return globalThis.release; };\n\
                 export default { kvs: () => ({ get }) };\n";
    let answers = run_module(
        &format!("{function}{call}"),
        &[
            ("node_modules/cloudfront/index.mjs", store),
            ("node_modules/cloudfront/package.json", "{\"exports\": \"./index.mjs\"}"),
        ],
    );
    for (index, path) in PATHS.iter().enumerate() {
        let is_immutable = croupier_base::path::publish_order(path) == 0;
        let expected =
            if is_immutable { uris[index].clone() } else { format!("/docs/releases/R1/{path}") };
        assert_eq!(answers[index], expected);
    }
    let rest = &answers.as_array().unwrap()[PATHS.len()..];
    assert_eq!(rest[0]["uri"], "/docs/releases/R1/about/index.html");
    assert_eq!(rest[1]["uri"], "/other/a.txt");
    assert_eq!(rest[2]["headers"]["location"]["value"], "/docs/about/");
    assert_eq!(rest[3]["headers"]["location"]["value"], "/evil/");
    assert_eq!(rest[4]["statusCode"], 503);
}

/// A bucket of R2 with the objects that the script gets as `OBJECTS`, and a function for requests.
const BUCKET: &str = r#"
const objects = new Map(Object.entries(OBJECTS));
async function get(key, { onlyIf, range } = {}) {
  const text = objects.get(key);
  if (text === undefined) return null;
  const etag = `"${text.length}"`;
  const [, offset, end] = /bytes=(\d+)-(\d+)/.exec(range?.get("range") ?? "") ?? [null, 0, text.length - 1];
  const part = text.slice(Number(offset), Number(end) + 1);
  return {
    size: text.length, httpEtag: etag, range: { offset: Number(offset), length: part.length },
    body: onlyIf?.get("if-none-match") === etag ? undefined : part,
    writeHttpMetadata: (headers) => headers.set("content-type", key.endsWith(".html") ? "text/html" : "text/plain"),
    text: async () => text,
  };
}
async function ask(path, init) {
  const response = await worker.fetch(new Request(`https://example.com${path}`, { redirect: "manual", ...init }), { BUCKET: { get } });
  return { status: response.status, body: await response.text(), headers: Object.fromEntries(response.headers) };
}
"#;

#[test]
fn a_worker_follows_the_pointer_and_finds_assets_of_other_releases() {
    let site = moved_site();
    let worker = versioned_config(&site, "cloudflare").replace("export default", "const worker =");
    let objects = serde_json::json!({
        "current": "releases/R2",
        "assets/old-c7ebb320de.js": "old",
        "releases/R1/about/index.html": "first",
        "releases/R2/about/index.html": "second",
        "releases/R2/a b.txt": "0123456789",
        "releases/R2/404.html": "missing",
        "404.html": "missing",
        "releases/R2/.croupier/x.json": "hidden",
    });
    let calls = r#"
const answers = [await ask("/docs/about/"), await ask("/docs/assets/old-c7ebb320de.js"), await ask("/docs/none/"), await ask("/docs/who/?q=1")];
answers.push(await ask("/docs/a%20b.txt", { headers: { range: "bytes=2-4" } }));
answers.push(await ask("/docs/about/", { headers: { "if-none-match": '"6"' } }));
answers.push(await ask("/docs/about/", { method: "POST" }), await ask("/docs/.croupier/x.json"), await ask("/docs/assets/gone-c7ebb320de.js"));
objects.set("current", "releases/R1");
answers.push(await ask("/docs/about/"), await ask("/docs/about/", { method: "HEAD" }), await ask("//evil"));
console.log(JSON.stringify(answers));
"#;
    let script = format!("const OBJECTS = {objects};\n{worker}{BUCKET}{calls}");
    let answers = run_module(&script, &[]);
    let is = |index: usize, status: u16, body: &str| {
        assert_eq!(answers[index]["status"], status, "{}", answers[index]);
        assert_eq!(answers[index]["body"], body, "{}", answers[index]);
    };
    is(0, 200, "second");
    let header = |index: usize, name: &str| answers[index]["headers"][name].clone();
    assert_eq!(header(0, "cache-control"), "public, max-age=0, must-revalidate");
    assert_eq!(header(0, "x-content-type-options"), "nosniff");
    assert_eq!(header(0, "content-type"), "text/html");
    is(1, 200, "old");
    assert_eq!(header(1, "cache-control"), "public, max-age=31536000, immutable");
    is(2, 404, "missing");
    is(3, 301, "");
    assert_eq!(header(3, "location"), "/docs/about/?q=1");
    is(4, 206, "234");
    assert_eq!(header(4, "content-range"), "bytes 2-4/10");
    is(5, 304, "");
    is(6, 405, "");
    is(7, 404, "missing");
    is(8, 404, "missing");
    assert_eq!(header(8, "cache-control"), "public, max-age=0, must-revalidate");
    // A rollback changes only the pointer.
    is(9, 200, "first");
    is(10, 200, "");
    assert_eq!(header(11, "location"), "/evil/");
}

#[test]
fn a_worker_has_one_rule_for_all_hashed_copies_of_a_folder() {
    let site = SiteBuilder::new()
        .file("pages/shell.html", "<main>{{ main }}</main>{{ asset(\"/my css/site.css\") }}")
        .file("static/my css/site.css", "a { color: red }\n")
        .file("static/_headers", "\n# Ours.\n/my%20css/*\n  X-Own: 1\n/\n  x-page: home\n")
        .create();
    site.build();
    let copy = site.tree().into_keys().find(|it| it.extension().is_some_and(|it| it == "css"));
    let copy = copy.unwrap().display().to_string();
    let worker = host_config(&site, "cloudflare");
    assert!(!worker.contains(&copy), "{worker}");
    let worker = worker.replace("export default", "const worker =");
    let objects =
        serde_json::json!({ (copy.clone()): "a", "my css/other.css": "b", "index.html": "c" });
    let calls = format!(
        "console.log(JSON.stringify([await ask(encodeURI(\"/{copy}\")), await ask(\"/my%20css/other.css\"), await ask(\"/\")]));"
    );
    let answers = run_module(&format!("const OBJECTS = {objects};\n{worker}{BUCKET}{calls}"), &[]);
    for (index, caching) in
        ["public, max-age=31536000, immutable", "public, max-age=0, must-revalidate"]
            .into_iter()
            .enumerate()
    {
        assert_eq!(answers[index]["status"], 200, "{answers}");
        assert_eq!(answers[index]["headers"]["cache-control"], caching, "{answers}");
    }
    assert_eq!(answers[2]["headers"]["x-page"], "home", "{answers}");
}

#[test]
fn headers_of_the_security_table_are_in_each_configuration() {
    let site = SiteBuilder::new()
        .settings(
            "[security]\nhsts = { max_age = 300, include_subdomains = true }\n\
             permissions_policy = { geolocation = [\"self\", \"https://maps.test.org\"], fullscreen = [\"*\"] }\n",
        )
        .create();
    let hsts = "max-age=300; includeSubDomains";
    let policy =
        "camera=(), fullscreen=*, geolocation=(self \"https://maps.test.org\"), microphone=()";
    let live = site.run(&["build", "--out", "live", "--allow-samples"]);
    assert!(live.status.success(), "{}", printed_text(&live));
    let headers = site.read("live/_headers");
    assert_contains(
        &headers,
        &[
            &format!("  strict-transport-security: {hsts}\n"),
            &format!("  permissions-policy: {policy}\n"),
        ],
    );
    let escaped = policy.replace('"', "\\\"");
    for host in ["nginx", "caddy", "cloudflare"] {
        let output = site.run(&["host-config", "--out", "live", host]);
        assert_contains(&printed_text(&output), &[hsts, &escaped, "strict-transport-security"]);
    }

    // A preview has another host, and a local one has no HTTPS.
    site.build();
    let preview = site.output("_headers");
    assert!(!preview.contains("strict-transport-security"), "{preview}");
    assert_contains(&preview, &[policy]);
    let local = site.run(&["build", "--out", "live", "--base-url", "http://localhost:8000"]);
    assert!(local.status.success(), "{}", printed_text(&local));
    assert!(!site.read("live/_headers").contains("strict-transport-security"));
    assert!(!Site::small().read("site.toml").contains("hsts"));
}

#[test]
fn headers_that_the_site_sets_for_all_urls_replace_the_generated_ones() {
    let site = SiteBuilder::new()
        .settings("[security]\npermissions_policy = { camera = [\"self\"] }\n")
        .file(
            "static/_headers",
            "/*\n  Permissions-Policy: usb=()\n  Strict-Transport-Security: max-age=1\n/a/*\n  referrer-policy: no-referrer\n",
        )
        .create();
    site.build();
    let headers = site.output("_headers");
    assert_eq!(headers.to_lowercase().matches("permissions-policy").count(), 1, "{headers}");
    assert_contains(&headers, &["  referrer-policy: strict-origin-when-cross-origin\n"]);
    for host in ["nginx", "caddy", "cloudflare"] {
        let config = host_config(&site, host);
        assert_contains(&config, &["usb=()", "max-age=1\""]);
        assert!(!config.contains("camera="), "{config}");
    }
    site.same_as_clean();

    let site = SiteBuilder::new().settings("[security]\npermissions_policy = false\n").create();
    site.build();
    assert!(!site.output("_headers").contains("permissions-policy"));
}

#[test]
fn wrong_values_of_the_security_table_are_reported_with_their_key() {
    let site = Site::small();
    for (line, expected) in [
        ("hsts = { preload = true }", "`preload` requires `include_subdomains = true`"),
        ("hsts = { includeSubDomains = true }", "`max_age`, `include_subdomains` and `preload`"),
        ("hsts = \"max-age=1\"", "`max_age`, `include_subdomains` and `preload`"),
        ("hsts = { max_age = -1 }", "`max_age`, `include_subdomains` and `preload`"),
        ("permissions_policy = \"camera=()\"", "such as `{ camera = [\"self\"] }`"),
        ("permissions_policy = { camara = [] }", "did you mean `camera`?"),
        ("permissions_policy = { display_capture = [] }", "did you mean `display-capture`?"),
        ("permissions_policy = { camera = [\"maps.test.org\"] }", "for `maps.test.org`"),
        ("permissions_policy = { camera = [\"https://a.test.org/x\"] }", "write `[]` to deny it"),
        ("permissions_policy = { camera = [\"self\", \"*\"] }", "for `*`"),
        ("permissionsPolicy = false", "did you mean `permissions_policy`?"),
    ] {
        site.write("site.toml", &format!("{SETTINGS}[security]\n{line}\n"));
        assert_contains(&site.refused(), &["C0009", "site.toml:4:", expected]);
    }
    let settings = SETTINGS.replace("https:", "http:");
    site.write("site.toml", &format!("{settings}[security]\nhsts = true\n"));
    assert_contains(&site.refused(), &["`hsts` requires a site with HTTPS", "site.toml:4:"]);
    site.write(
        "site.toml",
        &format!("{SETTINGS}[security]\npermissions_policy = {{ x-new = [] }}\n"),
    );
    site.build();
    assert_contains(&site.output("_headers"), &["microphone=(), x-new=()\n"]);
}

#[test]
fn flags_for_releases_with_a_prefix_are_checked() {
    let site = moved_site();
    let origin = ["--origin", "https://b.example.net"];
    for (arguments, expected) in [
        (&["nginx", "--versioned", origin[0], origin[1]][..], "write `--release ID`"),
        (
            &["nginx", "--versioned", "--release", "R 1", origin[0], origin[1]],
            "write `--release ID`",
        ),
        (&["caddy", "--versioned", "--release", "R1"], "write the URL of the bucket"),
        (&["nginx", "--versioned", "--release", "R1", "--origin", "https://b/x"], "without a path"),
        (&["s3", "--versioned"], "does not apply to this host"),
        (&["cloudfront", "--versioned", origin[0], origin[1]], "does not apply to this host"),
    ] {
        let output = site.run(&[&["host-config", "--preview"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{}", printed_text(&output));
        assert_contains(&printed_text(&output), &[expected]);
    }
    let nginx = site.run(&[
        "host-config",
        "--preview",
        "nginx",
        "--versioned",
        "--release",
        "R1",
        origin[0],
        origin[1],
    ]);
    assert_contains(
        &printed_text(&nginx),
        &[
            "set $release \"releases/R1/\";\n",
            "location ^~ /docs/assets/ {\n",
            "rewrite ^/docs/(.*)$ /docs/$release$1 break;\n    proxy_pass https://b.example.net;\n",
            "proxy_set_header host b.example.net;\n",
        ],
    );
}

#[test]
fn the_configuration_of_a_host_asks_for_a_password_but_does_not_contain_it() {
    let site = moved_site();
    let config = |host: &str, password: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command
            .args(["host-config", "--preview", host, "--basic-auth", "guest"])
            .current_dir(site.root());
        command.env("BASIC_AUTH_PASSWORD", password).output().unwrap()
    };
    for host in ["nginx", "caddy", "cloudfront", "cloudflare"] {
        let text = printed_text(&config(host, "hunter2"));
        assert!(!text.contains("hunter2"), "{text}");
    }
    assert_contains(
        &printed_text(&config("nginx", "hunter2")),
        &["site.htpasswd next to nginx.conf must contain this line: guest:$2b$", "\nauth_basic \""],
    );
    assert_contains(&printed_text(&config("caddy", "hunter2")), &["\nbasicauth {\n    guest $2b$"]);
    for (host, password, expected) in [
        ("s3", "x", "a bucket cannot ask for a password"),
        ("nginx", "", "set BASIC_AUTH_PASSWORD"),
    ] {
        let refused = config(host, password);
        assert_eq!(refused.status.code(), Some(2));
        assert_contains(&printed_text(&refused), &[expected]);
    }

    let function = String::from_utf8(config("cloudfront", "hunter2").stdout).unwrap();
    let value =
        |text: &str| base64::Engine::encode(&base64::engine::general_purpose::STANDARD, text);
    let call = "console.log(JSON.stringify(process.argv.slice(1).map(value => handler({ request: { uri: '/docs/about/', headers: value ? { authorization: { value } } : {} } }))));";
    let output = Command::new("node")
        .args(["-e", &format!("{function}{call}"), ""])
        .args(["guest:hunter2", "guest:hunter3"].map(|text| format!("Basic {}", value(text))))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    let answers: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answers[0]["statusCode"], 401);
    assert_contains(
        &answers[0]["headers"]["www-authenticate"]["value"].to_string(),
        &["Basic realm="],
    );
    assert_eq!(answers[1]["uri"], "/docs/about/index.html");
    assert_eq!(answers[2]["statusCode"], 401);

    let worker = String::from_utf8(config("cloudflare", "hunter2").stdout).unwrap();
    let worker = worker.replace("export default", "const worker =");
    let calls = "const status = async (value) => (await ask(\"/docs/about/\", { headers: value ? { authorization: `Basic ${btoa(value)}` } : {} })).status;\n\
         console.log(JSON.stringify([await status(), await status(\"guest:hunter2\"), await status(\"guest:hunter3\")]));";
    let script =
        format!("const OBJECTS = {{\"about/index.html\": \"a\"}};\n{worker}{BUCKET}{calls}");
    assert_eq!(run_module(&script, &[]), serde_json::json!([401, 200, 401]));
}

#[test]
fn the_s3_list_has_the_upload_order_and_headers_of_every_file() {
    let site = moved_site();
    site.write(
        "static/_headers",
        "/docs/notes/*\n  Content-Type: text/markdown\n  cache-control: no-store\n",
    );
    site.write("static/notes/a.md", "a");
    site.enable_page_data();
    site.write("static/.well-known/security.txt", "Contact: mailto:a@b.test.org\n");
    site.build();
    let listed = host_config(&site, "s3");
    let lines: Vec<Vec<&str>> = listed.lines().map(|line| line.split('\t').collect()).collect();
    let line = |file: &str| lines.iter().find(|it| it[3] == file).unwrap()[..3].to_vec();
    let revalidate = "public, max-age=0, must-revalidate";
    assert_eq!(line("about/index.html"), ["pages", "text/html; charset=utf-8", revalidate]);
    assert_eq!(line("page-data/about/page-data.json"), ["data", "application/json", revalidate]);
    assert_eq!(line("notes/a.md"), ["data", "text/markdown", "no-store"]);
    assert_eq!(line(".well-known/security.txt"), ["data", "text/plain; charset=utf-8", revalidate]);
    assert_eq!(line("page-data/app-data.json"), ["last", "application/json", revalidate]);
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

    site.write("static/line\nand\ttab\\.txt", "x");
    site.build();
    let line = "\tpublic, max-age=0, must-revalidate\tline\\nand\\ttab\\\\.txt\n";
    assert_contains(&host_config(&site, "s3"), &[line]);
}

/// A site with an alias, a redirect and these forms of redirects in `[output]`.
fn with_forms(forms: &str) -> Site {
    let site = moved_site();
    let settings = site
        .read("site.toml")
        .replace("/docs\"\n", &format!("/docs\"\n[output]\nredirects = {forms}\n"));
    site.write("site.toml", &settings);
    site
}

#[test]
fn html_redirects_are_files_at_the_old_paths() {
    let site = with_forms("[\"html\"]");
    site.build();
    assert!(!site.has("_redirects"));
    let moved = site.output("who/index.html");
    assert_contains(
        &moved,
        &[
            "<meta name=\"robots\" content=\"noindex\">",
            "<link rel=\"canonical\" href=\"https://example.com/docs/about/\">",
            "<meta http-equiv=\"refresh\" content=\"0; url=/docs/about/\">",
            "<a href=\"/docs/about/\">",
        ],
    );
    // A temporary redirect has no canonical link, so search engines keep its old path.
    let sale = site.output("sale/index.html");
    assert!(
        sale.contains("content=\"0; url=/docs/about/?a=1#b\"") && !sale.contains("canonical"),
        "{sale}"
    );
    assert!(!site.output("sitemap.xml").contains("/who/"));
    let both = with_forms("[\"_redirects\", \"html\"]");
    both.build();
    assert!(both.has("_redirects") && both.has("who/index.html"));
    // Another form removes the files.
    both.write("site.toml", &both.read("site.toml").replace(", \"html\"", ""));
    both.build();
    assert!(both.has("_redirects") && !both.has("who/index.html"));
    both.same_as_clean();
    let wrong = with_forms("[\"apache\"]");
    assert_diagnostics!(wrong.refused());
}

#[test]
fn a_redirect_that_no_html_file_can_do_is_an_error_without_another_form() {
    let site = SiteBuilder::new()
        .page(
            "about",
            "title = \"About\"\naliases = [\"/a.pdf\", \"/About/\", \"/old.html\"]\n",
            "",
        )
        .settings("[output]\nredirects = [\"html\"]\n")
        .create();
    let message = site.refused();
    assert_diagnostics!(message);
    site.write(
        "site.toml",
        &format!("{SETTINGS}[output]\nredirects = [\"html\", \"_redirects\"]\n"),
    );
    site.build();
    assert!(site.has("old.html") && !site.has("About/index.html") && !site.has("a.pdf"));
    assert_contains(&site.output("_redirects"), &["/About/ /about/ 301", "/a.pdf /about/ 301"]);
}

#[test]
fn lines_of_static_redirects_follow_the_sites_own_and_are_checked() {
    let site = SiteBuilder::new()
        .page("about", "title = \"About\"\naliases = [\"/who/\"]\n", "[moved](/mine/)\n")
        .file(
            "static/_redirects",
            "# Ours.\n/mine/ /about/ 302\n/blog/* https://blog.test.org/:splat 200\n",
        )
        .create();
    site.build();
    let rules = site.output("_redirects");
    assert_contains(&rules, &["/mine/ /about/ 302\n", "/who/ /about/ 301\n"]);
    assert!(rules.ends_with("\n/blog/* https://blog.test.org/:splat 200\n"), "{rules}");
    let nginx = host_config(&site, "nginx");
    assert_contains(
        &nginx,
        &["location = \"/mine/\" { return 302", "# Not supported here: /blog/*"],
    );
    assert!(!nginx.contains("location = \"/blog"), "{nginx}");
    for (line, code, message) in [
        ("/mine/ /gone/", "C0204", "redirects to /gone/"),
        ("/who /", "C0206", "content/about.md also redirects this path"),
        ("/about/ /", "C0206", "there is a page or a file"),
        ("oops", "C0208", "`oops` is not a redirect"),
    ] {
        site.write("static/_redirects", &format!("# Ours.\n{line}\n/mine/ /about/\n"));
        let refused = site.refused();
        assert_contains(&refused, &[code, message, "static/_redirects:2:1"]);
    }
    // The lines are checked without redirects of the site too.
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n");
    site.write("static/_redirects", "/mine/ /gone/\n");
    assert_diagnostics!(site.refused());
    site.append("site.toml", "[output]\nredirects = [\"html\"]\n");
    site.write("static/_redirects", "/blog/* /:splat\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn lines_of_static_headers_follow_the_generated_ones() {
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
fn the_path_with_capital_letters_redirects_to_the_page() {
    let site = SiteBuilder::new()
        .page("Guides/Intro", "title = \"Intro\"\n", "[itself](/Guides/Intro/)\n")
        .page("Guides/index", "title = \"Guides\"\n", "")
        .page("Fixed", "title = \"Fixed\"\npath = \"/fixed-here/\"\n", "")
        .create();
    site.build();
    let rules = site.output("_redirects");
    assert_contains(&rules, &["/Guides/Intro/ /guides/intro/ 301\n", "/Guides/ /guides/ 301\n"]);
    assert!(site.has("guides/intro/index.html") && !rules.contains("Fixed"), "{rules}");
    // An explicit redirect of that path takes precedence.
    site.append("site.toml", "[[redirects]]\nfrom = \"/Guides/\"\nto = \"/\"\n");
    site.build();
    assert_contains(&site.output("_redirects"), &["/Guides/ / 301\n"]);
    site.write("content/Fixed.md", "+++\ntitle = \"Fixed\"\npath = \"/Fixed/\"\n+++\n");
    site.build();
    assert!(site.has("fixed/index.html"));
    assert_contains(&site.output("_redirects"), &["/Fixed/ /fixed/ 301\n"]);
    site.same_as_clean();
}

#[test]
fn languages_have_headers_and_error_pages_of_their_own() {
    let site = SiteBuilder::bare()
        .file("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n")
        .settings("[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\nlocale = \"fr-CA\"\n[languages.oc]\nlabel = \"Occitan\"\npath = \"/fr/oc/\"\n")
        .file("pages/shell.html", "<main>{{ main }}</main>")
        .page("about", "title = \"About\"\n", "")
        .page("404", "title = \"Not found\"\n", "")
        .page("404.fr", "title = \"Introuvable\"\n", "")
        .create();
    site.build();
    assert_contains(
        &site.output("_headers"),
        &[
            "/docs/fr/*\n  content-language: fr-CA\n",
            "/docs/fr/oc/*\n  ! content-language\n  content-language: oc\n",
        ],
    );
    assert!(!site.output("_headers").contains("content-language: en"));

    let worker = host_config(&site, "cloudflare").replace("export default", "const worker =");
    let objects = serde_json::json!({"404.html": "missing", "fr/404.html": "introuvable", "fr/a/index.html": "page"});
    let calls = "console.log(JSON.stringify([await ask(\"/docs/none/\"), await ask(\"/docs/fr/none/\"), await ask(\"/docs/fr/a/\"), await ask(\"/docs/fr/oc/none/\")]));";
    let script = format!("const OBJECTS = {objects};\n{worker}{BUCKET}{calls}");
    let answers = run_module(&script, &[]);
    let shown = |index: usize| {
        let answer = &answers[index];
        let language = answer["headers"]["content-language"].as_str().unwrap_or("-");
        format!("{} {} {language}", answer["status"], answer["body"])
    };
    assert_eq!(
        [0, 1, 2, 3].map(shown),
        [
            "404 \"missing\" -",
            "404 \"introuvable\" fr-CA",
            "200 \"page\" fr-CA",
            "404 \"introuvable\" fr-CA",
        ]
    );
}

#[test]
fn a_site_in_one_language_has_no_header_with_it() {
    assert!(!moved_site().output("_headers").contains("content-language"));
}
