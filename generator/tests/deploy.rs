//! `croupier deploy` to a folder: what changes, in which order, and what remains after a deployment that is killed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, printed_text, tree};

/// The settings of a target in the folder `live`.
const TARGET: &str = "[deploy.production]\nurl = \"live\"\nprofile = \"preview\"\n";

/// A site with two pages, a style sheet with a hash in its name, a file and a folder that [`change`] replaces by each other, and the
/// target [`TARGET`] with these further keys.
fn site(keys: &str) -> Site {
    let settings =
        format!("{SETTINGS}[output]\npage_data = true\nkeep_releases = 0\n{TARGET}{keys}");
    SiteBuilder::new()
        .file("site.toml", &settings)
        .file("static/site.css", "h1 { color: red }")
        .file("static/.well-known/a.txt", "a")
        .file("static/file", "a")
        .file("static/folder/a.txt", "a")
        .file(
            "pages/shell.html",
            "<link rel=\"stylesheet\" href=\"{{ asset('/site.css') }}\"><main id='main'>{{ main }}</main>",
        )
        .page("old", "title = \"Old\"\naliases = [\"/older/\"]\n", "Old")
        .create()
}

/// Replaces the style sheet and the pages: one is changed, one is new, and one is removed. A file becomes a folder, and a folder a file.
fn change(site: &Site) {
    site.remove("static/file");
    site.write("static/file/a.txt", "b");
    site.remove("static/folder/a.txt");
    fs::remove_dir(site.root().join("static/folder")).unwrap();
    site.write("static/folder", "b");
    site.write("static/site.css", "h1 { color: blue }");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nSecond\n");
    site.write("content/new.md", "+++\ntitle = \"New\"\n+++\nNew\n");
    site.remove("content/old.md");
}

fn run(site: &Site, arguments: &[&str]) -> Output {
    let output = site.run(arguments);
    assert!(output.status.success(), "{}", printed_text(&output));
    output
}

