//! `[cache]`: machines that share the last build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, printed_text, tree};

const KEY: &str = "1111111111111111111111111111111111111111111111111111111111111111";

/// Machines with the same site and a shared cache.
struct Machines {
    folder: TempDir,
    settings: String,
}

impl Machines {
    fn new(settings: &str) -> Machines {
        Machines { folder: TempDir::new().unwrap(), settings: settings.to_owned() }
    }

    fn remote(&self) -> PathBuf {
        self.folder.path().join("remote")
    }

    /// A machine that has never built the site.
    fn fresh(&self) -> Site {
        SiteBuilder::new()
            .file(
                "site.toml",
                &format!(
                    "{SETTINGS}[output]\npage_data = true\nkeep_releases = 0\n[[taxonomies]]\nname = \"tags\"\n{}",
                    self.settings
                ),
            )
            .file("static/site.css", "h1 { color: red }")
            .file("pages/term.html", "{% for it in paginator.pages %}{{ it.title }}{% endfor %}")
            .file("pages/terms.html", "terms")
            .page("a", "title = \"A\"\n[taxonomies]\ntags = [\"x\"]\n", "Text of A")
            .page("b", "title = \"B\"\n[taxonomies]\ntags = [\"x\"]\n", "Text of B, [A](/a/)")
            .create()
    }

    fn run(&self, site: &Site, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(arguments)
            .current_dir(site.root())
            .env("SOURCE_DATE_EPOCH", "1767225600")
            .env("CROUPIER_CACHE_REMOTE", self.remote())
            .envs(variables.iter().copied())
            .output()
            .unwrap()
    }

    /// Builds, and returns the printed text.
    fn build(&self, site: &Site, variables: &[(&str, &str)]) -> String {
        let output = self.run(site, &["build", "--preview"], variables);
        assert!(output.status.success(), "{}", printed_text(&output));
        printed_text(&output)
    }

