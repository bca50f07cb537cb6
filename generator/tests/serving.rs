//! Responses of `croupier serve` and `croupier dev`.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::common::server::Server;
use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, printed_text};
use crate::runtime::copy_runtime;

/// A site with this site.toml and a home page that shows `Home`.
fn site(settings: &str) -> Site {
    SiteBuilder::new()
        .file("site.toml", settings)
        .file("pages/shell.html", "<body>{{ main }}</body>")
        .page("index", "title = \"Home\"\n", "Home\n")
        .create()
}

#[test]
fn a_base_path_without_its_final_slash_is_redirected() {
    let site = site("name = \"Site\"\nbase_url = \"https://example.com/docs\"\n");
    site.build();
    for command in ["serve", "dev"] {
        let server = Server::start(&site, &[command, "--preview", "--port", "0"]);
        let response = server.get("/docs?x=1");
        assert!(
            response.starts_with("HTTP/1.1 301") && response.contains("location: /docs/?x=1\r\n"),
            "{response}"
        );
        assert!(server.get("/docs/").starts_with("HTTP/1.1 200"));
        for other in ["/docsx", "/"] {
            assert!(server.get(other).starts_with("HTTP/1.1 404"), "{other}");
        }
    }
}

#[test]
fn a_file_with_a_backslash_in_its_name_is_served() {
    let site = site(SETTINGS);
    site.write("static/back\\slash.txt", "content");
    site.build();
    let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
    assert_contains(&server.get("/back%5Cslash.txt"), &["HTTP/1.1 200 ", "content"]);
    assert_contains(&server.get("/..%5Cslash.txt"), &["HTTP/1.1 404 "]);
}

#[test]
fn dev_on_all_interfaces_serves_the_site() {
    let site = site(SETTINGS);
    let server = Server::start(&site, &["dev", "--host", "0.0.0.0", "--port", "0"]);
    assert_contains(&server.get("/"), &["Home"]);
}

#[test]
fn dev_waits_until_an_invalid_site_toml_is_fixed_and_follows_a_new_base_url() {
    let site = site("name = \"Site\"\nbase_url =\n");
    site.write("static/sw.js", "pages of an old worker");
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let response = server.get("/");
    assert!(
        response.starts_with("HTTP/1.1 503") && response.contains("/_croupier/live.js"),
        "{response}"
    );
    site.write("site.toml", SETTINGS);
    server.says("built");
    assert_contains(&server.get("/"), &["Home"]);
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n");
    server.says("built");
    assert_contains(&server.get("/docs/"), &["Home"]);
    assert!(server.get("/").starts_with("HTTP/1.1 404"));
    let worker = server.get("/docs/sw.js");
    assert!(worker.contains("unregister") && !worker.contains("old worker"), "{worker}");
}

#[test]
fn videos_and_fonts_have_their_types_and_support_ranges() {
    let site = site(SETTINGS);
    let types = [
        ("a.mp4", "video/mp4"),
        ("a.webm", "video/webm"),
        ("a.ttf", "font/ttf"),
        ("a.woff2", "font/woff2"),
    ];
    for (name, _) in types {
        site.write(&format!("static/{name}"), "0123456789");
    }
    site.build();
    let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
    for (name, kind) in types {
        let response = server.get(&format!("/{name}"));
        assert_contains(&response, &[&format!("content-type: {kind}\r\n"), "accept-ranges: bytes"]);
    }
    for (range, part, body) in [
        ("2-4", "2-4/10", "234"),
        ("7-", "7-9/10", "789"),
        ("-2", "8-9/10", "89"),
        ("8-99", "8-9/10", "89"),
    ] {
        let response = server.get_with("/a.mp4", &format!("range: bytes={range}\r\n"));
        let is_part = response.starts_with("HTTP/1.1 206")
            && response.contains(&format!("content-range: bytes {part}\r\n"));
        assert!(is_part && response.ends_with(&format!("\r\n\r\n{body}")), "{range}: {response}");
    }
    let beyond = server.get_with("/a.mp4", "range: bytes=10-\r\n");
    assert!(
        beyond.starts_with("HTTP/1.1 416") && beyond.contains("content-range: bytes */10\r\n"),
        "{beyond}"
    );
    for whole in [
        "range: bytes=0-1,4-5\r\n",
        "range: lines=1-2\r\n",
        "range: bytes=0-1\r\nif-range: \"x\"\r\n",
    ] {
        let response = server.get_with("/a.mp4", whole);
        assert!(
            response.starts_with("HTTP/1.1 200") && response.ends_with("0123456789"),
            "{whole}: {response}"
        );
    }
}

