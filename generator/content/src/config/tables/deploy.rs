//! `[deploy.NAME]` of site.toml: where `croupier deploy` puts releases.

use std::collections::BTreeMap;
use std::num::{NonZeroU8, NonZeroU16};
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use crate::config::options::Profile;
use crate::config::tables::languages::Host;
use crate::config::validate;
use croupier_base::url::percent_decode;

/// The variable with the ID of the release that the command `configure` of a target is for.
pub const RELEASE: &str = "CROUPIER_RELEASE";

/// The variable with a folder that contains `_headers` and `_redirects` of this release.
pub const RELEASE_RULES: &str = "CROUPIER_RELEASE_RULES";

/// The variable with the output folder that the target deploys.
pub const RELEASE_OUTPUT: &str = "CROUPIER_RELEASE_OUTPUT";

/// The prefix of the variables that the command `notify` of a target gets.
pub const NOTIFY_PREFIX: &str = "CROUPIER_DEPLOYMENT_";

/// The targets by name.
pub type Deploy = BTreeMap<String, DeployTarget>;

/// A target of deployments.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeployTarget {
    /// A folder, such as `../live` or `file:///srv/site`, a folder at a host that is reached by SSH, `sftp://user@host/folder`, or an object
    /// store: `s3://bucket/folder`, `gs://bucket/folder` or `az://container/folder`.
    #[cfg_attr(test, schemars(with = "String"))]
    pub url: Spanned<String>,
    /// The URL of the site at the target, instead of that of site.toml. With `{name}`, the target is for previews:
    /// `https://preview.example.com/{name}/` or `https://{name}.preview.example.com`.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Option<String>", regex(pattern = "^https?://")))]
    pub base_url: Option<Spanned<String>>,
    /// A language of the host that the target has. Needed if languages have a `base_url` of their own.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub language: Option<Spanned<String>>,
    /// The profile of the build. Default: `production`, or `preview` for a target of previews.
    #[serde(default)]
    pub profile: Option<Profile>,
    /// `in-place`: a release replaces the files of the one before. `versioned`: each release has a folder, and the symbolic link `current`
    /// selects the live one. In an object store, each release has a prefix, and the object `current` names the live one. Default: `in-place`,
    /// or `versioned` for a host.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Option<Mode>"))]
    pub mode: Option<Spanned<Mode>>,
    /// How long earlier releases are retained for rollbacks and open tabs. A release expires if neither condition retains it.
    #[serde(default)]
    pub retain: Option<Retain>,
    /// Maximum number of files that are uploaded at the same time. Default: 16.
    #[serde(default = "default_concurrency")]
    pub concurrency: NonZeroU8,
    /// Whether text files also get variants that are compressed with Brotli and gzip, for nginx and Caddy. Default: `false`.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Option<bool>"))]
    pub precompress: Option<Spanned<bool>>,
    /// A program and its arguments that update the configuration of the web server or CDN, before a release is announced to open tabs. It
    /// also runs for a rollback. `CROUPIER_RELEASE` is the ID of the release.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>", length(min = 1)))]
    pub configure: Option<Spanned<Vec<String>>>,
    /// A command that runs after deployments, rollbacks and previews, with its arguments. Its failure is a warning.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>", length(min = 1)))]
    pub notify: Option<Spanned<Vec<String>>>,
    /// Whether the command of `notify` also runs after a failed deployment. Default: `false`.
    #[serde(default)]
    pub notify_failures: bool,
    /// Seconds after which the command of `notify` is ended. Default: 60.
    #[serde(default = "default_notify_timeout")]
    pub notify_timeout: NonZeroU16,
    /// How a CDN forgets changed URLs: a command or a provider.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Option<Purge>"))]
    pub purge: Option<Spanned<Purge>>,
}

/// How the releases of a target are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A release replaces the files of the one before.
    InPlace,
    /// A release has a folder of its own. A symbolic link, or a small object in an object store, selects the live one.
    Versioned,
}

/// How long earlier releases are retained. A release expires if neither condition retains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Retain {
    /// Number of earlier releases. Default: 5.
    pub releases: u32,
    /// Number of days since a release was replaced. Default: 30.
    pub days: u32,
}

