//! `croupier watch --json`: events, changes of sources, and SIGTERM.

use std::fs;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::server::Server;
use crate::common::{assert_contains, install};
use crate::languages::bilingual;

/// A running `croupier watch --json`.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

/// The longest time without an event before a test fails.
const PATIENCE: Duration = Duration::from_mins(1);

impl Watch {
    fn start(site: &Path, args: &[&str]) -> Watch {
        Watch::of_live_site(site, &[&["--preview"], args].concat())
    }

    fn of_live_site(site: &Path, args: &[&str]) -> Watch {
        Watch::spawn(&mut Watch::command(site, args))
    }

    fn command(site: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(["watch", "--json", "--root"]).arg(site).args(args);
        command
    }

    fn spawn(command: &mut Command) -> Watch {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Watch { child, lines }
    }

    /// Waits for the next event.
    fn next_event(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("the watch reported no event");
        serde_json::from_str(&line).unwrap()
    }

    /// Waits for the next event of this kind.
    fn next(&mut self, kind: &str) -> Value {
        loop {
            let event = self.next_event();
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

/// A folder with a new site in `site/`.
fn site() -> TempDir {
    let folder = TempDir::new().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .arg("new")
        .arg(folder.path().join("site"))
        .output()
        .unwrap();
    assert!(output.status.success());
    folder
}

#[test]
fn saved_pages_are_built_and_sigterm_exits_with_0() {
    let folder = site();
    let root = folder.path().join("site");
    let page = root.join("content/index.md");
    let html = root.join(".croupier/preview/index.html");
    let mut watch = Watch::start(&root, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);

    fs::write(&page, "+++\ntitle = \"Changed\"\n+++\nNew words.\n").unwrap();
    while watch.next("build_finished")["ok"] == false {}
    let last_output = fs::read_to_string(&html).unwrap();
    assert_contains(&last_output, &["New words."]);

    fs::write(&page, "+++\ntitle = Changed\n+++\n").unwrap();
    while watch.next("diagnostic")["code"] != "C0102" {}
    assert_eq!(watch.next("build_finished")["ok"], false);
    assert_eq!(fs::read_to_string(&html).unwrap(), last_output);

    // Many editors write another file and rename it to the old name.
    let draft = root.join("content/.index.md.swp");
    fs::write(&draft, "+++\ntitle = \"Fixed\"\n+++\nFixed.\n").unwrap();
    fs::rename(&draft, &page).unwrap();
    while watch.next("build_finished")["ok"] == false {}
    assert!(fs::read_to_string(&html).unwrap().contains("Fixed."));

    let killed =
        Command::new("kill").args(["-TERM", &watch.child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(watch.child.wait().unwrap().code(), Some(0));
}

/// Changes a site in every way in which programs change folders, and waits for the correct output after each change.
fn changes(args: &[&str]) {
    let folder = site();
    let root = folder.path().join("site");
    let page = |path: &str, title: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("+++\ntitle = \"{title}\"\n+++\n{title} words.\n")).unwrap();
    };
    let output = |path: &str| fs::read_to_string(root.join(".croupier/preview").join(path)).ok();
    let mut watch = Watch::start(&root, args);
    assert_eq!(watch.next("build_finished")["ok"], true);
    // A change can cause several builds, and the first can read a file that is written partly. The test waits for the output.
    let mut until = |is_done: &dyn Fn() -> bool| {
        while !is_done() {
            watch.next("build_finished");
        }
    };
    let has_text = |path: &str, part: &str| output(path).is_some_and(|text| text.contains(part));

    page("content/news/deep/one.md", "First");
    until(&|| has_text("news/deep/one/index.html", "First words."));
    fs::remove_file(root.join("content/news/deep/one.md")).unwrap();
    page("content/news/deep/one.md", "Second");
    until(&|| has_text("news/deep/one/index.html", "Second words."));
    fs::rename(root.join("content/news"), root.join("content/blog")).unwrap();
    until(&|| {
        has_text("blog/deep/one/index.html", "Second words.")
            && output("news/deep/one/index.html").is_none()
    });
    fs::remove_dir_all(root.join("content/blog")).unwrap();
    until(&|| output("blog/deep/one/index.html").is_none());
    // A checkout of another branch changes many files.
    for number in 0..2000 {
        page(&format!("content/many/p{number}.md"), &format!("Number {number}"));
    }
    until(&|| {
        (0..2000).all(|number| {
            has_text(&format!("many/p{number}/index.html"), &format!("Number {number} words."))
        })
    });
    fs::write(root.join("static/new.txt"), "static").unwrap();
    until(&|| output("new.txt").as_deref() == Some("static"));
    // A folder with a dot in its name disappears when the complete source folder is replaced.
    page("content/v1.0/one.md", "Old");
    until(&|| has_text("v1.0/one/index.html", "Old words."));
    fs::rename(root.join("content"), root.join("aside")).unwrap();
    page("content/index.md", "Replaced");
    until(&|| has_text("index.html", "Replaced words.") && output("v1.0/one/index.html").is_none());
    page("content/index.md", "Again");
    until(&|| has_text("index.html", "Again words."));
    fs::remove_dir_all(root.join(".croupier/preview")).unwrap();
    page("content/index.md", "Whole");
    until(&|| has_text("index.html", "Whole words.") && output("sitemap.xml").is_some());
}

#[test]
fn every_way_of_changing_a_folder_is_seen() {
    changes(&[]);
}

#[test]
fn every_way_of_changing_a_folder_is_seen_by_polling() {
    changes(&["--poll"]);
}

/// Edits files in folders called `node_modules`. Builds ignore only the `node_modules` of the runtime folder.
fn node_modules(args: &[&str]) {
    let folder = site();
    let root = folder.path().join("site");
    let write = |path: &str, text: &str| {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), text).unwrap();
    };
    let edit = |text: &str| {
        write("static/node_modules/a.txt", text);
        write("content/node_modules/b.md", &format!("+++\ntitle = \"B\"\n+++\n{text}\n"));
        write("pages/files/node_modules/c.txt", text);
    };
    edit("First");
    let mut watch = Watch::start(&root, args);
    assert_eq!(watch.next("build_finished")["ok"], true);
    edit("Second");
    let holds = |path: &str| {
        fs::read_to_string(root.join(".croupier/preview").join(path))
            .is_ok_and(|text| text.contains("Second"))
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

/// Rows: 2.8-04
#[test]
fn an_expired_entry_is_removed_at_its_expiry_without_an_edit() {
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
    let deals = || fs::read_to_string(root.join(".croupier/preview/deals.txt")).unwrap();
    let mut watch = Watch::start(&root, &[]);
    let built = watch.next("build_finished");
    // On a busy machine, the first build can start after the expiry.
    if built["next_change_at"] == end {
        watch.next("build_finished");
    }
    assert_eq!(deals(), ".\n");
}

#[test]
fn files_of_static_that_conflict_with_redirects_are_reported() {
    let folder = site();
    let root = folder.path().join("site");
    let redirects = "[[redirects]]\nfrom = \"/old.txt\"\nto = \"/b.txt\"\n";
    let settings = fs::read_to_string(root.join("site.toml")).unwrap();
    fs::write(root.join("site.toml"), format!("{settings}\n{redirects}")).unwrap();
    fs::write(root.join("static/b.txt"), "b").unwrap();
    let mut watch = Watch::start(&root, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);
    let last_output = fs::read_to_string(root.join(".croupier/preview/_redirects")).unwrap();
    for (path, code) in [("_redirects", "C0208"), ("old.txt", "C0206")] {
        fs::write(root.join("static").join(path), "conflict").unwrap();
        while watch.next("diagnostic")["code"] != code {}
        assert_eq!(watch.next("build_finished")["ok"], false);
        fs::remove_file(root.join("static").join(path)).unwrap();
        while watch.next("build_finished")["ok"] == false {}
    }
    fs::remove_file(root.join("static/b.txt")).unwrap();
    while watch.next("diagnostic")["code"] != "C0204" {}
    assert_eq!(watch.next("build_finished")["ok"], false);
    assert_eq!(fs::read_to_string(root.join(".croupier/preview/_redirects")).unwrap(), last_output);
}

#[test]
fn targets_of_symlinks_are_watched_and_every_page_of_a_file_is_built() {
    let folder = site();
    let root = folder.path().join("site");
    let page = |path: &Path, text: &str| {
        fs::write(path, format!("+++\ntitle = \"A\"\n+++\n{text}\n")).unwrap();
    };
    let outside = folder.path().join("shared");
    fs::create_dir(&outside).unwrap();
    page(&outside.join("c.md"), "First");
    page(&root.join("content/a.md"), "First");
    symlink("a.md", root.join("content/b.md")).unwrap();
    let mut watch = Watch::start(&root, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);
    let mut until = |name: &str, part: &str| {
        let html = root.join(format!(".croupier/preview/{name}/index.html"));
        while !fs::read_to_string(&html).is_ok_and(|text| text.contains(part)) {
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
fn a_site_behind_a_symlink_is_watched() {
    let folder = site();
    let link = folder.path().join("link");
    symlink(folder.path().join("site"), &link).unwrap();
    let mut watch = Watch::start(&link, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);
    fs::write(link.join("content/index.md"), "+++\ntitle = \"Other\"\n+++\nOther words.\n")
        .unwrap();
    while !fs::read_to_string(link.join(".croupier/preview/index.html"))
        .unwrap()
        .contains("Other words.")
    {
        watch.next("build_finished");
    }
}

#[test]
fn settings_and_sources_that_are_missing_temporarily_are_read_again() {
    let folder = site();
    let site = folder.path().join("site");
    let mut watch = Watch::start(&site, &[]);
    let pages = watch.next("build_finished")["pages"].clone();
    // Some programs remove a file before they write the new one.
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
        while !fs::read_to_string(site.join(".croupier/preview/index.html"))
            .unwrap()
            .contains(&format!("After {name}."))
        {
            watch.next("build_finished");
        }
    }
}

#[test]
fn all_hosts_of_languages_are_watched() {
    let folder = site();
    let site = folder.path().join("site");
    let settings = "name = \"Site\"\nbase_url = \"https://www.teahouse.net\"\n[languages.en]\nlabel = \"English\"\n\
        [languages.fr]\nlabel = \"Français\"\nbase_url = \"https://www.maisonduthe.fr\"\n";
    fs::write(site.join("site.toml"), settings).unwrap();
    let write = |title: &str| {
        let text = format!("+++\ntitle = \"{title}\"\n+++\n{title}");
        fs::write(site.join("content/index.fr.md"), text).unwrap();
    };
    write("Accueil");

    let mut watch = Watch::of_live_site(&site, &[]);
    let mut built = || watch.next("build_finished")["folder"].as_str().unwrap().to_owned();
    let mut folders = [built(), built()];
    folders.sort();
    let [french, english] = folders;
    assert!(french.ends_with("public/www.maisonduthe.fr"), "{french}");
    assert!(english.ends_with("public/www.teahouse.net"), "{english}");

    write("Bienvenue");
    while built() != french {}
    let html = fs::read_to_string(Path::new(&french).join("index.html")).unwrap();
    assert_contains(&html, &["Bienvenue"]);
}

#[test]
fn hosts_are_published_together() {
    let folder = site();
    let site = folder.path().join("site");
    let settings = "name = \"Site\"\nbase_url = \"https://www.teahouse.net\"\n[languages.en]\nlabel = \"English\"\n\
        [languages.fr]\nlabel = \"Français\"\nbase_url = \"https://www.maisonduthe.fr\"\n";
    fs::write(site.join("site.toml"), settings).unwrap();
    let write = |file: &str, text: &str| {
        fs::write(site.join("content").join(file), format!("+++\ntitle = \"T\"\n+++\n{text}"))
            .unwrap();
    };
    let published =
        |host: &str| fs::read_to_string(site.join("public").join(host).join("index.html")).unwrap();
    write("index.md", "First");
    write("index.fr.md", "Premier");

    let state = folder.path().join("status.json");
    let mut watch = Watch::of_live_site(&site, &["--status-file", state.to_str().unwrap()]);
    let until = |is_wanted: &dyn Fn() -> bool| {
        let deadline = Instant::now() + PATIENCE;
        while !is_wanted() {
            assert!(Instant::now() < deadline, "{}", status(&state));
            std::thread::yield_now();
        }
    };
    let builds = || status(&state)["builds"].as_u64().unwrap();
    let is_failing = || status(&state)["state"] == "failing";
    for _ in 0..2 {
        assert_eq!(watch.next("build_finished")["ok"], true);
    }

    write("index.fr.md", "[Cassé](/nowhere/)");
    until(&is_failing);
    assert_eq!(status(&state)["errors"], 1);
    let before = builds();
    write("index.md", "Second");
    until(&|| builds() > before && is_failing());
    assert_contains(&published("www.teahouse.net"), &["First"]);
    assert_contains(&published("www.maisonduthe.fr"), &["Premier"]);

    write("index.fr.md", "Deuxième");
    until(&|| status(&state)["state"] == "ok");
    assert_contains(&published("www.teahouse.net"), &["Second"]);
    assert_contains(&published("www.maisonduthe.fr"), &["Deuxième"]);
}

#[test]
fn a_site_behind_a_link_is_the_new_target_of_the_link() {
    for arguments in [&[][..], &["--poll"]] {
        let folder = site();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("releases")).unwrap();
        fs::rename(path("site"), path("releases/1")).unwrap();
        let checkouts = [path("releases/1"), path("releases/2")];
        assert!(Command::new("cp").arg("-r").args(&checkouts).status().unwrap().success());
        let page = "+++\ntitle = \"Other\"\n+++\nThe second checkout.\n";
        fs::write(path("releases/2/content/index.md"), page).unwrap();
        symlink("releases/1", path("current")).unwrap();

        let out = path("out");
        let out_argument = ["--out", out.to_str().unwrap()];
        let mut watch = Watch::start(&path("current"), &[arguments, &out_argument[..]].concat());
        assert_eq!(watch.next("build_finished")["ok"], true);
        symlink("releases/2", path("new")).unwrap();
        fs::rename(path("new"), path("current")).unwrap();
        // A build that ends may write its cache meanwhile.
        while path("releases/1").exists() {
            let _ = fs::remove_dir_all(path("releases/1"));
        }
        let html = || fs::read_to_string(out.join("index.html")).unwrap();
        while !html().contains("The second checkout.") {
            watch.next("build_finished");
        }

        // The sources at the new target are watched.
        fs::write(path("releases/2/content/index.md"), page.replace("second", "third")).unwrap();
        while !html().contains("The third checkout.") {
            watch.next("build_finished");
        }
    }
}

#[test]
fn dev_serves_the_new_target_of_the_link_to_the_site() {
    let folder = site();
    let path = |name: &str| folder.path().join(name);
    fs::rename(path("site"), path("one")).unwrap();
    assert!(
        Command::new("cp").arg("-r").args([path("one"), path("two")]).status().unwrap().success()
    );
    let page = "+++\ntitle = \"Other\"\n+++\nThe second checkout.\n";
    fs::write(path("two/content/index.md"), page).unwrap();
    symlink("one", path("current")).unwrap();

    let root = path("current");
    let arguments = ["dev", "--port", "0", "--root", root.to_str().unwrap()];
    let server = Server::start_in(folder.path(), &arguments);
    server.says("watching for changes");
    symlink("two", path("new")).unwrap();
    fs::rename(path("new"), path("current")).unwrap();
    server.says("watching for changes");
    assert_contains(&server.get("/"), &["The second checkout."]);

    // The sources at the new target are watched.
    fs::write(path("two/content/index.md"), page.replace("second", "third")).unwrap();
    while !server.get("/").contains("The third checkout.") {
        server.says("built ");
    }
}

#[test]
fn another_spelling_of_a_heading_keeps_the_text_of_every_page_of_a_list() {
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
        ["news", "news/page/2"].map(|page| {
            fs::read_to_string(root.join(format!(".croupier/preview/{page}/index.html"))).unwrap()
        })
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
    assert!(root.join(".croupier/preview/late/index.html").is_file());
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

/// Waits for a build in which `is_wanted` holds, and returns its diagnostic events and its end. Editors and file systems can cause
/// builds without changes in between.
fn build_with(watch: &mut Watch, is_wanted: &dyn Fn(&Value) -> bool) -> (Vec<Value>, Value) {
    let mut events = Vec::new();
    loop {
        let event = watch.next_event();
        if event["event"] == "build_started" {
            events.clear();
        } else if event["event"] != "build_finished" {
            events.push(event);
        } else if is_wanted(&event) {
            return (events, event);
        }
    }
}

#[test]
fn a_rebuild_reports_only_the_difference_of_the_diagnostics() {
    let folder = site();
    let root = folder.path().join("site");
    let page = |name: &str, text: &str| {
        let text = format!("+++\ntitle = \"A page\"\n+++\n{text}\n");
        let file = root.join(format!("content/{name}.md"));
        // Other programs never see a file that is written partly.
        let draft = folder.path().join("draft");
        fs::write(&draft, text).unwrap();
        fs::rename(&draft, file).unwrap();
    };
    page("a", "One [^1]\n\nTwo [^2]");
    page("b", "Three [^3]");
    page("c", "![A](https://cdn.example/c.png)");
    page("d", "![A](https://cdn.example/d.png)");
    let mut watch = Watch::start(&root, &[]);
    let (all, first) = build_with(&mut watch, &|_| true);
    assert_eq!((all.len(), &first["ok"]), (4, &true.into()));
    assert!(first["diagnostics"].is_null() && all[0]["change"].is_null());

    let counts = |new: i64, changed: i64, resolved: i64, unchanged: i64| serde_json::json!({ "new": new, "changed": changed, "resolved": resolved, "unchanged": unchanged });
    let mut after = |name: &str, text: &str, counts: Value| {
        page(name, text);
        build_with(&mut watch, &|it| it["diagnostics"] == counts).0
    };
    // Other pages are not checked again, and their warnings remain.
    let events = after("a", "One [^1]\n\nTwo", counts(0, 0, 1, 3));
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(
        (&events[0]["event"], &events[0]["line"]),
        (&"diagnostic_resolved".into(), &6.into())
    );
    let events = after("b", "Three [^3] [^4]", counts(1, 0, 0, 3));
    assert_eq!((events.len(), &events[0]["change"]), (1, &"new".into()));
    // A warning that moves, and a group with another number of occurrences.
    let events = after("b", "New.\n\nThree [^3] [^4]", counts(0, 2, 0, 2));
    assert_eq!((events.len(), &events[0]["line"]), (2, &6.into()));
    let events = after("d", "Text.", counts(0, 1, 0, 3));
    assert_eq!((&events[0]["change"], &events[0]["count"]), (&"changed".into(), &1.into()));
    // A failed build does not change the known warnings.
    let events = after("d", "[x](/gone/)", counts(1, 0, 0, 4));
    assert_eq!((events.len(), &events[0]["code"]), (1, &"C0204".into()));
    let events = after("c", "![A](https://cdn.example/c.png) More.", counts(0, 0, 0, 5));
    assert_eq!(events.len(), 0, "{events:?}");
    let events = after("d", "Text.", counts(0, 0, 1, 4));
    assert_eq!((events.len(), &events[0]["code"]), (1, &"C0204".into()));
}

#[test]
fn all_diagnostics_reports_unchanged_ones_at_each_location() {
    let folder = site();
    let root = folder.path().join("site");
    for name in ["a", "b", "c", "d"] {
        fs::write(
            root.join(format!("content/{name}.md")),
            "+++\ntitle = \"A page\"\n+++\n:::note\n",
        )
        .unwrap();
    }
    let mut watch = Watch::start(&root, &["--all-diagnostics"]);
    assert_eq!(build_with(&mut watch, &|_| true).0.len(), 4);
    let page = root.join("content/index.md");
    fs::write(&page, "+++\ntitle = \"Home\"\n+++\nOther text.\n").unwrap();
    let (events, _) = build_with(&mut watch, &|it| it["ok"] == true);
    let changes: Vec<&Value> = events.iter().map(|it| &it["change"]).collect();
    assert_eq!(changes, ["unchanged"; 4]);
}

#[test]
fn sigterm_ends_an_installation_of_npm_packages() {
    let folder = site();
    let root = folder.path().join("site");
    let settings = fs::read_to_string(root.join("site.toml")).unwrap();
    fs::write(root.join("site.toml"), format!("{settings}\n[runtime]\ndir = \"runtime\"\n"))
        .unwrap();
    fs::create_dir(root.join("runtime")).unwrap();
    fs::write(root.join("runtime/package-lock.json"), "{}").unwrap();
    fs::write(root.join("runtime/bundle.mjs"), "").unwrap();
    let started = folder.path().join("started");
    assert!(Command::new("mkfifo").arg(&started).status().unwrap().success());
    install(
        format!("#!/bin/sh\necho npm >'{}'\nexec sleep 600\n", started.display()).as_bytes(),
        &folder.path().join("bin/npm"),
    );
    let path =
        format!("{}:{}", folder.path().join("bin").display(), std::env::var("PATH").unwrap());
    let mut watch = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["watch", "--preview", "--json", "--root"])
        .arg(&root)
        .env("PATH", path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Returns when npm has written the line.
    assert_eq!(fs::read_to_string(&started).unwrap(), "npm\n");
    assert!(
        Command::new("kill").args(["-TERM", &watch.id().to_string()]).status().unwrap().success()
    );
    let mut events = String::new();
    watch.stdout.take().unwrap().read_to_string(&mut events).unwrap();
    assert_eq!(watch.wait().unwrap().code(), Some(0));
    assert!(!events.contains("build_finished"), "{events}");
}

/// Reads a status file.
fn status(file: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn the_status_file_says_whether_the_last_build_succeeded() {
    let folder = site();
    let root = folder.path().join("site");
    let file = folder.path().join("status.json");
    let mut watch = Watch::start(&root, &["--status-file", file.to_str().unwrap()]);
    assert_eq!(watch.next("build_finished")["ok"], true);
    // The file is written after the event.
    let until = |state: &str| {
        let deadline = Instant::now() + PATIENCE;
        while status(&file)["state"] != state {
            assert!(Instant::now() < deadline, "{}", status(&file));
            std::thread::yield_now();
        }
        status(&file)
    };
    let first = until("ok");
    assert_eq!(first["errors"], 0);
    assert_eq!(first["pid"], watch.child.id());
    assert_eq!(first["last_build_at"], first["last_success_at"]);

    fs::write(root.join("content/index.md"), "+++\ntitle = Broken\n+++\n").unwrap();
    let failing = until("failing");
    assert_eq!(failing["errors"], 1);
    assert_eq!(failing["last_success_at"], first["last_success_at"]);
    assert!(failing["last_build_at"].as_str() > first["last_build_at"].as_str());

    fs::write(root.join("content/index.md"), "+++\ntitle = \"Fixed\"\n+++\n").unwrap();
    until("ok");
    let killed =
        Command::new("kill").args(["-TERM", &watch.child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(watch.child.wait().unwrap().code(), Some(0));
    assert_eq!(status(&file)["state"], "stopped");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "a temporary file is left");
}

#[test]
fn a_status_file_that_cannot_be_written_ends_the_watch() {
    let folder = site();
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["watch", "--preview", "--status-file", "missing/status.json", "--root"])
        .arg(folder.path().join("site"))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stderr).unwrap();
    assert_contains(&text, &["cannot write the status file missing/status.json"]);
}

#[test]
fn an_event_of_dev_has_the_port_that_was_chosen() {
    let folder = site();
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["dev", "--port", "0", "--json"])
        .current_dir(folder.path().join("site"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut events = lines.map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    let serving = events.find(|it| it["event"] == "serving").unwrap();
    let url = serving["url"].as_str().unwrap();
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    write!(stream, "GET / HTTP/1.0\r\nhost: {address}\r\n\r\n").unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(response.starts_with("HTTP/1.0 200"), "{response}");
}

#[test]
fn a_status_file_in_a_source_folder_is_refused() {
    let folder = site();
    for file in ["content/status.json", "static/a/status.json"] {
        let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["watch", "--preview", "--status-file", file])
            .current_dir(folder.path().join("site"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).unwrap();
        assert_contains(&text, &["the status file", file, "each build would be an edit"]);
    }
}

#[test]
fn systemd_is_notified_until_a_build_stalls() {
    let folder = site();
    let root = folder.path().join("site");
    let path = folder.path().join("notify");
    let socket = std::os::unix::net::UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let file = folder.path().join("status.json");
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["watch", "--preview", "--stalled-after", "2", "--status-file"])
        .arg(&file)
        .arg("--root")
        .arg(&root)
        .env("NOTIFY_SOCKET", &path)
        .env("WATCHDOG_USEC", "100000")
        .spawn()
        .unwrap();
    let receive = || {
        let mut bytes = [0; 200];
        let length = socket.recv(&mut bytes).expect("the watch sent no notification");
        String::from_utf8(bytes[..length].to_vec()).unwrap()
    };
    let until = |text: &str| while !receive().contains(text) {};
    until("READY=1\nSTATUS=ok");
    until("WATCHDOG=1");
    until("WATCHDOG=1");

    // A command that waits for a writer of its pipe never ends.
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let settings = root.join("site.toml");
    let text = format!(
        "{}\n[[build.run]]\ncommand = [\"cat\", \"{}\"]\ninputs = [\"words.txt\"]\noutputs = [\"data.txt\"]\n",
        fs::read_to_string(&settings).unwrap(),
        pipe.display()
    );
    fs::write(&settings, text).unwrap();
    until("STATUS=building");
    until("STATUS=stalled");
    assert_eq!(status(&file)["state"], "stalled");

    // The build ends, and the watch is healthy again.
    drop(fs::OpenOptions::new().write(true).open(&pipe).unwrap());
    until("READY=1");
    until("WATCHDOG=1");
    assert!(
        Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success()
    );
    until("STOPPING=1");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn translations_named_index_lose_the_errors_of_a_repaired_schema() {
    let site = bilingual("")
        .page("posts/tea/index", "title = \"Tea\"\n", "")
        .page("posts/tea/index.fr", "title = \"Thé\"\n", "")
        .create();
    let mut watch = Watch::start(site.root(), &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);

    for schema in ["content/extra.schema.json", "content/posts/extra.schema.json"] {
        site.write(schema, "{\"required\": [\"origin\"]}");
        assert_eq!(watch.next("build_finished")["ok"], false);

        site.remove(schema);
        assert_eq!(watch.next("build_finished")["ok"], true);
    }
}

#[test]
fn translations_follow_changes_of_the_order_in_site_toml() {
    let order = "[content]\norder = [\"tea/b.md\", \"tea/a.md\"]\n";
    let list = "{% for it in children(\"/tea/\") %}{{ it.title }};{% endfor %}";
    let mut builder = bilingual("").settings(order).file("pages/page.html", list);
    for (name, title) in [("tea/index", "Tea"), ("tea/a", "A"), ("tea/b", "B")] {
        let front = format!("title = \"{title}\"\n");
        builder = builder.page(name, &front, "").page(&format!("{name}.fr"), &front, "");
    }
    let site = builder.create();
    let french =
        || fs::read_to_string(site.root().join(".croupier/preview/fr/index.html")).unwrap();
    let mut watch = Watch::start(site.root(), &[]);
    watch.next("build_finished");
    assert_contains(&french(), &["<body>B;A;"]);

    site.write("site.toml", &site.read("site.toml").replace(order, ""));
    watch.next("build_finished");
    assert_contains(&french(), &["<body>A;B;"]);
}

#[test]
fn a_folder_of_style_sheets_is_followed_after_it_was_moved_away_or_replaced() {
    let folder = site();
    let root = folder.path().join("site");
    let path = |name: &str| root.join(name);
    fs::create_dir_all(path("styles/parts")).unwrap();
    fs::write(path("styles/site.css"), "@import \"parts/a.css\"; body { top: 1px }").unwrap();
    fs::write(path("styles/parts/a.css"), "p { top: 2px }").unwrap();
    let settings = fs::read_to_string(path("site.toml")).unwrap();
    let entry = "\n[styles.entries]\n\"/s.css\" = \"styles/site.css\"\n";
    fs::write(path("site.toml"), settings + entry).unwrap();

    let mut watch = Watch::start(&root, &[]);
    watch.next("build_finished");
    let until = |watch: &mut Watch, text: &str| {
        let style = || fs::read_to_string(path(".croupier/preview/s.css")).unwrap_or_default();
        while !style().contains(text) {
            watch.next("build_finished");
        }
    };

    fs::rename(path("styles"), path("away")).unwrap();
    assert_eq!(watch.next("build_finished")["ok"], false);
    fs::rename(path("away"), path("styles")).unwrap();
    assert_eq!(watch.next("build_finished")["ok"], true);
    fs::write(path("styles/site.css"), "@import \"parts/a.css\"; body { top: 3px }").unwrap();
    until(&mut watch, "3px");

    // As a tool does that writes a folder at once.
    fs::create_dir(path("new")).unwrap();
    fs::write(path("new/a.css"), "p { top: 4px }").unwrap();
    fs::rename(path("styles/parts"), path("old")).unwrap();
    fs::rename(path("new"), path("styles/parts")).unwrap();
    until(&mut watch, "4px");
    fs::write(path("styles/parts/a.css"), "p { top: 5px }").unwrap();
    until(&mut watch, "5px");
}

#[test]
fn style_sheets_of_packages_do_not_end_the_notifications() {
    let folder = site();
    let root = folder.path().join("site");
    fs::create_dir_all(root.join("node_modules/reset")).unwrap();
    fs::create_dir(root.join("styles")).unwrap();
    fs::write(root.join("node_modules/reset/reset.css"), "html { top: 0 }").unwrap();
    fs::write(root.join("styles/site.css"), "@import \"reset/reset.css\";").unwrap();
    let settings = fs::read_to_string(root.join("site.toml")).unwrap();
    let entries = "\n[styles.entries]\n\"/s.css\" = \"styles/site.css\"\n";
    fs::write(root.join("site.toml"), settings + entries).unwrap();

    let errors = folder.path().join("errors.txt");
    let mut command = Watch::command(&root, &["--preview"]);
    let mut watch = Watch::spawn(command.stderr(fs::File::create(&errors).unwrap()));
    watch.next("build_finished");
    // The inputs of a build are watched before the next one.
    fs::write(root.join("content/index.md"), "+++\ntitle = \"Home\"\n+++\n").unwrap();
    watch.next("build_finished");
    fs::write(root.join("node_modules/reset/reset.css"), "html { top: 1px }").unwrap();
    assert_eq!(watch.next("build_finished")["ok"], true);

    let errors = fs::read_to_string(errors).unwrap();
    assert!(!errors.contains("polling"), "{errors}");
}

#[test]
fn folders_of_command_inputs_are_followed_when_they_are_made_or_moved_away() {
    let folder = site();
    let root = folder.path().join("site");
    let path = |name: &str| root.join(name);
    let command = "\n[[build.run]]\ncommand = [\"sh\", \"-c\", \"mkdir -p static/made; cat gen/*/*.txt > static/made/all.txt 2>/dev/null; true\"]\n\
                   inputs = [\"gen/**/*.txt\"]\noutputs = [\"static/made\"]\n";
    let settings = fs::read_to_string(path("site.toml")).unwrap();
    fs::write(path("site.toml"), settings + command).unwrap();

    let mut watch = Watch::start(&root, &[]);
    watch.next("build_finished");
    let until = |watch: &mut Watch, text: &str| {
        let made = || fs::read_to_string(path(".croupier/preview/made/all.txt")).unwrap();
        while made() != text {
            watch.next("build_finished");
        }
    };

    fs::create_dir_all(path("gen/a")).unwrap();
    fs::write(path("gen/a/a.txt"), "one").unwrap();
    until(&mut watch, "one");
    fs::write(path("gen/a/a.txt"), "two").unwrap();
    until(&mut watch, "two");
    fs::rename(path("gen/a"), path("away")).unwrap();
    until(&mut watch, "");
}

#[test]
fn the_target_of_a_link_is_followed_after_it_was_removed() {
    let folder = site();
    let root = folder.path().join("site");
    let target = folder.path().join("shared/terms.md");
    fs::create_dir(folder.path().join("shared")).unwrap();
    fs::write(&target, "# Terms\n").unwrap();
    symlink("../../shared/terms.md", root.join("content/terms.md")).unwrap();
    let mut watch = Watch::start(&root, &[]);
    assert_eq!(watch.next("build_finished")["ok"], true);

    fs::remove_file(&target).unwrap();
    assert_eq!(watch.next("build_finished")["ok"], false);
    fs::write(&target, "# New terms\n").unwrap();
    assert_eq!(watch.next("build_finished")["ok"], true);
    let html = fs::read_to_string(root.join(".croupier/preview/terms/index.html")).unwrap();
    assert_contains(&html, &["New terms"]);
}
