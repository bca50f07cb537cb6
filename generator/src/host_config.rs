//! Converts `_headers` and `_redirects` of the output to configuration for web servers and hosts
//! that do not read them.

pub(crate) mod basic_auth;
mod host_rule;
mod s3;
mod versioned;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::ValueEnum;
use serde_json::json;

use crate::host_config::host_rule::{Headers, HostRule, headers_below, headers_of_file};
use croupier_base::hashed_path::{COPY_NAME, IMMUTABLE};
use croupier_base::path::Route;
use croupier_content::header_rules::{self, HeaderRule};
use croupier_content::redirects::Redirect;
use croupier_content::redirects::pattern::{self, Pattern};
use croupier_engine::{headers, redirects_file};

/// A web server or host to print configuration for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Host {
    /// Directives for a `server` block of nginx.
    Nginx,
    /// Directives for a site block of a Caddyfile.
    Caddy,
    /// A `CloudFront` function for viewer requests in front of S3, with the redirects and the index
    /// pages of folders.
    Cloudfront,
    /// A Worker of Cloudflare in front of a bucket of R2, with the headers, the redirects and the index
    /// pages of folders.
    Cloudflare,
    /// One line for each file to upload to an S3 bucket, in upload order: step, content type, cache
    /// control and path, separated by tabs.
    S3,
}

/// The headers, redirects and files of a built site, which a host must serve.
pub(crate) struct HostRules<'a> {
    /// Text of `_headers`.
    pub headers: &'a str,
    /// Text of `_redirects`.
    pub redirects: &'a str,
    /// URL path that the site is served under: empty, or like `/docs`.
    pub base: &'a str,
    /// Paths of the files of the output.
    pub files: &'a [String],
    /// The part of the configuration that asks for a password. Empty without one.
    pub auth: &'a str,
    /// Whether a target has compressed variants of files.
    pub has_variants: bool,
    /// Where the live release is, if each release has a prefix.
    pub versioned: Option<&'a Versioned>,
}

/// Matches an encoded path without its query. A second slash would make the target of a redirect the URL of another server.
const CADDY_PATH: &str = r"^(/[^/\\?][^?]*)(?:\?.*)?$";

/// The directives of Caddy in `handle_errors` that remove conditions and ranges of a request. Its answer to them, such as "304 Not Modified",
/// would be an empty error page.
const CADDY_WHOLE_PAGE: &str = "    \
    request_header -If-Match\n    request_header -If-None-Match\n    request_header -If-Modified-Since\n    \
    request_header -If-Unmodified-Since\n    request_header -If-Range\n    request_header -Range\n";

/// The directives of nginx that leave conditions and ranges out of the request for an error page to a bucket, for the same reason.
const NGINX_WHOLE_PAGE: &str = "\n    \
    proxy_set_header if-match \"\";\n    proxy_set_header if-none-match \"\";\n    \
    proxy_set_header if-modified-since \"\";\n    proxy_set_header if-unmodified-since \"\";\n    \
    proxy_set_header if-range \"\";\n    proxy_set_header range \"\";";

/// Where nginx and Caddy find the live release.
pub(crate) struct Versioned {
    /// The URL of the bucket, without a path.
    pub origin: String,
    /// The ID of the release.
    pub release: String,
}

/// The types of texts other than HTML. Versions of nginx have several types for XML and scripts.
const NGINX_TEXT_TYPES: &str = "text/css text/plain text/javascript application/javascript application/json text/xml application/xml \
    application/rss+xml application/atom+xml image/svg+xml";

/// The directives of nginx for compressed variants. Those for Brotli need a module that few installations have.
const NGINX_VARIANTS: &str = "gzip_static on;\n# With the module ngx_brotli: brotli_static on;\n";

