//! What templates can say: the minijinja environment with its functions, and errors that know their place.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};

use minijinja::value::{Enumerator, Kwargs, Object, Serde, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, State, UndefinedBehavior};
use serde_json::{Map, Value as Json, json};

use crate::bundle::Bundle;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::front_matter::SortBy;
use crate::island::Islands;
use crate::listing;
use crate::moment;
use crate::page::Page;
use crate::picture::Measures;
use crate::publish;
use crate::reads::{self, Digest, Key, List, asked};
use crate::settings::Settings;
use crate::site::Site;
use crate::taxonomy;

/// What one rendering placed besides its HTML.
#[derive(Debug, Default, Clone)]
pub struct Placed {
    /// Islands by name.
    pub islands: BTreeSet<String>,
    /// Slices by name.
    pub slices: BTreeSet<String>,
    /// Static queries: the data's name by the hash of its content.
    pub queries: BTreeMap<String, String>,
}

/// Everything that template functions draw on, and the answers to every [`Key`].
pub struct Pieces {
    /// What the build was asked to do.
    pub settings: Arc<Settings>,
    /// The pages.
    pub site: Arc<Site>,
    /// Templates by site path.
    pub templates: Arc<Sources>,
    /// Data files by name.
    pub data: Arc<BTreeMap<String, Data>>,
    /// The bundled runtime, where there is one.
    pub bundle: Option<Arc<Bundle>>,
    /// The island renderer, where there is a runtime.
    pub islands: Option<Arc<Islands>>,
    /// Measures of the pictures in static/, by output path.
    pub pictures: Arc<BTreeMap<String, Measures>>,
    /// HTML of the slices, by name; empty while the slices themselves render.
    pub slices: RwLock<BTreeMap<String, String>>,
}

/// One data file.
#[derive(Debug)]
pub struct Data {
    /// What it holds.
    pub value: Json,
    /// The hash under which it is published as a static query.
    pub hash: String,
    shown: Value,
}

impl Data {
    /// Data as templates see it.
    pub fn new(value: Json) -> Data {
        Data { hash: query_hash(&value), shown: Value::from(Serde(&value)), value }
    }
}

/// Source texts of templates by site path: `pages/home.html`.
pub type Sources = BTreeMap<String, Arc<str>>;

/// Makes the environment for one state of the sources.
pub fn environment(pieces: &Arc<Pieces>) -> Result<Environment<'static>, Vec<Diagnostic>> {
    let sources = &pieces.templates;
    let mut env = Environment::new();
    env.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    env.set_debug(true);
    env.set_auto_escape_callback(|name| match name.rsplit_once('.') {
        Some((_, "json" | "webmanifest")) => AutoEscape::Json,
        Some((_, "txt" | "csv")) => AutoEscape::None,
        _ => AutoEscape::Html,
    });
    // A slash needs no escape, and addresses are full of them.
    env.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if matches!(state.auto_escape(), AutoEscape::Html) && !value.is_safe() => {
            out.write_str(&escape(text)).map_err(Error::from)
        }
        _ => minijinja::escape_formatter(out, state, value),
    });
    env.set_path_join_callback(|name, _| {
        let name: Cow<'_, str> = if name.starts_with("pages/") { name.into() } else { format!("pages/{name}").into() };
        asked(Key::Template(name.to_string()));
        name
    });
    env.add_global("site", Value::from_object(SettingsView::new(&pieces.settings)));
    env.add_global("data", Value::from_object(DataView(Arc::clone(&pieces.data))));
    env.add_global("build_year", pieces.settings.build_year);
    env.add_filter("timestamp", timestamp);
    let mut found = Vec::new();
    for (name, source) in sources.iter() {
        if let Err(error) = env.add_template_owned(name.clone(), source.to_string()) {
            found.push(diagnose(&error, sources));
        }
    }
    found.extend(sources.keys().filter_map(|name| endless(sources, name)));
    if !found.is_empty() {
        return Err(found);
    }
    let at = Arc::clone(pieces);
    env.add_function("island", move |state: &mut State, name: String, props: Option<Value>, options: Kwargs| {
        at.island(state, &name, props, &options)
    });
    let at = Arc::clone(pieces);
    env.add_function("slice", move |state: &mut State, name: String, options: Kwargs| at.slice(state, &name, &options));
    let at = Arc::clone(pieces);
    env.add_function("asset", move |name: String| at.asset(&name));
    let at = Arc::clone(pieces);
    env.add_function("section", move |prefix: String, options: Kwargs| at.section(prefix, &options));
    let at = Arc::clone(pieces);
    env.add_function("terms", move |taxonomy: String| at.terms(&taxonomy));
    let at = Arc::clone(pieces);
    env.add_function("image_size", move |path: String| at.image_size(&path));
    let at = Arc::clone(pieces);
    env.add_function("static_query", move |state: &mut State, name: String| at.query(state, &name));
    Ok(env)
}

