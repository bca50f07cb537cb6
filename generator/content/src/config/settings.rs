//! What a build was asked to do: arguments, site.toml with what is laid over it, and clock, read once; nothing later asks them again.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::Value;
use toml::de::{DeTable, DeValue};

use crate::config::args::{BuildArgs, Profile, real};
use crate::config::base_url;
use crate::config::clock::Clock;
use crate::config::doubt::Doubt;
use crate::config::formats;
use crate::config::layers::{self, Layers};
use crate::config::production;
use crate::config::site_config::SiteConfig;
use crate::config::tables;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Place};
use croupier_base::disk::world::World;
use croupier_base::path::{SitePath, is_inside};
use croupier_base::syntax::spanned::{self, SpannedValue};

/// Everything that a build is told.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Absolute output folder.
    pub out: PathBuf,
    /// Absolute address of the site without a final slash.
    pub base_url: String,
    /// Path of the base address without a final slash: empty, or `/docs`.
    pub base: String,
    /// The files and variables that it was read from.
    pub layers: Layers,
    /// All that they say, with ranges of `layers`.
    pub written: SpannedValue,
    /// site.toml as templates see it.
    pub site: Value,
    /// Parameters that the runtime takes out of addresses before anything else sees them (A13).
    pub secrets: Vec<String>,
    /// The tables that the generator reads itself.
    pub config: SiteConfig,
    /// Folder of the runtime below the root, where the site has one.
    pub runtime: Option<SitePath>,
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
    /// What mistakes in site.toml leave unknown.
    pub doubt: Doubt,
}

const REQUIRED: [&str; 2] = ["name", "base_url"];
/// Keys at the top of site.toml. Tables that the generator does not know are the templates' own.
pub const KNOWN: [&str; 8] =
    ["name", "base_url", "language", "time_zone", "currency", "description", "image", "layouts"];

impl Settings {
    /// Reads site.toml below the root that `args` name; any mistake in it is an error.
    pub fn read(
        args: &BuildArgs,
        world: &World,
        clock: &Clock,
    ) -> Result<Settings, Vec<Diagnostic>> {
        let (settings, found) = Settings::as_far_as_readable(args, world, clock)?;
        if found.is_empty() { Ok(settings) } else { Err(found) }
    }

    /// The settings as far as site.toml can be read, and what is wrong with it; the error where there is nothing to go on with.
    pub fn as_far_as_readable(
        args: &BuildArgs,
        world: &World,
        clock: &Clock,
    ) -> Result<(Settings, Vec<Diagnostic>), Vec<Diagnostic>> {
        let mut found = Vec::new();
        let layers = layers::find(args, world, &mut found)?;
        let root = &layers.read(&mut found);
        let place = |range| layers.place(range);
        let is_torn = !found.is_empty();
        for required in REQUIRED {
            let good = root.get(required).is_some_and(
                |value| matches!(value.get_ref(), DeValue::String(text) if !text.is_empty()),
            );
            if !good && !is_torn {
                found.push(
                    Diagnostic::error(
                        Code::SiteKeyMissing,
                        format!("site.toml has no `{required}`"),
                    )
                    .at(place(0..0))
                    .hint(format!("add `{required} = \"...\"` at its top")),
                );
            }
        }
        found.extend(unknown(root, &place));
        found.extend(formats::found(root, &place));
        let config = SiteConfig::read(root, &layers, &mut found);
        let secrets = secret_parameters(root, &place, &mut found);
        let written = spanned::table(root, layers.end());
        let site = written.to_json();
        let base_url =
            args.base_url.clone().or_else(|| text_at(&site, &["base_url"])).unwrap_or_default();
        let base_url = base_url.trim_end_matches('/').to_owned();
        let origin = base_url.split_once("://");
        // That of a flag was looked at when it was read.
        if args.base_url.is_none()
            && !base_url.is_empty()
            && let Some(hint) = base_url::problem(&base_url)
        {
            let range = root.get("base_url").map_or(0..0, toml::Spanned::span);
            let error = Diagnostic::error(
                Code::BaseUrlNotAbsolute,
                format!("`{base_url}` is no absolute address of a site"),
            );
            found.push(error.at(place(range)).hint(hint));
        }
        // What a torn text no longer has is not missing.
        if args.profile == Profile::Production && !is_torn {
            found.extend(production::found(
                &written,
                &config.production,
                args.base_url.as_deref(),
                &place,
            ));
        }
        let out = args.out();
        let inside = config.runtime.as_ref().map(|it| it.dir.as_str()).filter(|dir| is_inside(dir));
        if inside.is_none() && config.runtime.is_some() {
            let range = runtime_dir(root);
            let error = Diagnostic::error(Code::SiteTable, "`[runtime] dir` leads out of the site");
            found.push(
                error.at(place(range)).hint("name a folder below the one that site.toml lies in"),
            );
        }
        if let Some(error) = misplaced(&out, world.root(), inside) {
            // A build would read what it wrote.
            found.push(error);
            return Err(found);
        }
        let base = origin
            .and_then(|(_, rest)| rest.find('/').map(|at| rest[at..].to_owned()))
            .unwrap_or_default();
        let runtime = inside.map(SitePath::new);
        let mut site = site;
        if let Some(table) = site.as_object_mut() {
            table.insert("base_url".into(), Value::String(base_url.clone()));
            table.entry("language").or_insert_with(|| "en".into());
            table.entry("description").or_insert_with(|| "".into());
        }
        let settings = Settings {
            doubt: Doubt::of(&found),
            out,
            base_url,
            base,
            secrets,
            service_worker: runtime.is_some() && config.service_worker.enabled,
            written,
            layers,
            site,
            config,
            runtime,
            build_year: clock.build_year,
            drafts: args.drafts,
            profile: args.profile,
            allow_samples: args.allow_samples,
        };
        Ok((settings, found))
    }
}

