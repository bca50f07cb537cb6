//! Tests of the program `sandbox`: its output, its listening address and its options.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

use crate::common::http::Client;
use crate::common::log_in_body;
use serde_json::{Value, json};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sandbox"))
}

/// A process that is killed when the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the program on free ports. Returns the process, the API's origin and the external origin.
fn start(flags: &[&str]) -> (Running, String, String) {
    let child = program()
        .args(["--port", "0", "--external-port", "0"])
        .args(flags)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut running = Running(child);
    let mut lines = BufReader::new(running.0.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(lines.next().unwrap(), "this is a sandbox: no real money, no real players");
    let mut origin = |prefix: &str, suffix: &str| {
        let line = lines.next().unwrap();
        line.strip_prefix(prefix)
            .and_then(|tail| tail.strip_suffix(suffix))
            .unwrap_or_else(|| panic!("{line}"))
            .to_owned()
    };
    let site = origin("serving the API on ", "/api/794/");
    let external = origin("serving the external services on ", "/external/");
    (running, site, external)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_public_address_requires_anywhere() {
    for host in ["0.0.0.0", "::", "192.0.2.1"] {
        let Output { status, stderr, .. } =
            program().args(["--host", host, "--port", "0"]).output().unwrap();
        assert_eq!(status.code(), Some(2), "{host}");
        assert!(text(&stderr).contains("add --anywhere to allow this"), "{}", text(&stderr));
    }
    let Output { status, stderr, .. } =
        program().args(["--host", "192.0.2.1", "--anywhere"]).output().unwrap();
    assert_eq!(status.code(), Some(3));
    assert!(text(&stderr).contains("cannot listen on 192.0.2.1:8001"), "{}", text(&stderr));
}

#[test]
fn an_invalid_origin_is_an_error_at_the_start() {
    for origin in ["nonsense", "http://127.0.0.1:8000/path", "127.0.0.1:8000"] {
        let Output { status, stderr, .. } =
            program().args(["--origin", origin, "--openapi"]).output().unwrap();
        assert!(
            status.code() == Some(2) && text(&stderr).contains("is not an origin"),
            "{origin}: {}",
            text(&stderr)
        );
    }
}

#[tokio::test]
async fn an_origin_can_end_with_a_slash() {
    let (_running, site, _) = start(&["--origin", "http://127.0.0.1:8000/"]);
    let response = Client
        .send("GET", &format!("{site}/rtgcoupons.json"), &[("origin", "http://127.0.0.1:8000")], "")
        .await;
    assert_eq!(response.header("access-control-allow-origin"), Some("http://127.0.0.1:8000"));
}

#[tokio::test]
async fn it_serves_two_loopback_origins_and_controls_require_faults() {
    let (_running, site, external) = start(&["--clock", "1790000000000"]);
    assert!(
        site.starts_with("http://127.0.0.1:")
            && external.starts_with("http://127.0.0.1:")
            && site != external
    );
    let response = Client
        .send("POST", &format!("{site}/api/794/login"), &[], log_in_body("annx").to_string())
        .await
        .json();
    let token = response["sessionToken"].as_str().unwrap();
    let body = json!({ "skinId": 1, "playerId": 1001, "cashier_type": "deposit", "client_type": "Mobile" }).to_string();
    let cashier = format!("{site}/api/794/player/1001/cashier");
    let data = Client.send("POST", &cashier, &[("x-session-token", token)], body).await.json();
    assert_eq!(data["url"], format!("{external}/external/cashier"));
    let list = Client.send("GET", &format!("{site}/rtgcoupons.json"), &[], "").await.json();
    let sandbox_promotion =
        list.as_array().unwrap().iter().find(|it| it["coupon_code"] == "OPENEND").unwrap();
    assert_eq!(sandbox_promotion["expiry"], 1_789_948_800 + 30 * 24 * 3600);
    assert_eq!(Client.send("POST", &format!("{site}/sandbox/reset"), &[], "").await.status, 404);
    assert_eq!(
        Client.send("GET", &format!("{external}/external/seal.svg"), &[], "").await.status,
        200
    );
}

#[tokio::test]
async fn a_port_in_use_is_an_error_and_reset_seeds_a_file_again() {
    let folder = std::env::temp_dir().join(format!("sandbox-program-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("players.db");
    let file = file.to_str().unwrap();
    let log_in = async |site: &str| {
        Client
            .send("POST", &format!("{site}/api/794/login"), &[], log_in_body("annx").to_string())
            .await
    };
    let token = {
        let (_running, site, _) = start(&["--database", file]);
        let port = site.rsplit_once(':').unwrap().1;
        let Output { status, stderr, .. } = program().args(["--port", port]).output().unwrap();
        assert!(
            status.code() == Some(3) && text(&stderr).contains("cannot listen on 127.0.0.1:"),
            "{}",
            text(&stderr)
        );
        log_in(&site).await.json()["sessionToken"].as_str().unwrap().to_owned()
    };
    for (reset, status) in [(false, 200), (true, 401)] {
        if reset {
            assert!(program().args(["--database", file, "--reset"]).status().unwrap().success());
        }
        let (_running, site, _) = start(&["--database", file]);
        let user = Client
            .send(
                "GET",
                &format!("{site}/api/794/players/1001"),
                &[("x-session-token", &token)],
                "",
            )
            .await;
        assert_eq!((user.status, log_in(&site).await.status), (status, 200), "reset: {reset}");
    }
    assert_eq!(program().arg("--reset").output().unwrap().status.code(), Some(2));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn openapi_prints_the_document() {
    let printed: Value =
        serde_json::from_slice(&program().arg("--openapi").output().unwrap().stdout).unwrap();
    assert_eq!(printed["openapi"], "3.1.0");
}
