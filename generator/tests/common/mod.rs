//! Shared helpers: a site in a temporary folder, builds by the real binary, and access to the output.

pub(crate) mod pipe;
pub(crate) mod server;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use tempfile::TempDir;

/// Reads every file below a folder, keyed by its relative path.
pub(crate) fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            (entry.path().strip_prefix(folder).unwrap().to_owned(), fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// Returns everything that a command printed.
pub(crate) fn printed_text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Asserts that a text contains each of the expected texts.
pub(crate) fn assert_contains(text: &str, expected: &[&str]) {
    for it in expected {
        assert!(text.contains(it), "{it:?} is not in\n{text}");
    }
}

/// Compares the diagnostics of a command with the snapshot `snapshots/{file}/{test}.snap`.
///
/// `INSTA_UPDATE=always cargo test` writes the snapshots.
macro_rules! assert_diagnostics {
    ($text:expr) => {
        crate::common::bind_snapshots(file!(), || insta::assert_snapshot!($text))
    };
}
pub(crate) use assert_diagnostics;

/// Runs the comparison of a test in `file` with its snapshots.
///
/// Where `CI` is set, updating snapshots is an error, so that a difference always fails.
pub(crate) fn bind_snapshots(file: &str, compare: impl FnOnce()) {
    let may_update = env::var("INSTA_UPDATE").is_ok_and(|it| it != "no")
        || env::var_os("INSTA_FORCE_PASS").is_some();
    assert!(
        env::var_os("CI").is_none() || !may_update,
        "unset INSTA_UPDATE and INSTA_FORCE_PASS: CI compares snapshots and never updates them"
    );
    let mut settings = insta::Settings::new();
    let folder = Path::new(file).file_stem().unwrap();
    settings.set_snapshot_path(Path::new("snapshots").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(compare);
}

/// Installs an executable program. A separate process writes the file: a process that another test starts at the same time
/// would inherit the open file of this process, and Linux does not execute a file that is open for writing.
pub(crate) fn install(program: &[u8], path: &Path) {
    let mut install = Command::new("install")
        .args(["-D", "-m", "755", "/dev/stdin"])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    install.stdin.take().unwrap().write_all(program).unwrap();
    assert!(install.wait().unwrap().success(), "install {}", path.display());
}

/// The default output folder of previews.
pub(crate) const PREVIEW: &str = ".croupier/preview";

/// The smallest valid site.toml.
pub(crate) const SETTINGS: &str = "name = \"Site\"\nbase_url = \"https://example.com\"\n";

/// Collects the files of a test site. A file replaces an earlier file at the same path.
pub(crate) struct SiteBuilder {
    files: BTreeMap<String, String>,
}

impl SiteBuilder {
    /// A site with templates that show a page's text, and a home page.
    pub(crate) fn new() -> SiteBuilder {
        SiteBuilder::bare().file("pages/shell.html", "<main id='main'>{{ main }}</main>").page(
            "index",
            "title = \"Home\"\n",
            "",
        )
    }

    /// A site with templates that add nothing to a page's text, and no page.
    pub(crate) fn bare() -> SiteBuilder {
        SiteBuilder { files: BTreeMap::new() }
            .file("site.toml", SETTINGS)
            .file("pages/shell.html", "{{ main }}")
            .file("pages/page.html", "{{ page.body }}")
    }

    /// Adds a file at a path below the site's root.
    pub(crate) fn file(mut self, path: &str, text: &str) -> SiteBuilder {
        self.files.insert(path.to_owned(), text.to_owned());
        self
    }

    /// Adds lines to site.toml.
    pub(crate) fn settings(mut self, lines: &str) -> SiteBuilder {
        self.files.entry("site.toml".to_owned()).or_default().push_str(lines);
        self
    }

    /// Adds the page `content/{name}.md` with this TOML front matter and text.
    pub(crate) fn page(self, name: &str, front_matter: &str, text: &str) -> SiteBuilder {
        self.file(&format!("content/{name}.md"), &format!("+++\n{front_matter}+++\n{text}"))
    }

    /// Writes the files into a temporary folder.
    pub(crate) fn create(self) -> Site {
        let site = Site::new("");
        for (path, text) in &self.files {
            site.write(path, text);
        }
        site
    }
}

/// A test site in a temporary folder.
pub(crate) struct Site {
    folder: TempDir,
    /// The output folder of the last build.
    out: Mutex<String>,
}

impl Site {
    /// A site with this site.toml and nothing else.
    pub(crate) fn new(settings: &str) -> Site {
        let site = Site { folder: TempDir::new().unwrap(), out: PREVIEW.to_owned().into() };
        site.write("site.toml", settings);
        site
    }

    /// A site with templates that show a page's text, and a home page.
    pub(crate) fn small() -> Site {
        SiteBuilder::new().create()
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn append(&self, path: &str, text: &str) {
        self.write(path, &(self.read(path) + text));
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path)).unwrap()
    }

    /// Enables page-data, which a site without a runtime has only on request.
    pub(crate) fn enable_page_data(&self) {
        self.append("site.toml", "[output]\npage_data = true\n");
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.root().join(path)).unwrap();
    }

    /// Runs the binary in the site's folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.run_at(arguments, 1_767_225_600)
    }

    /// Runs the binary in the site's folder with a clock in epoch seconds.
    pub(crate) fn run_at(&self, arguments: &[&str], now: i64) -> Output {
        if matches!(arguments[0], "build" | "merge") {
            let after = |flag: &str| {
                let index = arguments.iter().position(|it| *it == flag)?;
                arguments.get(index + 1).copied()
            };
            let is_preview =
                arguments.contains(&"--preview") || after("--profile") == Some("preview");
            let default = if is_preview { PREVIEW } else { "public" };
            after("--out").unwrap_or(default).clone_into(&mut self.out.lock().unwrap());
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(arguments).current_dir(self.root()).env("SOURCE_DATE_EPOCH", now.to_string());
        command.output().unwrap()
    }

    /// Builds successfully and returns the printed text.
    pub(crate) fn build(&self) -> String {
        let output = self.run(&["build", "--preview"]);
        assert!(output.status.success(), "{}", printed_text(&output));
        printed_text(&output)
    }

    /// Asserts that a build fails and does not change the output. Returns the printed text.
    pub(crate) fn refused(&self) -> String {
        let before = self.tree();
        let output = self.run(&["build", "--preview"]);
        assert_eq!(output.status.code(), Some(1), "{}", printed_text(&output));
        assert_eq!(self.tree(), before);
        printed_text(&output)
    }

    /// The output folder of the last build, by default that of a preview.
    pub(crate) fn out(&self) -> PathBuf {
        self.root().join(&*self.out.lock().unwrap())
    }

    /// Reads every file of the output.
    pub(crate) fn tree(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        tree(&self.out())
    }

    /// Reads a file of the output.
    pub(crate) fn output(&self, path: &str) -> String {
        fs::read_to_string(self.out().join(path)).unwrap()
    }

    /// Returns whether the output has a file.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.out().join(path).exists()
    }

    /// Asserts that the output of incremental builds equals the output of a clean build.
    pub(crate) fn same_as_clean(&self) {
        let output = self.run(&["build", "--preview", "--check-incremental"]);
        assert!(output.status.success(), "{}", printed_text(&output));
    }
}
