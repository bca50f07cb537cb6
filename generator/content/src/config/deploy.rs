//! `[deploy.NAME]` of site.toml: where `croupier deploy` puts releases.

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use serde::Deserialize;
use toml::Spanned;

use crate::config::options::Profile;
use croupier_base::url::percent_decode;

/// The targets by name.
pub type Deploy = BTreeMap<String, DeployTarget>;

/// A target of deployments.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeployTarget {
    /// The folder or the object store.
    pub url: Spanned<String>,
    /// The profile of the build.
    #[serde(default = "production")]
    pub profile: Profile,
    /// How long earlier releases are retained.
    #[serde(default)]
    pub retain: Retain,
    /// Maximum number of files that are uploaded at the same time.
    #[serde(default = "default_concurrency")]
    pub concurrency: NonZeroU8,
    /// A program and its arguments that update the configuration of the web server or CDN. It runs in the root of the site after the
    /// pages of a release changed, and before the release is announced to open tabs.
    #[serde(default)]
    pub configure: Option<Spanned<Vec<String>>>,
    /// How a CDN forgets changed URLs.
    #[serde(default)]
    pub purge: Option<Spanned<Purge>>,
}

/// How long earlier releases are retained. A release expires if neither condition retains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Retain {
    /// Number of earlier releases.
    pub releases: u32,
    /// Number of days since a release was replaced.
    pub days: u32,
}

impl Default for Retain {
    fn default() -> Retain {
        Retain { releases: 5, days: 30 }
    }
}

/// How a CDN forgets changed URLs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purge {
    /// A program and its arguments. It runs in the root of the site and gets the changed URLs on standard input, one on each line.
    #[serde(default)]
    pub command: Option<Vec<String>>,
    /// A CDN with an API.
    #[serde(default)]
    pub provider: Option<Cdn>,
    /// The zone of the site at the CDN.
    #[serde(default)]
    pub zone: Option<String>,
    /// The URL of the API, if it is not the usual one.
    #[serde(default)]
    pub endpoint: Option<String>,
}

/// A CDN that can be purged at its API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cdn {
    /// bunny.net.
    Bunny,
    /// Cloudflare, which needs a zone.
    Cloudflare,
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
            _ => None,
        }
    }
}

fn production() -> Profile {
    Profile::Production
}

fn default_concurrency() -> NonZeroU8 {
    NonZeroU8::new(16).expect("16 is not 0")
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

impl TargetUrl {
    /// Parses the value of `url`.
    pub fn parse(url: &str) -> Result<TargetUrl, Problem> {
        let problem = |message: String, hint| Problem { message, hint, has_secret: false };
        let secret = || Problem {
            message: "the URL of a target contains a password or a key".to_owned(),
            hint: "remove it, and set it in the environment: the guide to deployments lists the variables",
            has_secret: true,
        };
        let Some((scheme, rest)) = url.split_once("://") else {
            if url.trim().is_empty() {
                return Err(problem("the target has no URL".to_owned(), EXAMPLES));
            }
            return Ok(TargetUrl::Folder(url.to_owned()));
        };
        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (host, path) = place.split_once('/').unwrap_or((place, ""));
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
        let prefix = path.trim_matches('/').to_owned();
        Ok(TargetUrl::Bucket { kind, bucket: host.to_owned(), prefix, parameters })
    }
}

/// The hint for an unusable URL.
const EXAMPLES: &str =
    "write a folder, `s3://bucket/folder`, `gs://bucket/folder` or `az://container/folder`";

impl DeployTarget {
    /// Returns how URLs are purged.
    pub fn purge(&self) -> Option<&Purge> {
        self.purge.as_ref().map(Spanned::get_ref)
    }

    /// Returns the problem of the URL.
    pub fn url_problem(&self) -> Option<Problem> {
        TargetUrl::parse(self.url.get_ref()).err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn messages_about_secrets_do_not_contain_them() {
        for url in ["s3://id:hunter2@bucket", "s3://b?secret_access_key=hunter2"] {
            let problem = error(url);
            assert!(problem.has_secret && !problem.message.contains("hunter2"), "{url}");
        }
    }
}
