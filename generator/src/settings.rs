//! What a build was asked to do: flags, site.toml and environment, read once; nothing later asks them again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value, json};
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::front_matter;
use crate::world::World;

/// For whom the output is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Profile {
    /// Samples are welcome.
    #[default]
    Preview,
    /// Sample brand data and sample pages are refused.
    Production,
}

/// What the command line says about a build.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    /// Folder of the site.
    pub root: PathBuf,
    /// Output folder; `public` below the root where it is not given.
    pub out: Option<PathBuf>,
    /// Overrides `base_url` of site.toml.
    pub base_url: Option<String>,
    /// Builds drafts too.
    pub drafts: bool,
    /// Preview or production.
    pub profile: Profile,
    /// Lets sample pages into a production build.
    pub allow_samples: bool,
}

/// Everything that a build is told.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Absolute output folder.
    pub out: PathBuf,
    /// Absolute address of the site without a final slash.
    pub base_url: String,
    /// Path of the base address without a final slash: empty, or `/docs`.
    pub prefix: String,
    /// site.toml as templates see it.
    pub site: Value,
    /// `[client]` of site.toml, which every page hands to the runtime.
    pub client: Value,
    /// Folder of the runtime below the root, where the site has one.
    pub runtime: Option<String>,
    /// Earlier releases whose hashed assets stay in the output.
    pub keep_releases: usize,
    /// Whether the site has a service worker.
    pub service_worker: bool,
    /// Year of the copyright line: of `SOURCE_DATE_EPOCH`, else of today (A21).
    pub build_year: i64,
    /// Builds drafts too.
    pub drafts: bool,
    /// Preview or production.
    pub profile: Profile,
    /// Lets sample pages into a production build.
    pub allow_samples: bool,
}

/// Tables that the generator reads; all others are the templates' own.
const REQUIRED: [&str; 2] = ["name", "base_url"];
const KNOWN: [&str; 7] = ["name", "base_url", "language", "description", "runtime", "client", "redirects"];

impl Settings {
    /// Reads site.toml below the root that `flags` name.
    pub fn read(flags: &Flags, world: &World, environment: &Environment) -> Result<Settings, Vec<Diagnostic>> {
        let bytes = world.read("site.toml").map_err(|error| {
            vec![
                Diagnostic::error("C0001", format!("cannot read {}: {error}", world.root().join("site.toml").display()))
                    .hint("a site is a folder with a site.toml; name it with --root, or make one with `croupier new`"),
            ]
        })?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
            let end = valid.len();
            vec![Diagnostic::error("C0003", "site.toml is not UTF-8 text").at(Place::new("site.toml", valid, end..end))]
        })?;
        let source: Arc<str> = Arc::from(text.as_str());
        let (table, errors) = DeTable::parse_recoverable(&text);
        let place = |range| Place::new("site.toml", Arc::clone(&source), range);
        let mut found: Vec<Diagnostic> = errors
            .iter()
            .map(|error| {
                Diagnostic::error("C0002", format!("site.toml is not valid TOML: {}", error.message()))
                    .at(place(error.span().unwrap_or(0..0)))
            })
            .collect();
        let root = table.get_ref();
        for required in REQUIRED {
            let good =
                root.get(required).is_some_and(|value| matches!(value.get_ref(), DeValue::String(text) if !text.is_empty()));
            if !good && found.is_empty() {
                found.push(
                    Diagnostic::error("C0004", format!("site.toml has no `{required}`"))
                        .at(place(0..0))
                        .hint(format!("add `{required} = \"...\"` at its top")),
                );
            }
        }
        for (key, value) in root {
            let is_table = matches!(value.get_ref(), DeValue::Table(_));
            if !is_table && !KNOWN.contains(&&**key.get_ref()) {
                found.push(
                    Diagnostic::error("C0005", format!("unknown key `{}` in site.toml", key.get_ref()))
                        .at(place(key.span()))
                        .hint(
                            did_you_mean(key.get_ref(), KNOWN).unwrap_or_else(|| "put values of your own in a table".to_owned()),
                        ),
                );
            }
        }
        let site = front_matter::json(&DeValue::Table(root.clone()));
        let base_url = flags.base_url.clone().or_else(|| text_at(&site, &["base_url"])).unwrap_or_default();
        let base_url = base_url.trim_end_matches('/').to_owned();
        let origin = base_url.split_once("://");
        if origin.is_none_or(|(scheme, host)| !matches!(scheme, "http" | "https") || host.is_empty()) && found.is_empty() {
            let range = root.get("base_url").map_or(0..0, toml::Spanned::span);
            found.push(
                Diagnostic::error("C0006", format!("`{base_url}` is not an absolute address"))
                    .at(place(range))
                    .hint("write it with its scheme: `base_url = \"https://www.example.com\"`"),
            );
        }
        if flags.profile == Profile::Production {
            found.extend(production(root, &place));
        }
        if !found.is_empty() {
            return Err(found);
        }
        let prefix = origin.and_then(|(_, rest)| rest.find('/').map(|at| rest[at..].to_owned())).unwrap_or_default();
        let runtime = text_at(&site, &["runtime", "dir"]);
        let keep = site.pointer("/output/keep_releases").and_then(Value::as_u64).unwrap_or(3);
        let mut site = site;
        if let Some(table) = site.as_object_mut() {
            table.insert("base_url".into(), Value::String(base_url.clone()));
            table.entry("language").or_insert_with(|| "en".into());
            table.entry("description").or_insert_with(|| "".into());
        }
        Ok(Settings {
            out: flags.out.clone().unwrap_or_else(|| world.root().join("public")),
            base_url,
            prefix,
            client: site.get("client").filter(|it| it.is_object()).cloned().unwrap_or_else(|| Value::Object(Map::new())),
            service_worker: runtime.is_some() && site.pointer("/service_worker/enabled").and_then(Value::as_bool).unwrap_or(true),
            site,
            runtime,
            keep_releases: usize::try_from(keep).unwrap_or(3),
            build_year: environment.build_year,
            drafts: flags.drafts,
            profile: flags.profile,
            allow_samples: flags.allow_samples,
        })
    }
}