#[test]
fn requests_for_a_foreign_host_name_get_no_page() {
    let site = site(SETTINGS);
    site.build();
    for arguments in [&["serve", "--preview", "--port", "0"][..], &["dev", "--port", "0"]] {
        let server = Server::start(&site, arguments);
        for host in ["localhost", "me.localhost:80", "127.0.0.1", "[::1]:8000", "LOCALHOST"] {
            assert!(server.ask(host, "/", "").starts_with("HTTP/1.1 200"), "{host}");
        }
        for host in ["evil.example", "evil.example:80", "localhost.evil.example", "a b"] {
            let response = server.ask(host, "/", "");
            assert!(
                !response.contains("200 OK") && !response.contains("Home"),
                "{host}: {response}"
            );
        }
    }
}

#[test]
fn symlinks_out_of_the_output_are_not_served() {
    let site = site(SETTINGS);
    site.build();
    site.write("private/index.html", "private");
    let link = |name: &str, target: &str| {
        std::os::unix::fs::symlink(
            site.root().join(target),
            site.root().join(".croupier/preview").join(name),
        )
    };
    link("outside.html", "private/index.html").unwrap();
    link("outside", "private").unwrap();
    link("inside.html", ".croupier/preview/index.html").unwrap();
    let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
    for path in ["/outside.html", "/outside/", "/outside/index.html", "/outside"] {
        let response = server.get(path);
        assert!(
            response.starts_with("HTTP/1.1 404") && !response.contains("private"),
            "{path}: {response}"
        );
    }
    assert_contains(&server.get("/inside.html"), &["Home"]);
}

#[test]
fn a_client_that_does_not_finish_its_request_is_disconnected() {
    let site = site(SETTINGS);
    site.build();
    for arguments in [
        &["serve", "--preview", "--port", "0", "--header-timeout", "1"][..],
        &["dev", "--no-run", "--port", "0", "--header-timeout", "1"],
    ] {
        let server = Server::start(&site, arguments);
        let start = |text: &str| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            stream
        };
        let slow = ["GET / HT", "GET / HTTP/1.1\r\nhost: localhost\r\nx-more: 1"].map(start);
        assert_contains(&server.get("/"), &["Home"]);
        for mut stream in slow {
            let mut response = Vec::new();
            // The server closes the connection before the read timeout of the test.
            let read = stream.read_to_end(&mut response);
            assert!(
                read.as_ref().is_ok()
                    || read
                        .as_ref()
                        .is_err_and(|it| it.kind() == std::io::ErrorKind::ConnectionReset),
                "{read:?}"
            );
            assert!(!String::from_utf8_lossy(&response).contains("Home"));
        }
        assert_contains(&server.get("/"), &["Home"]);
    }
}

/// Returns the headers that a `_headers` file sets for a path. Some hosts join the values of several rules for one header, unless a
/// rule removes the header with an exclamation mark. On other hosts the last rule wins.
fn configured_headers(text: &str, path: &str, is_joined: bool) -> BTreeMap<String, String> {
    let mut all = BTreeMap::<String, String>::new();
    let mut is_match = false;
    for line in text.lines() {
        if !line.starts_with(' ') {
            is_match = line.strip_suffix('*').map_or(line == path, |start| path.starts_with(start));
        } else if let Some((name, value)) = line.trim().split_once(": ").filter(|_| is_match) {
            let joined =
                all.get(name).filter(|_| is_joined).map(|before| format!("{before}, {value}"));
            all.insert(name.to_owned(), joined.unwrap_or_else(|| value.to_owned()));
        } else if let Some(name) = line.trim().strip_prefix("! ").filter(|_| is_match && is_joined)
        {
            all.remove(name);
        }
    }
    all
}

