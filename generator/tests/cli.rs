//! The command line: the search for a site, printed messages and commands other than `build`.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::symlink;
use std::process::{Command, Output, Stdio};

use croupier::parsers::{Schema, toml};
use tempfile::TempDir;

use crate::common::{
    PREVIEW, SETTINGS, Site, SiteBuilder, assert_contains, install, printed_text, tree,
};

fn croupier(folder: &std::path::Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn a_site_is_found_from_a_subfolder() {
    let site = Site::small();
    site.write("content/info/deep/a.md", "+++\ntitle = \"A\"\n+++\n");
    let below = site.root().join("content/info/deep");
    let built = croupier(&below, &["build", "--preview"]);
    assert!(built.status.success(), "{}", printed_text(&built));
    assert!(site.has("info/deep/a/index.html"));
    assert!(!below.join("public").exists());
    for arguments in [
        ["check", "--preview", "--drafts"],
        ["explain", "--preview", "/info/deep/a/"],
        ["host-config", "--preview", "nginx"],
    ] {
        let output = croupier(&below, &arguments);
        assert!(output.status.success(), "{arguments:?}: {}", printed_text(&output));
    }
    // The nearest site is used. `--root` takes precedence.
    let inner = Site::small();
    site.write("content/info/site.toml", "name = \"\"\n");
    assert_contains(&printed_text(&croupier(&below, &["check", "--preview"])), &["C0004"]);
    let named = croupier(&below, &["check", "--preview", "--root", inner.root().to_str().unwrap()]);
    assert!(named.status.success(), "{}", printed_text(&named));
    assert_eq!(croupier(&below, &["check", "--preview", "--root", "."]).status.code(), Some(1));
}

#[test]
fn without_a_site_the_error_names_the_searched_folders() {
    let folder = TempDir::new().unwrap();
    let output = croupier(folder.path(), &["check", "--preview"]);
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&printed_text(&output), &["C0001", "its parents", "--root", "croupier new"]);
}

