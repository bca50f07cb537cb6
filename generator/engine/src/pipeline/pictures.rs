//! The copies of pictures and the social cards in a release: which the site uses, and encoding those that the output does not have.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::island::renderer::islands_cache;
use crate::output::staging::Staging;
use crate::pictures::{self, encode, social_cards};
use crate::pipeline::staged_file::stage;
use crate::query::Snapshot;
use crate::query::inputs::Inputs;
use crate::query::key::QueryKey;
use crate::session::rendered::{RenderedFiles, RenderedPage, StagedFile};
use crate::sources::Sources;
use crate::sources::styles::styles_cache;
use crate::stage::{BuildState, Plan, shared_queries};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::content_cache::ContentCache;
use croupier_base::fingerprint::ContentHash;
use croupier_base::media::picture::PictureCopy;
use croupier_base::path::OutputPath;
use croupier_base::progress::{Counter, Notes, Step};
use croupier_extensions::pictures::Error;

/// Copies of pictures by output path.
pub(super) type Copies = BTreeMap<OutputPath, PictureCopy>;

/// Returns the copies that slices, standalone files and pages use, and the social cards of pages. `rendered` are the rendered pages of the
/// plan.
pub(super) fn used_pictures(
    state: BuildState<'_>,
    plan: &Plan,
    rendered: &[RenderedPage],
    files: &RenderedFiles,
) -> (Copies, BTreeSet<OutputPath>) {
    let BuildState { sources, site, session, changes, .. } = state;
    let is_picture = |query: &QueryKey| query.picture().is_some() || query.social_card().is_some();
    let has_pictures = session.queries().list.iter().any(is_picture);
    let mut uses = if has_pictures {
        // Pages come and go only with changes that affect everything.
        session.uses_by_others(&plan.pages, &site.inputs.site, changes.affects_everything())
    } else {
        Vec::new()
    };

    let queries = session.queries();
    uses.resize(queries.list.len(), 0);
    for id in rendered.iter().flat_map(|it| &it.trace.queries) {
        uses[*id as usize] += 1;
    }

    let of_pages = queries.list.iter().zip(uses).filter(|(_, uses)| *uses > 0).map(|(it, _)| it);
    let of_pages: Vec<&QueryKey> = of_pages.filter(|query| is_picture(query)).collect();
    let cards = of_pages.iter().filter_map(|query| query.social_card()).cloned().collect();

    let pictures =
        of_pages.into_iter().chain(shared_queries(site, files)).filter_map(QueryKey::picture);
    let copies = pictures.filter_map(|query| site.snapshot.picture(query)).flat_map(|it| it.copies);

    // A static file with the name of a copy takes precedence.
    let copies = copies.filter(|copy| !sources.statics.contains_key(&copy.path));

    (copies.map(|copy| (copy.path.clone(), copy)).collect(), cards)
}

/// Decodes the pictures of these copies and returns the errors. Nothing is encoded.
pub(super) fn broken_pictures(sources: &Sources, copies: &Copies) -> Vec<Diagnostic> {
    let cache = pictures::cache(sources.world.root());
    // A picture that was encoded once can be decoded.
    let unknown = copies.values().filter(|copy| !cache.has(&copy.cache_name()));
    let pictures: BTreeMap<&OutputPath, &PictureCopy> =
        unknown.map(|copy| (&copy.original, copy)).collect();
    let broken =
        pictures.into_par_iter().filter_map(|(_, copy)| encode_copies(sources, copy, &[]).err());
    broken.collect()
}

/// Stages the copies that the output does not have, from the cache or encoded now. `notes` receives the progress of encoding.
pub(super) fn stage_copies(
    state: BuildState<'_>,
    staging: &Staging,
    copies: &Copies,
    notes: &Notes<'_>,
) -> (Vec<StagedFile>, Vec<Diagnostic>) {
    let mut files = Vec::new();
    let mut missing = BTreeMap::<_, Vec<&PictureCopy>>::new();

    for copy in copies.values() {
        match state.session.outputs().get(&copy.path) {
            Some(written) => {
                let path = copy.path.clone();
                files.push(StagedFile { path, written: *written, is_staged: false });
            }
            None => missing.entry((&copy.original, copy.quality)).or_default().push(copy),
        }
    }

    let cache = pictures::cache(state.sources.world.root());
    let unknown = missing.values().flatten().filter(|copy| !cache.has(&copy.cache_name())).count();
    let encoded = Counter::start(notes, ENCODING, unknown);

    let staged: Vec<_> = missing
        .into_par_iter()
        .map(|(_, copies)| stage_picture(state, staging, &cache, &copies, &encoded))
        .collect();

    let mut errors = Vec::new();
    for result in staged {
        match result {
            Ok(staged) => files.extend(staged),
            Err(error) => errors.push(error),
        }
    }

    (files, errors)
}

const ENCODING: Step =
    Step { name: "pictures", text: "encoding copies of pictures", unit: "copies" };

