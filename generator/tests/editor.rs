//! The editor of `croupier dev`: its calls, as the application in the browser sends them, on real folders.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
#[cfg(feature = "pictures")]
use std::{fs, path::Path};

use serde_json::{Value, json};

use croupier_base::date;

use crate::common::server::Server;
use crate::common::{Site, SiteBuilder, assert_contains, printed_text, tree};

/// A development server with a client of its editor.
pub(crate) struct Editor {
    pub server: Server,
}

impl Editor {
    pub(crate) fn start(site: &Site) -> Editor {
        Editor { server: Server::start(site, &["dev", "--port", "0"]) }
    }

    /// Sends a call with a body. Returns the status and the body of the response.
    fn send(&self, method: &str, call: &str, headers: &str, body: &[u8]) -> (u16, String) {
        let host = &self.server.address;
        let path =
            if call.starts_with('/') { call.to_owned() } else { format!("/_croupier/edit/{call}") };
        let text = String::from_utf8(body.to_vec()).unwrap();
        let length = body.len();
        let response = self.server.send(&format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n{headers}content-length: {length}\r\n\r\n{text}"
        ));
        let status = response.split(' ').nth(1).unwrap().parse().unwrap();
        let body = response.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, unchunked(&response, body))
    }

    /// Sends a call as a page of the server does.
    pub(crate) fn call(&self, method: &str, call: &str, body: &Value) -> (u16, Value) {
        let origin = format!("origin: http://{}\r\n", self.server.address);
        let (status, text) = self.send(method, call, &origin, body.to_string().as_bytes());
        (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status} {text}")))
    }

    pub(crate) fn get(&self, call: &str) -> Value {
        let (status, value) = self.call("GET", call, &Value::Null);
        assert_eq!(status, 200, "{call}: {value}");
        value
    }

    pub(crate) fn entry(&self, path: &str) -> Value {
        self.get(&format!("entry?path={path}"))
    }

    pub(crate) fn save(&self, path: &str, base: &Value, edits: &Value) -> (u16, Value) {
        let file = json!({ "path": path, "base": base, "edits": edits });
        self.call("POST", "save", &json!({ "files": [file] }))
    }

    /// Waits until a build has published the changes.
    pub(crate) fn built(&self) {
        self.server.says("built ");
    }

    /// Waits until the editor has read the changes of a build, which it does after the server reported it.
    fn until(&self, is_so: impl Fn() -> bool) {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < Duration::from_mins(1), "{:?}", self.server.address);
        }
    }
}

/// Returns the body of a response that may be sent in chunks.
fn unchunked(response: &str, body: &str) -> String {
    if !response.to_lowercase().contains("transfer-encoding: chunked") {
        return body.to_owned();
    }
    let mut rest = body;
    let mut text = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            break;
        }
        text.push_str(&after[..size]);
        rest = after[size..].strip_prefix("\r\n").unwrap_or_default();
    }
    text
}

const POST: &str = "---\ntitle: A post   # the headline\nextra: {a: 1}\ndate: 2026-11-21\nauthors: [one, two]\n---\n\nText with [a link](/other/).\n";

fn site() -> Site {
    SiteBuilder::new()
        .file("content/post.md", POST)
        .file("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}")
        .page(
            "other",
            "title = \"Other\"\n",
            "## Part\n\n[The post](post.md), [again](/post/?a=1) and [part](#part). See [it][ref].\n\n[ref]: post.md \"Title\"\n",
        )
        .file(
            "content/data/menu.toml",
            "# The menu.\n[[items]]\nurl = \"/post/\" # first\nprice = 30_00\n",
        )
        .create()
}

#[test]
fn the_list_and_the_form_of_a_page_come_from_the_site_in_memory() {
    let site = site();
    site.write("content/broken.md", "+++\ntitle = \n+++\n");
    let editor = Editor::start(&site);
    let list = editor.get("tree?kind=page");
    let paths: Vec<&str> =
        list["items"].as_array().unwrap().iter().filter_map(|it| it["path"].as_str()).collect();
    assert!(
        paths.contains(&"content/post.md") && paths.contains(&"content/broken.md"),
        "{paths:?}"
    );
    assert_eq!(editor.get("tree?q=post")["counts"]["page"], 1);
    assert_eq!(editor.get("tree?kind=data")["items"][0]["path"], "content/data/menu.toml");

    let entry = editor.entry("content/post.md");
    assert_eq!(entry["text"], POST);
    assert_eq!(entry["values"]["title"], "A post");
    assert_eq!(entry["values"]["extra"], json!({ "a": 1 }));
    assert_eq!(entry["route"], "/post/");
    assert_eq!(entry["front_format"], "yaml");
    assert!(entry["body"]["text"].as_str().unwrap().starts_with("\nText with"), "{entry}");
    assert_eq!(entry["schema"]["properties"]["title"]["type"], "string");
    assert_eq!(
        entry["schema"]["properties"]["image_alt"]["title"],
        "Alternative text of the image"
    );

    let broken = editor.entry("content/broken.md");
    assert_eq!((&broken["values"], &broken["parse_error"]["line"]), (&Value::Null, &json!(2)));
}

#[test]
fn a_save_changes_only_the_named_values() {
    let site = site();
    let editor = Editor::start(&site);
    editor.built();
    let entry = editor.entry("content/post.md");
    let edits = json!([
        { "set": "/title", "value": "Another post" },
        { "insert": "/authors/1", "value": "new" },
        { "body": { "start": 1, "end": 5 }, "text": "Words" },
    ]);
    let (status, saved) = editor.save("content/post.md", &entry["digest"], &edits);
    assert_eq!(status, 200, "{saved}");
    let expected = POST
        .replace("A post ", "Another post ")
        .replace("[one, two]", "[one, new, two]")
        .replace("Text with", "Words with");
    assert_eq!(site.read("content/post.md"), expected);
    editor.built();
    assert!(editor.server.get("/post/").contains("Words with"));

    let menu = editor.entry("content/data/menu.toml");
    let edits = json!([{ "set": "/items/0/price", "value": 4500 }]);
    assert_eq!(editor.save("content/data/menu.toml", &menu["digest"], &edits).0, 200);
    assert_eq!(
        site.read("content/data/menu.toml"),
        "# The menu.\n[[items]]\nurl = \"/post/\" # first\nprice = 45_00\n"
    );

    let (status, undone) = editor.call("POST", "undo", &json!({ "undo": saved["undo"] }));
    assert_eq!((status, &undone["files"][0]), (200, &json!("content/post.md")));
    assert_eq!(site.read("content/post.md"), POST);
}

#[test]
fn a_save_that_adds_an_error_is_refused_at_its_field() {
    let site = site();
    let editor = Editor::start(&site);
    let entry = editor.entry("content/post.md");
    let before = tree(&site.root().join("content"));

    let broken_link = json!([{ "body": { "start": 0, "end": 0 }, "text": "[x](/none/)" }]);
    let (status, refused) = editor.save("content/post.md", &entry["digest"], &broken_link);
    assert_eq!(status, 422, "{refused}");
    assert_eq!(refused["problems"][0]["line"], 7);

    let wrong_type = json!([{ "set": "/date", "value": "soon" }]);
    let (status, refused) = editor.save("content/post.md", &entry["digest"], &wrong_type);
    assert_eq!(status, 422, "{refused}");
    assert_eq!(refused["problems"][0]["pointer"], "/date");

    // The link of another page to a heading of this one breaks.
    let other = editor.entry("content/other.md");
    let text = other["body"]["text"].as_str().unwrap();
    let start = text.find("Part").unwrap();
    let renamed = json!([{ "body": { "start": start, "end": start + 4 }, "text": "Piece" }]);
    assert_eq!(editor.save("content/other.md", &other["digest"], &renamed).0, 422);
    assert_eq!(tree(&site.root().join("content")), before);

    // An error that is there already does not prevent a save; and a draft may be incomplete.
    site.write("content/old.md", "+++\ntitle = \"Old\"\n+++\n[x](/none/)\n");
    editor.server.says("broken link");
    let fine = json!([{ "set": "/title", "value": "Fine" }]);
    let (status, saved) = editor.save("content/post.md", &entry["digest"], &fine);
    assert_eq!(status, 200, "{saved}");
    let new = json!({ "path": "content/new.md", "values": { "title": "New", "draft": true }, "body": "[x](/none/)\n" });
    let (status, created) = editor.call("POST", "create", &new);
    assert_eq!(status, 200, "{created}");
    assert_eq!(
        site.read("content/new.md"),
        "+++\ndraft = true\ntitle = \"New\"\n+++\n[x](/none/)\n"
    );
}

#[test]
fn a_draft_has_no_error_that_stops_a_build() {
    let site = site();
    site.write("content/draft.md", "+++\ntitle = \"Draft\"\ndraft = true\n+++\n");
    // With `--drafts`, a server renders drafts, whose links the next build without them does not check.
    for arguments in [&["dev", "--port", "0"][..], &["dev", "--port", "0", "--drafts"]] {
        let editor = Editor { server: Server::start(&site, arguments) };
        let entry = editor.entry("content/draft.md");
        let before = tree(&site.root().join("content"));
        assert_eq!(editor.call("POST", "create", &json!({ "path": "content/con.md" })).0, 400);
        for (path, values) in [
            ("content/a#b.md", json!({ "title": "x", "draft": true })),
            ("content/untitled.md", json!({ "draft": true })),
        ] {
            let (status, refused) =
                editor.call("POST", "create", &json!({ "path": path, "values": values }));
            assert_eq!(status, 422, "{path}: {refused}");
        }
        for edit in [
            json!({ "remove": "/title" }),
            json!({ "set": "/weight", "value": "many" }),
            json!({ "set": "/date", "value": "tomorrow" }),
            json!({ "set": "/titel", "value": "Draft" }),
        ] {
            let (status, refused) =
                editor.save("content/draft.md", &entry["digest"], &json!([edit]));
            assert_eq!(status, 422, "{edit}: {refused}");
        }
        assert_eq!(tree(&site.root().join("content")), before);

        let text = json!([{ "body": { "start": 0, "end": 0 }, "text": "[x](/none/)\n" }]);
        let (status, saved) = editor.save("content/draft.md", &entry["digest"], &text);
        assert_eq!(status, 200, "{saved}");
        drop(editor);
        site.build();
        site.write("content/draft.md", "+++\ntitle = \"Draft\"\ndraft = true\n+++\n");
    }
}

#[test]
fn a_new_page_has_the_values_of_its_form() {
    let site = site();
    let editor = Editor::start(&site);
    for title in ["2026-01-01", "2026-11-21T18:00:00", "12:30:00"] {
        let path = format!("content/{}.md", title.replace(':', "-").to_lowercase());
        let values = json!({ "title": title, "draft": true, "date": "2026-01-02", "description": "2026-01-03" });
        let (status, created) =
            editor.call("POST", "create", &json!({ "path": path, "values": values }));
        assert_eq!(status, 200, "{created}");
        assert_eq!(
            site.read(&path),
            format!(
                "+++\ndate = 2026-01-02\ndescription = \"2026-01-03\"\ndraft = true\ntitle = \"{title}\"\n+++\n"
            )
        );
    }
}