#[test]
fn commands_that_keep_running_end_without_a_site_and_create_nothing() {
    let folder = TempDir::new().unwrap();
    for command in ["dev", "watch", "build", "check"] {
        let output = croupier(folder.path(), &[command, "--preview"]);
        assert_eq!(output.status.code(), Some(1), "{command}: {}", printed_text(&output));
        assert_contains(&printed_text(&output), &["C0001", "croupier new"]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{command}");
    }
}

#[test]
fn commands_and_options_of_other_generators_get_a_hint() {
    let site = Site::small();
    for (arguments, expected) in [
        (&["server"][..], "croupier dev"),
        (&["preview"], "croupier serve"),
        (&["init"], "croupier new my-site"),
        (&["build", "--production"], "`croupier build` builds the live site"),
        (&["build", "--preview", "--destination", "x"], "--out FOLDER"),
        (&["build", "--preview", "--baseURL", "x"], "--base-url URL"),
        (&["dev", "--bind", "0.0.0.0"], "--host ADDRESS"),
    ] {
        let output = croupier(site.root(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_contains(&printed_text(&output), &["error: there is no", expected]);
    }
}

#[test]
fn paths_that_only_a_shell_completes_are_refused() {
    let site = Site::small();
    let before = site.read("site.toml");
    for arguments in [
        &["build", "--preview", "--out=~/x"][..],
        &["build", "--preview", "--out", "$HOME/x"],
        &["build", "--preview", "--changes=~/x", "--since=x"],
        &["build", "--preview", "--changes=x", "--since=~/x"],
        &["build", "--preview", "--manifest=~/x"],
        &["build", "--preview", "--previous=~/x"],
        &["merge", "--preview", "~/part"],
        &["check", "--root=~/x"],
        &["watch", "--status-file=~/x"],
        &["deploy", "--purge-list=~/x"],
        &["releases", "--root=~"],
        &["add", "mermaid", "--root=~/x"],
        &["types", "--root=~/x"],
        &["schema", "page", "--root=~/x"],
        &["new", "about", "--root=~/x"],
        &["new", "~ann/site"],
    ] {
        let output = site.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_contains(&printed_text(&output), &["only a shell replaces `~` and variables"]);
        assert!(!site.root().join("~").exists() && !site.root().join("~ann").exists());
    }
    assert_eq!(site.read("site.toml"), before);
    let output = site.run(&["build", "--preview", "--out=./~x"]);
    assert!(output.status.success(), "{}", printed_text(&output));
}

#[test]
fn colours_can_be_forced_and_refused() {
    let site = Site::small();
    site.write("content/a.md", "+++\ntitle = 1\n+++\n");
    let printed = |variables: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(["check", "--root"]).arg(site.root()).env_remove("NO_COLOR");
        command.envs(variables.iter().map(|name| (*name, "1")));
        printed_text(&command.output().unwrap())
    };
    assert!(!printed(&[]).contains('\u{1b}'));
    assert!(printed(&["FORCE_COLOR"]).contains('\u{1b}'));
    assert!(!printed(&["FORCE_COLOR", "NO_COLOR"]).contains('\u{1b}'));
}

#[test]
fn the_choice_of_a_template_can_be_cancelled() {
    const CTRL_C: &str = "\u{3}";
    const ESCAPE: &str = "\u{1b}";
    const CURSOR_IS_HIDDEN: &str = "\u{1b}[?25l";

    // A key can be pressed while the menu is still being drawn.
    for (shown_first, key, code, message) in [
        (CURSOR_IS_HIDDEN, CTRL_C, 130, ""),
        (CURSOR_IS_HIDDEN, ESCAPE, 2, "nothing was created"),
        ("casino", CTRL_C, 130, ""),
        ("casino", ESCAPE, 2, "nothing was created"),
    ] {
        let folder = TempDir::new().unwrap();
        let command = format!("{} new my-site", env!("CARGO_BIN_EXE_croupier"));
        // `script` runs the command in a terminal.
        let mut terminal = Command::new("script")
            .args(["--quiet", "--return", "--echo", "never", "--command", &command, "/dev/null"])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut screen = terminal.stdout.take().unwrap();
        let mut keys = terminal.stdin.take().unwrap();
        let mut shown = Vec::new();
        let mut byte = [0];
        while screen.read(&mut byte).unwrap() > 0 {
            shown.push(byte[0]);
            if shown.ends_with(shown_first.as_bytes()) {
                keys.write_all(key.as_bytes()).unwrap();
            }
        }
        let shown = String::from_utf8_lossy(&shown);
        assert_eq!(terminal.wait().unwrap().code(), Some(code), "{shown}");
        assert!(shown.rfind("\u{1b}[?25h") > shown.rfind("\u{1b}[?25l"), "{shown:?}");
        assert_contains(&shown, &[message]);
        assert!(!folder.path().join("my-site").exists());
    }
}

#[test]
fn a_quiet_command_prints_only_errors_and_warnings() {
    let site = Site::small();
    for command in ["build", "check"] {
        let output = site.run(&[command, "--preview", "--quiet"]);
        assert!(
            output.status.success() && printed_text(&output).is_empty(),
            "{command}: {}",
            printed_text(&output)
        );
    }
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n![](/a.png)\n");
    site.write("static/a.png", "");
    for command in ["build", "check"] {
        let message = printed_text(&site.run(&[command, "--preview", "-q"]));
        assert!(
            message.contains("C0210") && !message.contains("built") && !message.contains("checked"),
            "{message}"
        );
    }
    site.write("content/index.md", "+++\n+++\n");
    let output = site.run(&["build", "--preview", "--quiet"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        printed_text(&output).contains("C0103")
            && !printed_text(&output).contains("nothing was published"),
        "{}",
        printed_text(&output)
    );
    // `--json` prints its events with `--quiet` too.
    assert_contains(
        &String::from_utf8_lossy(&site.run(&["build", "--preview", "--quiet", "--json"]).stdout),
        &["build_finished"],
    );
}

#[test]
fn clean_removes_build_files_and_no_other_files() {
    let site = Site::small();
    assert_contains(&printed_text(&site.run(&["clean"])), &["nothing to remove"]);
    site.build();
    assert!(site.root().join(PREVIEW).is_dir());
    let message = printed_text(&site.run(&["clean"]));
    assert_contains(&message, &["removed ", PREVIEW, ".croupier"]);
    assert!(!site.root().join(".croupier").exists());
    assert!(site.root().join("content/index.md").is_file());

    // Foreign files remain, even behind a symbolic link that replaced an output folder.
    let public = site.root().join("public");
    let build = || assert!(site.run(&["build", "--preview", "--out", "public"]).status.success());
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n");
    build();
    site.write("public/CNAME", "www.example.com");
    let elsewhere = TempDir::new().unwrap();
    fs::write(elsewhere.path().join("index.html"), "theirs").unwrap();
    fs::remove_dir_all(public.join("a")).unwrap();
    symlink(elsewhere.path(), public.join("a")).unwrap();
    let message = printed_text(&site.run(&["clean"]));
    assert_contains(&message, &["left 2 files"]);
    assert!(
        !public.join("index.html").exists()
            && public.join("CNAME").exists()
            && elsewhere.path().join("index.html").is_file()
    );
    fs::remove_file(public.join("a")).unwrap();
    // A build can use the folder again.
    build();
    assert!(public.join("index.html").is_file());
    // Without --out, a folder of another program is skipped.
    fs::remove_dir_all(&public).unwrap();
    site.write("public/index.html", "theirs");
    assert!(site.run(&["clean"]).status.success() && public.join("index.html").is_file());

    site.write("other/thesis.doc", "years of work");
    let refused = site.run(&["clean", "--out", "other"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_contains(&printed_text(&refused), &["C0501"]);
    assert!(site.root().join("other/thesis.doc").is_file());
    assert_eq!(croupier(elsewhere.path(), &["clean"]).status.code(), Some(1));
    // A site with a broken site.toml can be cleaned too.
    site.write("site.toml", "name = ");
    assert!(site.run(&["clean"]).status.success());
    assert!(!site.root().join(PREVIEW).exists());
}

#[test]
fn every_starter_site_is_complete_and_has_no_warnings() {
    let folder = TempDir::new().unwrap();
    for template in ["plain", "blog", "docs", "casino"] {
        let made = croupier(
            folder.path(),
            &["new", template, "--name", "A \"quoted\" name", "--template", template],
        );
        assert!(made.status.success(), "{}", printed_text(&made));
        let root = folder.path().join(template);
        let checked = croupier(&root, &["check", "--preview", "--quiet"]);
        assert!(
            checked.status.success() && printed_text(&checked).is_empty(),
            "{template}: {}",
            printed_text(&checked)
        );
        assert!(croupier(&root, &["build", "--preview"]).status.success());
        let home = fs::read_to_string(root.join(PREVIEW).join("index.html")).unwrap();
        assert_contains(&home, &["<link rel=\"icon\" href=\"/favicon.svg\""]);
        let ignored = fs::read_to_string(root.join(".gitignore")).unwrap();
        assert_eq!(ignored, "/public/\n/.croupier/\nnode_modules/\n");
        assert!(root.join(".github/workflows/site.yml").is_file());
    }
    let output = folder.path().join("blog").join(PREVIEW);
    let read = |path: &str| fs::read_to_string(output.join(path)).unwrap();
    assert_eq!(read("posts/atom.xml").matches("<entry>").count(), 4);
    assert_contains(&read("tags/how-to/index.html"), &["/posts/second/"]);
    let home = read("index.html");
    assert!(
        home.find("/posts/text/").unwrap() < home.find("/posts/second/").unwrap(),
        "the newest post comes first"
    );
    let (_, body) = home.split_once("<body>").unwrap();
    assert!(body.contains("A &quot;quoted&quot; name") && !body.contains('{'), "{home}");
    // A Croupier that can highlight code does so in the blog.
    let is_highlighted = read("posts/second/index.html").contains("class=\"hl-");
    assert_eq!(is_highlighted, cfg!(feature = "highlight"));
    let css = fs::read_to_string(folder.path().join("blog/static/base.css")).unwrap();
    assert_eq!(css.contains(".hl-keyword"), cfg!(feature = "highlight"));
    // A Croupier that can encode pictures offers copies of covers.
    assert_eq!(home.contains("srcset="), cfg!(feature = "pictures"));
    assert_contains(&home, &["class=\"cover\"", "width=\"1600\" height=\"900\""]);
    assert_contains(&read("archive/index.html"), &["/posts/pictures/", "/posts/text/"]);
    assert_eq!(read("archive/index.html").matches("<h2").count(), 2, "posts of two years");
    assert_contains(&read("posts/second/index.html"), &["class=\"heading-anchor\""]);
    // New pages have the template and the keys of their section.
    for (template, section, expected) in [
        ("blog", "posts", "template = \"post\""),
        ("docs", "v2/start", "weight = 10"),
        ("docs", "releases", "## Fixed"),
    ] {
        let root = folder.path().join(template);
        let made = croupier(&root, &["new", section, "Frost at night"]);
        assert!(made.status.success(), "{}", printed_text(&made));
        let path = format!("content/{section}/frost-at-night.md");
        assert_contains(&fs::read_to_string(root.join(path)).unwrap(), &[expected]);
        let checked = croupier(&root, &["check", "--preview", "--quiet", "--drafts"]);
        assert!(checked.status.success(), "{template}: {}", printed_text(&checked));
    }
}

#[test]
fn the_samples_of_a_new_site_can_be_removed() {
    let folder = TempDir::new().unwrap();
    for (template, samples) in [
        ("blog", &["posts/first.md", "posts/second.md", "posts/text.md", "posts/pictures.md"][..]),
        ("docs", &["releases/2-0.md"]),
        ("casino", &["data/games.csv"]),
    ] {
        let created =
            croupier(folder.path(), &["new", template, "--template", template, "--ci", "none"]);
        assert!(created.status.success(), "{}", printed_text(&created));
        let root = folder.path().join(template);
        for sample in samples {
            if sample.ends_with(".csv") {
                // Only the names of the columns stay.
                let rows = fs::read_to_string(root.join("content").join(sample)).unwrap();
                let head = rows.lines().next().unwrap();
                fs::write(root.join("content").join(sample), format!("{head}\n")).unwrap();
            } else {
                fs::remove_file(root.join("content").join(sample)).unwrap();
            }
            let checked = croupier(&root, &["check", "--preview"]);
            assert!(checked.status.success(), "{sample}: {}", printed_text(&checked));
        }
        let message = printed_text(&croupier(&root, &["check", "--preview"]));
        if template != "casino" {
            assert_contains(&message, &["C0240", "has no entries", "section = "]);
        }
    }
    // The folder of the posts, with the page that lists them. The menu links to it.
    let blog = folder.path().join("blog");
    fs::remove_dir_all(blog.join("content/posts")).unwrap();
    let settings = fs::read_to_string(blog.join("site.toml")).unwrap();
    let message = printed_text(&croupier(&blog, &["check", "--preview"]));
    assert_contains(&message, &["C0204", "site.toml:", "path = \"/posts/\"", "1 error"]);
    let entry = "[[menu]]\npath = \"/posts/\"\nlabel = \"Posts\"\n";
    assert_contains(&settings, &[entry]);
    fs::write(blog.join("site.toml"), settings.replace(entry, "")).unwrap();
    let checked = croupier(&blog, &["check", "--preview"]);
    assert!(checked.status.success(), "{}", printed_text(&checked));
}

#[test]
fn a_new_documentation_site_links_its_pages_and_versions() {
    let folder = TempDir::new().unwrap();
    assert!(croupier(folder.path(), &["new", "site", "--template", "docs"]).status.success());
    let root = folder.path().join("site");
    let build = || {
        let built = croupier(&root, &["build", "--preview"]);
        assert!(built.status.success(), "{}", printed_text(&built));
    };
    let read = |path: &str| fs::read_to_string(root.join(PREVIEW).join(path)).unwrap();
    build();
    // The reading order crosses the borders of sections, in both directions.
    let pages = ["", "start/", "start/first-page/", "start/preview/", "start/publish/", "write/"];
    for pair in pages.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|path| format!("v2/{path}"));
        let next = format!("<a class=\"next\" href=\"/{to}\" rel=\"next\">");
        assert_contains(&read(&format!("{from}index.html")), &[&next]);
        let previous = format!("<a href=\"/{from}\" rel=\"prev\">");
        assert_contains(&read(&format!("{to}index.html")), &[&previous]);
    }
    assert!(!read("v2/index.html").contains("rel=\"prev\""));
    assert!(!read("v2/reference/files/index.html").contains("rel=\"next\""));

    // The menu of versions links to the same page, or to the first page of the version.
    let page = read("v2/start/first-page/index.html");
    assert_contains(
        &page,
        &["href=\"/v1/start/first-page/\"", "aria-current=\"page\">Write a page</a>"],
    );
    assert!(!page.contains("old-version") && !page.contains("Edit this page"), "{page}");
    let old = read("v1/start/upgrade/index.html");
    assert_contains(&old, &["<a href=\"/v2/\">Read about Version 2</a>", "noindex"]);
    assert_contains(&read("v2/write/text/index.html"), &["<a href=\"/v1/\">Version 1</a>"]);
    assert!(!read("page-data/search.json").contains("Upgrade to version 2"));
    assert_contains(&read("llms.txt"), &["https://www.example.com/v2/write/text/): Callouts"]);

    // Edit links, and a large version, in which only the current section has its pages in the sidebar.
    let settings = fs::read_to_string(root.join("site.toml")).unwrap();
    let settings =
        settings.replace("edit_url = \"\"", "edit_url = \"https://code.test.org/edit/\"");
    let settings = settings.replace("sidebar_pages = 200", "sidebar_pages = 60");
    fs::write(root.join("site.toml"), settings).unwrap();
    for number in 0..60 {
        let text = format!("+++\ntitle = \"Option {number}\"\nweight = {number}\n+++\n");
        let path = format!("content/v2/reference/option-{number}.md");
        fs::write(root.join(path), text).unwrap();
    }
    build();
    let page = read("v2/start/first-page/index.html");
    assert_contains(
        &page,
        &[
            "href=\"https://code.test.org/edit/content/v2/start/first-page.md\"",
            "<li><a href=\"/v2/reference/\">Reference</a></li>",
            "<li><a href=\"/v2/start/publish/\">",
        ],
    );
    assert!(!page.contains("/v2/reference/option-1/"), "{page}");
    let page = read("v2/reference/option-1/index.html");
    assert_contains(&page, &["<a href=\"/v2/reference/option-59/\">"]);
    let section = read("v2/start/index.html");
    assert_contains(&section, &["https://code.test.org/edit/content/v2/start/index.md"]);
}

#[test]
fn a_new_casino_site_needs_an_operator_before_it_goes_live() {
    let folder = TempDir::new().unwrap();
    assert!(croupier(folder.path(), &["new", "site", "--template", "casino"]).status.success());
    let root = folder.path().join("site");
    let edit = |from: &str, to: &str| {
        let settings = fs::read_to_string(root.join("site.toml")).unwrap();
        assert_contains(&settings, &[from]);
        fs::write(root.join("site.toml"), settings.replace(from, to)).unwrap();
    };
    let live = ["build", "--profile", "production", "--base-url", "https://www.lantern.test.org"];
    let refused = croupier(&root, &live);
    assert_eq!(refused.status.code(), Some(1));
    assert_contains(&printed_text(&refused), &["C0007", "`brand.sample`", "help@example.com"]);

    edit("sample = true", "sample = false");
    edit("help@example.com", "help@lantern.test.org");
    let built = croupier(&root, &live);
    assert!(built.status.success(), "{}", printed_text(&built));
    let read = |path: &str| fs::read_to_string(root.join("public").join(path)).unwrap();
    let game = read("games/tide-pool/index.html");
    assert_contains(&game, &["96.8%", "It keeps 3.2.", "$0.10 to $25.00", "18+"]);
    assert!(!game.contains("Open the game") && !game.contains("Sample brand"), "{game}");
    assert_contains(&read("promotions/index.html"), &["A deposit of $100", "staked $1,000 within"]);

    edit("game_url = \"\"", "game_url = \"https://play.lantern.test.org/?game={slug}\"");
    assert!(croupier(&root, &live).status.success());
    let game = read("games/tide-pool/index.html");
    assert_contains(
        &game,
        &["href=\"https://play.lantern.test.org/?game=tide-pool\">Open the game</a>"],
    );
}

#[test]
fn a_configuration_of_each_host_is_valid_and_installs_this_version() {
    let folder = TempDir::new().unwrap();
    let new_site = |ci: &str, template: &str| {
        let name = format!("{ci}-{template}");
        assert!(
            croupier(folder.path(), &["new", &name, "--ci", ci, "--template", template])
                .status
                .success()
        );
        folder.path().join(name)
    };
    let pinned = concat!("@croupier/cli@", env!("CARGO_PKG_VERSION"));
    for template in ["plain", "islands"] {
        for (ci, file) in [
            ("github", ".github/workflows/site.yml"),
            ("gitlab", ".gitlab-ci.yml"),
            ("netlify", "netlify.toml"),
            ("cloudflare", "build.sh"),
            ("vercel", "build.sh"),
        ] {
            let text = fs::read_to_string(new_site(ci, template).join(file)).unwrap();
            let source = "npm has @croupier/cli from the first release of Croupier on";
            assert_contains(&text, &[pinned, " build ", "--preview", source]);
            if file.ends_with(".yml") {
                croupier::parsers::yaml(&text).unwrap();
                assert_eq!(text.contains("npm test"), template == "islands", "{text}");
            } else if file.ends_with(".toml") {
                assert!(croupier::parsers::toml(&text).1.is_empty());
            }
        }
    }
    // A host that does not read `_headers` sends the same headers, except the policy.
    let vercel = fs::read(folder.path().join("vercel-plain/vercel.json")).unwrap();
    let vercel: serde_json::Value = serde_json::from_slice(&vercel).unwrap();
    let site = Site::small();
    site.build();
    let rules = vercel["headers"].as_array().unwrap();
    for header in rules.iter().flat_map(|rule| rule["headers"].as_array().unwrap()) {
        let (key, value) = (header["key"].as_str().unwrap(), header["value"].as_str().unwrap());
        assert_contains(&site.output("_headers"), &[&format!("  {key}: {value}\n")]);
    }
    let without = tree(&new_site("none", "plain"));
    assert!(without.keys().all(|path| !path.starts_with(".github")), "{:?}", without.keys());
}

#[test]
fn a_workflow_caches_builds_and_names_no_host() {
    let folder = TempDir::new().unwrap();
    assert!(croupier(folder.path(), &["new", "site", "--ci", "github"]).status.success());
    let text = fs::read_to_string(folder.path().join("site/.github/workflows/site.yml")).unwrap();
    assert_contains(
        &text,
        &["actions/cache@", ".croupier\n", "croupier build --base-url", "croupier build --preview"],
    );
    assert!(
        !text.contains("://")
            && text.matches("uses: ").count() == text.matches("uses: actions/").count(),
        "{text}"
    );
}

#[test]
fn the_version_names_the_commit_and_the_features() {
    let output = printed_text(&croupier(std::path::Path::new("."), &["--version"]));
    let features = [
        ("highlight", cfg!(feature = "highlight")),
        ("math", cfg!(feature = "math")),
        ("minify", cfg!(feature = "minify")),
        ("pictures", cfg!(feature = "pictures")),
    ];
    assert_contains(&output, &[env!("CARGO_PKG_VERSION"), "commit: "]);
    for (name, is_enabled) in features {
        assert_eq!(output.contains(name), is_enabled, "{output}");
    }
}

#[test]
fn a_check_ends_with_a_count_and_truncates_long_lists_of_errors() {
    let site = Site::small();
    assert_contains(
        &printed_text(&site.run(&["check", "--preview"])),
        &["checked 1 page: no errors\n"],
    );
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n[a](/a/)\n\n![](/b.png)\n");
    site.write("static/b.png", "");
    let output = site.run(&["check", "--preview"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        printed_text(&output).ends_with("checked 1 page: 1 error and 2 warnings\n"),
        "{}",
        printed_text(&output)
    );
    let output = site.run(&["check", "--preview", "--json"]);
    let events = String::from_utf8(output.stdout).unwrap();
    let mut last: serde_json::Value = serde_json::from_str(events.lines().last().unwrap()).unwrap();
    let time = last.as_object_mut().unwrap().remove("time").unwrap();
    assert!(time.as_str().unwrap().ends_with('Z') && time.as_str().unwrap().len() == 24, "{time}");
    assert_eq!(
        last,
        serde_json::json!({ "event": "check_finished", "ok": false, "pages": 1, "errors": 1, "warnings": 2, "settings": ["site.toml"] })
    );

    let links: String = (0..27).map(|it| format!("[x](/{it}/)\n\n")).collect();
    site.write("content/index.md", &format!("+++\ntitle = \"Home\"\n+++\n{links}"));
    for command in ["check", "build"] {
        let message = printed_text(&site.run(&[command, "--preview"]));
        assert_eq!(message.matches("error[C0204]").count(), 20, "{message}");
        assert_contains(
            &message,
            &["... and 7 more errors; --json lists all of them", "27 errors"],
        );
        let json = site.run(&[command, "--preview", "--json"]).stdout;
        assert_eq!(String::from_utf8_lossy(&json).matches("C0204\"").count(), 27);
    }
    // A file with many errors does not hide errors of another file.
    site.write("content/zebra.md", "+++\ntitle = \"Z\"\n+++\n[z](/zebras/)\n");
    assert_contains(
        &printed_text(&site.run(&["check", "--preview"])),
        &["content/zebra.md:4:1", "... and 8 more errors"],
    );
    site.remove("content/zebra.md");
    // A quiet command prints the number of hidden errors too.
    assert_contains(
        &printed_text(&site.run(&["check", "--preview", "--quiet"])),
        &["7 more errors"],
    );
}

#[test]
fn the_printed_schemas_accept_and_refuse_the_same_input_as_builds() {
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let schema = |of: &str| {
        let output = croupier(repository, &["schema", of]);
        assert!(output.status.success(), "{}", printed_text(&output));
        Schema::new(serde_json::from_slice(&output.stdout).unwrap()).unwrap()
    };
    let violations = |schema: &Schema, text: &str| {
        let (value, errors) = toml(text);
        assert!(errors.is_empty(), "{text}");
        schema.violations(&value.to_json())
    };
    let (site, page) = (schema("site"), schema("page"));
    let folder = TempDir::new().unwrap();
    assert!(croupier(folder.path(), &["new", "blog", "--template", "blog"]).status.success());
    let mut pages = 0;
    for root in [repository, &folder.path().join("blog")] {
        assert_eq!(violations(&site, &fs::read_to_string(root.join("site.toml")).unwrap()), []);
        let mut files = tree(&root.join("content"));
        files.retain(|path, _| path.extension().is_some_and(|it| it == "md"));
        for (path, bytes) in files {
            let text = String::from_utf8(bytes).unwrap();
            if let Some(front) =
                text.strip_prefix("+++\n").and_then(|rest| rest.split("\n+++").next())
            {
                assert_eq!(violations(&page, front), [], "{}", path.display());
                pages += 1;
            }
        }
    }
    assert!(pages > 20);
    let more = "[checks]\nbroken_links = \"off\"\n[[checks.in]]\npath = \"content\"\nC0210 = \"error\"\n[own]\nx = 1\n";
    assert_eq!(violations(&site, &format!("{SETTINGS}{more}")), []);
    for wrong in [
        "nme = 1",
        "[output]\nkeep = 1",
        "[[feeds]]\npath = \"/a.xml\"",
        "[checks]\nbroken_links = \"of\"",
        "redirects = 1",
        "deploy = 1",
        "[deploy.production]\nprofile = \"preview\"",
        "[deploy.production]\nurl = \"live\"\nretain = { releases = -1 }",
    ] {
        assert!(!violations(&site, &format!("{SETTINGS}{wrong}\n")).is_empty(), "{wrong}");
        let refused = Site::small();
        refused.append("site.toml", &format!("{wrong}\n"));
        refused.refused();
    }
    for wrong in [
        "cascade.title = \"x\"",
        "cascade.draft = 1",
        "titel = \"x\"",
        "draft = \"no\"",
        "layout = 1",
        "shell = 1",
        "publish_at = \"soon\"",
        "aliases = [\"x\"]",
    ] {
        assert!(!violations(&page, wrong).is_empty(), "{wrong}");
    }
}

#[test]
fn completions_and_manual_pages_cover_every_command() {
    let folder = TempDir::new().unwrap();
    let stdout = |arguments: &[&str]| {
        let output = croupier(folder.path(), arguments);
        assert!(output.status.success(), "{arguments:?}: {}", printed_text(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let commands = [
        "build",
        "watch",
        "dev",
        "serve",
        "check",
        "new",
        "host-config",
        "explain",
        "clean",
        "deploy",
        "releases",
        "diff",
        "rollback",
        "completions",
        "man",
        "schema",
    ];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = stdout(&["completions", shell]);
        assert!(commands.iter().all(|it| text.contains(it)), "{shell}: {text}");
        // The internal command of `dev` is hidden.
        assert!(!text.contains("supervise"), "{shell}: {text}");
    }
    let manual = stdout(&["man"]);
    assert!(
        manual.starts_with(".ie")
            && commands.iter().all(|it| manual.contains(&it.replace('-', "\\-"))),
        "{manual}"
    );
    for command in commands {
        let page = stdout(&["man", command]);
        assert_contains(&page, &[&format!("croupier\\-{}", command.replace('-', "\\-"))]);
    }
    for command in ["translations new", "translations-new"] {
        let page = stdout(&["man", command]);
        assert_contains(&page, &["croupier\\-translations\\-new"]);
    }
    let wrong = croupier(folder.path(), &["man", "biuld"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert_contains(&printed_text(&wrong), &["did you mean `build`?"]);
}

#[test]
fn a_closed_pipe_ends_each_command_that_prints_a_result_without_an_error() {
    let site = SiteBuilder::new()
        .settings(
            "[deploy.production]\nurl = \"live\"\nprofile = \"preview\"\n\
             [deploy.preview]\nurl = \"previews\"\nbase_url = \"https://preview.example.com/{name}/\"\n",
        )
        .create();
    site.build();
    assert!(site.run(&["deploy", "production"]).status.success());
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nSecond\n");
    assert!(site.run(&["deploy", "production"]).status.success());
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nThird\n");

    for command in [
        &["build", "--preview", "--json"][..],
        &["cache-key"],
        &["completions", "bash"],
        &["deploy", "preview", "--name", "a"],
        &["deploy", "production", "--dry-run"],
        &["diff"],
        &["explain", "--preview", "/"],
        &["highlight-css"],
        &["highlight-css", "--list"],
        &["host-config", "--preview", "nginx"],
        &["host-config", "--preview", "s3"],
        &["man"],
        &["math-css"],
        &["previews"],
        &["releases"],
        &["schema", "site"],
    ] {
        let run = |writes_messages: bool| {
            let closed = || std::io::pipe().unwrap().1;
            let mut running = Command::new(env!("CARGO_BIN_EXE_croupier"));
            running.args(command).current_dir(site.root()).stdout(closed());
            if writes_messages {
                running.stderr(closed());
            }
            running.output().unwrap()
        };
        for output in [run(false), run(true)] {
            assert_eq!(output.status.code(), Some(0), "{command:?} {}", printed_text(&output));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_a_failure_of_the_system() {
    let site = Site::small();
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["schema", "site"])
        .current_dir(site.root())
        .stdout(fs::File::options().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert_contains(&printed_text(&output), &["error: cannot write to standard output"]);
}

#[test]
fn the_guide_lists_every_field_of_a_diagnostic() {
    let guide = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../docs/content/reference/events.md"
    ))
    .unwrap();
    let row = guide.lines().find(|line| line.starts_with("| `diagnostic` |")).unwrap();
    let site = Site::small();
    site.write("content/a.md", "");
    let lines = String::from_utf8(site.run(&["check", "--preview", "--json"]).stdout).unwrap();
    let diagnostic: serde_json::Value =
        serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    for name in diagnostic
        .as_object()
        .unwrap()
        .keys()
        .filter(|name| !["event", "time"].contains(&name.as_str()))
    {
        assert!(row.contains(&format!("`{name}`")), "{name} is not in {row}");
    }
}

#[test]
fn commands_that_render_no_page_refuse_flags_of_pages() {
    let site = Site::small();
    site.build();
    for command in [&["serve", "--preview"][..], &["clean"], &["host-config", "--preview", "nginx"]]
    {
        for flag in ["--drafts", "--allow-samples"] {
            let output = site.run(&[command, &[flag]].concat());
            assert_eq!(output.status.code(), Some(2), "{command:?} {flag}");
            assert_contains(&printed_text(&output), &["unexpected argument", flag]);
        }
    }
    assert!(site.has("index.html"));
}

#[test]
fn open_starts_a_browser_and_reports_a_missing_one() {
    let site = Site::small();
    site.build();
    let bin = site.root().join("bin");
    let opened = site.root().join("opened");
    for is_there in [true, false] {
        let _ = fs::remove_dir_all(&bin);
        fs::create_dir(&bin).unwrap();
        if is_there {
            let opener = format!("#!/bin/sh\necho \"$1\" >'{}'\nexit 3\n", opened.display());
            install(opener.as_bytes(), &bin.join("xdg-open"));
        }
        for command in [&["serve", "--preview"][..], &["dev"]] {
            let mut server = Command::new(env!("CARGO_BIN_EXE_croupier"))
                .args(command)
                .args(["--open", "--port", "0"])
                .current_dir(site.root())
                .env("PATH", &bin)
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut lines =
                BufReader::new(server.stderr.take().unwrap()).lines().map_while(Result::ok);
            let line = lines.find(|line| line.contains("no browser could be opened")).unwrap();
            let address =
                line.rsplit("open ").next().unwrap().split(' ').next().unwrap().to_owned();
            assert!(address.starts_with("http://127.0.0.1:"), "{line}");
            assert_contains(&line, &["xdg-open"]);
            if is_there {
                assert_eq!(fs::read_to_string(&opened).unwrap().trim_end(), address);
            }
            server.kill().unwrap();
            server.wait().unwrap();
        }
    }
}

#[test]
fn a_new_site_fits_into_an_empty_repository_and_its_command_can_be_copied() {
    let folder = TempDir::new().unwrap();
    let root = folder.path().join("a site");
    fs::create_dir_all(root.join(".git")).unwrap();
    fs::write(root.join("README.md"), "mine").unwrap();
    fs::write(root.join("LICENSE"), "mine").unwrap();
    fs::write(root.join(".gitignore"), "*.log\n/public/").unwrap();
    let created = croupier(folder.path(), &["new", "a site"]);
    assert_contains(
        &printed_text(&created),
        &["created 'a site'; start it with: croupier dev --root 'a site'"],
    );
    assert!(root.join("site.toml").is_file());
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    assert_eq!((read("README.md").as_str(), read("LICENSE").as_str()), ("mine", "mine"));
    assert_eq!(read(".gitignore"), "*.log\n/public/\n/.croupier/\nnode_modules/\n");
    let refused = croupier(folder.path(), &["new", "a site"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_contains(&printed_text(&refused), &["is not empty: it contains "]);
    // Started by npm, the command is not in the path.
    let by_npm = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["new", "by npm"])
        .current_dir(folder.path())
        .env("npm_command", "exec")
        .output()
        .unwrap();
    assert_contains(
        &printed_text(&by_npm),
        &["start it with: npx @croupier/cli dev --root 'by npm'\n"],
    );
    // The same in the current folder.
    let here = folder.path().join("here");
    fs::create_dir_all(here.join(".git")).unwrap();
    assert_contains(
        &printed_text(&croupier(&here, &["new", "."])),
        &["start it with: croupier dev --root .\n"],
    );
    // The output of another profile is named in a command that can be copied.
    let site = SiteBuilder::new().create();
    let build = |profile| site.run(&["build", "--out", "my site", "--profile", profile]);
    assert!(build("preview").status.success());
    assert_contains(&printed_text(&build("production")), &["`croupier clean --out 'my site'`"]);
}

#[test]
fn a_folder_without_a_site_is_reported_without_a_code_frame() {
    let folder = TempDir::new().unwrap();
    let message = printed_text(&croupier(folder.path(), &["check", "--preview"]));
    assert_contains(&message, &["error[C0001]"]);
    assert!(!message.lines().any(|line| line.trim() == "|"), "{message}");
}
