//! Sources as an earlier process left them, so that a new one goes on where it ended: only what changed since is a change.

use std::collections::{BTreeSet, HashMap};

use crate::build::kept_pages::KeptFile;
use crate::build::shared::{Earlier, Shared};
use crate::build::sources::{Look, Sources};
use crate::query::invalidation::Invalidation;
use croupier_base::digest::fingerprint;
use croupier_base::disk::stamp::Stamp;

impl Sources {
    /// Takes up the content files that an earlier process kept at `scanned_at`, when all else was `shared`; `look` is how things stand.
    pub(super) fn restore(
        &mut self,
        kept: Vec<KeptFile>,
        scanned_at: i64,
        shared: Shared,
        look: Look,
    ) {
        let is_same = |before: &Stamp, now: &Stamp| before == now && !before.is_racy(scanned_at);
        let mut changed = BTreeSet::new();
        let mut contents = Vec::with_capacity(kept.len());
        let mut now = look.stamps.iter().peekable();
        for (file, before, content) in kept {
            while let Some((other, _)) = now.next_if(|(it, _)| **it < file) {
                changed.insert(other.clone());
            }
            if now.next_if(|(it, _)| **it == file).is_none_or(|(_, now)| !is_same(&before, now)) {
                changed.insert(file.clone());
            }
            contents.push((file, content));
        }
        changed.extend(now.map(|(file, _)| file.clone()));
        self.contents = contents.into_iter().collect();
        self.touched = Some(BTreeSet::new());
        self.earlier = Some(Earlier { shared, pages: HashMap::new(), changed: Some(changed) });
        self.first_look = Some(look);
    }

    /// Finds the changes that an earlier process has not seen. What pages share is read anew by each process, which does not know what
    /// went.
    pub(super) fn compare_with_earlier(&mut self, seen: &mut Invalidation) {
        if self.earlier.is_none() {
            return;
        }
        // Where files lie is a part of what is compared.
        let placed = self.place_files(self.clock.now);
        seen.merge(placed);
        let now = self.shared();
        if let Some(earlier) = self.earlier.take() {
            earlier.shared.compare(&now, seen);
            seen.previous.extend(earlier.pages);
        }
    }

    /// What pages share, by digest.
    pub(super) fn shared(&self) -> Shared {
        let texts = self.settings.iter().flat_map(|it| it.layers.texts());
        let bundle = self.bundle.as_ref().map(|it| it.digest);
        let data = self.data.iter().map(|(name, data)| (name, &data.hash, data.file()));
        Shared {
            settings: fingerprint(&(texts.collect::<Vec<_>>(), &self.scanned_runtime, bundle)),
            templates: fingerprint(&self.templates),
            data: fingerprint(&data.collect::<Vec<_>>()),
            statics: fingerprint(&(&self.own_statics, &self.own_images)),
            beside: fingerprint(&(&self.beside, &self.files_beside)),
        }
    }
}