#[test]
fn a_new_page_is_in_a_folder_of_pages() {
    let site = site();
    let editor = Editor::start(&site);
    for path in ["static/a.md", "content/data/a.md", "i18n/a.md"] {
        let body = json!({ "path": path, "values": { "title": "A" } });
        let (status, refused) = editor.call("POST", "create", &body);
        assert_eq!(status, 422, "{path}: {refused}");
    }
}

#[test]
fn a_new_page_begins_as_the_archetype_of_its_section() {
    let site = site();
    site.write("archetypes/posts.md", "---\ntitle: \"{{ title }}\"\ndate: {{ date }}\ndescription: Written by {{ slug }}.\n---\n\nStart here.\n");
    site.write("content/posts/a.md", "+++\ntitle = \"A\"\n+++\n");
    let editor = Editor::start(&site);
    editor.built();
    let form = editor.get("new?under=content/posts/");
    assert_eq!(form["folders"], json!(["content/", "content/posts/"]));
    for path in ["content/posts/say.md", "content/posts/say-2/index.md"] {
        let values = json!({ "title": "Say \"hi\"", "draft": true });
        let (status, created) =
            editor.call("POST", "create", &json!({ "path": path, "values": values }));
        assert_eq!(status, 200, "{created}");
        let text = site.read(path);
        assert_contains(
            &text,
            &[
                "title: \"Say \\\"hi\\\"\"\ndate: 20",
                "description: Written by say",
                "draft: true\n---\n\nStart here.\n",
            ],
        );
    }
    // Keys of a table that the form does not have stay as the archetype has them.
    site.write(
        "archetypes/posts.md",
        "+++\ntitle = \"x\"\n[extra]\nfrom = 2026-01-01 # first\n+++\n",
    );
    assert_eq!(editor.get("new?under=content/posts/")["extra"]["from"], "2026-01-01");
    let values = json!({ "title": "C", "extra": { "author": "Ada" } });
    let body = json!({ "path": "content/posts/c.md", "values": values });
    let (status, created) = editor.call("POST", "create", &body);
    assert_eq!(status, 200, "{created}");
    assert_contains(
        &site.read("content/posts/c.md"),
        &["[extra]\nfrom = 2026-01-01 # first\nauthor = \"Ada\""],
    );

    site.write("archetypes/posts.md", "---\ntitle: x\n");
    let body = json!({ "path": "content/posts/b.md", "values": { "title": "B" } });
    let (status, refused) = editor.call("POST", "create", &body);
    assert_eq!(status, 422, "{refused}");
    assert_contains(&refused.to_string(), &["archetypes/posts.md is not closed"]);
    site.build();
}

#[test]
fn pictures_with_signs_in_their_names_are_used() {
    let names = [
        "a(b).svg",
        "a,b.svg",
        "am&p.svg",
        "\u{dc}n\u{ef}.svg",
        "\u{e9} \u{e9}.svg",
        "unused-1.svg",
    ];
    let site = names.iter().fold(SiteBuilder::new(), |site, name| {
        site.file(
            &format!("static/un/{name}"),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>",
        )
    });
    let site = site
        .page(
            "a",
            "title = \"A\"\n",
            "![a](</un/a(b).svg>) ![a](/un/a,b.svg) <img alt=\"a\" src=\"/un/am&amp;p.svg\"> ![a](/un/%C3%9Cn%C3%AF.svg) ![a](/un/%C3%A9%20%C3%A9.svg)\n",
        )
        .create();
    let editor = Editor::start(&site);
    let unused = editor.get("problems")["unused_media"].clone();
    assert_eq!(unused.as_array().unwrap().len(), 1, "{unused}");
    assert_eq!(unused[0]["path"], "static/un/unused-1.svg");
}

#[test]
fn a_file_that_changed_meanwhile_is_never_overwritten() {
    let site = site();
    let editor = Editor::start(&site);
    let entry = editor.entry("content/post.md");
    let edits = json!([{ "set": "/title", "value": "Mine" }]);
    let draft = json!({ "files": [{ "path": "content/post.md", "base": entry["digest"], "edits": edits }] });
    assert_eq!(editor.call("PUT", "draft?id=0123456789abcdef", &draft).0, 200);

    // A terminal changes the file.
    let theirs = POST.replace("A post ", "Theirs ");
    site.write("content/post.md", &theirs);
    let save = json!({ "files": draft["files"], "draft": "0123456789abcdef" });
    let (status, conflict) = editor.call("POST", "save", &save);
    assert_eq!(status, 409, "{conflict}");
    let versions = &conflict["conflicts"][0];
    assert_eq!((&versions["base_text"], &versions["theirs"]), (&json!(POST), &json!(theirs)));
    assert_eq!(versions["mine"], POST.replace("A post ", "Mine "));
    assert_eq!(site.read("content/post.md"), theirs);
    assert_eq!(editor.call("PUT", "draft?id=0123456789abcdef", &draft).0, 409);
    assert_eq!(editor.entry("content/post.md")["drafts"][0]["is_outdated"], true);

    // A file that was deleted, and one that was created.
    site.remove("content/post.md");
    let (status, conflict) = editor.call("POST", "save", &save);
    assert_eq!((status, &conflict["conflicts"][0]["theirs"]), (409, &Value::Null));
    assert!(!site.root().join("content/post.md").exists());
    let new = json!({ "path": "content/other.md", "base": null, "edits": [] });
    assert_eq!(editor.call("POST", "save", &json!({ "files": [new] })).0, 409);
}

#[test]
fn a_draft_that_another_browser_has_open_is_not_overwritten() {
    let site = site();
    let editor = Editor::start(&site);
    let entry = editor.entry("content/post.md");
    let put = |client: &str, title: &str| {
        let edits = json!([{ "set": "/title", "value": title }]);
        let file = json!({ "path": "content/post.md", "base": entry["digest"], "edits": edits });
        let body = json!({ "files": [file], "client": client });
        editor.call("PUT", "draft?id=0123456789abcdef", &body).0
    };
    let connect = |client: &str| {
        let host = &editor.server.address;
        editor.server.open(&format!(
            "GET /_croupier/edit/events?client={client} HTTP/1.1\r\nhost: {host}\r\n\r\n"
        ))
    };
    let is_open = || editor.entry("content/post.md")["drafts"][0]["is_open"] == true;
    let first = connect("first");
    let _second = connect("second");
    assert_eq!(put("first", "First"), 200);
    editor.until(is_open);
    assert_eq!(put("second", "Second"), 423);
    let draft = editor.get("draft?id=0123456789abcdef");
    assert_eq!(draft["files"][0]["edits"][0]["value"], "First");

    // A browser that is gone leaves its draft to the next one.
    drop(first);
    editor.until(|| !is_open());
    assert_eq!(put("second", "Second"), 200);
    editor.until(is_open);
}

#[test]
fn a_save_through_a_link_writes_the_file_that_it_names() {
    let site = site();
    site.write("content/s/real.md", "+++\ntitle = \"A\"\n+++\nBody\n");
    let link = site.root().join("content/s/link.md");
    std::os::unix::fs::symlink("real.md", &link).unwrap();
    let editor = Editor::start(&site);
    let entry = editor.entry("content/s/link.md");
    let edits = json!([{ "set": "/title", "value": "B" }]);
    let (status, saved) = editor.save("content/s/link.md", &entry["digest"], &edits);
    assert_eq!(status, 200, "{saved}");
    assert!(link.is_symlink() && site.read("content/s/real.md").contains("title = \"B\""));
    let (status, undone) = editor.call("POST", "undo", &json!({ "undo": saved["undo"] }));
    assert_eq!(status, 200, "{undone}");
    assert!(link.is_symlink() && site.read("content/s/real.md").contains("title = \"A\""));

    for from in ["link", "real"] {
        let from = format!("content/s/{from}.md");
        let body = json!({ "from": from, "to": "content/s/new.md" });
        let (status, refused) = editor.call("POST", "rename", &body);
        assert_eq!(status, 422, "{refused}");
        let (status, refused) = editor.call("POST", "delete", &json!({ "path": from }));
        assert_eq!(status, 422, "{refused}");
        assert_contains(&refused.to_string(), &["content/s/link.md is a link to"]);
    }
    assert!(link.is_symlink());
}

#[test]
fn a_read_only_file_is_not_replaced() {
    use std::os::unix::fs::PermissionsExt;

    let site = site();
    site.write("content/s/locked.md", "+++\ntitle = \"A\"\n+++\nBody\n");
    let file = site.root().join("content/s/locked.md");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o444)).unwrap();
    let editor = Editor::start(&site);
    let entry = editor.entry("content/s/locked.md");
    let edits = json!([{ "set": "/title", "value": "B" }]);
    let (status, refused) = editor.save("content/s/locked.md", &entry["digest"], &edits);
    assert_eq!(status, 500, "{refused}");
    assert_contains(
        &refused.to_string(),
        &["content/s/locked.md cannot be written: it is read-only. Nothing was saved."],
    );
    assert!(site.read("content/s/locked.md").contains("title = \"A\""));
}

#[test]
fn files_with_decomposed_names_are_saved_moved_and_deleted_where_they_are() {
    const FOLDER: &str = "content/cafe\u{301}";
    let site = site();
    let stored = format!("{FOLDER}/me\u{301}nu.md");
    site.write(&stored, POST);
    let git = |arguments: &[&str]| git(&site, arguments);
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "First"]);
    let editor = Editor::start(&site);
    let names = || {
        let entries = std::fs::read_dir(site.root().join("content")).unwrap();
        let mut names: Vec<String> =
            entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let before = names();

    let path = "content/caf%C3%A9/m%C3%A9nu.md";
    let entry = editor.entry(path);
    let title = json!([{ "set": "/title", "value": "Saved" }]);
    let (status, saved) = editor.save("content/caf\u{e9}/m\u{e9}nu.md", &entry["digest"], &title);
    assert_eq!(status, 200, "{saved}");
    assert_contains(&site.read(&stored), &["title: Saved "]);
    let history = editor.get(&format!("history?path={path}"));
    let commits = history["commits"].as_array().unwrap();
    assert_eq!(commits.len(), 1);
    let id = commits[0]["id"].as_str().unwrap();
    assert_eq!(editor.get(&format!("version?path={path}&commit={id}"))["text"], POST);

    let new = json!({ "path": "content/caf\u{e9}/new.md", "values": { "title": "New" } });
    let (status, created) = editor.call("POST", "create", &new);
    assert_eq!(status, 200, "{created}");
    assert!(site.root().join(format!("{FOLDER}/new.md")).is_file());

    let names_of_page =
        json!({ "from": "content/caf\u{e9}/m\u{e9}nu.md", "to": "content/caf\u{e9}/card.md" });
    let (status, renamed) = editor.call("POST", "rename", &names_of_page);
    assert_eq!(status, 200, "{renamed}");
    assert!(
        site.root().join(format!("{FOLDER}/card.md")).is_file()
            && !site.root().join(&stored).exists()
    );

    for file in ["card.md", "new.md"] {
        let file = json!({ "path": format!("content/caf\u{e9}/{file}") });
        let (status, deleted) = editor.call("POST", "delete", &file);
        assert_eq!(status, 200, "{deleted}");
    }
    assert!(!site.root().join(FOLDER).exists());
    assert_eq!(before.iter().filter(|name| !name.starts_with("caf")).count(), names().len());
}

