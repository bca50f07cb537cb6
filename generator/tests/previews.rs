//! `croupier deploy` to a target of previews, `croupier previews`, and builds as of a date.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, printed_text, tree};

/// A site with previews in folders, and a target of the live site.
fn site(keys: &str) -> Site {
    let settings = format!(
        "{SETTINGS}[output]\npage_data = true\npolicy = [\"_headers\", \"meta\"]\n[deploy.production]\nurl = \"live\"\nprofile = \"preview\"\n\
         [deploy.preview]\nurl = \"previews\"\nbase_url = \"https://preview.example.com/{{name}}/\"\n{keys}"
    );
    SiteBuilder::new()
        .file("site.toml", &settings)
        .file("static/file.txt", "file")
        .file("static/site.css", "h1 { color: red }")
        .file(
            "pages/shell.html",
            "<!doctype html><html lang=\"en\"><head>{{ head }}<link rel=\"stylesheet\" href=\"{{ asset('/site.css') }}\"></head><body>\
             <main id=\"main\">{{ main }}<a href=\"/a/\">A</a></main></body></html>",
        )
        .page("a", "title = \"A\"\n", "A")
        .create()
}

fn stdout(site: &Site, arguments: &[&str]) -> String {
    let output = site.run(arguments);
    assert!(output.status.success(), "{}", printed_text(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn events(site: &Site, arguments: &[&str]) -> Vec<Value> {
    let text = stdout(site, &[arguments, &["--json"]].concat());
    let event = |line: &str| {
        let mut event: Value = serde_json::from_str(line).unwrap();
        event.as_object_mut().unwrap().remove("time");
        event
    };
    text.lines().map(event).collect()
}

fn preview(site: &Site, slug: &str) -> PathBuf {
    site.root().join("previews").join(slug)
}

/// Lets a preview expire.
fn expire(site: &Site, slug: &str) {
    let path = site.root().join(format!("previews/.croupier/previews/{slug}.json"));
    let mut entry: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    entry["expires_at"] = 1.into();
    fs::write(path, entry.to_string()).unwrap();
}

#[test]
fn a_preview_has_a_folder_a_url_and_a_notice_of_its_own() {
    let site = site("");
    let link = stdout(&site, &["deploy", "preview", "--name", "feature/login"]);
    let slug = link.trim().strip_prefix("https://preview.example.com/").unwrap();
    let slug = slug.strip_suffix('/').unwrap();
    assert!(slug.starts_with("feature-login-"), "{link}");
    let page = fs::read_to_string(preview(&site, slug).join("a/index.html")).unwrap();
    assert_contains(
        &page,
        &[
            "<meta name=\"robots\" content=\"noindex\">",
            "<aside class=\"croupier-preview\" lang=\"en\" dir=\"ltr\" aria-label=\"Preview\"><p>Preview of <b>feature/login</b>, expires on <time datetime=\"20",
            &format!("href=\"/{slug}/a/\""),
            "</aside>\n</body>",
        ],
    );
    // The policy allows the style sheet of the notice, which is a file.
    let (_, sheet) = page.split_once(&format!("href=\"/{slug}/assets/preview-")).unwrap();
    let sheet = format!("assets/preview-{}", sheet.split('"').next().unwrap());
    assert_contains(
        &fs::read_to_string(preview(&site, slug).join(sheet)).unwrap(),
        &[".croupier-preview{"],
    );
    assert!(!page.contains("<style"), "{page}");
    let headers = fs::read_to_string(site.root().join(".croupier/deploy/preview/_headers"));
    assert_contains(&headers.unwrap(), &[&format!("/{slug}/*\n"), "  x-robots-tag: noindex\n"]);

    // Other builds have nothing of it.
    stdout(&site, &["deploy", "production"]);
    let live = tree(&site.root().join("live"));
    assert!(live.keys().all(|path| !path.to_string_lossy().contains("preview-")));
    let live = fs::read_to_string(site.root().join("live/a/index.html")).unwrap();
    assert!(!live.contains("croupier-preview") && !live.contains("/assets/preview"), "{live}");
    assert!(!site.output("_headers").contains("x-robots-tag"));
}

#[test]
fn previews_are_listed_with_their_link_and_expiry() {
    let site = site("");
    let deployed = events(&site, &["deploy", "preview", "--name", "main", "--expires", "12h"]);
    let deployed = deployed.last().unwrap();
    stdout(&site, &["deploy", "preview", "--name", "Main"]);
    let listed = events(&site, &["previews"]);
    let listed: Vec<&Value> = listed.iter().filter(|event| event["name"] == "main").collect();
    assert_eq!(listed, [deployed]);
    assert_eq!(deployed["event"], "preview");
    assert_eq!(deployed["url"], "https://preview.example.com/main/");
    assert_eq!(deployed["expired"], false);
    let seconds = |key: &str| deployed[key].as_i64().unwrap();
    assert_eq!(seconds("expires_at") - seconds("created_at"), 12 * 3600);
    let text = stdout(&site, &["previews"]);
    assert_eq!(text.lines().count(), 2);
    assert_contains(&text, &["main  https://preview.example.com/main/  expires 20"]);
}

#[test]
fn expired_previews_are_removed_but_not_files_of_other_programs() {
    let site = site("purge = { command = [\"sh\", \"-c\", \"cat >> purged\"] }\n");
    for name in ["one", "two", "three"] {
        stdout(&site, &["deploy", "preview", "--name", name]);
    }
    // A second release leaves files that only the first one has.
    site.write("static/site.css", "h1 { color: blue }");
    stdout(&site, &["deploy", "preview", "--name", "one"]);
    fs::write(preview(&site, "two").join("foreign.html"), "foreign").unwrap();
    expire(&site, "one");
    expire(&site, "two");
    site.remove("purged");
    let removed = events(&site, &["previews", "prune"]);
    let removed = removed.iter().filter(|event| event["event"] == "preview_removed");
    let removed: Vec<&str> = removed.map(|event| event["name"].as_str().unwrap()).collect();
    assert_eq!(removed, ["one", "two"]);
    assert!(!preview(&site, "one").exists());
    let rest = tree(&preview(&site, "two"));
    assert_eq!(rest.keys().collect::<Vec<_>>(), [&PathBuf::from("foreign.html")]);
    assert!(preview(&site, "three").join("a/index.html").is_file());
    assert_contains(
        &site.read("purged"),
        &["https://preview.example.com/one/a/\n", "https://preview.example.com/two/\n"],
    );
    assert_eq!(stdout(&site, &["previews"]).lines().count(), 1);
    assert_eq!(stdout(&site, &["previews", "prune"]), "");

    stdout(&site, &["previews", "remove", "three"]);
    assert!(!preview(&site, "three").exists());
    let unknown = site.run(&["previews", "remove", "three"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert_contains(&printed_text(&unknown), &["has no preview `three`"]);
}

#[test]
fn a_removal_that_was_stopped_is_completed_by_the_next_one() {
    let site = site("");
    stdout(&site, &["deploy", "preview", "--name", "one"]);
    expire(&site, "one");
    // As after a removal that was killed: the state and some files are gone, and the manifests are not.
    fs::remove_file(preview(&site, "one").join(".croupier/current.json")).unwrap();
    fs::remove_dir_all(preview(&site, "one").join("a")).unwrap();
    stdout(&site, &["previews", "prune"]);
    assert!(!preview(&site, "one").exists());
}

#[test]
fn mistakes_with_previews_are_reported_before_a_build() {
    let site = site("");
    let refused = |arguments: &[&str], expected: &str| {
        let output = site.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", printed_text(&output));
        assert_contains(&printed_text(&output), &[expected]);
    };
    refused(&["deploy", "preview"], "a preview needs a name");
    refused(&["deploy", "production", "--name", "x"], "is not for previews");
    refused(&["deploy", "preview", "--name", " "], "write the name of a branch");
    refused(&["deploy", "preview", "--name", "x", "--expires", "1y"], "such as 12h, 14d or 2w");
    refused(&["deploy", "preview", "--name", "x", "--base-url", "https://e.com"], "--base-url");
    refused(&["releases", "preview"], "croupier previews --target preview");
    refused(&["previews", "--target", "production"], "is not for previews");
    refused(&["previews", "remove"], "which preview?");
    assert!(!site.root().join("previews").exists());
    assert!(!site.root().join(".croupier/deploy").exists());

    let wrong = SiteBuilder::new()
        .settings("[deploy.preview]\nurl = \"p\"\nbase_url = \"https://e.com/{branch}/\"\n")
        .create();
    let output = wrong.run(&["deploy", "preview", "--name", "x"]);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&printed_text(&output), &["C0009", "site.toml:5:12", "{name}"]);
}

#[test]
fn the_output_of_a_preview_is_not_deployed_as_the_live_site() {
    let site = site("");
    stdout(&site, &["deploy", "preview", "--name", "one"]);
    let out = ".croupier/deploy/preview";
    let live = site.run(&["deploy", "production", "--no-build", "--out", out]);
    assert_eq!(live.status.code(), Some(2));
    assert_contains(&printed_text(&live), &["is the preview of `one`"]);
    let same = ["deploy", "preview", "--name", "one", "--no-build"];
    assert_eq!(stdout(&site, &same), "https://preview.example.com/one/\n");
}

/// A site with a page that is scheduled, and one that expires.
fn scheduled() -> Site {
    SiteBuilder::new()
        .settings("time_zone = \"Asia/Tokyo\"\n[deploy.production]\nurl = \"live\"\nprofile = \"preview\"\n")
        .page("christmas", "title = \"Christmas\"\npublish_at = 2126-12-24\n", "")
        .page("until", "title = \"Until\"\nexpire_at = 2126-12-24\n", "")
        .create()
}

#[test]
fn a_build_as_of_a_date_has_what_is_scheduled_until_then() {
    let site = scheduled();
    let pages = || {
        let exists = |name: &str| site.out().join(name).join("index.html").is_file();
        (exists("christmas"), exists("until"))
    };
    for (arguments, expected) in [
        (&["build", "--preview"][..], (false, true)),
        (&["build", "--preview", "--as-of", "2126-12-24"], (true, false)),
        // The time zone of the site applies.
        (&["build", "--preview", "--as-of", "2126-12-23T15:00:00Z"], (true, false)),
        (&["build", "--preview", "--as-of", "2126-12-23T14:59:59Z"], (false, true)),
        (&["build", "--preview", "--as-of", "2126-12-24", "--check-incremental"], (true, false)),
        (&["build", "--preview"], (false, true)),
    ] {
        stdout(&site, arguments);
        assert_eq!(pages(), expected, "{arguments:?}");
    }
    let wrong = site.run(&["build", "--preview", "--as-of", "christmas"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert_contains(&printed_text(&wrong), &["write a date such as 2026-12-24"]);
}

#[test]
fn an_output_with_drafts_or_for_another_url_is_only_deployed_on_request() {
    let site = site("");
    site.write("content/secret.md", "+++\ntitle = \"Secret\"\ndraft = true\n+++\n");
    stdout(&site, &["build", "--preview", "--drafts"]);
    let refused = site.run(&["deploy", "--no-build"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_contains(&printed_text(&refused), &["was built with drafts"]);
    stdout(&site, &["deploy", "--no-build", "--drafts"]);
    assert!(site.root().join("live/secret/index.html").is_file());

    stdout(&site, &["build", "--preview", "--base-url", "https://other.example/docs"]);
    let refused = site.run(&["deploy", "--no-build"]);
    assert_eq!(refused.status.code(), Some(2));
    let reason =
        "was built for https://other.example/docs, and the target is for https://example.com";
    assert_contains(&printed_text(&refused), &[reason]);
    stdout(&site, &["build", "--preview"]);
    stdout(&site, &["deploy", "--no-build"]);
}

#[test]
fn an_output_as_of_a_date_is_only_deployed_on_request() {
    let site = scheduled();
    stdout(&site, &["build", "--preview", "--as-of", "2126-12-24"]);
    let refused = site.run(&["deploy", "--no-build"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_contains(&printed_text(&refused), &["was built as of another date"]);
    assert!(!site.root().join("live").exists());
    stdout(&site, &["deploy", "--as-of", "2126-12-24"]);
    assert!(site.root().join("live/christmas/index.html").is_file());
    stdout(&site, &["deploy"]);
    assert!(!site.root().join("live/christmas").exists());
}
