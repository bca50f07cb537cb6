//! `[dev.proxy]` of site.toml: paths that another server answers while a site is developed, as browsers meet them.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::channel;

use crate::common::server::Server;
use crate::common::{SETTINGS, Site};

/// A site with a page, and this below `[dev]`.
fn site(dev: &str) -> Site {
    let site = Site::small();
    site.write("site.toml", &format!("{SETTINGS}{dev}"));
    site
}

/// Answers each request with what it was, at the port of its first argument.
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

fn echoing() -> Site {
    let site = site(API);
    site.write("api.mjs", ECHO);
    site
}

/// The server of a test, at a port of its own: a site that sends `/live/` there, and where its connections arrive.
fn with_own_server() -> (Site, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    (site(&format!("[dev.proxy]\n\"/live/\" = \"http://{address}\"\n")), listener)
}

/// What arrives up to the end of the headers.
fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    String::from_utf8(head).unwrap()
}

// rows: 7.4-01
#[test]
fn paths_go_to_the_server_of_a_command_and_what_the_site_has_stays_its_own() {
    let site = echoing();
    site.write("static/api/games.json", "the site's");
    site.write("content/api/docs.md", "+++\ntitle = \"Docs\"\n+++\nA page\n");
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let answer = server.send(&format!(
        "POST /api/a%20b?c=d&e HTTP/1.1\r\nhost: {}\r\nconnection: close, x-mine\r\nx-mine: 1\r\nrange: bytes=1-2\r\n\
         x-session-token: t\r\ncontent-length: 5\r\n\r\nhello",
        server.address
    ));
    assert!(answer.starts_with("HTTP/1.1 203"), "{answer}");
    assert!(!answer.contains("x-of-this-connection: 1"), "{answer}");
    for part in [
        "\"method\":\"POST\"",
        "\"url\":\"/api/a%20b?c=d&e\"",
        "\"body\":\"hello\"",
        "\"range\":\"bytes=1-2\"",
        "\"x-session-token\":\"t\"",
        "\"x-forwarded-proto\":\"http\"",
        &format!("\"x-forwarded-host\":\"{}\"", server.address),
        "\"host\":\"127.0.0.1:",
    ] {
        assert!(answer.contains(part), "{part} is not in {answer}");
    }
    assert!(
        !answer.contains(&format!("\"host\":\"{}\"", server.address)) && !answer.contains("x-mine"),
        "{answer}"
    );
    assert!(server.get("/status?x").contains("\"url\":\"/status?x\""));
    for path in ["/api/games.json", "/api/docs/"] {
        let answer = server.get(path);
        assert!(answer.starts_with("HTTP/1.1 200") && !answer.contains("\"url\""), "{answer}");
    }
    for path in ["/status/", "/statusx", "/api"] {
        assert!(server.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
    // A name that another site's page could make lead here gets no further than the site does.
    assert!(server.ask("evil.example", "/api/x", "").starts_with("HTTP/1.1 421"));
}

#[test]
fn a_request_waits_for_a_command_that_is_still_starting() {
    let site = site(&API.replace("\"node\", \"api.mjs\", ", "\"sh\", \"api.sh\", "));
    site.write("api.mjs", ECHO);
    // It waits until somebody opens the gate.
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
    let mut answer = String::new();
    early.read_to_string(&mut answer).unwrap();
    assert!(
        answer.starts_with("HTTP/1.1 203") && answer.contains("\"url\":\"/api/early\""),
        "{answer}"
    );
}

#[test]
fn while_nobody_answers_people_and_programs_are_told_why() {
    let site = site(
        &API.replace("\"node\", \"api.mjs\", \"{api}\"", "\"sh\", \"-c\", \"exit 7\", \"{api}\""),
    );
    let server = Server::start(&site, &["dev", "--port", "0"]);
    server.says("ended with exit code 7");
    let program = server.get("/api/x");
    assert!(
        program.starts_with("HTTP/1.1 502") && program.contains("content-type: application/json"),
        "{program}"
    );
    assert!(
        program.contains("{\"error\":\"The command api, which should listen at http://127.0.0.1:"),
        "{program}"
    );
    assert!(program.contains("ended with exit code 7. Restart croupier dev"), "{program}");
    let person = server.get_with("/status", "accept: text/html,*/*\r\n");
    assert!(
        person.starts_with("HTTP/1.1 502") && person.contains("content-type: text/html"),
        "{person}"
    );
    assert!(
        person.contains("<p>The command api, which should listen at ")
            && person.contains("refresh"),
        "{person}"
    );
    // Nobody listens at a port that was just given back.
    let (site, listener) = with_own_server();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let answer = Server::start(&site, &["dev", "--port", "0"]).get("/live/x");
    let words = format!(
        "Cannot connect to http://{address}, to which [dev.proxy] in site.toml forwards /live/: "
    );
    assert!(answer.starts_with("HTTP/1.1 502") && answer.contains(&words), "{answer}");
}

#[test]
fn an_answer_comes_as_it_is_sent() {
    let (site, listener) = with_own_server();
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let (go_on, told) = channel::<()>();
    let sending = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        head(&mut stream);
        let first = "HTTP/1.1 206 Partial Content\r\ncontent-range: bytes 0-9/20\r\ncontent-length: 10\r\n\r\nfirst";
        stream.write_all(first.as_bytes()).unwrap();
        told.recv().unwrap();
        stream.write_all(b"later").unwrap();
    });
    let mut asking = server.open("GET /live/film HTTP/1.1\r\nhost: localhost\r\nrange: bytes=0-9\r\nconnection: close\r\n\r\n");
    let head = head(&mut asking);
    assert!(
        head.starts_with("HTTP/1.1 206") && head.contains("content-range: bytes 0-9/20\r\n"),
        "{head}"
    );
    let mut part = [0; 5];
    asking.read_exact(&mut part).unwrap();
    assert_eq!(&part, b"first");
    go_on.send(()).unwrap();
    let mut rest = String::new();
    asking.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "later");
    sending.join().unwrap();
}

