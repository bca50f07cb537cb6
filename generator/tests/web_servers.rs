//! Configurations of `croupier host-config` in real servers. A test needs the program, which `tests/run` installs for nginx; where it is
//! missing, the test says so. `hosts.rs` checks the text of the configurations everywhere.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::common::server::Server;
use crate::common::{Site, SiteBuilder, assert_contains, printed_text};
use crate::patterns::{MOVED_UP, site_moved_up};

/// A web server that ends with the test.
pub(crate) struct WebServer {
    pub(crate) address: String,
    child: Child,
    _folder: TempDir,
}

fn is_installed(program: &str) -> bool {
    let mut command = Command::new(program);
    let is_found = command.arg("-h").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !is_found {
        eprintln!("note: {program} is not installed, so that its configuration is not run");
    }
    is_found
}

impl WebServer {
    /// Starts nginx with the directives of a server, and with one that serves the files of a folder at `{origin}`. Returns `None` if it is
    /// not installed.
    pub(crate) fn nginx(directives: &str, htpasswd: &str, origin: &Path) -> Option<WebServer> {
        let program =
            if Path::new("/usr/sbin/nginx").exists() { "/usr/sbin/nginx" } else { "nginx" };
        if !is_installed(program) {
            return None;
        }
        let (address, bucket) = (free_address(), free_address());
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {};\n", path(name)))
            .concat();
        // A worker process of another user could not read a temporary folder.
        let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
        let config = format!(
            "{user}pid {pid};\ndaemon off;\nerror_log stderr notice;\nevents {{}}\nhttp {{\n{temporary}include /etc/nginx/mime.types;\naccess_log off;\n\
             server {{\nlisten {address};\n{directives}}}\nserver {{ listen {bucket}; root {origin}; }}\n}}\n",
            user = if is_root { "user root;\n" } else { "" },
            pid = path("pid"),
            directives = directives.replace("{origin}", &bucket),
            origin = origin.display(),
        );
        fs::write(path("nginx.conf"), config).unwrap();
        fs::write(path("site.htpasswd"), htpasswd).unwrap();
        let arguments = ["-e", "stderr", "-c", &path("nginx.conf")];
        Some(WebServer::start(program, &arguments, "start worker process", address, folder))
    }

    /// Starts Caddy with the directives of a site, and with one that serves the files of a folder at `{origin}`. Returns `None` if it is not
    /// installed.
    pub(crate) fn caddy(directives: &str, origin: &Path) -> Option<WebServer> {
        if !is_installed("caddy") {
            return None;
        }
        let (address, bucket) = (free_address(), free_address());
        let folder = TempDir::new().unwrap();
        let config = folder.path().join("Caddyfile");
        let text = format!(
            "{{\n    admin off\n    auto_https off\n}}\nhttp://{address} {{\n{}\n}}\n\
             http://{bucket} {{\n    root * {}\n    file_server\n}}\n",
            directives.replace("{origin}", &bucket),
            origin.display(),
        );
        fs::write(&config, text).unwrap();
        let arguments = ["run", "--adapter", "caddyfile", "--config", config.to_str().unwrap()];
        Some(WebServer::start(
            "caddy",
            &arguments,
            "serving initial configuration",
            address,
            folder,
        ))
    }

    /// Starts a program and waits for a text in its log.
    fn start(
        program: &str,
        arguments: &[&str],
        text: &str,
        address: String,
        folder: TempDir,
    ) -> WebServer {
        let mut command = Command::new(program);
        command.args(arguments);
        command.env("XDG_CONFIG_HOME", folder.path()).env("XDG_DATA_HOME", folder.path());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let mut before = Vec::new();
        let is_started = lines.by_ref().any(|line| {
            let is_last = line.contains(text);
            before.push(line);
            is_last
        });
        assert!(is_started, "{program} ended: {before:?}");
        std::thread::spawn(move || lines.count());
        WebServer { address, child, _folder: folder }
    }

    /// Requests a path, and returns the head and the body of the response.
    pub(crate) fn get(&self, path: &str, headers: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.0\r\nhost: {}\r\n{headers}\r\n", self.address).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        (head.to_ascii_lowercase(), body.to_owned())
    }

