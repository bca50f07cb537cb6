//! Queries for site.toml, the runtime, slices and the time of the build.

use std::hash::{Hash, Hasher};

use minijinja::value::Value;
use serde_json::Value as Json;

use crate::query::declaration::query;
use crate::query::page_queries::In;
use crate::query::results::{Head, Island, KnownFingerprint, LanguageList, Scripts, ShownSlice};
use croupier_base::date;
use croupier_base::diagnostic::code::Code;
use croupier_base::fingerprint::fingerprint;
use croupier_content::config::tables::Taxonomy;
use croupier_content::config::tables::feed::Feed;
use croupier_content::config::tables::markdown::{CodeIslands, LanguageAliases, MarkdownOptions};
use croupier_content::config::tables::pictures::Pictures;
use croupier_content::languages::LanguageKey;
use croupier_content::markdown::hooks::Hooks;
use croupier_content::model::archive::Archive;

query! {
    /// A top-level value of site.toml in a language.
    Setting(language: LanguageKey, name: String) -> Option<SettingValue<'a>>;
    run: |snapshot| {
        let json = snapshot.inputs.settings.languages.get(*language).site.get(name)?;
        Some(SettingValue { json, shown: snapshot.texts(*language).values.get(name)? })
    },
    may_change: |_, _| false,
    display: |f| write!(f, "setting {name}{}", In(*language)),
}

/// A value of site.toml, as JSON and as a template value.
pub(crate) struct SettingValue<'a> {
    json: &'a Json,
    /// The value as templates see it.
    pub shown: &'a Value,
}

impl Hash for SettingValue<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.json.hash(state);
    }
}

query! {
    /// The taxonomies that site.toml declares.
    TaxonomySettings -> &'a [Taxonomy];
    run: |snapshot| &snapshot.inputs.settings.config.taxonomies,
    may_change: |_, _| false,
    display: |f| f.write_str("setting taxonomies"),
}

query! {
    /// The archives that site.toml declares.
    ArchiveSettings -> &'a [Archive];
    run: |snapshot| &snapshot.inputs.settings.config.archives,
    may_change: |_, _| false,
    display: |f| f.write_str("setting archives"),
}

query! {
    /// The feeds that site.toml declares.
    FeedSettings -> &'a [Feed];
    run: |snapshot| &snapshot.inputs.settings.config.feeds,
    may_change: |_, _| false,
    display: |f| f.write_str("setting feeds"),
}

query! {
    /// `[markdown]` of site.toml, which elements have templates, and whether typography is checked.
    MarkdownSettings -> (MarkdownOptions, Hooks, &'a CodeIslands, &'a LanguageAliases, bool);
    run: |snapshot| {
        let config = &snapshot.inputs.settings.config;
        let checks_typography = config.checks.is_set(Code::Typography);
        let (islands, aliases) = (&config.code_islands, &config.language_aliases);
        (config.markdown, snapshot.hooks, islands, aliases, checks_typography)
    },
    may_change: |changes, _| changes.templates,
    display: |f| f.write_str("setting markdown, and the names of templates in pages/markup"),
}

query! {
    /// `[pictures]` of site.toml.
    PictureSettings -> &'a Pictures;
    run: |snapshot| &snapshot.inputs.settings.config.pictures,
    may_change: |_, _| false,
    display: |f| f.write_str("setting pictures"),
}

query! {
    /// The settings in the head of every page of a language.
    HeadSettings(language: LanguageKey) -> Head<'a>;
    run: |snapshot| {
        let settings = &*snapshot.inputs.settings;
        let texts = snapshot.texts(*language);
        let language = settings.languages.get(*language);
        Head {
            base_url: &settings.base_url,
            base: &settings.base_path,
            secrets: &settings.secret_parameters,
            name: &texts.name,
            description: &texts.description,
            image: texts.image.as_deref(),
            image_alt: texts.image_alt.as_deref(),
            language: &language.locale,
            prefix: &language.prefix,
            languages: LanguageList(&settings.languages),
            locale: &texts.open_graph,
            authors: &settings.config.authors,
            options: &settings.config.head,
            is_preview: settings.is_preview(),
            preview: settings.flags.preview.as_ref(),
            build_year: settings.build_year,
            config: &snapshot.inputs.configs[settings.languages.position(language.key)],
            policy: &snapshot.inputs.policy,
            has_page_data: settings.has_page_data(),
            search: Some(settings.config.search).filter(|search| search.is_enabled()),
            embeds: settings.config.embeds,
            has_tabs: settings.config.markdown.tabs,
            social_cards: settings.config.social_cards.as_ref(),
            fingerprint: KnownFingerprint(&texts.head),
        }
    },
    fingerprint: |result| *result.fingerprint.0.get_or_init(|| fingerprint(result)),
    may_change: |_, _| false,
    display: |f| write!(f, "settings of the head{}", In(*language)),
}

query! {
    /// The scripts and style sheets of every page. None without a runtime.
    RuntimeScripts -> Option<Scripts<'a>>;
    run: |snapshot| {
        let bundle = snapshot.inputs.bundle.as_ref()?;
        Some(Scripts { head: &bundle.head, styles: &bundle.styles, boot: &bundle.boot })
    },
    may_change: |_, _| false,
    display: |f| f.write_str("scripts and style sheets"),
}

query! {
    /// The text of the style sheet at an output path. None if pages link to it instead.
    SheetText(path: String) -> Option<String>;
    run: |snapshot| {
        let inputs = &snapshot.inputs;
        let bundle = inputs.bundle.as_ref();
        let of_bundle = bundle.and_then(|it| it.sheet(path, &inputs.settings.base_path));
        of_bundle.or_else(|| inputs.inlined_sheets.get(path).cloned())
    },
    may_change: |_, _| false,
    display: |f| write!(f, "style sheet {path}"),
}

query! {
    /// A rendered slice. None while the slices themselves are rendered.
    SliceContent(id: String) -> Option<&'a ShownSlice>;
    run: |snapshot| snapshot.slices.get()?.get(id),
    // Slices are few, and each is rendered again with every change of its inputs.
    may_change: |_, _| true,
    display: |f| write!(f, "slice {id}"),
}

query! {
    /// The files and the server code of an island.
    IslandCode(name: String) -> FoundIsland<'a>;
    run: |snapshot| {
        let Some(bundle) = &snapshot.inputs.bundle else { return FoundIsland::NoRuntime };
        let island = bundle.islands.get_key_value(name).zip(snapshot.inputs.islands.as_ref());
        island.map_or(FoundIsland::Missing, |((name, files), renderer)| {
            FoundIsland::Island(Island { files, name, server: &bundle.server_digest, renderer })
        })
    },
    may_change: |_, _| false,
    display: |f| write!(f, "island {name}"),
}

/// The result of [`IslandCode`].
#[derive(Hash)]
pub(crate) enum FoundIsland<'a> {
    /// An island.
    Island(Island<'a>),
    /// The runtime has no island of this name.
    Missing,
    /// The site has no runtime.
    NoRuntime,
}

query! {
    /// Whether the build is at or after a time in epoch seconds.
    TimeReached(time: i64) -> bool;
    run: |snapshot| *time <= snapshot.inputs.now,
    may_change: |_, _| true,
    display: |f| write!(f, "whether {} has come", date::rfc3339(*time)),
}