impl HostRules<'_> {
    /// Returns the configuration for `host`.
    pub(crate) fn config(&self, host: Host) -> String {
        match host {
            Host::Nginx => self.nginx(),
            Host::Caddy => self.caddy(),
            Host::Cloudfront => self.cloudfront(),
            Host::Cloudflare => self.cloudflare(),
            Host::S3 => self.s3(),
        }
    }

    /// Returns the redirects of single paths, by decoded path. The first of equal paths counts.
    fn redirects(&self) -> BTreeMap<Route, Redirect> {
        let mut redirects = BTreeMap::new();
        for (from, redirect) in redirects_file::parse_redirects(self.redirects) {
            redirects.entry(from).or_insert(redirect);
        }
        redirects
    }

    /// Returns the folders other than the root that have a page 404.html, such as those of languages: `/fr/`.
    fn error_folders(&self) -> Vec<String> {
        let folders = self.files.iter().filter_map(|file| file.strip_suffix("404.html"));
        let folders = folders.filter(|folder| folder.ends_with('/'));
        let mut folders: Vec<String> = folders.map(|it| format!("{}/{it}", self.base)).collect();
        // The innermost folder is the first match.
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.len()));
        folders
    }

    fn patterns(&self) -> impl Iterator<Item = Pattern> {
        redirects_file::parse_patterns(self.redirects)
    }

    /// Returns comments for the lines of `_redirects` and `_headers` that cannot be expressed in the configuration.
    fn unsupported_comments(&self) -> String {
        let redirects = redirects_file::other_lines(self.redirects).map(str::to_owned);
        let headers = header_rules::parse(self.headers).into_iter();
        let patterns = headers.filter(HeaderRule::is_for_host).map(|rule| rule.pattern);
        let lines = redirects.chain(patterns);
        lines.map(|line| format!("# Not supported here: {line}\n")).collect()
    }

    fn nginx(&self) -> String {
        let base = self.base;
        let mut text = format!(
            "# Generated by `croupier host-config nginx`; generate it again for each release. Include it in a `server` block\n\
             # {}.\n\
             absolute_redirect off;\n\
             charset utf-8;\n\
             charset_types {NGINX_TEXT_TYPES};\n\
             gzip on;\n\
             gzip_vary on;\n\
             gzip_types {NGINX_TEXT_TYPES} application/manifest+json;\n\
             {}\
             error_page 404 {base}/404.html;\n\
             error_page 403 =404 {base}/404.html;\n\
             {}\
             location = {base}/_headers {{ return 404; }}\n\
             location = {base}/_redirects {{ return 404; }}\n\
             location ~ /\\.(?!well-known/) {{ return 404; }}\n",
            self.place(),
            if self.has_variants { NGINX_VARIANTS } else { "" },
            self.nginx_release(),
        );
        text.push_str(self.auth);
        text.push_str(&self.unsupported_comments());

        let redirects = self.redirects();
        text.push_str(&self.nginx_redirects(&redirects));
        text.push_str(&self.nginx_patterns());

        text.push_str(&self.nginx_folders());
        let error_pages = self.nginx_error_pages();
        let error_page = format!("{base}/404.html");
        for rule in self.rules() {
            // nginx refuses two locations for one path. A redirected path has no file with headers.
            let has_location = redirects.contains_key(&*rule.pattern)
                || rule.pattern == error_page && !error_pages.is_empty();
            if !has_location {
                text.push_str(&self.nginx_rule(&rule));
            }
        }

        text.push_str(&error_pages);
        if self.versioned.is_some() {
            return text;
        }
        // nginx does not know these content types. Browsers run no script of another type.
        let types = "types { application/manifest+json webmanifest; text/javascript mjs; }";
        text.push_str(&location(
            "~ \\.(webmanifest|mjs)$",
            types,
            &headers_below(&header_rules::parse(self.headers), &format!("{base}/")),
            "",
        ));
        text
    }

    /// Returns the location of nginx that shows the page 404.html of the folder that was requested. Empty if only the root of a disk has one.
    fn nginx_error_pages(&self) -> String {
        let rules = header_rules::parse(self.headers);
        let page = format!("{}/404.html", self.base);
        let headers = headers_of_file(&rules, &page);
        let matcher = format!("= {}", argument(&page));
        if self.versioned.is_some() {
            let directives = self.nginx_file(&headers) + NGINX_WHOLE_PAGE;
            return location(&matcher, &directives, &headers, "");
        }

        let mut directives = String::new();
        for folder in self.error_folders() {
            // The URI is that of the error page; the request is the one that failed.
            let of_folder = pattern::regex_of_start(&folder);
            let page = quoted(&format!("{folder}404.html"));
            let condition = format!("if ($request_uri ~ {})", quoted(&of_folder));
            // A block with headers of its own does not inherit those of the location.
            let headers = headers_of_file(&rules, &format!("{folder}404.html"));
            directives.push_str(&block(
                &condition,
                &format!("rewrite ^ {page} break;"),
                &headers,
                "",
            ));
        }
        if directives.is_empty() {
            return directives;
        }
        let directives = directives.replace('\n', "\n    ");
        location(&matcher, directives.trim_end(), &headers, "")
    }

    /// Returns the locations of nginx for the redirects of single paths.
    fn nginx_redirects(&self, redirects: &BTreeMap<Route, Redirect>) -> String {
        let mut text = String::new();
        for (index, (from, Redirect { to, status })) in redirects.iter().enumerate() {
            let target = format!("{}{}", to.replace('$', "%24"), nginx_query(to));
            let body = format!(" return {status} {}; ", quoted(&target));
            let matcher = format!("= {}", quoted(from));
            text.push_str(&self.nginx_redirect(&format!("path{index}"), &matcher, &body));
        }
        text
    }

    /// Returns the locations of nginx for the redirects of patterns.
    fn nginx_patterns(&self) -> String {
        let mut text = String::new();
        for (index, pattern) in self.patterns().enumerate() {
            // nginx matches decoded paths, but a redirect target must be percent-encoded.
            let to = numbered_target(&pattern);
            let query = nginx_query(&to);
            let body = format!(
                "\n    if ($request_uri ~ {}) {{ return {} {}; }}\n    return 404;\n",
                quoted(&pattern.encoded_regex()),
                pattern.status,
                quoted(&format!("{to}{query}")),
            );
            let matcher = format!("~ {}", quoted(&pattern.decoded_regex()));
            text.push_str(&self.nginx_redirect(&format!("moved{index}"), &matcher, &body));
        }
        text
    }

    /// Returns a location of nginx that redirects with the directives `body`.
    ///
    /// nginx would run `return` before it asks for the password. It looks for the files of `try_files` afterwards.
    fn nginx_redirect(&self, name: &str, matcher: &str, body: &str) -> String {
        if self.auth.is_empty() {
            return format!("location {matcher} {{{body}}}\n");
        }
        format!("location {matcher} {{ try_files \"\" @{name}; }}\nlocation @{name} {{{body}}}\n")
    }

    /// Returns the locations of nginx for a rule of `_headers`.
    fn nginx_rule(&self, rule: &HostRule) -> String {
        let of_copies = |headers| {
            let matcher = format!("~ {}", quoted(&rule.copies_regex()));
            location(&matcher, &self.nginx_file(headers), headers, "")
        };
        let copies = rule.copies.as_ref().map(of_copies).unwrap_or_default();

        let (directives, headers) = (self.nginx_file(&rule.headers), &rule.headers);
        match rule.start() {
            // The expressions for hidden files and redirects come first, also in the folder of a language.
            Some(start)
                if start == format!("{}/", self.base)
                    || headers.contains_key("content-language") =>
            {
                location(&argument(start), &directives, headers, "") + &copies
            }
            // These have precedence over the expressions of the server, but not over their own.
            Some(start) => {
                location(&format!("^~ {}", argument(start)), &directives, headers, &copies)
            }
            None => {
                let of_path = |path: &str| {
                    location(&format!("= {}", argument(path)), &directives, headers, "")
                };
                // nginx finds the page of a folder by itself on a disk, and not in a bucket.
                let folder = rule.pattern.strip_suffix("index.html");
                let folder = folder.filter(|it| self.versioned.is_some() && it.ends_with('/'));
                of_path(&rule.pattern) + &folder.map(of_path).unwrap_or_default()
            }
        }
    }

    fn caddy(&self) -> String {
        let base = self.base;
        let mut text = format!(
            "# Generated by `croupier host-config caddy`; generate it again for each release. Import it into a site block\n\
             # {}.\n\
             encode zstd gzip\n\
             map {{query}} {{more}} {{\n    \"\" \"\"\n    default \"?{{query}}\"\n}}\n\
             @hidden {{\n    path_regexp /\\.\n    not path {base}/.well-known/*\n}}\n\
             error @hidden 404\n\
             error {base}/_headers 404\n\
             error {base}/_redirects 404\n",
            self.place(),
        );

        text.push_str(self.auth);
        text.push_str(&self.unsupported_comments());
        text.push_str(&self.caddy_redirects());
        text.push_str(&self.caddy_headers());
        if let Some(versioned) = self.versioned {
            text.push_str(&self.caddy_release(versioned));
            return text;
        }

        let _ = writeln!(
            text,
            "@manifest path *.webmanifest\nheader @manifest content-type application/manifest+json\n\
             file_server{}\nhandle_errors {{\n    header cache-control \"{}\"\n{CADDY_WHOLE_PAGE}{}    \
             file_server {{\n        status {{err.status_code}}\n    }}\n}}",
            if self.has_variants { " {\n    precompressed br gzip\n}" } else { "" },
            headers::cache_control(""),
            self.caddy_error_pages(),
        );
        text
    }

    /// Returns the directives of Caddy for redirects, also those of folders without their last slash.
    fn caddy_redirects(&self) -> String {
        let mut text = String::new();
        for (index, (from, Redirect { to, status })) in self.redirects().iter().enumerate() {
            let query = if to.contains(['?', '#']) { "" } else { "{more}" };
            let to = quoted(&format!("{to}{query}"));
            let matcher = caddy_matcher(&[from]);
            let _ = writeln!(text, "@path{index} {matcher}\nredir @path{index} {to} {status}");
        }

        for (index, pattern) in self.patterns().enumerate() {
            let to = pattern.target(&|group| format!("{{re.moved{index}.{group}}}"));
            let query = if to.contains(['?', '#']) { "" } else { "{more}" };
            let _ = writeln!(
                text,
                "@moved{index} vars_regexp moved{index} {{uri}} `{}`\nredir @moved{index} {} {}",
                pattern.encoded_regex(),
                quoted(&format!("{to}{query}")),
                pattern.status,
            );
        }
        if self.versioned.is_none() {
            let _ = writeln!(
                text,
                "@folder {{\n    file {{\n        try_files {{path}}/index.html\n    }}\n    not path */\n    \
                 vars_regexp folder {{uri}} `{CADDY_PATH}`\n}}\n\
                 redir @folder {{re.folder.1}}/{{more}} 301",
            );
        }

        // Caddy redirects before it asks for the password, except in a route.
        if self.auth.is_empty() || text.is_empty() {
            return text;
        }
        let lines: String = text.lines().map(|line| format!("    {line}\n")).collect();
        format!("route {{\n{lines}}}\n")
    }

    /// Returns the directives of Caddy that select the page 404.html of the folder that was requested.
    fn caddy_error_pages(&self) -> String {
        let folders = self.error_folders();
        if folders.is_empty() {
            return format!("    rewrite * {}/404.html\n", self.base);
        }

        let mut text = String::new();
        let patterns: Vec<String> = folders.iter().map(|folder| format!("{folder}*")).collect();
        let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
        for (index, (folder, pattern)) in folders.iter().zip(&patterns).enumerate() {
            let matcher = caddy_matcher(&[pattern]);
            let page = argument(&format!("{folder}404.html"));
            let _ = writeln!(text, "    @error{index} {matcher}\n    rewrite @error{index} {page}");
        }

        let _ = writeln!(
            text,
            "    @error not {}\n    rewrite @error {}/404.html",
            caddy_matcher(&patterns),
            self.base
        );
        text
    }

    /// Returns the directives of Caddy for the rules of `_headers`.
    fn caddy_headers(&self) -> String {
        let mut text = String::new();
        let rules = self.rules();
        for (index, rule) in rules.iter().enumerate() {
            // Caddy applies every matching rule, so that a rule must exclude the URLs with their own rule.
            let nested = rules.iter().filter(|other| rule.contains(other));
            let nested: Vec<&str> = nested.map(|it| it.pattern.as_str()).collect();
            let is_nested = (!nested.is_empty()).then(|| caddy_matcher(&nested));
            let others: Vec<String> = is_nested.map(|it| format!("not {it}")).into_iter().collect();
            let mut conditions = vec![caddy_matcher(&[&rule.pattern])];
            conditions.extend_from_slice(&others);

            if let Some(headers) = &rule.copies {
                let copies = format!("path_regexp `{}`", rule.copies_regex().replace('`', r"\x60"));
                let of_copies = [std::slice::from_ref(&copies), &others].concat();
                text.push_str(&self.caddy_header(&format!("copies{index}"), &of_copies, headers));
                conditions.push(format!("not {copies}"));
            }
            text.push_str(&self.caddy_header(&format!("rule{index}"), &conditions, &rule.headers));
        }

        text
    }

    /// Returns a matcher of Caddy with the headers of its URLs.
    fn caddy_header(&self, name: &str, conditions: &[String], headers: &Headers) -> String {
        let mut text = match conditions {
            [condition] => format!("@{name} {condition}\n"),
            all => format!("@{name} {{\n    {}\n}}\n", all.join("\n    ")),
        };
        let _ = writeln!(text, "header @{name} {{");
        for (header, value) in headers {
            let _ = writeln!(text, "    {header} {}", caddy_text(value));
        }
        text + if self.versioned.is_some() { "    defer\n}\n" } else { "}\n" }
    }

    fn cloudfront(&self) -> String {
        let is_versioned = self.versioned.is_some();
        let text =
            include_str!("host_config/cloudfront.js").replace("{folder}", &root_folder(self.base));
        let text = text
            .replace("{releases}", if is_versioned { CLOUDFRONT_STORE } else { "" })
            .replace("{async }", if is_versioned { "async " } else { "" })
            .replace("  {release}\n", if is_versioned { CLOUDFRONT_RELEASE } else { "" });
        self.with_redirects(&text).replace("  {auth}\n", self.auth)
    }

    fn cloudflare(&self) -> String {
        let entry = |rule: &HostRule| match &rule.copies {
            Some(copies) => json!([rule.pattern, rule.headers, copies]),
            None => json!([rule.pattern, rule.headers]),
        };
        let headers = self.rules().iter().map(entry).collect();
        let pointer = if self.versioned.is_some() { CLOUDFLARE_POINTER } else { "return \"\";" };
        let text = include_str!("host_config/cloudflare.js")
            .replace("{pointer}", pointer)
            .replace("{headers}", &serde_json::Value::Array(headers).to_string())
            .replace("{errors}", &json!(self.error_folders()).to_string())
            .replace("{copy}", &json!(COPY_NAME).to_string());
        self.with_redirects(&text).replace("    {auth}\n", self.auth)
    }

    /// Fills in the parts of a script that depend on the site.
    fn with_redirects(&self, script: &str) -> String {
        let entry = |(from, Redirect { to, status }): (Route, Redirect)| {
            (from.into(), json!({ "to": to, "status": status }))
        };
        let redirects =
            serde_json::Value::Object(self.redirects().into_iter().map(entry).collect());
        let pattern_entry = |pattern: Pattern| {
            json!({
                "from": pattern.encoded_regex(), "to": numbered_target(&pattern), "status": pattern.status,
            })
        };
        let patterns: Vec<_> = self.patterns().map(pattern_entry).collect();
        script
            .replace("{patterns}", &serde_json::Value::Array(patterns).to_string())
            .replace("{redirects}", &redirects.to_string())
            .replace("{base}", &json!(self.base).to_string())
            .replace("{immutable}", &json!(format!("^({IMMUTABLE})")).to_string())
    }
}

