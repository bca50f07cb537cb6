//! Draws social cards with a library of the program, and caches them across processes.

use std::path::Path;
use std::sync::Arc;

use crate::pictures;
use croupier_base::fingerprint::{ContentHash, Fingerprint};
use croupier_base::hashed_path::fingerprinted;
use croupier_base::path::OutputPath;
use croupier_extensions::social_cards::{CardDefect, CardError, CardRenderer};

/// Version of the renderer. Increment it when it draws other pictures, so that their names change.
const RENDERER_VERSION: u32 = 1;
/// The path of a card without its digest.
const CARD: &str = "social-cards/card.png";

/// Returns the output path of a card. It has the digest of the SVG, of the fonts and of the images that the SVG shows.
pub(crate) fn path(svg: &str, fonts: Fingerprint, images: &[ContentHash]) -> OutputPath {
    let images: Vec<String> = images.iter().map(ToString::to_string).collect();
    let parts = format!("{RENDERER_VERSION} {fonts} {} {svg}", images.join(" "));
    fingerprinted(&OutputPath::new(CARD), ContentHash::of(parts.as_bytes()))
}

/// Returns the name of a card in the cache.
pub(crate) fn cache_name(path: &OutputPath) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

/// Returns the name of the list of its defects in the cache.
fn defects_name(path: &OutputPath) -> String {
    format!("{}.defects", cache_name(path))
}

/// Returns the names of all files of a card in the cache.
pub(crate) fn cache_names(path: &OutputPath) -> [String; 2] {
    [cache_name(path), defects_name(path)]
}

/// Draws a card unless the cache of the site at `root` has it. Returns the text that it lacks.
pub(crate) fn draw(
    renderer: &Arc<dyn CardRenderer>,
    root: &Path,
    path: &OutputPath,
    svg: &str,
    read_image: &(dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync),
) -> Result<Vec<CardDefect>, CardError> {
    let cache = pictures::cache(root);
    let name = cache_name(path);
    // A card that is damaged is drawn again.
    if !cache.has(&defects_name(path)) && cache.get(&name).is_some() {
        return Ok(Vec::new());
    }

    // A card with defects is drawn again, which finds them again.
    let card = renderer.draw(svg, read_image)?;
    if !card.defects.is_empty() {
        cache.put(&defects_name(path), &[]);
    }
    cache.put(&name, &card.png);
    Ok(card.defects)
}
