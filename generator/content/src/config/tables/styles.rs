//! `[styles]` of site.toml: style sheets that builds bundle.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

use croupier_base::path::{OutputPath, SitePath, is_portable, length_problem};
use croupier_base::unicode::nfc;
use croupier_extensions::{Extensions, without_feature};

/// The `[styles]` table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Styles {
    /// Source files, by the URL path of the style sheet: `"/css/site.css" = "styles/site.scss"`.
    #[cfg_attr(
        test,
        schemars(extend("additionalProperties" = { "type": "string", "pattern": "[.](css|scss|sass)$" }))
    )]
    pub entries: BTreeMap<String, String>,
    /// The URL paths of the style sheets that `inline_style` may write into pages.
    pub inline: Vec<String>,
    /// A browserslist query: the browsers that the style sheets have to work in. Default: browsers since March 2023.
    pub targets: String,
    /// Whether white space and comments are removed. Default: `true`.
    pub minify: bool,
}

/// Browsers of the last three years. The table of browsers in the documentation lists what the loader needs.
const TARGETS: &str = "chrome >= 111, edge >= 111, firefox >= 114, safari >= 16.4, ios_saf >= 16.4";

impl Default for Styles {
    fn default() -> Styles {
        Styles {
            entries: BTreeMap::new(),
            inline: Vec::new(),
            targets: TARGETS.to_owned(),
            minify: true,
        }
    }
}

impl Styles {
    /// Returns the output path and the source of each style sheet.
    pub fn sheets(&self) -> impl Iterator<Item = (OutputPath, SitePath)> {
        self.entries.iter().map(|(path, source)| {
            (OutputPath::new(&*nfc(path.trim_start_matches('/'))), SitePath::new(&*nfc(source)))
        })
    }

    /// Reports all invalid values of the table: the message, the range and a hint.
    pub fn check(
        &self,
        root: &DeTable<'_>,
        extensions: &Extensions,
        report: &mut dyn FnMut(String, &Range<usize>, &str),
    ) {
        let table = root.get("styles");
        let entries =
            table.and_then(|it| it.get_ref().as_table()?.get("entries")?.get_ref().as_table());

        for path in self.inline.iter().filter(|path| !self.entries.contains_key(*path)) {
            let inline = table.and_then(|it| it.get_ref().as_table()?.get("inline")).or(table);
            let hint = "write the path as in `[styles.entries]`";
            let range = inline.map_or(0..0, Spanned::span);
            report(format!("`{path}` is not a style sheet of `[styles.entries]`"), &range, hint);
        }

        for (path, source) in &self.entries {
            let range = entries.and_then(|it| it.get(path.as_str())).or(table);
            let range = range.map_or(0..0, Spanned::span);

            let output = path.trim_start_matches('/');
            let is_file = is_portable(output) && length_problem(output).is_none();
            if !path.ends_with(".css") || !is_file {
                let hint = "write the URL path of the style sheet, and then its source, such as `\"/css/site.css\" = \"styles/site.css\"`";
                report(format!("`{path}` is not the URL path of a style sheet"), &range, hint);
            }

            let is_sass = source.ends_with(".scss") || source.ends_with(".sass");
            if !is_portable(source) || !is_sass && !source.ends_with(".css") {
                let hint = "name a file `.css`, `.scss` or `.sass` by its path relative to the root of the site";
                report(format!("`{source}` is not the path of a style sheet"), &range, hint);
            } else if extensions.styles.is_none() {
                let (message, hint) = without_feature("styles", "remove `[styles]`");
                report(message, &range, &hint);
            }
        }
    }
}