impl Placed {
    /// Both together.
    pub fn merge(&mut self, other: Placed) {
        self.islands.extend(other.islands);
        self.slices.extend(other.slices);
        self.queries.extend(other.queries);
    }
}

impl Pieces {
    fn section(&self, prefix: String, options: &Kwargs) -> Result<Value, Error> {
        let wanted: Option<String> = options.get("sort_by")?;
        options.assert_all_used()?;
        let sort_by = match wanted {
            None => SortBy::default(),
            Some(name) => SortBy::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, it)| it).ok_or_else(|| {
                let names = SortBy::NAMES.map(|(name, _)| name);
                let hint = did_you_mean(&name, names).unwrap_or_else(|| format!("write one of {}", names.join(", ")));
                invalid(format!("pages cannot be sorted by `{name}`"), hint)
            })?,
        };
        let list = List::Section(prefix);
        let value = self.site.list(&list, sort_by).value.clone();
        asked(Key::Pages(list, sort_by));
        Ok(value)
    }

    fn terms(&self, taxonomy: &str) -> Result<Value, Error> {
        asked(Key::Terms(taxonomy.to_owned()));
        if !self.site.terms.contains_key(taxonomy) {
            let hint = did_you_mean(taxonomy, self.site.terms.keys().map(String::as_str));
            let hint = hint.unwrap_or_else(|| format!("declare it in site.toml: `[[taxonomies]]` with `name = \"{taxonomy}\"`"));
            return Err(invalid(format!("there is no taxonomy `{taxonomy}`"), hint));
        }
        Ok(listing::terms(&self.site, taxonomy))
    }

    /// The measures of a picture of this site, by its address path. The question is noted.
    pub fn measures(&self, path: &str) -> Option<Measures> {
        let path = path.strip_prefix('/').filter(|rest| !rest.starts_with('/'))?.split(['?', '#']).next()?;
        asked(Key::Picture(path.to_owned()));
        self.pictures.get(path).copied()
    }

    fn image_size(&self, path: &str) -> Result<Value, Error> {
        self.measures(path).map(|it| Value::from(Serde(it))).ok_or_else(|| {
            let names: Vec<String> = self.pictures.keys().map(|path| format!("/{path}")).collect();
            let hint = did_you_mean(path, names.iter().map(String::as_str))
                .unwrap_or_else(|| "name a picture in static/ by its address: `/images/dice.png`".to_owned());
            invalid(format!("there is no picture `{path}` whose measures are known"), hint)
        })
    }

    fn island(&self, state: &mut State, name: &str, props: Option<Value>, options: &Kwargs) -> Result<Value, Error> {
        let hydrate: Option<String> = options.get("hydrate")?;
        let queries: Option<Vec<String>> = options.get("queries")?;
        options.assert_all_used()?;
        let hydrate = hydrate.unwrap_or_else(|| "load".to_owned());
        let moments = ["load", "idle", "visible", "interaction", "session"];
        if !moments.contains(&&*hydrate) {
            return Err(invalid(
                format!("an island cannot hydrate at `{hydrate}`"),
                did_you_mean(&hydrate, moments).unwrap_or_else(|| format!("write one of {}", moments.join(", "))),
            ));
        }
        let (Some(bundle), Some(islands)) = (&self.bundle, &self.islands) else {
            return Err(invalid(
                format!("island `{name}` needs a runtime"),
                "name its folder in site.toml: `[runtime] dir`".into(),
            ));
        };
        asked(Key::Island(name.to_owned()));
        let Some(files) = bundle.islands.get(name) else {
            let names = bundle.islands.keys().map(String::as_str);
            return Err(invalid(
                format!("there is no island `{name}`"),
                did_you_mean(name, names.clone())
                    .unwrap_or_else(|| format!("the runtime has {}", names.collect::<Vec<_>>().join(", "))),
            ));
        };
        let props = match props {
            Some(value) if !value.is_undefined() && !value.is_none() => serde_json::to_value(&value)
                .map_err(|error| invalid(format!("these props cannot be written as JSON: {error}"), "pass plain data".into()))?,
            _ => json!({}),
        };
        if !props.is_object() {
            return Err(invalid("an island's props are an object".into(), "write them as `{key: value}`".into()));
        }
        if let Some(misfit) = files.props.as_ref().and_then(|shape| shape.misfits(&props).into_iter().next()) {
            let place = misfit.place();
            let what = if place.is_empty() { "the props object".to_owned() } else { format!("the prop `{place}`") };
            let hint = misfit.hint.unwrap_or_else(|| format!("the shape is declared in props.schema.json of `{name}`"));
            return Err(invalid(format!("{what} of island `{name}` {}", misfit.message), hint));
        }
        let mut hashes = Vec::new();
        for query in queries.unwrap_or_default() {
            hashes.push(self.query(state, &query)?);
        }
        let rendered = islands
            .render(name, &props)
            .map_err(|error| invalid(format!("island `{name}` cannot be rendered: {error}"), "mend its component".into()))?;
        placed(state).islands.insert(name.to_owned());
        let mut html = format!(
            "<div data-island=\"{}\" data-props=\"{}\" data-hydrate=\"{hydrate}\" data-src=\"{}/{}\"",
            escape(name),
            escape(&props.to_string()),
            self.settings.prefix,
            files.js
        );
        if !files.css.is_empty() {
            let css: Vec<_> = files.css.iter().map(|path| format!("{}/{path}", self.settings.prefix)).collect();
            html.push_str(&format!(" data-css=\"{}\"", css.join(" ")));
        }
        if !hashes.is_empty() {
            html.push_str(&format!(" data-queries=\"{}\"", hashes.join(" ")));
        }
        html.push_str(&format!(" data-prefix=\"{}\">{}</div>", rendered.prefix, rendered.html));
        Ok(Value::from_safe_string(html))
    }

    /// The place of a slice, filled unless `show=false`: a page that hides it keeps the empty place, so that the next can fill it.
    fn slice(&self, state: &mut State, name: &str, options: &Kwargs) -> Result<Value, Error> {
        let show: Option<bool> = options.get("show")?;
        options.assert_all_used()?;
        asked(Key::Slice(name.to_owned()));
        let slices = self.slices.read().unwrap_or_else(PoisonError::into_inner);
        let Some(html) = slices.get(name) else {
            let names = slices.keys().map(String::as_str);
            let hint = did_you_mean(name, names.clone()).unwrap_or_else(|| {
                if slices.is_empty() {
                    "a slice cannot hold another slice; use `{% include %}`".to_owned()
                } else {
                    format!("pages/slices/ has {}", names.collect::<Vec<_>>().join(", "))
                }
            });
            return Err(invalid(format!("there is no slice `{name}`"), hint));
        };
        if !show.unwrap_or(true) {
            return Ok(Value::from_safe_string(format!("<div data-slice=\"{}\"></div>", escape(name))));
        }
        placed(state).slices.insert(name.to_owned());
        let digest = publish::digest(html.as_bytes());
        Ok(Value::from_safe_string(format!("<div data-slice=\"{}\" data-digest=\"{digest}\">{html}</div>", escape(name))))
    }

    fn asset(&self, name: &str) -> Result<String, Error> {
        asked(Key::Asset(name.to_owned()));
        let assets = self.bundle.as_ref().map(|bundle| &bundle.assets);
        assets.and_then(|assets| assets.get(name)).map(|path| format!("{}/{path}", self.settings.prefix)).ok_or_else(|| {
            let names = assets.into_iter().flat_map(BTreeMap::keys).map(String::as_str);
            invalid(
                format!("there is no asset `{name}`"),
                did_you_mean(name, names).unwrap_or_else(|| "look into the runtime's bundle".into()),
            )
        })
    }

    fn query(&self, state: &mut State, name: &str) -> Result<String, Error> {
        asked(Key::Data(name.to_owned()));
        let Some(data) = self.data.get(name) else {
            let names = self.data.keys().map(String::as_str);
            let hint = did_you_mean(name, names).unwrap_or_else(|| "name a file of content/data without its extension".into());
            return Err(invalid(format!("there is no data file `{name}`"), hint));
        };
        placed(state).queries.insert(data.hash.clone(), name.to_owned());
        Ok(data.hash.clone())
    }

    /// The digest of the answer to a question as things stand; 0 where the answer is that there is nothing.
    pub fn answer(&self, key: &Key) -> Digest {
        let text = |text: &str| reads::digest(text.as_bytes());
        match key {
            Key::Template(name) => self.templates.get(name).map_or(0, |source| text(source)),
            Key::Data(name) => self.data.get(name).map_or(0, |data| text(&data.hash)),
            Key::DataNames => text(&format!("{:?}", self.data.keys())),
            Key::Setting(name) => self.settings.site.get(name).map_or(0, |value| text(&value.to_string())),
            Key::Head => text(&self.settings.head().to_string()),
            Key::Scripts => self.bundle.as_ref().map_or(0, |it| text(&format!("{}\n{}\n{}", it.head, it.styles, it.boot))),
            Key::Pages(list, sort_by) => self.site.list(list, *sort_by).digest,
            Key::Listing(route) => self.site.listings.get(route).map_or(0, |listing| listing.digest(&self.site)),
            Key::Terms(taxonomy) => listing::terms_digest(&self.site, taxonomy),
            Key::Picture(path) => self.pictures.get(path).map_or(0, |it| text(&format!("{it:?}"))),
            Key::Slice(name) => {
                let slices = self.slices.read().unwrap_or_else(PoisonError::into_inner);
                slices.get(name).map_or(0, |html| text(html))
            }
            Key::Island(name) => self.bundle.as_ref().map_or(0, |bundle| {
                bundle.islands.get(name).map_or(0, |files| text(&format!("{} {files:?}", bundle.server_digest)))
            }),
            Key::Asset(name) => self.bundle.as_ref().and_then(|it| it.assets.get(name)).map_or(0, |path| text(path)),
        }
    }
}

