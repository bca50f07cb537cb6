//! `[social_cards]` of site.toml: pictures of link previews that builds draw.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

use croupier_base::path::{OutputPath, SitePath};
use croupier_base::unicode::nfc;

/// The `[social_cards]` table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SocialCards {
    /// The SVG template in `pages/`, such as `social_card.svg`.
    #[cfg_attr(test, schemars(regex(pattern = "[.]svg$")))]
    pub template: String,
    /// URL paths of fonts in `static/`: TrueType, OpenType, WOFF or WOFF2.
    #[serde(default)]
    pub fonts: Vec<String>,
}

impl SocialCards {
    /// Returns the path of the template. As in `extends`, `pages/` can be left out.
    pub fn template_path(&self) -> SitePath {
        let name = nfc(&self.template);
        let path = if name.starts_with("pages/") { name.into() } else { format!("pages/{name}") };
        SitePath::new(path)
    }

    /// Returns the output paths of the fonts.
    pub fn font_paths(&self) -> impl Iterator<Item = OutputPath> {
        self.fonts.iter().map(|path| OutputPath::new(&*nfc(path.trim_start_matches('/'))))
    }

    /// Reports all invalid values of the table: the message, the range and a hint.
    pub fn check(&self, root: &DeTable<'_>, report: &mut dyn FnMut(String, &Range<usize>, &str)) {
        let table = root.get("social_cards");
        let range = |key: &str| {
            let value = table.and_then(|it| it.get_ref().as_table()?.get(key)).or(table);
            value.map_or(0..0, Spanned::span)
        };
        if !self.template.ends_with(".svg") {
            let message = format!("`{}` is not the path of an SVG template", self.template);
            let hint =
                "write the path of a template in pages/, such as `template = \"social_card.svg\"`";
            report(message, &range("template"), hint);
        }
    }
}