impl Default for Retain {
    fn default() -> Retain {
        Retain { releases: 5, days: 30 }
    }
}

/// How a CDN forgets changed URLs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Purge {
    /// A program and its arguments. It gets the changed URLs on standard input, one on each line.
    #[serde(default)]
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub command: Option<Vec<String>>,
    /// A CDN, whose token is in the environment.
    #[serde(default)]
    pub provider: Option<Cdn>,
    /// The zone of the site at Cloudflare.
    #[serde(default)]
    pub zone: Option<String>,
    /// The distribution of the site at `CloudFront`.
    #[serde(default)]
    pub distribution: Option<String>,
    /// The URL of the API, if it is not the usual one.
    #[serde(default)]
    pub endpoint: Option<String>,
}

/// A CDN that can be purged at its API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Cdn {
    /// bunny.net.
    Bunny,
    /// Cloudflare, which needs a zone.
    Cloudflare,
    /// Amazon `CloudFront`, which needs a distribution.
    CloudFront,
    /// Fastly.
    Fastly,
}

impl Purge {
    /// Returns what is wrong with the table, and a hint.
    pub fn problem(&self) -> Option<(&'static str, &'static str)> {
        let examples = "write `command = [\"./purge\"]`, or `provider = \"fastly\"`";
        match (&self.command, self.provider) {
            (None, None) | (Some(_), Some(_)) => {
                Some(("`purge` needs either a command or a provider", examples))
            }
            (Some(command), None) if command.concat().is_empty() => {
                Some(("the purge command is empty", examples))
            }
            (None, Some(Cdn::Cloudflare)) if self.zone.is_none() => {
                Some(("this provider needs a `zone`", "the overview of the zone shows its ID"))
            }
            (None, Some(Cdn::CloudFront)) if self.distribution.is_none() => {
                let hint = "write its ID: `distribution = \"E2QWRUHAPOMQZL\"`";
                Some(("this provider needs a `distribution`", hint))
            }
            _ => None,
        }
    }
}

fn default_concurrency() -> NonZeroU8 {
    NonZeroU8::new(16).expect("16 is not 0")
}

fn default_notify_timeout() -> NonZeroU16 {
    NonZeroU16::new(60).expect("60 is not 0")
}

/// A problem of a target.
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub hint: &'static str,
    /// Whether the source text contains a secret, which no message may show.
    pub has_secret: bool,
}

/// A parsed URL of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetUrl {
    /// A folder, absolute or relative to the root of the site.
    Folder(String),
    /// A folder at a host that is reached by SSH.
    Host {
        /// The host, perhaps with a user: `user@host`.
        destination: String,
        /// The port.
        port: Option<u16>,
        /// The absolute path of the folder, without a slash at its end.
        path: String,
    },
    /// A bucket or container of an object store.
    Bucket {
        /// The kind of the store.
        kind: StoreKind,
        /// The name of the bucket or container.
        bucket: String,
        /// The folder in it, without slashes at its ends.
        prefix: String,
        /// Parameters by name.
        parameters: BTreeMap<String, String>,
    },
}

/// A kind of object store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreKind {
    /// Amazon S3 and compatible stores: `s3://`.
    S3,
    /// Google Cloud Storage: `gs://`.
    Google,
    /// Azure Blob Storage: `az://`.
    Azure,
}

impl StoreKind {
    /// Returns the parameters that the URL of a store can have.
    fn parameters(self) -> &'static [&'static str] {
        match self {
            StoreKind::S3 => &["endpoint", "profile", "region"],
            StoreKind::Google => &[],
            StoreKind::Azure => &["account", "endpoint"],
        }
    }
}

/// Returns a problem of a URL without a secret.
fn problem(message: String, hint: &'static str) -> Problem {
    Problem { message, hint, has_secret: false }
}

/// Returns the problem of a URL with a secret.
fn secret() -> Problem {
    Problem {
        message: "the URL contains a password or a key".to_owned(),
        hint: "remove it, and set it in the environment: the guide to deployments lists the variables",
        has_secret: true,
    }
}