/// site.toml in templates; each value that is used is noted.
#[derive(Debug)]
struct SettingsView(BTreeMap<String, Value>);

impl SettingsView {
    fn new(settings: &Settings) -> SettingsView {
        let values = settings.site.as_object().into_iter().flatten();
        SettingsView(values.map(|(key, value)| (key.clone(), Value::from(Serde(value)))).collect())
    }
}

impl Object for SettingsView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let name = key.as_str()?;
        asked(Key::Setting(name.to_owned()));
        self.0.get(name).cloned()
    }
}

/// content/data in templates; each file that is used is noted.
#[derive(Debug)]
struct DataView(Arc<BTreeMap<String, Data>>);

impl Object for DataView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let name = key.as_str()?;
        asked(Key::Data(name.to_owned()));
        self.0.get(name).map(|data| data.shown.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        asked(Key::DataNames);
        Enumerator::Values(self.0.keys().map(Value::from).collect())
    }
}

/// A page in lists: its fields are made when a template asks for them, since a large site lists many and shows few.
#[derive(Debug)]
pub struct PageView(pub Arc<Page>);

/// What templates may ask of a page in a list.
const FIELDS: [&str; 12] = [
    "title",
    "heading",
    "description",
    "menu_label",
    "path",
    "layout",
    "template",
    "status",
    "date",
    "updated",
    "taxonomies",
    "extra",
];

