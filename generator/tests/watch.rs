//! `croupier watch --json`: a line per event, and a clean end on SIGTERM.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use tempfile::TempDir;

struct Watch {
    child: Child,
    lines: Receiver<String>,
}

/// A watch that says nothing for so long has stopped working.
const PATIENCE: Duration = Duration::from_mins(1);

impl Watch {
    fn start(site: &Path, args: &[&str]) -> Watch {
        let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["watch", "--json", "--root"])
            .arg(site)
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| tell.send(line))
        });
        Watch { child, lines }
    }

    /// The next event of this kind.
    fn next(&mut self, kind: &str) -> Value {
        loop {
            let line = self
                .lines
                .recv_timeout(PATIENCE)
                .unwrap_or_else(|_| panic!("the watch said no {kind}"));
            let event: Value = serde_json::from_str(&line).unwrap();
            if event["event"] == kind {
                return event;
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn site() -> TempDir {
    let folder = TempDir::new().unwrap();
    let made = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .arg("new")
        .arg(folder.path().join("site"))
        .output()
        .unwrap();
    assert!(made.status.success());
    folder
}

#[test]
fn a_saved_page_is_built_again_an_error_keeps_the_last_good_output_and_sigterm_ends_with_0() {
    let folder = site();
    let root = folder.path().join("site");
    let page = root.join("content/index.md");
    let html = root.join("public/index.html");
    let mut watch = Watch::start(&root, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);

    fs::write(&page, "+++\ntitle = \"Changed\"\n+++\nNew words.\n").unwrap();
    while watch.next("build_finished")["ok"] == false {}
    let good = fs::read_to_string(&html).unwrap();
    assert!(good.contains("New words."));

    fs::write(&page, "+++\ntitle = Changed\n+++\n").unwrap();
    while watch.next("diagnostic")["code"] != "C0102" {}
    assert_eq!(watch.next("build_finished")["ok"], false);
    assert_eq!(fs::read_to_string(&html).unwrap(), good);

    // The way many editors save: another file, renamed over the old one.
    let draft = root.join("content/.index.md.swp");
    fs::write(&draft, "+++\ntitle = \"Mended\"\n+++\nMended.\n").unwrap();
    fs::rename(&draft, &page).unwrap();
    while watch.next("build_finished")["ok"] == false {}
    assert!(fs::read_to_string(&html).unwrap().contains("Mended."));

    let killed =
        Command::new("kill").args(["-TERM", &watch.child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(watch.child.wait().unwrap().code(), Some(0));
}

/// Every way in which programs change a folder; each is seen, told once, and right.
fn changes(args: &[&str]) {
    let folder = site();
    let root = folder.path().join("site");
    let page = |path: &str, title: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("+++\ntitle = \"{title}\"\n+++\n{title} words.\n")).unwrap();
    };
    let output = |path: &str| fs::read_to_string(root.join("public").join(path)).ok();
    let mut watch = Watch::start(&root, args);
    assert_eq!(watch.next("build_finished")["ok"], true);
    // A change can be told in several builds, and the first can meet a file that is half written, so what is waited for is
    // what it leads to.
    let mut until = |what: &dyn Fn() -> bool| {
        while !what() {
            watch.next("build_finished");
        }
    };
    let holds = |path: &str, words: &str| output(path).is_some_and(|text| text.contains(words));

    page("content/news/deep/one.md", "First");
    until(&|| holds("news/deep/one/index.html", "First words."));
    fs::remove_file(root.join("content/news/deep/one.md")).unwrap();
    page("content/news/deep/one.md", "Second");
    until(&|| holds("news/deep/one/index.html", "Second words."));
    fs::rename(root.join("content/news"), root.join("content/blog")).unwrap();
    until(&|| {
        holds("blog/deep/one/index.html", "Second words.")
            && output("news/deep/one/index.html").is_none()
    });
    fs::remove_dir_all(root.join("content/blog")).unwrap();
    until(&|| output("blog/deep/one/index.html").is_none());
    // As many as a checkout of another branch writes.
    for number in 0..2000 {
        page(&format!("content/many/p{number}.md"), &format!("Number {number}"));
    }
    until(&|| {
        (0..2000).all(|number| {
            holds(&format!("many/p{number}/index.html"), &format!("Number {number} words."))
        })
    });
    fs::write(root.join("static/new.txt"), "static").unwrap();
    until(&|| output("new.txt").as_deref() == Some("static"));
    // A folder with a dot in its name goes, and another takes the place of a whole source folder.
    page("content/v1.0/one.md", "Old");
    until(&|| holds("v1.0/one/index.html", "Old words."));
    fs::rename(root.join("content"), root.join("aside")).unwrap();
    page("content/index.md", "Replaced");
    until(&|| holds("index.html", "Replaced words.") && output("v1.0/one/index.html").is_none());
    page("content/index.md", "Again");
    until(&|| holds("index.html", "Again words."));
    fs::remove_dir_all(root.join("public")).unwrap();
    page("content/index.md", "Whole");
    until(&|| holds("index.html", "Whole words.") && output("sitemap.xml").is_some());
}

#[test]
fn every_way_of_changing_a_folder_is_seen() {
    changes(&[]);
}

#[test]
fn the_same_is_seen_where_changes_are_looked_for() {
    changes(&["--poll"]);
}

/// Edits files in folders called `node_modules`, which only the runtime's own folder keeps out of builds.
fn node_modules(args: &[&str]) {
    let folder = site();
    let root = folder.path().join("site");
    let write = |path: &str, text: &str| {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), text).unwrap();
    };
    let edit = |words: &str| {
        write("static/node_modules/a.txt", words);
        write("content/node_modules/b.md", &format!("+++\ntitle = \"B\"\n+++\n{words}\n"));
        write("pages/files/node_modules/c.txt", words);
    };
    edit("First");
    let mut watch = Watch::start(&root, args);
    assert_eq!(watch.next("build_finished")["ok"], true);
    edit("Second");
    let holds = |path: &str| {
        fs::read_to_string(root.join("public").join(path)).is_ok_and(|text| text.contains("Second"))
    };
    while !["node_modules/a.txt", "node_modules/b/index.html", "node_modules/c.txt"]
        .into_iter()
        .all(holds)
    {
        watch.next("build_finished");
    }
}

#[test]
fn edits_in_folders_called_node_modules_are_seen() {
    node_modules(&[]);
    node_modules(&["--poll"]);
}

#[test]
fn a_touch_without_a_change_and_a_save_of_the_same_bytes_write_nothing() {
    let folder = site();
    let root = folder.path().join("site");
    let page = root.join("content/index.md");
    let mut watch = Watch::start(&root, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);
    let bytes = fs::read(&page).unwrap();
    fs::write(&page, bytes).unwrap();
    let event = watch.next("build_finished");
    assert_eq!(
        (&event["ok"], &event["written"], &event["removed"]),
        (&true.into(), &0.into(), &0.into()),
        "{event}"
    );
}

// rows: 2.8-04
#[test]
fn an_entry_that_ends_leaves_the_page_at_its_moment_without_a_hand() {
    let folder = site();
    let root = folder.path().join("site");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let end = i64::try_from(now).unwrap() + 3;
    fs::create_dir_all(root.join("content/data/deals")).unwrap();
    fs::write(
        root.join("content/data/deals/a.toml"),
        format!("expires = {}\n", jiff::Timestamp::from_second(end).unwrap()),
    )
    .unwrap();
    fs::create_dir_all(root.join("pages/files")).unwrap();
    fs::write(
        root.join("pages/files/deals.txt"),
        "{% for it in collection(\"deals\")|current %}{{ it.id }}{% endfor %}.",
    )
    .unwrap();
    let deals = || fs::read_to_string(root.join("public/deals.txt")).unwrap();
    let mut watch = Watch::start(&root, &[]);
    let built = watch.next("build_finished");
    // A machine that is busy for longer than that has nothing to wait for.
    if built["next_change_at"] == end {
        watch.next("build_finished");
    }
    assert_eq!(deals(), ".\n");
}

#[test]
fn what_files_of_static_stand_in_the_way_of_is_told_as_by_a_clean_build() {
    let folder = site();
    let root = folder.path().join("site");
    let redirects = "[[redirects]]\nfrom = \"/old.txt\"\nto = \"/b.txt\"\n";
    let settings = fs::read_to_string(root.join("site.toml")).unwrap();
    fs::write(root.join("site.toml"), format!("{settings}\n{redirects}")).unwrap();
    fs::write(root.join("static/b.txt"), "b").unwrap();
    let mut watch = Watch::start(&root, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);
    let good = fs::read_to_string(root.join("public/_redirects")).unwrap();
    for (path, code) in [("_redirects", "C0208"), ("old.txt", "C0206")] {
        fs::write(root.join("static").join(path), "in the way").unwrap();
        while watch.next("diagnostic")["code"] != code {}
        assert_eq!(watch.next("build_finished")["ok"], false);
        fs::remove_file(root.join("static").join(path)).unwrap();
        while watch.next("build_finished")["ok"] == false {}
    }
    fs::remove_file(root.join("static/b.txt")).unwrap();
    while watch.next("diagnostic")["code"] != "C0204" {}
    assert_eq!(watch.next("build_finished")["ok"], false);
    assert_eq!(fs::read_to_string(root.join("public/_redirects")).unwrap(), good);
}

#[test]
fn what_links_lead_to_is_watched_and_each_page_of_one_file_is_built() {
    let folder = site();
    let root = folder.path().join("site");
    let page = |path: &Path, words: &str| {
        fs::write(path, format!("+++\ntitle = \"A\"\n+++\n{words}\n")).unwrap();
    };
    let outside = folder.path().join("shared");
    fs::create_dir(&outside).unwrap();
    page(&outside.join("c.md"), "First");
    page(&root.join("content/a.md"), "First");
    symlink("a.md", root.join("content/b.md")).unwrap();
    let mut watch = Watch::start(&root, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);
    let mut until = |name: &str, words: &str| {
        let html = root.join(format!("public/{name}/index.html"));
        while !fs::read_to_string(&html).is_ok_and(|text| text.contains(words)) {
            watch.next("build_finished");
        }
    };
    page(&root.join("content/a.md"), "Second");
    until("a", "Second");
    until("b", "Second");
    symlink(outside.join("c.md"), root.join("content/c.md")).unwrap();
    until("c", "First");
    page(&outside.join("c.md"), "Third");
    until("c", "Third");
    page(&outside.join("draft"), "Fourth");
    fs::rename(outside.join("draft"), outside.join("c.md")).unwrap();
    until("c", "Fourth");
}

#[test]
fn a_site_behind_a_link_is_watched() {
    let folder = site();
    let link = folder.path().join("link");
    symlink(folder.path().join("site"), &link).unwrap();
    let mut watch = Watch::start(&link, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);
    fs::write(link.join("content/index.md"), "+++\ntitle = \"Other\"\n+++\nOther words.\n")
        .unwrap();
    while !fs::read_to_string(link.join("public/index.html")).unwrap().contains("Other words.") {
        watch.next("build_finished");
    }
}

#[test]
fn a_site_whose_settings_or_sources_were_away_for_a_moment_is_whole_again() {
    let folder = site();
    let site = folder.path().join("site");
    let mut watch = Watch::start(&site, &[]);
    let pages = watch.next("build_finished")["pages"].clone();
    // As a program saves that removes a file before it writes the new one.
    fs::rename(site.join("site.toml"), site.join("away")).unwrap();
    assert_eq!(watch.next("build_finished")["ok"], false);
    fs::rename(site.join("away"), site.join("site.toml")).unwrap();
    assert_eq!(watch.next("build_finished")["pages"], pages);
    for name in ["content", "pages"] {
        fs::rename(site.join(name), site.join("away")).unwrap();
        watch.next("build_started");
        fs::rename(site.join("away"), site.join(name)).unwrap();
        while watch.next("build_finished")["pages"] != pages {}
        fs::write(
            site.join("content/index.md"),
            format!("+++\ntitle = \"Home\"\n+++\nAfter {name}.\n"),
        )
        .unwrap();
        while !fs::read_to_string(site.join("public/index.html"))
            .unwrap()
            .contains(&format!("After {name}."))
        {
            watch.next("build_finished");
        }
    }
}

#[test]
fn a_heading_that_is_written_otherwise_moves_the_text_of_every_page_of_its_list() {
    let folder = site();
    let root = folder.path().join("site");
    fs::create_dir_all(root.join("content/news")).unwrap();
    for name in ["a", "b"] {
        fs::write(
            root.join(format!("content/news/{name}.md")),
            format!("+++\ntitle = \"{name}\"\n+++\n"),
        )
        .unwrap();
    }
    let list = |heading: &str| {
        let text = format!("+++\npaginate_by = 1\n+++\n{heading}\n\nAll that is new.\n");
        fs::write(root.join("content/news/index.md"), text).unwrap();
    };
    list("# News");
    let mut watch = Watch::start(&root, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);
    let shown = || {
        ["news", "news/page/2"]
            .map(|page| fs::read_to_string(root.join(format!("public/{page}/index.html"))).unwrap())
    };
    let before = shown();
    assert!(before.iter().all(|html| html.contains("<p>All that is new.</p>")));
    for heading in ["#      News      ######", "News\n==="] {
        list(heading);
        assert_eq!(watch.next("build_finished")["ok"], true);
        assert_eq!(shown(), before, "after `{heading}`");
    }
}

#[test]
fn a_failed_build_is_repeated_when_a_page_becomes_due() {
    let folder = site();
    let root = folder.path().join("site");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let due = i64::try_from(now).unwrap() + 4;
    // The link is broken until the other page is published.
    fs::write(root.join("content/early.md"), "+++\ntitle = \"Early\"\n+++\n[late](/late/)\n")
        .unwrap();
    let late = format!(
        "+++\ntitle = \"Late\"\npublish_at = {}\n+++\n",
        jiff::Timestamp::from_second(due).unwrap()
    );
    fs::write(root.join("content/late.md"), late).unwrap();
    let mut watch = Watch::start(&root, &[]);
    let first = watch.next("build_finished");
    // A busy machine can start the watch after the page is due.
    if first["ok"] == false {
        assert_eq!(watch.next("build_finished")["ok"], true);
    }
    assert!(root.join("public/late/index.html").is_file());
}

#[test]
fn a_build_that_fails_after_an_edit_is_repeated_when_a_page_becomes_due() {
    let folder = site();
    let root = folder.path().join("site");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let due = i64::try_from(now).unwrap() + 5;
    let late = format!(
        "+++\ntitle = \"Late\"\npublish_at = {}\n+++\n",
        jiff::Timestamp::from_second(due).unwrap()
    );
    fs::write(root.join("content/late.md"), late).unwrap();
    let mut watch = Watch::start(&root, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);
    fs::write(root.join("content/bad.md"), "+++\ntitle = \n+++\n").unwrap();
    // The edit can cause several builds. The clock causes the last one: nothing is edited by then.
    let mut now = 0;
    while now < due {
        assert_eq!(watch.next("build_finished")["ok"], false);
        now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs().try_into().unwrap();
    }
}