    /// Requests a path with HTTP/1.1, and returns the head and the bytes of the body.
    fn get_bytes(&self, path: &str, headers: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}\r\n")
            .unwrap();
        let mut response = Vec::new();
        stream.read_to_end(&mut response).unwrap();
        let end = response.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
        let body = response.split_off(end + 4);
        (String::from_utf8(response).unwrap().to_ascii_lowercase(), body)
    }

    /// Returns the status of the response for a path.
    pub(crate) fn status(&self, path: &str, headers: &str) -> u16 {
        self.get(path, headers).0.split(' ').nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for WebServer {
    fn drop(&mut self) {
        // nginx ends its workers when it is asked to.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

/// Prints a configuration with a password.
fn with_password(site: &Site, host: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command
        .args(["host-config", "--preview", host, "--basic-auth", "guest"])
        .current_dir(site.root());
    let output = command.env("BASIC_AUTH_PASSWORD", "hunter2").output().unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn site() -> Site {
    let site = SiteBuilder::new()
        .page("about", "title = \"About\"\naliases = [\"/who/\"]\n", "About us")
        .settings(
            "[[redirects]]\nfrom = \"/shop/\"\nto = \"https://secret.example/\"\n\
             [[redirects]]\nfrom = \"/old/*\"\nto = \"/:splat\"\n",
        )
        .create();
    site.build();
    site
}

/// Asserts that a server shows the site only to the user with the password.
fn assert_asks_for_password(server: &WebServer) {
    let with = |user: &str| {
        let text = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, user);
        format!("authorization: Basic {text}\r\n")
    };
    let redirects = ["/who/", "/shop", "/old/about/", "/about"];
    for path in ["/about/", "/", "/robots.txt", "/none/"].into_iter().chain(redirects) {
        assert_eq!(server.status(path, ""), 401, "{path}");
        for wrong in ["guest:hunter3", "guest:", "other:hunter2"] {
            assert_eq!(server.status(path, &with(wrong)), 401, "{path} {wrong}");
        }
    }
    let (head, body) = server.get("/about/", &with("guest:hunter2"));
    assert!(head.contains(" 200 ok") && body.contains("About us"), "{head}\n{body}");
    assert_eq!(server.status("/none/", &with("guest:hunter2")), 404);
    for (path, target) in [
        ("/who/?a=1", "/about/?a=1"),
        ("/shop", "https://secret.example/"),
        ("/old/about/?a=1", "/about/?a=1"),
        ("/about?a=1", "/about/?a=1"),
    ] {
        let (head, _) = server.get(path, &with("guest:hunter2"));
        assert_contains(&format!("{head}\r\n"), &[" 301 ", &format!("location: {target}\r\n")]);
    }
    assert_contains(&server.get("/", "").0, &["www-authenticate: basic realm=\"restricted\""]);
}

#[test]
fn nginx_asks_for_the_password() {
    let site = site();
    let config = with_password(&site, "nginx");
    let line = config.lines().find_map(|line| line.split_once("must contain this line: ")).unwrap();
    let directives = format!("root {};\n{config}", site.out().display());
    let Some(server) = WebServer::nginx(&directives, &format!("{}\n", line.1), site.root()) else {
        return;
    };
    assert_asks_for_password(&server);
}

#[test]
fn caddy_asks_for_the_password() {
    let site = site();
    let directives = format!("root * {}\n{}", site.out().display(), with_password(&site, "caddy"));
    let Some(server) = WebServer::caddy(&directives, site.root()) else { return };
    assert_asks_for_password(&server);
}

/// Deploys a site with compressed variants to the folder `live`. Returns it with this folder and the configuration of a host.
fn site_with_variants(host: &str) -> (Site, PathBuf, String) {
    let site = SiteBuilder::new()
        .settings(
            "[deploy.production]\nurl = \"live\"\nprofile = \"preview\"\nprecompress = true\n",
        )
        .page("long", "title = \"Long\"\n", &"A long text. ".repeat(100))
        .create();
    let output = site.run(&["deploy"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    let config = site.run(&["host-config", "--preview", host]);
    let live = site.root().join("live");
    (site, live, String::from_utf8(config.stdout).unwrap())
}

/// Asserts that a server sends the variant of a page, with the type and the headers of the page.
fn assert_sends_variant(server: &WebServer, live: &Path, encoding: &str, suffix: &str) {
    let accept = format!("accept-encoding: {encoding}\r\n");
    let (head, body) = server.get_bytes("/long/", &accept);
    assert_contains(&head, &[&format!("content-encoding: {encoding}"), "content-type: text/html"]);
    assert_contains(&head, &["cache-control: ", "vary: accept-encoding"]);
    assert!(body == fs::read(live.join(format!("long/index.html.{suffix}"))).unwrap(), "{head}");
    let (head, body) = server.get_bytes("/long/", "");
    assert!(!head.contains("content-encoding"), "{head}");
    assert!(body == fs::read(live.join("long/index.html")).unwrap());
}

#[test]
fn nginx_sends_compressed_variants() {
    let (site, live, config) = site_with_variants("nginx");
    let directives = format!("root {};\n{config}", live.display());
    let Some(server) = WebServer::nginx(&directives, "", site.root()) else { return };
    assert_sends_variant(&server, &live, "gzip", "gz");
}

#[test]
fn caddy_sends_compressed_variants() {
    let (site, live, config) = site_with_variants("caddy");
    let directives = format!("root * {}\n{config}", live.display());
    let Some(server) = WebServer::caddy(&directives, site.root()) else { return };
    assert_sends_variant(&server, &live, "gzip", "gz");
    assert_sends_variant(&server, &live, "br", "br");
}

/// A site with hashed copies of static files, and with rules of its own for headers.
fn site_with_copies() -> Site {
    let shown = ["/img/wave.svg", "/css/site.css", "/my photos/boat.svg", "/site.css"]
        .map(|it| format!("<a href=\"{{{{ asset(\"{it}\") }}}}\">{it}</a>"));
    let site = SiteBuilder::new()
        .file("pages/shell.html", &format!("<main>{{{{ main }}}}</main>{}", shown.concat()))
        .file("static/img/wave.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .file("static/my photos/boat.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .file("static/css/site.css", "a { color: red }\n")
        .file("static/site.css", "a { color: blue }\n")
        .file("static/img/other.0123456789abcdef0123.svg", "<svg/>")
        .file(
            "static/_headers",
            "# Ours.\n/*\n  X-Frame-Options: SAMEORIGIN\n\n/img/*\n  Cache-Control: max-age=60\n\n\
             # A path with a space.\n/my photos/*\n  x-photo: 1\n",
        )
        .create();
    site.build();
    site
}

/// Asserts that a server sends the headers of `_headers`, with one value of each.
fn assert_sends_headers(site: &Site, server: &WebServer) {
    let html = site.output("index.html");
    let copy = |original: &str| {
        let start = html.split(&format!("\">{original}<")).next().unwrap();
        start.rsplit("href=\"").next().unwrap().replace(' ', "%20")
    };
    let (immutable, revalidate) =
        ("public, max-age=31536000, immutable", "public, max-age=0, must-revalidate");
    for (path, caching) in [
        ("/".to_owned(), revalidate),
        ("/css/site.css".to_owned(), revalidate),
        (copy("/css/site.css"), immutable),
        (copy("/site.css"), immutable),
        ("/img/wave.svg".to_owned(), "max-age=60"),
        (copy("/img/wave.svg"), immutable),
        // A file of the site has the name of a copy.
        ("/img/other.0123456789abcdef0123.svg".to_owned(), "max-age=60"),
        ("/my%20photos/boat.svg".to_owned(), revalidate),
        (copy("/my photos/boat.svg"), immutable),
    ] {
        let (head, _) = server.get(&path, "");
        let values = |name: &str| {
            let lines = head.lines().filter_map(|line| line.split_once(": "));
            lines.filter(|(it, _)| *it == name).map(|(_, value)| value).collect::<Vec<_>>()
        };
        assert!(head.contains(" 200 ok"), "{path}: {head}");
        assert_eq!(values("cache-control"), [caching], "{path}: {head}");
        assert_eq!(values("x-frame-options"), ["sameorigin"], "{path}: {head}");
        assert_eq!(values("x-content-type-options"), ["nosniff"], "{path}: {head}");
        assert_eq!(values("permissions-policy").len(), 1, "{path}: {head}");
        let photo: &[&str] = if path.contains("photos") { &["1"] } else { &[] };
        assert_eq!(values("x-photo"), photo, "{path}: {head}");
    }
    let (head, _) = server.get("/css/gone.0123456789abcdef0123.css", "");
    assert!(head.contains(" 404 ") && head.contains(revalidate), "{head}");
    assert_eq!(server.status("/.git/a.0123456789abcdef0123.css", ""), 404);
}

/// Returns the configuration of a host, which names no copy of a file.
fn short_config(site: &Site, host: &str) -> String {
    let output = site.run(&["host-config", "--preview", host]);
    let config = String::from_utf8(output.stdout).unwrap();
    for path in site.tree().into_keys().filter(|it| it.starts_with("css")) {
        assert!(!config.contains(path.to_str().unwrap()), "{config}");
    }
    config
}

#[test]
fn nginx_has_one_rule_for_all_hashed_copies_of_a_folder() {
    let site = site_with_copies();
    let directives = format!("root {};\n{}", site.out().display(), short_config(&site, "nginx"));
    let Some(server) = WebServer::nginx(&directives, "", site.root()) else { return };
    assert_sends_headers(&site, &server);
}

#[test]
fn caddy_has_one_rule_for_all_hashed_copies_of_a_folder() {
    let site = site_with_copies();
    let directives = format!("root * {}\n{}", site.out().display(), short_config(&site, "caddy"));
    let Some(server) = WebServer::caddy(&directives, site.root()) else { return };
    assert_sends_headers(&site, &server);
}

/// A site with rules for pages and with patterns that only `_headers` has.
fn site_with_rules_of_pages() -> Site {
    let site = SiteBuilder::new()
        .page("about", "title = \"About\"\n", "")
        .page("games/gold-rush", "title = \"Gold Rush\"\n", "")
        .file("static/dl/a.pdf", "x")
        .file("static/dl/b.txt", "x")
        .file(
            "static/_headers",
            "/*\n  x-price: $5\n  x-text: \"{http.request.host} \\d\"\n  Link: </a.css>; rel=preload\n  link: </b.css>; rel=preload\n\
             /about/\n  x-page: about\n/\n  x-page: home\n/dl/*.pdf\n  x-file: pdf\n/games/:name\n  x-none: 1\n/games/:name/\n  x-page: game\n\
             https://other.example/*\n  x-other: 1\n",
        )
        .create();
    site.build();
    site
}

/// Asserts that a server sends the headers of the rules. `head` returns the head of a response.
fn assert_sends_rules_of_pages(head: impl Fn(&str) -> String) {
    for (path, name, value) in [
        ("/", "x-page", Some("home")),
        ("/about/", "x-page", Some("about")),
        ("/games/gold-rush/", "x-page", Some("game")),
        ("/games/gold-rush/", "x-none", None),
        ("/dl/a.pdf", "x-file", Some("pdf")),
        ("/dl/b.txt", "x-file", None),
        ("/dl/b.txt", "x-page", None),
        ("/dl/b.txt", "x-other", None),
        ("/dl/a.pdf", "x-text", Some("\"{http.request.host} \\d\"")),
        ("/about/", "link", Some("</a.css>; rel=preload, </b.css>; rel=preload")),
        ("/about/", "x-frame-options", Some("deny")),
    ] {
        let head = head(path);
        let lines = head.lines().filter_map(|line| line.split_once(": "));
        let values: Vec<&str> =
            lines.filter(|(it, _)| *it == name).map(|(_, value)| value).collect();
        assert_eq!(values, value.as_slice(), "{path}: {head}");
    }
}

#[test]
fn every_server_sends_the_headers_of_pages_and_patterns() {
    let site = site_with_rules_of_pages();
    let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
    assert_sends_rules_of_pages(|path| {
        let response = server.get(path);
        response.split("\r\n\r\n").next().unwrap().to_ascii_lowercase()
    });

    let config = |host: &str| {
        let text = String::from_utf8(site.run(&["host-config", "--preview", host]).stdout).unwrap();
        assert_contains(&text, &["# Not supported here: https://other.example/*\n"]);
        text
    };
    // A value with a dollar is valid in no form.
    assert_contains(&config("nginx"), &["# Not supported here: x-price, "]);
    let directives = format!("root {};\n{}", site.out().display(), config("nginx"));
    if let Some(server) = WebServer::nginx(&directives, "", site.root()) {
        assert_sends_rules_of_pages(|path| server.get(path, "").0);
    }
    let directives = format!("root * {}\n{}", site.out().display(), config("caddy"));
    if let Some(server) = WebServer::caddy(&directives, site.root()) {
        assert_sends_rules_of_pages(|path| server.get(path, "").0);
        assert_contains(&server.get("/", "").0, &["x-price: $5"]);
    }
}

/// Asserts that requests with conditions or ranges for a missing page get an error page with this text.
pub(crate) fn assert_sends_whole_error_page(server: &WebServer, text: &str) {
    for condition in [
        "if-none-match: *",
        "if-modified-since: Fri, 31 Dec 2100 00:00:00 GMT",
        "if-unmodified-since: Sat, 01 Jan 2000 00:00:00 GMT",
        "range: bytes=0-3",
    ] {
        let (head, body) = server.get("/nothing/", &format!("{condition}\r\n"));
        assert!(head.contains(" 404 ") && body.contains(text), "{condition}: {head}\n{body}");
    }
}

/// Asserts that a server sends types, folders and redirects as `croupier serve` does.
fn assert_serves_like_croupier(server: &WebServer) {
    let script = server.get("/m.mjs", "").0;
    assert_contains(&script, &[" 200 ok", "content-type: text/javascript"]);
    for folder in ["/img/", "/%C3%BCber/none/"] {
        let (head, body) = server.get(folder, "");
        assert!(head.contains(" 404 ") && body.contains("Not here"), "{head}\n{body}");
    }
    assert_sends_whole_error_page(server, "Not here");
    let redirect = server.get("/%C3%BCber?a=1", "").0;
    assert_contains(&redirect, &[" 301 ", "location: /%c3%bcber/?a=1"]);
    let other_host = server.get("//tea.com", "").0;
    assert!(!other_host.contains("location: //"), "{other_host}");
    let data = server.get_bytes("/data.xml", "accept-encoding: gzip\r\n").0;
    assert_contains(&data, &["content-encoding: gzip"]);
}

#[test]
fn servers_know_scripts_folders_and_paths_in_all_letters() {
    let site = SiteBuilder::new()
        .page("\u{fc}ber", "title = \"U\"\n", "")
        .page("tea.com", "title = \"Tea\"\n", "")
        .page("404", "title = \"Not here\"\npath = \"/404.html\"\n", "Not here")
        .file("static/img/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .file("static/m.mjs", "export default 1\n")
        .file("static/data.xml", &format!("<a>{}</a>", "text ".repeat(200)))
        .create();
    site.build();
    let config = |host: &str| {
        String::from_utf8(site.run(&["host-config", "--preview", host]).stdout).unwrap()
    };
    let directives = format!("root {};\n{}", site.out().display(), config("nginx"));
    if let Some(server) = WebServer::nginx(&directives, "", site.root()) {
        assert_serves_like_croupier(&server);
    }
    let directives = format!("root * {}\n{}", site.out().display(), config("caddy"));
    if let Some(server) = WebServer::caddy(&directives, site.root()) {
        assert_serves_like_croupier(&server);
    }
}

/// Asserts that a pattern redirects only to paths of the site.
fn assert_stays_on_site(server: &WebServer) {
    for (from, _) in MOVED_UP {
        let (head, _) = server.get(from, "");
        // Web servers refuse some of these paths, and encode backslashes.
        let Some((_, location)) = head.split_once("location: ") else { continue };
        let path = location.trim_start_matches(&format!("http://{}", server.address));
        assert!(path.starts_with('/') && !path[1..].starts_with(['/', '\\']), "{from}: {head}");
    }
    for (from, to) in [("/docs/a/b/", "/a/b/"), ("/docs//evil.test/", "/evil.test/")] {
        let head = server.get(from, "").0 + "\r\n";
        assert_contains(&head, &[" 301 ", &format!("location: {to}\r\n")]);
    }
}

#[test]
fn nginx_redirects_only_to_paths_of_the_site() {
    let site = site_moved_up();
    let directives = format!("root {};\n{}", site.out().display(), config_of(&site, "nginx"));
    let Some(server) = WebServer::nginx(&directives, "", site.root()) else { return };
    assert_stays_on_site(&server);
}

#[test]
fn caddy_redirects_only_to_paths_of_the_site() {
    let site = site_moved_up();
    let directives = format!("root * {}\n{}", site.out().display(), config_of(&site, "caddy"));
    let Some(server) = WebServer::caddy(&directives, site.root()) else { return };
    assert_stays_on_site(&server);
}

/// Returns the configuration of a web server for a site.
fn config_of(site: &Site, host: &str) -> String {
    String::from_utf8(site.run(&["host-config", "--preview", host]).stdout).unwrap()
}

/// A site in two languages, with a redirect in the second one.
fn site_in_two_languages() -> Site {
    let site = SiteBuilder::new()
        .settings("[[redirects]]\nfrom = \"/fr/old/*\"\nto = \"/fr/:splat\"\n[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\nlocale = \"fr-CA\"\n")
        .page("about", "title = \"About\"\n", "About us")
        .page("about.fr", "title = \"À propos\"\n", "Sur nous")
        .page("404", "title = \"Not found\"\n", "Not here")
        .page("404.fr", "title = \"Introuvable\"\n", "Pas ici")
        .create();
    site.build();
    site
}

/// Asserts that pages of a language have its header and its error page, and that redirects and hidden files in its folder work.
fn assert_has_languages(server: &WebServer) {
    let (head, body) = server.get("/fr/about/", "");
    assert!(body.contains("Sur nous"), "{body}");
    assert_contains(&head, &["content-language: fr-ca\r\n", "x-content-type-options: nosniff"]);
    assert!(!server.get("/about/", "").0.contains("content-language"));
    assert_contains(&server.get("/fr/none/", "").1, &["Pas ici"]);
    assert_contains(&server.get("/none/", "").1, &["Not here"]);
    let (head, _) = server.get("/fr/none/", "");
    assert_contains(&head, &[" 404 ", "content-language: fr-ca\r\n", "x-frame-options: deny"]);
    let (head, _) = server.get("/none/", "");
    assert!(head.contains("x-frame-options: deny") && !head.contains("content-language"), "{head}");
    assert_contains(&server.get("/fr/old/about/", "").0, &[" 301 ", "location: /fr/about/"]);
    assert_eq!(server.status("/fr/.git/config", ""), 404);
}

#[test]
fn nginx_names_the_language_of_a_page() {
    let site = site_in_two_languages();
    let config = site.run(&["host-config", "--preview", "nginx"]);
    let config = String::from_utf8(config.stdout).unwrap();
    let directives = format!("root {};\n{config}", site.out().display());
    let Some(server) = WebServer::nginx(&directives, "", site.root()) else { return };
    assert_has_languages(&server);
}

#[test]
fn caddy_names_the_language_of_a_page() {
    let site = site_in_two_languages();
    let config = site.run(&["host-config", "--preview", "caddy"]);
    let config = String::from_utf8(config.stdout).unwrap();
    let directives = format!("root * {}\n{config}", site.out().display());
    let Some(server) = WebServer::caddy(&directives, site.root()) else { return };
    assert_has_languages(&server);
}

/// A site with redirects from the paths of files in lower case, and with a page whose path is that of a folder with immutable files.
fn site_with_capitals() -> Site {
    let site = SiteBuilder::new()
        .settings("[content]\npaths = \"keep\"\n[[redirects]]\nfrom = \"/guide.txt\"\nto = \"/Guide.txt\"\n")
        .file("static/Guide.txt", "The guide.")
        .page("Intro", "title = \"Intro\"\naliases = [\"/intro/\"]\n", "Welcome")
        .page("Assets/index", "title = \"Assets\"\n", "Our assets")
        .create();
    site.build();
    site
}

fn assert_distinguishes_capitals(server: &WebServer) {
    assert_contains(&server.get("/Guide.txt", "").1, &["The guide."]);
    assert_contains(&server.get("/Intro/", "").1, &["Welcome"]);
    assert_contains(&server.get("/guide.txt", "").0, &[" 301 ", "location: /guide.txt"]);
    assert_eq!(server.status("/intro/", ""), 301);
    let (head, body) = server.get("/Assets/", "");
    assert!(body.contains("Our assets") && !head.contains("immutable"), "{head}");
}

#[test]
fn nginx_distinguishes_capitals() {
    let site = site_with_capitals();
    let config = String::from_utf8(site.run(&["host-config", "--preview", "nginx"]).stdout);
    let directives = format!("root {};\n{}", site.out().display(), config.unwrap());
    let Some(server) = WebServer::nginx(&directives, "", site.root()) else { return };
    assert_distinguishes_capitals(&server);
}

#[test]
fn caddy_distinguishes_capitals() {
    let site = site_with_capitals();
    let config = String::from_utf8(site.run(&["host-config", "--preview", "caddy"]).stdout);
    let directives = format!("root * {}\n{}", site.out().display(), config.unwrap());
    let Some(server) = WebServer::caddy(&directives, site.root()) else { return };
    assert_distinguishes_capitals(&server);
}