    fn write(&self, site: &Site) -> String {
        self.build(site, &[("CROUPIER_CACHE_MODE", "read-write")])
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    tree(folder).into_keys().collect()
}

#[test]
fn each_host_of_a_site_has_a_session_of_its_own() {
    let machines = Machines::new(
        "[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\nbase_url = \"https://www.example.fr\"\n",
    );
    let build = |site: &Site, mode: &str| {
        site.write("content/a.fr.md", "+++\ntitle = \"A\"\n+++\nTexte");
        let output = machines.run(site, &["build"], &[("CROUPIER_CACHE_MODE", mode)]);
        assert!(output.status.success(), "{}", printed_text(&output));
        printed_text(&output)
    };
    let first = machines.fresh();
    assert!(!build(&first, "read-write").contains("fetched"));

    let second = machines.fresh();
    assert_eq!(build(&second, "read").matches("fetched").count(), 2);
    assert_eq!(tree(&first.root().join("public")), tree(&second.root().join("public")));
}

#[test]
fn machines_share_compressed_variants() {
    let target = "[deploy.production]\nurl = \"live\"\nprofile = \"preview\"\nprecompress = true\n";
    let machines = Machines::new(target);
    let long = "A long text. ".repeat(100);
    let deploy = |site: &Site| {
        site.append("content/a.md", &long);
        let mode = [("CROUPIER_CACHE_MODE", "read-write")];
        let output = machines.run(site, &["deploy"], &mode);
        assert!(output.status.success(), "{}", printed_text(&output));
    };
    let (first, second) = (machines.fresh(), machines.fresh());
    deploy(&first);
    let variants = files(&first.root().join(".croupier/compressed"));
    assert!(!variants.is_empty());
    second.append("content/a.md", &long);
    assert_contains(&machines.build(&second, &[]), &["fetched"]);
    assert_eq!(files(&second.root().join(".croupier/compressed")), variants);
}

#[test]
fn another_machine_continues_from_the_last_build() {
    let machines = Machines::new("");
    let first = machines.fresh();
    let printed = machines.write(&first);
    assert!(!printed.contains("fetched"), "{printed}");
    let second = machines.fresh();
    second.append("content/b.md", " that changed");
    assert_contains(&machines.build(&second, &[]), &["fetched", "built 5 pages"]);
    first.append("content/b.md", " that changed");
    machines.build(&first, &[]);
    assert_eq!(second.tree(), first.tree());
    // A machine with a session of its own does not read the cache.
    let printed = machines.build(&second, &[]);
    assert!(!printed.contains("fetched"), "{printed}");
    second.same_as_clean();
}

#[test]
fn only_changed_outputs_are_written_on_request() {
    let machines = Machines::new("[deploy.live]\nurl = \"../live\"\nprofile = \"preview\"\n");
    let first = machines.fresh();
    machines.write(&first);
    let second = machines.fresh();
    second.append("content/b.md", " that changed");
    let lists = ["build", "--preview", "--manifest", "now.txt", "--changes", "changes.txt"];
    let changed = [("CROUPIER_CACHE_OUTPUTS", "changed")];
    let output = machines.run(&second, &lists, &changed);
    assert_contains(&printed_text(&output), &["fetched", "3 files written"]);
    assert!(second.has("b/index.html") && !second.has("a/index.html"));
    first.append("content/b.md", " that changed");
    let output = machines.run(&first, &lists, &[]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert_eq!(second.read("now.txt"), first.read("now.txt"));
    assert_eq!(second.read("changes.txt"), first.read("changes.txt"));
    // The next edit continues, and a build of all outputs renders the others.
    second.append("content/a.md", " that changed");
    assert_contains(&machines.build(&second, &changed), &["3 files written"]);
    assert!(second.has("a/index.html") && !second.has("index.html"));
    first.append("content/a.md", " that changed");
    machines.build(&first, &[]);
    machines.build(&second, &[]);
    assert_eq!(second.tree(), first.tree());
}

#[test]
fn a_target_with_the_last_release_needs_only_changed_outputs() {
    let machines = Machines::new("");
    let live = machines.folder.path().join("live");
    let target = format!("[deploy.live]\nurl = \"{}\"\nprofile = \"preview\"\n", live.display());
    let machines = Machines { settings: target, ..machines };
    let first = machines.fresh();
    let deploy = |site: &Site, variables: &[(&str, &str)]| {
        let output = machines.run(site, &["deploy"], variables);
        assert!(output.status.success(), "{}", printed_text(&output));
    };
    deploy(&first, &[("CROUPIER_CACHE_MODE", "read-write")]);
    let second = machines.fresh();
    second.append("content/b.md", " that changed");
    deploy(&second, &[("CROUPIER_CACHE_OUTPUTS", "changed")]);
    assert!(!second.has("a/index.html"));
    let text = |path: &str| fs::read_to_string(live.join(path)).unwrap();
    assert_contains(&text("b/index.html"), &["that changed"]);
    assert_contains(&text("a/index.html"), &["Text of A"]);
}

#[test]
fn a_target_that_lacks_an_output_of_another_machine_names_the_setting() {
    for mode in ["in-place", "versioned"] {
        let target =
            format!("[deploy.new]\nurl = \"new\"\nprofile = \"preview\"\nmode = \"{mode}\"\n");
        let machines = Machines::new(&target);
        machines.write(&machines.fresh());

        let second = machines.fresh();
        let output = machines.run(&second, &["deploy"], &[("CROUPIER_CACHE_OUTPUTS", "changed")]);
        assert_eq!(output.status.code(), Some(3));
        let text = printed_text(&output);
        assert_contains(&text, &["cannot read ", "set CROUPIER_CACHE_OUTPUTS=all"]);
        assert!(!text.contains("rsync"), "{text}");
    }
}

#[test]
fn a_damaged_cache_is_reported_and_not_used() {
    let machines = Machines::new("");
    machines.write(&machines.fresh());
    let pack = files(&machines.remote().join("main/packs")).pop().unwrap();
    let pack = machines.remote().join("main/packs").join(pack);
    let mut bytes = fs::read(&pack).unwrap();
    for byte in &mut bytes {
        *byte ^= 1;
    }
    fs::write(&pack, bytes).unwrap();
    let second = machines.fresh();
    assert_contains(&machines.build(&second, &[]), &["warning: ", "damaged or missing"]);
    second.same_as_clean();
    fs::write(machines.remote().join("main/index.json"), "unsigned\nno index").unwrap();
    let third = machines.fresh();
    assert_contains(&machines.build(&third, &[]), &["warning: ", "cannot be read, and is ignored"]);
    assert_eq!(third.tree(), second.tree());
}

#[test]
fn readers_and_untrusted_branches_do_not_change_the_cache_of_trusted_builds() {
    let machines = Machines::new("");
    machines.write(&machines.fresh());
    let before = tree(&machines.remote().join("main"));
    let reader = machines.fresh();
    reader.append("content/a.md", "read");
    machines.build(&reader, &[]);
    assert_eq!(files(&machines.remote()).len(), before.len());
    let branch = [("CROUPIER_CACHE_MODE", "read-write"), ("CROUPIER_CACHE_NAMESPACE", "fork/x")];
    let untrusted = machines.fresh();
    untrusted.append("content/a.md", "untrusted");
    assert_contains(&machines.build(&untrusted, &branch), &["fetched"]);
    assert_eq!(tree(&machines.remote().join("main")), before);
    assert!(machines.remote().join("fork-x/index.json").is_file());
    // The branch finds its own build, and a trusted build that of `main`.
    let again = machines.fresh();
    again.append("content/a.md", "untrusted");
    machines.build(&again, &branch);
    assert_contains(&again.output("a/index.html"), &["untrusted"]);
    fs::remove_dir_all(machines.remote().join("main")).unwrap();
    let trusted = machines.fresh();
    let printed = machines.build(&trusted, &[]);
    assert!(!printed.contains("fetched"), "{printed}");
    let off = machines.build(&machines.fresh(), &[("CROUPIER_CACHE_MODE", "off")]);
    assert!(!off.contains("fetched"), "{off}");
}

#[test]
fn with_a_public_key_only_signed_caches_are_read() {
    let public = "public_key = \"";
    let machines = Machines::new("");
    let printed = machines.run(&machines.fresh(), &["cache-key"], &[]);
    let printed = String::from_utf8(printed.stdout).unwrap();
    let value = |start: &str| {
        let line = printed.lines().find_map(|line| line.strip_prefix(start)).unwrap();
        line.trim_end_matches('"').to_owned()
    };
    let (secret, public) = (value("CROUPIER_CACHE_SIGNING_KEY="), value(public));
    let machines =
        Machines { settings: format!("[cache]\npublic_key = \"{public}\"\n"), ..machines };
    let sign = |key: &str| {
        let variables =
            [("CROUPIER_CACHE_MODE", "read-write"), ("CROUPIER_CACHE_SIGNING_KEY", key)];
        machines.build(&machines.fresh(), &variables)
    };
    let refused = "the shared cache `main` has no valid signature, and is ignored";
    // A site without the public key wrote it.
    let unsigned = Machines::new("");
    unsigned.write(&unsigned.fresh());
    fs::rename(unsigned.remote(), machines.remote()).unwrap();
    assert_contains(&machines.build(&machines.fresh(), &[]), &[refused]);
    assert_contains(&sign(&secret), &[refused]);
    assert_contains(&machines.build(&machines.fresh(), &[]), &["fetched"]);

    // Another key, and no key, replace nothing.
    let signed = tree(&machines.remote());
    let written = "the shared cache is read, but not written: CROUPIER_CACHE_SIGNING_KEY";
    let changed = machines.fresh();
    changed.append("content/a.md", "changed");
    let mode = ("CROUPIER_CACHE_MODE", "read-write");
    for (variables, reason) in [
        (vec![mode, ("CROUPIER_CACHE_SIGNING_KEY", KEY)], "does not belong to `public_key`"),
        (vec![mode], "is missing, which belongs to `public_key`"),
    ] {
        fs::remove_dir_all(changed.root().join(".croupier")).unwrap_or_default();
        let expected = [&format!("{written} {reason}"), "fetched"];
        assert_contains(&machines.build(&changed, &variables), &expected);
        assert_eq!(tree(&machines.remote()), signed);
    }
    assert_contains(&sign("secret"), &["CROUPIER_CACHE_SIGNING_KEY does not have 64"]);
    assert!(!sign("secret-key").contains("secret-key"));
}

#[test]
fn wrong_settings_are_reported() {
    for (settings, message) in [
        ("remote = \"ftp://x\"", "`ftp://` is not supported"),
        ("remote = \"~/cache\"", "`~/cache` begins with `~` or a variable"),
        (
            "remote = \"sftp://host/cache\"",
            "`sftp://host/cache` is neither a folder nor an object store",
        ),
        ("remote = \"s3://id:hunter2@bucket\"", "the URL contains a password or a key"),
        ("namespace = \"../x\"", "`../x` is not a namespace"),
        ("public_key = \"1\"", "does not have 64 hexadecimal digits"),
        ("max_size = \"5\"", "`5` is not a size"),
        ("max_age = \"5\"", "`5` is not a number of days"),
    ] {
        let machines = Machines::new(&format!("[cache]\n{settings}\n"));
        let output = machines.run(&machines.fresh(), &["build", "--preview"], &[]);
        let text = printed_text(&output);
        assert!(!output.status.success());
        assert_contains(&text, &[message, "site.toml"]);
        assert!(!text.contains("warning") && !text.contains("hunter2"), "{text}");
    }
    let machines = Machines::new("");
    let site = machines.fresh();
    let variables = [("CROUPIER_CACHE_MODE", "write")];
    assert_contains(&machines.build(&site, &variables), &["write `off`, `read` or `read-write`"]);
    let variables = [("CROUPIER_CACHE_REMOTE", "~/cache")];
    let fresh = machines.fresh();
    assert_contains(&machines.build(&fresh, &variables), &["CROUPIER_CACHE_REMOTE: `~/cache`"]);
    assert!(!fresh.root().join("~").exists());
}