/// Runs a command with `--json` and returns its last event.
fn last_event(site: &Site, arguments: &[&str]) -> Value {
    let output = run(site, &[arguments, &["--json"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

fn live(site: &Site) -> PathBuf {
    site.root().join("live")
}

/// The files of the live site, without those of the deployment itself.
fn live_files(site: &Site) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = tree(&live(site));
    files.retain(|path, _| !path.starts_with(".croupier"));
    files
}

/// Asserts that the live site equals the output, apart from assets of earlier releases and files of other programs.
fn assert_live_is_output(site: &Site) {
    let mut expected = site.tree();
    expected.retain(|path, _| !path.starts_with("_headers") && !path.starts_with("_redirects"));
    let mut live = live_files(site);
    live.retain(|path, _| expected.contains_key(path) || !is_style_sheet(path));
    assert_eq!(live.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    assert_eq!(live, expected);
}

/// Whether a path is a style sheet with a hash in its name.
fn is_style_sheet(path: &Path) -> bool {
    path.to_string_lossy().starts_with("site.") && path.to_string_lossy().len() > "site.css".len()
}

/// Asserts that each live page finds the style sheet that it links to.
fn assert_pages_are_complete(site: &Site) {
    for (path, bytes) in live_files(site) {
        let text = String::from_utf8(bytes).unwrap();
        let Some((_, rest)) = text.split_once("href=\"/site.") else { continue };
        let name = format!("site.{}", rest.split('"').next().unwrap());
        assert!(live(site).join(&name).is_file(), "{} needs {name}", path.display());
    }
}

#[test]
fn a_second_deployment_uploads_only_what_changed_and_removes_what_is_gone() {
    let site = site("");
    let first = last_event(&site, &["deploy"]);
    assert_eq!((&first["ok"], &first["removed"]), (&true.into(), &0.into()));
    assert_live_is_output(&site);
    fs::write(live(&site).join("foreign.html"), "foreign").unwrap();
    let again = last_event(&site, &["deploy"]);
    assert_eq!(again["changed"], 0);
    assert_eq!(again["release"], first["release"]);

    change(&site);
    let second = last_event(&site, &["deploy"]);
    let urls: Vec<&str> =
        second["urls"].as_array().unwrap().iter().map(|url| url.as_str().unwrap()).collect();
    for url in ["/", "/index.html", "/new/", "/old/", "/old/index.html", "/old", "/site.css"] {
        assert!(urls.contains(&&*format!("https://example.com{url}")), "{url} in {urls:?}");
    }
    assert!(!urls.contains(&"https://example.com/robots.txt"));
    assert_eq!(fs::read_to_string(live(&site).join("foreign.html")).unwrap(), "foreign");
    fs::remove_file(live(&site).join("foreign.html")).unwrap();
    assert_live_is_output(&site);
    assert!(!live(&site).join("old").exists());
    // The style sheet of the first release stays for open tabs.
    assert_eq!(live_files(&site).keys().filter(|path| is_style_sheet(path)).count(), 2);
}

#[test]
fn a_deployment_of_another_site_is_reported() {
    for mode in ["", "mode = \"versioned\"\n"] {
        let (first, second) = (site(mode), site(mode));
        let other = second.read("site.toml").replace("example.com", "other.example");
        let url = live(&first);
        let own_target = format!("url = \"{}\"", url.display());
        second.write("site.toml", &other.replace("url = \"live\"", &own_target));
        run(&first, &["deploy"]);
        let again = run(&first, &["deploy"]);
        assert!(!printed_text(&again).contains("warning: the target"), "{}", printed_text(&again));

        let expected =
            "the target has the site https://example.com, and https://other.example replaces it";
        for arguments in [&["deploy", "--dry-run"][..], &["deploy"]] {
            assert_contains(&printed_text(&run(&second, arguments)), &[expected]);
        }
        let again = run(&second, &["deploy"]);
        assert!(!printed_text(&again).contains("has the site"), "{}", printed_text(&again));
    }
}

#[test]
fn a_rollback_restores_the_release_before_and_the_list_shows_it() {
    let site = site("");
    run(&site, &["deploy"]);
    let before = live_files(&site);
    change(&site);
    run(&site, &["deploy"]);
    let output = run(&site, &["releases"]);
    let lines: Vec<String> =
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("* ") && lines[1].starts_with("  "), "{lines:?}");
    // The output is not needed.
    fs::remove_dir_all(site.out()).unwrap();
    let event = last_event(&site, &["rollback"]);
    assert_eq!(event["uploaded"], 0);
    let mut after = live_files(&site);
    after.retain(|path, _| before.contains_key(path) || !is_style_sheet(path));
    assert_eq!(after, before);
    let newest = run(&site, &["releases", "--json"]);
    let newest: Value =
        serde_json::from_str(String::from_utf8(newest.stdout).unwrap().lines().next().unwrap())
            .unwrap();
    assert_eq!((&newest["live"], &newest["rollback_of"].is_string()), (&true.into(), &true));
    let refused = site.run(&["rollback", "1999"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_contains(&printed_text(&refused), &["the target has no release `1999`"]);
}

#[test]
fn a_rollback_undoes_a_deployment_whose_configuration_failed() {
    let site = site("configure = [\"sh\", \"-c\", \"test ! -e stop\"]\n");
    run(&site, &["deploy"]);
    let before = live_files(&site);
    change(&site);
    site.write("stop", "");
    assert_eq!(site.run(&["deploy"]).status.code(), Some(3));
    fs::remove_file(site.root().join("stop")).unwrap();

    let listed = printed_text(&run(&site, &["releases"]));
    assert_contains(&listed, &["was stopped, and visitors can see files of it"]);
    run(&site, &["rollback"]);
    let mut after = live_files(&site);
    after.retain(|path, _| before.contains_key(path) || !is_style_sheet(path));
    assert_eq!(after, before);
    assert!(!printed_text(&run(&site, &["releases"])).contains("was stopped"));
}

#[test]
fn a_difference_shows_the_text_of_changed_pages() {
    let site = site("");
    run(&site, &["deploy"]);
    change(&site);
    run(&site, &["deploy"]);
    let output = run(&site, &["diff"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_contains(
        &text,
        &[
            "changed /\n  + Second\n",
            "added /new/\n  + New\n",
            "removed /old/\n  - Old\n",
            "changed site.css\n",
        ],
    );
    assert!(!text.contains("page-data"), "{text}");
    let event = last_event(&site, &["diff"]);
    assert_eq!((&event["event"], &event["name"]), (&"difference".into(), &"site.css".into()));
}

#[test]
fn a_difference_lists_a_file_once_without_its_compressed_variants() {
    let site = site("precompress = true\n");
    let long = |word: &str| format!("+++\ntitle = \"Old\"\n+++\n{}", word.repeat(500));
    site.write("content/old.md", &long("first "));
    site.write("static/notes.txt", &"first ".repeat(500));
    site.write("static/archive.tar.gz", "1");
    run(&site, &["deploy"]);
    assert!(live(&site).join("notes.txt.br").exists());
    site.write("content/old.md", &long("second "));
    site.write("static/notes.txt", &"second ".repeat(500));
    site.write("static/archive.tar.gz", "2");
    run(&site, &["deploy"]);
    let text = String::from_utf8(run(&site, &["diff"]).stdout).unwrap();
    assert_contains(&text, &["changed /old/\n", "changed notes.txt\n", "changed archive.tar.gz\n"]);
    assert!(
        !text.contains(".br\n") && !text.contains("txt.gz") && !text.contains("html.gz"),
        "{text}"
    );
    let listed = run(&site, &["diff", "--json"]);
    assert_eq!(String::from_utf8(listed.stdout).unwrap().lines().count(), 3);
}

#[test]
fn progress_of_a_deployment_has_counts_and_their_unit() {
    let site = site("precompress = true\n");
    site.write("static/notes.txt", &"first ".repeat(500));
    let output = run(&site, &["deploy", "--json"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let events: Vec<Value> = text.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let of = |name: &str, step: &str| -> Vec<&Value> {
        events.iter().filter(|it| it["event"] == name && it["step"] == step).collect()
    };
    for (event, step) in [("build_progress", "compression"), ("deploy_progress", "upload")] {
        let last = of(event, step).pop().unwrap();
        assert_eq!((&last["unit"], &last["done"]), (&"files".into(), &last["total"]), "{last}");
    }
    assert_eq!(of("build_progress", "compression")[0]["done"], 0);
    assert!(of("deploy_progress", "upload")[0]["total_bytes"].as_u64().unwrap() > 1000);

    // A log has the last line of each step.
    site.write("static/notes.txt", &"second ".repeat(500));
    let lines = printed_text(&run(&site, &["deploy"]));
    assert_contains(&lines, &["  compressing files: 2 of 2 ...\n", "  uploading files: "]);
}

#[test]
fn expired_releases_are_removed_with_their_files() {
    let site = site("retain = { releases = 1, days = 0 }\n");
    for colour in ["red", "green", "blue"] {
        site.write("static/site.css", &format!("h1 {{ color: {colour} }}"));
        run(&site, &["deploy"]);
    }
    assert_eq!(live_files(&site).keys().filter(|path| is_style_sheet(path)).count(), 2);
    let releases = fs::read_dir(live(&site).join(".croupier/releases")).unwrap();
    assert_eq!(releases.count(), 2);
}

#[test]
fn a_dry_run_lists_the_operations_and_changes_nothing() {
    let site = site("");
    let output = run(&site, &["deploy", "--dry-run"]);
    let list = String::from_utf8(output.stdout.clone()).unwrap();
    assert_contains(&list, &["upload\tindex.html\n", "change\tindex.html\n"]);
    assert_contains(&printed_text(&output), &["would upload"]);
    assert!(!live(&site).exists());
}

#[test]
fn a_deployment_that_is_killed_after_any_step_is_completed_by_the_next_one() {
    let mut steps = Vec::new();
    for count in 1.. {
        let site = site("");
        run(&site, &["deploy"]);
        change(&site);
        run(&site, &["build", "--preview"]);
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(["deploy", "--no-build", "--json"]).current_dir(site.root());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut events = lines.filter_map(|line| {
            let event: Value = serde_json::from_str(&line).unwrap();
            event["step"].as_str().map(str::to_owned)
        });
        let step = events.nth(count - 1);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_pages_are_complete(&site);
        // The lock of a killed process does not hold up the next deployment.
        let output = run(&site, &["deploy", "--no-build"]);
        assert!(!printed_text(&output).contains("waiting"), "{}", printed_text(&output));
        assert_live_is_output(&site);
        assert_pages_are_complete(&site);
        let Some(step) = step else { break };
        steps.push(step);
    }
    // A step with several files has an event at its first one too. The first removal is of the file in the place of a folder.
    steps.dedup();
    let expected =
        ["upload", "removal", "files", "data", "new_pages", "pages", "announcement", "removal"];
    assert_eq!(steps, expected);
}

/// A setting of a target whose purge command waits for a line in the pipe that [`purge_pipe`] creates.
pub(crate) const WAITING_PURGE: &str =
    "purge = { command = [\"sh\", \"-c\", \"read line < pipe\"] }\n";

/// Creates the pipe, and returns its path.
pub(crate) fn purge_pipe(site: &Site) -> PathBuf {
    let pipe = site.root().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    pipe
}

/// Starts a command that deploys a site with [`WAITING_PURGE`] twice at once, and expects that the second one waits for the first.
pub(crate) fn deploy_twice_at_once(site: &Site, deploy: impl Fn() -> Command) {
    let pipe = purge_pipe(site);
    let start = || deploy().stderr(Stdio::piped()).spawn().unwrap();
    let mut first = start();
    // Opening the pipe waits until the purge command reads it.
    let mut writer = fs::File::options().write(true).open(&pipe).unwrap();
    let mut second = start();
    let mut lines = BufReader::new(second.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("has not finished; waiting up to")));
    writer.write_all(b"go\n").unwrap();
    drop(writer);
    assert!(first.wait().unwrap().success());
    assert!(lines.any(|line| line.contains("is live")));
    assert!(second.wait().unwrap().success());
}

#[test]
fn two_deployments_at_once_run_one_after_the_other() {
    let site = site(WAITING_PURGE);
    run(&site, &["build", "--preview"]);
    deploy_twice_at_once(&site, || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(["deploy", "--no-build"]).current_dir(site.root());
        command
    });
    assert_live_is_output(&site);
}

#[test]
fn changed_urls_go_to_the_purge_command_until_it_succeeds() {
    let site = site("purge = { command = [\"sh\", \"-c\", \"test -e ready && cat > purged\"] }\n");
    let failed = site.run(&["deploy", "--purge-list", "list"]);
    assert_eq!(failed.status.code(), Some(3));
    assert_contains(
        &printed_text(&failed),
        &["the release is live", "`sh` failed", "run the command again"],
    );
    site.write("ready", "");
    run(&site, &["deploy", "--purge-list", "list"]);
    assert_contains(
        &site.read("purged"),
        &["https://example.com/\n", "https://example.com/old/index.html\n"],
    );
    assert_eq!(site.read("purged"), site.read("list"));
    site.remove("purged");
    run(&site, &["deploy"]);
    assert!(!site.root().join("purged").exists());
}

/// Starts an API that answers the first request as overloaded, and each other one with success. Returns its URL and the requests.
fn start_api() -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for (index, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).unwrap() > 0 {}
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(": ")?;
                name.eq_ignore_ascii_case("content-length").then(|| value.parse().unwrap())
            });
            let mut body = vec![0; length.unwrap_or(0)];
            reader.read_exact(&mut body).unwrap();
            let status = if index == 0 { "503 Service Unavailable" } else { "200 OK" };
            let answer =
                format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            stream.write_all(answer.as_bytes()).unwrap();
            if sender.send(head + &String::from_utf8(body).unwrap()).is_err() {
                return;
            }
        }
    });
    (url, receiver)
}

#[test]
fn changed_urls_are_purged_at_the_api_of_a_cdn() {
    let (url, requests) = start_api();
    let site = site(&format!(
        "purge = {{ provider = \"cloudflare\", zone = \"z1\", endpoint = \"{url}\" }}\n"
    ));
    let failed = site.run(&["deploy"]);
    assert_eq!(failed.status.code(), Some(3));
    assert_contains(
        &printed_text(&failed),
        &["the release is live", "CLOUDFLARE_API_TOKEN is not set"],
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(["deploy", "--no-build"]).current_dir(site.root());
    let output = command.env("CLOUDFLARE_API_TOKEN", "secret-token").output().unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    assert!(!printed_text(&output).contains("secret-token"));
    // The first one is repeated.
    let requests = [requests.recv().unwrap(), requests.recv().unwrap()];
    assert_eq!(requests[0], requests[1]);
    assert_contains(
        &requests[1],
        &[
            "POST /zones/z1/purge_cache ",
            "authorization: Bearer secret-token",
            "\"https://example.com/old/\"",
        ],
    );
}

/// Returns the HMAC-SHA256 of a text.
fn hmac(key: &[u8], text: &[u8]) -> Vec<u8> {
    let mut block = [0; 64];
    block[..key.len()].copy_from_slice(key);
    let inner = Sha256::new().chain_update(block.map(|byte| byte ^ 0x36)).chain_update(text);
    let outer = Sha256::new().chain_update(block.map(|byte| byte ^ 0x5c));
    outer.chain_update(inner.finalize()).finalize().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn changed_paths_are_invalidated_at_cloudfront_by_a_signed_request() {
    let (url, requests) = start_api();
    let site = site(&format!(
        "purge = {{ provider = \"cloudfront\", distribution = \"E1\", endpoint = \"{url}\" }}\n"
    ));
    let deploy = |key: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(["deploy"]).current_dir(site.root()).env("HOME", site.root());
        for name in
            ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "AWS_SESSION_TOKEN"]
        {
            command.env_remove(name);
        }
        if let Some(key) = key {
            command.env("AWS_ACCESS_KEY_ID", "id").env("AWS_SECRET_ACCESS_KEY", key);
            command.env("AWS_SESSION_TOKEN", "token");
        }
        command.output().unwrap()
    };
    let failed = deploy(None);
    assert_eq!(failed.status.code(), Some(3));
    assert_contains(&printed_text(&failed), &["the release is live", "there are no credentials"]);
    let output = deploy(Some("hunter2"));
    assert!(output.status.success(), "{}", printed_text(&output));
    assert!(!printed_text(&output).contains("hunter2"));
    // The first one is repeated with the same reference.
    let requests = [requests.recv().unwrap(), requests.recv().unwrap()];
    assert_eq!(requests[0], requests[1]);
    let (head, body) = requests[0].split_once("\r\n\r\n").unwrap();
    assert_contains(
        body,
        &[
            "<Path>/</Path>",
            "<Path>/old/</Path>",
            "<Path>/old/index.html</Path>",
            "<CallerReference>",
        ],
    );
    assert!(head.starts_with("POST /2020-05-31/distribution/E1/invalidation "), "{head}");
    let header = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(other, _)| other.eq_ignore_ascii_case(name)).unwrap().1
    };
    let (time, host) = (header("x-amz-date"), header("host"));
    let request = format!(
        "POST\n/2020-05-31/distribution/E1/invalidation\n\nhost:{host}\nx-amz-date:{time}\nx-amz-security-token:token\n\n\
         host;x-amz-date;x-amz-security-token\n{}",
        hex(&Sha256::digest(body))
    );
    let scope = format!("{}/us-east-1/cloudfront/aws4_request", &time[..8]);
    let text = format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{}", hex(&Sha256::digest(request)));
    let key =
        scope.split('/').fold(b"AWS4hunter2".to_vec(), |key, part| hmac(&key, part.as_bytes()));
    let signature = hex(&hmac(&key, text.as_bytes()));
    assert!(header("authorization").ends_with(&format!("Signature={signature}")), "{head}");
}

