//! The tables of site.toml, deserialized one by one so that each reports its own errors.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::config::checks::Checks;
use crate::config::head::HeadOptions;
use crate::config::layers::Layers;
use crate::config::options::BuildOptions;
use crate::config::tables::build::{self, Build, BuildCommand};
use crate::config::tables::cache::SharedCache;
use crate::config::tables::deploy::{Deploy, DeployTarget, Problem};
use crate::config::tables::dev::Dev;
use crate::config::tables::feed::Feed;
use crate::config::tables::hosts::{ANY_HTTPS, Directive, Hosts, is_source};
use crate::config::tables::i18n::I18n;
use crate::config::tables::languages::Languages;
use crate::config::tables::link_checker::LinkChecker;
use crate::config::tables::markdown::{
    ANCHOR_LABEL, CALLOUTS, CalloutLabels, CodeIslands, LanguageAliases, MarkdownOptions,
};
use crate::config::tables::permalinks::Permalinks;
use crate::config::tables::pictures::Pictures;
use crate::config::tables::security::Security;
use crate::config::tables::social_cards::SocialCards;
use crate::config::tables::styles::Styles;
use crate::config::tables::{
    Content, Embeds, Git, Output, PLAY_LABEL, Production, Redirect, Runtime, Search, ServiceWorker,
    Taxonomy,
};
use crate::config::type_errors;
use crate::foreign_names;
use crate::model::archive::Archive;
use crate::model::authors::{self, Author};
use crate::model::collection::{Collection, Collections};
use crate::model::pattern::route_prefix;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_base::syntax::spanned;
use croupier_base::unicode::nfc;
use croupier_extensions::{Extensions, without_feature};

/// The tables of site.toml that the generator reads.
#[derive(Debug, Clone, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(default))]
pub struct SiteConfig {
    /// The React runtime.
    pub runtime: Option<Runtime>,
    /// How content files become pages.
    pub content: Content,
    /// The head of each page: titles, link previews, structured data and icons.
    pub head: HeadOptions,
    /// The authors of pages that name none: a name, or a list of names and tables with `name` and `url`.
    #[cfg_attr(test, schemars(schema_with = "super::schema::authors"))]
    pub authors: Vec<Author>,
    /// What pages know of the Git history.
    pub git: Git,
    /// The extensions of Markdown that texts may use, and the ids of headings.
    #[cfg_attr(test, schemars(with = "super::schema::Markdown"))]
    pub markdown: MarkdownOptions,
    /// `[markdown.code_islands]`
    #[cfg_attr(test, schemars(skip))]
    pub code_islands: CodeIslands,
    /// `[markdown.language_aliases]`
    #[cfg_attr(test, schemars(skip))]
    pub language_aliases: LanguageAliases,
    /// The contents of the output folder.
    pub output: Output,
    /// The service worker of the site.
    pub service_worker: ServiceWorker,
    /// External hosts that the content security policy allows.
    pub hosts: Hosts,
    /// Headers that protect visitors, in addition to the content security policy.
    pub security: Security,
    /// Redirects from old URL paths.
    #[cfg_attr(test, schemars(with = "Vec<Redirect>"))]
    pub redirects: Vec<(Redirect, Range<usize>)>,
    /// Ways to group pages by terms, each of which has a page.
    pub taxonomies: Vec<Taxonomy>,
    /// The URLs of pages by the folder of their files, such as `posts = "/{year}/{month}/{slug}/"`. Names: `year`, `month`, `day`, `slug`,
    /// `title`, `section`, `sections`, `filename`.
    #[cfg_attr(
        test,
        schemars(
            with = "std::collections::BTreeMap<String, String>",
            extend("additionalProperties" = { "type": "string", "pattern": "^/.*(/|[.]html)$" })
        )
    )]
    pub permalinks: Permalinks,
    /// Pages that list the dated pages of a section by year or by month.
    pub archives: Vec<Archive>,
    /// Pages made from data: one for each row of a data file, or for each file of a data folder.
    #[cfg_attr(test, schemars(with = "Vec<Collection>"))]
    pub collections: Collections,
    /// Atom, RSS and JSON feeds.
    pub feeds: Vec<Feed>,
    /// The search of the site.
    pub search: Search,
    /// The videos that pages can show.
    #[cfg_attr(test, schemars(with = "super::schema::Embeds"))]
    pub embeds: Embeds,
    /// How search engines find the translations of pages.
    pub i18n: I18n,
    /// What the build of the live site reports or rejects.
    pub production: Production,
    /// The allowed values of `layout` in front matter. If omitted, all values are allowed.
    pub layouts: Vec<String>,
    /// `[checks]`
    #[cfg_attr(test, schemars(skip))]
    pub checks: Checks,
    /// How `croupier check --external` checks links to other sites.
    pub link_checker: LinkChecker,
    /// Commands that make source files before a build reads them.
    pub build: Build,
    /// Style sheets that builds bundle.
    pub styles: Styles,
    /// Copies of pictures for smaller screens.
    pub pictures: Pictures,
    /// Pictures of link previews, drawn from a template.
    pub social_cards: Option<SocialCards>,
    /// The cache of builds that machines share.
    pub cache: SharedCache,
    /// Targets of `croupier deploy`, by name.
    pub deploy: Deploy,
    /// Commands, proxied paths and settings for `croupier dev`. `{port}` is replaced with the port of the site, and `{name}` with the port of
    /// a name in `port_offsets`.
    pub dev: Dev,
}

