//! `croupier deploy` to a bucket with `mode = "versioned"`: a prefix for each release, and a pointer to the live one.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::common::{Site, assert_contains, printed_text, tree};
use crate::deploy::{WAITING_PURGE, deploy_twice_at_once};
use crate::deploy_s3::{Bucket, CREDENTIALS, command, last_event, run, site};
use crate::web_servers::{WebServer, assert_sends_whole_error_page};

/// Returns a site with a target in the bucket, and these further keys.
fn versioned(bucket: &Bucket, keys: &str) -> Site {
    let output = "[output]\nkeep_releases = 0\n";
    site(&format!("{output}{}mode = \"versioned\"\n{keys}", bucket.target()))
}

fn deploy(site: &Site) -> Value {
    last_event(&run(site, &["deploy", "--json"], &CREDENTIALS))
}

fn change(site: &Site) {
    site.write("static/site.css", "h1 { color: blue }");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nSecond\n");
}

/// Returns the files of the bucket, apart from those of the deployment itself.
fn files(bucket: &Bucket) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = tree(&bucket.object(""));
    files.retain(|path, _| !path.starts_with(".croupier"));
    files
}

/// Returns the prefix of the live release.
fn live(bucket: &Bucket) -> String {
    fs::read_to_string(bucket.object("current")).unwrap()
}

fn id(event: &Value) -> String {
    format!("releases/{}", event["release"].as_str().unwrap())
}

/// Returns the style sheet that the live page links to, which is outside of the releases.
fn style_sheet(bucket: &Bucket) -> PathBuf {
    let page = fs::read_to_string(bucket.object(&format!("{}/index.html", live(bucket)))).unwrap();
    let (_, rest) = page.split_once("href=\"/site.").unwrap();
    bucket.object(&format!("site.{}", rest.split('"').next().unwrap()))
}

/// Asserts that the live release equals the output.
fn assert_live_is_output(bucket: &Bucket, site: &Site) {
    let mut expected = site.tree();
    expected.retain(|path, _| !path.starts_with("_headers") && !path.starts_with("_redirects"));
    assert_eq!(tree(&bucket.object(&live(bucket))), expected);
    assert!(style_sheet(bucket).is_file());
}

#[test]
fn each_release_is_whole_and_a_rollback_changes_only_the_pointer() {
    let bucket = Bucket::start();
    let site = versioned(
        &bucket,
        "configure = [\"sh\", \"-c\", \"echo releases/$CROUPIER_RELEASE >> ids\"]\n",
    );
    let first = deploy(&site);
    assert_eq!(live(&bucket), id(&first));
    assert_live_is_output(&bucket, &site);
    let page = format!("{}/index.html", live(&bucket));
    assert_contains(&bucket.headers(&page), &["text/html; charset=utf-8", "must-revalidate"]);
    assert_eq!(deploy(&site)["changed"], 0);
    let old_sheet = style_sheet(&bucket);
    fs::write(bucket.object("foreign.html"), "foreign").unwrap();

    change(&site);
    let before = files(&bucket);
    let plan = run(&site, &["deploy", "--dry-run"], &CREDENTIALS);
    assert_contains(&printed_text(&plan), &["upload\tindex.html\n", "would upload"]);
    assert_eq!(files(&bucket), before);
    let second = deploy(&site);
    assert_live_is_output(&bucket, &site);
    assert!(second["uploaded"].as_u64() < first["uploaded"].as_u64());
    let page = format!("{}/old/a b.txt", live(&bucket));
    assert_contains(&bucket.headers(&page), &["text/plain; charset=utf-8"]);
    // Open tabs of the first release find their style sheet, and a server of the CDN with the old pointer the new one.
    assert!(old_sheet.is_file() && style_sheet(&bucket) != old_sheet);
    let difference = run(&site, &["diff"], &CREDENTIALS);
    assert_contains(&printed_text(&difference), &["changed /\n", "  + Second\n"]);

    let mut before = files(&bucket);
    let back = last_event(&run(&site, &["rollback", "--json"], &CREDENTIALS));
    assert_eq!((&back["uploaded"], live(&bucket)), (&0.into(), id(&first)));
    let mut after = files(&bucket);
    assert_ne!(after.remove(Path::new("current")), before.remove(Path::new("current")));
    assert_eq!(after, before);
    let releases = run(&site, &["releases"], &CREDENTIALS);
    let releases = String::from_utf8(releases.stdout).unwrap();
    let marks: Vec<&str> = releases.lines().map(|line| &line[..1]).collect();
    assert_eq!(marks, [" ", "*"]);
    assert_eq!(site.read("ids").lines().collect::<Vec<_>>(), [id(&first), id(&second), id(&first)]);
    assert_eq!(fs::read_to_string(bucket.object("foreign.html")).unwrap(), "foreign");
}

