//! The output folder: concurrent builds, files of other programs, moved sites, retained files and the list of changes.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;

use crate::common::{
    SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics, install, printed_text, tree,
};

#[test]
fn concurrent_builds_of_two_sites_into_one_folder_do_not_mix() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let sites = ["first", "second"].map(|name| {
        let text = format!("The {name} site.\n");
        let add =
            |site: SiteBuilder, page| site.page(&format!("p{page}"), "title = \"Page\"\n", &text);
        let site = (0..40).fold(SiteBuilder::new(), add).create();
        site.build();
        site
    });
    let outputs = sites.each_ref().map(Site::tree);
    for turn in 0..12 {
        let running = sites.each_ref().map(|site| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
            command
                .args(["build", "--preview"])
                .arg("--out")
                .arg(&out)
                .current_dir(site.root())
                .env("SOURCE_DATE_EPOCH", "1767225600");
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        });
        for child in running {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "turn {turn}: {}", printed_text(&output));
        }
        assert!(outputs.contains(&tree(&out)), "turn {turn}: the output is neither site");
    }
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "a build left files next to the output folder"
    );
}

#[test]
fn a_build_into_an_empty_folder_keeps_the_folder_and_its_permissions() {
    let site = Site::small();
    let out = site.root().join(".croupier/preview");
    fs::create_dir_all(&out).unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o2775)).unwrap();
    let before = fs::metadata(&out).unwrap();
    site.build();
    let after = fs::metadata(&out).unwrap();
    assert_eq!(
        (before.ino(), before.mode(), before.uid()),
        (after.ino(), after.mode(), after.uid())
    );
    assert!(site.has("index.html"));
}

#[test]
fn a_site_whose_content_is_missing_is_refused_and_stays_published() {
    let site = Site::small();
    site.build();
    let published = site.tree();
    let (content, away) = (site.root().join("content"), site.root().join("away"));
    fs::rename(&content, &away).unwrap();
    for _ in 0..2 {
        assert_contains(&site.refused(), &["error[C0008]: the site has no pages", "content/"]);
    }
    // A folder that is not mounted is empty.
    fs::create_dir(&content).unwrap();
    fs::write(content.join("about.txt"), "x").unwrap();
    assert_contains(&printed_text(&site.run(&["check"])), &["error[C0008]: the site has no pages"]);
    assert_eq!(site.tree(), published);

    fs::remove_dir_all(&content).unwrap();
    fs::rename(&away, &content).unwrap();
    site.build();
    site.same_as_clean();
}

#[test]
fn a_site_of_files_needs_no_pages() {
    let site = Site::new("name = \"Files\"\nbase_url = \"https://files.example\"\n");
    site.write("pages/files/app.json", "{\"name\": {{ site.name|tojson }}}");
    site.write("static/index.html", "<!doctype html><title>Files</title>");
    site.build();
    assert!(site.has("index.html") && site.has("app.json"));
}

#[test]
fn a_first_build_with_an_error_creates_no_output_folder() {
    let site = Site::small();
    site.write("content/index.md", "+++\ntitle = 1\n+++\n");
    site.refused();
    assert!(!site.root().join(".croupier/preview").exists());
}

#[test]
fn a_broken_link_leaves_pages_slices_files_and_feeds_as_they_were_published() {
    let site = SiteBuilder::bare()
        .settings("[[feeds]]\npath = \"/feed.xml\"\nsection = \"/news/\"\nformat = \"atom\"\ncontent = \"full\"\n")
        .file("pages/shell.html", "{{ slice(\"menu\") }}{{ main }}")
        .file("pages/slices/menu.html", "{{ data.menu.label }}")
        .file("pages/files/menu.txt", "{{ data.menu.label }}")
        .file("content/data/menu.toml", "label = \"Menu\"\n")
        .page("news/a", "title = \"A\"\ndate = 2025-01-01\n", "Text.\n")
        .create();
    site.build();
    site.write("content/data/menu.toml", "label = \"Other\"\n");
    site.append("content/news/a.md", "More. [missing](/missing/)\n");
    assert_diagnostics!(site.refused());
    site.write("content/missing.md", "+++\ntitle = \"M\"\n+++\n");
    site.build();
    for (path, text) in [
        ("news/a/index.html", "Other"),
        ("menu.txt", "Other"),
        ("slice-data/menu.json", "Other"),
        ("feed.xml", "More."),
    ] {
        assert_contains(&site.output(path), &[text]);
    }
    site.same_as_clean();
}

