//! What site.toml says once the profile's own file and the environment are laid over it, each value with the place where it was
//! written.

use std::ops::Range;
use std::sync::Arc;

use toml::de::DeTable;

use crate::config::args::{BuildArgs, Profile};
use crate::config::{merge, variables};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Place};
use croupier_base::disk::text;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_base::syntax::spanned::slip;

/// The texts that settings come from, in the order in which each is laid over those before it. Their byte ranges count on from one to
/// the next, so that a range says which text it lies in.
#[derive(Debug, Clone, Default)]
pub struct Layers(Vec<Layer>);

#[derive(Debug, Clone)]
struct Layer {
    /// Site path of a file, or the name of a variable.
    name: String,
    text: Arc<str>,
    /// Where its ranges begin.
    start: usize,
}

impl Layers {
    fn add(&mut self, name: &str, text: &str) {
        // A range at the end of a text is none of the next one.
        let start = self.0.last().map_or(0, |last| last.start + last.text.len() + 1);
        self.0.push(Layer { name: name.to_owned(), text: Arc::from(text), start });
    }

    /// The place that a range stands for.
    pub fn place(&self, range: Range<usize>) -> Place {
        let layer = self.0.iter().rev().find(|layer| layer.start <= range.start);
        layer.map_or_else(
            || Place::new(SITE, "", 0..0),
            |layer| {
                let range = range.start - layer.start..range.end.saturating_sub(layer.start);
                Place::new(layer.name.as_str(), Arc::clone(&layer.text), range)
            },
        )
    }

    /// Files and variables with their texts.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &Arc<str>)> {
        self.0.iter().map(|layer| (layer.name.as_str(), &layer.text))
    }

    /// Where the ranges of all texts end.
    pub fn end(&self) -> usize {
        self.0.last().map_or(0, |last| last.start + last.text.len())
    }
}

/// The file that every site has.
pub const SITE: &str = "site.toml";

/// The file that is laid over site.toml in builds of a profile, where it is there: `site.production.toml`.
pub fn overlay(profile: Profile) -> SitePath {
    SitePath::new(format!("site.{}.toml", profile.name()))
}

/// Finds site.toml, the profile's file and the variables, in the order in which each is laid over those before it. The error where there
/// is no site.toml that could be read at all; what is wrong with the others goes to `found`.
pub fn find(
    args: &BuildArgs,
    world: &World,
    found: &mut Vec<Diagnostic>,
) -> Result<Layers, Vec<Diagnostic>> {
    let mut layers = Layers::default();
    let site = SitePath::new(SITE);
    let bytes = world.read(&site).map_err(|error| vec![no_site(world, &error)])?;
    layers.add(&site, &utf8(&site, bytes).map_err(|error| vec![error])?);
    let overlay = overlay(args.profile);
    let unreadable = |error| {
        Diagnostic::error(Code::Unreadable, format!("cannot read {overlay}: {error}"))
            .in_file(&overlay)
    };
    match world
        .read_if_there(&overlay)
        .map_err(unreadable)
        .and_then(|it| it.map(|bytes| utf8(&overlay, bytes)).transpose())
    {
        Ok(text) => text.into_iter().for_each(|text| layers.add(&overlay, &text)),
        Err(error) => found.push(error),
    }
    args.variables.iter().for_each(|(name, value)| layers.add(name, value));
    Ok(layers)
}

fn utf8(file: &SitePath, bytes: Vec<u8>) -> Result<String, Diagnostic> {
    String::from_utf8(text::read(file, bytes)).map_err(|error| {
        let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()])
            .into_owned();
        let end = valid.len();
        Diagnostic::error(Code::SiteNotUtf8, format!("{file} is not UTF-8 text")).at(Place::new(
            file.as_str(),
            valid,
            end..end,
        ))
    })
}

impl Layers {
    /// Reads the texts and lays each over those before it: tables are merged key by key, and any other value takes the place of the one
    /// before it. What cannot be read goes to `found`.
    pub fn read(&self, found: &mut Vec<Diagnostic>) -> DeTable<'_> {
        let mut root = DeTable::new();
        for Layer { name, text, start } in &self.0 {
            if variables::is_ours(name) {
                found.extend(
                    variables::lay(name, text, *start, &mut root, || {
                        self.place(*start..*start + text.len())
                    })
                    .err(),
                );
                continue;
            }
            let (table, errors) = DeTable::parse_recoverable(text);
            for error in slip::in_toml(text, &errors) {
                let place = self.place(merge::later(error.range, *start));
                let told =
                    Diagnostic::error(Code::SiteSyntax, format!("{name} is {}", error.message))
                        .at(place);
                found.push(if let Some(hint) = error.hint { told.hint(hint) } else { told });
            }
            merge::merge(&mut root, merge::moved_table(table.into_inner(), *start));
        }
        root
    }
}

/// A folder that is no site, or whose site.toml cannot be read.
pub fn no_site(world: &World, error: &std::io::Error) -> Diagnostic {
    let hint = "a site is a folder with a site.toml; without --root it is looked for in the current folder and in those above it. \
                Make one with `croupier new`";
    Diagnostic::error(
        Code::NoSite,
        format!("cannot read {}: {error}", world.root().join(SITE).display()),
    )
    .hint(hint)
}
