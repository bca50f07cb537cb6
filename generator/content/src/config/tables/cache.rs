//! `[cache]` of site.toml: the cache of builds that machines share.

use serde::{Deserialize, Deserializer, de};
use toml::Spanned;

use crate::config::tables::deploy::{Problem, TargetUrl};

/// The namespace of trusted builds.
pub const TRUSTED_NAMESPACE: &str = "main";

/// The environment variables that override `[cache]`, and the signing key, which is in no file.
pub(crate) const VARIABLES: [&str; 5] = [REMOTE, MODE, NAMESPACE, OUTPUTS, SIGNING_KEY];
const REMOTE: &str = "CROUPIER_CACHE_REMOTE";
const MODE: &str = "CROUPIER_CACHE_MODE";
const NAMESPACE: &str = "CROUPIER_CACHE_NAMESPACE";
const OUTPUTS: &str = "CROUPIER_CACHE_OUTPUTS";
/// The environment variable with the secret key that signs what a build writes.
pub const SIGNING_KEY: &str = "CROUPIER_CACHE_SIGNING_KEY";

/// The cache of builds that machines share.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct SharedCache {
    /// A folder, such as `file:///srv/cache`, or an object store: `s3://bucket/folder`, `gs://bucket/folder` or `az://container/folder`.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub remote: Option<Spanned<String>>,
    /// Whether builds read and write the cache. Default: `read`.
    pub mode: CacheMode,
    /// The namespace that builds write. They read it and `main`, which is that of trusted builds. Default: `main`.
    #[cfg_attr(test, schemars(with = "String", regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9._-]*$")))]
    pub namespace: Spanned<String>,
    /// The key that the cache of trusted builds is verified with.
    #[cfg_attr(test, schemars(with = "Option<String>", regex(pattern = "^[0-9A-Fa-f]{64}$")))]
    pub public_key: Option<Spanned<String>>,
    /// Maximum size of a namespace. Default: `5GB`.
    pub max_size: Size,
    /// How long an entry remains after its last use. Default: `30d`.
    pub max_age: Days,
    /// Which files a machine without an earlier output writes: `all`, or those that differ from the build in the cache. Default: `all`.
    pub outputs: Outputs,
}

impl Default for SharedCache {
    fn default() -> SharedCache {
        SharedCache {
            remote: None,
            mode: CacheMode::Read,
            namespace: Spanned::new(0..0, TRUSTED_NAMESPACE.to_owned()),
            public_key: None,
            max_size: Size(5_000_000_000),
            max_age: Days(30),
            outputs: Outputs::All,
        }
    }
}

/// Whether builds read and write the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CacheMode {
    /// It is not used.
    Off,
    /// Builds read it.
    Read,
    /// Builds read it, and write it at their end.
    ReadWrite,
}

/// Which files of the output a machine without an earlier output writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outputs {
    /// All of them.
    #[default]
    All,
    /// Those that differ from the last build of the cache.
    Changed,
}

/// A number of bytes, such as `"5GB"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "String", extend("pattern" = "^[0-9]+ ?[KMG]B$")))]
pub struct Size(pub u64);

