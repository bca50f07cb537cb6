//! `[dev]` of site.toml: what `croupier dev` starts beside the site, which paths it sends there, and what pages are told of it.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU16;
use std::ops::Range;
use std::str::FromStr;

use http::Uri;
use http::uri::Scheme;
use serde::Deserialize;
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::hosts::{Directive, Hosts, is_source};
use croupier_base::diagnostic::wording::did_you_mean;

/// What development adds to a site. In all texts `{port}` is the port of the site, and any name of `port_offsets` in braces the
/// port of that name.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Dev {
    /// Ports by name, each so far from the port of the site. Where one is taken, a free one stands in for it.
    pub port_offsets: BTreeMap<String, NonZeroU16>,
    /// What is started with `dev`, and stopped with it.
    pub run: Vec<Run>,
    /// Address paths, and the origins that requests for them are sent to. One that ends in a slash stands for all below it.
    pub proxy: BTreeMap<String, String>,
    /// Hosts that pages may use besides those of `[hosts]`.
    pub hosts: Hosts,
    /// What the configuration of pages holds besides.
    pub config: Map<String, Value>,
}

/// A command that `dev` starts in the site's root.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// What its output begins with.
    pub name: String,
    /// The program and its arguments. `{args}` stands for those that `dev` was given after `--`.
    pub command: Vec<String>,
}

/// Numbers of ports by what stands for them between braces.
pub type Ports = BTreeMap<String, u16>;

/// What stands for the site's port, and for the arguments that were typed.
pub const PORT: &str = "port";
const ARGS: &str = "args";

impl Run {
    /// The program and its arguments in full.
    pub fn filled(&self, ports: &Ports, typed: &[String]) -> Vec<String> {
        let argument = |argument: &String| {
            if takes(argument) { typed.to_vec() } else { vec![filled(argument, ports)] }
        };
        self.command.iter().flat_map(argument).collect()
    }

    /// Whether it is handed what was typed after `--`.
    pub fn takes_arguments(&self) -> bool {
        self.command.iter().any(|argument| takes(argument))
    }

    /// Whether a text names a port that this command is told too.
    pub fn shares_a_port(&self, text: &str) -> bool {
        let own: BTreeSet<&str> =
            self.command.iter().flat_map(|argument| names(argument)).collect();
        names(text).any(|name| name != PORT && own.contains(name))
    }
}

fn takes(argument: &str) -> bool {
    argument == format!("{{{ARGS}}}")
}

/// A text with numbers in the place of ports' names. Other braces stay as they are.
pub fn filled(text: &str, ports: &Ports) -> String {
    ports.iter().fold(text.to_owned(), |text, (name, port)| {
        text.replace(&format!("{{{name}}}"), &port.to_string())
    })
}

/// A text with some number in the place of each name, so that its shape can be looked at.
pub fn tried(text: &str) -> String {
    let names = names(text).map(|name| (name.to_owned(), 1)).collect();
    filled(text, &names)
}

/// The names in a text that stand in braces.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name)
        .filter(|name| is_name(name))
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'_')
}

/// An origin whose names of ports are filled in; none where it is no `http` or `https` address, or has a path.
pub fn origin(text: &str) -> Option<Uri> {
    let uri = Uri::from_str(text).ok()?;
    let is_known =
        uri.scheme().is_some_and(|scheme| *scheme == Scheme::HTTP || *scheme == Scheme::HTTPS);
    let is_bare = uri.path() == "/" && uri.query().is_none() && !text.contains(['#', '@']);
    (is_known && is_bare && uri.host().is_some_and(|host| !host.is_empty())).then_some(uri)
}

/// Tells what is wrong, where, and what to write instead.
type Wrong<'a> = &'a mut dyn FnMut(String, &Range<usize>, &str);

impl Dev {
    /// Tells `wrong` of everything in the table that cannot be meant.
    pub fn check(&self, root: &DeTable<'_>, wrong: Wrong<'_>) {
        for name in self
            .port_offsets
            .keys()
            .filter(|name| !is_name(name) || [PORT, ARGS].contains(&name.as_str()))
        {
            let hint =
                "use lower-case letters, digits and underscores, and neither `port` nor `args`";
            wrong(
                format!("`{name}` cannot be the name of a port"),
                &span(root, &["port_offsets", name]),
                hint,
            );
        }
        for (index, run) in self.run.iter().enumerate() {
            self.check_run(index, run, root, wrong);
        }
        for (path, address) in &self.proxy {
            let place = span(root, &["proxy", path]);
            if !path.starts_with('/') || path.contains(['?', '#', '*', ' ']) {
                let hint =
                    "write `\"/api/\"` for all that lies below, or `\"/status\"` for that alone";
                wrong(format!("`{path}` is no address path"), &place, hint);
            }
            self.check_names(address, &place, wrong);
            if origin(&tried(address)).is_none() {
                let hint = "write a scheme, a host and its port, as in `\"http://127.0.0.1:3000\"`: the path is sent as it was asked for";
                wrong(format!("`{address}` is no address of a server"), &place, hint);
            }
        }
        for directive in Directive::ALL {
            for (index, host) in self.hosts.of(directive).iter().enumerate() {
                let place = span(root, &["hosts", directive.key(), &index.to_string()]);
                self.check_names(host, &place, wrong);
                if !is_source(&tried(host)) {
                    wrong(
                        format!("`{host}` is no host"),
                        &place,
                        "write a host such as `\"http://127.0.0.1:{port}\"`",
                    );
                }
            }
        }
    }

