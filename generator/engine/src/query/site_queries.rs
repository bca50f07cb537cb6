//! Queries for site.toml, the runtime, slices and the time of the build.

use std::fmt;
use std::hash::{Hash, Hasher};

use minijinja::value::Value;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::query::invalidation::Invalidation;
use crate::query::page_queries::In;
use crate::query::results::{Head, Island, KnownFingerprint, LanguageList, Scripts, ShownSlice};
use crate::query::{Query, Snapshot};
use croupier_base::date;
use croupier_base::diagnostic::code::Code;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_content::config::tables::Taxonomy;
use croupier_content::config::tables::feed::Feed;
use croupier_content::config::tables::markdown::{CodeIslands, LanguageAliases, MarkdownOptions};
use croupier_content::config::tables::pictures::Pictures;
use croupier_content::languages::LanguageKey;
use croupier_content::markdown::hooks::Hooks;
use croupier_content::model::archive::Archive;
use croupier_content::site::Site;

/// A top-level value of site.toml in a language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Setting(pub LanguageKey, pub String);

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

impl Query for Setting {
    type Output<'a> = Option<SettingValue<'a>>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let json = snapshot.inputs.settings.languages.get(self.0).site.get(&self.1)?;
        Some(SettingValue { json, shown: snapshot.texts(self.0).values.get(&self.1)? })
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setting {}{}", self.1, In(self.0))
    }
}

macro_rules! setting_queries {
    ($($(#[doc = $doc:literal])* $name:ident: $field:ident, $output:ty;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub(crate) struct $name;

        impl Query for $name {
            type Output<'a> = &'a [$output];

            fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
                &snapshot.inputs.settings.config.$field
            }

            fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
                false
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!("setting ", stringify!($field)))
            }
        }
    )*};
}

setting_queries! {
    /// The layouts that site.toml declares. Empty if pages may use any.
    LayoutSettings: layouts, String;
    /// The taxonomies that site.toml declares.
    TaxonomySettings: taxonomies, Taxonomy;
    /// The archives that site.toml declares.
    ArchiveSettings: archives, Archive;
    /// The feeds that site.toml declares.
    FeedSettings: feeds, Feed;
}

/// `[markdown]` of site.toml, which elements have templates, and whether typography is checked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct MarkdownSettings;

impl Query for MarkdownSettings {
    type Output<'a> = (MarkdownOptions, Hooks, &'a CodeIslands, &'a LanguageAliases, bool);

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let config = &snapshot.inputs.settings.config;
        let checks_typography = config.checks.is_set(Code::Typography);
        let (islands, aliases) = (&config.code_islands, &config.language_aliases);
        (config.markdown, snapshot.hooks, islands, aliases, checks_typography)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.templates
    }
}

impl fmt::Display for MarkdownSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("setting markdown, and the names of templates in pages/markup")
    }
}

/// `[pictures]` of site.toml.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct PictureSettings;

impl Query for PictureSettings {
    type Output<'a> = &'a Pictures;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        &snapshot.inputs.settings.config.pictures
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for PictureSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("setting pictures")
    }
}

/// The settings in the head of every page of a language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct HeadSettings(pub LanguageKey);

impl Query for HeadSettings {
    type Output<'a> = Head<'a>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let settings = &*snapshot.inputs.settings;
        let language = settings.languages.get(self.0);
        let texts = snapshot.texts(self.0);
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
            config: &snapshot.inputs.configs[settings.languages.position(self.0)],
            policy: &snapshot.inputs.policy,
            has_page_data: settings.has_page_data(),
            search: Some(settings.config.search).filter(|search| search.is_enabled()),
            embeds: settings.config.embeds,
            has_tabs: settings.config.markdown.tabs,
            social_cards: settings.config.social_cards.as_ref(),
            fingerprint: KnownFingerprint(&texts.head),
        }
    }

    fn fingerprint(result: &Self::Output<'_>) -> Fingerprint {
        *result.fingerprint.0.get_or_init(|| fingerprint(result))
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for HeadSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "settings of the head{}", In(self.0))
    }
}

/// The scripts and style sheets of every page. None without a runtime.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct RuntimeScripts;

impl Query for RuntimeScripts {
    type Output<'a> = Option<Scripts<'a>>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let bundle = snapshot.inputs.bundle.as_ref()?;
        Some(Scripts { head: &bundle.head, styles: &bundle.styles, boot: &bundle.boot })
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for RuntimeScripts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("scripts and style sheets")
    }
}

/// The text of the style sheet at an output path, if pages inline it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct SheetText(pub String);

impl Query for SheetText {
    type Output<'a> = Option<String>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let inputs = &snapshot.inputs;
        let of_bundle = inputs
            .bundle
            .as_ref()
            .and_then(|bundle| bundle.sheet(&self.0, &inputs.settings.base_path));
        of_bundle.or_else(|| inputs.inlined_sheets.get(&self.0).cloned())
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for SheetText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "style sheet {}", self.0)
    }
}

/// A rendered slice. None while the slices themselves are rendered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct SliceContent(pub String);

impl Query for SliceContent {
    type Output<'a> = Option<ShownSlice<'a>>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.slices.get()?.get(&self.0).map(ShownSlice)
    }

    // Slices are few, and each is rendered again with every change of its inputs.
    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        true
    }
}

impl fmt::Display for SliceContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slice {}", self.0)
    }
}

/// The files and the server code of an island.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct IslandCode(pub String);

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

impl Query for IslandCode {
    type Output<'a> = FoundIsland<'a>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let Some(bundle) = &snapshot.inputs.bundle else { return FoundIsland::NoRuntime };
        let island = bundle.islands.get_key_value(&self.0).zip(snapshot.inputs.islands.as_ref());
        island.map_or(FoundIsland::Missing, |((name, files), renderer)| {
            FoundIsland::Island(Island { files, name, server: &bundle.server_digest, renderer })
        })
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for IslandCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "island {}", self.0)
    }
}

/// Whether the build is at or after a time in epoch seconds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct TimeReached(pub i64);

impl Query for TimeReached {
    type Output<'a> = bool;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        self.0 <= snapshot.inputs.now
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        true
    }
}

impl fmt::Display for TimeReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "whether {} has come", date::rfc3339(self.0))
    }
}
