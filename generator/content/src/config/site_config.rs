//! Everything that site.toml declares, read out of it table by table.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::config::checks::Checks;
use crate::config::dev::Dev;
use crate::config::feeds::Feed;
use crate::config::hosts::{ANY, Directive, Hosts, is_source};
use crate::config::layers::Layers;
use crate::config::tables::{Output, Production, Redirect, Runtime, ServiceWorker, Taxonomy};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;

/// Everything that site.toml declares.
#[derive(Debug, Clone, Default)]
pub struct SiteConfig {
    /// `[runtime]`
    pub runtime: Option<Runtime>,
    /// `[output]`
    pub output: Output,
    /// `[service_worker]`
    pub service_worker: ServiceWorker,
    /// `[hosts]`
    pub hosts: Hosts,
    /// `[[redirects]]`
    pub redirects: Vec<(Redirect, Range<usize>)>,
    /// `[[taxonomies]]`
    pub taxonomies: Vec<Taxonomy>,
    /// `[[feeds]]`
    pub feeds: Vec<Feed>,
    /// `[production]`
    pub production: Production,
    /// `layouts`: what pages may say; anything where it is empty.
    pub layouts: Vec<String>,
    /// `[checks]`
    pub checks: Checks,
    /// `[dev]`
    pub dev: Dev,
}

impl SiteConfig {
    /// Reads the tables out of site.toml, which was read from `layers`; what is wrong goes to `found`.
    pub fn read(root: &DeTable<'_>, layers: &Layers, found: &mut Vec<Diagnostic>) -> SiteConfig {
        let mut reader = Reader { root, layers, found };
        let config = SiteConfig {
            runtime: reader.table("runtime"),
            output: reader.table("output").unwrap_or_default(),
            service_worker: reader.table("service_worker").unwrap_or_default(),
            hosts: reader.table("hosts").unwrap_or_default(),
            redirects: reader.list("redirects"),
            taxonomies: reader.list("taxonomies").into_iter().map(|(it, _)| it).collect(),
            feeds: Vec::new(),
            production: reader.table("production").unwrap_or_default(),
            layouts: reader.table("layouts").unwrap_or_default(),
            checks: Checks::read(root, &mut |message, range, hint| {
                reader.wrong(Code::SiteTable, message, range, hint)
            }),
            dev: reader.table("dev").unwrap_or_default(),
        };
        if config.output.minify && !cfg!(feature = "minify") {
            let range = root.get("output").map_or(0..0, Spanned::span);
            let hint = "build it with them: `cargo install --path generator --features minify`, or take `minify` out";
            reader.wrong(
                Code::SiteTable,
                "this Croupier was built without `minify`".to_owned(),
                &range,
                hint,
            );
        }
        config.dev.check(root, &mut |message, range, hint| {
            reader.wrong(Code::SiteTable, message, range, hint)
        });
        let listed = Directive::ALL
            .into_iter()
            .flat_map(|directive| config.hosts.of(directive).iter().map(move |it| (directive, it)));
        for (directive, host) in
            listed.filter(|(directive, host)| !is_source(host) && !directive.takes_any(host))
        {
            let table = root.get("hosts");
            let written = table.and_then(|table| {
                let list =
                    table.get_ref().as_table()?.get(directive.key())?.get_ref().as_array()?;
                list.iter().find(|item| item.get_ref().as_str() == Some(host.as_str()))
            });
            let range = written.or(table).map_or(0..0, Spanned::span);
            let hint = if directive.takes_any(ANY) {
                "write a host such as `\"https://cdn.example\"`, each in quotes of its own, or `\"https:\"` for all of them"
            } else {
                "write a host such as `\"https://cdn.example\"` or `\"https://*.cdn.example\"`, each in quotes of its own"
            };
            reader.wrong(Code::SiteTable, format!("`{host}` is no host"), &range, hint);
        }
        for path in config
            .service_worker
            .stale_while_revalidate
            .iter()
            .filter(|path| !path.starts_with('/'))
        {
            let range = root.get("service_worker").map_or(0..0, Spanned::span);
            reader.wrong(
                Code::SiteTable,
                format!("`{path}` is no address path of this site"),
                &range,
                "begin it with a slash",
            );
        }
        let mut feeds: Vec<(Feed, Range<usize>)> = reader.list("feeds");
        feeds.retain(|(feed, range)| {
            let before = reader.found.len();
            for (message, hint) in feed.problems() {
                reader.wrong(Code::SiteTable, message, range, hint);
            }
            reader.found.len() == before
        });
        let mut taxonomies: Vec<Taxonomy> = Vec::new();
        for taxonomy in config.taxonomies {
            let is_name = !taxonomy.name.is_empty()
                && taxonomy.name.bytes().all(|it| it.is_ascii_lowercase() || it == b'-');
            if is_name && taxonomies.iter().all(|other| other.name != taxonomy.name) {
                taxonomies.push(taxonomy);
            } else {
                let message = format!("`{}` cannot be a taxonomy", taxonomy.name);
                reader.wrong(
                    Code::SiteTable,
                    message,
                    &(0..0),
                    "a taxonomy has a name of its own in lower-case letters and hyphens: `tags`",
                );
            }
        }
        SiteConfig {
            feeds: feeds.into_iter().map(|(feed, _)| feed).collect(),
            taxonomies,
            ..config
        }
    }
}

struct Reader<'a> {
    root: &'a DeTable<'a>,
    layers: &'a Layers,
    found: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn table<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let value = self.root.get(name)?.clone();
        self.read(value)
    }

    fn list<T: DeserializeOwned>(&mut self, name: &str) -> Vec<(T, Range<usize>)> {
        let Some(value) = self.root.get(name) else {
            return Vec::new();
        };
        let DeValue::Array(items) = value.get_ref() else {
            let range = value.span();
            self.wrong(
                Code::SiteTable,
                format!("`{name}` is no list of tables"),
                &range,
                &format!("begin each with a line `[[{name}]]`"),
            );
            return Vec::new();
        };
        let items: Vec<Spanned<DeValue<'_>>> = items.iter().cloned().collect();
        items
            .into_iter()
            .filter_map(|item| Some((item.span(), self.read(item)?)))
            .map(|(range, it)| (it, range))
            .collect()
    }

    fn read<T: DeserializeOwned>(&mut self, value: Spanned<DeValue<'_>>) -> Option<T> {
        let whole = value.span();
        match T::deserialize(ValueDeserializer::from(value)) {
            Ok(it) => Some(it),
            Err(error) => {
                let message = error.message().lines().next().unwrap_or_default().to_owned();
                let mut names = message.split('`').skip(1).step_by(2);
                let written = names.next().unwrap_or_default();
                let hint = did_you_mean(written, names)
                    .unwrap_or_else(|| "docs/operators.md lists what can stand here".into());
                self.wrong(Code::SiteTable, message, &error.span().unwrap_or(whole), &hint);
                None
            }
        }
    }

    fn wrong(&mut self, code: Code, message: String, range: &Range<usize>, hint: &str) {
        self.found
            .push(Diagnostic::error(code, message).at(self.layers.place(range.clone())).hint(hint));
    }
}
