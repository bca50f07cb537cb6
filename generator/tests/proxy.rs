//! `[dev.proxy]` of site.toml: `croupier dev` forwards paths to another server.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::channel;

use crate::common::server::Server;
use crate::common::{Site, SiteBuilder, assert_contains};

/// A site with a page and these settings.
fn site(settings: &str) -> Site {
    SiteBuilder::new().settings(settings).create()
}

/// A server that returns each request as JSON. Its first argument is the port.
const ECHO: &str = r#"
import { createServer } from "node:http";
createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    response.setHeader("connection", "keep-alive, x-of-this-connection");
    response.setHeader("x-of-this-connection", "1");
    response.statusCode = 203;
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body }));
  });
}).listen(Number(process.argv[2]), "127.0.0.1", () => console.log("up"));
"#;

const API: &str = "[dev.port_offsets]\napi = 1\n[[dev.run]]\nname = \"api\"\ncommand = [\"node\", \"api.mjs\", \"{api}\"]\n\
                   [dev.proxy]\n\"/api/\" = \"http://127.0.0.1:{api}\"\n\"/status\" = \"http://127.0.0.1:{api}\"\n";

/// A site that forwards `/api/` and `/status` to [`ECHO`].
fn echoing() -> Site {
    let site = site(API);
    site.write("api.mjs", ECHO);
    site
}

/// A site that forwards `/live/` to a listener of the test.
fn with_listener() -> (Site, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    (site(&format!("[dev.proxy]\n\"/live/\" = \"http://{address}\"\n")), listener)
}

/// Reads up to the end of the headers.
fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    String::from_utf8(head).unwrap()
}