#[test]
fn the_web_server_is_configured_between_the_pages_and_the_announcement_of_a_release() {
    // The command copies the site that a web server serves when it reads its new configuration.
    let site =
        site("configure = [\"sh\", \"-c\", \"test -e ready && rm -rf seen && cp -R live seen\"]\n");
    let failed = site.run(&["deploy"]);
    assert_eq!(failed.status.code(), Some(3));
    assert_contains(
        &printed_text(&failed),
        &["the web server was not configured: `sh` failed", "run the command again"],
    );
    assert!(live(&site).join("index.html").is_file());
    assert!(!live(&site).join("page-data/app-data.json").exists());
    site.write("ready", "");
    run(&site, &["deploy"]);
    let app_data = fs::read(live(&site).join("page-data/app-data.json")).unwrap();

    change(&site);
    run(&site, &["deploy"]);
    let seen = site.root().join("seen");
    assert_contains(&fs::read_to_string(seen.join("index.html")).unwrap(), &["Second"]);
    assert_eq!(fs::read(seen.join("page-data/app-data.json")).unwrap(), app_data);
    assert!(seen.join("old/index.html").is_file() && !live(&site).join("old").exists());
    assert_ne!(fs::read(live(&site).join("page-data/app-data.json")).unwrap(), app_data);
    // A release that is live needs no configuration.
    fs::remove_file(site.root().join("ready")).unwrap();
    run(&site, &["deploy"]);
}

