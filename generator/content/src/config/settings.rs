//! Resolved build settings from the build options, the layered site.toml and the clock. They are read once per build.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::config_errors::PoisonedKeys;
use crate::config::layers::Layers;
use crate::config::options::{BuildOptions, Clock, OutputFlags, Profile, real};
use crate::config::site_config::SiteConfig;
use crate::config::tables::i18n::I18n;
use crate::config::tables::languages::{HostChoice, Languages};
use crate::config::{production, tables, validate};
use crate::foreign_names;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location, Severity};
use croupier_base::disk::world::World;
use croupier_base::path::{SitePath, is_portable};
use croupier_base::syntax::spanned::{self, SpannedValue};
use croupier_extensions::Extensions;

/// The settings of a build.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Absolute path of the output folder.
    pub out: PathBuf,
    /// Absolute URL of the site without a trailing slash.
    pub base_url: String,
    /// Path of `base_url` without a trailing slash: empty, or `/docs`.
    pub base_path: String,
    /// The files and variables that the settings come from.
    pub layers: Layers,
    /// All values of site.toml with ranges of `layers`.
    pub spanned: SpannedValue,
    /// site.toml as templates of the default language see it.
    pub site: Value,
    /// The languages of the site.
    pub languages: Languages,
    /// Query parameters that the runtime removes from URLs before any other code reads them (A13).
    pub secret_parameters: Vec<String>,
    /// The tables that the generator reads.
    pub config: SiteConfig,
    /// Folder of the runtime relative to the root, if the site has a runtime.
    pub runtime: Option<SitePath>,
    /// Whether the site has a service worker.
    pub service_worker: bool,
    /// Year in the copyright line, from `SOURCE_DATE_EPOCH` or the system clock (A21).
    pub build_year: i64,
    /// Preview or production.
    pub profile: Profile,
    /// The flags that change the output.
    pub flags: OutputFlags,
    /// The optional libraries of this program.
    pub extensions: Extensions,
    /// Keys of site.toml that have errors.
    pub poisoned_keys: PoisonedKeys,
}

const REQUIRED: [&str; 2] = ["name", "base_url"];

impl Settings {
    /// Reads the settings. Returns all diagnostics if site.toml has an error.
    pub fn read(
        options: &BuildOptions,
        world: &World,
        clock: &Clock,
    ) -> Result<Settings, Vec<Diagnostic>> {
        let (settings, diagnostics) = Settings::read_partial(options, world, clock)?;
        let has_error = diagnostics.iter().any(|it| it.severity == Severity::Error);
        if has_error { Err(diagnostics) } else { Ok(settings) }
    }

    /// Reads as many settings as possible, with the diagnostics of site.toml. Returns an error if the build cannot continue.
    pub fn read_partial(
        options: &BuildOptions,
        world: &World,
        clock: &Clock,
    ) -> Result<(Settings, Vec<Diagnostic>), Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        let layers = Layers::find(options, world, &mut diagnostics)?;
        let root = &layers.read(&mut diagnostics);
        let place = |range| layers.place(range);

        // Keys that are missing after a syntax error may be in the part that could not be parsed.
        let is_incomplete = !diagnostics.is_empty();
        diagnostics.extend(key_problems(root, is_incomplete, &place));

        let config = SiteConfig::read(root, &layers, &options.extensions, &mut diagnostics);
        let secret_parameters = secret_parameters(root, &place, &mut diagnostics);
        let spanned = spanned::table(root, layers.end());
        let base_url_flag = options.base_url.as_deref();
        let base_url = site_base_url(base_url_flag, &spanned, &place, &mut diagnostics);
        let choice = HostChoice { base_url: &base_url, host: options.host.as_deref() };
        if options.profile == Profile::Production && !is_incomplete {
            let production = &config.production;
            diagnostics.extend(production::check(&spanned, production, base_url_flag, &place));
        }

        let mut languages =
            read_languages(root, &config.i18n, options, &spanned, choice, &place, &mut diagnostics);
        let base_url = choice.host.map_or_else(|| base_url.clone(), str::to_owned);
        if options.pseudo {
            languages = languages.with_pseudo(config.taxonomies.iter().map(|it| &*it.name));
        }
        for (name, target) in &config.deploy {
            if let Some((message, range, hint)) = target.language_problem(name, &languages.hosts) {
                let error = Diagnostic::error(Code::SiteTable, message).at(place(range));
                diagnostics.push(error.hint(hint));
            }
        }
        let config = config.localized(&languages);

        let out = options.out();
        let runtime_folder = runtime_folder(&config, root, &place, &mut diagnostics);
        if let Some(error) = output_in_source(&out, world.root(), runtime_folder) {
            // The build would read its own output.
            diagnostics.push(error);
            return Err(diagnostics);
        }