impl Settings {
    /// A text at the top of site.toml.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.site.get(key).and_then(Value::as_str)
    }
}

/// Where the folder of the runtime is named.
fn runtime_dir(root: &DeTable<'_>) -> Range<usize> {
    let table = root.get("runtime");
    let dir = table.and_then(|table| table.get_ref().as_table()?.get("dir"));
    dir.or(table).map_or(0..0, toml::Spanned::span)
}

/// Keys at the top that nobody reads, and tables that are nearly one of ours.
fn unknown(root: &DeTable<'_>, place: &dyn Fn(Range<usize>) -> Place) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (key, value) in root {
        let name = &**key.get_ref();
        let is_table = matches!(value.get_ref(), DeValue::Table(_) | DeValue::Array(_));
        let is_known = KNOWN.contains(&name) || tables::TABLES.contains(&name);
        let slip = tables::slip(name, tables::TABLES);
        if is_known || is_table && slip.is_none() {
            continue;
        }
        let meant = slip
            .map(|table| format!("did you mean `{table}`?"))
            .or_else(|| did_you_mean(name, KNOWN.into_iter().chain(tables::TABLES)));
        let place = place(key.span());
        found.push(
            Diagnostic::error(
                Code::SiteKeyUnknown,
                format!("unknown key `{name}` in {}", place.file),
            )
            .at(place)
            .hint(meant.unwrap_or_else(|| "put values of your own in a table".to_owned())),
        );
    }
    found
}

/// `[client] secret_parameters`: names of parameters, as they stand in an attribute with spaces between them.
fn secret_parameters(
    root: &DeTable<'_>,
    place: &dyn Fn(Range<usize>) -> Place,
    found: &mut Vec<Diagnostic>,
) -> Vec<String> {
    let table = root.get("client").and_then(|client| client.get_ref().as_table());
    let Some(list) = table.and_then(|table| table.get("secret_parameters")) else {
        return Vec::new();
    };
    let mut wrong = |range| {
        found.push(
            Diagnostic::error(Code::SiteTable, "`[client] secret_parameters` is no list of parameter names")
                .at(place(range))
                .hint("write `secret_parameters = [\"token\", \"password\"]`: letters, digits, hyphens and underscores"),
        );
        None
    };
    let Some(items) = list.get_ref().as_array() else {
        wrong(list.span());
        return Vec::new();
    };
    let is_valid = |name: &str| {
        !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it))
    };
    let name = |item: &toml::Spanned<DeValue<'_>>| match item.get_ref() {
        DeValue::String(name) if is_valid(name) => Some(name.to_string()),
        _ => wrong(item.span()),
    };
    items.iter().filter_map(name).collect()
}

/// The error of an output that lies in a folder of sources.
fn misplaced(out: &Path, root: &Path, runtime: Option<&str>) -> Option<Diagnostic> {
    let folders = ["content", "pages", "static"].into_iter().chain(runtime);
    let place = real(out);
    let mut sources = folders.map(|folder| (folder, real(&root.join(folder))));
    let (folder, _) = sources.find(|(_, source)| place.starts_with(source))?;
    let message = format!("the output folder {} lies inside {folder}/", out.display());
    let hint = "a build would read what it writes; name another folder with --out";
    Some(Diagnostic::error(Code::OutputInSource, message).hint(hint))
}

fn text_at(value: &Value, keys: &[&str]) -> Option<String> {
    keys.iter().try_fold(value, |value, key| value.get(key))?.as_str().map(str::to_owned)
}