#[test]
fn a_rollback_configures_the_web_server_with_the_rules_of_its_release_and_purges() {
    for mode in ["in-place", "versioned"] {
        let configure = format!(
            "echo $CROUPIER_RELEASE >> ids; '{}' host-config nginx > nginx.conf",
            env!("CARGO_BIN_EXE_croupier")
        );
        let site = site(&format!(
            "mode = \"{mode}\"\nconfigure = [\"sh\", \"-c\", \"{configure}\"]\n\
             purge = {{ command = [\"sh\", \"-c\", \"test ! -e broken && cat > purged\"] }}\n"
        ));
        let first = last_event(&site, &["deploy"])["release"].clone();
        let alias = "location = \"/older/\" { return 301";
        assert_contains(&site.read("nginx.conf"), &[alias]);
        change(&site);
        let second = last_event(&site, &["deploy"])["release"].clone();
        assert!(!site.read("nginx.conf").contains(alias), "{mode}");
        site.write("broken", "");
        let failed = site.run(&["rollback"]);
        assert_eq!(failed.status.code(), Some(3), "{}", printed_text(&failed));
        assert_contains(&printed_text(&failed), &["the release is live", "run the command again"]);
        site.remove("broken");
        // The same command completes the rollback, and does not look for an earlier release.
        let back = last_event(&site, &["rollback"]);
        assert_contains(&site.read("nginx.conf"), &[alias]);
        assert_contains(&site.read("purged"), &["https://example.com/new/\n"]);
        let ids = site.read("ids");
        let ids: Vec<&str> = ids.lines().collect();
        assert_eq!(ids[..2], [first.as_str().unwrap(), second.as_str().unwrap()]);
        assert_eq!(ids.last().copied(), back["release"].as_str());
        assert!(fs::read_dir(site.root().join(".croupier/deploy")).unwrap().next().is_none());
    }
}