        let runtime = runtime_folder.map(SitePath::new);
        let settings = Settings {
            poisoned_keys: PoisonedKeys::from_diagnostics(&diagnostics),
            out,
            base_path: base_path(&base_url),
            site: languages.main_language().site.clone(),
            languages,
            base_url,
            secret_parameters,
            service_worker: runtime.is_some() && config.service_worker.enabled,
            spanned,
            layers,
            config,
            runtime,
            build_year: clock.build_year,
            profile: options.profile,
            flags: options.output_flags(),
            extensions: options.extensions,
        };

        Ok((settings, diagnostics))
    }

    /// Returns whether each page has page-data.
    pub fn has_page_data(&self) -> bool {
        self.config.output.page_data.unwrap_or(self.runtime.is_some())
    }

    /// Returns whether search engines must not index the site.
    pub fn is_preview(&self) -> bool {
        self.profile == Profile::Preview || self.flags.preview.is_some()
    }

    /// Returns a top-level string of site.toml.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.site.get(key).and_then(Value::as_str)
    }
}

/// Returns the URL of `--base-url`, or else `base_url` of site.toml, without a trailing slash, and reports a URL that is not absolute.
fn site_base_url(
    flag: Option<&str>,
    spanned: &SpannedValue,
    place: &dyn Fn(Range<usize>) -> Location,
    diagnostics: &mut Vec<Diagnostic>,
) -> String {
    if let Some(base_url) = flag {
        // The command line parser has validated it.
        return base_url.trim_end_matches('/').to_owned();
    }

    let Some(value) = spanned.get("base_url") else { return String::new() };
    let json = value.to_json();
    let url = json.as_str().unwrap_or_default().trim_end_matches('/');
    if !url.is_empty()
        && let Some(hint) = validate::base_url_problem(url)
    {
        let error = Diagnostic::error(
            Code::BaseUrlNotAbsolute,
            format!("`base_url` must be an absolute URL of a site, not `{url}`"),
        );
        diagnostics.push(error.at(place(value.range.clone())).hint(hint));
    }
    url.to_owned()
}

/// Reads the languages of the site, and reports wrong values.
fn read_languages(
    root: &DeTable<'_>,
    i18n: &I18n,
    options: &BuildOptions,
    spanned: &SpannedValue,
    choice: HostChoice<'_>,
    place: &dyn Fn(Range<usize>) -> Location,
    diagnostics: &mut Vec<Diagnostic>,
) -> Languages {
    let site = template_values(spanned, choice.host.unwrap_or(choice.base_url));
    let with_disabled = options.with_disabled_languages;
    let report = &mut |message, range, hint: String| {
        let error = Diagnostic::error(Code::SiteTable, message).at(place(range));
        diagnostics.push(error.hint(hint));
    };

    let languages = Languages::read(root, i18n, spanned, site, choice, with_disabled, report);

    if let Some(host) = choice.host.filter(|_| languages.published().next().is_none()) {
        // site.toml changed since the command began.
        let range = root.get("languages").map_or(0..0, Spanned::span);
        report(
            format!("no language is on the host {host}"),
            range,
            "start the command again".to_owned(),
        );
    }

    languages
}

/// Returns the folder of the runtime, and reports one that is outside the site.
fn runtime_folder<'a>(
    config: &'a SiteConfig,
    root: &DeTable<'_>,
    place: &dyn Fn(Range<usize>) -> Location,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<&'a str> {
    let folder = config.runtime.as_ref()?.dir.as_str();
    if !is_portable(folder) {
        let range = runtime_dir_range(root);
        let error = Diagnostic::error(Code::SiteTable, "`[runtime] dir` is outside the site");
        diagnostics.push(error.at(place(range)).hint("name a folder inside the site's root"));
        return None;
    }
    Some(folder)
}

/// Returns site.toml as templates see it: with the base URL of this build and the defaults of keys.
fn template_values(spanned: &SpannedValue, base_url: &str) -> Value {
    let mut site = spanned.to_json();
    if let Some(table) = site.as_object_mut() {
        table.insert("base_url".into(), Value::String(base_url.to_owned()));
        table.entry("language").or_insert_with(|| "en".into());
        table.entry("description").or_insert_with(|| "".into());
    }
    site
}

/// Returns the range of `[runtime] dir`, or of the table if it has no such key.
fn runtime_dir_range(root: &DeTable<'_>) -> Range<usize> {
    let table = root.get("runtime");
    let dir = table.and_then(|table| table.get_ref().as_table()?.get("dir"));
    dir.or(table).map_or(0..0, Spanned::span)
}

/// Returns the errors of the keys of site.toml. Missing keys are not reported if a syntax error may have hidden them.
fn key_problems(
    root: &DeTable<'_>,
    is_incomplete: bool,
    place: &dyn Fn(Range<usize>) -> Location,
) -> Vec<Diagnostic> {
    let mut problems = if is_incomplete { Vec::new() } else { missing_keys(root, place) };
    problems.extend(unknown_keys(root, place));
    problems.extend(validate::check_formats(root, place));
    problems
}