/// Returns the problem of a URL whose path only a shell can complete.
fn shell_path_problem(url: &str, path: &str) -> Option<Problem> {
    needs_shell(path).then(|| {
        let message = format!("`{url}` begins with `~` or a variable, which only a shell replaces");
        problem(message, "write the whole path of the folder, such as `/home/ann/site`")
    })
}

/// Whether a path begins with what only a shell replaces by the path of a home folder: `~` or a variable.
pub fn needs_shell(path: &str) -> bool {
    path.starts_with(['~', '$'])
}

/// Returns the problem of a text that names a place on another machine in the form of scp and rsync, `deploy@host:/srv/site`, or a store
/// without the slashes of a URL: `s3:bucket`.
fn colon_problem(url: &str) -> Option<Problem> {
    let (start, _) = url.split('/').next()?.split_once(':')?;
    let message = format!("`{url}` is neither a URL nor a folder");
    let hint = if start.contains(['@', '.']) {
        "write a URL for a folder of another machine: `sftp://deploy@www.example.com/srv/site`"
    } else {
        "write two slashes after the colon of a URL: `s3://my-bucket/site`; a folder with a colon begins with `./`"
    };
    Some(problem(message, hint))
}

/// Parses the parameters in the URL of an object store.
fn parse_parameters(
    kind: StoreKind,
    scheme: &str,
    query: &str,
) -> Result<BTreeMap<String, String>, Problem> {
    let mut parameters = BTreeMap::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        if ["key", "secret", "token", "sig", "password"].iter().any(|it| name.contains(it)) {
            return Err(secret());
        }

        let value = percent_decode(value).filter(|value| !value.is_empty());
        let Some(value) = value.filter(|_| kind.parameters().contains(&name)) else {
            let message = format!("`{name}` is not a parameter of a target at `{scheme}://`");
            return Err(problem(message, "the guide to deployments lists the parameters"));
        };
        parameters.insert(name.to_owned(), value);
    }

    Ok(parameters)
}

impl TargetUrl {
    /// Parses the value of `url`.
    pub fn parse(url: &str) -> Result<TargetUrl, Problem> {
        let Some((scheme, rest)) = url.split_once("://") else {
            if url.trim().is_empty() {
                return Err(problem("the target has no URL".to_owned(), EXAMPLES));
            }
            return match shell_path_problem(url, url).or_else(|| colon_problem(url)) {
                Some(problem) => Err(problem),
                None => Ok(TargetUrl::Folder(url.to_owned())),
            };
        };

        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (host, path) = place.split_once('/').unwrap_or((place, ""));
        if matches!(scheme, "sftp" | "ssh") {
            return TargetUrl::parse_host(url, host, path, query);
        }

        if host.contains('@') {
            return Err(secret());
        }

        let kind = match scheme {
            "file" => {
                let path = percent_decode(path).filter(|_| host.is_empty() && query.is_empty());
                let hint = "write three slashes: `file:///srv/site`";
                return match path {
                    Some(path) => Ok(TargetUrl::Folder(format!("/{path}"))),
                    None => Err(problem(format!("`{url}` is not a folder of this machine"), hint)),
                };
            }
            "s3" => StoreKind::S3,
            "gs" => StoreKind::Google,
            "az" => StoreKind::Azure,
            _ => return Err(problem(format!("`{scheme}://` is not supported"), EXAMPLES)),
        };

        if host.is_empty() {
            return Err(problem("the URL of the target has no bucket".to_owned(), EXAMPLES));
        }

        let parameters = parse_parameters(kind, scheme, query)?;
        let prefix = path.trim_matches('/').to_owned();
        Ok(TargetUrl::Bucket { kind, bucket: host.to_owned(), prefix, parameters })
    }

    /// Parses the URL of a folder on this machine or of an object store.
    pub fn parse_store(url: &str) -> Result<TargetUrl, Problem> {
        match TargetUrl::parse(url)? {
            TargetUrl::Host { .. } => Err(Problem {
                message: format!("`{url}` is neither a folder nor an object store"),
                hint: "write a folder, `s3://bucket/folder`, `gs://bucket/folder` or `az://container/folder`",
                has_secret: false,
            }),
            store => Ok(store),
        }
    }

