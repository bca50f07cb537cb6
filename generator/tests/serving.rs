//! `croupier serve` and `croupier dev` as browsers meet them.

use crate::common::server::Server;
use crate::common::{SETTINGS, Site};

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
        assert!(answer.starts_with("HTTP/1.1 301") && answer.contains("location: /docs/?x=1\r\n"), "{answer}");
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
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("/_croupier/live.js"), "{answer}");
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
    let types = [("a.mp4", "video/mp4"), ("a.webm", "video/webm"), ("a.ttf", "font/ttf"), ("a.woff2", "font/woff2")];
    for (name, _) in types {
        site.write(&format!("static/{name}"), "0123456789");
    }
    site.build();
    let server = Server::start(&site, &["serve", "--port", "0"]);
    for (name, kind) in types {
        let answer = server.get(&format!("/{name}"));
        assert!(answer.contains(&format!("content-type: {kind}\r\n")) && answer.contains("accept-ranges: bytes"), "{answer}");
    }
    for (range, part, body) in
        [("2-4", "2-4/10", "234"), ("7-", "7-9/10", "789"), ("-2", "8-9/10", "89"), ("8-99", "8-9/10", "89")]
    {
        let answer = server.get_with("/a.mp4", &format!("range: bytes={range}\r\n"));
        let is_part = answer.starts_with("HTTP/1.1 206") && answer.contains(&format!("content-range: bytes {part}\r\n"));
        assert!(is_part && answer.ends_with(&format!("\r\n\r\n{body}")), "{range}: {answer}");
    }
    let beyond = server.get_with("/a.mp4", "range: bytes=10-\r\n");
    assert!(beyond.starts_with("HTTP/1.1 416") && beyond.contains("content-range: bytes */10\r\n"), "{beyond}");
    for whole in ["range: bytes=0-1,4-5\r\n", "range: lines=1-2\r\n", "range: bytes=0-1\r\nif-range: \"x\"\r\n"] {
        let answer = server.get_with("/a.mp4", whole);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("0123456789"), "{whole}: {answer}");
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
    let link =
        |name: &str, target: &str| std::os::unix::fs::symlink(site.root().join(target), site.root().join("public").join(name));
    link("outside.html", "private/index.html").unwrap();
    link("outside", "private").unwrap();
    link("inside.html", "public/index.html").unwrap();
    let server = Server::start(&site, &["serve", "--port", "0"]);
    for path in ["/outside.html", "/outside/", "/outside/index.html", "/outside"] {
        let answer = server.get(path);
        assert!(answer.starts_with("HTTP/1.1 404") && !answer.contains("private"), "{path}: {answer}");
    }
    assert!(server.get("/inside.html").contains("Home"));
}
