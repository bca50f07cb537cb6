//! `[git] dates`: pages with the dates of their commits.

use std::process::Command;

use croupier::{BuildOptions, Clock, Engine};

use crate::common::{Site, SiteBuilder, assert_contains, printed_text};

/// Runs Git in the folder of a site, as an author at a time in epoch seconds.
pub(crate) fn git(folder: &std::path::Path, author: &str, time: i64, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments);
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), author);
        command.env(format!("GIT_{role}_EMAIL"), "author@example.com");
        command.env(format!("GIT_{role}_DATE"), format!("@{time} +0000"));
    }
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let output = command.output().unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", printed_text(&output));
}

/// The time of builds.
const START: i64 = 1_767_225_600;

/// Commits all files of a site.
fn commit(site: &Site, author: &str, time: i64) {
    git(site.root(), author, time, &["add", "--all"]);
    git(site.root(), author, time, &["commit", "--quiet", "--message", "Edit"]);
}

const TEMPLATE: &str = "{{ page.source_path }} {{ page.date or 'None' }} {{ page.updated or 'None' }} {% if page.git %}{{ page.git.created|default(\"unknown\", true) }} {{ page.git.updated or 'None' }} {{ page.git.author }} {{ page.git.commit|length }}{% endif %}";
const LIST: &str = "{% for it in section(\"/posts/\", sort_by=\"updated\") %}{{ it.title }} {{ it.updated or 'None' }};{% endfor %}";

/// A site in a repository with one commit, at 1,000,000 s.
fn site() -> Site {
    let site = SiteBuilder::bare()
        .settings("[git]\ndates = true\n[[feeds]]\npath = \"/feed.xml\"\nsection = \"/posts/\"\nformat = \"atom\"\n")
        .file(".gitignore", ".croupier/\npublic/\n")
        .file("pages/page.html", TEMPLATE)
        .file("pages/list.html", LIST)
        .page("index", "title = \"Home\"\ntemplate = \"list\"\n", "")
        .page("posts/a", "title = \"A\"\ndescription = \"d\"\ndate = 1970-01-02\n", "One.\n")
        .page("posts/b", "title = \"B\"\ndescription = \"d\"\nupdated = 1970-01-03\n", "One.\n")
        .page("posts/c", "title = \"C\"\ndescription = \"d\"\n", "One.\n")
        .create();
    git(site.root(), "", 0, &["init", "--quiet"]);
    commit(&site, "Ada", 1_000_000);
    site
}

/// Builds in a process of its own with verification, and returns how many pages were rendered.
fn rendered(site: &Site) -> usize {
    let options = BuildOptions {
        profile: croupier::Profile::Preview,
        root: site.root().to_owned(),
        verify: true,
        extensions: croupier::extensions(),
        ..BuildOptions::default()
    };
    let mut engine = Engine::new(&options, Clock { build_year: 2026, now: START });
    let report = engine.build(None, &|_| {}).unwrap();
    engine.save().unwrap();
    report.rendered
}

#[test]
fn pages_lists_feeds_and_the_sitemap_have_the_dates_of_commits() {
    let site = site();
    let text = site.build();
    assert!(!text.contains("C0230"), "{text}");
    let page = |name: &str| site.output(&format!("posts/{name}/index.html")).trim().to_owned();
    let first = "1970-01-12T13:46:40Z";
    assert_eq!(page("a"), format!("content/posts/a.md 1970-01-02 {first} {first} {first} Ada 40"));
    // `updated` of the front matter remains.
    assert_eq!(page("b"), format!("content/posts/b.md None 1970-01-03 {first} {first} Ada 40"));
    site.write("content/posts/c.md", "+++\ntitle = \"C\"\ndescription = \"d\"\n+++\nTwo.\n");
    commit(&site, "Bo Li", 2_000_000);
    site.build();
    let last = "1970-01-24T03:33:20Z";
    assert_eq!(page("c"), format!("content/posts/c.md None {last} {first} {last} Bo Li 40"));
    assert_contains(&site.output("index.html"), &[&format!("C {last};A {first};B 1970-01-03;")]);
    assert_contains(&site.output("sitemap.xml"), &[&format!("/c/</loc><lastmod>{last}<")]);
    assert_contains(&site.output("feed.xml"), &[&format!("<updated>{first}</updated>")]);
    site.same_as_clean();
}