    fn check_run(&self, index: usize, run: &Run, root: &DeTable<'_>, wrong: Wrong<'_>) {
        let at = index.to_string();
        let is_twice = self.run[..index].iter().any(|other| other.name == run.name);
        if is_twice
            || run.name.is_empty()
            || !run.name.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it))
        {
            let hint =
                "each command has a name of its own, of letters, digits, hyphens and underscores";
            wrong(
                format!("`{}` cannot be the name of a command", run.name),
                &span(root, &["run", &at, "name"]),
                hint,
            );
        }
        if run.command.first().is_none_or(|program| program.is_empty() || takes(program)) {
            let hint =
                "write the program and its arguments: `command = [\"npm\", \"run\", \"api\"]`";
            wrong(
                format!("`{}` has no program", run.name),
                &span(root, &["run", &at, "command"]),
                hint,
            );
        }
        for (argument, text) in run.command.iter().enumerate().filter(|(_, text)| !takes(text)) {
            let place = span(root, &["run", &at, "command", &argument.to_string()]);
            self.check_names(text, &place, wrong);
        }
    }

    /// Tells of names in braces that stand for nothing.
    fn check_names(&self, text: &str, place: &Range<usize>, wrong: Wrong<'_>) {
        let known = || self.port_offsets.keys().map(String::as_str).chain([PORT]);
        for name in names(text).filter(|name| !known().any(|it| it == *name)) {
            let meant = did_you_mean(name, known());
            let hint = match name {
                ARGS => {
                    "`{args}` is an argument of a command, and an argument of its own".to_owned()
                }
                _ => meant.unwrap_or_else(|| {
                    format!("give it a place in `[dev.port_offsets]`: `{name} = 2`")
                }),
            };
            wrong(format!("`{{{name}}}` stands for no port"), place, &hint);
        }
    }
}

/// Where a value below `[dev]` stands: the nearest that is there of what its keys lead to.
fn span(root: &DeTable<'_>, keys: &[&str]) -> Range<usize> {
    let Some(mut value) = root.get("dev") else { return 0..0 };
    for key in keys {
        let next: Option<&Spanned<DeValue<'_>>> = match value.get_ref() {
            DeValue::Table(table) => table.get(*key),
            DeValue::Array(items) => key.parse().ok().and_then(|at: usize| items.get(at)),
            _ => None,
        };
        let Some(next) = next else { break };
        value = next;
    }
    value.span()
}

#[cfg(test)]
mod tests {
    use super::{Run, filled, names, origin};

    #[test]
    fn names_in_braces_are_ports_and_other_braces_stay() {
        let text = "{\"a\": {api}} {Not} {} {port}";
        assert_eq!(names(text).collect::<Vec<_>>(), ["api", "port"]);
        let ports = [("api".to_owned(), 8003), ("port".to_owned(), 8000)].into();
        assert_eq!(filled(text, &ports), "{\"a\": 8003} {Not} {} 8000");
        let run = Run {
            name: "a".into(),
            command: ["api", "--port={api}", "{args}"].map(Into::into).into(),
        };
        assert_eq!(
            run.filled(&ports, &["--x".to_owned(), "{api}".to_owned()]),
            ["api", "--port=8003", "--x", "{api}"]
        );
        assert_eq!(run.filled(&ports, &[]), ["api", "--port=8003"]);
        assert!(run.shares_a_port("http://h:{api}") && !run.shares_a_port("http://h:{port}"));
    }

    #[test]
    fn an_origin_is_a_scheme_a_host_and_a_port() {
        for text in ["http://127.0.0.1:3000", "https://staging.example", "http://[::1]:1/"] {
            assert!(origin(text).is_some(), "{text}");
        }
        for text in [
            "",
            "localhost:3000",
            "ws://h:1",
            "http://h:1/v1",
            "http://h:1?q",
            "http://u@h",
            "https://",
        ] {
            assert_eq!(origin(text), None, "{text}");
        }
    }
}