/// Rows: 7.4-01
#[test]
fn paths_are_forwarded_to_the_server_of_a_command_except_those_of_the_site() {
    let site = echoing();
    site.write("static/api/games.json", "the site's");
    site.write("content/api/docs.md", "+++\ntitle = \"Docs\"\n+++\nA page\n");
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let response = server.send(&format!(
        "POST /api/a%20b?c=d&e HTTP/1.1\r\nhost: {}\r\nconnection: close, x-mine\r\nx-mine: 1\r\nrange: bytes=1-2\r\n\
         x-session-token: t\r\ncontent-length: 5\r\n\r\nhello",
        server.address
    ));
    assert!(response.starts_with("HTTP/1.1 203"), "{response}");
    assert!(!response.contains("x-of-this-connection: 1"), "{response}");
    assert_contains(
        &response,
        &[
            "\"method\":\"POST\"",
            "\"url\":\"/api/a%20b?c=d&e\"",
            "\"body\":\"hello\"",
            "\"range\":\"bytes=1-2\"",
            "\"x-session-token\":\"t\"",
            "\"x-forwarded-proto\":\"http\"",
            &format!("\"x-forwarded-host\":\"{}\"", server.address),
            "\"host\":\"127.0.0.1:",
        ],
    );
    assert!(
        !response.contains(&format!("\"host\":\"{}\"", server.address))
            && !response.contains("x-mine"),
        "{response}"
    );
    assert_contains(&server.get("/status?x"), &["\"url\":\"/status?x\""]);
    for path in ["/api/games.json", "/api/docs/"] {
        let response = server.get(path);
        assert!(
            response.starts_with("HTTP/1.1 200") && !response.contains("\"url\""),
            "{response}"
        );
    }
    for path in ["/status/", "/statusx", "/api"] {
        assert!(server.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
    // Requests for a foreign host name are rejected before they are forwarded (DNS rebinding).
    assert!(server.ask("evil.example", "/api/x", "").starts_with("HTTP/1.1 421"));
}

#[test]
fn a_request_waits_for_a_command_that_is_still_starting() {
    let site = site(&API.replace("\"node\", \"api.mjs\", ", "\"sh\", \"api.sh\", "));
    site.write("api.mjs", ECHO);
    // The command waits until the test writes to the pipe.
    site.write("api.sh", "read -r open <gate\nexec node api.mjs \"$1\"\n");
    let gate = site.root().join("gate");
    assert!(std::process::Command::new("mkfifo").arg(&gate).status().unwrap().success());
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let mut early = server.open(&format!(
        "GET /api/early HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
        server.address
    ));
    // Pages do not wait for it.
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
    fs::write(gate, "open\n").unwrap();
    let mut response = String::new();
    early.read_to_string(&mut response).unwrap();
    assert!(
        response.starts_with("HTTP/1.1 203") && response.contains("\"url\":\"/api/early\""),
        "{response}"
    );
}

#[test]
fn a_request_to_a_stopped_server_gets_an_error_page_or_json_with_the_reason() {
    let site = site(
        &API.replace("\"node\", \"api.mjs\", \"{api}\"", "\"sh\", \"-c\", \"exit 7\", \"{api}\""),
    );
    let server = Server::start(&site, &["dev", "--port", "0"]);
    server.says("ended with exit code 7");
    let json = server.get("/api/x");
    assert!(
        json.starts_with("HTTP/1.1 502") && json.contains("content-type: application/json"),
        "{json}"
    );
    assert_contains(
        &json,
        &["{\"error\":\"The command api, which should listen at http://127.0.0.1:"],
    );
    assert_contains(&json, &["ended with exit code 7. Restart croupier dev"]);
    let page = server.get_with("/status", "accept: text/html,*/*\r\n");
    assert!(page.starts_with("HTTP/1.1 502") && page.contains("content-type: text/html"), "{page}");
    assert_contains(&page, &["<p>The command api, which should listen at ", "refresh"]);
    // No server listens at a port that was just released.
    let (site, listener) = with_listener();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let response = Server::start(&site, &["dev", "--port", "0"]).get("/live/x");
    let message = format!(
        "Cannot connect to http://{address}, to which [dev.proxy] in site.toml forwards /live/: "
    );
    assert!(response.starts_with("HTTP/1.1 502") && response.contains(&message), "{response}");
}

#[test]
fn a_response_is_streamed() {
    let (site, listener) = with_listener();
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let (resume, resumed) = channel::<()>();
    let sending = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        head(&mut stream);
        let first = "HTTP/1.1 206 Partial Content\r\ncontent-range: bytes 0-9/20\r\ncontent-length: 10\r\n\r\nfirst";
        stream.write_all(first.as_bytes()).unwrap();
        resumed.recv().unwrap();
        stream.write_all(b"later").unwrap();
    });
    let mut client = server.open("GET /live/film HTTP/1.1\r\nhost: localhost\r\nrange: bytes=0-9\r\nconnection: close\r\n\r\n");
    let head = head(&mut client);
    assert!(
        head.starts_with("HTTP/1.1 206") && head.contains("content-range: bytes 0-9/20\r\n"),
        "{head}"
    );
    let mut part = [0; 5];
    client.read_exact(&mut part).unwrap();
    assert_eq!(&part, b"first");
    resume.send(()).unwrap();
    let mut rest = String::new();
    client.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "later");
    sending.join().unwrap();
}

#[test]
fn a_broken_connection_to_the_server_breaks_the_connection_to_the_client() {
    let (site, listener) = with_listener();
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let breaking = std::thread::spawn(move || {
        for response in ["", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf"] {
            let (mut stream, _) = listener.accept().unwrap();
            head(&mut stream);
            stream.write_all(response.as_bytes()).unwrap();
        }
    });
    assert_eq!(server.get("/live/"), "");
    let half = server.get("/live/");
    assert!(
        half.starts_with("HTTP/1.1 200")
            && half.contains("content-length: 10")
            && half.ends_with("\r\n\r\nhalf"),
        "{half}"
    );
    breaking.join().unwrap();
}

