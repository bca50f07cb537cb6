//! A named pipe, to which the programs that a test starts report.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Creates a named pipe named `pipe` in a folder and receives the lines written to it. It closes when its last writer ends.
pub(crate) fn pipe(folder: &Path) -> Receiver<String> {
    let path = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(File::open(path).unwrap()).lines() {
            let _ = sender.send(line.unwrap());
        }
    });
    lines
}

/// Waits for the next line. None after the last writer has ended.
pub(crate) fn next(lines: &Receiver<String>) -> Option<String> {
    match lines.recv_timeout(Duration::from_mins(1)) {
        Ok(line) => Some(line),
        Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => None,
        Err(timeout) => panic!("{timeout}"),
    }
}