#[test]
fn several_files_are_saved_together_or_not_at_all() {
    let site = site();
    let editor = Editor::start(&site);
    let (post, other) = (editor.entry("content/post.md"), editor.entry("content/other.md"));
    let title = json!([{ "set": "/title", "value": "New" }]);
    let files = |second: &Value| {
        json!({ "files": [
            { "path": "content/post.md", "base": post["digest"], "edits": title },
            { "path": "content/other.md", "base": second, "edits": title },
        ] })
    };
    assert_eq!(editor.call("POST", "save", &files(&json!("another digest"))).0, 409);
    assert_eq!(site.read("content/post.md"), POST);
    assert_eq!(editor.call("POST", "save", &files(&other["digest"])).0, 200);
    assert!(site.read("content/post.md").contains("title: New "));
    assert!(site.read("content/other.md").contains("title = \"New\""));
}

#[test]
fn a_preview_is_the_real_page_with_the_draft() {
    let site = site();
    let editor = Editor::start(&site);
    editor.built();
    let published = tree(&site.root().join(".croupier/dev"));
    let entry = editor.entry("content/post.md");
    let draft = |path: &str, base: &Value, edits: &Value| {
        let body = json!({ "files": [{ "path": path, "base": base, "edits": edits }] });
        let (status, draft) = editor.call("PUT", "draft?id=0123456789abcdef", &body);
        assert_eq!(status, 200, "{draft}");
        draft
    };

    let edits = json!([
        { "set": "/title", "value": "Unsaved" },
        { "body": { "start": 0, "end": 0 }, "text": "*New* [x](/none/)\n" },
    ]);
    let answer = draft("content/post.md", &entry["digest"], &edits);
    assert_eq!(answer["routes"], json!(["/post/"]));
    assert_eq!(answer["problems"][0]["message"], "broken link: /none/ does not exist");
    let page = editor.server.get("/post/?croupier-draft=0123456789abcdef");
    assert!(page.contains("<em>New</em>") && page.contains("<h1>Unsaved</h1>"), "{page}");
    assert!(!editor.server.get("/post/").contains("<em>New</em>"));

    // Other pages see the draft, too.
    assert!(editor.server.get("/other/?croupier-draft=0123456789abcdef").contains("The post"));
    // A page that does not exist yet, and one that is published later.
    let scheduled = json!([
        { "set": "", "value": { "title": "Later", "publish_at": "2030-01-01" } },
        { "body": { "start": 0, "end": 0 }, "text": "Words of tomorrow\n" },
    ]);
    let answer = draft("content/later.md", &Value::Null, &scheduled);
    assert_eq!(answer["routes"], json!(["/later/"]));
    let page = editor.server.get("/later/?croupier-draft=0123456789abcdef");
    assert!(page.contains("Words of tomorrow"), "{page}");
    let page = editor.server.get("/later/?croupier-draft=0123456789abcdef&as-of=2031-01-01");
    assert!(page.contains("Words of tomorrow"), "{page}");
    assert!(editor.server.get("/later/").contains("404"));

    // A form that was only opened shows the page as it is.
    let unchanged = editor.server.get("/post/?croupier-draft=ffffffffffffffff");
    assert!(unchanged.contains("<h1>A post</h1>") && unchanged.contains("no-store"), "{unchanged}");
    assert_eq!(tree(&site.root().join(".croupier/dev")), published, "nothing is published");
}

#[test]
fn a_draft_or_a_preview_at_another_time_changes_no_other_call() {
    let site = site();
    site.write("content/later.md", "+++\ntitle = \"Later\"\npublish_at = 2030-01-01\n+++\n");
    let editor = Editor::start(&site);
    editor.built();
    let entry = editor.entry("content/post.md");
    let unsaved = || {
        let edits = json!([
            { "set": "/path", "value": "/unsaved/" },
            { "set": "/title", "value": "Unsaved" },
            { "set": "/draft", "value": true },
        ]);
        let file = json!({ "path": "content/post.md", "base": entry["digest"], "edits": edits });
        let (status, draft) =
            editor.call("PUT", "draft?id=0123456789abcdef", &json!({ "files": [file] }));
        assert_eq!(status, 200, "{draft}");
        assert_eq!(draft["routes"], json!(["/unsaved/"]));
    };

    unsaved();
    let listed = &editor.get("tree?q=post.md")["items"][0];
    assert_eq!((&listed["title"], &listed["status"]), (&json!("A post"), &json!("published")));
    unsaved();
    assert_eq!(editor.entry("content/post.md")["route"], "/post/");
    unsaved();
    assert_eq!(editor.get("links?q=post")["items"][0]["link"], "/post/");

    let page = editor.server.get("/later/?croupier-draft=ffffffffffffffff&as-of=2031-01-01");
    assert!(page.contains("Later"), "{page}");
    assert_eq!(editor.get("problems")["scheduled"][0]["path"], "content/later.md");
    assert_eq!(editor.get("tree?q=later.md")["items"][0]["status"], "scheduled");
}

#[test]
fn the_data_of_a_preview_is_that_of_its_own_draft() {
    let site = site();
    site.write("content/data/words.toml", "hello = \"Hello\"\n");
    site.write("pages/page.html", "<p id=\"{{ static_query('words') }}\"></p>{{ page.body }}");
    let editor = Editor::start(&site);
    editor.built();

    let base = editor.entry("content/data/words.toml")["digest"].clone();
    let drafts = [("0123456789abcdef", "First"), ("fedcba9876543210", "Second")];
    for (id, text) in drafts {
        let edits = json!([{ "set": "/hello", "value": text }]);
        let file = json!({ "path": "content/data/words.toml", "base": base, "edits": edits });
        let call = format!("draft?id={id}&route=/post/");
        assert_eq!(editor.call("PUT", &call, &json!({ "files": [file] })).0, 200);
    }

    for (id, text) in drafts {
        for time in ["", "&as-of=2031-01-01"] {
            let url = format!("/post/?croupier-draft={id}{time}");
            let page = editor.server.get(&url);
            let (_, rest) = page.split_once("<p id=\"").unwrap();
            let (hash, _) = rest.split_once('"').unwrap();
            // A list in between shows the files on disk.
            editor.get("tree?kind=page");
            let referer = format!("referer: http://{}{url}\r\n", editor.server.address);
            let data = editor.server.get_with(&format!("/page-data/sq/d/{hash}.json"), &referer);
            assert!(data.contains(&format!("{{\"hello\":\"{text}\"}}")), "{url}: {data}");
        }
    }
}

#[test]
fn a_file_of_a_template_has_the_draft_for_pages_of_it() {
    let site = site();
    site.write("content/data/words.toml", "hello = \"Hello\"\n");
    site.write("pages/files/words.json", "{\"hello\": {{ data.words.hello }}}");
    let editor = Editor::start(&site);
    editor.built();

    let base = editor.entry("content/data/words.toml")["digest"].clone();
    let edits = json!([{ "set": "/hello", "value": "Unsaved" }]);
    let file = json!({ "path": "content/data/words.toml", "base": base, "edits": edits });
    let draft = "draft?id=0123456789abcdef&route=/post/";
    assert_eq!(editor.call("PUT", draft, &json!({ "files": [file] })).0, 200);

    let words_for = |page: &str| {
        let referer = format!("referer: http://{}{page}\r\n", editor.server.address);
        editor.server.get_with("/words.json", &referer)
    };
    let words = words_for("/post/?croupier-draft=0123456789abcdef");
    assert!(words.contains("Unsaved") && words.contains("no-store"), "{words}");
    assert!(words.to_lowercase().contains("application/json"), "{words}");
    assert!(words_for("/post/").contains("Hello"), "readers have the saved file");
}

#[test]
fn a_row_is_previewed_by_its_page_of_the_draft() {
    let site = SiteBuilder::new()
        .settings("[[collections]]\nname = \"games\"\ndata = \"content/data/games.csv\"\nroute = \"/games/{slug}/\"\n[collections.fields]\nslug = \"name\"\ntitle = \"{name}\"\n")
        .file("pages/page.html", "<h1>{{ page.title }}</h1>")
        .create();
    site.write("content/data/games.csv", "id,name\n1,Aces\n2,Gold Rush\n3,Zebra\n");
    let editor = Editor::start(&site);
    editor.built();

    let entry = editor.entry("content/data/games.csv");
    assert_eq!(entry["has_row_pages"], true);
    let page_of = |draft: &str, pointer: &str| {
        let file = "content/data/games.csv";
        editor.server.get(&format!("/?croupier-draft={draft}&row={pointer}&file={file}"))
    };
    let edits = json!([{ "set": "/1/name", "value": "Silver Rush" }]);
    let file = json!({ "path": "content/data/games.csv", "base": entry["digest"], "edits": edits });
    let (status, _) = editor.call("PUT", "draft?id=0123456789abcdef", &json!({ "files": [file] }));
    assert_eq!(status, 200);

    for (pointer, route) in [("/0", "aces"), ("/1/name", "silver-rush"), ("/2/id", "zebra")] {
        let response = page_of("0123456789abcdef", pointer);
        let location = format!("location: /games/{route}/?croupier-draft=0123456789abcdef");
        assert!(response.contains("307") && response.contains(&location), "{response}");
    }
    let page = editor.server.get("/games/silver-rush/?croupier-draft=0123456789abcdef");
    assert!(page.contains("Silver Rush"), "{page}");
    assert!(page_of("ffffffffffffffff", "/1").contains("/games/gold-rush/"));
    assert!(page_of("ffffffffffffffff", "/9").contains("This row has no page."));
}

#[test]
fn a_draft_page_can_link_to_another_draft_page() {
    let site = site();
    for name in ["one", "two"] {
        site.write(
            &format!("content/{name}.md"),
            &format!("+++\ntitle = \"{name}\"\ndraft = true\n+++\n"),
        );
    }
    let editor = Editor::start(&site);
    let problems = |edits: &Value| {
        let base = &editor.entry("content/one.md")["digest"];
        let file = json!({ "path": "content/one.md", "base": base, "edits": edits });
        let (status, draft) =
            editor.call("PUT", "draft?id=0123456789abcdef", &json!({ "files": [file] }));
        assert_eq!(status, 200, "{draft}");
        draft["problems"].clone()
    };
    let link = json!({ "body": { "start": 0, "end": 0 }, "text": "[x](/two/) [y](two.md)" });
    assert_eq!(problems(&json!([link])), json!([]));
    let published = problems(&json!([{ "set": "/draft", "value": false }, link]));
    assert_eq!(published[0]["message"], "broken link: /two/ is not published yet");
}

