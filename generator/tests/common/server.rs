//! A server command of the binary, accessed over HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::common::Site;

/// A server process that ends with the test.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    lines: Receiver<String>,
}

impl Server {
    /// Starts a command and waits until it prints its URL.
    pub(crate) fn start(site: &Site, arguments: &[&str]) -> Server {
        Server::start_with(site, arguments, &[])
    }

    /// Starts a command with environment variables.
    pub(crate) fn start_with(
        site: &Site,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(arguments).envs(variables.iter().copied()).current_dir(site.root());
        Server::of_command(command)
    }

    /// Starts a command in a folder.
    pub(crate) fn start_in(folder: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(arguments).current_dir(folder);
        Server::of_command(command)
    }

    fn of_command(mut command: Command) -> Server {
        command.stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        // `says` searches the lines before the URL too.
        let mut before = Vec::new();
        let line = loop {
            let line = lines.next().unwrap_or_else(|| panic!("it ended: {before:?}"));
            if line.starts_with("serving ") {
                break line;
            }
            before.push(line);
        };
        let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        let (sender, receiver) = channel();
        for line in before {
            sender.send(line).unwrap();
        }
        // A process that writes to a closed pipe is killed, so read until the end.
        std::thread::spawn(move || {
            for line in lines {
                let _ = sender.send(line);
            }
        });
        Server { child, address, lines: receiver }
    }

    /// Sends a signal to the server.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until the server ends.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Waits for a line that contains this text and returns the line.
    pub(crate) fn says(&self, text: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_mins(1)).unwrap();
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Sends a GET request. Returns status line, headers and body of the response.
    pub(crate) fn get(&self, path: &str) -> String {
        self.get_with(path, "")
    }

    /// Sends a GET request with these headers, each with its line end.
    pub(crate) fn get_with(&self, path: &str, headers: &str) -> String {
        self.ask(&self.address, path, headers)
    }

    /// Sends a GET request with this `host` header.
    pub(crate) fn ask(&self, host: &str, path: &str, headers: &str) -> String {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}\r\n"
        ))
    }

    /// Sends a raw request and returns the whole response.
    pub(crate) fn send(&self, request: &str) -> String {
        let mut stream = self.open(request);
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }

    /// Opens a connection and sends a raw request.
    pub(crate) fn open(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