#[test]
fn a_signal_ends_the_command_of_a_deployment_too() {
    for (signal, code) in [("TERM", 143), ("INT", 130)] {
        let site = site(
            "configure = [\"sh\", \"-c\", \"echo $$ > pid; echo started >&2; exec sleep 100\"]\n",
        );
        let mut deploy = Command::new(env!("CARGO_BIN_EXE_croupier"));
        deploy.arg("deploy").current_dir(site.root()).stderr(Stdio::piped());
        let mut deploy = deploy.spawn().unwrap();
        let mut lines = BufReader::new(deploy.stderr.take().unwrap()).lines().map_while(Result::ok);
        assert!(lines.any(|line| line == "started"));
        let command = Path::new("/proc").join(site.read("pid").trim());

        Command::new("kill").args(["-s", signal, &deploy.id().to_string()]).status().unwrap();
        // The pipe is closed when the last process has ended.
        lines.count();
        assert_eq!(deploy.wait().unwrap().code(), Some(code));
        assert!(!command.exists() || fs::read_link(command.join("exe")).is_err());
    }
}

#[test]
fn files_and_folders_of_other_programs_at_the_target_are_named() {
    let site = site("");
    fs::create_dir_all(live(&site).join("file/of")).unwrap();
    fs::write(live(&site).join("file/of/another"), "").unwrap();
    let blocked = |name: &str, kind: &str| {
        let output = site.run(&["deploy"]);
        assert_eq!(output.status.code(), Some(3));
        let reason = format!("live/{name} is a {kind} of another program");
        assert_contains(&printed_text(&output), &["C0704", &reason, "move it away"]);
    };
    blocked("file", "folder");

    // The first deployment may have uploaded other files.
    fs::remove_dir_all(live(&site)).unwrap();
    fs::create_dir(live(&site)).unwrap();
    fs::write(live(&site).join("folder"), "").unwrap();
    blocked("folder", "file");
    fs::remove_file(live(&site).join("folder")).unwrap();
    run(&site, &["deploy"]);
    assert_live_is_output(&site);
}

#[test]
fn a_redirect_that_changes_no_page_is_a_release() {
    let site =
        site("configure = [\"sh\", \"-c\", \"cp $CROUPIER_RELEASE_RULES/_redirects rules\"]\n");
    run(&site, &["deploy"]);
    site.append("site.toml", "[[redirects]]\nfrom = \"/sale/\"\nto = \"/old/\"\n");
    let event = last_event(&site, &["deploy"]);
    assert_eq!(event["uploaded"], 0, "{event}");
    assert_contains(&site.read("rules"), &["/sale/ /old/ 301"]);
    assert_eq!(run(&site, &["releases"]).stdout.split(|byte| *byte == b'\n').count(), 3);
}

#[test]
fn headers_and_redirects_that_a_target_cannot_apply_are_reported() {
    let output = run(&site(""), &["deploy"]);
    assert_contains(&printed_text(&output), &["2 redirects of this release", "host-config"]);
}