#[test]
fn a_conflict_has_the_changes_of_a_draft_that_the_server_never_had() {
    let site = site();
    let editor = Editor::start(&site);
    let entry = editor.entry("content/post.md");
    site.write("content/post.md", "---\ntitle: Theirs\n---\n");
    let file = json!({
        "path": "content/post.md", "base": entry["digest"], "base_text": POST,
        "edits": [{ "set": "/title", "value": "Mine" }],
    });
    let (status, answer) =
        editor.call("PUT", "draft?id=0123456789abcdef", &json!({ "files": [file] }));
    assert_eq!(status, 409, "{answer}");
    let conflict = &answer["conflicts"][0];
    assert_eq!(conflict["mine"], POST.replace("A post", "Mine"));
    assert_eq!(conflict["base_text"], POST);
}

#[test]
fn the_card_of_a_row_is_shown_alone_with_the_draft() {
    let site = site();
    site.write(
        "content/data/menu.schema.json",
        r##"{"x-editor": {"card": "cards/none"}, "properties": {"items": {"items": {"$ref": "#/$defs/entry"}}},
            "$defs": {"entry": {"x-editor": {"card": "cards/entry"}}}}"##,
    );
    let card = "<b>{{ page.extra.row.url }} {{ data.menu['items']|length }}</b>";
    site.write("pages/cards/entry.html", card);
    let editor = Editor::start(&site);
    editor.built();
    let published = tree(&site.root().join(".croupier/dev"));

    let edits = json!([
        { "set": "/items/0/url", "value": "/other/" },
        { "insert": "/items/1", "value": { "url": "/", "price": 1 } },
    ]);
    let entry = editor.entry("content/data/menu.toml");
    let file = json!({ "path": "content/data/menu.toml", "base": entry["digest"], "edits": edits });
    let (status, draft) =
        editor.call("PUT", "draft?id=0123456789abcdef", &json!({ "files": [file] }));
    assert_eq!(status, 200, "{draft}");
    let shown = |card: &str| {
        let url = format!(
            "/?croupier-draft=0123456789abcdef&card={card}&file=content%2Fdata%2Fmenu.toml"
        );
        editor.server.get(&url)
    };
    assert_contains(&shown("%2Fitems%2F0"), &["<b>/other/ 2</b>", "no-store"]);
    assert_contains(&shown("%2Fitems%2F1"), &["<b>/ 2</b>"]);

    // The layout of cards, which no page has.
    site.write("pages/shells/card.html", "<main class=card>{{ main }}</main>");
    editor.until(|| shown("%2Fitems%2F0").contains("<main class=card><b>/other/ 2</b></main>"));

    assert_contains(
        &shown(""),
        &["422", "there is no template `cards/none`, which the schema names"],
    );
    assert_contains(
        &shown("%2Fitems%2F0%2Furl"),
        &["422", "has no row with a card at `/items/0/url`"],
    );
    assert_contains(&shown("%2Fitems%2F7"), &["422", "has no row with a card at `/items/7`"]);
    let other = "/?croupier-draft=0123456789abcdef&card=&file=..%2Fsecret.toml";
    assert_contains(&editor.server.get(other), &["400", "is not in content, static or i18n"]);
    assert_eq!(tree(&site.root().join(".croupier/dev")), published, "nothing is published");
}

#[test]
fn previews_of_an_open_editor_follow_the_clock() {
    let site = site();
    site.write(
        "pages/page.html",
        "{% for it in section(\"/\") %}[{{ it.title }}]{% endfor %}{{ page.body }}",
    );
    let editor = Editor::start(&site);
    let preview =
        |time: &str| editor.server.get(&format!("/other/?croupier-draft=0123456789abcdef{time}"));
    assert!(!preview("").contains("[Soon]"));

    // The page is scheduled while the editor is open, and no file changes when it is due.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let due = date::rfc3339(i64::try_from(now).unwrap() + 2);
    site.write(
        "content/soon.md",
        &format!("+++\ntitle = \"Soon\"\npublish_at = {due}\n+++\nText\n"),
    );
    editor.built();
    editor.built();
    editor.until(|| preview("").contains("[Soon]"));
    assert_eq!(editor.get("tree?q=soon")["items"][0]["status"], "published");

    // A preview at another time has no effect on later ones, also if a file changes in between.
    site.write("content/later.md", "+++\ntitle = \"Later\"\npublish_at = 2090-01-01\n+++\nText\n");
    editor.until(|| preview("&as-of=2091-01-01").contains("[Later]"));
    site.write("content/post.md", &POST.replace("A post ", "Changed "));
    editor.until(|| editor.get("tree?q=changed")["total"] == 1);
    assert!(!preview("").contains("[Later]"));
}

#[test]
fn drafts_survive_the_end_of_the_server() {
    let site = site();
    let edits = json!([{ "set": "/title", "value": "Kept" }]);
    let digest = {
        let editor = Editor::start(&site);
        let entry = editor.entry("content/post.md");
        let file = json!({ "path": "content/post.md", "base": entry["digest"], "edits": edits });
        let body = json!({ "files": [file] });
        assert_eq!(editor.call("PUT", "draft?id=0123456789abcdef", &body).0, 200);
        editor.server.signal(rustix::process::Signal::KILL);
        entry["digest"].clone()
    };

    let editor = Editor::start(&site);
    let drafts = editor.entry("content/post.md")["drafts"].clone();
    assert_eq!(
        (&drafts[0]["id"], &drafts[0]["is_outdated"]),
        (&json!("0123456789abcdef"), &json!(false))
    );
    let draft = editor.get("draft?id=0123456789abcdef");
    assert_eq!((&draft["files"][0]["edits"], &draft["files"][0]["base"]), (&edits, &digest));
    assert_eq!(editor.get("problems")["unsaved"][0]["paths"], json!(["content/post.md"]));
    let page = editor.server.get("/post/?croupier-draft=0123456789abcdef");
    assert!(page.contains("<h1>Kept</h1>"), "{page}");
    assert_eq!(editor.call("DELETE", "draft?id=0123456789abcdef", &Value::Null).0, 200);
    assert_eq!(editor.entry("content/post.md")["drafts"], json!([]));
}

#[test]
fn a_draft_that_was_saved_before_the_server_ended_is_removed() {
    let site = site();
    let ids = ["0123456789abcdef", "fedcba9876543210"];
    let text = {
        let editor = Editor::start(&site);
        let entry = editor.entry("content/post.md");
        let put = |id: &str, edits: Value| {
            let file =
                json!({ "path": "content/post.md", "base": entry["digest"], "edits": edits });
            let (status, draft) =
                editor.call("PUT", &format!("draft?id={id}"), &json!({ "files": [file] }));
            assert_eq!(status, 200, "{draft}");
            draft["files"][0]["text"].as_str().unwrap().to_owned()
        };
        put(ids[1], json!([{ "set": "/title", "value": "Other" }]));
        put(ids[0], json!([{ "set": "/title", "value": "Saved" }]))
    };

    // As the end of the process leaves it between the write of the file and the removal of the draft.
    site.write("content/post.md", &text);
    let editor = Editor::start(&site);
    let drafts = editor.entry("content/post.md")["drafts"].clone();
    assert_eq!(drafts.as_array().unwrap().len(), 1, "{drafts}");
    assert_eq!((&drafts[0]["id"], &drafts[0]["is_outdated"]), (&json!(ids[1]), &json!(true)));
}

/// How many pictures the page has that a killed server moves.
const PICTURES: usize = 300;

/// Kills a server while it moves a page with many pictures, between two files. Returns the site and its files before.
fn killed_between_files() -> (Site, BTreeMap<PathBuf, Vec<u8>>) {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n";
    // A slow thread of the test can find all files moved.
    for _ in 0..20 {
        let mut builder = SiteBuilder::new().page("trip/index", "title = \"Trip\"\n", "Text\n");
        for picture in 0..PICTURES {
            builder = builder.file(&format!("content/trip/{picture:03}.svg"), svg);
        }
        let site = builder.create();
        let content = site.root().join("content");
        let before = tree(&content);
        let editor = Editor::start(&site);

        let body = json!({ "from": "content/trip/index.md", "to": "content/journey/index.md" });
        let (host, text) = (&editor.server.address, body.to_string());
        let _open = editor.server.open(&format!(
            "POST /_croupier/edit/rename HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{text}",
            text.len()
        ));
        // One file can be changed by a test, so that a second one is left to take back.
        let second = content.join("journey/001.svg");
        editor.until(|| second.exists());
        editor.server.signal(rustix::process::Signal::KILL);
        drop(editor);
        if content.join(format!("trip/{:03}.svg", PICTURES - 1)).exists() {
            return (site, before);
        }
    }
    panic!("the server was always faster than the test");
}

#[test]
fn a_save_that_the_end_of_the_server_interrupts_is_taken_back() {
    let (site, before) = killed_between_files();
    let content = site.root().join("content");
    let partial = tree(&content);
    assert_ne!(partial, before);
    for command in ["build", "check"] {
        let output = site.run(&[command, "--preview"]);
        assert_eq!(output.status.code(), Some(3), "{}", printed_text(&output));
        let message = "error: \"Rename content/trip/index.md\" in the editor was interrupted, and only some of its files are written; \
            run `croupier edit`, which takes it back\n";
        assert_eq!(printed_text(&output), message);
    }
    assert_eq!(tree(&content), partial);

    let editor = Editor::start(&site);
    assert_eq!(tree(&content), before, "no file is moved, and no prepared file is left");
    assert!(site.run(&["check", "--preview"]).status.success());
    assert!(!content.join("journey").exists());
    assert_eq!(editor.get("undo")["items"], json!([]));
    drop(editor);

    // The record is used once.
    site.write("content/trip/000.svg", "changed");
    let _editor = Editor::start(&site);
    assert_eq!(site.read("content/trip/000.svg"), "changed");
}

#[test]
fn an_interrupted_save_does_not_overwrite_what_changed_since_then() {
    let (site, before) = killed_between_files();
    let content = site.root().join("content");
    site.write("content/journey/000.svg", "changed");
    let editor = Editor::start(&site);
    let warning = editor.server.says("warning: ");
    assert_contains(
        &warning,
        &[
            "interrupted \"Rename content/trip/index.md\"",
            "`content/journey/000.svg` changed since then",
            ". Not written: `content/",
        ],
    );
    assert_eq!(site.read("content/journey/000.svg"), "changed");

    let saves = editor.get("undo")["items"].clone();
    assert_eq!(saves[0]["title"], "Interrupted: Rename content/trip/index.md");
    let (status, undone) = editor.call("POST", "undo", &json!({ "undo": saves[0]["undo"] }));
    assert_eq!(status, 200, "{undone}");
    let mut after = before;
    after.insert("journey/000.svg".into(), b"changed".to_vec());
    assert_eq!(tree(&content), after);
}

