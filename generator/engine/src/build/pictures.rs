//! The copies of pictures that a release holds: which pages ask for, and the pixels of those that the output does not have yet.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::build::engine::Engine;
use crate::build::kept_pictures::KeptPictures;
use crate::build::rendered::{RenderedPage, StagedFile};
use crate::output::manifest::OutputFile;
use crate::output::staging::Staging;
use crate::query::key::QueryKey;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::digest::Fingerprint;
use croupier_base::media::picture::PictureCopy;
use croupier_base::path::OutputPath;
use croupier_content::page::Page;

#[cfg(feature = "pictures")]
use croupier_pictures::encode;

/// Templates refuse to ask for what nobody can make.
#[cfg(not(feature = "pictures"))]
fn encode(_: &[u8], _: &[u32], _: u8) -> Result<Vec<Vec<u8>>, &'static str> {
    Err("this Croupier was built without `picture`")
}

/// Copies of pictures, by where they lie in the output.
pub(super) type Copies = BTreeMap<OutputPath, PictureCopy>;

impl Engine {
    /// The copies that slices, files and pages ask for, where `finished` are the pages that were rendered now and `dirty` those that
    /// should have been.
    pub(super) fn pictures(&self, finished: &[RenderedPage], dirty: &[Arc<Page>]) -> Copies {
        let context = self.context();
        let dependencies = self.dependencies();
        let is_any = dependencies.list.iter().any(|it| it.picture().is_some());
        let mut asked = if is_any { self.asked_by_others(dirty) } else { Vec::new() };
        asked.resize(dependencies.list.len(), 0);
        finished
            .iter()
            .flat_map(|it| &it.record.dependencies)
            .for_each(|id| asked[*id as usize] += 1);
        let of_pages =
            dependencies.list.iter().zip(asked).filter(|(_, asked)| *asked > 0).map(|(it, _)| it);
        let shared = context
            .slices
            .values()
            .flat_map(|slice| slice.reads.keys())
            .chain(context.files.reads.keys());
        let queries = of_pages.chain(shared).filter_map(QueryKey::picture);
        let copies = queries
            .filter_map(|query| context.snapshot.picture(query))
            .flat_map(|picture| picture.copies);
        // Who gives a file of static/ the name of a copy gets that file.
        let copies = copies.filter(|copy| !self.sources.statics.contains_key(&copy.path));
        copies.map(|copy| (copy.path.clone(), copy)).collect()
    }

    /// What is wrong with the pictures of these copies, of which nothing is made.
    pub(super) fn broken_pictures(&self, copies: &Copies) -> Vec<Diagnostic> {
        let kept = self.kept_pictures();
        // What was encoded once can be decoded.
        let unknown = copies.values().filter(|copy| !kept.has(&copy.kept_name()));
        let pictures: BTreeMap<&OutputPath, &PictureCopy> =
            unknown.map(|copy| (&copy.original, copy)).collect();
        pictures.into_par_iter().filter_map(|(_, copy)| self.encoded(&[copy], &[]).err()).collect()
    }

    /// Writes the copies beside their places that the output does not have: those that are kept, and others encoded now, of which
    /// `note` is told.
    pub(super) fn stage_pictures(
        &self,
        staging: &Staging,
        copies: &Copies,
        note: &(dyn Fn(&str) + Sync),
    ) -> (Vec<StagedFile>, Vec<Diagnostic>) {
        let (there, lost): (Vec<_>, Vec<_>) = copies
            .values()
            .map(|copy| (copy, self.outputs.get(&copy.path)))
            .partition(|(_, known)| known.is_some());
        let known = |(copy, known): (&PictureCopy, Option<&OutputFile>)| {
            Some(StagedFile { path: copy.path.clone(), written: *known?, staged: false })
        };
        let mut staged: Vec<StagedFile> = there.into_iter().filter_map(known).collect();
        let mut pictures = BTreeMap::<_, Vec<&PictureCopy>>::new();
        for (copy, _) in lost {
            pictures.entry((&copy.original, copy.quality)).or_default().push(copy);
        }
        let kept = self.kept_pictures();
        let unknown =
            pictures.values().flatten().filter(|copy| !kept.has(&copy.kept_name())).count();
        if unknown > 0 {
            note(&format!(
                "encoding {} of pictures",
                if unknown == 1 { "1 copy".to_owned() } else { format!("{unknown} copies") }
            ));
        }
        let made: Vec<_> = pictures
            .into_par_iter()
            .map(|(_, copies)| self.stage_picture(staging, &copies))
            .collect();
        let mut found = Vec::new();
        for made in made {
            match made {
                Ok(files) => staged.extend(files),
                Err(error) => found.push(error),
            }
        }
        (staged, found)
    }

    /// The same for copies of one picture and one quality.
    fn stage_picture(
        &self,
        staging: &Staging,
        copies: &[&PictureCopy],
    ) -> Result<Vec<StagedFile>, Diagnostic> {
        let kept = self.kept_pictures();
        let (there, lost): (Vec<_>, Vec<_>) = copies
            .iter()
            .map(|copy| (*copy, kept.get(&copy.kept_name())))
            .partition(|(_, bytes)| bytes.is_some());
        let lost: Vec<&PictureCopy> = lost.into_iter().map(|(copy, _)| copy).collect();
        let mut made: Vec<(&PictureCopy, Vec<u8>)> =
            there.into_iter().filter_map(|(copy, bytes)| Some((copy, bytes?))).collect();
        if !lost.is_empty() {
            let widths: Vec<u32> = lost.iter().map(|copy| copy.width).collect();
            let encoded = self.encoded(&lost, &widths)?;
            for (copy, bytes) in lost.iter().zip(&encoded) {
                kept.keep(&copy.kept_name(), bytes);
            }
            made.extend(lost.into_iter().zip(encoded));
        }
        made.iter().map(|(copy, bytes)| self.put(staging, copy.path.clone(), bytes)).collect()
    }

    /// Drops copies from `.croupier/pictures/` that no release asked for in a long time.
    pub(super) fn tidy_pictures(&self, copies: &Copies) {
        self.kept_pictures()
            .tidy(&copies.values().map(PictureCopy::kept_name).collect::<BTreeSet<String>>());
    }

    /// Encodes the picture that these are copies of in these widths; without any it is decoded alone.
    fn encoded(&self, copies: &[&PictureCopy], widths: &[u32]) -> Result<Vec<Vec<u8>>, Diagnostic> {
        let Some(copy) = copies.first() else { return Ok(Vec::new()) };
        let file = self.sources.source_of(&copy.original);
        let unreadable = |why: String| {
            Diagnostic::error(Code::Unreadable, format!("cannot read {file}: {why}")).in_file(&file)
        };
        let bytes =
            self.sources.world.read(&file).map_err(|error| unreadable(error.to_string()))?;
        // Its copies are kept for ever under names that say what they are of.
        if Fingerprint::of(&bytes) != copy.fingerprint {
            return Err(
                unreadable("it changed while the site was built".to_owned()).hint("build again")
            );
        }
        encode(&bytes, widths, copy.quality).map_err(|error| {
            let hint =
                "save it again as JPEG, PNG or WebP, or show it with `<img>` in place of `picture`";
            Diagnostic::error(
                Code::PictureBroken,
                format!("no copies can be made of {file}: {error}"),
            )
            .in_file(&file)
            .hint(hint)
        })
    }

    fn kept_pictures(&self) -> KeptPictures {
        KeptPictures::of(self.sources.world.root())
    }
}