#[test]
fn a_file_can_become_a_folder_and_a_folder_a_file() {
    let site = Site::small();
    for _ in 0..2 {
        site.write("static/a", "a file");
        site.write("static/b/c/d.txt", "deep");
        site.build();
        site.same_as_clean();
        site.remove("static/a");
        fs::remove_dir_all(site.root().join("static/b")).unwrap();
        site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n");
        site.write("static/b", "a file");
        site.build();
        site.same_as_clean();
        site.remove("content/a.md");
        site.remove("static/b");
    }
}

#[test]
fn files_and_folders_of_another_program_are_not_replaced() {
    let site = Site::small();
    site.build();
    site.write(".croupier/preview/a", "another program's");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n");
    let report = site.refused();
    assert_diagnostics!(report);
    site.remove("content/a.md");
    site.write(".croupier/preview/b/c.txt", "another program's");
    site.write("static/b", "a file");
    let report = site.refused();
    assert_diagnostics!(report);
}

#[test]
fn an_output_folder_that_is_a_link_to_nothing_is_an_error() {
    let site = Site::small();
    let folder = site.root().join("gone");
    symlink(&folder, site.root().join("out")).unwrap();
    let build = || site.run(&["build", "--preview", "--out", "out"]);
    let output = build();
    assert_eq!(output.status.code(), Some(3));
    assert_contains(&printed_text(&output), &["C0502", "the target of the link does not exist"]);

    fs::create_dir(&folder).unwrap();
    assert!(build().status.success() && folder.join("index.html").is_file());
}

#[test]
fn a_state_that_cannot_be_written_is_a_warning() {
    let site = Site::small();
    symlink(site.root().join("gone"), site.root().join(".croupier")).unwrap();
    let build = || site.run(&["build"]);
    let output = build();
    assert!(output.status.success() && site.root().join("public/index.html").is_file());
    assert_contains(
        &printed_text(&output),
        &["warning: the state of the build cannot be written to .croupier/: ", "starts without it"],
    );

    fs::create_dir(site.root().join("gone")).unwrap();
    build();
    assert!(!printed_text(&build()).contains("cannot be written"));
}

#[test]
fn two_pages_with_one_output_path_are_an_error() {
    let site = Site::small();
    for (name, path) in [("x", "/index.html"), ("y", "/a/index.html")] {
        site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n");
        site.write(
            &format!("content/{name}.md"),
            &format!("+++\ntitle = \"X\"\npath = \"{path}\"\n+++\n"),
        );
        let report = site.refused();
        assert_contains(&report, &["C0202"]);
        site.remove(&format!("content/{name}.md"));
    }
}

#[test]
fn a_moved_site_with_its_output_is_not_rendered_again() {
    let site = Site::small();
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\nOne.\n");
    site.build();
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\nTwo.\n");
    site.build();
    let home = TempDir::new().unwrap();
    let (generator, root) = (home.path().join("croupier"), home.path().join("site"));
    install(&fs::read(env!("CARGO_BIN_EXE_croupier")).unwrap(), &generator);
    for (path, bytes) in tree(site.root()) {
        let target = root.join(path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(target, bytes).unwrap();
    }
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&generator);
        let output = command
            .args(arguments)
            .current_dir(&root)
            .env("SOURCE_DATE_EPOCH", "1767225600")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", printed_text(&output));
        printed_text(&output)
    };
    run(&["build", "--preview"]);
    let report = run(&["explain", "--preview", "/a/"]);
    assert_contains(&report, &["was rendered last because its own file changed"]);
    fs::write(root.join(".croupier/preview/a/index.html"), "of the same length?").unwrap();
    run(&["build", "--preview"]);
    assert_eq!(tree(&root.join(".croupier/preview")), site.tree());
}