#[test]
fn mistakes_in_a_target_are_reported_with_their_location() {
    let check = |table: &str, code: i32, expected: &[&str]| {
        let site = SiteBuilder::new().settings(table).create();
        let output = site.run(&["deploy"]);
        assert_eq!(output.status.code(), Some(code), "{}", printed_text(&output));
        assert_contains(&printed_text(&output), expected);
        assert!(!live(&site).exists());
        printed_text(&output)
    };
    check("", 2, &["site.toml has no target", "[deploy.production]"]);
    check("[deploy]\nurl = \"live\"\n", 1, &["C0009", "site.toml:4:7", "[deploy.production]"]);
    let target = |keys: &str| format!("[deploy.production]\n{keys}\n");
    check(&target("profile = \"preview\""), 1, &["C0009", "`url` is missing"]);
    check(
        &target("url = \"live\"\nretian = 5"),
        1,
        &["C0009", "site.toml:5:1", "did you mean `retain`?"],
    );
    check(
        &target("url = \"ftp://h/a\""),
        1,
        &["C0009", "site.toml:4:7", "`ftp://` is not supported"],
    );
    check(&target("url = \".\""), 1, &["C0009", "site.toml:4:7", "a folder of the site itself"]);
    for url in ["~/site", "$HOME/site", "sftp://e.com/~/site"] {
        let expected = ["C0009", "site.toml:4:7", "only a shell replaces"];
        check(&target(&format!("url = \"{url}\"")), 1, &expected);
    }
    check(&target("url = \"static/live\""), 1, &["a folder of the site itself"]);
    let site = SiteBuilder::new().settings(&target("url = \".\"")).create();
    let output = site.run(&["deploy", "--out", &format!("{}-out", site.root().display())]);
    assert_contains(&printed_text(&output), &["a folder of the site itself"]);
    assert!(!site.root().join("index.html").exists());
    check(
        &target("url = \"live\"\npurge = {}"),
        1,
        &["C0009", "site.toml:5:9", "either a command or a provider"],
    );
    check(&target("url = \"live\"\nconcurrency = 0"), 1, &["C0009", "site.toml:5:15"]);
    check(
        &target("url = \"live\"\nconfigure = []"),
        1,
        &["C0009", "site.toml:5:13", "the command of `configure` is empty"],
    );
    let text = check(
        &target("url = \"s3://id:hunter2@b\""),
        1,
        &["C0009", "contains a password or a key"],
    );
    assert!(!text.contains("hunter2"), "{text}");

    let site = SiteBuilder::new()
        .settings("[deploy.one]\nurl = \"1\"\n[deploy.two]\nurl = \"2\"\n")
        .create();
    for (name, expected) in
        [("tow", "did you mean `two`?"), ("production", "the targets are: one, two")]
    {
        let output = site.run(&["deploy", name]);
        assert_eq!(output.status.code(), Some(2));
        assert_contains(&printed_text(&output), &[expected]);
    }
}

