//! `croupier serve` and `croupier dev` as browsers meet them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use crate::common::server::Server;
use crate::common::{SETTINGS, Site, tree};

fn site(settings: &str) -> Site {
    let site = Site::new(settings);
    site.write("pages/shell.html", "<body>{{ main }}</body>");
    site.write("pages/page.html", "{{ page.body }}");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nHome\n");
    site
}

#[test]
fn a_site_below_a_path_answers_without_the_final_slash_too() {
    let site = site("name = \"Site\"\nbase_url = \"https://example.com/docs\"\n");
    site.build();
    for command in ["serve", "dev"] {
        let server = Server::start(&site, &[command, "--port", "0"]);
        let answer = server.get("/docs?x=1");
        assert!(
            answer.starts_with("HTTP/1.1 301") && answer.contains("location: /docs/?x=1\r\n"),
            "{answer}"
        );
        assert!(server.get("/docs/").starts_with("HTTP/1.1 200"));
        for other in ["/docsx", "/"] {
            assert!(server.get(other).starts_with("HTTP/1.1 404"), "{other}");
        }
    }
}

#[test]
fn a_phone_reaches_dev_by_the_address_of_this_machine() {
    let site = site(SETTINGS);
    let server = Server::start(&site, &["dev", "--host", "0.0.0.0", "--port", "0"]);
    assert!(server.get("/").contains("Home"));
}

#[test]
fn dev_waits_for_a_site_toml_with_a_mistake_and_follows_its_address() {
    let site = site("name = \"Site\"\nbase_url =\n");
    site.write("static/sw.js", "yesterday's pages");
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let answer = server.get("/");
    assert!(
        answer.starts_with("HTTP/1.1 503") && answer.contains("/_croupier/live.js"),
        "{answer}"
    );
    site.write("site.toml", SETTINGS);
    server.says("built");
    assert!(server.get("/").contains("Home"));
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n");
    server.says("built");
    assert!(server.get("/docs/").contains("Home"));
    assert!(server.get("/").starts_with("HTTP/1.1 404"));
    let worker = server.get("/docs/sw.js");
    assert!(worker.contains("unregister") && !worker.contains("yesterday"), "{worker}");
}

#[test]
fn films_and_fonts_have_their_types_and_come_in_parts() {
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
    let server = Server::start(&site, &["serve", "--port", "0"]);
    for (name, kind) in types {
        let answer = server.get(&format!("/{name}"));
        assert!(
            answer.contains(&format!("content-type: {kind}\r\n"))
                && answer.contains("accept-ranges: bytes"),
            "{answer}"
        );
    }
    for (range, part, body) in [
        ("2-4", "2-4/10", "234"),
        ("7-", "7-9/10", "789"),
        ("-2", "8-9/10", "89"),
        ("8-99", "8-9/10", "89"),
    ] {
        let answer = server.get_with("/a.mp4", &format!("range: bytes={range}\r\n"));
        let is_part = answer.starts_with("HTTP/1.1 206")
            && answer.contains(&format!("content-range: bytes {part}\r\n"));
        assert!(is_part && answer.ends_with(&format!("\r\n\r\n{body}")), "{range}: {answer}");
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
        let answer = server.get_with("/a.mp4", whole);
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.ends_with("0123456789"),
            "{whole}: {answer}"
        );
    }
}

#[test]
fn a_name_that_is_not_this_machines_gets_no_page() {
    let site = site(SETTINGS);
    site.build();
    for arguments in [&["serve", "--port", "0"][..], &["dev", "--port", "0"]] {
        let server = Server::start(&site, arguments);
        for host in ["localhost", "me.localhost:80", "127.0.0.1", "[::1]:8000", "LOCALHOST"] {
            assert!(server.ask(host, "/", "").starts_with("HTTP/1.1 200"), "{host}");
        }
        for host in ["evil.example", "evil.example:80", "localhost.evil.example", "a b"] {
            let answer = server.ask(host, "/", "");
            assert!(!answer.contains("200 OK") && !answer.contains("Home"), "{host}: {answer}");
        }
    }
}

#[test]
fn a_link_that_leads_out_of_the_output_is_no_file_of_it() {
    let site = site(SETTINGS);
    site.build();
    site.write("private/index.html", "private");
    let link = |name: &str, target: &str| {
        std::os::unix::fs::symlink(site.root().join(target), site.root().join("public").join(name))
    };
    link("outside.html", "private/index.html").unwrap();
    link("outside", "private").unwrap();
    link("inside.html", "public/index.html").unwrap();
    let server = Server::start(&site, &["serve", "--port", "0"]);
    for path in ["/outside.html", "/outside/", "/outside/index.html", "/outside"] {
        let answer = server.get(path);
        assert!(
            answer.starts_with("HTTP/1.1 404") && !answer.contains("private"),
            "{path}: {answer}"
        );
    }
    assert!(server.get("/inside.html").contains("Home"));
}