impl Object for PageView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let (page, front) = (&self.0, &self.0.front);
        Some(match key.as_str()? {
            "title" => front.title.as_str().into(),
            "heading" => page.heading().into(),
            "description" => front.description.as_str().into(),
            "menu_label" => front.menu_label.clone().into(),
            "path" => page.route.as_str().into(),
            "layout" => Value::from(Serde(&front.layout)),
            "template" => front.template.as_deref().unwrap_or("page").into(),
            "status" => Value::from(Serde(&front.status)),
            "date" => front.date.clone().into(),
            "updated" => front.updated.clone().into(),
            "taxonomies" => Value::from_object(TermsView(taxonomy::of_page(front))),
            "extra" => Value::from(Serde(&front.extra)),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&FIELDS)
    }
}

/// The terms of a page by taxonomy; a taxonomy that it says nothing of has none.
#[derive(Debug)]
pub struct TermsView(pub Map<String, Json>);

impl Object for TermsView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let terms = self.0.get(key.as_str()?).cloned();
        Some(Value::from(Serde(terms.unwrap_or_else(|| json!([])))))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.0.keys().map(Value::from).collect())
    }
}

/// The decimal hash of a static query's result (contract: it stays numeric).
pub fn query_hash(value: &Json) -> String {
    let digest = blake3::hash(value.to_string().as_bytes());
    let bytes: [u8; 8] = digest.as_bytes()[..8].try_into().expect("eight bytes were taken");
    u64::from_be_bytes(bytes).to_string()
}

