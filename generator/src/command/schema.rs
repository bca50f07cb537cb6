//! `croupier schema`: the shapes of site.toml and of front matter in JSON Schema, for editors that complete and check them.

use std::io::Write as _;

use clap::ValueEnum;
use serde_json::{Map, Value, json};

use croupier_base::diagnostic::code::CHECKS;
use croupier_content::config::checks::LEVELS;
use croupier_content::config::schema;
use croupier_content::front_matter::given::CASCADED;

/// What a shape can be printed of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Of {
    /// site.toml.
    Site,
    /// Front matter.
    Page,
}

/// Prints a shape.
pub(crate) fn run(of: Of) {
    let shape = match of {
        Of::Site => site(),
        Of::Page => page(),
    };
    let _ = writeln!(std::io::stdout().lock(), "{shape:#}");
}

fn page() -> Value {
    let mut shape: Value =
        serde_json::from_str(include_str!("schema/page.json")).expect("a test reads it");
    let shared: Map<String, Value> =
        CASCADED.iter().map(|key| ((*key).to_owned(), shape["properties"][*key].clone())).collect();
    shape["properties"]["cascade"]["properties"] = shared.into();
    shape
}

fn site() -> Value {
    let mut shape: Value = serde_json::from_str(schema::SITE).expect("a test reads it");
    let level = json!({ "enum": LEVELS.map(|(name, _)| name) });
    let names = CHECKS.iter().flat_map(|(name, code)| [*name, code.number()]);
    let checks: Map<String, Value> = names.map(|name| (name.to_owned(), level.clone())).collect();
    let table = |more: &str, value: Value| {
        let mut properties = checks.clone();
        properties.insert(more.to_owned(), value);
        json!({ "type": "object", "additionalProperties": false, "properties": properties })
    };
    let path =
        json!({ "type": "string", "description": "A folder or file of content, pages or static." });
    let mut folder = table("path", path);
    folder["required"] = json!(["path"]);
    shape["properties"]["checks"] = table("in", json!({ "type": "array", "items": folder }));
    shape
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde::Deserialize;
    use serde::de::value::Error;
    use serde::de::{Deserializer, Error as _, Visitor};

    use super::*;
    use croupier_content::config::dev::{Dev, Run};
    use croupier_content::config::feeds::Feed;
    use croupier_content::config::hosts::{Directive, Hosts};
    use croupier_content::config::settings::KNOWN;
    use croupier_content::config::sort_by::SortBy;
    use croupier_content::config::tables::{
        Output, Production, Redirect, Runtime, ServiceWorker, TABLES, Taxonomy,
    };
    use croupier_content::front_matter::keys::KEYS;

    /// Tells which fields a table is read into.
    struct Fields;

    impl<'de> Deserializer<'de> for Fields {
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
        let told = T::deserialize(Fields).err().expect("it never is a value").to_string();
        told.split(' ').map(str::to_owned).collect()
    }

    fn keys(shape: &Value) -> BTreeSet<String> {
        shape["properties"].as_object().expect("a table has keys").keys().cloned().collect()
    }

    fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
        names.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn front_matter_has_the_keys_that_are_read() {
        assert_eq!(keys(&page()), named(KEYS));
        assert_eq!(keys(&page()["properties"]["cascade"]), named(CASCADED));
        assert_eq!(
            page()["properties"]["sort_by"]["enum"],
            json!(SortBy::NAMES.map(|(name, _)| name))
        );
    }

    #[test]
    fn site_toml_has_the_tables_and_keys_that_are_read() {
        let site = site();
        // `client` is the runtime's, but for one key.
        assert_eq!(keys(&site), named(KNOWN.into_iter().chain(TABLES).chain(["client"])));
        let of = |table: &str| keys(&site["properties"][table]);
        let each = |table: &str| keys(&site["properties"][table]["items"]);
        assert_eq!(of("runtime"), fields::<Runtime>());
        assert_eq!(of("output"), fields::<Output>());
        assert_eq!(of("service_worker"), fields::<ServiceWorker>());
        assert_eq!(of("production"), fields::<Production>());
        assert_eq!(of("hosts"), fields::<Hosts>());
        assert_eq!(of("hosts"), named(Directive::ALL.map(Directive::key)));
        assert_eq!(each("redirects"), fields::<Redirect>());
        assert_eq!(each("taxonomies"), fields::<Taxonomy>());
        assert_eq!(each("feeds"), fields::<Feed>());
        assert_eq!(of("checks").len(), 2 * CHECKS.len() + 1);
        assert_eq!(of("dev"), fields::<Dev>());
        let of_dev = |table: &str| &site["properties"]["dev"]["properties"][table];
        assert_eq!(keys(&of_dev("run")["items"]), fields::<Run>());
        assert_eq!(keys(of_dev("hosts")), fields::<Hosts>());
    }
}