#[test]
fn a_commit_renders_only_the_pages_whose_dates_it_changes() {
    let site = site();
    site.build();
    assert_eq!(rendered(&site), 0);
    site.append("content/posts/a.md", "Two.\n");
    // The page, which still has the dates of its last commit.
    assert_eq!(rendered(&site), 1);
    assert_contains(&site.output("posts/a/index.html"), &["1970-01-12T13:46:40Z Ada"]);
    commit(&site, "Bo", 2_000_000);
    // The page and the list that shows it.
    assert_eq!(rendered(&site), 2);
    assert_contains(&site.output("posts/a/index.html"), &["1970-01-24T03:33:20Z Bo"]);
    site.same_as_clean();
    // A commit of other files, and one that moves a page.
    site.write("notes.txt", "x");
    commit(&site, "Bo", 3_000_000);
    assert_eq!(rendered(&site), 0);
    git(site.root(), "Bo", 4_000_000, &["mv", "content/posts/a.md", "content/posts/z.md"]);
    commit(&site, "Cy", 4_000_000);
    site.build();
    assert_contains(
        &site.output("posts/z/index.html"),
        &["1970-01-12T13:46:40Z 1970-01-24T03:33:20Z Bo"],
    );
    site.same_as_clean();
}

#[test]
fn a_shallow_clone_has_no_wrong_dates_and_says_how_to_fetch_the_others() {
    let origin = site();
    origin.append("content/posts/a.md", "Two.\n");
    commit(&origin, "Bo", 2_000_000);
    let clone = tempfile::TempDir::new().unwrap();
    let url = format!("file://{}", origin.root().display());
    git(clone.path(), "", 0, &["clone", "--quiet", "--depth", "2", &url, "shallow"]);
    // With a commit of its own, the oldest of two commits is the boundary.
    let root = clone.path().join("shallow");
    git(&root, "", 0, &["fetch", "--quiet", "--depth", "1"]);
    std::fs::write(
        root.join("content/posts/b.md"),
        "+++\ntitle = \"B\"\ndescription = \"d\"\n+++\nTwo.\n",
    )
    .unwrap();
    git(&root, "Cy", 3_000_000, &["commit", "--quiet", "--all", "--message", "Edit"]);
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["build", "--preview", "--out", "public"])
        .current_dir(&root)
        .output()
        .unwrap();
    let text = printed_text(&output);
    assert_contains(&text, &["C0230", "shallow clone", "fetch-depth: 0", "site.toml:4"]);
    let page = |name: &str| {
        let html = std::fs::read_to_string(root.join(format!("public/posts/{name}/index.html")));
        html.unwrap().trim().to_owned()
    };
    // The commit of `a` is the oldest that the clone has, so that it may not be the last one of the file.
    assert_eq!(page("a"), "content/posts/a.md 1970-01-02 None");
    let last = "1970-02-04T17:20:00Z";
    assert_eq!(page("b"), format!("content/posts/b.md None {last} unknown {last} Cy 40"));
}

#[test]
fn production_reports_changes_without_a_commit() {
    let site = site();
    let production = || {
        let output = site.run(&["build", "--profile", "production"]);
        printed_text(&output)
    };
    site.write("site.toml", &site.read("site.toml").replace("example.com", "lantern-casino.com"));
    assert!(!production().contains("C0230"), "{}", production());
    site.append("content/posts/a.md", "Two.\n");
    assert_contains(&production(), &["C0230", "content/posts/a.md has changes without a commit"]);
    site.write("content/posts/new.md", "+++\ntitle = \"New\"\n+++\n");
    assert_contains(&production(), &["2 content files, such as content/posts/a.md, have changes"]);
    assert_eq!(site.output("posts/new/index.html").trim(), "content/posts/new.md None None");
    // Previews are for such changes.
    assert!(!site.build().contains("C0230"));
    commit(&site, "Ada", 2_000_000);
    assert!(!production().contains("C0230"));
}

#[test]
fn a_site_outside_of_a_repository_is_a_warning_with_a_location() {
    let site = SiteBuilder::new().settings("[git]\ndates = true\n").create();
    let text = site.build();
    assert_contains(&text, &["C0230", "not a git repository", "site.toml:4"]);
    // It is reported again, and can be switched off.
    assert_contains(&site.build(), &["C0230"]);
    site.append("site.toml", "[checks]\ngit_history = \"off\"\n");
    assert!(!site.build().contains("C0230"));
    site.write("site.toml", &site.read("site.toml").replace("dates", "date"));
    assert_contains(&site.refused(), &["unknown field `date`", "did you mean `dates`?"]);
}

#[test]
fn a_repository_without_commits_has_no_dates() {
    let site = SiteBuilder::new()
        .settings("[git]\ndates = true\n")
        .file("pages/page.html", TEMPLATE)
        .create();
    git(site.root(), "", 0, &["init", "--quiet"]);
    assert!(!site.build().contains("C0230"));
    assert_contains(&site.output("index.html"), &["content/index.md None None"]);
}