#[test]
fn the_cache_is_removed_without_unsaved_work() {
    let site = site();
    {
        let editor = Editor::start(&site);
        let entry = editor.entry("content/post.md");
        let edits = json!([{ "set": "/title", "value": "Kept" }]);
        let file = json!({ "path": "content/post.md", "base": entry["digest"], "edits": edits });
        let body = json!({ "files": [file] });
        assert_eq!(editor.call("PUT", "draft?id=0123456789abcdef", &body).0, 200);
    }
    assert!(site.run(&["clean"]).status.success());
    assert!(!site.root().join(".croupier/dev").exists());
    let editor = Editor::start(&site);
    assert_eq!(editor.entry("content/post.md")["drafts"][0]["id"], "0123456789abcdef");
}

#[test]
fn renaming_a_page_takes_links_data_and_a_redirect_along() {
    let site = site();
    site.write(
        "content/index.md",
        "+++\ntitle = \"Home\" # front\naliases = [\"/post/old/\"]\n[extra]\nbutton = \"/post/#part\" # target\nteaser = \"See [it](/post/).\"\n+++\n[Post](/post/)\n",
    );
    let editor = Editor::start(&site);
    editor.built();
    let rename = |dry_run: bool| {
        let body =
            json!({ "from": "content/post.md", "to": "content/news/today.md", "dry_run": dry_run });
        let (status, answer) = editor.call("POST", "rename", &body);
        assert_eq!(status, 200, "{answer}");
        answer
    };
    let before = tree(&site.root().join("content"));
    let planned = rename(true);
    assert_eq!(tree(&site.root().join("content")), before);
    let paths: Vec<&str> = planned["changes"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| it["path"].as_str())
        .collect();
    assert_eq!(
        paths,
        ["content/data/menu.toml", "content/index.md", "content/other.md", "content/post.md"]
    );
    let home = &planned["changes"][1];
    assert_eq!(home["reason"], "links to a page that moves; has the URL of a page that moves");
    assert_contains(home["diff"].as_str().unwrap(), &["+button = \"/news/today/#part\" # target"]);

    let done = rename(false);
    assert!(!site.root().join("content/post.md").exists());
    let moved = site.read("content/news/today.md");
    assert!(
        moved.contains("title: A post   # the headline") && moved.contains("/post/"),
        "{moved}"
    );
    let links = site.read("content/other.md");
    assert!(links.contains("[ref]: news/today.md \"Title\""), "{links}");
    assert!(links.contains("[The post](news/today.md), [again](/news/today/?a=1)"), "{links}");
    assert!(site.read("content/data/menu.toml").contains("url = \"/news/today/\" # first"));
    assert_eq!(
        site.read("content/index.md"),
        "+++\ntitle = \"Home\" # front\naliases = [\"/post/old/\"]\n[extra]\nbutton = \"/news/today/#part\" # target\nteaser = \"See [it](/news/today/).\"\n+++\n[Post](/news/today/)\n",
    );
    // A build can start while the files are written one after another.
    editor.until(|| editor.server.get("/news/today/").contains("Text with"));
    editor.until(|| editor.server.get("/post/").contains("/news/today/"));

    let (status, undone) = editor.call("POST", "undo", &json!({ "undo": done["undo"] }));
    assert_eq!(status, 200, "{undone}");
    assert_eq!(tree(&site.root().join("content")), before);
}

#[test]
fn a_page_with_pictures_moves_with_its_folder_and_is_deleted_with_it() {
    let site = SiteBuilder::new()
        .file("content/trip/index.md", "+++\ntitle = \"Trip\"\n+++\n![Boat](boat.svg)\n")
        .file(
            "content/trip/boat.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n",
        )
        .page("about", "title = \"About\"\n", "[Trip](/trip/)\n")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let body = json!({ "from": "content/trip/index.md", "to": "content/journey/index.md" });
    let (status, moved) = editor.call("POST", "rename", &body);
    assert_eq!(status, 200, "{moved}");
    assert!(site.root().join("content/journey/boat.svg").exists());
    assert!(!site.root().join("content/trip").exists());
    assert!(site.read("content/about.md").contains("[Trip](/journey/)"));
    editor.built();

    let body =
        json!({ "path": "content/journey/index.md", "redirect_to": "/about/", "dry_run": true });
    let (_, planned) = editor.call("POST", "delete", &body);
    let actions: Vec<&str> = planned["changes"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| it["action"].as_str())
        .collect();
    assert_eq!(actions, ["edit", "delete", "delete", "check"], "{planned}");
    let body = json!({ "path": "content/journey/index.md", "redirect_to": "/about/" });
    assert_eq!(editor.call("POST", "delete", &body).0, 200);
    assert!(!site.root().join("content/journey").exists());
    assert!(site.read("content/about.md").contains("aliases = [\"/journey/\", \"/trip/\"]"));
}

