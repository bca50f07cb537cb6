//! The tasks of five kinds of users, from the command that creates a site on. The snapshots list how many commands each task
//! takes and how many files the user edits, so that a task that becomes longer is noticed.

#[cfg(feature = "pictures")]
mod blogger;
#[cfg(feature = "math")]
mod documentation_author;
mod editor;
#[cfg(all(feature = "deploy", feature = "external-links"))]
mod operator;
mod react_developer;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::common::{bind_snapshots, printed_text};

/// A site, and the steps of the task on which its user works.
struct Journey {
    folder: TempDir,
    commands: usize,
    edited_files: BTreeSet<String>,
    table: String,
}

impl Journey {
    /// Creates a site from a template, which is the first task.
    fn new(template: &str) -> Journey {
        let mut journey = Journey {
            folder: TempDir::new().unwrap(),
            commands: 0,
            edited_files: BTreeSet::new(),
            table: "commands  files  task\n".to_owned(),
        };
        fs::create_dir(journey.root()).unwrap();
        journey.run(&["new", ".", "--template", template]);
        journey.check(&[]);
        journey.done("create a site");
        journey
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("site")
    }

    fn output_of(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(arguments).current_dir(self.root()).output().unwrap()
    }

    /// Runs a command as a step of the task, and returns what it prints.
    fn run(&mut self, arguments: &[&str]) -> String {
        self.commands += 1;
        self.check(arguments)
    }

    /// Runs a command that is no step of the task: it shows that the steps before it have the effect that the user wants.
    fn check(&self, arguments: &[&str]) -> String {
        let arguments = if arguments.is_empty() { &["build", "--preview"] } else { arguments };
        let output = self.output_of(arguments);
        let text = printed_text(&output);
        assert!(output.status.success(), "{arguments:?}: {text}");
        text
    }

    /// Writes a file as a step of the task.
    fn write(&mut self, path: &str, text: &str) {
        self.edited_files.insert(path.to_owned());
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Adds lines to the end of a file as a step of the task.
    fn append(&mut self, path: &str, text: &str) {
        self.write(path, &(self.read(path) + text));
    }

    /// Replaces text in a file as a step of the task.
    fn replace(&mut self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "{from:?} is not in {path}");
        self.write(path, &text.replace(from, to));
    }

    /// Moves a file or a folder with `mv`, which is a command of the task.
    fn rename(&mut self, from: &str, to: &str) {
        self.commands += 1;
        fs::rename(self.root().join(from), self.root().join(to)).unwrap();
    }

    /// Copies a folder with `cp -R`, which is a command of the task.
    #[cfg_attr(
        not(feature = "full"),
        allow(dead_code, reason = "journeys with optional features use it")
    )]
    fn copy(&mut self, from: &str, to: &str) {
        self.commands += 1;
        let mut copy = Command::new("cp");
        assert!(copy.args(["-R", from, to]).current_dir(self.root()).status().unwrap().success());
    }

    /// Removes files with `rm`, which is a command of the task.
    #[cfg_attr(
        not(feature = "full"),
        allow(dead_code, reason = "journeys with optional features use it")
    )]
    fn remove(&mut self, paths: &[&str]) {
        self.commands += 1;
        for path in paths {
            fs::remove_file(self.root().join(path)).unwrap();
        }
    }

    /// Replaces the bundler of islands, whose npm packages are not installed.
    fn replace_bundler(&self) {
        let bundler = include_str!("../../tests/fixtures/islands/bundle.mjs");
        let bundler = bundler.replace("island.js", "island.tsx");
        fs::write(self.root().join("src/bundle.mjs"), bundler).unwrap();
    }

    fn read(&self, path: &str) -> String {
        let path = self.root().join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Builds a preview, and returns a file of it. The build is no step of the task.
    fn built(&self, path: &str) -> String {
        self.check(&[]);
        self.read(&format!(".croupier/preview/{path}"))
    }

    /// Ends a task: adds its steps to the table.
    fn done(&mut self, task: &str) {
        let (commands, files) = (self.commands, self.edited_files.len());
        writeln!(self.table, "{commands:>8}  {files:>5}  {task}").unwrap();
        self.commands = 0;
        self.edited_files.clear();
    }

    /// Compares the table with the snapshot of a kind of user.
    fn assert_steps(self, user: &str) {
        bind_snapshots(file!(), || insta::assert_snapshot!(user, self.table));
    }
}
