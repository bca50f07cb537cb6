//! `croupier deploy` to a folder at a host, through `rsync` and an SSH server of this test.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, printed_text, tree};
use crate::deploy::{WAITING_PURGE, assert_is_variant, purge_pipe};

/// An SSH server of this user on a free port, with keys of its own.
struct Server {
    folder: TempDir,
    port: u16,
    sshd: Child,
}

impl Server {
    fn start() -> Server {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        for key in ["host_key", "client_key"] {
            let arguments = ["-q", "-t", "ed25519", "-N", "", "-f", &path(key)];
            assert!(Command::new("ssh-keygen").args(arguments).status().unwrap().success());
        }
        fs::copy(path("client_key.pub"), path("authorized_keys")).unwrap();
        // A server of the superuser needs this folder.
        let _ = fs::create_dir_all("/run/sshd");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        // Another home folder, so that the shell does not read the settings of the user, which can take long.
        let config = format!(
            "ListenAddress 127.0.0.1\nPort {port}\nHostKey {}\nAuthorizedKeysFile {}\nPidFile none\nStrictModes no\nUsePAM no\n\
             PermitRootLogin yes\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nMaxStartups 100\nSetEnv HOME={}\n",
            path("host_key"),
            path("authorized_keys"),
            folder.path().display(),
        );
        fs::write(path("sshd_config"), config).unwrap();
        let key = fs::read_to_string(path("host_key.pub")).unwrap();
        fs::write(path("known_hosts"), format!("[127.0.0.1]:{port} {key}")).unwrap();
        fs::write(
            path("ssh_config"),
            format!(
                "Host *\nIdentityFile {}\nIdentitiesOnly yes\nUserKnownHostsFile {}\nGlobalKnownHostsFile /dev/null\n\
                 StrictHostKeyChecking yes\n",
                path("client_key"),
                path("known_hosts"),
            ),
        )
        .unwrap();
        // `ssh` of the tests reads this configuration, counts its calls, and can kill the deployment.
        let script = format!(
            "#!/bin/sh\necho >> {calls}\nif [ -n \"$KILL_AT\" ] && [ \"$(wc -l < {calls})\" -eq \"$KILL_AT\" ]; then kill -9 \"$(cat {pid})\"; fi\n\
             exec /usr/bin/ssh -F {config} \"$@\"\n",
            calls = path("calls"),
            pid = path("pid"),
            config = path("ssh_config"),
        );
        fs::create_dir(path("bin")).unwrap();
        fs::write(path("bin/ssh"), script).unwrap();
        fs::set_permissions(path("bin/ssh"), fs::Permissions::from_mode(0o755)).unwrap();
        let mut sshd = Command::new("/usr/sbin/sshd")
            .args(["-D", "-e", "-f", &path("sshd_config")])
            .stderr(Stdio::piped())
            .spawn()
            .expect("tests/run installs openssh-server");
        let mut lines = BufReader::new(sshd.stderr.take().unwrap()).lines().map_while(Result::ok);
        assert!(lines.any(|line| line.contains("Server listening")));
        std::thread::spawn(move || lines.count());
        Server { folder, port, sshd }
    }