#[test]
fn a_field_refers_to_pages_of_a_folder_or_to_entries_of_data() {
    let site = site();
    site.write("content/news/index.md", "+++\ntitle = \"News\"\n+++\n");
    site.write("content/news/tea.md", "+++\ntitle = \"Tea\"\n+++\n");
    site.write("content/data/games.csv", "id,title\ng1,Gold Rush\ng2,Silver Comet\n");
    site.write("content/data/offers/spring.toml", "code = \"SPRING\"\nname = \"Spring offer\"\n");
    site.write("content/data/offers/none.toml", "name = \"Without a code\"\n");
    site.write("content/data/halls.toml", "[[halls]]\nid = \"north\"\n[[rooms]]\nid = \"small\"\n");
    let editor = Editor::start(&site);
    let links = |query: &str| {
        let items = editor.get(&format!("links?{query}"))["items"].clone();
        let text = |it: &Value| format!("{} {}", it["link"], it["title"]).replace('"', "");
        items.as_array().unwrap().iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(links("to=/news/"), ["/news/tea/ Tea"]);
    assert_eq!(links("to=games%23id"), ["g1 Gold Rush", "g2 Silver Comet"]);
    assert_eq!(links("to=games%23id&q=comet"), ["g2 Silver Comet"]);
    assert_eq!(links("to=offers/%23code"), ["SPRING Spring offer"]);
    assert_eq!(links("to=offers/%23"), ["none Without a code", "spring Spring offer"]);
    assert_eq!(
        links("to=games%23{title}-{id}"),
        ["Gold Rush-g1 Gold Rush", "Silver Comet-g2 Silver Comet"]
    );
    assert!(links("to=games%23{title}-{none}").is_empty());
    assert_eq!(links("to=halls%23id"), ["north north", "small small"]);
    assert!(links("to=none%23id").is_empty() && links("to=games%23none").is_empty());
    assert!(links("").len() > 3);
}

#[test]
fn links_to_headings_have_their_texts_in_the_order_of_the_page() {
    let text = "## \u{d6}ffnungszeiten & Preise (2026)\n\n## Opening *hours* {#a1}\n\n### C++ vs. C#\n\ntext[^1]\n\n[^1]: foot\n";
    let site = SiteBuilder::new()
        .settings("default_language = \"en\"\n[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Fran\u{e7}ais\"\n")
        .page("404", "title = \"Not found\"\n", "")
        .page("h", "title = \"H\"\n", text)
        .page("h.fr", "title = \"H\"\n", "## Tarifs\n\n## Heures\n")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let anchors = |route: &str| {
        let items = editor.get(&format!("links?q={route}"))["items"].clone();
        let page =
            items.as_array().unwrap().iter().find(|it| it["route"] == route).unwrap().clone();
        let anchors = page["anchors"].as_array().unwrap().clone();
        anchors
            .iter()
            .map(|it| format!("{} {}", it["id"].as_str().unwrap(), it["text"].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        anchors("/h/"),
        [
            "\u{f6}ffnungszeiten-preise-2026 \u{d6}ffnungszeiten & Preise (2026)",
            "a1 Opening hours",
            "c-vs-c C++ vs. C#",
        ]
    );
    assert_eq!(anchors("/fr/h/"), ["\u{f6}ffnungszeiten-preise-2026 Tarifs", "a1 Heures"]);

    let items = editor.get("links?")["items"].clone();
    let routes: Vec<&str> =
        items.as_array().unwrap().iter().map(|it| it["route"].as_str().unwrap()).collect();
    assert_eq!(routes.last(), Some(&"/404.html"), "{routes:?}");

    // Pages in the language of the file come first, also for translations of data.
    for (file, routes) in [
        ("content/index.md", ["/h/ en", "/fr/h/ fr"]),
        ("content/index.fr.md", ["/fr/h/ fr", "/h/ en"]),
        ("content/data/tiles.fr.toml", ["/fr/h/ fr", "/h/ en"]),
    ] {
        let items = editor.get(&format!("links?q=H%20/h/&file={file}"))["items"].clone();
        let found: Vec<String> = items
            .as_array()
            .unwrap()
            .iter()
            .map(|it| {
                format!("{} {}", it["route"].as_str().unwrap(), it["language"].as_str().unwrap())
            })
            .collect();
        assert_eq!(found, routes, "{file}");
    }
}

#[test]
fn menus_and_redirects_are_listed_with_their_places() {
    let site = site();
    let settings =
        "[[redirects]]\nfrom = \"/gone/\"\nto = \"/other/\"\n[[menu]]\nto = \"/other/\"\n";
    site.write("site.toml", &format!("{}{settings}", site.read("site.toml")));
    site.write("static/_redirects", "# Old paths, \u{e9}.\n/legacy/ /post/ 301\n");
    site.write("content/old.md", "+++\ntitle = \"Old\"\naliases = [\"/a/\", \"/b/\"]\n+++\n");
    site.write("content/data/menu.fr.toml", "[[items]]\n");
    let editor = Editor::start(&site);
    let lists = editor.get("navigation");
    let paths: Vec<&Value> =
        lists["menus"].as_array().unwrap().iter().map(|it| &it["path"]).collect();
    assert_eq!(paths, ["content/data/menu.fr.toml", "content/data/menu.toml", "site.toml"]);
    assert_eq!(
        lists["redirects"],
        json!([
            { "path": "content/old.md", "pointer": "/aliases/0", "from": "/a/", "to": "/old/", "writable": true },
            { "path": "content/old.md", "pointer": "/aliases/1", "from": "/b/", "to": "/old/", "writable": true },
            { "path": "site.toml", "from": "/gone/", "to": "/other/", "writable": false },
            { "path": "static/_redirects", "offset": 16, "from": "/legacy/", "to": "/post/", "writable": true },
        ])
    );
}

#[test]
fn uploads_are_of_the_type_that_their_name_says() {
    let site = site();
    let editor = Editor::start(&site);
    let upload = |path: &str, text: &str| {
        let origin = format!("origin: http://{}\r\n", editor.server.address);
        editor.send("PUT", &format!("media?path={path}"), &origin, text.as_bytes())
    };
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2\" height=\"1\"><path d=\"M0 0\"/></svg>";
    let (status, stored) = upload("static/pictures/a.svg", svg);
    assert_eq!(status, 200, "{stored}");
    let stored: Value = serde_json::from_str(&stored).unwrap();
    assert_eq!((&stored["width"], &stored["height"]), (&json!(2), &json!(1)), "{stored}");
    assert_eq!(upload("static/pictures/a.svg", svg).0, 409, "a file that exists");
    assert_eq!(upload("static/b.svg", "<svg><script>alert(1)</script></svg>").0, 422);
    let prefixed =
        svg.replace("<path d=\"M0 0\"/>", "<s:script xmlns:s=\"http://www.w3.org/2000/svg\"/>");
    assert_eq!(upload("static/b.svg", &prefixed).0, 422);
    let titled = svg.replace("<path", "<title>Player one</title><path");
    let (status, stored) = upload("static/pictures/one%20(1).svg", &titled);
    assert_eq!(status, 200, "{stored}");
    assert_eq!(upload("static/c.png", svg).0, 422);
    assert_eq!(upload("static/con.svg", svg).0, 400);
    assert_eq!(upload("static/d.html", "<p>").0, 422);
    assert_eq!(upload("pages/e.svg", svg).0, 400);
    for folder in ["content/data", "content/data/pictures", "i18n/fr"] {
        let (status, refused) = upload(&format!("{folder}/e.svg"), svg);
        assert_eq!(status, 422, "{folder}: {refused}");
        assert_contains(&refused, &["are not published"]);
    }
    assert_eq!(upload("static/%2e%2e/site.svg", svg).0, 400);
    let unused = editor.get("problems")["unused_media"].clone();
    assert_eq!(unused[0]["path"], "static/pictures/a.svg", "{unused}");
    let file = editor.server.get("/_croupier/edit/file?path=static/pictures/a.svg");
    assert!(file.contains("content-security-policy: default-src 'none'"), "{file}");
}

#[test]
fn an_upload_that_is_too_long_or_incomplete_leaves_nothing() {
    let site = site();
    let editor = Editor::start(&site);
    let open = |path: &str, length: &str| {
        let host = &editor.server.address;
        editor.server.open(&format!(
            "PUT /_croupier/edit/media?path={path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\n{length}\r\n\r\n"
        ))
    };
    let response = |mut stream: TcpStream| {
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    let folder = site.root().join("static/new");
    let files = || {
        let paths = tree(&folder).into_keys();
        paths.map(|path| path.to_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let limit = 32 << 20;

    // The response comes although the client sends no byte of the body, or not the end of it.
    let stated = open("static/new/a.mp3", &format!("content-length: {}", limit + 1));
    assert_contains(&response(stated), &["HTTP/1.1 413", "larger than 32 MB"]);
    let mut endless = open("static/new/a.mp3", "transfer-encoding: chunked");
    write!(endless, "{:x}\r\n", limit + 1).unwrap();
    endless.write_all(&vec![b'a'; limit + 1]).unwrap();
    assert_contains(&response(endless), &["HTTP/1.1 413"]);
    editor.until(|| !folder.exists());

    // The connection ends while the file arrives, which is hidden until then.
    let mut aborted = open("static/new/a.mp3", "content-length: 100");
    aborted.write_all(b"the first bytes").unwrap();
    editor.until(|| files().len() == 1);
    assert!(files()[0].starts_with(".croupier-"), "{:?}", files());
    drop(aborted);
    editor.until(|| !folder.exists());

    // A file as long as the limit is stored, and can be taken back.
    let mut longest = open("static/new/a.mp3", &format!("content-length: {limit}"));
    longest.write_all(&vec![b'a'; limit]).unwrap();
    let stored = response(longest);
    assert_contains(&stored, &["HTTP/1.1 200"]);
    assert_eq!(files(), ["a.mp3"]);
    let (_, body) = stored.split_once("\r\n\r\n").unwrap();
    let undo = serde_json::from_str::<Value>(&unchunked(&stored, body)).unwrap()["undo"].clone();
    assert_eq!(editor.call("POST", "undo", &json!({ "undo": undo })).0, 200);
    assert!(!folder.exists());
}

#[test]
fn an_upload_that_the_end_of_the_server_interrupted_leaves_no_file() {
    let site = site();
    // Only names that the editor gives are removed.
    site.write("static/.croupier-notes", "mine");
    let folder = site.root().join("static/new");
    {
        let editor = Editor::start(&site);
        let host = &editor.server.address;
        let mut upload = editor.server.open(&format!(
            "PUT /_croupier/edit/media?path=static/new/a.mp3 HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\ncontent-length: 100\r\n\r\n"
        ));
        upload.write_all(b"the first bytes").unwrap();
        editor.until(|| tree(&folder).len() == 1);
        editor.server.signal(rustix::process::Signal::KILL);
    }
    assert_eq!(tree(&folder).len(), 1);

    let _editor = Editor::start(&site);
    assert!(!folder.exists());
    assert_eq!(site.read("static/.croupier-notes"), "mine");
}

#[test]
#[cfg(feature = "pictures")]
fn a_draft_shows_pictures_and_copies_that_no_release_has() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/pictures");
    let boat = fs::read(fixtures.join("boat.jpg")).unwrap();
    let site = site();
    site.write(
        "pages/page.html",
        "{% if page.title == 'Boat' %}<a href=\"{{ asset('/boat.jpg') }}\">{{ picture('/boat.jpg', alt='', widths=[40]) }}</a>{% endif %}{{ page.body }}",
    );
    fs::create_dir_all(site.root().join("static")).unwrap();
    fs::write(site.root().join("static/boat.jpg"), &boat).unwrap();
    let editor = Editor::start(&site);
    editor.built();
    let published = tree(&site.root().join(".croupier/dev"));

    let base = editor.entry("content/post.md")["digest"].clone();
    let edits = json!([{ "set": "/title", "value": "Boat" }]);
    let file = json!({ "path": "content/post.md", "base": base, "edits": edits });
    let draft = "draft?id=0123456789abcdef&route=/post/";
    assert_eq!(editor.call("PUT", draft, &json!({ "files": [file] })).0, 200);
    let url = "/post/?croupier-draft=0123456789abcdef";
    let page = editor.server.get(url);
    let name = |end: &str| {
        let start = page[..page.find(end).unwrap()].rfind("boat.").unwrap();
        format!("/{}{end}", &page[start..page.find(end).unwrap()])
    };

    // A page of the editor asks, then a reader.
    let get = |path: &str, page: &str| {
        let host = &editor.server.address;
        let mut stream = editor.server.open(&format!(
            "GET {path} HTTP/1.1\r\nhost: {host}\r\nreferer: http://{host}{page}\r\nconnection: close\r\n\r\n"
        ));
        let mut response = Vec::new();
        stream.read_to_end(&mut response).unwrap();
        let end = response.windows(4).position(|it| it == b"\r\n\r\n").unwrap() + 4;
        let body = response.split_off(end);
        (String::from_utf8(response).unwrap().to_lowercase(), body)
    };
    let (resized, whole) = (name("-40w.webp"), name(".jpg\""));
    let whole = whole.trim_end_matches('"');
    let (head, small) = get(&resized, url);
    assert!(head.contains("image/webp") && &small[8..12] == b"WEBP", "{resized}: {head}");
    let (head, copy) = get(whole, url);
    assert!(head.contains("image/jpeg") && copy == boat, "{whole}: {head}");
    for path in [&resized, whole] {
        assert!(get(path, "/post/").0.starts_with("http/1.1 404"), "{path}");
    }
    let other = resized.replace("-40w", "-41w");
    assert!(get(&other, url).0.starts_with("http/1.1 404"), "{other}");
    assert_eq!(tree(&site.root().join(".croupier/dev")), published, "nothing is published");
}

#[test]
#[cfg(feature = "pictures")]
fn a_damaged_picture_is_neither_uploaded_nor_saved_in_a_page() {
    let fixture = |name: &str| {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/pictures");
        fs::read(fixtures.join(name)).unwrap()
    };
    let site = site();
    let editor = Editor::start(&site);
    editor.built();
    let upload = |path: &str, bytes: &[u8]| {
        let (host, length) = (&editor.server.address, bytes.len());
        let mut stream = editor.server.open(&format!(
            "PUT /_croupier/edit/media?path={path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
        ));
        stream.write_all(bytes).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    };

    let boat = fixture("boat.jpg");
    let damaged = &boat[..boat.len() / 2];
    let refused = upload("static/half.jpg", damaged);
    assert_contains(&refused, &["HTTP/1.1 422", "The picture cannot be used: "]);
    for name in ["boat.jpg", "logo.png", "still.webp", "moving.webp"] {
        let response = upload(&format!("static/{name}"), &fixture(name));
        assert!(response.starts_with("HTTP/1.1 200"), "{name}: {response}");
    }

    // Another program can write such a file.
    fs::write(site.root().join("static/half.jpg"), damaged).unwrap();
    editor.until(|| editor.get("tree?kind=media&q=half")["total"] == 1);
    let base = editor.entry("content/post.md")["digest"].clone();
    let edits = json!([{ "body": { "start": 0, "end": 0 }, "text": "![Half](/half.jpg)\n\n" }]);
    let (status, refused) = editor.save("content/post.md", &base, &edits);
    assert_eq!(status, 422, "{refused}");
    assert_contains(&refused.to_string(), &["no copies can be made of static/half.jpg"]);
}

#[test]
#[cfg(feature = "pictures")]
fn thumbnails_are_small_copies_of_pictures() {
    let site = site();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/pictures");
    fs::create_dir_all(site.root().join("static")).unwrap();
    for name in ["boat.jpg", "turned.jpg"] {
        fs::copy(fixtures.join(name), site.root().join("static").join(name)).unwrap();
    }
    site.write("static/broken.png", "no picture");
    let editor = Editor::start(&site);
    let get = |query: &str, headers: &str| {
        let host = &editor.server.address;
        let mut stream = editor.server.open(&format!(
            "GET /_croupier/edit/thumbnail?path=static/{query} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}\r\n"
        ));
        let mut response = Vec::new();
        stream.read_to_end(&mut response).unwrap();
        let end = response.windows(4).position(|it| it == b"\r\n\r\n").unwrap() + 4;
        let body = response.split_off(end);
        (String::from_utf8(response).unwrap().to_lowercase(), body)
    };

    let original = fs::read(fixtures.join("boat.jpg")).unwrap();
    let (head, small) = get("boat.jpg&width=160", "");
    assert!(head.contains("image/webp") && small.len() * 4 < original.len(), "{head}");
    assert_eq!(&small[8..12], b"WEBP");
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let (head, _) = get("boat.jpg&width=160", &format!("if-none-match: {tag}\r\n"));
    assert!(head.starts_with("http/1.1 304"), "{head}");

    // A picture that is small already, and one that is none.
    let (head, whole) = get("turned.jpg&width=960", "");
    assert!(head.contains("image/jpeg"), "{head}");
    assert_eq!(whole, fs::read(fixtures.join("turned.jpg")).unwrap());
    assert_eq!(get("broken.png&width=160", "").1, b"no picture");
    assert!(get("none.png&width=160", "").0.starts_with("http/1.1 404"));
    assert!(get("%2e%2e/site.toml&width=160", "").0.starts_with("http/1.1 400"));
}

#[test]
fn only_pages_of_this_server_on_this_machine_edit() {
    let site = site();
    let editor = Editor::start(&site);
    let digest = editor.entry("content/post.md")["digest"].clone();
    let body = json!({ "files": [{ "path": "content/post.md", "base": digest, "edits": [] }] });
    let body = body.to_string();
    for headers in [
        "",
        "origin: null\r\n",
        "origin: http://evil.example\r\n",
        "origin: http://127.0.0.1:1\r\n",
    ] {
        assert_eq!(editor.send("POST", "save", headers, body.as_bytes()).0, 403, "{headers}");
    }
    let cross = "sec-fetch-site: cross-site\r\n";
    assert_eq!(editor.send("GET", "entry?path=content/post.md", cross, b"").0, 403);
    assert_eq!(editor.send("GET", "/post/?croupier-draft=0123456789abcdef", cross, b"").0, 403);
    let rebound = editor.server.ask("evil.example", "/_croupier/edit/tree", "");
    assert!(rebound.contains(" 421 ") || rebound.contains(" 403 "), "{rebound}");
    for path in [
        "site.toml",
        "content/../site.toml",
        "pages/page.html",
        "/etc/passwd",
        ".git/config",
        "content/.secret",
    ] {
        let encoded = path.replace('/', "%2F");
        let (status, _) = editor.call("GET", &format!("entry?path={encoded}"), &Value::Null);
        assert!(status == 404 || status == 400, "{path} {status}");
        let file = json!({ "path": path, "base": null, "edits": [{ "raw": { "start": 0, "end": 0 }, "text": "x" }] });
        let (status, _) = editor.call("POST", "save", &json!({ "files": [file] }));
        assert_eq!(status, 400, "{path}");
    }
    // The text of a body cannot end its front matter or begin another one.
    let edits = json!([{ "set": "/title", "value": "x\n---\ndraft: false" }]);
    let (status, saved) = editor.save("content/post.md", &digest, &edits);
    if status == 200 {
        assert_eq!(editor.entry("content/post.md")["values"]["title"], "x\n---\ndraft: false");
    } else {
        assert_eq!(status, 422, "{saved}");
    }
}

/// Runs a command of Git in the folder of a site.
fn git(site: &Site, arguments: &[&str]) {
    let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@a.example"];
    let mut command = Command::new("git");
    command.current_dir(site.root()).args(identity).args(arguments);
    assert!(command.output().unwrap().status.success(), "{arguments:?}");
}

#[test]
fn a_translation_of_an_older_text_shows_what_changed_until_it_is_accepted() {
    let site = SiteBuilder::new()
        .file(
            "site.toml",
            "name = \"Tea\"\nbase_url = \"https://tea.example\"\ndefault_language = \"en\"\n[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\n",
        )
        .page("tea", "title = \"Tea\"\n", "Warm the pot.\n\n## Leaves\n\nUse two spoons.\n")
        .page("tea.fr", "title = \"Thé\"\n", "Chauffez la théière.\n\n## Feuilles\n\nDeux cuillères.\n")
        .page("cups", "title = \"Cups\"\n", "")
        .page("pots", "title = \"Pots\"\n", "")
        .page("theieres.fr", "title = \"Théières\"\ntranslation_key = \"/pots/\"\n", "")
        .create();
    git(&site, &["init", "-q"]);
    let root = site.root().to_str().unwrap().to_owned();
    let accept = || site.run(&["translations", "accept", "content/tea.fr.md", "--root", &root]);
    assert!(accept().status.success());
    git(&site, &["add", "."]);
    git(&site, &["commit", "-qm", "First"]);

    let editor = Editor::start(&site);
    assert_eq!(editor.entry("content/tea.fr.md")["stale"], Value::Null);
    site.write("content/tea.md", &site.read("content/tea.md").replace("two", "three"));
    let stale = || editor.entry("content/tea.fr.md")["stale"].clone();
    editor.until(|| stale() != Value::Null);
    let found = stale();
    assert_eq!(found["original"], "content/tea.md");
    assert_eq!(found["parts"], json!(["#leaves"]));
    let difference = found["diff"].as_str().unwrap();
    assert_contains(difference, &["\n-Use two spoons.\n+Use three spoons.\n"]);
    let state = |path: &str| editor.entry(path)["translations"][0]["state"].clone();
    assert_eq!(
        (state("content/tea.md"), state("content/tea.fr.md")),
        (json!("stale"), json!("current"))
    );
    assert_eq!(state("content/cups.md"), "missing");
    // A translation whose file has another name.
    let linked = |path: &str| editor.entry(path)["translations"][0]["path"].clone();
    assert_eq!(
        (linked("content/pots.md"), linked("content/theieres.fr.md")),
        (json!("content/theieres.fr.md"), json!("content/pots.md"))
    );
    assert_eq!(state("content/pots.md"), "current");

    // A person accepts what they saw.
    let send = |path: &str, digest: &Value| {
        editor.call("POST", "accept", &json!({ "path": path, "original_digest": digest }))
    };
    let before = site.read("i18n/fr.lock");
    assert_eq!(send("content/tea.fr.md", &json!("another digest")).0, 409);
    assert_eq!(send("content/tea.md", &found["original_digest"]).0, 404);
    assert_eq!(site.read("i18n/fr.lock"), before);
    let (status, accepted) = send("content/tea.fr.md", &found["original_digest"]);
    assert_eq!(status, 200, "{accepted}");
    assert_eq!((stale(), state("content/tea.md")), (Value::Null, json!("current")));

    // The file is that of the command, and the save can be undone.
    let after = site.read("i18n/fr.lock");
    assert!(after != before && accept().status.success());
    assert_eq!(site.read("i18n/fr.lock"), after);
    assert_eq!(editor.call("POST", "undo", &json!({ "undo": accepted["undo"] })).0, 200);
    assert_eq!(site.read("i18n/fr.lock"), before);
    assert_eq!(stale()["parts"], json!(["#leaves"]));
}

#[test]
fn the_history_of_a_file_is_that_of_git() {
    let site = site();
    let git = |arguments: &[&str]| git(&site, arguments);
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "First"]);
    site.write("content/post.md", &POST.replace("A post ", "Newer "));
    git(&["commit", "-qam", "Second: with a colon"]);

    let editor = Editor::start(&site);
    let history = editor.get("history?path=content/post.md");
    let commits = history["commits"].as_array().unwrap();
    assert_eq!((commits.len(), &commits[0]["subject"]), (2, &json!("Second: with a colon")));
    let id = commits[1]["id"].as_str().unwrap();
    assert_eq!(editor.get(&format!("version?path=content/post.md&commit={id}"))["text"], POST);
    let (status, _) =
        editor.call("GET", "version?path=content/post.md&commit=--output=x", &Value::Null);
    assert_eq!(status, 400);
}

#[test]
fn a_version_before_a_rename_has_the_name_that_the_file_had() {
    let site = site();
    let git = |arguments: &[&str]| git(&site, arguments);
    git(&["init", "-q"]);
    let text = format!("{POST}{}", "More text.\n".repeat(9));
    site.write("content/p\u{e9}.md", &text);
    git(&["add", "."]);
    git(&["commit", "-qm", "First"]);
    git(&["mv", "content/p\u{e9}.md", "content/us.md"]);
    // Another file has the old name.
    site.write("content/p\u{e9}.md", POST);
    git(&["add", "."]);
    git(&["commit", "-qm", "Renamed"]);
    site.write("content/us.md", &format!("{text}Last.\n"));
    git(&["commit", "-qam", "Last"]);

    let editor = Editor::start(&site);
    let commits = editor.get("history?path=content/us.md")["commits"].clone();
    let subjects: Vec<&str> =
        commits.as_array().unwrap().iter().map(|it| it["subject"].as_str().unwrap()).collect();
    assert_eq!(subjects, ["Last", "Renamed", "First"]);
    for index in [1, 2] {
        let id = commits[index]["id"].as_str().unwrap();
        assert_eq!(editor.get(&format!("version?path=content/us.md&commit={id}"))["text"], text);
    }
}

#[test]
fn pages_of_the_server_link_to_their_sources() {
    let site = SiteBuilder::new()
        .file(
            "site.toml",
            "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n[[taxonomies]]\nname = \"tags\"\n",
        )
        .page(
            "caf\u{e9} 1",
            "title = \"Caf\u{e9}\"\npath = \"/other-url/\"\ntaxonomies.tags = [\"new\"]\n",
            "",
        )
        .page("list/index", "title = \"List\"\npaginate_by = 1\n", "")
        .page("list/a", "title = \"A\"\n", "")
        .page("list/b", "title = \"B\"\n", "")
        .file("pages/term.html", "{{ page.title }}")
        .file("pages/terms.html", "{{ page.title }}")
        .create();
    let editor = Editor::start(&site);
    let link = |path: &str| editor.get(&format!("link?path={path}"))["href"].clone();
    assert!(editor.server.get("/docs/other-url/").contains("/_croupier/live.js"));
    assert_eq!(link("/docs/other-url/"), "/admin/edit/content/caf%C3%A9%201.md");
    assert_eq!(link("/docs/"), "/admin/edit/content/index.md");
    assert_eq!(link("/docs/list/page/2/"), "/admin/edit/content/list/index.md");
    assert!(editor.server.get("/docs/tags/new/").starts_with("HTTP/1.1 200"));
    for path in ["/docs/tags/new/", "/docs/none/", "/other-url/", "/admin/", "/docs/style.css"] {
        assert_eq!(link(path), Value::Null, "{path}");
    }
    let cross = "sec-fetch-site: cross-site\r\n";
    assert_eq!(editor.send("GET", "link?path=/docs/", cross, b"").0, 403);

    // The links follow the site, and its settings remove them.
    site.write("content/new.md", "+++\ntitle = \"New\"\n+++\n");
    editor.until(|| link("/docs/new/") == "/admin/edit/content/new.md");
    let settings = site.read("site.toml");
    site.write("site.toml", &format!("{settings}[dev]\nedit_links = false\n"));
    editor.until(|| link("/docs/") == Value::Null);
}

#[test]
fn a_published_site_has_nothing_of_the_editor() {
    let site = site();
    site.build();
    let texts = site.tree();
    assert!(texts.keys().all(|path| !path.starts_with("admin")), "{:?}", texts.keys());
    for trace in ["croupier-draft", "/admin/", "croupier-edit-link"] {
        let has_trace = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).contains(trace);
        assert!(!texts.values().any(has_trace), "{trace}");
    }
}

#[test]
fn the_configuration_of_a_git_based_editor_has_the_forms_of_the_site() {
    let schema = json!({
        "type": "object",
        "required": ["items"],
        "properties": { "items": { "type": "array", "title": "Items", "items": { "$ref": "#/$defs/item" } } },
        "$defs": { "item": { "type": "object", "properties": { "url": { "type": "string", "description": "Where it leads." } } } },
    });
    let site = site();
    site.write("content/data/menu.schema.json", &schema.to_string());
    // Names of collections and files have no special characters, and are unique. Translations of data have no form.
    for file in ["data/menu/top.v2", "data/menu/top-v2", "data/menu/top-v2.fr"] {
        site.write(&format!("content/{file}.toml"), "items = []\n");
        site.write(&format!("content/{file}.schema.json"), &schema.to_string());
    }
    site.write("content/café 1/post.md", POST);
    let root = site.root().to_str().unwrap();
    let output = site.run(&["schema", "cms", "--for", "sveltia", "--root", root]);
    let configuration: Value = serde_json::from_slice(&output.stdout).unwrap();
    let names = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&configuration["collections"]), ["pages", "café-1", "data"]);
    let files = &configuration["collections"][2]["files"];
    assert_eq!(names(files), ["menu", "menu-top-v2", "menu-top-v2-2"]);
    assert_eq!(configuration["backend"]["name"], "github");
    let collections = configuration["collections"].as_array().unwrap();
    assert_eq!(collections[0]["folder"], "content");
    let names: Vec<&Value> =
        collections[0]["fields"].as_array().unwrap().iter().map(|field| &field["name"]).collect();
    assert!(names.contains(&&json!("publish_at")) && names.contains(&&json!("body")), "{names:?}");
    let items = &collections[2]["files"][0]["fields"][0];
    assert_eq!((&items["label"], &items["widget"]), (&json!("Items"), &json!("list")));
    assert_eq!(items["fields"][0]["hint"], "Where it leads.");

    for arguments in [&["schema", "cms"][..], &["schema", "page", "--for", "decap"]] {
        let text = printed_text(&site.run(arguments));
        assert_contains(&text, &["`--for` is for `croupier schema cms`"]);
    }
}

