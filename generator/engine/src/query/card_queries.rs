//! Queries for social cards: their fonts, the images that they show, and the card of a page.

use crate::query::declaration::query;
use croupier_base::fingerprint::ContentHash;
use croupier_base::path::OutputPath;
use croupier_content::config::tables::social_cards::SocialCards;

query! {
    /// The fonts in `[social_cards]` of site.toml, each with the hash of its file. None for a file that is missing.
    CardFonts -> Vec<(OutputPath, Option<ContentHash>)>;
    run: |snapshot| {
        let cards = snapshot.inputs.settings.config.social_cards.as_ref();
        let fonts = cards.into_iter().flat_map(SocialCards::font_paths);
        let with_hash = fonts.map(|path| {
            let file = snapshot.inputs.statics.get(&path);
            (path, file.map(|file| file.content_hash))
        });
        with_hash.collect()
    },
    may_change: |changes, _| changes.statics,
    display: |f| f.write_str("fonts of social cards"),
}

query! {
    /// The content of a static file, or of a published co-located asset, that a social card shows.
    CardImage(path: OutputPath) -> Option<ContentHash>;
    run: |snapshot| snapshot.inputs.statics.get(path).map(|file| file.content_hash),
    may_change: |changes, _| changes.statics,
    display: |f| write!(f, "content of /{path}"),
}

query! {
    /// The social card of a page, by its output path. The path has the digest of everything that the card is drawn from, so that there is no
    /// other result.
    CardAt(path: OutputPath) -> ();
    run: |_| (),
    may_change: |_, _| false,
    display: |f| write!(f, "social card /{path}"),
}
