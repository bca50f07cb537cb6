//! The output's `_headers` and `_redirects` as a configuration of hosts that read neither.

mod s3;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::ValueEnum;
use serde_json::json;

use croupier_content::redirects::Redirect;
use croupier_content::redirects::pattern::Pattern;
use croupier_engine::{headers, redirects_file};

/// A host whose configuration can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Host {
    /// Lines for a `server` block of nginx.
    Nginx,
    /// Lines for a site's block of a Caddyfile.
    Caddy,
    /// A function for the viewer requests of `CloudFront` in front of S3: redirects, and pages of folders.
    Cloudfront,
    /// A line for each file that goes into a bucket of S3, in the order of an upload: when, type, cache-control and file, with tabs
    /// between them.
    S3,
}

/// What a built site asks of its host.
pub(crate) struct Wanted<'a> {
    /// Text of `_headers`.
    pub headers: &'a str,
    /// Text of `_redirects`.
    pub redirects: &'a str,
    /// Address path that the site lies under: empty, or `/docs`.
    pub base: &'a str,
    /// The files of the output.
    pub files: &'a [String],
}

impl Wanted<'_> {
    /// The configuration for `host`.
    pub(crate) fn config(&self, host: Host) -> String {
        match host {
            Host::Nginx => self.nginx(),
            Host::Caddy => self.caddy(),
            Host::Cloudfront => self.cloudfront(),
            Host::S3 => self.s3(),
        }
    }

    /// Patterns of addresses that have headers of their own, each with all its headers; the first is that of every address.
    fn rules(&self) -> Vec<(&str, BTreeMap<&str, &str>)> {
        let patterns = headers::rules(self.headers).into_iter().map(|(pattern, _)| pattern);
        patterns.map(|pattern| (pattern, self.headers_of(pattern.trim_end_matches('*')))).collect()
    }

    fn headers_of<'a>(&'a self, path: &str) -> BTreeMap<&'a str, &'a str> {
        let usual = ("cache-control", headers::cache_control(""));
        [usual].into_iter().chain(headers::headers_for(self.headers, path)).collect()
    }

    fn redirects(&self) -> impl Iterator<Item = (&str, Redirect)> {
        redirects_file::read(self.redirects)
    }

    fn patterns(&self) -> impl Iterator<Item = Pattern> {
        redirects_file::patterns(self.redirects)
    }

    /// Comments that tell which lines of `_redirects` only hosts can follow that read the file itself.
    fn left_out(&self) -> String {
        redirects_file::others(self.redirects)
            .map(|line| format!("# Not said here: {line}\n"))
            .collect()
    }

    fn nginx(&self) -> String {
        let base = self.base;
        let mut text = format!(
            "# Made by `croupier host-config nginx`; make it anew with each release. It belongs into a `server` block\n\
             # whose `root` is the folder {}.\n\
             absolute_redirect off;\n\
             charset utf-8;\n\
             charset_types text/css text/plain application/javascript application/json application/xml image/svg+xml;\n\
             gzip on;\n\
             gzip_vary on;\n\
             gzip_types text/css text/plain application/javascript application/json application/xml image/svg+xml;\n\
             error_page 404 {base}/404.html;\n\
             location = {base}/_headers {{ return 404; }}\n\
             location = {base}/_redirects {{ return 404; }}\n\
             location ~ /\\.(?!well-known/) {{ return 404; }}\n",
            folder(base),
        );
        text.push_str(&self.left_out());
        for (from, Redirect { to, status }) in self.redirects() {
            let more = if to.contains(['?', '#']) { "" } else { "$is_args$args" };
            let to = to.replace('$', "%24");
            let _ = writeln!(
                text,
                "location = {} {{ return {status} {}; }}",
                quoted(from),
                quoted(&format!("{to}{more}"))
            );
        }
        for pattern in self.patterns() {
            // What nginx matches has no escapes, and what a browser is sent must have them.
            let to = numbered(&pattern);
            let more = if to.contains(['?', '#']) { "" } else { "$is_args$args" };
            let _ = writeln!(
                text,
                "location ~ {} {{\n    if ($request_uri ~ {}) {{ return {} {}; }}\n    return 404;\n}}",
                quoted(&pattern.decoded_regex()),
                quoted(&pattern.encoded_regex()),
                pattern.status,
                quoted(&format!("{to}{more}")),
            );
        }
        for (pattern, found) in self.rules() {
            let place = match pattern.strip_suffix('*') {
                Some(start) if start == format!("{base}/") => start.to_owned(),
                Some(start) => format!("^~ {start}"),
                None => format!("= {pattern}"),
            };
            text.push_str(&location(
                &place,
                "index index.html;\n    try_files $uri $uri/ =404;",
                &found,
            ));
        }
        // nginx does not know the type.
        let manifest = "types { application/manifest+json webmanifest; }";
        text.push_str(&location(
            "~ \\.webmanifest$",
            manifest,
            &self.headers_of(&format!("{base}/")),
        ));
        text
    }

    fn caddy(&self) -> String {
        let base = self.base;
        let mut text = format!(
            "# Made by `croupier host-config caddy`; make it anew with each release. It belongs into a site's block\n\
             # whose `root` is the folder {}.\n\
             encode zstd gzip\n\
             map {{query}} {{more}} {{\n    \"\" \"\"\n    default \"?{{query}}\"\n}}\n\
             @hidden {{\n    path_regexp /\\.\n    not path {base}/.well-known/*\n}}\n\
             error @hidden 404\n\
             error {base}/_headers 404\n\
             error {base}/_redirects 404\n",
            folder(base),
        );
        text.push_str(&self.left_out());
        for (from, Redirect { to, status }) in self.redirects() {
            let more = if to.contains(['?', '#']) { "" } else { "{more}" };
            let _ = writeln!(
                text,
                "redir {} {} {status}",
                quoted(from),
                quoted(&format!("{to}{more}"))
            );
        }
        for (at, pattern) in self.patterns().enumerate() {
            let to = pattern.target(&|group| format!("{{re.moved{at}.{group}}}"));
            let more = if to.contains(['?', '#']) { "" } else { "{more}" };
            let _ = writeln!(
                text,
                "@moved{at} vars_regexp moved{at} {{uri}} `{}`\nredir @moved{at} {} {}",
                pattern.encoded_regex(),
                quoted(&format!("{to}{more}")),
                pattern.status,
            );
        }
        let rules = self.rules();
        for (at, (pattern, found)) in rules.iter().enumerate() {
            // Rules do not give way to others here: what holds for all leaves out what has headers of its own.
            let others =
                rules.iter().skip(1).map(|(pattern, _)| *pattern).collect::<Vec<_>>().join(" ");
            let _ = match (at, others.as_str()) {
                (0, "") => writeln!(text, "@rule0 path {pattern}"),
                (0, others) => {
                    writeln!(text, "@rule0 {{\n    path {pattern}\n    not path {others}\n}}")
                }
                _ => writeln!(text, "@rule{at} path {pattern}"),
            };
            let _ = writeln!(text, "header @rule{at} {{");
            for (name, value) in found {
                let _ = writeln!(text, "    {name} {}", quoted(value));
            }
            text.push_str("}\n");
        }
        let _ = writeln!(
            text,
            "@manifest path *.webmanifest\nheader @manifest content-type application/manifest+json\n\
             @folder {{\n    file {{\n        try_files {{path}}/index.html\n    }}\n    not path */\n}}\n\
             redir @folder {{path}}/{{more}} 301\n\
             file_server\nhandle_errors {{\n    header cache-control \"{}\"\n    rewrite * {base}/404.html\n    \
             file_server {{\n        status {{err.status_code}}\n    }}\n}}",
            headers::cache_control(""),
        );
        text
    }

    fn cloudfront(&self) -> String {
        let entry = |(from, Redirect { to, status }): (&str, Redirect)| {
            (from.to_owned(), json!({ "to": to, "status": status }))
        };
        let redirects = serde_json::Value::Object(self.redirects().map(entry).collect());
        let patterns: Vec<_> =
            self.patterns().map(|it| json!({ "from": it.encoded_regex(), "to": numbered(&it), "status": it.status })).collect();
        include_str!("host_config/cloudfront.js")
            .replace("{patterns}", &serde_json::Value::Array(patterns).to_string())
            .replace("{folder}", &folder(self.base))
            .replace("{redirects}", &redirects.to_string())
    }
}

/// Where a pattern leads, with `$1` for the first group of its regular expression.
fn numbered(pattern: &Pattern) -> String {
    pattern.target(&|at| format!("\0{at}")).replace('$', "%24").replace('\0', "$")
}

/// Says where the output lies.
fn folder(base: &str) -> String {
    let below = base.trim_matches('/');
    if below.is_empty() {
        "of the output".to_owned()
    } else {
        format!("that holds the output as `{below}`")
    }
}

/// A `location` of nginx with what it does and its headers.
fn location(place: &str, does: &str, headers: &BTreeMap<&str, &str>) -> String {
    let header = |(name, value): (&&str, &&str)| {
        format!("    add_header {name} {} always;\n", quoted(value))
    };
    format!(
        "location {place} {{\n    {does}\n{}}}\n",
        headers.iter().map(header).collect::<String>()
    )
}

/// A text as nginx and Caddy read it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