#[test]
fn whoever_never_ends_a_request_is_dropped_and_others_are_not() {
    let site = site(SETTINGS);
    site.build();
    for arguments in [
        &["serve", "--port", "0", "--header-timeout", "1"][..],
        &["dev", "--no-run", "--port", "0", "--header-timeout", "1"],
    ] {
        let server = Server::start(&site, arguments);
        let begun = |text: &str| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            stream
        };
        let slow = ["GET / HT", "GET / HTTP/1.1\r\nhost: localhost\r\nx-more: 1"].map(begun);
        assert!(server.get("/").contains("Home"));
        for mut stream in slow {
            let mut answer = Vec::new();
            // The end of the connection, and not of the test's patience.
            let read = stream.read_to_end(&mut answer);
            assert!(
                read.as_ref().is_ok()
                    || read
                        .as_ref()
                        .is_err_and(|it| it.kind() == std::io::ErrorKind::ConnectionReset),
                "{read:?}"
            );
            assert!(!String::from_utf8_lossy(&answer).contains("Home"));
        }
        assert!(server.get("/").contains("Home"));
    }
}

/// What a `_headers` file orders for an address. Some hosts join what several rules say of one header, but for what a rule takes back
/// with an exclamation mark; others let the last rule win.
fn ordered(text: &str, path: &str, is_joined: bool) -> BTreeMap<String, String> {
    let mut all = BTreeMap::<String, String>::new();
    let mut is_meant = false;
    for line in text.lines() {
        if !line.starts_with(' ') {
            is_meant = line.strip_suffix('*').map_or(line == path, |start| path.starts_with(start));
        } else if let Some((name, value)) = line.trim().split_once(": ").filter(|_| is_meant) {
            let joined =
                all.get(name).filter(|_| is_joined).map(|before| format!("{before}, {value}"));
            all.insert(name.to_owned(), joined.unwrap_or_else(|| value.to_owned()));
        } else if let Some(name) = line.trim().strip_prefix("! ").filter(|_| is_meant && is_joined)
        {
            all.remove(name);
        }
    }
    all
}

#[test]
fn every_kind_of_file_is_served_with_the_headers_that_the_host_is_told() {
    for base in ["", "/docs"] {
        let site = site(&format!(
            "name = \"Site\"\nbase_url = \"https://example.com{base}\"\n[runtime]\ndir = \"runtime\"\n[[feeds]]\npath = \"/news.xml\"\nsection = \"/\"\nformat = \"atom\"\n"
        ));
        let runtime =
            Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("tests/fixtures/runtime");
        for file in fs::read_dir(runtime).unwrap().flatten() {
            site.write(
                &format!("runtime/{}", file.file_name().into_string().unwrap()),
                &fs::read_to_string(file.path()).unwrap(),
            );
        }
        site.write("content/data/words.toml", "hello = \"Hello\"\n");
        site.write("pages/page.html", "{{ static_query('words') }}{{ page.body }}");
        site.write("pages/slices/top.html", "top");
        site.write("content/404.md", "+++\ntitle = \"Not here\"\npath = \"/404.html\"\n+++\n");
        site.write("static/images/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
        site.write("static/site.webmanifest", "{}");
        site.build();
        let headers = site.output("_headers");
        let server = Server::start(&site, &["serve", "--port", "0"]);
        let mut kinds = BTreeMap::<String, usize>::new();
        for path in tree(&site.root().join("public"))
            .into_keys()
            .map(|path| path.to_str().unwrap().to_owned())
        {
            if path.starts_with(['.', '_']) {
                continue;
            }
            let address = format!("{base}/{}", path.strip_suffix("index.html").unwrap_or(&path));
            let wanted = ordered(&headers, &address, true);
            assert_eq!(wanted, ordered(&headers, &address, false), "{address}");
            let answer = server.get(&address);
            assert!(answer.starts_with("HTTP/1.1 200"), "{address}: {answer}");
            let head = answer.split("\r\n\r\n").next().unwrap();
            let sent: BTreeMap<&str, &str> =
                head.lines().skip(1).filter_map(|line| line.split_once(": ")).collect();
            let told = [
                "cache-control",
                "content-security-policy",
                "x-content-type-options",
                "x-frame-options",
                "referrer-policy",
                "cross-origin-opener-policy",
            ];
            for name in told {
                assert_eq!(
                    sent.get(name).copied(),
                    wanted.get(name).map(String::as_str),
                    "{name} of {address}"
                );
                assert!(sent.contains_key(name), "{name} of {address}");
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
