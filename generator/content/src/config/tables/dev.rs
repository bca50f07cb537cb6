//! `[dev]` of site.toml: commands that `croupier dev` starts, paths that it proxies, and settings for pages during development.

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

use crate::config::tables::hosts::{Directive, Hosts, is_source};
use croupier_base::diagnostic::wording::did_you_mean;

/// The `[dev]` table. In its strings, `{port}` is replaced with the port of the site, and `{name}` with
/// the port of a name in `port_offsets`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Dev {
    /// Ports by name, as offsets from the port of the site. If a port is in use, `croupier dev` picks a free one.
    pub port_offsets: BTreeMap<String, NonZeroU16>,
    /// Commands that run as long as `croupier dev` runs.
    pub run: Vec<Run>,
    /// URL paths and the servers to which `croupier dev` proxies them. A path that ends in a slash matches all paths below it.
    #[cfg_attr(
        test,
        schemars(extend("additionalProperties" = { "type": "string", "pattern": "^https?://[^/]+/?$" }))
    )]
    pub proxy: BTreeMap<String, String>,
    /// Hosts that pages may use in addition to `[hosts]`.
    pub hosts: Hosts,
    /// Additional values in the configuration of pages.
    pub config: Map<String, Value>,
    /// The command that opens a file from the error overlay. `{file}`, `{line}` and `{column}` are replaced. Default: `VISUAL` or `EDITOR`.
    pub editor: Option<String>,
    /// Whether pages of `croupier dev` have a link to their source in the editor at `/admin/`. Default: `true`.
    pub edit_links: Option<bool>,
}

/// A command that `croupier dev` starts in the root of the site.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The prefix of its output lines.
    #[cfg_attr(test, schemars(regex(pattern = "^[A-Za-z0-9_-]+$")))]
    pub name: String,
    /// The program and its arguments. `{args}` is replaced with the arguments of `croupier dev` after `--`.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub command: Vec<String>,
}

/// Port numbers by placeholder name.
pub type Ports = BTreeMap<String, u16>;

/// The placeholder name of the port of the site.
pub const PORT: &str = "port";
/// The placeholder name of the arguments of `dev` after `--`.
const ARGS: &str = "args";

impl Run {
    /// Returns the program and its arguments with all placeholders replaced.
    pub fn resolve_command(&self, ports: &Ports, arguments: &[String]) -> Vec<String> {
        let mut command = Vec::new();
        for argument in &self.command {
            if is_args_placeholder(argument) {
                command.extend_from_slice(arguments);
            } else {
                command.push(fill_ports(argument, ports));
            }
        }
        command
    }

    /// Returns whether the command contains `{args}`.
    pub fn takes_arguments(&self) -> bool {
        self.command.iter().any(|argument| is_args_placeholder(argument))
    }

    /// Returns whether `text` and the command contain the same placeholder for a port other than `{port}`.
    pub fn shares_port_with(&self, text: &str) -> bool {
        let own: BTreeSet<&str> =
            self.command.iter().flat_map(|argument| placeholders(argument)).collect();
        placeholders(text).any(|name| name != PORT && own.contains(name))
    }
}

fn is_args_placeholder(argument: &str) -> bool {
    argument == format!("{{{ARGS}}}")
}

/// Replaces placeholders with port numbers. Other braces are not changed.
pub fn fill_ports(text: &str, ports: &Ports) -> String {
    ports.iter().fold(text.to_owned(), |text, (name, port)| {
        text.replace(&format!("{{{name}}}"), &port.to_string())
    })
}

/// Replaces each placeholder with an arbitrary port, so that the syntax of the text can be validated.
pub fn fill_sample_ports(text: &str) -> String {
    let ports = placeholders(text).map(|name| (name.to_owned(), 1)).collect();
    fill_ports(text, &ports)
}

/// Returns the names in braces in a text.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
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

/// Parses an origin without placeholders. Returns `None` if it is not an `http` or `https` URL, or has a path.
pub fn parse_origin(text: &str) -> Option<Uri> {
    let uri = Uri::from_str(text).ok()?;
    let is_http =
        uri.scheme().is_some_and(|scheme| *scheme == Scheme::HTTP || *scheme == Scheme::HTTPS);
    let has_no_path = uri.path() == "/" && uri.query().is_none() && !text.contains(['#', '@']);
    (is_http && has_no_path && uri.host().is_some_and(|host| !host.is_empty())).then_some(uri)
}

/// Receives the message, range and hint of an error.
type Report<'a> = &'a mut dyn FnMut(String, &Range<usize>, &str);