#[test]
fn commands_for_releases_name_the_targets_whatever_other_tables_need() {
    let site = SiteBuilder::new()
        .settings(
            "[markdown]\nhighlight = true\n[imaging]\nquality = 5\n\
             [deploy.one]\nurl = \"1\"\n[deploy.two]\nurl = \"2\"\n",
        )
        .create();
    for command in ["deploy", "releases", "diff", "rollback"] {
        let output = site.run(&[command]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        let expected = "site.toml has no target `production`; the targets are: one, two";
        assert_contains(&printed_text(&output), &[expected]);
    }
}

#[test]
fn an_output_of_another_profile_is_not_deployed() {
    let site = SiteBuilder::new().settings("[deploy.production]\nurl = \"live\"\n").create();
    site.run(&["build", "--preview", "--out", "out"]);
    let output = site.run(&["deploy", "--no-build", "--out", "out"]);
    assert_eq!(output.status.code(), Some(2));
    assert_contains(&printed_text(&output), &["was built with --profile preview"]);
    assert!(!live(&site).exists());
}

#[test]
fn a_deployment_of_a_site_with_errors_changes_nothing() {
    let site = site("");
    run(&site, &["deploy"]);
    let before = tree(&live(&site));
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n[x](/missing/)\n");
    let output = site.run(&["deploy"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(tree(&live(&site)), before);
}

/// Asserts that a compressed variant is equal to its file.
pub(crate) fn assert_is_variant(variant: &Path) {
    let bytes = fs::read(variant).unwrap();
    let mut text = Vec::new();
    if variant.extension().is_some_and(|it| it == "br") {
        brotli::Decompressor::new(bytes.as_slice(), 4096).read_to_end(&mut text).unwrap();
    } else {
        flate2::read::GzDecoder::new(bytes.as_slice()).read_to_end(&mut text).unwrap();
    }
    assert!(text == fs::read(variant.with_extension("")).unwrap(), "{}", variant.display());
}

fn variants(site: &Site) -> Vec<String> {
    let paths = live_files(site).into_keys().map(|path| path.to_string_lossy().into_owned());
    paths.filter(|path| path.ends_with(".br") || path.ends_with(".gz")).collect()
}

#[test]
fn text_files_have_compressed_variants() {
    let site = site("precompress = true\n");
    let long = |text: &str| format!("+++\ntitle = \"Long\"\n+++\n{}\n", text.repeat(200));
    site.write("content/long.md", &long("A long text. "));
    site.write("content/other.md", &long("Another text. "));
    // The variant of a file may not replace a file of the site.
    site.write("static/data.txt", &"1 2 3 ".repeat(500));
    site.write("static/data.txt.gz", "own");
    site.write("static/same.txt", &"1 2 3 ".repeat(500));
    let random: String =
        (0..4000_u32).map(|it| format!("{:x}", it.wrapping_mul(2_654_435_761))).collect();
    site.write("static/picture.png", &random);
    run(&site, &["deploy"]);
    let expected = [
        "data.txt.br",
        "long/index.html.br",
        "long/index.html.gz",
        "other/index.html.br",
        "other/index.html.gz",
        "page-data/long/page-data.json.br",
        "page-data/long/page-data.json.gz",
        "page-data/other/page-data.json.br",
        "page-data/other/page-data.json.gz",
        "same.txt.br",
        "same.txt.gz",
    ];
    let mut found = variants(&site);
    found.retain(|path| path != "data.txt.gz");
    assert_eq!(found, expected);
    let all_are_variants = || {
        for path in variants(&site).into_iter().filter(|path| path != "data.txt.gz") {
            assert_is_variant(&live(&site).join(path));
        }
    };
    all_are_variants();
    assert_eq!(fs::read(live(&site).join("data.txt.gz")).unwrap(), b"own");
    assert_eq!(last_event(&site, &["deploy"])["changed"], 0);

    // A changed file, and damaged files of the cache.
    let cache = site.root().join(".croupier/compressed");
    for entry in fs::read_dir(&cache).unwrap() {
        fs::write(entry.unwrap().path(), "damaged").unwrap();
    }
    site.write("content/long.md", &long("A changed text. "));
    site.write("static/data.txt.gz", "changed");
    let event = last_event(&site, &["deploy"]);
    all_are_variants();
    let urls = event["urls"].to_string();
    assert!(urls.contains("/long/index.html") && !urls.contains(".br"), "{urls}");
    assert!(!urls.contains("html.gz") && !urls.contains("/other/"), "{urls}");
    // The site's own compressed file is no variant.
    assert!(urls.contains("/data.txt.gz"), "{urls}");

    site.write("content/long.md", "+++\ntitle = \"Short\"\n+++\nShort\n");
    run(&site, &["deploy"]);
    assert!(!variants(&site).iter().any(|path| path.starts_with("long/")));
    let settings = site.read("site.toml").replace("precompress = true", "");
    site.write("site.toml", &settings);
    run(&site, &["deploy"]);
    assert_eq!(variants(&site), ["data.txt.gz"]);
}

#[test]
fn a_file_whose_variants_had_too_long_names_has_none() {
    let site = site("precompress = true\n");
    let long = format!("static/{}.txt", "n".repeat(251));
    site.write(&long, &"1 2 3 ".repeat(500));
    site.write(&format!("static/{}.txt", "m".repeat(248)), &"1 2 3 ".repeat(500));
    run(&site, &["deploy"]);
    assert!(live(&site).join(format!("{}.txt", "n".repeat(251))).is_file());
    let found = variants(&site);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|path| path.starts_with('m')), "{found:?}");

    site.remove(&long);
    run(&site, &["deploy"]);
    assert!(!live(&site).join(format!("{}.txt", "n".repeat(251))).exists());
}

#[test]
fn files_with_backslashes_in_their_names_are_deployed() {
    for mode in ["in-place", "versioned"] {
        let site = site(&format!("mode = \"{mode}\"\n"));
        site.write("static/back\\slash.txt", "x");
        site.write("static/d\\e/x.txt", "x");
        let lists =
            ["changes.tsv", "manifest.tsv"].map(|it| site.root().join(it).display().to_string());
        run(&site, &["build", "--preview", "--changes", &lists[0], "--manifest", &lists[1]]);
        for list in lists {
            let text = fs::read_to_string(list).unwrap();
            assert_contains(&text, &["back\\\\slash.txt", "d\\\\e/x.txt"]);
        }

        run(&site, &["deploy"]);
        let root = if mode == "in-place" { live(&site) } else { live(&site).join("current") };
        assert!(root.join("back\\slash.txt").is_file() && root.join("d\\e/x.txt").is_file());
        site.remove("static/back\\slash.txt");
        run(&site, &["deploy"]);
        assert!(!root.join("back\\slash.txt").exists() && root.join("d\\e/x.txt").is_file());
        let text = printed_text(&run(&site, &["deploy", "--verify"]));
        assert!(!text.contains("other programs"), "{text}");
    }
}

#[test]
fn an_object_store_has_no_compressed_variants() {
    let site = SiteBuilder::new()
        .settings("[deploy.production]\nurl = \"s3://bucket/www\"\nprecompress = true\n")
        .create();
    let output = site.run(&["deploy"]);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&printed_text(&output), &["C0009", "site.toml:5:15", "let the CDN compress"]);
}

#[test]
fn files_that_another_program_changed_or_removed_at_the_target_are_deployed_again() {
    let site = site("");
    run(&site, &["deploy"]);
    let page = live(&site).join("old/index.html");
    let sheet = live_files(&site).into_keys().find(|path| is_style_sheet(path)).unwrap();
    for (arguments, is_rollback) in
        [(&["deploy"][..], false), (&["deploy", "--verify"], false), (&["rollback"], true)]
    {
        if is_rollback {
            site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nSecond\n");
            run(&site, &["deploy"]);
        }
        fs::write(&page, "defaced").unwrap();
        fs::remove_file(live(&site).join(".well-known/a.txt")).unwrap();
        if !is_rollback {
            fs::write(live(&site).join(&sheet), "h1 { color: xxx }").unwrap();
        }
        let planned = printed_text(&run(&site, &["deploy", "--dry-run"]));
        assert!(planned.contains("old/index.html"), "{planned}");
        let text = printed_text(&run(&site, arguments));
        assert_contains(&text, &["other programs changed or removed", "is live"]);
        assert!(fs::read_to_string(&page).unwrap().contains("Old"), "{arguments:?}");
        if is_rollback {
            site.write("content/index.md", &site.read("content/index.md").replace("Second", ""));
            run(&site, &["deploy"]);
        }
        assert_live_is_output(&site);
    }
    let text = printed_text(&run(&site, &["deploy", "--verify"]));
    assert!(!text.contains("other programs"), "{text}");
}

