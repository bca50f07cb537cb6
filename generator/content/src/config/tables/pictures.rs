//! `[pictures]` of site.toml: copies of pictures for smaller screens.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

use croupier_base::media::picture::PictureFormat;
use croupier_extensions::{Extensions, without_feature};

/// The `[pictures]` table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Pictures {
    /// Whether images in Markdown have copies. Default: `true`, if Croupier was built with pictures.
    pub markdown: bool,
    /// Widths of copies in pixels. Default: 480, 960 and 1600.
    #[cfg_attr(test, schemars(length(min = 1), inner(range(min = 1))))]
    pub widths: Vec<u32>,
    /// Formats of copies, the preferred one first. Default: `webp`.
    #[cfg_attr(
        test,
        schemars(with = "Vec<String>", length(min = 1), extend("items" = { "enum": ["avif", "webp"] }))
    )]
    pub formats: Vec<PictureFormat>,
    /// Quality of copies. Default: 75.
    #[cfg_attr(test, schemars(range(min = 1, max = 100)))]
    pub quality: u8,
    /// Displayed width of pictures, as in HTML. Default: `100vw`.
    pub sizes: String,
    /// Displayed width of the pictures in the text of pages, by the name of the template.
    pub sizes_by_template: BTreeMap<String, String>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures {
            markdown: true,
            widths: vec![480, 960, 1600],
            formats: vec![PictureFormat::WebP],
            quality: 75,
            sizes: "100vw".to_owned(),
            sizes_by_template: BTreeMap::new(),
        }
    }
}

impl Pictures {
    /// Returns the displayed width of the pictures in the text of a page with this template.
    pub fn sizes_of(&self, template: &str) -> &str {
        self.sizes_by_template.get(template).unwrap_or(&self.sizes)
    }

    /// Sorts the widths, removes duplicates, and reports all invalid values: the message, the range and a hint.
    ///
    /// Without the library for pictures, images in Markdown are published unchanged.
    #[must_use]
    pub fn check(
        mut self,
        root: &DeTable<'_>,
        extensions: &Extensions,
        report: &mut dyn FnMut(String, &Range<usize>, &str),
    ) -> Pictures {
        self.widths.sort_unstable();
        self.widths.dedup();

        let table = root.get("pictures");
        let mut report = |message: String, key: &str, hint: &str| {
            let value = table.and_then(|it| it.get_ref().as_table()?.get(key));
            report(message, &value.or(table).map_or(0..0, Spanned::span), hint);
        };

        if self.widths.first().is_none_or(|width| *width == 0) {
            let hint = "write whole numbers of pixels, at least 1: `widths = [480, 960, 1600]`";
            report("`widths` has no width, or a width of 0".to_owned(), "widths", hint);
        }

        if self.formats.is_empty() {
            let hint = "name one or more formats: `formats = [\"webp\"]`";
            report("`formats` names no format".to_owned(), "formats", hint);
        }

        if !(1..=100).contains(&self.quality) {
            let message = format!("`{}` is not a quality", self.quality);
            report(message, "quality", "write a whole number from 1 to 100");
        }

        if extensions.pictures.is_none() {
            let entries = table.and_then(|it| it.get_ref().as_table());
            if self.markdown && entries.is_some_and(|it| it.contains_key("markdown")) {
                let (message, hint) = without_feature("pictures", "remove `markdown`");
                report(message, "markdown", &hint);
            }
            self.markdown = false;
        }

        let has_avif = extensions.pictures.is_some_and(|it| it.has_avif);
        if self.formats.contains(&PictureFormat::Avif) && !has_avif {
            let (message, hint) = without_feature("avif", "write `formats = [\"webp\"]`");
            report(message, "formats", &hint);
        }

        self
    }
}
