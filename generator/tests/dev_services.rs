//! Services of `croupier dev`: commands in `[dev]` of site.toml that run while `dev` runs.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use rustix::process::Signal;

use crate::common::pipe::{next, pipe};
use crate::common::server::Server;
use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, install, printed_text};

/// A site with a page and these additional settings.
fn site(dev: &str) -> Site {
    SiteBuilder::new().settings(dev).create()
}

/// A site whose command is this shell script.
fn with_script(script: &str) -> Site {
    let site = site("[[dev.run]]\nname = \"api\"\ncommand = [\"sh\", \"api.sh\", \"{args}\"]\n");
    site.write("api.sh", script);
    site
}

#[test]
fn a_command_runs_in_the_root_and_its_output_is_prefixed_with_its_name() {
    let site = with_script(
        "echo \"in $(basename \"$PWD\") with $*\"\necho warned >&2\nprintf 'no end of line'\nexec sleep 1000\n",
    );
    let server = Server::start(&site, &["dev", "--port", "0", "--", "--faults", "two words"]);
    let folder = site.root().file_name().unwrap().to_str().unwrap().to_owned();
    assert_eq!(server.says("api | in "), format!("api | in {folder} with --faults two words"));
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
    // With `--no-run` the site is served without the command.
    let alone = Server::start(&site, &["dev", "--port", "0", "--no-run"]);
    assert!(alone.get("/").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_program_is_found_by_its_path_and_both_its_streams_are_shown() {
    let site = site("[[dev.run]]\nname = \"api\"\ncommand = [\"tools/api\"]\n");
    install(
        b"#!/bin/sh\necho said\necho warned >&2\nexec sleep 1000\n",
        &site.root().join("tools/api"),
    );
    site.write("content/sub/index.md", "+++\ntitle = \"Below\"\n+++\n");
    for line in ["api | said", "api | warned"] {
        let root = site.root().to_str().unwrap();
        let server = Server::start(&site, &["dev", "--port", "0", "--root", root]);
        server.says(line);
    }
}

#[test]
fn a_signal_that_ends_dev_ends_all_child_processes() {
    for signal in [Signal::INT, Signal::TERM, Signal::KILL] {
        // The child process ignores SIGTERM.
        let site = with_script(
            "exec 3>pipe\nsh -c \"trap '' TERM; echo child >&3; sleep 1000 & wait\" &\necho parent >&3\nwait\n",
        );
        let lines = pipe(site.root());
        let mut server = Server::start(&site, &["dev", "--port", "0"]);
        let mut began = [next(&lines).unwrap(), next(&lines).unwrap()];
        began.sort();
        assert_eq!(began, ["child", "parent"]);
        server.signal(signal);
        let status = server.ended();
        assert_eq!(status.code(), (signal != Signal::KILL).then_some(0), "{signal:?}");
        assert_eq!(next(&lines), None, "{signal:?}");
    }
}

#[test]
fn the_end_of_a_command_is_a_warning_and_dev_continues() {
    for (script, expected) in [
        ("echo broken >&2; exit 7", "the command api ended with exit code 7"),
        ("kill -9 $$", "the command api ended with exit code 137"),
    ] {
        let site = with_script(script);
        let server = Server::start(&site, &["dev", "--port", "0"]);
        let line = server.says("ended with");
        assert!(line.starts_with("warning: ") && line.contains(expected), "{line}");
        assert!(server.get("/").starts_with("HTTP/1.1 200"));
    }
    let site = site("[[dev.run]]\nname = \"api\"\ncommand = [\"./no-such-program\"]\n");
    // The warning is printed with `--quiet` too.
    let mut quiet = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let quiet = quiet
        .args(["dev", "--port", "0", "--quiet"])
        .current_dir(site.root())
        .stderr(Stdio::piped())
        .spawn();
    let mut quiet = quiet.unwrap();
    let first = BufReader::new(quiet.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    quiet.kill().unwrap();
    quiet.wait().unwrap();
    assert!(first.starts_with("warning: the command api ended with exit code 127"), "{first}");
}

#[test]
fn local_services_are_refused_on_a_public_host_without_no_run() {
    let running = "[[dev.run]]\nname = \"api\"\ncommand = [\"sleep\", \"1000\"]\n";
    let local = "[dev.proxy]\n\"/api/\" = \"http://localhost:1\"\n";
    for dev in [running, local] {
        let site = site(dev);
        let output = site.run(&["dev", "--host", "0.0.0.0", "--port", "0"]);
        assert_eq!(output.status.code(), Some(2), "{}", printed_text(&output));
        assert_contains(&printed_text(&output), &["are for this machine only; add --no-run"]);
        let server = Server::start(&site, &["dev", "--host", "0.0.0.0", "--port", "0", "--no-run"]);
        assert!(server.get("/").starts_with("HTTP/1.1 200"));
        assert!(server.get("/api/").starts_with("HTTP/1.1 404"));
    }
    // A public server may be proxied on any host.
    let site = site("[dev.proxy]\n\"/api/\" = \"https://staging.example\"\n");
    assert!(
        Server::start(&site, &["dev", "--host", "0.0.0.0", "--port", "0"])
            .get("/")
            .starts_with("HTTP/1.1 200")
    );
}

#[test]
fn arguments_that_no_command_uses_are_refused() {
    let site = site("[[dev.run]]\nname = \"api\"\ncommand = [\"sleep\", \"1000\"]\n");
    let output = site.run(&["dev", "--port", "0", "--", "--faults"]);
    assert_eq!(output.status.code(), Some(2));
    assert_contains(
        &printed_text(&output),
        &["no command uses the arguments `--faults`", "\"{args}\""],
    );
}

#[test]
fn a_later_dev_table_is_applied_and_a_change_asks_for_a_restart() {
    let site = site("name = \n");
    let server = Server::start(&site, &["dev", "--port", "0"]);
    let run = |word: &str| {
        format!(
            "{SETTINGS}[[dev.run]]\nname = \"api\"\ncommand = [\"sh\", \"-c\", \"echo {word}; sleep 1000\"]\n"
        )
    };
    site.write("site.toml", &run("first"));
    server.says("api | first");
    site.write("site.toml", &run("second"));
    server.says("[dev] in site.toml has changed; restart croupier dev");
}

#[test]
fn invalid_dev_settings_are_errors_with_their_location() {
    for (dev, expected) in [
        ("[dev]\nports = 1\n", ":4:1\nunknown field `ports`"),
        (
            "[dev.port_offsets]\nAPI = 1\n",
            ":4:7\n`API` is not a valid name of a port\nlower-case letters",
        ),
        ("[dev.port_offsets]\nport = 1\n", ":4:8\n`port` is not a valid name of a port"),
        ("[dev.port_offsets]\napi = 0\n", ":4:7\nabove 0"),
        ("[[dev.run]]\nname = \"api\"\n", "`command` is missing"),
        (
            "[[dev.run]]\nname = \"api\"\ncommand = []\n",
            ":5:11\ncommand `api` has no program\n[\"npm\", \"run\", \"api\"]",
        ),
        (
            "[[dev.run]]\nname = \"a b\"\ncommand = [\"x\"]\n",
            ":4:8\n`a b` is not a valid name of a command",
        ),
        (
            "[[dev.run]]\nname = \"a\"\ncommand = [\"x\"]\n[[dev.run]]\nname = \"a\"\ncommand = [\"x\"]\n",
            ":7:8\n`a` is not a valid name of a command\na unique name",
        ),
        (
            "[dev.port_offsets]\napi = 1\n[[dev.run]]\nname = \"a\"\ncommand = [\"x\", \"{apu}\"]\n",
            ":7:17\n`{apu}` is not the name of a port\ndid you mean `api`?",
        ),
        (
            "[[dev.run]]\nname = \"a\"\ncommand = [\"x\", \"-{args}\"]\n",
            ":5:17\n`{args}` is not the name of a port\na whole argument",
        ),
        ("[dev.proxy]\n\"api/\" = \"http://h:1\"\n", ":4:10\n`api/` is not a URL path\n\"/api/\""),
        (
            "[dev.proxy]\n\"/api/\" = \"http://h:{api}\"\n",
            ":4:11\n`{api}` is not the name of a port\n[dev.port_offsets]",
        ),
        (
            "[dev.proxy]\n\"/api/\" = \"ws://h:1\"\n",
            ":4:11\n`ws://h:1` is not the origin of a server\nhttp://127.0.0.1:3000",
        ),
        (
            "[dev.proxy]\n\"/api/\" = \"http://h:1/v2\"\n",
            ":4:11\n`http://h:1/v2` is not the origin of a server",
        ),
        ("[dev.hosts]\nscript = [\"http://h:1\", \"a b\"]\n", ":4:25\n`a b` is not a host"),
    ] {
        let message = site(dev).refused();
        for part in expected.split('\n') {
            assert!(message.contains(part), "{dev}: {part:?} is not in\n{message}");
        }
    }
}

#[test]
fn dev_settings_are_not_in_the_output() {
    let site =
        site("[dev.hosts]\nscript = [\"http://127.0.0.1:{port}\"]\n[dev.config]\nx = \"y\"\n");
    site.build();
    let mut headers = String::new();
    File::open(site.root().join(".croupier/preview/_headers"))
        .unwrap()
        .read_to_string(&mut headers)
        .unwrap();
    assert_contains(&headers, &["script-src 'self';"]);
}