    /// Parses the parts of a URL of a folder at a host.
    fn parse_host(url: &str, host: &str, path: &str, query: &str) -> Result<TargetUrl, Problem> {
        let (user, server) = match host.rsplit_once('@') {
            Some((user, server)) => (Some(user), server),
            None => (None, host),
        };

        if user.is_some_and(|user| user.contains(':')) {
            return Err(secret());
        }

        let (name, port) = match server.rsplit_once(':') {
            Some((name, port)) => (name, port.parse::<u16>().ok().map(Some)),
            None => (server, Some(None)),
        };

        let is_word = |text: &str| {
            !text.is_empty()
                && !text.starts_with('-')
                && text.chars().all(|it| it.is_ascii_alphanumeric() || "._-".contains(it))
        };

        let path = percent_decode(path.trim_end_matches('/')).filter(|path| {
            !path.trim_matches('/').is_empty() && !path.chars().any(char::is_control)
        });

        if let Some(problem) = path.as_ref().and_then(|path| shell_path_problem(url, path)) {
            return Err(problem);
        }

        match (port, path) {
            (Some(port), Some(path))
                if is_word(name) && user.is_none_or(is_word) && query.is_empty() =>
            {
                let destination =
                    user.map_or_else(|| name.to_owned(), |user| format!("{user}@{name}"));
                Ok(TargetUrl::Host { destination, port, path: format!("/{path}") })
            }
            _ => Err(Problem {
                message: format!("`{url}` is not a folder at a host"),
                hint: "write the user, the host and an absolute path: `sftp://deploy@example.com/srv/site`",
                has_secret: false,
            }),
        }
    }
}

/// The hint for an unusable URL.
const EXAMPLES: &str = "write a folder, `sftp://user@host/folder`, `s3://bucket/folder`, `gs://bucket/folder` or `az://container/folder`";

/// The part of `base_url` that the name of a preview replaces.
const NAME: &str = "{name}";

/// Maximum length of the text before or after `{name}` in a host. With the name of a preview, this is a valid label.
const MAX_AFFIX: usize = 20;

impl DeployTarget {
    /// Returns the profile of the build.
    pub fn profile(&self) -> Profile {
        let default = if self.has_previews() { Profile::Preview } else { Profile::Production };
        self.profile.unwrap_or(default)
    }

    /// Returns how long earlier releases are retained. A preview retains the release before, for open tabs.
    pub fn retain(&self) -> Retain {
        let previews = Retain { releases: 1, days: 0 };
        let default = if self.has_previews() { previews } else { Retain::default() };
        self.retain.unwrap_or(default)
    }

    /// Returns how releases are stored.
    pub fn mode(&self) -> Mode {
        let is_host = matches!(TargetUrl::parse(self.url.get_ref()), Ok(TargetUrl::Host { .. }));
        let default = if is_host { Mode::Versioned } else { Mode::InPlace };
        self.mode.as_ref().map_or(default, |mode| *mode.get_ref())
    }

    /// Returns whether text files also get compressed variants.
    pub fn has_variants(&self) -> bool {
        self.precompress.as_ref().is_some_and(|it| *it.get_ref())
    }

    /// Returns the problem of `precompress` and a hint, if the target cannot serve variants.
    pub fn precompress_problem(&self) -> Option<(&'static str, &'static str)> {
        let url = TargetUrl::parse(self.url.get_ref()).ok()?;
        let is_bucket = matches!(url, TargetUrl::Bucket { .. });
        (is_bucket && self.has_variants()).then_some((
            "an object store serves no compressed variants",
            "remove `precompress`, and let the CDN compress",
        ))
    }