/// What a page's own template and its page-data know of it.
pub fn summary(page: &Page, base_url: &str) -> Json {
    json!({
        "title": page.front.title,
        "heading": page.heading(),
        "description": page.front.description,
        "menu_label": page.front.menu_label,
        "path": page.route,
        "url": format!("{base_url}{}", page.route),
        "layout": page.front.layout,
        "template": page.front.template.as_deref().unwrap_or("page"),
        "status": page.front.status,
        "date": page.front.date,
        "updated": page.front.updated,
        "taxonomies": taxonomy::of_page(&page.front),
        "extra": page.front.extra,
    })
}

/// Renders a template that no file has.
pub fn render_text(env: &Environment<'_>, sources: &Sources, text: &str, context: Value) -> Result<(String, Placed), Diagnostic> {
    let template = env.template_from_str(text).map_err(|error| diagnose(&error, sources))?;
    let captured = template.render_captured(context).map_err(|error| diagnose(&error, sources))?;
    let placed = captured.state().get_extension::<Placed>().cloned().unwrap_or_default();
    Ok((captured.into_output(), placed))
}

/// Renders the template `name`.
pub fn render(env: &Environment<'_>, sources: &Sources, name: &str, context: Value) -> Result<(String, Placed), Diagnostic> {
    asked(Key::Template(name.to_owned()));
    let template = env.get_template(name).map_err(|error| diagnose(&error, sources))?;
    let captured = template.render_captured(context).map_err(|error| diagnose(&error, sources))?;
    let placed = captured.state().get_extension::<Placed>().cloned().unwrap_or_default();
    Ok((captured.into_output(), placed))
}

