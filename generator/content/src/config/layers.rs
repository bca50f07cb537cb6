//! Reads site.toml and merges the profile's overlay file and the environment variables into it. Every value keeps its location.

use std::ops::Range;
use std::sync::Arc;

use toml::de::DeTable;

use crate::config::merging::{merge, shift_range, shift_table};
use crate::config::options::{BuildOptions, Profile};
use crate::config::variables;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::disk::text;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_base::syntax::spanned::syntax_hints;

/// The sources of the settings, from lowest to highest precedence. Byte ranges continue from one source to the next, so that a range
/// identifies its source.
#[derive(Debug, Clone, Default)]
pub struct Layers(Vec<Layer>);

#[derive(Debug, Clone)]
struct Layer {
    /// Site path of a file, or name of a variable.
    name: String,
    text: Arc<str>,
    /// Offset of the text in the ranges of [`Layers`].
    start: usize,
}

/// The name of the configuration file of a site.
pub const SITE: &str = "site.toml";

/// Returns the path of the optional overlay file of a profile: `site.production.toml`.
pub fn overlay(profile: Profile) -> SitePath {
    SitePath::new(format!("site.{}.toml", profile.name()))
}

/// Whether a file has settings: site.toml, or the overlay of a profile.
pub fn is_settings_file(path: &SitePath) -> bool {
    path.as_str() == SITE
        || [Profile::Preview, Profile::Production].iter().any(|it| *path == overlay(*it))
}

impl Layers {
    /// Finds site.toml, the overlay file and the variables, from lowest to highest precedence. Returns an error if site.toml cannot be
    /// read. Errors in the other sources are added to `diagnostics`.
    pub fn find(
        options: &BuildOptions,
        world: &World,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Layers, Vec<Diagnostic>> {
        let mut layers = Layers::default();
        let site = SitePath::new(SITE);
        let bytes = world.read(&site).map_err(|error| vec![no_site(world, &error)])?;
        layers.push(&site, &decode(&site, bytes).map_err(|error| vec![error])?);

        let overlay = overlay(options.profile);
        let unreadable = |error| {
            Diagnostic::error(Code::Unreadable, format!("cannot read {overlay}: {error}"))
                .in_file(&overlay)
        };
        match world
            .read_if_exists(&overlay)
            .map_err(unreadable)
            .and_then(|it| it.map(|bytes| decode(&overlay, bytes)).transpose())
        {
            Ok(Some(text)) => layers.push(&overlay, &text),
            Ok(None) => {}
            Err(error) => diagnostics.push(error),
        }

        for (name, value) in &options.variables {
            layers.push(name, value);
        }

        Ok(layers)
    }

    fn push(&mut self, name: &str, text: &str) {
        // The extra byte keeps a range at the end of one text out of the next text.
        let start = self.0.last().map_or(0, |last| last.start + last.text.len() + 1);
        self.0.push(Layer { name: name.to_owned(), text: Arc::from(text), start });
    }

    /// Returns the location of a range.
    pub fn place(&self, range: Range<usize>) -> Location {
        let layer = self.0.iter().rev().find(|layer| layer.start <= range.start);
        layer.map_or_else(
            || Location::new(SITE, "", 0..0),
            |layer| {
                let range = range.start - layer.start..range.end.saturating_sub(layer.start);
                Location::new(layer.name.as_str(), Arc::clone(&layer.text), range)
            },
        )
    }

    /// Returns the names and texts of all files and variables.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &Arc<str>)> {
        self.0.iter().map(|layer| (layer.name.as_str(), &layer.text))
    }

    /// Returns the end of the ranges of all texts.
    pub fn end(&self) -> usize {
        self.0.last().map_or(0, |last| last.start + last.text.len())
    }

    /// Parses the texts and merges them: tables are merged key by key, and any other value replaces the one of the lower layer. Parse
    /// errors are added to `diagnostics`.
    pub fn read(&self, diagnostics: &mut Vec<Diagnostic>) -> DeTable<'_> {
        let mut root = DeTable::new();
        for Layer { name, text, start } in &self.0 {
            if variables::is_ours(name) {
                let place = || self.place(*start..*start + text.len());
                let result = variables::apply(name, text, *start, &mut root, place);
                diagnostics.extend(result.err());
                continue;
            }

            let (table, errors) = DeTable::parse_recoverable(text);
            for error in syntax_hints::explain_toml_errors(text, &errors) {
                let place = self.place(shift_range(error.range, *start));
                let message = format!("{name} is {}", error.message);
                let diagnostic = Diagnostic::error(Code::SiteSyntax, message).at(place);
                diagnostics.push(match error.hint {
                    Some(hint) => diagnostic.hint(hint),
                    None => diagnostic,
                });
            }

            merge(&mut root, shift_table(table.into_inner(), *start));
        }

        root
    }
}

fn decode(file: &SitePath, bytes: Vec<u8>) -> Result<String, Diagnostic> {
    String::from_utf8(text::read(file, bytes)).map_err(|error| {
        let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()])
            .into_owned();
        let end = valid.len();
        Diagnostic::error(Code::SiteNotUtf8, format!("{file} is not UTF-8 text")).at(Location::new(
            file.as_str(),
            valid,
            end..end,
        ))
    })
}

/// Returns the error for a folder without a readable site.toml.
pub fn no_site(world: &World, error: &std::io::Error) -> Diagnostic {
    let hint = "a site is a folder with a site.toml. Without --root, Croupier searches the current folder and its parents. \
                Create a site with `croupier new`";
    Diagnostic::error(
        Code::NoSite,
        format!("cannot read {}: {error}", world.root().join(SITE).display()),
    )
    .hint(hint)
}