    /// Returns the problem of the mode and a hint, if the target does not have it.
    pub fn mode_problem(&self) -> Option<(&'static str, &'static str)> {
        let url = TargetUrl::parse(self.url.get_ref()).ok()?;
        match (self.mode(), url) {
            (Mode::Versioned, TargetUrl::Folder(_) | TargetUrl::Bucket { .. })
                if self.has_previews() =>
            {
                Some((
                    "previews replace each other",
                    "remove `mode`, and deploy previews to a folder or an object store",
                ))
            }
            (Mode::InPlace, TargetUrl::Host { .. }) => {
                Some(("each release at a host has a folder of its own", "remove `mode`"))
            }
            _ => None,
        }
    }

    /// Returns what is wrong with `language` on a site with these hosts: a message, a range and a hint.
    pub(crate) fn language_problem(
        &self,
        name: &str,
        hosts: &[Host],
    ) -> Option<(String, Range<usize>, String)> {
        let known = || hosts.iter().flat_map(|host| &host.languages).map(|key| key.as_str());
        let has_all = self.base_url.is_some() || self.profile() == Profile::Preview;
        match &self.language {
            None if has_all || hosts.len() < 2 => None,
            None => {
                let message = format!("the target `{name}` does not name its host");
                let keys = known().map(|key| format!("`language = \"{key}\"`"));
                let hint = format!(
                    "add a language of the host: {}",
                    keys.collect::<Vec<_>>().join(" or ")
                );
                Some((message, self.url.span(), hint))
            }
            Some(language) if has_all || hosts.is_empty() => {
                let message = format!("the target `{name}` has all languages");
                Some((message, language.span(), "remove `language`".to_owned()))
            }
            Some(language) if known().any(|key| key == language.get_ref()) => None,
            Some(language) => {
                let message = format!("there is no language `{}`", language.get_ref());
                let hint = format!("write one of {}", known().collect::<Vec<_>>().join(", "));
                Some((message, language.span(), hint))
            }
        }
    }

    /// Returns whether the target is for previews.
    pub fn has_previews(&self) -> bool {
        self.base_url.as_ref().is_some_and(|url| url.get_ref().contains(NAME))
    }

    /// Returns the URL of the site at the target, without a trailing slash. `slug` is the name of a preview in URLs.
    pub fn base_url(&self, slug: &str) -> Option<String> {
        let url = self.base_url.as_ref()?.get_ref().replace(NAME, slug);
        Some(url.trim_end_matches('/').to_owned())
    }

    /// Returns a hint for fixing `base_url`, or `None` if it is valid.
    pub fn base_url_problem(&self) -> Option<&'static str> {
        let example = "write `{name}` once: as the last folder, `https://example.com/{name}/`, or at the start of the host, `https://{name}.example.com`";
        let url = self.base_url.as_ref()?.get_ref();

        if let Some(hint) = validate::base_url_problem(&url.replace(NAME, "x")) {
            return Some(hint);
        }

        let Some((before, after)) = url.split_once(NAME) else {
            return url.contains(['{', '}']).then_some(example);
        };

        let is_folder = before.matches('/').count() > 2
            && before.ends_with('/')
            && after.trim_end_matches('/').is_empty();
        let affix = before.split_once("://").map_or(before, |(_, start)| start);
        let suffix = after.split('.').next().unwrap_or_default();
        let is_host = before.matches('/').count() == 2
            && !affix.contains('.')
            && affix.len() <= MAX_AFFIX
            && suffix.is_empty()
            && after.starts_with('.');

