//! From a site to its release: every page as HTML and page-data, slices, static queries, the site's own files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use minijinja::{Environment, context, value::Serde, value::Value};
use rayon::prelude::*;
use serde_json::{Value as Json, json};

use crate::bundle::Bundle;
use crate::console::counted;
use crate::diagnostic::Diagnostic;
use crate::hosting;
use crate::island::Islands;
use crate::page::Page;
use crate::publish::{Release, digest};
use crate::settings::Settings;
use crate::site::Site;
use crate::template::{self, Pieces, Placed, Sources, escape};

/// Everything that the release is made from.
pub struct Inputs {
    /// What the build was asked to do.
    pub settings: Settings,
    /// The pages.
    pub site: Arc<Site>,
    /// Templates by site path.
    pub templates: Sources,
    /// Files copied as they are, by output path.
    pub statics: BTreeMap<String, Vec<u8>>,
    /// The bundled runtime, where there is one.
    pub bundle: Option<Arc<Bundle>>,
    /// The island renderer, where there is a runtime.
    pub islands: Option<Arc<Islands>>,
}

/// A part that persists across navigations.
struct Slice {
    html: String,
    placed: Placed,
}

/// Renders the whole release, or says all that is wrong.
pub fn release(inputs: &Inputs) -> Result<(Release, BTreeMap<String, Origin>), Vec<Diagnostic>> {
    let slices = slices(inputs)?;
    let shown = slices.iter().map(|(name, slice)| (name.clone(), slice.html.clone())).collect();
    let env = template::environment(&inputs.templates, &inputs.settings, &pieces(inputs, shown))?;
    let pages: Vec<&Page> = inputs.site.pages.values().filter(|page| page.is_sound).collect();
    let rendered: Vec<_> = pages.par_iter().map(|page| self::page(inputs, &env, page)).collect();

    let mut release = Release::default();
    let mut found = Vec::new();
    let mut queries = BTreeMap::new();
    let mut origins = BTreeMap::new();
    for slice in slices.values() {
        queries.extend(slice.placed.queries.clone());
    }
    for (page, result) in pages.iter().zip(rendered) {
        match result {
            Ok(made) => {
                release.files.insert(page.html_path(), made.html.into_bytes());
                release.files.insert(page.data_path(), line(&made.data));
                queries.extend(made.queries);
                origins.insert(page.route.clone(), made.origin);
            }
            Err(diagnostic) => found.push(diagnostic),
        }
    }
    if !found.is_empty() {
        return Err(told_once(found));
    }
    for (hash, name) in &queries {
        release.files.insert(format!("page-data/sq/d/{hash}.json"), line(&json!({ "data": inputs.site.data[name] })));
    }
    for (name, slice) in &slices {
        release.files.insert(format!("slice-data/{name}.json"), line(&slice_data(name, slice)));
    }
    release.files.insert("page-data/app-data.json".into(), line(&app_data(inputs.bundle.as_deref(), &slices)));
    if let Some(bundle) = &inputs.bundle {
        release.files.extend(bundle.files.clone());
    }
    own_files(inputs, &mut release);
    release.files.extend(inputs.statics.clone());
    if let Some(worker) = worker(inputs, &release) {
        release.files.insert("sw.js".into(), worker);
    }
    Ok((release, origins))
}

/// One mistake in a template strikes every page that it renders; it is told once, with the first of them.
fn told_once(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = BTreeMap::<_, (Diagnostic, usize)>::new();
    for diagnostic in found {
        let place = diagnostic.place.as_ref().map(|it| (it.file.clone(), it.range.start, it.range.end));
        seen.entry((diagnostic.code, diagnostic.message.clone(), place))
            .and_modify(|(_, others)| *others += 1)
            .or_insert((diagnostic, 0));
    }
    let told = |(mut diagnostic, others): (Diagnostic, usize)| {
        if others > 0 {
            diagnostic.chain.push(counted(others, "other page"));
        }
        diagnostic
    };
    seen.into_values().map(told).collect()
}

fn pieces(inputs: &Inputs, slices: BTreeMap<String, String>) -> Arc<Pieces> {
    Arc::new(Pieces {
        site: Arc::clone(&inputs.site),
        bundle: inputs.bundle.clone(),
        islands: inputs.islands.clone(),
        slices,
        prefix: inputs.settings.prefix.clone(),
    })
}

fn slices(inputs: &Inputs) -> Result<BTreeMap<String, Slice>, Vec<Diagnostic>> {
    let env = template::environment(&inputs.templates, &inputs.settings, &pieces(inputs, BTreeMap::new()))?;
    let mut slices = BTreeMap::new();
    let mut found = Vec::new();
    for path in inputs.templates.keys() {
        let Some(name) = path.strip_prefix("pages/slices/").and_then(|name| name.strip_suffix(".html")) else {
            continue;
        };
        match template::render(&env, &inputs.templates, path, context! {}) {
            Ok((html, placed)) => {
                slices.insert(name.to_owned(), Slice { html: html.trim().to_owned(), placed });
            }
            Err(diagnostic) => found.push(diagnostic.through(format!("slice {name}"))),
        }
    }
    if found.is_empty() { Ok(slices) } else { Err(found) }
}