#[test]
fn a_file_that_disappears_during_a_build_is_no_error() {
    let site = Site::small();
    site.write("static/a.txt", "a");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Vim creates and removes the file 4913 before each save to test whether it can write.
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for folder in ["content", "static", "pages", "content/data"] {
                    site.write(&format!("{folder}/4913"), "");
                    site.remove(&format!("{folder}/4913"));
                }
            }
        });
        let failed: Vec<String> = (0..40)
            .map(|_| site.run(&["check", "--preview"]))
            .filter(|it| !it.status.success())
            .map(|it| printed_text(&it))
            .collect();
        done.store(true, Ordering::Relaxed);
        assert!(failed.is_empty(), "{} of 40 failed, such as\n{}", failed.len(), failed[0]);
    });
}

#[test]
fn results_of_static_queries_of_earlier_releases_are_kept_for_open_tabs() {
    let site = Site::small();
    site.write("pages/page.html", "{{ static_query(\"menu\") }}{{ page.body }}");
    let queries = || {
        let folder = site.root().join(".croupier/preview/page-data/sq/d");
        fs::read_dir(folder)
            .unwrap()
            .map(|it| it.unwrap().file_name())
            .collect::<std::collections::BTreeSet<_>>()
    };
    site.write("content/data/menu.toml", "label = \"Menu\"\n");
    site.build();
    let first = queries();
    site.write("content/data/menu.toml", "label = \"Other\"\n");
    site.build();
    assert!(queries().len() == 2 && queries().is_superset(&first), "{:?}", queries());
    site.same_as_clean();
    site.write("site.toml", &format!("{SETTINGS}[output]\nkeep_releases = 0\n"));
    site.build();
    assert!(queries().len() == 1 && queries().is_disjoint(&first), "{:?}", queries());
}