#[test]
fn a_data_file_that_is_too_long_for_the_editor_says_so() {
    let site = site();
    site.write("content/data/long.csv", &"id,name\n".repeat(300_000));
    let editor = Editor::start(&site);
    editor.built();

    let entry = editor.entry("content/data/long.csv");
    let message = "content/data/long.csv is larger than 2 MB. Change it in another program.";
    assert_eq!((&entry["format"], &entry["text"]), (&json!("csv"), &Value::Null));
    assert_eq!(entry["parse_error"]["message"], message);

    let edits = json!([{ "raw": { "start": 0, "end": 0 }, "text": "x" }]);
    let (status, refused) = editor.save("content/data/long.csv", &entry["digest"], &edits);
    assert_eq!(status, 422, "{refused}");
    assert_eq!(refused["error"]["message"], message);
}

#[test]
fn the_form_of_a_translated_data_file_has_its_texts_and_keys() {
    let schema = json!({ "type": "object", "required": ["people", "currency"], "properties": {
        "currency": { "type": "string" },
        "title": { "type": "string", "translatable": true },
        "people": { "type": "array", "uniqueKey": "id", "minItems": 2, "items": { "$ref": "#/$defs/person" } },
    }, "$defs": { "person": { "type": "object", "required": ["id", "name", "price"], "properties": {
        "id": { "type": "string" },
        "name": { "type": "string", "translatable": true },
        "price": { "type": "integer" },
    } } } });
    let people = "currency = \"EUR\"\n[[people]]\nid = \"a\"\nname = \"Ada\"\nprice = 1\n[[people]]\nid = \"b\"\nname = \"Bo\"\nprice = 2\n";
    let site = SiteBuilder::new()
        .settings("default_language = \"en\"\n[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Fran\u{e7}ais\"\n")
        .file("content/data/team.schema.json", &schema.to_string())
        .file("content/data/team.toml", people)
        .file("content/data/team.fr.toml", "[[people]]\nid = \"a\"\nname = \"Ad\u{e9}\"\n")
        .create();
    let editor = Editor::start(&site);
    editor.built();

    assert_eq!(editor.entry("content/data/team.toml")["schema"], schema);
    let expected = json!({ "type": "object", "required": [], "properties": {
        "title": { "type": "string", "translatable": true },
        "people": { "type": "array", "uniqueKey": "id", "items": { "$ref": "#/$defs/person" } },
    }, "$defs": { "person": { "type": "object", "required": ["id"], "properties": {
        "id": { "type": "string" },
        "name": { "type": "string", "translatable": true },
    } } } });
    assert_eq!(editor.entry("content/data/team.fr.toml")["schema"], expected);
}

