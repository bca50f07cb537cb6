//! `croupier schema`: prints the JSON Schema of site.toml or front matter, for completion and
//! validation in editors.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::command::cms_config::{self, Cms};
use crate::command::failure::Failure;
use crate::command::print::print;
use crate::command::site_args::path_parser;
use crate::front_matter_schema::{extra_schema, page_schema, with_extra};
use croupier_base::disk::world::World;
use croupier_content::config::checks::site_schema;
use croupier_content::config::options::{real, site_root};

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
    #[arg(long, value_name = "FOLDER", value_parser = path_parser())]
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

    print(format!("{schema:#}\n"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use croupier_content::model::SortBy;

    #[test]
    fn the_schema_of_front_matter_has_exactly_the_orders_of_lists() {
        assert_eq!(
            page_schema()["properties"]["sort_by"]["enum"],
            json!(SortBy::NAMES.map(|(name, _)| name))
        );
    }
}
