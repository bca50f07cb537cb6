//! The parts of the configurations of nginx and Caddy that serve the live release from a bucket with a prefix for each release.
//!
//! Hashed files are outside of the releases, where open tabs of other releases find them too.

use crate::host_config::host_rule::Headers;
use crate::host_config::{CADDY_WHOLE_PAGE, HostRules, Versioned, quoted, root_folder};
use croupier_base::hashed_path::IMMUTABLE;

impl HostRules<'_> {
    /// Says what the server must serve, to follow a comma.
    pub(super) fn place(&self) -> String {
        match self.versioned {
            None => format!("whose `root` is the folder {}", root_folder(self.base)),
            Some(versioned) => format!("for the release {}", versioned.release),
        }
    }

    /// Returns the directives of nginx that select the release for a request.
    pub(super) fn nginx_release(&self) -> String {
        let Some(versioned) = self.versioned else { return String::new() };
        format!(
            "proxy_intercept_errors on;\nset $release \"releases/{}/\";\n\
             if ($uri ~ {}) {{ set $release \"\"; }}\n",
            versioned.release,
            quoted(&format!("^{}/({IMMUTABLE})", self.base)),
        )
    }

    /// Returns the location of nginx that redirects to the folder of a page, which it does by itself for folders of a disk.
    pub(super) fn nginx_folders(&self) -> String {
        if self.versioned.is_none() {
            return String::new();
        }
        format!(
            "location ~ \"/[^./]+$\" {{\n    if ($request_uri ~ {}) {{ return 301 \"$1/$is_args$args\"; }}\n    return 404;\n}}\n",
            // A second slash would make it the URL of another server.
            quoted(r"^(/[^/\\?][^?]*)"),
        )
    }

    /// Returns the directives of a location of nginx that serve a file.
    pub(super) fn nginx_file(&self, headers: &Headers) -> String {
        let Some(versioned) = self.versioned else {
            return "index index.html;\n    try_files $uri $uri/ =404;".to_owned();
        };
        let base = self.base;
        let server = versioned.origin.split("://").last().unwrap_or_default();
        let hidden: String = headers
            .keys()
            .filter(|name| *name != "content-type")
            .map(|name| format!("\n    proxy_hide_header {name};"))
            .collect();
        format!(
            "rewrite ^(.*/)$ $1index.html;\n    rewrite ^{base}/(.*)$ {base}/$release$1 break;\n    proxy_pass {};\n    \
             proxy_set_header host {server};\n    proxy_ssl_server_name on;\n    proxy_http_version 1.1;\n    \
             proxy_set_header connection \"\";{hidden}",
            versioned.origin,
        )
    }

    /// Returns the directives of Caddy that serve the release.
    pub(super) fn caddy_release(&self, versioned: &Versioned) -> String {
        let (base, Versioned { origin, release }) = (self.base, versioned);
        // A second slash would make the target of a redirect the URL of another server.
        let folder = r"^(/(?:[^/\\?][^?]*/)?[^./?\\][^./?]*)(?:\?.*)?$";
        format!(
            "@folder {{\n    vars_regexp folder {{uri}} `{folder}`\n    not path_regexp /\\.\n}}\n\
             redir @folder {{re.folder.1}}/{{more}} 301\n\
             @index path_regexp index ^{base}/(.*/)?$\n\
             rewrite @index {base}/releases/{release}/{{re.index.1}}index.html\n\
             @page {{\n    path_regexp page ^{base}/(.*[^/])$\n    not path_regexp `^{base}/({IMMUTABLE})`\n}}\n\
             rewrite @page {base}/releases/{release}/{{re.page.1}}\n\
             reverse_proxy {origin} {{\n    header_up host {{upstream_hostport}}\n    @missing status 403 404\n    \
             handle_response @missing {{\n        error 404\n    }}\n}}\n\
             handle_errors {{\n{CADDY_WHOLE_PAGE}    rewrite * {base}/releases/{release}/404.html\n    reverse_proxy {origin} {{\n        \
             header_up host {{upstream_hostport}}\n        replace_status {{err.status_code}}\n    }}\n}}\n"
        )
    }
}