#[test]
fn a_web_socket_is_forwarded_in_both_directions() {
    let (site, listener) = with_listener();
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let echo = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let request = head(&mut stream);
        stream.write_all(b"HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\nhi").unwrap();
        let mut word = [0; 4];
        stream.read_exact(&mut word).unwrap();
        stream.write_all(&word).unwrap();
        request
    });
    let mut socket = server.open(
        "GET /live/socket?token=t HTTP/1.1\r\nhost: localhost\r\nconnection: keep-alive, Upgrade\r\nupgrade: websocket\r\n\
         origin: http://localhost\r\nsec-websocket-key: dGVzdA==\r\nsec-websocket-version: 13\r\n\r\n",
    );
    let response = head(&mut socket).to_ascii_lowercase();
    assert!(response.starts_with("http/1.1 101"), "{response}");
    assert_contains(&response, &["connection: upgrade\r\n", "upgrade: websocket\r\n"]);
    let mut word = [0; 2];
    socket.read_exact(&mut word).unwrap();
    assert_eq!(&word, b"hi");
    socket.write_all(b"ping").unwrap();
    let mut word = Vec::new();
    socket.read_to_end(&mut word).unwrap();
    assert_eq!(word, b"ping");
    let request = echo.join().unwrap().to_ascii_lowercase();
    assert_contains(
        &request,
        &[
            "get /live/socket?token=t http/1.1\r\n",
            "connection: upgrade\r\n",
            "upgrade: websocket\r\n",
            "origin: http://localhost\r\n",
        ],
    );
}

#[test]
fn requests_are_forwarded_over_https_if_the_certificate_is_trusted() {
    let site = site(
        "[dev.port_offsets]\napi = 1\n[[dev.run]]\nname = \"api\"\ncommand = [\"node\", \"api.mjs\", \"{api}\"]\n\
                     [dev.proxy]\n\"/api/\" = \"https://localhost:{api}\"\n",
    );
    let certificate = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    site.write("cert.pem", &certificate.cert.pem());
    site.write("key.pem", &certificate.signing_key.serialize_pem());
    let secure = "import { readFileSync } from \"node:fs\";\nconst files = { cert: readFileSync(\"cert.pem\"), key: readFileSync(\"key.pem\") };\n";
    site.write(
        "api.mjs",
        &format!(
            "{secure}{}",
            ECHO.replace("node:http\"", "node:https\"")
                .replace("createServer((", "createServer(files, (")
        ),
    );
    let trusted = site.root().join("cert.pem");
    let server = Server::start_with(
        &site,
        &["dev", "--port", "0"],
        &[("SSL_CERT_FILE", trusted.to_str().unwrap())],
    );
    let response = server.get("/api/x");
    assert!(
        response.starts_with("HTTP/1.1 203") && response.contains("\"url\":\"/api/x\""),
        "{response}"
    );
    drop(server);
    let response = Server::start(&site, &["dev", "--port", "0"]).get("/api/x");
    assert!(response.starts_with("HTTP/1.1 502"), "{response}");
}

#[test]
fn hosts_and_configuration_for_development_are_added_to_pages() {
    let site = site(
        "[dev.port_offsets]\noutside = 1\n[dev.hosts]\nframe = [\"http://127.0.0.1:{outside}\"]\n\
         [dev.config]\noutside = \"http://127.0.0.1:{outside}\"\nsite = [\"{port}\"]\n",
    );
    site.write("pages/shell.html", "<body><script type=\"application/json\" id=\"croupier-config\">{}</script>{{ main }}</body>");
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let page = server.get("/");
    let config =
        page.split("croupier-config\">").nth(1).unwrap().split("</script>").next().unwrap();
    let port = server.address.rsplit(':').next().unwrap();
    let outside = config.strip_prefix("{\"outside\":\"").unwrap().split('"').next().unwrap();
    assert_eq!(config, format!("{{\"outside\":\"{outside}\",\"site\":[\"{port}\"]}}"));
    assert_contains(&page, &[&format!("frame-src 'self' {outside};"), "script-src 'self';"]);
    let alone = Server::start(&site, &["dev", "--port", "0", "--no-run"]).get("/");
    assert_contains(&alone, &["frame-src 'self';", "croupier-config\">{}<"]);
}