#[test]
fn a_connection_that_breaks_there_breaks_here() {
    let (site, listener) = with_own_server();
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let breaking = std::thread::spawn(move || {
        for answer in ["", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf"] {
            let (mut stream, _) = listener.accept().unwrap();
            head(&mut stream);
            stream.write_all(answer.as_bytes()).unwrap();
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
fn a_web_socket_goes_through_both_ways() {
    let (site, listener) = with_own_server();
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let echo = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let asked = head(&mut stream);
        stream.write_all(b"HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\nhi").unwrap();
        let mut word = [0; 4];
        stream.read_exact(&mut word).unwrap();
        stream.write_all(&word).unwrap();
        asked
    });
    let mut socket = server.open(
        "GET /live/socket?token=t HTTP/1.1\r\nhost: localhost\r\nconnection: keep-alive, Upgrade\r\nupgrade: websocket\r\n\
         origin: http://localhost\r\nsec-websocket-key: dGVzdA==\r\nsec-websocket-version: 13\r\n\r\n",
    );
    let answer = head(&mut socket).to_ascii_lowercase();
    assert!(answer.starts_with("http/1.1 101"), "{answer}");
    assert!(
        answer.contains("connection: upgrade\r\n") && answer.contains("upgrade: websocket\r\n"),
        "{answer}"
    );
    let mut word = [0; 2];
    socket.read_exact(&mut word).unwrap();
    assert_eq!(&word, b"hi");
    socket.write_all(b"ping").unwrap();
    let mut word = Vec::new();
    socket.read_to_end(&mut word).unwrap();
    assert_eq!(word, b"ping");
    let asked = echo.join().unwrap().to_ascii_lowercase();
    for part in [
        "get /live/socket?token=t http/1.1\r\n",
        "connection: upgrade\r\n",
        "upgrade: websocket\r\n",
        "origin: http://localhost\r\n",
    ] {
        assert!(asked.contains(part), "{part:?} is not in {asked}");
    }
}

#[test]
fn a_server_elsewhere_is_asked_over_https_where_its_certificate_is_trusted() {
    let site = site(
        "[dev.port_offsets]\napi = 1\n[[dev.run]]\nname = \"api\"\ncommand = [\"node\", \"api.mjs\", \"{api}\"]\n\
                     [dev.proxy]\n\"/api/\" = \"https://localhost:{api}\"\n",
    );
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    site.write("cert.pem", &made.cert.pem());
    site.write("key.pem", &made.signing_key.serialize_pem());
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
    let answer = server.get("/api/x");
    assert!(
        answer.starts_with("HTTP/1.1 203") && answer.contains("\"url\":\"/api/x\""),
        "{answer}"
    );
    drop(server);
    let answer = Server::start(&site, &["dev", "--port", "0"]).get("/api/x");
    assert!(answer.starts_with("HTTP/1.1 502"), "{answer}");
}

#[test]
fn pages_may_use_what_is_listed_for_development_and_are_told_of_it() {
    let site = site(
        "[dev.port_offsets]\noutside = 1\n[dev.hosts]\nframe = [\"http://127.0.0.1:{outside}\"]\n\
         [dev.config]\noutside = \"http://127.0.0.1:{outside}\"\nsite = [\"{port}\"]\n",
    );
    site.write("pages/shell.html", "<body><script type=\"application/json\" id=\"croupier-config\">{}</script>{{ main }}</body>");
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let page = server.get("/");
    let told = page.split("croupier-config\">").nth(1).unwrap().split("</script>").next().unwrap();
    let port = server.address.rsplit(':').next().unwrap();
    let outside = told.strip_prefix("{\"outside\":\"").unwrap().split('"').next().unwrap();
    assert_eq!(told, format!("{{\"outside\":\"{outside}\",\"site\":[\"{port}\"]}}"));
    assert!(
        page.contains(&format!("frame-src 'self' {outside};"))
            && page.contains("script-src 'self';"),
        "{page}"
    );
    let alone = Server::start(&site, &["dev", "--port", "0", "--no-run"]).get("/");
    assert!(
        alone.contains("frame-src 'self';") && alone.contains("croupier-config\">{}<"),
        "{alone}"
    );
}