/// Returns the variables that pass the query of a request on to a target, unless the target has one.
fn nginx_query(to: &str) -> &'static str {
    if to.contains(['?', '#']) { "" } else { "$is_args$args" }
}

/// The start of a `CloudFront` function that reads the live release.
const CLOUDFRONT_STORE: &str = "// Its key value store has the live release as `release`.\n\
    import cf from \"cloudfront\";\n\n\
    const store = cf.kvs();\n\
    const BASE = {base};\n\
    // Hashed files are outside of the releases.\n\
    const IMMUTABLE = new RegExp({immutable});\n";

/// The statements of a Worker that read the pointer, which the bucket returns as it was written last.
const CLOUDFLARE_POINTER: &str = r#"const pointer = await bucket.get("current");
  return pointer ? `${await pointer.text()}/` : "";"#;

/// The statements of a `CloudFront` function that select the live release.
const CLOUDFRONT_RELEASE: &str = "  const path = request.uri.slice(BASE.length + 1);
  if (!request.uri.startsWith(`${BASE}/`) || IMMUTABLE.test(path)) return request;
  try {
    request.uri = `${BASE}/releases/${await store.get(\"release\")}/${path}`;
  } catch {
    return { statusCode: 503, statusDescription: \"No Live Release\" };
  }
";

/// Returns a matcher of Caddy for paths, of which some are the start of paths and `*`. It compares regular expressions, because the matcher
/// `path` ignores case.
fn caddy_matcher(patterns: &[&str]) -> String {
    let regex = |pattern: &&str| {
        if let Some(start) = pattern.strip_suffix('*') {
            return pattern::regex_of_start(start);
        }
        // Caddy compares the URL of the request, and a page has that of its folder.
        match pattern.strip_suffix("index.html").filter(|it| it.ends_with('/')) {
            Some(folder) => format!("{}(index\\.html)?$", pattern::regex_of_start(folder)),
            None => pattern::regex_of_path(pattern),
        }
    };
    let regexes: Vec<String> = patterns.iter().map(regex).collect();
    format!("path_regexp `{}`", regexes.join("|").replace('`', r"\x60"))
}

/// Returns the target of a pattern, with `$1` for the first group of its regular expression.
fn numbered_target(pattern: &Pattern) -> String {
    pattern.target(&|group| format!("\0{group}")).replace('$', "%24").replace('\0', "$")
}

/// Describes the document root, to follow the words "the folder".
fn root_folder(base: &str) -> String {
    let subfolder = base.trim_matches('/');
    if subfolder.is_empty() {
        "of the output".to_owned()
    } else {
        format!("that contains the output as `{subfolder}`")
    }
}

/// Returns a `location` block of nginx with directives, headers and nested blocks.
fn location(matcher: &str, directives: &str, headers: &Headers, nested: &str) -> String {
    block(&format!("location {matcher}"), directives, headers, nested)
}

/// Returns a block of nginx with directives, headers and nested blocks.
fn block(start: &str, directives: &str, headers: &Headers, nested: &str) -> String {
    let header = |(name, value): (&String, &String)| {
        // Without an escape for it, nginx takes a dollar for the start of a variable.
        if value.contains('$') {
            return format!("    # Not supported here: {name}, because its value has a dollar.\n");
        }
        format!("    add_header {name} {} always;\n", quoted(value))
    };
    let nested: String = nested.lines().map(|line| format!("    {line}\n")).collect();
    format!(
        "{start} {{\n    {directives}\n{}{nested}}}\n",
        headers.iter().map(header).collect::<String>()
    )
}

/// Returns a URL pattern as an argument of a directive of nginx and Caddy.
fn argument(pattern: &str) -> String {
    let is_plain = |it: char| !it.is_whitespace() && !"\"'`\\#;{}".contains(it);
    if pattern.chars().all(is_plain) { pattern.to_owned() } else { quoted(pattern) }
}

/// Returns a text as an argument of Caddy, which has placeholders in braces. A backslash is an escape only before a quotation mark there.
fn caddy_text(text: &str) -> String {
    let text = text.replace('{', "\\{");
    if text.contains('`') || !text.contains('\\') {
        format!("\"{}\"", text.replace('"', "\\\""))
    } else {
        format!("`{text}`")
    }
}

/// Returns a text as a quoted string of nginx and Caddy.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