/// Stages copies of one picture in one quality. Counts those that are encoded.
fn stage_picture(
    state: BuildState<'_>,
    staging: &Staging,
    cache: &ContentCache,
    copies: &[&PictureCopy],
    count: &Counter<'_>,
) -> Result<Vec<StagedFile>, Diagnostic> {
    let mut pictures = Vec::new();
    let mut missing = Vec::new();

    for copy in copies {
        match cache.get(&copy.cache_name()) {
            Some(bytes) => pictures.push((*copy, bytes)),
            None => missing.push(*copy),
        }
    }

    if !missing.is_empty() {
        let encoded = encode_copies(state.sources, missing[0], &missing)?;
        for (copy, bytes) in missing.iter().zip(&encoded) {
            cache.put(&copy.cache_name(), bytes);
        }
        count.add(encoded.len());
        pictures.extend(missing.into_iter().zip(encoded));
    }

    let staged = pictures.iter();
    staged.map(|(copy, bytes)| stage(state.session, staging, copy.path.clone(), bytes)).collect()
}

/// Returns a copy that pages of a snapshot show, from the cache or encoded now. None if its original cannot be read.
pub(super) fn read_copy(snapshot: &Snapshot, copy: &PictureCopy) -> Option<Vec<u8>> {
    let Inputs { world, settings, .. } = snapshot.inputs();
    let (cache, name) = (pictures::cache(world.root()), copy.cache_name());
    cache.get(&name).or_else(|| {
        let original = snapshot.read_published(&copy.original)?;
        let library = settings.extensions.pictures?;
        let encoded = encode(library, &original, &[copy], copy.quality).ok()?.pop()?;
        cache.put(&name, &encoded);
        Some(encoded)
    })
}

/// Stages the social cards that the output does not have. Rendering their pages has drawn them.
pub(super) fn stage_cards(
    state: BuildState<'_>,
    staging: &Staging,
    cards: &BTreeSet<OutputPath>,
) -> (Vec<StagedFile>, Vec<Diagnostic>) {
    let cache = pictures::cache(state.sources.world.root());
    let staged: Vec<Result<StagedFile, Diagnostic>> = cards
        .par_iter()
        .map(|path| {
            if let Some(written) = state.session.outputs().get(path) {
                return Ok(StagedFile { path: path.clone(), written: *written, is_staged: false });
            }
            let name = social_cards::cache_name(path);
            let png = cache.get(&name).ok_or_else(|| {
                let message = format!("cannot read .croupier/pictures/{name}");
                let hint = "check that .croupier/ is writable and that the disk has space, and build again";
                Diagnostic::error(Code::Unreadable, message).hint(hint)
            })?;
            stage(state.session, staging, path.clone(), &png)
        })
        .collect();

    let mut files = Vec::with_capacity(staged.len());
    let mut errors = Vec::new();
    for result in staged {
        match result {
            Ok(file) => files.push(file),
            Err(error) => errors.push(error),
        }
    }
    (files, errors)
}

/// Removes cached copies, social cards, islands and style sheets that no build used for a long time.
pub(super) fn prune_caches(sources: &Sources, copies: &Copies, cards: &BTreeSet<OutputPath>) {
    let names = |copy: &PictureCopy| [copy.cache_name(), copy.color_cache_name()];
    let of_cards = cards.iter().flat_map(social_cards::cache_names);
    let used: BTreeSet<String> = copies.values().flat_map(names).chain(of_cards).collect();
    let root = sources.world.root();
    pictures::cache(root).prune(&used);
    // Builds record the use of an island or a style sheet when they read it.
    islands_cache(root).prune(&BTreeSet::new());
    styles_cache(root).prune(&BTreeSet::new());
}

/// Encodes copies of the picture of `copy`. Without copies it is only decoded.
fn encode_copies(
    sources: &Sources,
    copy: &PictureCopy,
    copies: &[&PictureCopy],
) -> Result<Vec<Vec<u8>>, Diagnostic> {
    let file = sources.source_of(&copy.original);
    let settings = sources.settings.as_ref();
    let library = settings.and_then(|it| it.extensions.pictures);
    let library = library.expect("only a program with the library finds copies");

    let unreadable = |reason: String| {
        let message = format!("cannot read {file}: {reason}");
        Diagnostic::error(Code::Unreadable, message).in_file(&file)
    };

    let bytes = sources.world.read(&file).map_err(|error| unreadable(error.to_string()))?;
    // Browsers keep a copy for ever under a name that is derived from the picture.
    if ContentHash::of(&bytes) != copy.content_hash {
        let error = unreadable("it changed while the site was built".to_owned());
        return Err(error.hint("build again"));
    }

    encode(library, &bytes, copies, copy.quality).map_err(|error| {
        let message = format!("no copies can be made of {file}: {error}");
        let hint = match error {
            Error::TooLarge { .. } => {
                "save it with fewer pixels: copies are rarely wider than 4,000; or show it with `<img>`"
            }
            _ => "save it again as JPEG, PNG or WebP, or show it with `<img>`",
        };
        Diagnostic::error(Code::PictureBroken, message).in_file(&file).hint(hint)
    })
}