#[test]
fn a_target_in_place_can_become_versioned_but_not_the_other_way_round() {
    let bucket = Bucket::start();
    let site = versioned(&bucket, "retain = { releases = 0, days = 0 }\n");
    let settings = site.read("site.toml");
    let in_place = settings.replace("mode = \"versioned\"", "");
    site.write("site.toml", &in_place);
    deploy(&site);
    let page = fs::read(bucket.object("index.html")).unwrap();
    site.write("site.toml", &settings);
    // The first release of this mode has the same files, and expires.
    for colour in ["red", "green", "blue"] {
        site.write("static/site.css", &format!("h1 {{ color: {colour} }}"));
        deploy(&site);
        assert_live_is_output(&bucket, &site);
    }
    assert!(fs::read(bucket.object("index.html")).unwrap() == page);
    let before = tree(&bucket.object(""));
    site.write("site.toml", &in_place);
    for name in ["deploy", "rollback", "releases"] {
        let output = command(&site, &[name], &CREDENTIALS).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", printed_text(&output));
        assert_contains(&printed_text(&output), &["has releases of `mode = \"versioned\"`"]);
    }
    assert!(tree(&bucket.object("")) == before);
}

#[test]
fn an_expired_release_is_removed_with_its_prefix_but_not_files_of_other_programs() {
    let bucket = Bucket::start();
    let site = versioned(&bucket, "retain = { releases = 1, days = 0 }\n");
    let mut prefixes = Vec::new();
    let mut sheets = Vec::new();
    for colour in ["red", "green", "blue"] {
        site.write("static/site.css", &format!("h1 {{ color: {colour} }}"));
        prefixes.push(id(&deploy(&site)));
        sheets.push(style_sheet(&bucket));
        fs::write(bucket.object(&format!("{}/foreign.txt", live(&bucket))), "foreign").unwrap();
    }
    let rest = tree(&bucket.object(&prefixes[0]));
    assert_eq!(rest.keys().collect::<Vec<_>>(), [Path::new("foreign.txt")]);
    assert!(bucket.object(&format!("{}/index.html", prefixes[1])).is_file());
    assert_eq!(sheets.iter().map(|sheet| sheet.is_file()).collect::<Vec<_>>(), [false, true, true]);
}

#[test]
fn a_deployment_that_is_killed_after_any_step_is_completed_by_the_next_one() {
    for count in 1.. {
        let bucket = Bucket::start();
        let site = versioned(&bucket, "concurrency = 1\n");
        deploy(&site);
        let before = live(&bucket);
        change(&site);
        let built = run(&site, &["build", "--preview"], &[]);
        assert!(built.status.success());
        let mut command = command(&site, &["deploy", "--no-build", "--json"], &CREDENTIALS);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut steps = lines.filter(|line| line.contains("\"step\""));
        let is_killed = steps.nth(count - 1).is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(style_sheet(&bucket).is_file());
        if live(&bucket) == before {
            assert!(!files(&bucket).is_empty());
        }
        let output = run(&site, &["deploy", "--no-build"], &CREDENTIALS);
        assert!(output.status.success(), "{}", printed_text(&output));
        assert_live_is_output(&bucket, &site);
        assert_eq!(fs::read_dir(bucket.object("releases")).unwrap().count(), 2);
        if !is_killed {
            assert!(count > 3, "{count}");
            return;
        }
    }
}