/// What one page is made from and what it becomes.
#[derive(Debug, Clone)]
pub struct Origin {
    /// Its content file.
    pub source: String,
    /// Its template.
    pub template: String,
    /// Names of the islands in its main part.
    pub islands: BTreeSet<String>,
    /// Names of the slices around it.
    pub slices: BTreeSet<String>,
    /// Names of the data that its islands ask for.
    pub queries: BTreeSet<String>,
    /// Output paths.
    pub outputs: [String; 2],
}

struct Made {
    html: String,
    data: Json,
    origin: Origin,
    queries: BTreeMap<String, String>,
}

fn page(inputs: &Inputs, env: &Environment<'_>, page: &Page) -> Result<Made, Diagnostic> {
    let settings = &inputs.settings;
    let name = page.template();
    if !inputs.templates.contains_key(&name) {
        let wanted = page.front.template.as_deref().unwrap_or("page");
        let names = inputs.templates.keys().filter_map(|path| path.strip_prefix("pages/")?.strip_suffix(".html"));
        let hint = crate::diagnostic::did_you_mean(wanted, names)
            .unwrap_or_else(|| format!("make {name}, or name another template in the front matter"));
        let range = page.front.template_range.clone().unwrap_or(0..0);
        return Err(Diagnostic::error("C0401", format!("there is no template `{wanted}`")).at(page.place(range)).hint(hint));
    }
    let mut about = template::summary(page, &settings.base_url);
    about["headings"] = json!(page.document.headings);
    let mut fields: BTreeMap<String, Value> = about
        .as_object()
        .expect("a summary is an object")
        .iter()
        .map(|(key, value)| (key.clone(), Value::from(Serde(value))))
        .collect();
    fields.insert("body".into(), Value::from_safe_string(page.document.html.clone()));
    let about = Value::from(fields);
    let step = |diagnostic: Diagnostic| diagnostic.through(format!("page {}", page.source));
    let (main, placed) = template::render(env, &inputs.templates, &name, context! { page => about.clone() }).map_err(step)?;
    let main = main.trim().to_owned();
    let head = head(page, settings);
    let context = context! {
        page => about,
        main => Value::from_safe_string(main.clone()),
        head => Value::from_safe_string(head.clone()),
        scripts => Value::from_safe_string(scripts(inputs)),
        config => Value::from_safe_string(config(settings)),
    };
    let (html, shell) = template::render(env, &inputs.templates, "pages/shell.html", context).map_err(step)?;
    let files = island_files(inputs.bundle.as_deref(), &placed.islands, &settings.prefix);
    let slices: BTreeMap<&String, &String> = shell.slices.union(&placed.slices).map(|name| (name, name)).collect();
    let data = json!({
        "componentChunkName": format!("component---{}", name.trim_end_matches(".html").replace('/', "-")),
        "path": page.route,
        "result": {
            "data": { "page": template::summary(page, &settings.base_url) },
            "pageContext": { "title": page.front.title, "layout": page.front.layout },
        },
        "staticQueryHashes": placed.queries.keys().collect::<Vec<_>>(),
        "slicesMap": slices,
        "croupier": {
            "version": 1,
            "title": page.front.title,
            "head": head,
            "layout": page.front.layout,
            "main": main,
            "chunks": files.0,
            "styles": files.1,
        },
    });
    let origin = Origin {
        source: page.source.clone(),
        template: name,
        islands: placed.islands,
        slices: slices.into_keys().cloned().collect(),
        queries: placed.queries.values().cloned().collect(),
        outputs: [page.html_path(), page.data_path()],
    };
    let mut queries = placed.queries;
    queries.extend(shell.queries);
    Ok(Made { origin, html: format!("{}\n", html.trim()), data, queries })
}

fn island_files(bundle: Option<&Bundle>, islands: &BTreeSet<String>, prefix: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut chunks = BTreeSet::new();
    let mut styles = BTreeSet::new();
    for files in islands.iter().filter_map(|name| bundle?.islands.get(name)) {
        chunks.extend(std::iter::once(&files.js).chain(&files.imports).map(|path| format!("{prefix}/{path}")));
        styles.extend(files.css.iter().map(|path| format!("{prefix}/{path}")));
    }
    (chunks, styles)
}