/// The error of a template that extends itself, directly or by way of others: it would never end.
fn endless(sources: &Sources, name: &str) -> Option<Diagnostic> {
    let base = |name: &str| {
        let source = sources.get(name)?;
        let at = source.find("extends").filter(|at| source[..*at].trim_end_matches(['-', '+', ' ', '\n']).ends_with("{%"))?;
        let rest = source[at + "extends".len()..].trim_start();
        let quote = rest.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        let base = rest[1..].split(quote).next()?;
        Some((if base.starts_with("pages/") { base.to_owned() } else { format!("pages/{base}") }, at))
    };
    let (first, at) = base(name)?;
    let mut seen = BTreeSet::new();
    let mut next = first;
    while next != name {
        if !seen.insert(next.clone()) {
            return None;
        }
        next = base(&next)?.0;
    }
    let place = Place::new(name, Arc::clone(&sources[name]), at..at + "extends".len());
    Some(Diagnostic::error("C0402", "this template extends itself").at(place).hint("let it extend another template"))
}

/// Seconds since 1970 of a date as it was written in TOML or YAML.
fn timestamp(date: &str) -> Result<i64, Error> {
    date.parse()
        .ok()
        .as_ref()
        .and_then(moment::seconds)
        .ok_or_else(|| invalid(format!("`{date}` is no date"), "write it as `2026-11-21` or `2026-11-21T18:00:00Z`".to_owned()))
}

/// What the rendering that is under way has placed so far.
fn placed<'a>(state: &'a mut State) -> &'a mut Placed {
    state.get_or_insert_extension_with(Placed::default)
}

/// An error of a template function, with what to do.
#[derive(Debug)]
struct Hint(String);

impl std::fmt::Display for Hint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Hint {}

fn invalid(message: String, hint: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, message).with_source(Hint(hint))
}

/// A minijinja error with its place, the includes on the way, and a hint.
fn diagnose(error: &Error, sources: &Sources) -> Diagnostic {
    // The innermost template error has the place that the author must look at.
    let mut innermost = error;
    let mut chain = Vec::new();
    let mut hint = None;
    let mut next: Option<&(dyn std::error::Error + 'static)> = std::error::Error::source(error);
    while let Some(cause) = next {
        if let Some(inner) = cause.downcast_ref::<Error>() {
            if let (Some(name), Some(line)) = (innermost.name(), innermost.line()) {
                chain.push(format!("template {name}:{line}"));
            }
            innermost = inner;
        } else if let Some(Hint(text)) = cause.downcast_ref::<Hint>() {
            hint = Some(text.clone());
        }
        next = cause.source();
    }
    let (code, fallback) = match innermost.kind() {
        ErrorKind::TemplateNotFound => ("C0401", "templates are looked for in pages/"),
        ErrorKind::SyntaxError => ("C0402", "see the template guide for what can be written here"),
        ErrorKind::UndefinedError => ("C0403", "the value is not there; test it with `is defined` or give it a `default`"),
        ErrorKind::UnknownFunction | ErrorKind::UnknownFilter | ErrorKind::UnknownTest => {
            ("C0404", "see the template guide for the functions there are")
        }
        _ => ("C0405", "see the template guide"),
    };
    let message = innermost.detail().map_or_else(|| innermost.kind().to_string(), str::to_owned);
    let mut found = Diagnostic::error(code, message);
    if let Some(name) = innermost.name()
        && let Some(source) = sources.get(name)
    {
        let line = innermost.line().unwrap_or(1);
        let range = innermost.range().unwrap_or_else(|| line_range(source, line));
        found = found.at(Place::new(name, Arc::clone(source), range));
    }
    found.chain = chain;
    found.hint(hint.unwrap_or_else(|| fallback.to_owned()))
}

fn line_range(source: &str, line: usize) -> std::ops::Range<usize> {
    let start: usize = source.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let length = source[start..].lines().next().map_or(0, str::len);
    start..start + length
}

/// Text for an HTML attribute or element.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}