/// A number of days, such as `"30d"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "String", extend("pattern" = "^[0-9]+ ?d$")))]
pub struct Days(pub u64);

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Size, D::Error> {
        let text = String::deserialize(from)?;
        let units = [("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)];
        let size = units.iter().find_map(|(unit, bytes)| {
            let number: u64 = text.strip_suffix(unit)?.trim().parse().ok()?;
            number.checked_mul(*bytes)
        });
        size.map(Size)
            .ok_or_else(|| de::Error::custom(format!("`{text}` is not a size, such as \"5GB\"")))
    }
}

impl<'de> Deserialize<'de> for Days {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Days, D::Error> {
        let text = String::deserialize(from)?;
        let days = text.strip_suffix('d').and_then(|number| number.trim().parse().ok());
        days.map(Days).ok_or_else(|| {
            de::Error::custom(format!("`{text}` is not a number of days, such as \"30d\""))
        })
    }
}

impl SharedCache {
    /// Returns what is wrong with `remote`.
    pub fn remote_problem(&self) -> Option<Problem> {
        TargetUrl::parse_store(self.remote.as_ref()?.get_ref()).err()
    }

    /// Returns what is wrong with another value, with the value and a hint.
    pub fn problem(&self) -> Option<(String, &Spanned<String>, &'static str)> {
        if !is_namespace(self.namespace.get_ref()) {
            let message = format!("`{}` is not a namespace", self.namespace.get_ref());
            return Some((message, &self.namespace, NAMESPACE_HINT));
        }
        let key = self.public_key.as_ref().filter(|key| !is_public_key(key.get_ref()))?;
        let hint = "`croupier cache-key` prints a pair of keys; write the public one";
        Some(("the public key does not have 64 hexadecimal digits".to_owned(), key, hint))
    }

    /// Applies the environment variables. The error is a message for users.
    pub fn with_variables(
        mut self,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<SharedCache, String> {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());

        if let Some(remote) = variable(REMOTE) {
            TargetUrl::parse_store(&remote)
                .map_err(|it| format!("{REMOTE}: {}; {}", it.message, it.hint))?;
            self.remote = Some(Spanned::new(0..0, remote));
        }

        if let Some(mode) = variable(MODE) {
            self.mode = match mode.as_str() {
                "off" => CacheMode::Off,
                "read" => CacheMode::Read,
                "read-write" => CacheMode::ReadWrite,
                _ => {
                    return Err(format!("{MODE} is `{mode}`; write `off`, `read` or `read-write`"));
                }
            };
        }

        if let Some(namespace) = variable(NAMESPACE) {
            // The names of branches have slashes.
            let namespace = namespace.replace('/', "-");
            if !is_namespace(&namespace) {
                return Err(format!("{NAMESPACE} is `{namespace}`; {NAMESPACE_HINT}"));
            }
            self.namespace = Spanned::new(0..0, namespace);
        }

        if let Some(outputs) = variable(OUTPUTS) {
            self.outputs = match outputs.as_str() {
                "all" => Outputs::All,
                "changed" => Outputs::Changed,
                _ => return Err(format!("{OUTPUTS} is `{outputs}`; write `all` or `changed`")),
            };
        }

        Ok(self)
    }
}

const NAMESPACE_HINT: &str = "write letters, digits, `-`, `_` and `.`, such as `pr-12`";

/// Returns whether a text can be the name of a namespace, which is a folder of the store.
fn is_namespace(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    !text.is_empty() && !text.starts_with('.') && text.bytes().all(is_allowed)
}

fn is_public_key(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> SharedCache {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn sizes_and_ages_have_units() {
        let cache = parse("max_size = \"20 MB\"\nmax_age = \"7d\"");
        assert_eq!((cache.max_size, cache.max_age), (Size(20_000_000), Days(7)));
        for text in ["max_size = \"20\"", "max_size = \"MB\"", "max_age = \"7\"", "max_age = 7"] {
            assert!(toml::from_str::<SharedCache>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn variables_precede_site_toml_and_are_checked() {
        let with = |name: &str, value: &str| {
            let (name, value) = (name.to_owned(), value.to_owned());
            parse("remote = \"../a\"").with_variables(|it| (it == name).then(|| value.clone()))
        };

        let remote = |cache: SharedCache| cache.remote.unwrap().into_inner();
        assert_eq!(remote(with(REMOTE, "file:///b").unwrap()), "file:///b");
        assert_eq!(remote(with(REMOTE, "").unwrap()), "../a");
        assert_eq!(with(MODE, "read-write").unwrap().mode, CacheMode::ReadWrite);
        assert_eq!(with(NAMESPACE, "feature/x").unwrap().namespace.into_inner(), "feature-x");

        for (name, value) in [
            (REMOTE, "ftp://x"),
            (REMOTE, "sftp://host/a"),
            (MODE, "write"),
            (NAMESPACE, "../x"),
            (OUTPUTS, "none"),
        ] {
            assert!(with(name, value).unwrap_err().starts_with(name), "{name}");
        }
    }
}
