//! The endpoints of `croupier dev` that act on this machine: only pages of the server itself may use them.

use std::process::Command;
use std::time::Duration;

use crate::common::server::Server;
use crate::common::{SETTINGS, Site, SiteBuilder, install};

fn site() -> Site {
    let site = SiteBuilder::new().create();
    install(
        b"#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$(dirname \"$0\")/pipe\"\n",
        &site.root().join("editor"),
    );
    let editor = site.root().join("editor");
    let settings =
        format!("{SETTINGS}\n[dev]\neditor = \"{} {{file}} {{line}}\"\n", editor.display());
    site.write("site.toml", &settings);
    assert!(Command::new("mkfifo").arg(site.root().join("pipe")).status().unwrap().success());
    site
}

/// Posts a body to a development server, with an `Origin` header if there is one. Returns the status.
fn post(server: &Server, path: &str, origin: Option<&str>, body: &str) -> String {
    let origin = origin.map(|it| format!("origin: {it}\r\n")).unwrap_or_default();
    let host = &server.address;
    let length = body.len();
    let response = server.send(&format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{origin}content-length: {length}\r\n\r\n{body}"
    ));
    response.split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn only_a_page_of_the_server_can_open_files_and_only_those_of_the_site() {
    let site = site();
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let own = format!("http://{}", server.address);
    let body = r#"{"file": "content/index.md", "line": 4}"#;
    for origin in [None, Some("null"), Some("http://127.0.0.1:1"), Some("https://evil.example")] {
        assert_eq!(post(&server, "/_croupier/open", origin, body), "403", "{origin:?}");
        assert_eq!(post(&server, "/_croupier/faults", origin, "{}"), "403", "{origin:?}");
    }
    for path in ["../outside", "/etc/hostname", "content", ".croupier/newest-output", "content/no"]
    {
        let body = format!(r#"{{"file": "{path}"}}"#);
        assert_eq!(post(&server, "/_croupier/open", Some(&own), &body), "422", "{path}");
    }
    assert_eq!(post(&server, "/_croupier/open", Some(&own), "no JSON"), "400");
    let large = "x".repeat(70_000);
    assert_eq!(post(&server, "/_croupier/faults", Some(&own), &large), "413");

    // Opening the pipe waits for the editor to write.
    let pipe = site.root().join("pipe");
    let (sender, opened) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(std::fs::read_to_string(pipe)));
    assert_eq!(post(&server, "/_croupier/open", Some(&own), body), "204");
    let arguments = opened.recv_timeout(Duration::from_mins(1)).unwrap().unwrap();
    let file = site.root().canonicalize().unwrap().join("content/index.md");
    assert_eq!(arguments, format!("{}\n4\n", file.display()));
}

#[test]
fn a_page_whose_host_name_another_site_controls_cannot_open_files() {
    let site = site();
    // A server for other machines accepts every host name, but not for this.
    let server = Server::start(&site, &["dev", "--host", "0.0.0.0", "--port", "0"]);
    let port = server.address.rsplit(':').next().unwrap();
    let body = r#"{"file": "content/index.md"}"#;
    let request = |host: &str| {
        format!(
            "POST /_croupier/open HTTP/1.1\r\nhost: {host}:{port}\r\norigin: http://{host}:{port}\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    assert!(server.send(&request("evil.example")).starts_with("HTTP/1.1 403"));
}

#[test]
fn errors_of_pages_are_accepted_in_development_mode_only() {
    let site = site();
    let fault = r#"{"kind": "error", "message": "boom", "page": "/"}"#;
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let own = format!("http://{}", server.address);
    for _ in 0..2 {
        assert_eq!(post(&server, "/_croupier/faults", Some(&own), fault), "200");
    }
    server.says("error[C0601]: boom");
    let other = r#"{"kind": "rejection", "message": "late"}"#;
    assert_eq!(post(&server, "/_croupier/faults", Some(&own), other), "200");
    // The second report of the first error is not printed.
    let next = server.says("error[");
    assert!(next.contains("a promise was rejected: late"), "{next}");
    assert!(server.get("/_croupier/live.js").contains("IS_DEVELOPMENT = true"));

    let server = Server::start(&site, &["dev", "--port", "0", "--mode", "production"]);
    let own = format!("http://{}", server.address);
    assert_eq!(post(&server, "/_croupier/faults", Some(&own), fault), "404");
    assert!(server.get("/_croupier/live.js").contains("IS_DEVELOPMENT = false"));
}