    /// Returns a path below the folder of the target.
    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join("my site").join(path)
    }

    fn live(&self, path: &str) -> PathBuf {
        self.path("current").join(path)
    }

    /// Returns a site with a target at this server.
    fn site(&self, keys: &str) -> Site {
        let user = Command::new("id").arg("-un").output().unwrap().stdout;
        let user = String::from_utf8(user).unwrap();
        let url = format!(
            "sftp://{}@127.0.0.1:{}{}/my%20site",
            user.trim(),
            self.port,
            self.folder.path().display()
        );
        let settings = format!(
            "{SETTINGS}[output]\nkeep_releases = 0\n[deploy.production]\nurl = \"{url}\"\nprofile = \"preview\"\n{keys}"
        );
        SiteBuilder::new()
            .file("site.toml", &settings)
            .file("static/site.css", "h1 { color: red }")
            .file("static/same.txt", "same")
            .file(
                "pages/shell.html",
                "<link rel=\"stylesheet\" href=\"{{ asset('/site.css') }}\"><main id='main'>{{ main }}</main>",
            )
            .page("old", "title = \"Old\"\n", "Old")
            .create()
    }

    fn command(&self, site: &Site, arguments: &[&str]) -> Command {
        // The shell writes the process ID before the program starts.
        let mut command = Command::new("sh");
        command.args(["-c", "echo $$ > \"$0\"; exec \"$@\""]).arg(self.folder.path().join("pid"));
        command.arg(env!("CARGO_BIN_EXE_croupier")).args(arguments).current_dir(site.root());
        let bin = self.folder.path().join("bin");
        command.env("PATH", format!("{}:{}", bin.display(), std::env::var("PATH").unwrap()));
        command
    }

    fn output(&self, site: &Site, arguments: &[&str]) -> Output {
        self.command(site, arguments).output().unwrap()
    }

    fn run(&self, site: &Site, arguments: &[&str]) -> String {
        let output = self.output(site, arguments);
        assert!(output.status.success(), "{}", printed_text(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command with `--json` and returns its last event.
    fn last_event(&self, site: &Site, arguments: &[&str]) -> Value {
        let text = self.run(site, &[arguments, &["--json"]].concat());
        serde_json::from_str(text.lines().last().unwrap()).unwrap()
    }

    fn live_files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        tree(&fs::canonicalize(self.path("current")).unwrap())
    }

    /// Asserts that the live release has the files of the output, and apart from them only style sheets of other releases.
    fn assert_live_is_output(&self, site: &Site) {
        let mut expected = site.tree();
        expected.retain(|path, _| !path.starts_with("_headers") && !path.starts_with("_redirects"));
        let mut live = self.live_files();
        live.retain(|path, _| expected.contains_key(path) || !is_style_sheet(path));
        assert_eq!(live.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        assert_eq!(live, expected);
    }

    fn assert_pages_are_complete(&self) {
        for (path, bytes) in self.live_files() {
            let text = String::from_utf8(bytes).unwrap();
            let Some((_, rest)) = text.split_once("href=\"/site.") else { continue };
            let name = format!("site.{}", rest.split('"').next().unwrap());
            assert!(self.live(&name).is_file(), "{} needs {name}", path.display());
        }
    }

    fn style_sheets(&self) -> usize {
        self.live_files().keys().filter(|path| is_style_sheet(path)).count()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.sshd.kill();
        let _ = self.sshd.wait();
    }
}

fn is_style_sheet(path: &Path) -> bool {
    path.to_string_lossy().starts_with("site.") && path.to_string_lossy().len() > "site.css".len()
}

fn change(site: &Site) {
    site.write("static/site.css", "h1 { color: blue }");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nSecond\n");
    site.write("content/new.md", "+++\ntitle = \"New\"\n+++\nNew\n");
    site.remove("content/old.md");
}

#[test]
fn a_release_shares_unchanged_files_and_a_rollback_changes_only_the_link() {
    let server = Server::start();
    let site = server.site("");
    let first = server.last_event(&site, &["deploy"]);
    server.assert_live_is_output(&site);
    let before = server.live_files();
    let again = server.last_event(&site, &["deploy"]);
    assert_eq!((&again["changed"], &again["release"]), (&0.into(), &first["release"]));
    fs::write(server.path("foreign.txt"), "foreign").unwrap();
    fs::create_dir(server.path("releases/foreign")).unwrap();

    change(&site);
    let plan = server.run(&site, &["deploy", "--dry-run"]);
    assert_contains(&plan, &["upload\tnew/index.html\n", "remove\told/index.html\n"]);
    assert_eq!(server.live_files(), before);
    let second = server.last_event(&site, &["deploy"]);
    server.assert_live_is_output(&site);
    assert_eq!(second["removed"], 1);
    assert!(second["uploaded"].as_u64() < first["uploaded"].as_u64());
    let urls = second["urls"].to_string();
    assert_contains(&urls, &["\"https://example.com/new/\"", "\"https://example.com/old/\""]);
    // The style sheet of the first release stays for open tabs, and unchanged files are shared.
    assert_eq!(server.style_sheets(), 2);
    let id = |event: &Value| format!("releases/{}", event["release"].as_str().unwrap());
    let inode =
        |event: &Value| fs::metadata(server.path(&id(event)).join("same.txt")).unwrap().ino();
    assert_eq!(inode(&first), inode(&second));
    let difference = server.run(&site, &["diff"]);
    assert_contains(&difference, &["changed /\n  + Second\n", "added /new/\n  + New\n"]);

    let back = server.last_event(&site, &["rollback"]);
    assert_eq!((&back["uploaded"], &back["release"]), (&0.into(), &first["release"]));
    assert_eq!(fs::read_link(server.path("current")).unwrap(), PathBuf::from(id(&first)));
    let mut after = server.live_files();
    // Open tabs of the newer release find their style sheet.
    after.retain(|path, _| before.contains_key(path) || !is_style_sheet(path));
    assert_eq!((after, server.style_sheets()), (before, 2));
    let listed = server.run(&site, &["releases"]);
    let marks: Vec<&str> = listed.lines().map(|line| &line[..1]).collect();
    assert_eq!(marks, [" ", "*"]);
    // A deployment of the newer release again is a new release.
    server.run(&site, &["deploy"]);
    server.assert_live_is_output(&site);
    assert_eq!(server.run(&site, &["releases"]).lines().count(), 3);
    assert_eq!(fs::read_to_string(server.path("foreign.txt")).unwrap(), "foreign");
    assert!(server.path("releases/foreign").is_dir());
}

#[test]
fn expired_releases_are_removed_but_not_files_of_other_programs() {
    let server = Server::start();
    let site = server.site("retain = { releases = 1, days = 0 }\n");
    let mut ids = Vec::new();
    for colour in ["red", "green", "blue"] {
        site.write("static/site.css", &format!("h1 {{ color: {colour} }}"));
        let event = server.last_event(&site, &["deploy"]);
        let id = event["release"].as_str().unwrap().to_owned();
        fs::write(server.path(&format!("releases/{id}/foreign.txt")), "foreign").unwrap();
        // Linked from a release that has expired before.
        fs::create_dir_all(server.path(&format!("releases/{id}/assets"))).unwrap();
        fs::write(server.path(&format!("releases/{id}/assets/a-0123456789.js")), "old").unwrap();
        ids.push(id);
    }
    assert_eq!(server.run(&site, &["releases"]).lines().count(), 2);
    let rest = tree(&server.path(&format!("releases/{}", ids[0])));
    assert_eq!(rest.keys().collect::<Vec<_>>(), [&PathBuf::from("foreign.txt")]);
    let manifests = tree(&server.path(".croupier/releases"));
    let is_of = |id: &str| manifests.keys().any(|path| path.to_str().unwrap().starts_with(id));
    assert!(!is_of(&ids[0]) && is_of(&ids[1]) && is_of(&ids[2]), "{manifests:?}");
    assert_eq!(server.style_sheets(), 2);
}

#[test]
fn a_deployment_that_is_killed_at_any_connection_is_completed_by_the_next_one() {
    let server = Server::start();
    let site = server.site("");
    server.run(&site, &["deploy"]);
    change(&site);
    server.run(&site, &["build", "--preview"]);
    let copy = |from: &Path, to: &Path| {
        let _ = fs::remove_dir_all(to);
        assert!(Command::new("cp").arg("-a").arg(from).arg(to).status().unwrap().success());
    };
    let before = server.folder.path().join("before");
    copy(&server.path(""), &before);
    for count in 1.. {
        copy(&before, &server.path(""));
        let calls = server.folder.path().join("calls");
        fs::remove_file(calls).unwrap();
        let mut command = server.command(&site, &["deploy", "--no-build"]);
        let killed = command.env("KILL_AT", count.to_string()).output().unwrap();
        server.assert_pages_are_complete();
        // A connection of the killed process can hold the lock until the server notices that it is gone.
        let lock = server.path(".croupier/lock");
        assert!(Command::new("flock").arg(lock).arg("true").status().unwrap().success());
        server.run(&site, &["deploy", "--no-build"]);
        server.assert_live_is_output(&site);
        server.assert_pages_are_complete();
        let state = fs::read(server.path(".croupier/state.json")).unwrap();
        let state: Value = serde_json::from_slice(&state).unwrap();
        assert_eq!(state["releases"].as_array().unwrap().len(), 2, "{count}");
        assert_eq!(fs::read_dir(server.path("releases")).unwrap().count(), 2, "{count}");
        let manifests = fs::read_dir(server.path(".croupier/releases")).unwrap();
        assert_eq!(manifests.count(), 2, "{count}");
        if killed.status.success() {
            assert!(count > 8, "{count}");
            break;
        }
    }
}

#[test]
fn a_second_deployment_at_the_same_time_is_refused() {
    let server = Server::start();
    let site = server.site(WAITING_PURGE);
    let pipe = purge_pipe(&site);
    let mut first = server.command(&site, &["deploy"]).stderr(Stdio::null()).spawn().unwrap();
    let mut writer = fs::File::options().write(true).open(&pipe).unwrap();
    let second = server.output(&site, &["deploy", "--no-build"]);
    assert_eq!(second.status.code(), Some(3));
    assert_contains(&printed_text(&second), &["another deployment to this target is running"]);
    writer.write_all(b"go\n").unwrap();
    drop(writer);
    assert!(first.wait().unwrap().success());
}

#[test]
fn urls_are_purged_until_the_purge_succeeds() {
    let server = Server::start();
    let site =
        server.site("purge = { command = [\"sh\", \"-c\", \"test -e ready && cat > purged\"] }\n");
    assert_eq!(server.output(&site, &["deploy"]).status.code(), Some(3));
    site.write("ready", "");
    server.run(&site, &["deploy"]);
    site.remove("ready");
    change(&site);
    let failed = server.output(&site, &["deploy"]);
    assert_contains(&printed_text(&failed), &["the release is live"]);
    server.assert_live_is_output(&site);
    site.write("ready", "");
    server.run(&site, &["deploy"]);
    assert_contains(&site.read("purged"), &["https://example.com/old/\n"]);
    site.remove("purged");
    server.run(&site, &["deploy"]);
    assert!(!site.root().join("purged").exists());
}

#[test]
fn a_folder_with_a_link_to_the_live_release_needs_no_host() {
    let site = SiteBuilder::new()
        .file("site.toml", &format!("{SETTINGS}[deploy.production]\nurl = \"live\"\nmode = \"versioned\"\nprofile = \"preview\"\nprecompress = true\n"))
        .page("long", "title = \"Long\"\n", &"A long text. ".repeat(100))
        .create();
    let run = |arguments: &[&str]| {
        let output = site.run(arguments);
        assert!(output.status.success(), "{}", printed_text(&output));
        fs::read_link(site.root().join("live/current")).unwrap()
    };
    let page = || fs::read_to_string(site.root().join("live/current/index.html")).unwrap();
    let first = run(&["deploy"]);
    assert_eq!(page(), site.output("index.html"));
    assert_is_variant(&site.root().join("live/current/long/index.html.gz"));
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nSecond\n");
    let second = run(&["deploy"]);
    assert_ne!(first, second);
    assert_contains(&page(), &["Second"]);
    assert_eq!(run(&["rollback"]), first);
    assert!(!page().contains("Second"));

    for (table, expected) in [
        ("url = \"sftp://h/a\"\nmode = \"in-place\"", "each release at a host has a folder"),
        (
            "url = \"p\"\nmode = \"versioned\"\nbase_url = \"https://e.com/{name}/\"",
            "previews replace each other",
        ),
    ] {
        let site = SiteBuilder::new().settings(&format!("[deploy.production]\n{table}\n")).create();
        let output = site.run(&["deploy"]);
        assert_eq!(output.status.code(), Some(1), "{}", printed_text(&output));
        assert_contains(&printed_text(&output), &["C0009", "site.toml:5:8", expected]);
    }
}

#[test]
fn problems_at_a_host_are_reported() {
    let server = Server::start();
    let site = server.site("");
    let refused = |expected: &[&str]| {
        let output = server.output(&site, &["deploy"]);
        assert_eq!(output.status.code(), Some(3), "{}", printed_text(&output));
        assert_contains(&printed_text(&output), expected);
    };
    fs::create_dir_all(server.path("current")).unwrap();
    refused(&["`current` of the target is not a symbolic link"]);
    fs::remove_dir(server.path("current")).unwrap();
    symlink("/srv/other", server.path("current")).unwrap();
    refused(&["links to `/srv/other`"]);
    fs::remove_file(server.path("current")).unwrap();
    let known_hosts = server.folder.path().join("known_hosts");
    fs::write(&known_hosts, "").unwrap();
    refused(&["cannot connect to", "Host key verification failed"]);
}

#[test]
fn previews_at_a_host_are_listed_expire_and_are_removed() {
    let server = Server::start();
    let site = server.site("");
    let preview = site.read("site.toml");
    let (settings, target) = preview.split_once("[deploy.production]\n").unwrap();
    let url = target.lines().next().unwrap();
    let base_url = "base_url = \"https://{name}.preview.example.com/\"";
    let purge = "purge = { command = [\"sh\", \"-c\", \"cat >> purged\"] }";
    site.write("site.toml", &format!("{settings}[deploy.preview]\n{url}\n{base_url}\n{purge}\n"));
    let deploy = |name: &str| server.run(&site, &["deploy", "preview", "--name", name]);
    assert_eq!(deploy("one"), "https://one.preview.example.com/\n");
    deploy("two");
    deploy("three");
    // A second release of a preview shares unchanged files with the first one.
    change(&site);
    deploy("one");
    let page = |name: &str| server.path(&format!("{name}/current/index.html"));
    assert_contains(
        &fs::read_to_string(page("one")).unwrap(),
        &["Second", "Preview of <b>one</b>"],
    );
    assert!(!fs::read_to_string(page("two")).unwrap().contains("Second"));
    assert_eq!(fs::read_dir(server.path("one/releases")).unwrap().count(), 2);
    let list = server.run(&site, &["previews"]);
    assert_eq!(list.lines().count(), 3);
    assert_contains(&list, &["one  https://one.preview.example.com/  expires 20"]);

    fs::write(server.path("two/foreign.txt"), "foreign").unwrap();
    for name in ["one", "two"] {
        let entry = server.path(&format!(".croupier/previews/{name}.json"));
        let mut value: Value = serde_json::from_slice(&fs::read(&entry).unwrap()).unwrap();
        value["expires_at"] = 1.into();
        fs::write(entry, value.to_string()).unwrap();
    }
    site.remove("purged");
    // As after a removal that was stopped: a page and the link are gone.
    fs::remove_file(server.path("two/current")).unwrap();
    let removed = server.run(&site, &["previews", "prune", "--json"]);
    assert_contains(&removed, &["\"name\":\"one\"", "\"name\":\"two\""]);
    assert!(!server.path("one").exists());
    let rest = tree(&server.path("two"));
    assert_eq!(rest.keys().collect::<Vec<_>>(), [Path::new("foreign.txt")]);
    assert!(page("three").is_file());
    assert_contains(&site.read("purged"), &["https://two.preview.example.com/\n"]);
    assert_eq!(server.run(&site, &["previews"]).lines().count(), 1);

    server.run(&site, &["previews", "remove", "three"]);
    assert!(!server.path("three").exists());
    assert_eq!(deploy("three"), "https://three.preview.example.com/\n");
    assert!(page("three").is_file());
}

#[test]
fn files_that_another_program_changed_or_removed_at_a_host_are_uploaded_again() {
    let server = Server::start();
    let site = server.site("");
    server.run(&site, &["deploy"]);
    let sheet = server.live_files().into_keys().find(|path| is_style_sheet(path)).unwrap();
    for arguments in [&["deploy"][..], &["deploy", "--verify"]] {
        // Of the same length, so that only its content differs.
        let changed = fs::read_to_string(server.live("same.txt")).unwrap().replace('s', "x");
        fs::write(server.live("same.txt"), changed).unwrap();
        fs::remove_file(server.live("old/index.html")).unwrap();
        fs::remove_file(server.path("current").join(&sheet)).unwrap();
        let event = server.last_event(&site, arguments);
        assert_eq!((&event["uploaded"], &event["changed"]), (&3.into(), &3.into()));
        assert_contains(&event["urls"].to_string(), &["\"https://example.com/old/\""]);
        server.assert_live_is_output(&site);
        assert_eq!(server.last_event(&site, arguments)["changed"], 0);
    }

    // A release that is not complete cannot be live again.
    let first = fs::read_link(server.path("current")).unwrap();
    change(&site);
    server.run(&site, &["deploy"]);
    let old = server.path(first.to_str().unwrap()).join("old/index.html");
    let bytes = fs::read(&old).unwrap();
    for damage in [None, Some(vec![b'x'; bytes.len()])] {
        match damage {
            Some(other) => fs::write(&old, other).unwrap(),
            None => fs::remove_file(&old).unwrap(),
        }
        let refused = server.output(&site, &["rollback"]);
        assert!(!refused.status.success());
        assert_contains(&printed_text(&refused), &["has lost 1 file", "old/index.html"]);
        server.assert_live_is_output(&site);
    }
}