        let is_valid = !before.contains(['{', '}']) && !after.contains(['{', '}']);
        (!is_valid || !is_folder && !is_host).then_some(example)
    }

    /// Returns how URLs are purged.
    pub fn purge(&self) -> Option<&Purge> {
        self.purge.as_ref().map(Spanned::get_ref)
    }

    /// Returns the problem of the URL.
    pub(crate) fn url_problem(&self) -> Option<Problem> {
        TargetUrl::parse(self.url.get_ref()).err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_preview_is_a_folder_or_the_start_of_a_host() {
        let target = |url: &str| -> DeployTarget {
            toml::from_str(&format!("url = \"x\"\nbase_url = \"{url}\"")).unwrap()
        };

        for url in [
            "https://e.com",
            "https://e.com/{name}",
            "https://e.com/a/{name}/",
            "https://{name}.e.com",
            "https://pr-{name}.e.com/docs/",
        ] {
            assert_eq!(target(url).base_url_problem(), None, "{url}");
        }

        for url in [
            "{name}",
            "https://{name}",
            "https://a.{name}.e.com",
            "https://{name}-x.e.com",
            "https://e.com/{name}/x",
            "https://e.com/x-{name}",
            "https://{name}.e.com/{name}/",
            "https://e.com/{branch}/",
            "https://a-prefix-that-is-too-long-{name}.e.com",
        ] {
            assert!(target(url).base_url_problem().is_some(), "{url}");
        }

        let target = target("https://e.com/{name}/");
        assert_eq!(target.base_url("a-b").unwrap(), "https://e.com/a-b");
        assert_eq!((target.profile(), target.retain().releases), (Profile::Preview, 1));
    }

    fn error(url: &str) -> Problem {
        TargetUrl::parse(url).err().unwrap()
    }

    #[test]
    fn folders_are_paths_or_file_urls() {
        let folder = |path: &str| TargetUrl::Folder(path.to_owned());
        for (url, path) in [
            ("../live", "../live"),
            ("/srv/site", "/srv/site"),
            ("file:///srv/my%20site", "/srv/my site"),
        ] {
            assert_eq!(TargetUrl::parse(url).ok(), Some(folder(path)), "{url}");
        }
        assert!(error("file://srv/site").hint.contains("three slashes"));
        for url in ["~", "~/site", "~ann/site", "$HOME/site", "ssh://e.com/~/site"] {
            assert!(error(url).message.contains("only a shell"), "{url}");
        }
        for url in ["deploy@e.com:/srv/site", "e.com:site"] {
            assert!(error(url).hint.contains("sftp://deploy@"), "{url}");
        }
        for url in ["s3:bucket/x", "sftp:deploy/x", r"C:\site", "host:/srv"] {
            assert!(error(url).hint.contains("two slashes"), "{url}");
        }
        assert_eq!(TargetUrl::parse("./a:b").ok(), Some(folder("./a:b")));
    }

    #[test]
    fn stores_have_a_bucket_a_folder_and_parameters() {
        let parsed =
            TargetUrl::parse("s3://b/a/c/?endpoint=http://127.0.0.1:9000&region=eu-1").ok();
        let parameters = [("endpoint", "http://127.0.0.1:9000"), ("region", "eu-1")];
        let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let expected = TargetUrl::Bucket {
            kind: StoreKind::S3,
            bucket: "b".to_owned(),
            prefix: "a/c".to_owned(),
            parameters: parameters.into(),
        };
        assert_eq!(parsed, Some(expected));
        assert!(error("s3:///a").message.contains("no bucket"));
        assert!(error("ftp://h/a").message.contains("`ftp://`"));
        assert!(error("gs://b?region=x").message.contains("`region`"));
        assert!(!error("gs://b?region=x").has_secret);
    }

    #[test]
    fn hosts_have_a_user_a_port_and_an_absolute_path() {
        let host = |destination: &str, port, path: &str| TargetUrl::Host {
            destination: destination.to_owned(),
            port,
            path: path.to_owned(),
        };
        for (url, expected) in [
            ("sftp://deploy@e.com/srv/site/", host("deploy@e.com", None, "/srv/site")),
            ("ssh://my-server:2222/srv/my%20site", host("my-server", Some(2222), "/srv/my site")),
        ] {
            assert_eq!(TargetUrl::parse(url).ok(), Some(expected), "{url}");
        }
        for url in
            ["sftp://e.com", "sftp://e.com/", "sftp://-oX/a", "ssh://e.com:x/a", "ssh://e.com/a?b"]
        {
            assert!(error(url).hint.contains("sftp://"), "{url}");
        }
    }

    #[test]
    fn messages_about_secrets_do_not_contain_them() {
        for url in [
            "sftp://id:hunter2@host/a",
            "s3://id:hunter2@bucket",
            "s3://b?secret_access_key=hunter2",
        ] {
            let problem = error(url);
            assert!(problem.has_secret && !problem.message.contains("hunter2"), "{url}");
        }
    }
}