impl SiteConfig {
    /// Deserializes the tables of `root`, whose ranges belong to `layers`. Keys that need a library which is not among `extensions` are
    /// errors. Errors are added to `diagnostics`.
    pub fn read(
        root: &DeTable<'_>,
        layers: &Layers,
        extensions: &Extensions,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> SiteConfig {
        let mut reader = Reader { root, layers, diagnostics };

        let (markdown, code_islands, language_aliases) = reader.markdown();
        let config = SiteConfig {
            runtime: reader.table("runtime"),
            content: reader.table("content").unwrap_or_default(),
            head: reader.table("head").unwrap_or_default(),
            authors: reader.authors(),
            git: reader.table("git").unwrap_or_default(),
            markdown,
            code_islands,
            language_aliases,
            output: reader.table("output").unwrap_or_default(),
            service_worker: reader.table("service_worker").unwrap_or_default(),
            hosts: reader.table("hosts").unwrap_or_default(),
            security: reader.security(),
            redirects: reader.list("redirects"),
            taxonomies: reader.taxonomies(),
            permalinks: reader.permalinks(),
            archives: Vec::new(),
            collections: Collections::default(),
            feeds: Vec::new(),
            search: reader.search(),
            embeds: reader.embeds(),
            i18n: reader.table("i18n").unwrap_or_default(),
            production: reader.table("production").unwrap_or_default(),
            layouts: reader.table("layouts").unwrap_or_default(),
            checks: Checks::read(root, &mut |message, range, hint| {
                reader.report(message, range, hint);
            }),
            link_checker: reader.table("link_checker").unwrap_or_default(),
            build: reader.build(),
            styles: reader.styles(extensions),
            pictures: reader.pictures(extensions),
            social_cards: reader.social_cards(extensions),
            cache: reader.cache(),
            deploy: reader.deploy(),
            dev: reader.table("dev").unwrap_or_default(),
        };

        reader.check_features(&config, extensions);
        config.dev.check(root, &mut |message, range, hint| reader.report(message, range, hint));
        reader.check_hosts(&config.hosts);
        reader.check_head(&config.head);
        reader.check_service_worker(&config.service_worker);

        let feeds = reader.feeds();
        let archives = reader.archives();
        let collections = reader.collections();
        SiteConfig { archives, collections, feeds, ..config }
    }

    /// Makes the feeds and the archives of each language.
    #[must_use]
    pub(super) fn localized(self, languages: &Languages) -> SiteConfig {
        let feeds =
            languages.published().flat_map(|it| self.feeds.iter().map(|feed| feed.in_language(it)));
        let archives = languages
            .iter()
            .flat_map(|it| self.archives.iter().map(|archive| archive.in_language(it.key)));
        SiteConfig { feeds: feeds.collect(), archives: archives.collect(), ..self }
    }

    /// Reads the commands of `[build]` with the locations of their tables. The list is empty if the table or the syntax of the files has an
    /// error, which the build reports.
    pub fn read_commands(options: &BuildOptions, world: &World) -> Vec<(BuildCommand, Location)> {
        let mut errors = Vec::new();
        let Ok(layers) = Layers::find(options, world, &mut errors) else { return Vec::new() };
        let root = layers.read(&mut errors);
        if !errors.is_empty() || !root.contains_key("build") {
            return Vec::new();
        }

        let reader = &mut Reader { root: &root, layers: &layers, diagnostics: &mut errors };
        let commands = reader.build().run.into_iter().enumerate();
        let place = |index: usize| layers.place(build::entry_range(&root, index, None));
        let with_location = commands.map(|(index, command)| (command, place(index))).collect();
        if errors.is_empty() { with_location } else { Vec::new() }
    }
}

/// Deserializes parts of site.toml and reports their errors.
struct Reader<'a> {
    root: &'a DeTable<'a>,
    layers: &'a Layers,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn table<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let value = self.root.get(name)?.clone();
        self.deserialize(name, value)
    }

    /// Reads `[markdown]`, the islands that render code blocks, and the names of languages.
    fn markdown(&mut self) -> (MarkdownOptions, CodeIslands, LanguageAliases) {
        let Some(mut value) = self.root.get("markdown").cloned() else { return Default::default() };
        self.remove_text::<CalloutLabels>(&mut value, CALLOUTS);
        self.remove_text::<String>(&mut value, ANCHOR_LABEL);
        let (islands, aliases) = match value.get_mut() {
            DeValue::Table(table) => {
                (table.remove("code_islands"), table.remove("language_aliases"))
            }
            _ => (None, None),
        };
        let islands =
            islands.and_then(|it| self.deserialize("code_islands", it)).unwrap_or_default();
        let aliases =
            aliases.and_then(|it| self.deserialize("language_aliases", it)).unwrap_or_default();
        let others = [CALLOUTS, ANCHOR_LABEL, "code_islands", "language_aliases"];
        let options = self.deserialize_rest("markdown", value, &others).unwrap_or_default();
        (options, islands, aliases)
    }

    /// Reads `[embeds]`. After an error in it, calls of its shortcodes are no further errors.
    fn embeds(&mut self) -> Embeds {
        let Some(mut value) = self.root.get("embeds").cloned() else { return Embeds::default() };
        let errors = self.diagnostics.len();
        self.remove_text::<String>(&mut value, PLAY_LABEL);
        let embeds = self.deserialize_rest("embeds", value, &[PLAY_LABEL]).unwrap_or_default();
        if self.diagnostics.len() > errors { Embeds { youtube: true, vimeo: true } } else { embeds }
    }

    /// Reads `[search]`. After an error in it, buttons of the search are no further errors.
    fn search(&mut self) -> Search {
        let errors = self.diagnostics.len();
        let search: Search = self.table("search").unwrap_or_default();
        if self.diagnostics.len() > errors { Search { titles: true, ..search } } else { search }
    }

    /// Removes texts from a table, which templates read as a setting, and checks their type.
    fn remove_text<T: DeserializeOwned>(&mut self, value: &mut Spanned<DeValue<'_>>, key: &str) {
        if let DeValue::Table(table) = value.get_mut()
            && let Some(texts) = table.remove(key)
        {
            self.deserialize::<T>(key, texts);
        }
    }

    fn list<T: DeserializeOwned>(&mut self, name: &str) -> Vec<(T, Range<usize>)> {
        let Some(value) = self.root.get(name) else {
            return Vec::new();
        };
        let DeValue::Array(items) = value.get_ref() else {
            let message = format!("`{name}` is not a list of tables");
            let hint = format!("start each table with a line `[[{name}]]`");
            self.report(message, &value.span(), &hint);
            return Vec::new();
        };
        let mut list = Vec::new();
        for item in items {
            let errors = self.diagnostics.len();
            let entry = self.deserialize(name, item.clone());
            if self.diagnostics.len() == errors {
                list.extend(entry.map(|entry| (entry, item.span())));
            }
        }
        list
    }

    /// Reads a value, or reports why that is not possible. `table` is the name of the table that the value is in.
    fn deserialize<T: DeserializeOwned>(
        &mut self,
        table: &str,
        value: Spanned<DeValue<'_>>,
    ) -> Option<T> {
        self.deserialize_rest(table, value, &[])
    }

    /// Reads a value, and reports each part of it that is wrong. Returns the value without these parts, if it is complete. The table also has
    /// the keys `others`, which are read already.
    fn deserialize_rest<T: DeserializeOwned>(
        &mut self,
        table: &str,
        mut value: Spanned<DeValue<'_>>,
        others: &[&str],
    ) -> Option<T> {
        let mut is_complete = true;
        loop {
            let error = match T::deserialize(ValueDeserializer::from(value.clone())) {
                Ok(it) => return Some(it),
                Err(error) => error,
            };
            // The missing key may be one that was removed, or a misspelled one.
            if is_complete || !error.message().starts_with("missing field") {
                self.report_type(table, &value, &error, others);
            }
            remove_entry_at(&mut value, &error.span()?)?;
            is_complete = false;
        }
    }

    /// Reports why serde cannot read a value.
    fn report_type(
        &mut self,
        table: &str,
        value: &Spanned<DeValue<'_>>,
        error: &toml::de::Error,
        others: &[&str],
    ) {
        // An error of serde quotes the unknown name first, and then the names that it expects.
        let mut message = error.message().lines().next().unwrap_or_default().to_owned();
        if message.starts_with("unknown field") {
            message.extend(others.iter().map(|it| format!(", `{it}`")));
        }

        let range = error.span().unwrap_or_else(|| value.span());
        let place = self.layers.place(range.clone());
        let before = place.source.get(..place.range.start).unwrap_or_default();
        let (message, hint) = type_errors::explain(&message, before).unwrap_or_else(|| {
            let mut names = message.split('`').skip(1).step_by(2);
            let written = names.next().unwrap_or_default();
            let hint = foreign_names::table_key(table, written)
                .map(str::to_owned)
                .or_else(|| did_you_mean(written, names));
            let or_reference = || "the reference of site.toml lists the allowed values".to_owned();
            (message, hint.unwrap_or_else(or_reference))
        });
        self.report(message, &range, &hint);
    }

    /// Reads the authors of the site.
    fn authors(&mut self) -> Vec<Author> {
        let Some(range) = self.root.get("authors").map(Spanned::span) else { return Vec::new() };
        let site = spanned::table(self.root, self.layers.end());
        let value = site.get("authors");
        if let Some((key, message, hint)) = value.and_then(authors::unknown_key) {
            self.report(message, &key.range, &hint);
            return Vec::new();
        }

        let read = value.and_then(|value| authors::read(&value.to_json()));
        read.unwrap_or_else(|| {
            let hint = format!("write {}", authors::EXPECTED);
            self.report("`authors` has the wrong kind of value".to_owned(), &range, &hint);
            Vec::new()
        })
    }

    /// Reads `[build]` and reports its errors.
    fn build(&mut self) -> Build {
        let build: Build = self.table("build").unwrap_or_default();
        build.check(self.root, &mut |message, range, hint| self.report(message, range, hint));
        build
    }

    /// Reads `[cache]` and reports its errors.
    fn cache(&mut self) -> SharedCache {
        let cache: SharedCache = self.table("cache").unwrap_or_default();
        if let (Some(problem), Some(remote)) = (cache.remote_problem(), &cache.remote) {
            self.report_url(problem, remote.span());
        }
        if let Some((message, value, hint)) = cache.problem() {
            self.report(message, &value.span(), hint);
        }
        cache
    }

    /// Reports what is wrong with the URL of a store.
    fn report_url(&mut self, problem: Problem, span: Range<usize>) {
        let place = self.layers.place(span);
        let error = Diagnostic::error(Code::SiteTable, problem.message).hint(problem.hint);
        // A location shows the line of the file.
        let is_shown = !problem.has_secret;
        self.diagnostics.push(if is_shown { error.at(place) } else { error.in_file(&place.file) });
    }

    /// Reads the targets of `[deploy]` and reports their errors.
    fn deploy(&mut self) -> Deploy {
        let mut targets = Deploy::new();
        let Some(table) = self.root.get("deploy") else { return targets };
        let Some(entries) = table.get_ref().as_table() else {
            let hint = "write a table for each target: `[deploy.production]`";
            self.report("`deploy` is not a table".to_owned(), &table.span(), hint);
            return targets;
        };

        for (name, value) in entries {
            let name = name.get_ref();
            if value.get_ref().as_table().is_none() {
                let message = format!("`{name}` is not in the table of a target");
                self.report(message, &value.span(), "write it below `[deploy.production]`");
                continue;
            }
            let Some(target) = self.deserialize::<DeployTarget>("deploy", value.clone()) else {
                continue;
            };

            if let Some(problem) = target.url_problem() {
                self.report_url(problem, target.url.span());
            }

            for (key, command) in [("configure", &target.configure), ("notify", &target.notify)] {
                let Some(command) = command.as_ref().filter(|it| it.get_ref().concat().is_empty())
                else {
                    continue;
                };
                let message = format!("the command of `{key}` is empty");
                let hint = format!("write `{key} = [\"./update-server\"]`, or remove it");
                self.report(message, &command.span(), &hint);
            }

            if let (Some(hint), Some(url)) = (target.base_url_problem(), &target.base_url) {
                let message = format!("`{}` is not the URL of a site at a target", url.get_ref());
                self.report(message, &url.span(), hint);
            }
            if let (Some((message, hint)), Some(mode)) = (target.mode_problem(), &target.mode) {
                self.report(message.to_owned(), &mode.span(), hint);
            }

            if let (Some((message, hint)), Some(value)) =
                (target.precompress_problem(), &target.precompress)
            {
                self.report(message.to_owned(), &value.span(), hint);
            }

            let purge = target.purge.as_ref().map(|purge| (purge.get_ref().problem(), purge));
            if let Some((Some((message, hint)), purge)) = purge {
                self.report(message.to_owned(), &purge.span(), hint);
            }

            targets.insert(name.to_string(), target);
        }

        targets
    }

    /// Reads `[pictures]` and reports its errors.
    fn pictures(&mut self, extensions: &Extensions) -> Pictures {
        let pictures: Pictures = self.table("pictures").unwrap_or_default();
        pictures.check(self.root, extensions, &mut |message, range, hint| {
            self.report(message, range, hint);
        })
    }

    /// Reads `[social_cards]` and reports its errors.
    fn social_cards(&mut self, extensions: &Extensions) -> Option<SocialCards> {
        let cards: SocialCards = self.table("social_cards")?;
        cards.check(self.root, &mut |message, range, hint| self.report(message, range, hint));
        // Without cards, the site is complete, so that it can be developed with any program.
        if extensions.pictures.is_none() {
            let (cause, hint) = without_feature("pictures", "remove `[social_cards]`");
            let message = format!("no social cards are drawn: {cause}");
            let range = self.root.get("social_cards").map_or(0..0, Spanned::span);
            let warning = Diagnostic::warning(Code::SiteTable, message);
            self.diagnostics.push(warning.at(self.layers.place(range)).hint(hint));
        }
        Some(cards)
    }

    /// Reads `[styles]` and reports its errors.
    fn styles(&mut self, extensions: &Extensions) -> Styles {
        let styles: Styles = self.table("styles").unwrap_or_default();
        styles.check(self.root, extensions, &mut |message, range, hint| {
            self.report(message, range, hint);
        });
        styles
    }

    /// Reads `[security]` and reports its errors.
    fn security(&mut self) -> Security {
        let security: Security = self.table("security").unwrap_or_default();
        let base_url = self.root.get("base_url").and_then(|it| it.get_ref().as_str());
        let is_https = !base_url.is_some_and(|url| url.starts_with("http://"));
        let table = self.root.get("security");
        for (key, message, hint) in security.problems(is_https) {
            let value = table.and_then(|it| it.get_ref().as_table()?.get(key)).or(table);
            self.report(message, &value.map_or(0..0, Spanned::span), &hint);
        }
        security
    }

    /// Reports the keys that need a library which this program does not have.
    fn check_features(&mut self, config: &SiteConfig, extensions: &Extensions) {
        let needed = [
            ("output", "minify", config.output.minify && extensions.minify.is_none()),
            ("markdown", "highlight", config.markdown.highlight && extensions.highlight.is_none()),
            ("markdown", "math", config.markdown.math && extensions.math.is_none()),
        ];
        for (table, feature, _) in needed.into_iter().filter(|(_, _, is_missing)| *is_missing) {
            let (message, hint) = without_feature(feature, &format!("remove `{feature}`"));
            self.report(message, &self.root.get(table).map_or(0..0, Spanned::span), &hint);
        }
    }

    /// Reports the problems of `[head]`.
    fn check_head(&mut self, options: &HeadOptions) {
        let head = self.root.get("head");
        for (key, message, hint) in options.problems() {
            let value = head.and_then(|head| head.get_ref().as_table()?.get(key));
            self.report(message, &value.or(head).map_or(0..0, Spanned::span), hint);
        }
    }

    /// Reports the entries of `[service_worker] stale_while_revalidate` that are not paths.
    fn check_service_worker(&mut self, service_worker: &ServiceWorker) {
        for path in &service_worker.stale_while_revalidate {
            if !path.starts_with('/') {
                let range = self.root.get("service_worker").map_or(0..0, Spanned::span);
                let message = format!("`{path}` is not a URL path of this site");
                self.report(message, &range, "start it with a slash");
            }
        }
    }

    /// Reports the entries of `[hosts]` that are not hosts.
    fn check_hosts(&mut self, hosts: &Hosts) {
        let table = self.root.get("hosts");
        for directive in Directive::ALL {
            for host in hosts.of(directive) {
                if is_source(host) || directive.allows_any(host) {
                    continue;
                }

                let item = table.and_then(|table| {
                    let list =
                        table.get_ref().as_table()?.get(directive.key())?.get_ref().as_array()?;
                    list.iter().find(|item| item.get_ref().as_str() == Some(host.as_str()))
                });
                let range = item.or(table).map_or(0..0, Spanned::span);

                let hint = if directive.allows_any(ANY_HTTPS) {
                    "write each host as a separate string, such as `\"https://cdn.example\"`, or `\"https:\"` for all hosts"
                } else {
                    "write each host as a separate string, such as `\"https://cdn.example\"` or `\"https://*.cdn.example\"`"
                };
                self.report(format!("`{host}` is not a host"), &range, hint);
            }
        }
    }

    /// Reads the valid feeds and reports the others.
    fn feeds(&mut self) -> Vec<Feed> {
        let mut feeds = Vec::new();
        let entries = self.root.get("feeds").and_then(|it| it.get_ref().as_array());
        for (feed, range) in self.list::<Feed>("feeds") {
            let problems = feed.problems();
            if problems.is_empty() {
                let entry = entries.into_iter().flatten().position(|item| item.span() == range);
                feeds.push(Feed { entry: entry.unwrap_or_default(), ..feed });
            }
            for (message, hint) in problems {
                self.report(message, &range, hint);
            }
        }
        feeds
    }

    /// Reads the valid patterns of `[permalinks]` and reports the others.
    fn permalinks(&mut self) -> Permalinks {
        let Some(value) = self.root.get("permalinks") else { return Permalinks::default() };
        let Some(table) = value.get_ref().as_table() else {
            let hint = "write a table with a pattern for each folder: `[permalinks]`";
            self.report("`permalinks` is not a table".to_owned(), &value.span(), hint);
            return Permalinks::default();
        };
        Permalinks::read(table, &mut |message, range, hint| self.report(message, range, hint))
    }

    /// Reads the valid archives and reports the others.
    fn archives(&mut self) -> Vec<Archive> {
        let mut archives: Vec<Archive> = Vec::new();
        for (archive, range) in self.list::<Archive>("archives") {
            let problems = archive.problems();
            let is_duplicate = archives.iter().any(|other| other.route == archive.route);

            for (key, message, hint) in &problems {
                let items = self.root.get("archives").and_then(|it| it.get_ref().as_array());
                let item = items.into_iter().flatten().find(|item| item.span() == range);
                let value = item.and_then(|item| item.get_ref().as_table()?.get(*key));
                let range = value.map_or_else(|| range.clone(), Spanned::span);
                self.report(message.clone(), &range, hint);
            }

            if is_duplicate {
                let message = format!("two archives have the route `{}`", archive.route);
                self.report(message, &range, "remove one of them, or change its route");
            }

            if problems.is_empty() && !is_duplicate {
                archives.push(archive);
            }
        }

        archives
    }

    /// Reads the valid collections and reports the others.
    fn collections(&mut self) -> Collections {
        let mut collections = Collections::default();
        let read = self.list::<Collection>("collections");
        let items = self.root.get("collections").and_then(|it| it.get_ref().as_array());

        for (index, item) in items.into_iter().flatten().enumerate() {
            let value = |key: &str| item.get_ref().as_table().and_then(|table| table.get(key));
            let mut is_valid = false;
            if let Some((collection, range)) = read.iter().find(|(_, range)| *range == item.span())
            {
                let data = SitePath::new(&*nfc(collection.data.trim_end_matches('/')));
                let collection = Collection { data, ..collection.clone() };
                let others = collections.entries.iter().map(|(_, other)| other);
                let problems = collection.problems(others);

                for (key, message, hint) in &problems {
                    let range = value(key).map_or_else(|| range.clone(), Spanned::span);
                    self.report(message.clone(), &range, hint);
                }

                is_valid = problems.is_empty();
                if is_valid {
                    collections.entries.push((index, collection));
                }
            }

            if !is_valid {
                let route = value("route").and_then(|route| route.get_ref().as_str());
                collections.unread.push(route.map_or("/", route_prefix).to_owned());
            }
        }

        collections
    }

    /// Returns the taxonomies with valid and unique names, and reports the others.
    fn taxonomies(&mut self) -> Vec<Taxonomy> {
        let mut valid: Vec<Taxonomy> = Vec::new();
        for (taxonomy, range) in self.list::<Taxonomy>("taxonomies") {
            let is_valid_name = !taxonomy.name.is_empty()
                && taxonomy.name.bytes().all(|it| it.is_ascii_lowercase() || it == b'-');
            if is_valid_name && valid.iter().all(|other| other.name != taxonomy.name) {
                valid.push(taxonomy);
                continue;
            }
            let message = format!("`{}` is not a valid name of a taxonomy", taxonomy.name);
            let hint = "use a unique name of lower-case letters and hyphens, such as `tags`";
            let range = self.value_in_list("taxonomies", &range, "name").unwrap_or(range);
            self.report(message, &range, hint);
        }
        valid
    }

    /// Returns the range of a value in the table at `table` of the list `name`.
    fn value_in_list(&self, name: &str, table: &Range<usize>, key: &str) -> Option<Range<usize>> {
        let list = self.root.get(name)?.get_ref().as_array()?;
        let entry = list.iter().find(|entry| entry.span() == *table)?;
        Some(entry.get_ref().as_table()?.get(key)?.span())
    }

    fn report(&mut self, message: String, range: &Range<usize>, hint: &str) {
        let place = self.layers.place(range.clone());
        self.diagnostics.push(Diagnostic::error(Code::SiteTable, message).at(place).hint(hint));
    }
}

/// Removes the innermost entry of a table whose key or value contains a range. Returns `None` if no entry does.
fn remove_entry_at(value: &mut Spanned<DeValue<'_>>, range: &Range<usize>) -> Option<()> {
    let contains = |it: Range<usize>| it.start <= range.start && range.end <= it.end;
    match value.get_mut() {
        DeValue::Table(table) => {
            let inner = table.iter_mut().find_map(|(_, value)| remove_entry_at(value, range));
            if inner.is_some() {
                return inner;
            }
            let mut entries = table.iter();
            let (key, _) =
                entries.find(|(key, value)| contains(key.span()) || contains(value.span()))?;
            let key = key.clone();
            table.remove(&key).map(|_| ())
        }
        DeValue::Array(items) => items.iter_mut().find_map(|item| remove_entry_at(item, range)),
        _ => None,
    }
}