impl Settings {
    /// Everything of the settings that goes into every page.
    pub fn head(&self) -> Value {
        json!({
            "base_url": self.base_url, "prefix": self.prefix, "client": self.client, "worker": self.service_worker,
            "name": self.site.get("name"), "description": self.site.get("description"), "image": self.site.get("image"), "reporting": self.site.get("reporting"), "build_year": self.build_year,
        })
    }
}

/// What the process's surroundings say.
#[derive(Debug, Clone, Copy)]
pub struct Environment {
    /// The year the output is dated with.
    pub build_year: i64,
    /// The moment that decides which pages are due, in epoch seconds.
    pub now: i64,
}

impl Environment {
    /// Reads `SOURCE_DATE_EPOCH` and, without it, the clock.
    pub fn read() -> Environment {
        let seconds =
            std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.trim().parse::<i64>().ok()).unwrap_or_else(|| {
                let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
                i64::try_from(now.as_secs()).unwrap_or(0)
            });
        Environment { build_year: year(seconds), now: seconds }
    }
}

/// The civil year in UTC of a moment in epoch seconds.
fn year(seconds: i64) -> i64 {
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day = days.rem_euclid(146_097);
    let year_of_era = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    era * 400 + year_of_era + i64::from(day_of_year >= 306)
}

/// What a production build refuses in `[brand]` (A2).
fn production(root: &DeTable<'_>, place: &dyn Fn(std::ops::Range<usize>) -> Place) -> Vec<Diagnostic> {
    let Some(brand) = root.get("brand") else {
        return Vec::new();
    };
    let DeValue::Table(table) = brand.get_ref() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, value) in table {
        let refused = match value.get_ref() {
            DeValue::Boolean(sample) => &**name.get_ref() == "sample" && *sample,
            DeValue::String(text) => text.trim().is_empty(),
            _ => false,
        };
        if refused {
            found.push(
                Diagnostic::error("C0007", format!("`brand.{}` is not ready for production", name.get_ref()))
                    .at(place(name.span().start..value.span().end))
                    .hint("fill in the operator's own data and set `sample = false`, or build with --profile preview"),
            );
        }
    }
    found
}

fn text_at(value: &Value, keys: &[&str]) -> Option<String> {
    keys.iter().try_fold(value, |value, key| value.get(key))?.as_str().map(str::to_owned)
}

/// An absolute path, without asking that it exists.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::year;

    #[test]
    fn a_moment_has_its_civil_year() {
        assert_eq!(year(0), 1970);
        assert_eq!(year(1_735_689_599), 2024);
        assert_eq!(year(1_735_689_600), 2025);
        assert_eq!(year(951_782_400), 2000);
    }
}