/// Returns an error for each required key that is missing, empty or not a string.
fn missing_keys(root: &DeTable<'_>, place: &dyn Fn(Range<usize>) -> Location) -> Vec<Diagnostic> {
    let problem = |key: &&str| {
        let Some(value) = root.get(*key) else {
            let missing =
                Diagnostic::error(Code::SiteKeyMissing, format!("site.toml has no `{key}`"));
            let hint = format!("add `{key} = \"...\"` at the top of the file");
            return Some(missing.at(place(0..0)).hint(hint));
        };

        let problem = match value.get_ref() {
            DeValue::String(text) if !text.is_empty() => return None,
            DeValue::String(_) => "is empty",
            _ => "is not a text in quotes",
        };
        let place = place(value.span());
        let hint = if place.file.ends_with(".toml") {
            format!("write `{key} = \"...\"`")
        } else {
            format!("give the variable a value, or remove it to use `{key}` of site.toml")
        };
        let error = Diagnostic::error(Code::SiteKeyMissing, format!("`{key}` {problem}"));
        Some(error.at(place).hint(hint))
    };
    REQUIRED.iter().filter_map(problem).collect()
}

/// Returns an error for each unknown top-level key, and for each table whose name is a typo of a known table.
fn unknown_keys(root: &DeTable<'_>, place: &dyn Fn(Range<usize>) -> Location) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (key, value) in root {
        let name = &**key.get_ref();
        let is_table = matches!(value.get_ref(), DeValue::Table(_) | DeValue::Array(_));
        let is_known = tables::TOP_LEVEL_KEYS.contains(&name) || tables::TABLES.contains(&name);

        let similar_table = tables::close_match(name, tables::TABLES);
        if is_known || is_table && similar_table.is_none() {
            continue;
        }

        let suggestion = foreign_names::setting(name)
            .map(str::to_owned)
            .or_else(|| similar_table.map(|table| format!("did you mean `{table}`?")))
            .or_else(|| {
                did_you_mean(name, tables::TOP_LEVEL_KEYS.into_iter().chain(tables::TABLES))
            });

        let place = place(key.span());
        let message = format!("unknown key `{name}` in {}", place.file);
        diagnostics.push(
            Diagnostic::error(Code::SiteKeyUnknown, message)
                .at(place)
                .hint(suggestion.unwrap_or_else(|| "put your own values in a table".to_owned())),
        );
    }

    diagnostics
}

/// Reads `[client] secret_parameters`: names that are joined with spaces in an HTML attribute.
fn secret_parameters(
    root: &DeTable<'_>,
    place: &dyn Fn(Range<usize>) -> Location,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<String> {
    let table = root.get("client").and_then(|client| client.get_ref().as_table());

    let Some(list) = table.and_then(|table| table.get("secret_parameters")) else {
        return Vec::new();
    };
    let mut report = |range| {
        diagnostics.push(
            Diagnostic::error(Code::SiteTable, "`[client] secret_parameters` is not a list of parameter names")
                .at(place(range))
                .hint("write `secret_parameters = [\"token\", \"password\"]`: letters, digits, hyphens and underscores"),
        );
    };

    let Some(items) = list.get_ref().as_array() else {
        report(list.span());
        return Vec::new();
    };
    let is_valid = |name: &str| {
        !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it))
    };

    let mut names = Vec::new();
    for item in items {
        match item.get_ref() {
            DeValue::String(name) if is_valid(name) => names.push(name.to_string()),
            _ => report(item.span()),
        }
    }
    names
}

/// Returns the path of a base URL without a final slash: `/docs` for `https://example.com/docs`, and an empty text for the root.
pub fn base_path(base_url: &str) -> String {
    let rest = base_url.split_once("://").map_or("", |(_, rest)| rest);
    rest.find('/').map(|start| rest[start..].to_owned()).unwrap_or_default()
}

/// Returns the source folder of a site that contains a file or a folder. `runtime` is the folder of the runtime.
pub fn source_folder_of<'a>(path: &Path, root: &Path, runtime: Option<&'a str>) -> Option<&'a str> {
    let mut folders = ["content", "pages", "static", "i18n"].into_iter().chain(runtime);
    let resolved = real(path);
    folders.find(|folder| resolved.starts_with(real(&root.join(folder))))
}

/// Returns an error if the output folder is inside a source folder.
fn output_in_source(out: &Path, root: &Path, runtime: Option<&str>) -> Option<Diagnostic> {
    let folder = source_folder_of(out, root, runtime)?;
    let message = format!("the output folder {} is inside {folder}/", out.display());
    let hint = "a build would read its own output; choose another folder with --out";
    Some(Diagnostic::error(Code::OutputInSource, message).hint(hint))
}