/// Title, description, canonical address and Open Graph of a page.
fn head(page: &Page, settings: &Settings) -> String {
    let name = settings.site.get("name").and_then(Json::as_str).unwrap_or_default();
    let title = escape(&page.front.title);
    let site_description = settings.site.get("description").and_then(Json::as_str).unwrap_or_default();
    let description = if page.front.description.is_empty() { site_description } else { &page.front.description };
    let url = escape(&format!("{}{}", settings.base_url, page.route));
    let mut head = format!("<title>{title}</title>\n");
    let mut meta = |kind: &str, key: &str, value: &str| {
        if !value.is_empty() {
            head.push_str(&format!("<meta {kind}=\"{key}\" content=\"{}\">\n", escape(value)));
        }
    };
    meta("name", "description", description);
    if let Some(robots) = &page.front.robots {
        meta("name", "robots", robots);
    }
    meta("property", "og:title", page.heading());
    meta("property", "og:description", description);
    meta("property", "og:type", "website");
    meta("property", "og:site_name", name);
    meta("property", "og:url", &format!("{}{}", settings.base_url, page.route));
    if let Some(image) = settings.site.get("image").and_then(Json::as_str) {
        meta("property", "og:image", &format!("{}{image}", settings.base_url));
    }
    head.push_str(&format!("<link rel=\"canonical\" href=\"{url}\">"));
    head
}

/// What brings the runtime into a page.
fn scripts(inputs: &Inputs) -> String {
    let Some(bundle) = &inputs.bundle else {
        return String::new();
    };
    let prefix = &inputs.settings.prefix;
    format!(
        "<script>{}</script>\n<link rel=\"stylesheet\" href=\"{prefix}/{}\">\n<script type=\"module\" src=\"{prefix}/{}\"></script>",
        bundle.head, bundle.styles, bundle.boot
    )
}

/// What the runtime must know before it loads anything: `[client]` of site.toml, where the site lies, whether it has a worker.
fn config(settings: &Settings) -> String {
    let mut config = settings.client.clone();
    config["prefix"] = json!(settings.prefix);
    config["worker"] = json!(settings.service_worker);
    for_script(&config)
}

/// JSON that may stand inside a script element.
fn for_script(value: &Json) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn slice_data(name: &str, slice: &Slice) -> Json {
    json!({
        "componentChunkName": format!("slice---pages-slices-{name}"),
        "result": { "sliceContext": {}, "data": {} },
        "staticQueryHashes": slice.placed.queries.keys().collect::<Vec<_>>(),
        "croupier": { "version": 1, "html": slice.html, "digest": digest(slice.html.as_bytes()) },
    })
}

fn app_data(bundle: Option<&Bundle>, slices: &BTreeMap<String, Slice>) -> Json {
    let hash = bundle.map_or_else(|| "0".repeat(20), Bundle::compilation_hash);
    let digests: BTreeMap<_, _> = slices.iter().map(|(name, slice)| (name, digest(slice.html.as_bytes()))).collect();
    json!({ "webpackCompilationHash": hash, "slices": digests })
}

/// sitemap.xml, robots.txt and what a host needs; a file of static/ with the same name wins.
fn own_files(inputs: &Inputs, release: &mut Release) {
    let base = &inputs.settings.base_url;
    let mut map = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in inputs.site.pages.values() {
        let hidden = page.front.robots.as_deref().is_some_and(|robots| robots.contains("noindex"));
        if !page.front.in_sitemap || hidden || !page.route.ends_with('/') {
            continue;
        }
        map.push_str(&format!("<url><loc>{}</loc>", escape(&format!("{base}{}", page.route))));
        if let Some(day) = &page.front.updated {
            map.push_str(&format!("<lastmod>{day}</lastmod>"));
        }
        map.push_str("</url>\n");
    }
    map.push_str("</urlset>\n");
    release.files.insert("sitemap.xml".into(), map.into_bytes());
    release.files.insert("robots.txt".into(), format!("User-agent: *\nAllow: /\n\nSitemap: {base}/sitemap.xml\n").into_bytes());
    release.files.insert("_headers".into(), hosting::headers_file(&inputs.settings, inputs.bundle.as_deref()).into_bytes());
}

/// Pages that the service worker keeps for when the network fails.
const FALLBACKS: [&str; 3] = ["404.html", "500.html", "offline.html"];

/// A service worker that empties its caches and removes itself.
pub const NO_WORKER: &str = "self.addEventListener(\"install\",()=>self.skipWaiting());self.addEventListener(\"activate\",e=>e.waitUntil((async()=>{for(const k of await caches.keys())await caches.delete(k);await self.registration.unregister()})()));\n";

/// sw.js with its list of files, or one that removes itself where the site switched it off.
fn worker(inputs: &Inputs, release: &Release) -> Option<Vec<u8>> {
    let bundle = inputs.bundle.as_ref()?;
    let source = bundle.worker.as_ref()?;
    if !inputs.settings.service_worker {
        return Some(NO_WORKER.as_bytes().to_vec());
    }
    let prefix = &inputs.settings.prefix;
    let assets = bundle.files.keys().map(|path| json!({ "url": format!("{prefix}/{path}"), "revision": null }));
    let pages = FALLBACKS.iter().filter_map(|path| {
        release.files.get(*path).map(|bytes| json!({ "url": format!("{prefix}/{path}"), "revision": digest(bytes) }))
    });
    let list = Json::Array(assets.chain(pages).collect());
    Some(source.replace("self.__WB_MANIFEST", &list.to_string()).into_bytes())
}

/// One line of JSON.
fn line(value: &Json) -> Vec<u8> {
    let mut bytes = value.to_string().into_bytes();
    bytes.push(b'\n');
    bytes
}
