//! `croupier watch --json`: a line per event, and a clean end on SIGTERM.
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at real folders")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

struct Watch {
    child: Child,
    lines: Receiver<String>,
}

/// A watch that says nothing for so long has stopped working.
const PATIENCE: Duration = Duration::from_mins(1);

impl Watch {
    fn start(site: &Path, flags: &[&str]) -> Watch {
        let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["watch", "--json", "--root"])
            .arg(site)
            .args(flags)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (tell, lines) = channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Watch { child, lines }
    }

    /// The next event of this kind.
    fn next(&mut self, kind: &str) -> Value {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("the watch said no {kind}"));
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
    let made = Command::new(env!("CARGO_BIN_EXE_croupier")).arg("new").arg(folder.path().join("site")).output().unwrap();
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

    let killed = Command::new("kill").args(["-TERM", &watch.child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(watch.child.wait().unwrap().code(), Some(0));
}

/// Every way in which programs change a folder; each is seen, told once, and right.
fn changes(flags: &[&str]) {
    let folder = site();
    let root = folder.path().join("site");
    let page = |path: &str, title: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("+++\ntitle = \"{title}\"\n+++\n{title} words.\n")).unwrap();
    };
    let output = |path: &str| fs::read_to_string(root.join("public").join(path)).ok();
    let mut watch = Watch::start(&root, flags);
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
    until(&|| holds("blog/deep/one/index.html", "Second words.") && output("news/deep/one/index.html").is_none());
    fs::remove_dir_all(root.join("content/blog")).unwrap();
    until(&|| output("blog/deep/one/index.html").is_none());
    // As many as a checkout of another branch writes.
    for number in 0..2000 {
        page(&format!("content/many/p{number}.md"), &format!("Number {number}"));
    }
    until(&|| (0..2000).all(|number| holds(&format!("many/p{number}/index.html"), &format!("Number {number} words."))));
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
    assert_eq!((&event["ok"], &event["written"], &event["removed"]), (&true.into(), &0.into(), &0.into()), "{event}");
}
