//! The fonts of social cards: those of the site, and a default one.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::io::Read;
use std::sync::Arc;

use brotli_decompressor::Decompressor;
use resvg::usvg::fontdb::{Database, Family, ID, Query, Source, Stretch, Style, Weight};
use resvg::usvg::{self, FontStretch, FontStyle};
use skrifa::{FontRef, MetadataProvider};

/// Inter for Latin, Cyrillic and Greek, under the SIL Open Font License in `fonts/LICENSE`.
const DEFAULT_FONTS: [&[u8]; 8] = [
    include_bytes!("../../fonts/inter-latin-400-normal.woff2"),
    include_bytes!("../../fonts/inter-latin-700-normal.woff2"),
    include_bytes!("../../fonts/inter-latin-ext-400-normal.woff2"),
    include_bytes!("../../fonts/inter-latin-ext-700-normal.woff2"),
    include_bytes!("../../fonts/inter-cyrillic-400-normal.woff2"),
    include_bytes!("../../fonts/inter-cyrillic-700-normal.woff2"),
    include_bytes!("../../fonts/inter-greek-400-normal.woff2"),
    include_bytes!("../../fonts/inter-greek-700-normal.woff2"),
];

/// Size of the buffer of compressed bytes.
const BUFFER_SIZE: usize = 16 << 10;

/// Loaded fonts.
pub(super) struct Fonts {
    database: Arc<Database>,
    /// All fonts in the order of preference, with their characters.
    characters: Vec<(ID, HashSet<u32>)>,
    /// The names of all fonts in lower case.
    names: HashMap<String, String>,
    /// The name of the font of texts that name none.
    default_family: String,
}

impl Fonts {
    /// Loads fonts. Those of the site come first. The error is the index of a file that holds no font.
    pub(super) fn load(files: &[Vec<u8>]) -> Result<Fonts, usize> {
        let mut database = Database::new();
        let mut ids = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let loaded = load_file(&mut database, file);
            if loaded.is_empty() {
                return Err(index);
            }
            ids.extend(loaded);
        }
        for file in DEFAULT_FONTS {
            ids.extend(load_file(&mut database, file));
        }

        let first = ids.first().and_then(|id| database.face(*id));
        let family = first.map_or_else(String::new, |face| face.families[0].0.clone());
        database.set_sans_serif_family(&family);
        database.set_serif_family(&family);
        database.set_monospace_family(&family);
        database.set_cursive_family(&family);
        database.set_fantasy_family(&family);
        let default_family = family;

        let characters = ids.iter().map(|id| (*id, characters_of(&database, *id))).collect();
        let faces = database.faces().flat_map(|face| &face.families);
        let names = faces.map(|(name, _)| (name.to_lowercase(), name.clone())).collect();
        Ok(Fonts { database: Arc::new(database), characters, names, default_family })
    }

    /// Returns the fonts as usvg reads them.
    pub(super) fn database(&self) -> Arc<Database> {
        Arc::clone(&self.database)
    }

    /// Returns the name of the font of texts that name none: the first one of the site, or else the default one.
    pub(super) fn default_family(&self) -> &str {
        &self.default_family
    }

    /// Returns the names of all fonts.
    pub(super) fn families(&self) -> Vec<String> {
        self.names.values().cloned().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the preferred font.
    pub(super) fn first(&self) -> Option<ID> {
        self.characters.first().map(|(id, _)| *id)
    }

    /// Returns the font that a text names. `None` if there is none of its names.
    pub(super) fn select(&self, font: &usvg::Font) -> Option<ID> {
        // Names of fonts are not case-sensitive in CSS.
        let families: Vec<Family<'_>> = font
            .families()
            .iter()
            .filter_map(|family| match family {
                usvg::FontFamily::Named(name) => {
                    self.names.get(&name.to_lowercase()).map(|name| Family::Name(name))
                }
                _ => Some(Family::SansSerif),
            })
            .collect();
        self.database.query(&Query {
            families: &families,
            weight: Weight(font.weight()),
            stretch: stretch(font.stretch()),
            style: style(font.style()),
        })
    }

    /// Returns the font for a character that the fonts `used` lack. The subsets of one font have the same name and weight, so that these
    /// are preferred.
    pub(super) fn fallback(&self, character: char, used: &[ID]) -> Option<ID> {
        let base = self.database.face(*used.first()?)?;
        let is_candidate = |(id, characters): &&(ID, HashSet<u32>)| {
            !used.contains(id) && characters.contains(&u32::from(character))
        };
        let candidates = self.characters.iter().filter(is_candidate);
        let faces = candidates.filter_map(|(id, _)| self.database.face(*id));
        let best = faces.min_by_key(|face| {
            let is_other_family = face.families.first() != base.families.first();
            (is_other_family, face.style != base.style, face.weight.0.abs_diff(base.weight.0))
        });
        best.map(|face| face.id)
    }

    /// Returns the characters of texts that no font has.
    pub(super) fn missing_characters(&self, texts: impl Iterator<Item = String>) -> BTreeSet<char> {
        let is_missing = |it: &char| {
            let number = u32::from(*it);
            !is_invisible(*it) && !self.characters.iter().any(|(_, known)| known.contains(&number))
        };
        texts.flat_map(|text| text.chars().collect::<Vec<_>>()).filter(is_missing).collect()
    }
}

/// Loads the fonts of a file. Empty if it has none.
fn load_file(database: &mut Database, file: &[u8]) -> Vec<ID> {
    let decoded = match file.get(..4) {
        Some(b"wOF2") => {
            wuff::decompress_woff2_with_custom_brotli(file, &mut decompress_brotli).ok()
        }
        Some(b"wOFF") => wuff::decompress_woff1(file).ok(),
        _ => Some(file.to_vec()),
    };
    let Some(font) = decoded else { return Vec::new() };
    database.load_font_source(Source::Binary(Arc::new(font))).to_vec()
}

/// Decompresses the tables of a WOFF2 file, whose header says how many bytes these have.
fn decompress_brotli(compressed: &[u8], size: usize) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut tables = Vec::with_capacity(size);
    let limit = u64::try_from(size)?;
    Decompressor::new(compressed, BUFFER_SIZE).take(limit).read_to_end(&mut tables)?;
    Ok(tables)
}

/// Returns the characters of a font.
fn characters_of(database: &Database, id: ID) -> HashSet<u32> {
    let characters = database.with_face_data(id, |data, index| {
        let font = FontRef::from_index(data, index).ok()?;
        Some(font.charmap().mappings().map(|(character, _)| character).collect())
    });
    characters.flatten().unwrap_or_default()
}

/// Whether a character needs no glyph: white space, and marks that change how others are shown.
fn is_invisible(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(character, '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

fn style(style: FontStyle) -> Style {
    match style {
        FontStyle::Normal => Style::Normal,
        FontStyle::Italic => Style::Italic,
        FontStyle::Oblique => Style::Oblique,
    }
}

fn stretch(stretch: FontStretch) -> Stretch {
    match stretch {
        FontStretch::UltraCondensed => Stretch::UltraCondensed,
        FontStretch::ExtraCondensed => Stretch::ExtraCondensed,
        FontStretch::Condensed => Stretch::Condensed,
        FontStretch::SemiCondensed => Stretch::SemiCondensed,
        FontStretch::Normal => Stretch::Normal,
        FontStretch::SemiExpanded => Stretch::SemiExpanded,
        FontStretch::Expanded => Stretch::Expanded,
        FontStretch::ExtraExpanded => Stretch::ExtraExpanded,
        FontStretch::UltraExpanded => Stretch::UltraExpanded,
    }
}
