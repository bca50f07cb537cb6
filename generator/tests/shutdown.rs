//! SIGTERM and Ctrl-C end `watch`, `dev` and `serve` at any point, with every process that they started.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::common::pipe::{next, pipe};
use crate::common::server::Server;
use crate::common::{Site, SiteBuilder, assert_contains, install, printed_text};

/// The longest time from a signal to the end. Croupier takes up to a second; the rest is for a busy machine.
const LIMIT: Duration = Duration::from_secs(2);

/// Starts a command with the site's `bin` folder first in the path.
fn start(site: &Site, command: &[&str]) -> Child {
    let path = std::env::var("PATH").unwrap();
    Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(command)
        .current_dir(site.root())
        .env("PATH", format!("{}:{path}", site.root().join("bin").display()))
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends a signal, and asserts that the command succeeds within [`LIMIT`].
fn assert_ends(child: &mut Child, signal: Signal) {
    let sent = Instant::now();
    kill_process(Pid::from_child(child), signal).unwrap();
    let status = child.wait().unwrap();
    let elapsed = sent.elapsed();
    assert!(status.success(), "{status}");
    assert!(elapsed < LIMIT, "{elapsed:?}");
}

/// A site with a runtime whose bundler is this script.
fn with_bundler(script: &str) -> Site {
    SiteBuilder::new()
        .settings("[runtime]\ndir = \"runtime\"\n")
        .file("runtime/bundle.mjs", script)
        .file("pages/page.html", "{{ page.body }}{{ island(\"endless\", {}) }}")
        .create()
}

/// A program that ignores SIGTERM, as its child process does. Both write to the pipe.
const STUBBORN: &str = "#!/bin/sh
trap '' TERM
exec 3>../pipe
sh -c 'echo child >&3; sleep 1000' &
echo parent >&3
wait
";

/// A bundler that runs [`STUBBORN`] and never ends.
const BUNDLER: &str = "import { spawn } from \"node:child_process\";
process.on(\"SIGTERM\", () => {});
spawn(\"../bin/npm\", { stdio: \"ignore\" });
setInterval(() => {}, 1000);
";

/// A bundler whose renderer starts [`STUBBORN`] with the first island, and renders no island to its end.
const RENDERER: &str = r#"import { mkdirSync, writeFileSync } from "node:fs";
const out = process.argv[3];
mkdirSync(`${out}/assets`);
for (const name of ["boot.js", "site.css", "island.js"]) writeFileSync(`${out}/assets/${name}`, "");
const islands = { endless: { js: "assets/island.js" } };
const manifest = { boot: "assets/boot.js", styles: "assets/site.css", head: "0;", islands, assets: {}, server: "server.cjs" };
writeFileSync(`${out}/manifest.json`, JSON.stringify(manifest));
writeFileSync(`${out}/server.cjs`, `
process.on("SIGTERM", () => {});
console.log('{"ready":true}');
process.stdin.once("data", () => {
  const cwd = __dirname + "/../../../runtime";
  require("node:child_process").spawn("../bin/npm", { cwd, stdio: "ignore" });
});
`);
"#;

#[test]
fn a_signal_ends_an_installation_a_bundler_and_a_renderer_with_their_processes() {
    for (bundler, is_installing) in [(BUNDLER, true), (BUNDLER, false), (RENDERER, false)] {
        for command in [&["watch", "--preview"][..], &["dev", "--port", "0"]] {
            for signal in [Signal::TERM, Signal::INT] {
                let site = with_bundler(bundler);
                install(STUBBORN.as_bytes(), &site.root().join("bin/npm"));
                if is_installing {
                    site.write("runtime/package-lock.json", "{}");
                }
                let lines = pipe(site.root());
                let mut child = start(&site, command);
                let mut started = [next(&lines).unwrap(), next(&lines).unwrap()];
                started.sort();
                assert_eq!(started, ["child", "parent"]);
                assert_ends(&mut child, signal);
                assert_eq!(next(&lines), None);
            }
        }
    }
}

#[test]
fn a_signal_ends_a_build_that_waits_for_another_one() {
    let site = with_bundler(BUNDLER);
    install(STUBBORN.as_bytes(), &site.root().join("bin/npm"));
    let lines = pipe(site.root());
    let mut first = start(&site, &["watch", "--preview"]);
    next(&lines).unwrap();
    let mut second = start(&site, &["dev", "--port", "0"]);
    let mut text = BufReader::new(second.stderr.take().unwrap()).lines().map_while(Result::ok);
    text.find(|line| line.contains("waiting for it")).unwrap();
    assert_ends(&mut second, Signal::TERM);
    assert_ends(&mut first, Signal::TERM);
}

#[test]
fn a_signal_ends_a_server_with_open_connections_and_a_command_that_ignores_it() {
    let site = SiteBuilder::new()
        .settings("[[dev.run]]\nname = \"api\"\ncommand = [\"bin/npm\"]\n")
        .create();
    install(STUBBORN.replace("../pipe", "pipe").as_bytes(), &site.root().join("bin/npm"));
    site.build();
    for command in ["dev", "serve"] {
        let lines = pipe(site.root());
        let mut server = Server::start(&site, &[command, "--preview", "--port", "0"]);
        let _connection = server.open("GET / HTTP/1.1\r\n");
        if command == "dev" {
            next(&lines).unwrap();
        }
        let sent = Instant::now();
        server.signal(Signal::TERM);
        assert!(server.ended().success());
        assert!(sent.elapsed() < LIMIT, "{:?}", sent.elapsed());
        site.remove("pipe");
    }
}

#[test]
fn a_server_without_a_port_takes_the_next_free_one() {
    let site = Site::small();
    site.build();
    // Fails if another program uses the port, which is as good.
    let _taken = std::net::TcpListener::bind("127.0.0.1:8000");
    for command in ["serve", "dev"] {
        let server = Server::start(&site, &[command, "--preview"]);
        let port: u16 = server.address.rsplit(':').next().unwrap().parse().unwrap();
        assert!((8001..8100).contains(&port), "{port}");
        server.says(&format!("port 8000 is in use; using port {port}"));
        let refused = site.run(&[command, "--preview", "--port", "8000"]);
        assert_eq!(refused.status.code(), Some(3));
        assert_contains(
            &printed_text(&refused),
            &["port 8000 is in use; choose another with --port"],
        );
    }
}
