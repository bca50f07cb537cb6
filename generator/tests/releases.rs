//! Code of earlier releases where a build begins in an empty folder, and what is kept of an output outside of it.

use std::fs;
use std::net::TcpListener;
use std::process::Output;

use crate::common::server::Server;
use crate::common::{Site, assert_says, said};

/// A site whose pages load a style sheet under a name that changes with it.
fn site() -> Site {
    let site = Site::small();
    site.write(
        "pages/shell.html",
        "<link rel=\"stylesheet\" href=\"{{ asset(\"/site.css\") }}\"><main>{{ main }}</main>",
    );
    site.write("static/site.css", "a { color: red }\n");
    site
}

/// The sheet's name.
fn sheet(site: &Site) -> String {
    let html = site.output("index.html");
    html.split("href=\"/").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

/// Brings what was built to a folder of its own, and goes on as a new machine would, with another sheet.
fn deployed_and_cleared(site: &Site) -> String {
    let first = sheet(site);
    fs::rename(site.root().join("public"), site.root().join("live")).unwrap();
    fs::remove_dir_all(site.root().join(".croupier")).unwrap();
    site.append("static/site.css", "b { color: blue }\n");
    first
}

fn built(site: &Site, previous: &str) -> Output {
    site.run(&["build", "--previous", previous])
}

#[test]
fn a_build_in_an_empty_folder_keeps_the_code_of_the_release_that_is_live() {
    for is_address in [true, false] {
        let site = site();
        site.build();
        let first = deployed_and_cleared(&site);
        let live =
            is_address.then(|| Server::start(&site, &["serve", "--out", "live", "--port", "0"]));
        let from = live.as_ref().map_or("live".to_owned(), |it| format!("http://{}/", it.address));
        let output = built(&site, &from);
        assert!(output.status.success(), "{}", said(&output));
        assert_says(&said(&output), &["added 1 file of earlier releases"]);
        let second = sheet(&site);
        assert!(first != second && site.has(&second));
        assert_eq!(site.output(&first), "a { color: red }\n");
        let listed = site.output("page-data/releases.json");
        assert!(
            listed.find(&second).unwrap() < listed.find(&first).unwrap(),
            "the newest first: {listed}"
        );
        site.same_as_clean();
        // It stays without being brought again, and goes when its time is over.
        for turn in 0..4 {
            assert_eq!(site.has(&first), turn < 3, "{turn}");
            site.append("static/site.css", "i { color: green }\n");
            site.build();
        }
    }
}

#[test]
fn where_nothing_was_released_yet_the_site_is_built_and_where_nobody_answers_it_is_not() {
    let site = site();
    let output = built(&site, "nowhere");
    assert!(output.status.success() && site.has("index.html"), "{}", said(&output));
    assert_says(&said(&output), &["no earlier release at nowhere"]);
    deployed_and_cleared(&site);
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let output = built(&site, &format!("http://{nobody}"));
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert_says(&said(&output), &["cannot fetch", "releases.json", "omit --previous"]);
    assert!(!site.has("index.html"));
}

#[test]
fn a_list_of_releases_brings_nothing_that_is_not_of_a_release() {
    let site = site();
    site.build();
    let first = deployed_and_cleared(&site);
    let listed = site.read("live/page-data/releases.json");
    let names = format!(
        "[[\"../site.toml\",\"index.html\",\"../x-0123456789.js\",\"assets/gone-0123456789.js\",\"{first}\"]]"
    );
    let start = listed.find("\"releases\":").unwrap() + "\"releases\":".len();
    let end = listed.find(",\"queries\"").unwrap();
    site.write(
        "live/page-data/releases.json",
        &format!("{}{names}{}", &listed[..start], &listed[end..]),
    );
    let output = built(&site, "live");
    assert_says(&said(&output), &["added 1 file of earlier releases"]);
    assert!(
        output.status.success()
            && site.has(&first)
            && !site.root().join("x-0123456789.js").exists()
    );

    site.write("live/page-data/releases.json", "<!doctype html>");
    let output = built(&site, "live");
    assert_eq!(output.status.code(), Some(3));
    assert_says(&said(&output), &["live/page-data/releases.json is not a list of releases"]);
}

#[test]
fn into_an_output_that_is_refused_nothing_is_brought() {
    let site = site();
    site.build();
    deployed_and_cleared(&site);
    let output = site.run(&["build", "--previous", "live", "--out", "static/out"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_says(&said(&output), &["C0010"]);
    assert!(!site.root().join("static/out").exists());
}

#[test]
fn what_is_uploaded_holds_nothing_that_is_only_for_builds() {
    let site = site();
    site.write("content/a/b.md", "+++\ntitle = \"B\"\n+++\n");
    site.build();
    let hidden: Vec<_> = site
        .tree()
        .into_keys()
        .filter(|path| path.to_string_lossy().split('/').any(|it| it.starts_with('.')))
        .collect();
    assert!(hidden.is_empty(), "{hidden:?}");
}

#[test]
fn an_output_of_which_nothing_is_kept_any_more_goes_on_and_pages_that_went_go() {
    let site = site();
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n");
    site.build();
    let first = sheet(&site);
    site.write("public/CNAME", "www.example.com");
    fs::remove_dir_all(site.root().join(".croupier")).unwrap();
    site.remove("content/a.md");
    site.append("static/site.css", "b { color: blue }\n");
    site.build();
    assert!(!site.has("a/index.html") && !site.has("page-data/a/page-data.json"));
    assert!(site.has(&first), "tabs that are open find their sheet");
    assert_eq!(site.output("CNAME"), "www.example.com");
    assert!(site.output("site.css").contains("blue"));
    site.same_as_clean();
}

#[test]
fn an_output_of_which_a_part_was_removed_is_made_whole_again() {
    let site = site();
    site.build();
    let whole = site.tree();
    for part in ["page-data", "page-data/releases.json", "index.html"] {
        let path = site.root().join("public").join(part);
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
        site.build();
        assert_eq!(site.tree(), whole, "{part}");
    }
}

#[test]
fn a_folder_that_was_an_output_once_and_holds_something_else_now_is_refused() {
    let site = site();
    site.build();
    let public = site.root().join("public");
    fs::remove_dir_all(&public).unwrap();
    site.write("public/index.html", "years of work");
    let refused = site.run(&["build"]);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert_says(&said(&refused), &["C0501"]);
    assert_eq!(site.output("index.html"), "years of work");
}

#[test]
fn files_with_hash_like_names_of_other_programs_are_kept_when_the_manifest_is_lost() {
    let site = site();
    site.build();
    let first = sheet(&site);
    let foreign = [
        "app.0123456789abcdef0123.js",
        "js/vendor.0123456789abcdef0123",
        "photos/boat.0123456789abcdef0123-400w.webp",
        "sitemap-.xml",
        "sitemap-2.xml",
        ".croupier-notes.txt",
    ];
    for path in foreign {
        site.write(&format!("public/{path}"), "foreign");
    }
    fs::remove_dir_all(site.root().join(".croupier")).unwrap();
    site.append("static/site.css", "b { color: blue }\n");
    site.build();
    site.append("static/site.css", "i { color: green }\n");
    site.build();
    for path in foreign {
        assert!(site.has(path) && site.output(path) == "foreign", "{path}");
    }
    assert!(site.has(&first), "releases.json lists the sheet of the first release");
    for _ in 0..4 {
        site.append("static/site.css", "u { color: black }\n");
        site.build();
    }
    assert!(!site.has(&first), "the sheet of the first release is removed with its release");
}

#[test]
fn parts_of_the_sitemap_that_the_sitemap_lists_are_removed_when_the_manifest_is_lost() {
    let site = site();
    site.build();
    let list = "<sitemapindex><sitemap><loc>https://example.com/sitemap-1.xml</loc></sitemap></sitemapindex>";
    site.write("public/sitemap.xml", list);
    for path in ["sitemap-1.xml", "sitemap-11.xml"] {
        site.write(&format!("public/{path}"), "<urlset></urlset>");
    }
    fs::remove_dir_all(site.root().join(".croupier")).unwrap();
    site.build();
    assert!(!site.has("sitemap-1.xml") && site.has("sitemap-11.xml"));
}