#[test]
fn two_deployments_at_once_run_one_after_the_other() {
    let bucket = Bucket::start();
    let site = versioned(&bucket, WAITING_PURGE);
    assert!(run(&site, &["build", "--preview"], &[]).status.success());
    deploy_twice_at_once(&site, || command(&site, &["deploy", "--no-build"], &CREDENTIALS));
    assert_live_is_output(&bucket, &site);
    assert_eq!(fs::read_dir(bucket.object("releases")).unwrap().count(), 1);
}

/// Deploys two releases, and checks that a server with the configuration of each shows it, and assets of both.
fn check_server(host: &str, start: &dyn Fn(&str, &Path) -> Option<WebServer>) {
    let bucket = Bucket::start();
    let configure = format!(
        "'{}' host-config {host} --versioned --origin http://ORIGIN > config",
        env!("CARGO_BIN_EXE_croupier")
    );
    let site = versioned(&bucket, &format!("configure = [\"sh\", \"-c\", \"{configure}\"]\n"));
    site.append("site.toml", "[[redirects]]\nfrom = \"/moved/\"\nto = \"/\"\n");
    site.write("content/folder/page.md", "+++\ntitle = \"Page\"\n+++\nA page\n");
    site.write(
        "content/404.md",
        "+++\ntitle = \"Missing\"\npath = \"/404.html\"\n+++\nIt is missing\n",
    );
    let mut sheets = Vec::new();
    for release in ["first", "second", "first again"] {
        match release {
            "second" => change(&site),
            "first again" => {
                assert!(run(&site, &["rollback"], &CREDENTIALS).status.success());
            }
            _ => {}
        }
        if release != "first again" {
            deploy(&site);
            sheets.push(style_sheet(&bucket).file_name().unwrap().to_str().unwrap().to_owned());
        }
        let config = site.read("config").replace("ORIGIN", "{origin}");
        let Some(server) = start(&config, &bucket.object("")) else { return };
        let (head, body) = server.get("/", "");
        assert!(head.contains(" 200 ok"), "{head}\n{body}");
        assert_eq!(body.contains("Second"), release == "second", "{body}");
        assert_eq!(head.matches("cache-control:").count(), 1, "{head}");
        assert_contains(&head, &["content-type: text/html", "max-age=0, must-revalidate"]);
        assert_contains(&server.get("/folder/page/", "").1, &["A page"]);
        assert_contains(&server.get("/old/a%20b.txt", "").1, &["old"]);
        assert_contains(
            &server.get("/folder/page?a=1", "").0,
            &[" 301", "location: /folder/page/?a=1"],
        );
        assert_contains(&server.get("/moved/", "").0, &[" 301", "location: /"]);
        for sheet in &sheets {
            assert_eq!(server.status(&format!("/{sheet}"), ""), 200);
        }
        let (head, body) = server.get("/none/", "");
        assert!(head.contains(" 404 ") && body.contains("It is missing"), "{head}\n{body}");
        assert_sends_whole_error_page(&server, "It is missing");
        assert_eq!(server.status("/.croupier/state.json", ""), 404);
        assert!(!server.get("//evil", "").0.contains("location: //"));
    }
}

#[test]
fn nginx_serves_the_live_release_and_assets_of_others() {
    check_server("nginx", &|config, bucket| WebServer::nginx(config, "", bucket));
}

#[test]
fn caddy_serves_the_live_release_and_assets_of_others() {
    check_server("caddy", &|config, bucket| WebServer::caddy(config, bucket));
}