impl Dev {
    /// Reports all invalid values of the table.
    pub fn check(&self, root: &DeTable<'_>, report: Report<'_>) {
        for name in self
            .port_offsets
            .keys()
            .filter(|name| !is_name(name) || [PORT, ARGS].contains(&name.as_str()))
        {
            let hint =
                "use lower-case letters, digits and underscores; `port` and `args` are reserved";
            report(
                format!("`{name}` is not a valid name of a port"),
                &span(root, &["port_offsets", name]),
                hint,
            );
        }

        for (index, run) in self.run.iter().enumerate() {
            self.check_run(index, run, root, report);
        }

        for (path, target) in &self.proxy {
            let place = span(root, &["proxy", path]);
            if !path.starts_with('/') || path.contains(['?', '#', '*', ' ']) {
                let hint =
                    "write `\"/api/\"` for all paths below it, or `\"/status\"` for a single path";
                report(format!("`{path}` is not a URL path"), &place, hint);
            }

            self.check_placeholders(target, &place, report);

            if parse_origin(&fill_sample_ports(target)).is_none() {
                let hint = "write only scheme, host and port, as in `\"http://127.0.0.1:3000\"`: the path of the request does not change";
                report(format!("`{target}` is not the origin of a server"), &place, hint);
            }
        }

        for directive in Directive::ALL {
            for (index, host) in self.hosts.of(directive).iter().enumerate() {
                let place = span(root, &["hosts", directive.key(), &index.to_string()]);
                self.check_placeholders(host, &place, report);
                if !is_source(&fill_sample_ports(host)) {
                    report(
                        format!("`{host}` is not a host"),
                        &place,
                        "write a host such as `\"http://127.0.0.1:{port}\"`",
                    );
                }
            }
        }
    }

    fn check_run(&self, index: usize, run: &Run, root: &DeTable<'_>, report: Report<'_>) {
        let index_key = index.to_string();
        let is_duplicate = self.run[..index].iter().any(|other| other.name == run.name);
        if is_duplicate
            || run.name.is_empty()
            || !run.name.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it))
        {
            let hint = "use a unique name of letters, digits, hyphens and underscores";
            report(
                format!("`{}` is not a valid name of a command", run.name),
                &span(root, &["run", &index_key, "name"]),
                hint,
            );
        }

        if run
            .command
            .first()
            .is_none_or(|program| program.is_empty() || is_args_placeholder(program))
        {
            let hint =
                "write the program and its arguments: `command = [\"npm\", \"run\", \"api\"]`";
            report(
                format!("command `{}` has no program", run.name),
                &span(root, &["run", &index_key, "command"]),
                hint,
            );
        }

        for (argument, text) in
            run.command.iter().enumerate().filter(|(_, text)| !is_args_placeholder(text))
        {
            let place = span(root, &["run", &index_key, "command", &argument.to_string()]);
            self.check_placeholders(text, &place, report);
        }
    }

    /// Reports placeholders that are neither `{port}` nor in `port_offsets`.
    fn check_placeholders(&self, text: &str, place: &Range<usize>, report: Report<'_>) {
        let names = || self.port_offsets.keys().map(String::as_str).chain([PORT]);
        for name in placeholders(text).filter(|name| !names().any(|it| it == *name)) {
            let suggestion = did_you_mean(name, names());
            let hint = match name {
                ARGS => "`{args}` is allowed only as a whole argument of a command".to_owned(),
                _ => suggestion
                    .unwrap_or_else(|| format!("add it to `[dev.port_offsets]`: `{name} = 2`")),
            };
            report(format!("`{{{name}}}` is not the name of a port"), place, &hint);
        }
    }
}

/// Returns the range of the value at a key path in `[dev]`, or of its innermost existing parent.
fn span(root: &DeTable<'_>, keys: &[&str]) -> Range<usize> {
    let Some(mut value) = root.get("dev") else { return 0..0 };
    for key in keys {
        let child: Option<&Spanned<DeValue<'_>>> = match value.get_ref() {
            DeValue::Table(table) => table.get(*key),
            DeValue::Array(items) => key.parse().ok().and_then(|index: usize| items.get(index)),
            _ => None,
        };
        let Some(child) = child else { break };
        value = child;
    }
    value.span()
}

#[cfg(test)]
mod tests {
    use super::{Run, fill_ports, parse_origin, placeholders};

    #[test]
    fn placeholders_are_replaced_and_other_braces_stay() {
        let text = "{\"a\": {api}} {Not} {} {port}";
        assert_eq!(placeholders(text).collect::<Vec<_>>(), ["api", "port"]);
        let ports = [("api".to_owned(), 8003), ("port".to_owned(), 8000)].into();
        assert_eq!(fill_ports(text, &ports), "{\"a\": 8003} {Not} {} 8000");
        let run = Run {
            name: "a".into(),
            command: ["api", "--port={api}", "{args}"].map(Into::into).into(),
        };
        assert_eq!(
            run.resolve_command(&ports, &["--x".to_owned(), "{api}".to_owned()]),
            ["api", "--port=8003", "--x", "{api}"]
        );
        assert_eq!(run.resolve_command(&ports, &[]), ["api", "--port=8003"]);
        assert!(run.shares_port_with("http://h:{api}") && !run.shares_port_with("http://h:{port}"));
    }

    #[test]
    fn an_origin_is_a_scheme_a_host_and_a_port() {
        for text in ["http://127.0.0.1:3000", "https://staging.example", "http://[::1]:1/"] {
            assert!(parse_origin(text).is_some(), "{text}");
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
            assert_eq!(parse_origin(text), None, "{text}");
        }
    }
}