/// A site in two languages, whose pages show a menu without keys and rows with keys.
fn translated_site() -> Site {
    let label = json!({ "type": "string", "translatable": true });
    let items = json!({ "type": "object", "properties": { "label": label, "path": { "type": "string" }, "id": { "type": "string" } } });
    let schema = json!({ "type": "object", "x-editor": { "preview": "/post/" }, "properties": {
        "main": { "type": "array", "items": items },
        "rows": { "type": "array", "uniqueKey": "id", "items": items },
    } });
    SiteBuilder::new()
        .settings("default_language = \"en\"\n[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Fran\u{e7}ais\"\n")
        .file(
            "pages/page.html",
            "{% for it in data.menu.main %}{{ it.label }}{{ it.path }} {% endfor %}{{ page.body }}",
        )
        .page("post", "title = \"A\"\n", "")
        .page("post.fr", "title = \"A\"\n", "")
        .page("about", "title = \"A\"\n", "")
        .page("about.fr", "title = \"A\"\n", "")
        .file("content/data/menu.schema.json", &schema.to_string())
        .file(
            "content/data/menu.toml",
            "[[main]]\nlabel = \"A\"\npath = \"/a/\"\n\n[[main]]\nlabel = \"B\"\npath = \"/b/\"\n\n[[main]]\nlabel = \"C\"\npath = \"/c/\"\n\n\
             [[rows]]\nid = \"x\"\nlabel = \"X\"\n\n[[rows]]\nid = \"y\"\nlabel = \"Y\"\n",
        )
        .file("content/data/menu.fr.toml", TRANSLATED_MENU)
        .create()
}

const TRANSLATED_MENU: &str = "[[main]]\nlabel = \"Ah\" # first\n\n[[main]]\nlabel = \"Be\"\n\n[[main]]\n\n[[rows]]\nid = \"y\"\nlabel = \"Ygrec\"\n";

#[test]
fn lists_of_other_languages_follow_those_of_the_original() {
    let site = translated_site();
    let editor = Editor::start(&site);
    editor.built();
    let base = editor.entry("content/data/menu.toml")["digest"].clone();
    let edits = json!([
        { "move": "/main/0", "to": "/main/1" },
        { "insert": "/main/-", "value": { "label": "D", "path": "/d/" } },
        { "set": "/main/3/label", "value": "Dee" },
        { "remove": "/main/2" },
        { "remove": "/rows/1" },
    ]);

    let file = json!({ "path": "content/data/menu.toml", "base": base, "edits": edits });
    let draft = "draft?id=0123456789abcdef";
    let (status, answer) = editor.call("PUT", draft, &json!({ "files": [file] }));
    assert_eq!((status, &answer["problems"]), (200, &json!([])), "{answer}");
    let page = editor.server.get("/fr/post/?croupier-draft=0123456789abcdef");
    assert_contains(&page, &["Be/b/ Ah/a/ Dee/d/"]);
    assert_eq!(site.read("content/data/menu.fr.toml"), TRANSLATED_MENU);

    let (status, saved) = editor.save("content/data/menu.toml", &base, &edits);
    assert_eq!(status, 200, "{saved}");
    assert_eq!(
        site.read("content/data/menu.fr.toml"),
        "rows = []\n\n[[main]]\nlabel = \"Be\"\n\n[[main]]\nlabel = \"Ah\" # first\n\n[[main]]\n"
    );
    assert_eq!(editor.call("POST", "undo", &json!({ "undo": saved["undo"] })).0, 200);
    assert_eq!(site.read("content/data/menu.fr.toml"), TRANSLATED_MENU);

    // Other edits leave the translation alone.
    let edits = json!([{ "set": "/main/0/label", "value": "Aha" }]);
    assert_eq!(editor.save("content/data/menu.toml", &base, &edits).0, 200);
    assert_eq!(site.read("content/data/menu.fr.toml"), TRANSLATED_MENU);
}

#[test]
fn a_save_whose_file_is_used_is_not_undone() {
    let site = site();
    let editor = Editor::start(&site);
    editor.built();
    let values = json!({ "title": "Fresh" });
    let body = json!({ "path": "content/fresh.md", "values": values });
    let (status, created) = editor.call("POST", "create", &body);
    assert_eq!(status, 200, "{created}");

    let base = editor.entry("content/post.md")["digest"].clone();
    let link =
        json!([{ "body": { "start": 0, "end": 0 }, "text": "See [the new one](/fresh/).\n\n" }]);
    let (status, saved) = editor.save("content/post.md", &base, &link);
    assert_eq!(status, 200, "{saved}");
    let undo = |save: &Value| editor.call("POST", "undo", &json!({ "undo": save["undo"] }));
    let (status, refused) = undo(&created);
    assert_eq!(status, 422, "{refused}");
    assert!(site.root().join("content/fresh.md").exists());

    assert_eq!(undo(&saved).0, 200);
    assert_eq!(undo(&created).0, 200);
    assert!(!site.root().join("content/fresh.md").exists());
}

#[test]
fn the_preview_of_a_translated_data_file_is_a_page_of_its_language() {
    let site = translated_site();
    let editor = Editor::start(&site);
    editor.built();
    let routes = |path: &str| editor.entry(path)["routes"].clone();
    assert_eq!(routes("content/data/menu.toml")[0], "/post/");
    let of_translation = routes("content/data/menu.fr.toml");
    assert_eq!(of_translation[0], "/fr/post/");
    assert_eq!(of_translation[1], "/fr/about/", "{of_translation}");

    let base = editor.entry("content/data/menu.fr.toml")["digest"].clone();
    let edits = json!([{ "set": "/main/0/label", "value": "Ha" }]);
    let file = json!({ "path": "content/data/menu.fr.toml", "base": base, "edits": edits });
    let draft = "draft?id=0123456789abcdef";
    let (_, answer) = editor.call("PUT", draft, &json!({ "files": [file] }));
    assert_eq!(answer["routes"][0], "/fr/post/", "{answer}");
}

#[test]
fn servers_of_one_machine_have_cookies_of_their_own() {
    let cookie = || {
        let site = site();
        let server = Server::start(&site, &["dev", "--host", "0.0.0.0", "--port", "0"]);
        let line = server.says("key=");
        let key: String = line
            .split("key=")
            .nth(1)
            .unwrap()
            .chars()
            .take_while(char::is_ascii_hexdigit)
            .collect();
        let port = server.address.rsplit(':').next().unwrap().to_owned();

        let response = server.get(&format!("/admin/?key={key}"));
        let cookie = format!("croupier-editor-{port}={key}");
        assert!(response.contains(&format!("set-cookie: {cookie};")), "{response}");
        let with_cookie = server.get_with("/admin/", &format!("cookie: {cookie}\r\n"));
        assert!(with_cookie.starts_with("HTTP/1.1 200"), "{with_cookie}");
        cookie
    };
    assert_ne!(cookie(), cookie());
}