#[test]
fn a_command_is_notified_of_deployments_and_rollbacks() {
    for mode in ["in-place", "versioned"] {
        let command = "echo $CROUPIER_DEPLOYMENT_ACTION $CROUPIER_DEPLOYMENT_OUTCOME $CROUPIER_DEPLOYMENT_TARGET \
                       $CROUPIER_DEPLOYMENT_URL $CROUPIER_RELEASE ${CROUPIER_DEPLOYMENT_PREVIOUS:-none} >> log; \
                       echo $CROUPIER_DEPLOYMENT_CHANGED > changed; echo said";
        let site = site(&format!("mode = \"{mode}\"\nnotify = [\"sh\", \"-c\", \"{command}\"]\n"));
        let first = last_event(&site, &["deploy"])["release"].as_str().unwrap().to_owned();
        change(&site);
        let output = run(&site, &["deploy"]);
        assert_contains(&printed_text(&output), &["said"]);
        let back = last_event(&site, &["rollback"])["release"].as_str().unwrap().to_owned();
        run(&site, &["deploy", "--dry-run"]);

        let log = site.read("log");
        let lines: Vec<Vec<&str>> = log.lines().map(|it| it.split(' ').collect()).collect();
        assert_eq!(lines.len(), 3, "{log}");
        let url = "https://example.com/";
        assert_eq!(lines[0], ["deploy", "succeeded", "production", url, &first, "none"]);
        assert_eq!(lines[1][..4], ["deploy", "succeeded", "production", url]);
        assert_eq!(lines[1][5], first);
        assert_eq!(lines[2], ["rollback", "succeeded", "production", url, &back, lines[1][4]]);
        assert_ne!(site.read("changed").trim(), "0");
    }
}

#[test]
fn the_release_before_is_reported_after_a_purge_that_failed() {
    for mode in ["in-place", "versioned"] {
        let notify = "echo $CROUPIER_RELEASE ${CROUPIER_DEPLOYMENT_PREVIOUS:-none} >> log";
        let keys = format!(
            "mode = \"{mode}\"\nnotify = [\"sh\", \"-c\", \"{notify}\"]\n\
             purge = {{ command = [\"sh\", \"-c\", \"test ! -e fail\"] }}\n"
        );
        let site = site(&keys);
        run(&site, &["deploy"]);
        change(&site);
        site.write("fail", "");
        assert_eq!(site.run(&["deploy"]).status.code(), Some(3));
        site.remove("fail");
        run(&site, &["deploy"]);

        let log = site.read("log");
        let lines: Vec<Vec<&str>> = log.lines().map(|it| it.split(' ').collect()).collect();
        assert_eq!((lines.len(), lines[0][1]), (2, "none"), "{mode}: {log}");
        assert_eq!(lines[1][1], lines[0][0], "{mode}: {log}");
    }
}

#[test]
fn a_notification_that_fails_or_hangs_is_a_warning() {
    for (command, reason) in [
        ("exit 4", "`notify`: `sh` failed with exit status: 4"),
        ("sleep 100 & wait", "`notify`: `sh` was ended after 1 s"),
    ] {
        let site = site(&format!("notify = [\"sh\", \"-c\", \"{command}\"]\nnotify_timeout = 1\n"));
        let output = run(&site, &["deploy"]);
        assert_contains(&printed_text(&output), &["warning: production:", reason, "succeeded"]);
        assert!(live(&site).join("index.html").is_file());
    }
    let missing = site("notify = [\"./no-such-program\"]\n");
    let output = run(&missing, &["deploy"]);
    assert_contains(&printed_text(&output), &["`./no-such-program` cannot be started"]);
}

#[test]
fn failed_deployments_are_notified_if_the_target_says_so() {
    let keys = "notify = [\"sh\", \"-c\", \"echo $CROUPIER_DEPLOYMENT_OUTCOME: $CROUPIER_DEPLOYMENT_ERROR >> log\"]\n\
                configure = [\"false\"]\n";
    let silent = site(keys);
    assert_eq!(silent.run(&["deploy"]).status.code(), Some(3));
    assert!(!silent.root().join("log").exists());

    let reported = site(&format!("{keys}notify_failures = true\n"));
    assert_eq!(reported.run(&["deploy"]).status.code(), Some(3));
    assert_contains(&reported.read("log"), &["failed: ", "the web server was not configured"]);
    reported.write("content/index.md", "+++\ntitle = Broken\n+++\n");
    assert_eq!(reported.run(&["deploy"]).status.code(), Some(1));
    assert_eq!(reported.read("log").lines().last(), Some("failed: the build failed"));
}

#[test]
fn an_empty_notification_is_an_error() {
    let site = site("notify = []\n");
    let output = site.run(&["check"]);
    assert_contains(&printed_text(&output), &["C0009", "the command of `notify` is empty"]);
}
