//! `croupier schema`: prints the JSON Schema of site.toml or front matter, for completion and
//! validation in editors.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use crate::command::cms_config::{self, Cms};
use crate::command::failure::Failure;
use crate::front_matter_schema::{extra_schema, page_schema, with_extra};
use croupier_base::diagnostic::code::CHECKS;
use croupier_base::disk::world::World;
use croupier_content::config::checks::LEVELS;
use croupier_content::config::options::{real, site_root};
use croupier_content::config::tables;

/// A document that has a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaKind {
    /// site.toml.
    Site,
    /// The front matter of a page.
    Page,
    /// The forms of the whole site, as the configuration of a Git-based editor. Needs `--for`.
    Cms,
}

/// Arguments of `croupier schema`.
#[derive(Debug, Args)]
pub struct SchemaCommand {
    /// The document that the schema describes.
    kind: SchemaKind,
    /// Route of a section whose `extra.schema.json` describes the table `extra`, such as /posts/.
    #[arg(long, value_name = "ROUTE")]
    section: Option<String>,
    /// The Git-based editor whose configuration is printed, for `cms`.
    #[arg(long = "for", value_name = "EDITOR", value_enum)]
    cms: Option<Cms>,
    /// Folder of the site, for `--section` and `cms` [default: the current folder or its nearest
    /// parent with a site.toml].
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

impl SchemaCommand {
    /// Prints the schema.
    pub(crate) fn run(self) -> Result<(), Failure> {
        run(self.kind, self.section.as_deref(), self.cms, self.root.as_deref())
    }
}

/// Prints a schema. For front matter, `section` is the route of a section of the site in the folder `root`, whose pages have a schema
/// of `extra`.
fn run(
    kind: SchemaKind,
    section: Option<&str>,
    cms: Option<Cms>,
    root: Option<&Path>,
) -> Result<(), Failure> {
    if cms.is_some() != (kind == SchemaKind::Cms) {
        let message = "`--for` is for `croupier schema cms`, which needs it";
        return Err(Failure::Usage(message.to_owned()));
    }

    let world = World::new(root.map_or_else(site_root, real));
    let schema = match (kind, section) {
        (SchemaKind::Site, None) => site_schema(),
        (SchemaKind::Cms, None) => cms_config::configuration(&world, cms.unwrap_or(Cms::Sveltia))?,
        (SchemaKind::Site | SchemaKind::Cms, Some(_)) => {
            return Err(Failure::Usage("`--section` is for `croupier schema page`".to_owned()));
        }
        (SchemaKind::Page, None) => page_schema(),
        (SchemaKind::Page, Some(section)) => {
            let folder = format!("content/{}", section.trim_matches('/'));
            let folder = folder.trim_end_matches('/');
            let extra = extra_schema(&world, folder).map_err(Failure::Site)?;
            let missing =
                || format!("there is no {folder}/extra.schema.json, and none in a folder above");
            with_extra(page_schema(), extra.ok_or_else(|| Failure::Usage(missing()))?)
        }
    };

    let _ = writeln!(std::io::stdout().lock(), "{schema:#}");
    Ok(())
}

/// Returns the schema of site.toml. The keys of `checks` come from the table of checks.
fn site_schema() -> Value {
    let mut schema: Value = serde_json::from_str(tables::SITE_SCHEMA).expect("a test parses it");
    let level = json!({ "enum": LEVELS.map(|(name, _)| name) });
    let names = CHECKS.iter().flat_map(|(name, code)| [*name, code.number()]);
    let checks: Map<String, Value> = names.map(|name| (name.to_owned(), level.clone())).collect();
    let table = |additional_key: &str, value: Value| {
        let mut properties = checks.clone();
        properties.insert(additional_key.to_owned(), value);
        json!({ "type": "object", "additionalProperties": false, "properties": properties })
    };
    let path = json!({ "type": "string", "description": "A folder or file of content, pages, static or i18n." });
    let mut folder = table("path", path);
    folder["required"] = json!(["path"]);
    schema["properties"]["checks"] = table("in", json!({ "type": "array", "items": folder }));
    schema
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde::Deserialize;
    use serde::de::value::Error;
    use serde::de::{Deserializer, Error as _, Visitor};

    use super::*;
    use croupier_content::config::head::{HeadOptions, Organization};
    use croupier_content::config::tables::TOP_LEVEL_KEYS;
    use croupier_content::config::tables::build::{Build, BuildCommand};
    use croupier_content::config::tables::deploy::{DeployTarget, Purge, Retain};
    use croupier_content::config::tables::dev::{Dev, Run};
    use croupier_content::config::tables::feed::Feed;
    use croupier_content::config::tables::hosts::{Directive, Hosts};
    use croupier_content::config::tables::link_checker::{Exception, LinkChecker};
    use croupier_content::config::tables::markdown::{ANCHOR_LABEL, MarkdownOptions};
    use croupier_content::config::tables::pictures::Pictures;
    use croupier_content::config::tables::social_cards::SocialCards;
    use croupier_content::config::tables::styles::Styles;
    use croupier_content::config::tables::{
        Content, Embeds, Git, Output, PLAY_LABEL, Production, Redirect, Runtime, ServiceWorker,
        TABLES, Taxonomy,
    };
    use croupier_content::model::SortBy;
    use croupier_content::model::archive::Archive;
    use croupier_content::model::collection::{Collection, Fields};

    /// A deserializer that fails with the names of the fields of a struct.
    struct FieldNames;

    impl<'de> Deserializer<'de> for FieldNames {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
            Err(Error::custom("not a table"))
        }

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            _: V,
        ) -> Result<V::Value, Error> {
            Err(Error::custom(fields.join(" ")))
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
            tuple tuple_struct map enum identifier ignored_any
        }
    }

    fn fields<T: for<'de> Deserialize<'de>>() -> BTreeSet<String> {
        let names = T::deserialize(FieldNames).err().expect("it always fails").to_string();
        names.split(' ').map(str::to_owned).collect()
    }

    fn keys(schema: &Value) -> BTreeSet<String> {
        schema["properties"].as_object().expect("a table has keys").keys().cloned().collect()
    }

    fn set_of<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
        names.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn the_schema_of_front_matter_has_exactly_the_orders_of_lists() {
        assert_eq!(
            page_schema()["properties"]["sort_by"]["enum"],
            json!(SortBy::NAMES.map(|(name, _)| name))
        );
    }

    #[test]
    fn the_schema_of_site_toml_has_exactly_the_supported_keys() {
        let site = site_schema();
        // `client` belongs to the runtime, except for one key.
        assert_eq!(keys(&site), set_of(TOP_LEVEL_KEYS.into_iter().chain(TABLES).chain(["client"])));

        let keys_of = |table: &str| keys(&site["properties"][table]);
        let item_keys_of = |table: &str| keys(&site["properties"][table]["items"]);
        assert_eq!(keys_of("runtime"), fields::<Runtime>());
        assert_eq!(keys_of("content"), fields::<Content>());
        assert_eq!(keys_of("head"), fields::<HeadOptions>());
        let organization = &site["properties"]["head"]["properties"]["organization"];
        assert_eq!(keys(organization), fields::<Organization>());
        let markdown_keys = set_of(["callouts", "code_islands", "language_aliases", ANCHOR_LABEL]);
        assert_eq!(keys_of("markdown"), &fields::<MarkdownOptions>() | &markdown_keys);
        assert_eq!(keys_of("git"), fields::<Git>());
        assert_eq!(keys_of("embeds"), &fields::<Embeds>() | &set_of([PLAY_LABEL]));
        assert_eq!(keys_of("output"), fields::<Output>());
        assert_eq!(keys_of("service_worker"), fields::<ServiceWorker>());
        assert_eq!(keys_of("production"), fields::<Production>());
        assert_eq!(keys_of("hosts"), fields::<Hosts>());
        assert_eq!(keys_of("hosts"), set_of(Directive::ALL.map(Directive::key)));
        assert_eq!(item_keys_of("redirects"), fields::<Redirect>());
        assert_eq!(item_keys_of("taxonomies"), fields::<Taxonomy>());
        assert_eq!(item_keys_of("archives"), fields::<Archive>());
        assert_eq!(item_keys_of("feeds"), fields::<Feed>());
        assert_eq!(item_keys_of("collections"), fields::<Collection>());
        let collection = &site["properties"]["collections"]["items"]["properties"];
        assert_eq!(keys(&collection["fields"]), fields::<Fields>());
        assert_eq!(keys_of("checks").len(), 2 * CHECKS.len() + 1);
        assert_eq!(keys_of("link_checker"), fields::<LinkChecker>());
        let exceptions = &site["properties"]["link_checker"]["properties"]["exceptions"];
        assert_eq!(keys(&exceptions["items"]), fields::<Exception>());
        assert_eq!(keys_of("dev"), fields::<Dev>());
        let target = &site["properties"]["deploy"]["additionalProperties"];
        assert_eq!(keys(target), fields::<DeployTarget>());
        assert_eq!(keys(&target["properties"]["retain"]), fields::<Retain>());
        assert_eq!(keys(&target["properties"]["purge"]), fields::<Purge>());
        assert_eq!(keys_of("pictures"), fields::<Pictures>());
        assert_eq!(keys_of("social_cards"), fields::<SocialCards>());
        assert_eq!(keys_of("styles"), fields::<Styles>());
        assert_eq!(keys_of("build"), fields::<Build>());
        assert_eq!(
            keys(&site["properties"]["build"]["properties"]["run"]["items"]),
            fields::<BuildCommand>()
        );

        let dev_table = |table: &str| &site["properties"]["dev"]["properties"][table];
        assert_eq!(keys(&dev_table("run")["items"]), fields::<Run>());
        assert_eq!(keys(dev_table("hosts")), fields::<Hosts>());
    }
}
