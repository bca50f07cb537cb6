//! A command of the binary that serves, as browsers and people meet it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::common::Site;

/// A server of the binary, ended with the test.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    lines: Receiver<String>,
}

impl Server {
    /// Starts a command that says where it serves.
    pub(crate) fn start(site: &Site, arguments: &[&str]) -> Server {
        Server::start_with(site, arguments, &[])
    }

    /// The same, with variables of its surroundings.
    pub(crate) fn start_with(
        site: &Site,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command
            .args(arguments)
            .envs(variables.iter().copied())
            .current_dir(site.root())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        // What a command said before is looked for as well.
        let mut before = Vec::new();
        let line = loop {
            let line = lines.next().unwrap_or_else(|| panic!("it ended: {before:?}"));
            if line.starts_with("serving ") {
                break line;
            }
            before.push(line);
        };
        let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        let (tell, said) = channel();
        for line in before {
            tell.send(line).unwrap();
        }
        // Whoever says something to nobody is ended by the system.
        std::thread::spawn(move || {
            for line in lines {
                let _ = tell.send(line);
            }
        });
        Server { child, address, lines: said }
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for its end.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Waits until the command says this.
    pub(crate) fn says(&self, words: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_mins(1)).unwrap();
            if line.contains(words) {
                return line;
            }
        }
    }

    /// Status line, headers and body of an answer.
    pub(crate) fn get(&self, path: &str) -> String {
        self.get_with(path, "")
    }

    /// The same, asked with these headers, each of which ends its line.
    pub(crate) fn get_with(&self, path: &str, headers: &str) -> String {
        self.ask(&self.address, path, headers)
    }

    /// The same, asked for by the name `host`.
    pub(crate) fn ask(&self, host: &str, path: &str, headers: &str) -> String {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}\r\n"
        ))
    }

    /// All that is answered to a request that is sent as it is.
    pub(crate) fn send(&self, request: &str) -> String {
        let mut stream = self.open(request);
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// A connection on which this was sent.
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
