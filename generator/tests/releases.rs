//! Files of earlier releases: `--previous` for builds in an empty folder, and an output whose manifest is lost.

use std::fs;
use std::net::TcpListener;
use std::process::Output;

use crate::common::server::Server;
use crate::common::{Site, SiteBuilder, assert_contains, printed_text};

/// A site whose pages load a style sheet under a hashed name.
fn site() -> Site {
    SiteBuilder::new()
        .file(
            "pages/shell.html",
            "<link rel=\"stylesheet\" href=\"{{ asset(\"/site.css\") }}\"><main>{{ main }}</main>",
        )
        .file("static/site.css", "a { color: red }\n")
        .create()
}

/// Removes the manifest and the cache, like a machine that keeps only the output.
fn forget_builds(site: &Site) {
    for folder in ["cache", "outputs"] {
        fs::remove_dir_all(site.root().join(".croupier").join(folder)).unwrap();
    }
}

/// Returns the hashed name of the style sheet.
fn sheet(site: &Site) -> String {
    let html = site.output("index.html");
    html.split("href=\"/").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

/// Moves the output to `live/`, removes the cache like a new machine, and edits the style sheet. Returns the old name of the sheet.
fn deploy_and_clear(site: &Site) -> String {
    let first = sheet(site);
    fs::rename(site.root().join(".croupier/preview"), site.root().join("live")).unwrap();
    forget_builds(site);
    site.append("static/site.css", "b { color: blue }\n");
    first
}

fn build_after(site: &Site, previous: &str) -> Output {
    site.run(&["build", "--preview", "--previous", previous])
}

#[test]
fn a_build_in_an_empty_folder_keeps_the_files_of_the_live_release() {
    for is_url in [true, false] {
        let site = site();
        site.build();
        let first = deploy_and_clear(&site);
        let live = is_url
            .then(|| Server::start(&site, &["serve", "--preview", "--out", "live", "--port", "0"]));
        let from = live.as_ref().map_or("live".to_owned(), |it| format!("http://{}/", it.address));
        let output = build_after(&site, &from);
        assert!(output.status.success(), "{}", printed_text(&output));
        assert_contains(&printed_text(&output), &["added 1 file of earlier releases"]);
        let second = sheet(&site);
        assert!(first != second && site.has(&second));
        assert_eq!(site.output(&first), "a { color: red }\n");
        let list = site.output("page-data/releases.json");
        assert!(
            list.find(&second).unwrap() < list.find(&first).unwrap(),
            "the newest release is not first: {list}"
        );
        site.same_as_clean();
        // The next builds keep the file without `--previous`, and remove it after three releases.
        for turn in 0..4 {
            assert_eq!(site.has(&first), turn < 3, "{turn}");
            site.append("static/site.css", "i { color: green }\n");
            site.build();
        }
    }
}

#[test]
fn a_missing_earlier_release_is_no_error_but_an_unreachable_server_is() {
    let site = site();
    fs::create_dir(site.root().join("nothing")).unwrap();
    for (source, message) in [
        ("nothing", "no earlier release at nothing"),
        ("www.example.com", "warning: there is no folder www.example.com"),
    ] {
        let output = build_after(&site, source);
        assert!(output.status.success() && site.has("index.html"), "{}", printed_text(&output));
        assert_contains(&printed_text(&output), &[message]);
    }

    for (source, code) in [("", 2), ("ftp://www.example.com", 2), ("https://", 3)] {
        let output = build_after(&site, source);
        assert_eq!(output.status.code(), Some(code), "{}", printed_text(&output));
        assert_contains(&printed_text(&output), &["error: "]);
    }
    deploy_and_clear(&site);
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let output = build_after(&site, &format!("http://{closed}"));
    assert_eq!(output.status.code(), Some(3), "{}", printed_text(&output));
    assert_contains(&printed_text(&output), &["cannot fetch", "releases.json", "omit --previous"]);
    assert!(!site.has("index.html"));
}

#[test]
fn a_list_of_releases_cannot_add_files_that_are_not_of_a_release() {
    let site = site();
    site.build();
    let first = deploy_and_clear(&site);
    let list = site.read("live/page-data/releases.json");
    let names = format!(
        "[[\"../site.toml\",\"index.html\",\"../x-0123456789.js\",\"assets/gone-0123456789.js\",\"{first}\"]]"
    );
    let start = list.find("\"releases\":").unwrap() + "\"releases\":".len();
    let end = list.find(",\"queries\"").unwrap();
    site.write(
        "live/page-data/releases.json",
        &format!("{}{names}{}", &list[..start], &list[end..]),
    );
    let output = build_after(&site, "live");
    assert_contains(&printed_text(&output), &["added 1 file of earlier releases"]);
    assert!(
        output.status.success()
            && site.has(&first)
            && !site.root().join("x-0123456789.js").exists()
    );

    site.write("live/page-data/releases.json", "<!doctype html>");
    let output = build_after(&site, "live");
    assert_eq!(output.status.code(), Some(3));
    assert_contains(
        &printed_text(&output),
        &["live/page-data/releases.json is not a list of releases"],
    );
}

#[test]
fn no_files_are_added_to_an_output_folder_that_is_refused() {
    let site = site();
    site.build();
    deploy_and_clear(&site);
    let output = site.run(&["build", "--preview", "--previous", "live", "--out", "static/out"]);
    assert_eq!(output.status.code(), Some(1), "{}", printed_text(&output));
    assert_contains(&printed_text(&output), &["C0010"]);
    assert!(!site.root().join("static/out").exists());
}

#[test]
fn the_output_contains_no_hidden_files() {
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
fn an_output_without_its_manifest_is_updated_and_removed_pages_are_removed() {
    let site = site();
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n");
    site.build();
    let first = sheet(&site);
    site.write(".croupier/preview/CNAME", "www.example.com");
    forget_builds(&site);
    site.remove("content/a.md");
    site.append("static/site.css", "b { color: blue }\n");
    site.build();
    assert!(!site.has("a/index.html") && !site.has("page-data/a/page-data.json"));
    assert!(site.has(&first), "open tabs find their style sheet");
    assert_eq!(site.output("CNAME"), "www.example.com");
    assert_contains(&site.output("site.css"), &["blue"]);
    site.same_as_clean();
}

#[test]
fn removed_files_of_the_output_are_restored() {
    let site = site();
    site.build();
    let complete = site.tree();
    for part in ["page-data", "page-data/releases.json", "index.html"] {
        let path = site.root().join(".croupier/preview").join(part);
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
        site.build();
        assert_eq!(site.tree(), complete, "{part}");
    }
}

#[test]
fn a_former_output_folder_with_files_of_another_program_is_refused() {
    let site = site();
    site.build();
    let public = site.root().join(".croupier/preview");
    fs::remove_dir_all(&public).unwrap();
    site.write(".croupier/preview/index.html", "years of work");
    let refused = site.run(&["build", "--preview"]);
    assert_eq!(refused.status.code(), Some(1), "{}", printed_text(&refused));
    assert_contains(&printed_text(&refused), &["C0501"]);
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
        site.write(&format!(".croupier/preview/{path}"), "foreign");
    }
    forget_builds(&site);
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
fn old_parts_of_the_sitemap_are_removed_when_the_manifest_is_lost() {
    let site = site();
    site.build();
    let list = "<sitemapindex><sitemap><loc>https://example.com/sitemap-1.xml</loc></sitemap></sitemapindex>";
    site.write(".croupier/preview/sitemap.xml", list);
    for path in ["sitemap-1.xml", "sitemap-11.xml"] {
        site.write(&format!(".croupier/preview/{path}"), "<urlset></urlset>");
    }
    forget_builds(&site);
    site.build();
    assert!(!site.has("sitemap-1.xml") && site.has("sitemap-11.xml"));
}

#[test]
fn files_of_other_programs_are_neither_replaced_nor_removed_when_the_manifest_is_lost() {
    type Damage = fn(&Site);
    let lose: Damage = |site| forget_builds(site);
    let damages: [Damage; 4] = [
        lose,
        |site| {
            // The output was copied to another machine.
            let kept = site.root().join("kept");
            fs::rename(site.out(), &kept).unwrap();
            fs::remove_dir_all(site.root().join(".croupier")).unwrap();
            fs::create_dir_all(site.root().join(".croupier")).unwrap();
            fs::rename(kept, site.out()).unwrap();
        },
        |site| {
            for entry in fs::read_dir(site.root().join(".croupier/outputs")).unwrap() {
                fs::write(entry.unwrap().path(), "{").unwrap();
            }
        },
        |site| {
            for entry in fs::read_dir(site.root().join(".croupier/outputs")).unwrap() {
                fs::write(entry.unwrap().path(), "").unwrap();
            }
            fs::remove_dir_all(site.root().join(".croupier/cache")).unwrap();
        },
    ];
    for (number, damage) in damages.into_iter().enumerate() {
        let site = site();
        site.write("static/robots-2.txt", "first");
        site.write("static/removed.txt", "first");
        site.build();
        let foreign = ["new/index.html", "_redirects", "notes.txt", "assets/logo.svg"];
        for path in foreign {
            site.write(&format!(".croupier/preview/{path}"), "foreign");
        }
        damage(&site);

        // A page, a generated file and a file of static/ get the paths of files of other programs.
        for (source, text, path) in [
            ("content/new.md", "+++\ntitle = \"New\"\n+++\n", "new/index.html"),
            ("static/_redirects", "/a / 301\n", "_redirects"),
            ("static/notes.txt", "own", "notes.txt"),
        ] {
            site.write(source, text);
            assert_contains(&site.refused(), &["C0503", path, "move it away"]);
            site.remove(source);
        }

        // Files of earlier builds are updated and removed, and a file with the same content is no problem.
        site.write("static/robots-2.txt", "second");
        site.remove("static/removed.txt");
        site.write("static/notes.txt", "foreign");
        site.build();
        assert_eq!(site.output("robots-2.txt"), "second", "{number}");
        assert!(!site.has("removed.txt"), "{number}");
        for path in foreign {
            assert_eq!(site.output(path), "foreign", "{number} {path}");
        }
    }
}

#[test]
fn a_list_of_an_earlier_version_does_not_say_which_files_are_from_builds() {
    let site = site();
    site.write("static/a.txt", "first");
    site.build();
    let list = site.output("page-data/releases.json");
    let start = list.find(",\"others\":").unwrap();
    let end = start + list[start..].find(']').unwrap() + 1;
    site.write(
        ".croupier/preview/page-data/releases.json",
        &format!("{}{}", &list[..start], &list[end..]),
    );
    forget_builds(&site);
    // Nothing changed, so that nothing has to be replaced.
    site.build();
    assert!(site.output("page-data/releases.json").contains("\"others\""));
}