#[test]
fn every_kind_of_file_is_served_with_the_headers_of_the_headers_file() {
    for base in ["", "/docs"] {
        let site = site(&format!(
            "name = \"Site\"\nbase_url = \"https://example.com{base}\"\n[runtime]\ndir = \"runtime\"\n[[feeds]]\npath = \"/news.xml\"\nsection = \"/\"\nformat = \"atom\"\n"
        ));
        copy_runtime(&site);
        site.write("content/data/words.toml", "hello = \"Hello\"\n");
        site.write("pages/page.html", "{{ static_query('words') }}{{ page.body }}");
        site.write("pages/slices/top.html", "top");
        site.write("content/404.md", "+++\ntitle = \"Not here\"\npath = \"/404.html\"\n+++\n");
        site.write("static/images/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
        site.write("static/site.webmanifest", "{}");
        site.build();
        let headers = site.output("_headers");
        let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
        let mut kinds = BTreeMap::<String, usize>::new();
        for path in site.tree().into_keys().map(|path| path.to_str().unwrap().to_owned()) {
            if path.starts_with(['.', '_']) {
                continue;
            }
            let url = format!("{base}/{}", path.strip_suffix("index.html").unwrap_or(&path));
            let expected = configured_headers(&headers, &url, true);
            assert_eq!(expected, configured_headers(&headers, &url, false), "{url}");
            let response = server.get(&url);
            assert!(response.starts_with("HTTP/1.1 200"), "{url}: {response}");
            let head = response.split("\r\n\r\n").next().unwrap();
            let sent: BTreeMap<&str, &str> =
                head.lines().skip(1).filter_map(|line| line.split_once(": ")).collect();
            let names = [
                "cache-control",
                "content-security-policy",
                "x-content-type-options",
                "x-frame-options",
                "referrer-policy",
                "cross-origin-opener-policy",
                "permissions-policy",
            ];
            for name in names {
                assert_eq!(
                    sent.get(name).copied(),
                    expected.get(name).map(String::as_str),
                    "{name} of {url}"
                );
                assert!(sent.contains_key(name), "{name} of {url}");
            }
            *kinds.entry(sent["cache-control"].to_owned()).or_default() += 1;
        }
        assert_eq!(kinds.len(), 3, "{kinds:?}");
        assert_eq!(kinds["no-cache"], 1);
        assert!(
            kinds["public, max-age=0, must-revalidate"] >= 9
                && kinds["public, max-age=31536000, immutable"] >= 2,
            "{kinds:?}"
        );
    }
}

#[test]
fn a_server_for_all_interfaces_names_a_url_that_opens() {
    let site = site(SETTINGS);
    site.build();
    let server = Server::start(&site, &["serve", "--preview", "--port", "0", "--host", "0.0.0.0"]);
    let (host, port) = server.address.split_once(':').unwrap();
    assert_eq!(host, "localhost");
    // Every address of this machine except the loopback address has a URL that opens.
    let interfaces = std::process::Command::new("hostname").arg("-I").output().unwrap();
    let addresses = String::from_utf8(interfaces.stdout).unwrap();
    for ip in addresses.split_whitespace().filter(|ip| !ip.contains(':')) {
        server.says(&format!("on other devices of this network: http://{ip}:{port}/"));
        let response = server.ask(&format!("{ip}:{port}"), "/", "");
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    }
}

/// Returns the status and the headers of a response, with lower-case names, and its body.
fn parts(response: &str) -> (u16, BTreeMap<String, String>, &str) {
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let headers = head.lines().skip(1).filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    (status, headers.collect(), body)
}

#[test]
fn large_files_are_sent_in_parts_with_their_length_and_their_tag() {
    let site = site(SETTINGS);
    // More than the part that is read at once, and not a multiple of it.
    let text: String = (0..100_000).map(|number| format!("{number:07}\n")).collect();
    site.write("static/a.mp4", &text);
    site.write("static/a.txt", &text);
    site.build();
    let length = text.len().to_string();
    for command in [&["serve", "--preview", "--port", "0"][..], &["dev", "--port", "0"]] {
        let server = Server::start(&site, command);
        let response = server.get("/a.mp4");
        let (status, headers, body) = parts(&response);
        assert_eq!((status, &headers["content-length"]), (200, &length));
        assert!(body == text && !headers.contains_key("content-encoding"));
        let tag = headers["etag"].clone();
        assert!(tag.starts_with('"'), "{tag}");
        assert_eq!(parts(&server.get("/a.mp4")).1["etag"], tag);

        for (start, end) in [(0, 0), (262_143, 262_144), (300_000, 700_000), (799_990, 799_999)] {
            let range = format!("range: bytes={start}-{end}\r\n");
            for headers in [range.clone(), format!("{range}if-range: {tag}\r\n")] {
                let response = server.get_with("/a.mp4", &headers);
                let (status, headers, body) = parts(&response);
                assert_eq!(status, 206, "{headers:?}");
                assert_eq!(headers["content-range"], format!("bytes {start}-{end}/{length}"));
                assert_eq!(headers["content-length"], (end + 1 - start).to_string());
                assert!(body == &text[start..=end], "{start}");
            }
        }
        // Only a strong tag of the same content selects the range.
        for other in ["\"x\"".to_owned(), format!("W/{tag}")] {
            let headers = format!("range: bytes=0-1\r\nif-range: {other}\r\n");
            assert_eq!(parts(&server.get_with("/a.mp4", &headers)).0, 200, "{other}");
        }
        let weak = parts(&server.get("/a.txt")).1["etag"].clone();
        let headers = format!("range: bytes=0-1\r\nif-range: {weak}\r\n");
        assert!(weak.starts_with("W/"));
        assert_eq!(parts(&server.get_with("/a.txt", &headers)).0, 200);

        let (status, headers, _) = parts(&server.get_with("/a.mp4", "range: bytes=800000-\r\n"));
        assert_eq!((status, headers["content-range"].as_str()), (416, "bytes */800000"));
        for known in [tag.clone(), format!("\"x\", W/{tag}"), "*".to_owned()] {
            let request = format!("if-none-match: {known}\r\nrange: bytes=0-1\r\n");
            let response = server.get_with("/a.mp4", &request);
            let (status, headers, body) = parts(&response);
            assert_eq!((status, body, &headers["etag"]), (304, "", &tag), "{known}");
        }
    }
}

#[test]
fn the_header_that_requires_https_is_not_sent_without_it() {
    let site = Site::small();
    site.append("site.toml", "[security]\nhsts = true\n");
    let built = site.run(&["build", "--out", "live", "--allow-samples"]);
    assert!(built.status.success(), "{}", printed_text(&built));
    assert!(site.read("live/_headers").contains("strict-transport-security: max-age=31536000\n"));
    let server = Server::start(&site, &["serve", "--out", "live", "--port", "0"]);
    let response = server.get("/");
    assert_contains(&response, &["permissions-policy: camera=(), geolocation=(), microphone=()"]);
    assert!(!response.contains("strict-transport-security"), "{response}");
}

#[test]
fn a_head_request_has_the_headers_of_a_get_request() {
    let site = site(SETTINGS);
    site.write("static/a.mp4", &"x".repeat(1_000_000));
    site.write("static/small.mp4", "x");
    site.build();
    let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
    for path in ["/a.mp4", "/small.mp4", "/", "/missing"] {
        let get = server.get(path);
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let request = format!(
            "HEAD {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            server.address
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut head = String::new();
        stream.read_to_string(&mut head).unwrap();
        let ((get_status, mut get_headers, _), (status, mut headers, body)) =
            (parts(&get), parts(&head));
        for headers in [&mut get_headers, &mut headers] {
            headers.remove("date");
        }
        assert_eq!((status, body), (get_status, ""), "{path}");
        assert_eq!(headers, get_headers, "{path}");
    }
}

#[test]
fn changed_rules_of_headers_and_redirects_apply_at_once() {
    let site = site(SETTINGS);
    site.write("static/a.txt", "a");
    site.write("static/_headers", "/a.txt\n  x-a: 1\n");
    site.write("static/_redirects", "/old /a.txt 302\n");
    site.build();
    let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
    assert_eq!(parts(&server.get("/a.txt")).1["x-a"], "1");
    let (status, headers, _) = parts(&server.get("/old"));
    assert_eq!((status, headers["location"].as_str()), (302, "/a.txt"));

    site.write("static/_headers", "/a.txt\n  x-a: 2\n");
    site.write("static/_redirects", "/older /a.txt 302\n");
    site.build();
    assert_eq!(parts(&server.get("/a.txt")).1["x-a"], "2");
    assert_eq!(parts(&server.get("/old")).0, 404);
    assert_eq!(parts(&server.get("/older")).0, 302);
    std::fs::remove_file(site.out().join("_redirects")).unwrap();
    assert_eq!(parts(&server.get("/older")).0, 404);
}