#[test]
fn the_list_of_changes_is_in_upload_order() {
    let site = Site::small();
    site.enable_page_data();
    site.write("content/é.md", "+++\ntitle = \"E\"\n+++\n");
    let list = || {
        let output = site.run(&["build", "--preview", "--changes", "changes.tsv"]);
        assert!(output.status.success(), "{}", printed_text(&output));
        let text = site.read("changes.tsv");
        text.lines()
            .map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    let first = list();
    assert_eq!(first.len(), site.tree().len(), "{first:?}");
    assert!(first.iter().all(|it| it[0] == "added"));
    assert_eq!(first.last().unwrap()[1], "page-data/app-data.json");
    let at = |path: &str| first.iter().position(|it| it[1] == path).unwrap();
    assert!(at("page-data/é/page-data.json") < at("é/index.html"));
    assert_eq!(first[at("é/index.html")][2], "https://example.com/%C3%A9/");
    assert_eq!(first[at("index.html")][2], "https://example.com/");
    assert_eq!(
        first[at("page-data/index/page-data.json")][2],
        "https://example.com/page-data/index/page-data.json"
    );

    // Repeating the build gives the same list.
    assert_eq!(list(), first);
}

#[test]
fn the_list_of_changes_compares_with_the_deployed_release() {
    let site = Site::small();
    site.write("static/site.css", "a{}");
    let list = || {
        let output = site.run(&[
            "build",
            "--preview",
            "--changes",
            "changes.tsv",
            "--since",
            "deployed.tsv",
            "--manifest",
            "next.tsv",
        ]);
        assert!(output.status.success(), "{}", printed_text(&output));
        let text = site.read("changes.tsv");
        let line = |line: &str| {
            let mut fields = line.split('\t').map(str::to_owned);
            let change = fields.next().unwrap();
            (fields.next().unwrap(), change)
        };
        text.lines().map(line).collect::<BTreeMap<String, String>>()
    };
    let deploy =
        || std::fs::rename(site.root().join("next.tsv"), site.root().join("deployed.tsv")).unwrap();
    // Nothing was deployed, and an earlier build does not matter.
    site.build();
    assert_eq!(list().len(), site.tree().len());
    assert_eq!(list().len(), site.tree().len());
    deploy();
    assert_eq!(list(), BTreeMap::new());
    // A build between two deployments, such as a preview, does not hide changes.
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nNew\n");
    site.write("static/site.css", "b{}");
    site.build();
    site.write("static/new.txt", "new");
    site.write("content/é.md", "+++\ntitle = \"E\"\n+++\n");
    site.build();
    for _ in 0..2 {
        let changes = list();
        assert_eq!(changes["index.html"], "changed");
        assert_eq!(changes["site.css"], "changed");
        assert_eq!(changes["new.txt"], "added");
        assert_eq!(changes["é/index.html"], "added");
        assert_eq!(changes.get("robots.txt"), None);
    }
    deploy();
    site.remove("content/é.md");
    assert_eq!(list()["é/index.html"], "removed");
    site.write("deployed.tsv", "{}");
    let output =
        site.run(&["build", "--preview", "--changes", "changes.tsv", "--since", "deployed.tsv"]);
    assert_eq!(output.status.code(), Some(2));
    assert_contains(&printed_text(&output), &["deployed.tsv is not a manifest"]);
}

#[test]
fn the_list_of_changes_escapes_names_and_removes_what_is_in_the_way_first() {
    let site = Site::small();
    let settings = SETTINGS.replace("example.com", "example.com/é");
    site.write("site.toml", &format!("{settings}[output]\nkeep_releases = 0\n"));
    site.write("static/ta\tb\nc.txt", "1");
    site.write("static/file", "1");
    site.write("static/folder/a.txt", "1");
    let list = || {
        let lists = ["--changes", "changes.tsv", "--since", "since.tsv", "--manifest", "next.tsv"];
        let output = site.run(&[&["build", "--preview"], &lists[..]].concat());
        assert!(output.status.success(), "{}", printed_text(&output));
        std::fs::rename(site.root().join("next.tsv"), site.root().join("since.tsv")).unwrap();
        site.read("changes.tsv")
    };

    let url = "https://example.com/%C3%A9/ta%09b%0Ac.txt";
    assert_contains(&list(), &[&format!("added\tta\\tb\\nc.txt\t{url}\n")]);
    assert_eq!(list(), "");

    site.remove("static/file");
    site.remove("static/folder/a.txt");
    std::fs::remove_dir(site.root().join("static/folder")).unwrap();
    site.write("static/file/a.txt", "1");
    site.write("static/folder", "1");
    let changes = list();
    let lines = changes.lines().map(|line| line.rsplit_once('\t').unwrap().0);
    let expected = [
        "removed\tfile",
        "removed\tfolder/a.txt",
        "added\tfile/a.txt",
        "added\tfolder",
        "changed\tpage-data/releases.json",
    ];
    let mut lines: Vec<&str> = lines.collect();
    lines[2..].sort_unstable();
    assert_eq!(lines, expected);
}

#[test]
fn the_output_of_another_site_is_not_replaced() {
    let (first, second) = (Site::small(), Site::small());
    let out = first.root().join("out");
    let out = out.to_str().unwrap();
    let build = |site: &Site, url: &str| {
        let output =
            site.run(&["build", "--preview", "--out", out, "--base-url", url, "--allow-samples"]);
        (output.status.code(), printed_text(&output))
    };

    let (a, b) = ("https://a.example.com", "https://b.example.com");
    first.write("content/only.md", "+++\ntitle = \"Only\"\n+++\n");
    assert_eq!(build(&first, a).0, Some(0));
    let before = tree(first.root());
    let (code, text) = build(&second, b);
    assert_eq!(code, Some(1), "{text}");
    let expected = [
        "error[C0504]",
        "contains the output of the site https://a.example.com, and this build is for https://b.example.com",
        "croupier clean --out",
    ];
    assert_contains(&text, &expected);
    assert_eq!(tree(first.root()), before);

    // The same site can be built for another URL, also if another machine built it before.
    assert_eq!(build(&first, "https://c.example.com").0, Some(0));
    std::fs::remove_dir_all(first.root().join(".croupier")).unwrap();
    assert_eq!(build(&first, "https://c.example.com").0, Some(0));

    assert!(second.run(&["clean", "--out", out]).status.success());
    assert_eq!(build(&second, b).0, Some(0));
}

#[test]
fn page_data_is_written_only_if_something_reads_it() {
    let site = Site::small();
    site.build();
    assert!(!site.has("page-data/index/page-data.json"));
    site.write(
        "content/index.md",
        "+++\ntitle = \"Home\"\n+++\n[data](/page-data/index/page-data.json)\n",
    );
    assert_diagnostics!(site.refused());
    site.enable_page_data();
    site.build();
    assert!(site.has("page-data/index/page-data.json"));
    site.same_as_clean();
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    site.write("site.toml", &format!("{SETTINGS}[output]\npage_data = false\n"));
    site.build();
    assert!(!site.has("page-data/index/page-data.json"));
    site.same_as_clean();
}

#[test]
fn a_build_reports_the_pages_that_it_left_out() {
    let site = Site::small();
    assert!(!site.build().contains("left out"));
    for (name, front_matter) in [
        ("a", "draft = true"),
        ("b", "publish_at = 2026-12-01T18:00:00Z"),
        ("c", "publish_at = 2026-11-01"),
        ("d", "expire_at = 2025-01-01"),
    ] {
        site.write(
            &format!("content/{name}.md"),
            &format!("+++\ntitle = \"T\"\n{front_matter}\n+++\n"),
        );
    }
    let expected = [
        "left out 1 draft and 2 scheduled pages\n",
        "next change: content/c.md is published at 2026-11-01T00:00:00Z\n",
    ];
    assert_contains(&site.build(), &expected);
    // A build without changes reports them, too.
    assert_contains(&site.build(), &expected);
    let output = site.run(&["build", "--preview", "--json"]);
    assert_contains(
        &printed_text(&output),
        &[
            "\"drafts\":1",
            "\"scheduled\":2",
            "\"next_change_at\":1793491200",
            "\"next_change\":{\"at\":1793491200,\"file\":\"content/c.md\",\"kind\":\"published\",\"local_time\":\"2026-11-01T00:00:00Z\"}",
        ],
    );
    assert!(!printed_text(&site.run(&["build", "--preview", "--drafts"])).contains("left out"));
}

#[test]
fn a_build_says_what_changes_next_and_when() {
    let site = SiteBuilder::new()
        .file("site.toml", "name = \"Site\"\nbase_url = \"https://example.org\"\ntime_zone = \"America/Toronto\"\n")
        .file("pages/page.html", "{% for it in collection(\"events\")|current %}{{ it.name }}{% endfor %}{{ page.body }}")
        .file("content/data/events/show.toml", "name = \"Show\"\nstarts = \"2026-12-24\"\nexpires = \"2026-12-27\"\n")
        .page("a", "title = \"A\"\nexpire_at = 2026-12-25T18:00:00\n", "")
        .create();
    assert_contains(
        &site.build(),
        &[
            "next change: an entry of content/data/events/show.toml changes at 2026-12-24T00:00:00-05:00\n",
        ],
    );
    site.write("content/data/events/show.toml", "name = \"Show\"\nexpires = \"2026-12-27\"\n");
    assert_contains(
        &site.build(),
        &["next change: content/a.md expires at 2026-12-25T18:00:00-05:00\n"],
    );
    // With drafts, all pages and entries are shown.
    let drafts = site.run(&["build", "--preview", "--drafts"]);
    assert!(!printed_text(&drafts).contains("next change"));
}

/// Runs the binary with at most this much memory for its data, in kilobytes.
fn run_with_memory(site: &Site, kilobytes: u32, arguments: &[&str]) -> std::process::Output {
    let script = format!("ulimit -d {kilobytes} && exec \"$0\" \"$@\"");
    std::process::Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_croupier")])
        .args(arguments)
        .current_dir(site.root())
        .env("RAYON_NUM_THREADS", "2")
        .output()
        .unwrap()
}

#[test]
fn large_static_files_and_page_assets_are_copied_without_being_in_memory() {
    const SIZE: u64 = 700 << 20;
    let site = Site::small();
    site.write("content/a/index.md", "+++\ntitle = \"A\"\n+++\n");
    // Files without blocks on disk.
    for path in ["static/film.mp4", "content/a/film.mp4"] {
        site.write(path, "");
        let file = std::fs::File::options().write(true).open(site.root().join(path)).unwrap();
        file.set_len(SIZE).unwrap();
    }
    let built = run_with_memory(&site, 400_000, &["build", "--preview"]);
    assert!(built.status.success(), "{}", printed_text(&built));
    for path in ["film.mp4", "a/film.mp4"] {
        assert_eq!(std::fs::metadata(site.out().join(path)).unwrap().len(), SIZE);
    }
    // Without the records of the last build, the files are compared.
    std::fs::remove_dir_all(site.root().join(".croupier/cache")).unwrap();
    let built = run_with_memory(&site, 400_000, &["build", "--preview"]);
    assert_contains(&printed_text(&built), &["0 files written"]);
}
