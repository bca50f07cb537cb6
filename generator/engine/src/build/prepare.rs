//! The sources, brought up to date with the world, and the context of rendering with them.

use std::collections::BTreeSet;

use crate::build::context::RenderContext;
use crate::build::engine::Engine;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::SitePath;

impl Engine {
    /// Reads what changed, among `paths` where only those can have, and brings what pages are rendered with up to date. What is wrong
    /// is returned.
    pub(super) fn catch_up(
        &mut self,
        paths: Option<&BTreeSet<SitePath>>,
        note: &(dyn Fn(&str) + Sync),
    ) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let seen = self.sources.refresh(paths, note);
        // What could not be looked at is owed to the next build.
        self.unverified |= seen.is_err();
        self.pending.merge(seen?);
        self.pending.pages |= self.next_change_at().is_some_and(|moment| moment <= self.clock.now);
        self.pending.pages |= self.clock.now < self.built_at;
        Ok(self.prepare())
    }

    /// Brings the context of rendering up to date. What is wrong with sources is returned.
    pub(super) fn prepare(&mut self) -> Vec<Diagnostic> {
        if self.pending.affects_everything() || self.pending.statics {
            let moved = self.sources.place_files(self.clock.now);
            self.pending.merge(moved);
        }
        let mut found: Vec<Diagnostic> = self.sources.errors.values().flatten().cloned().collect();
        found.extend(self.sources.world.links.told(self.sources.world.root()));
        let (settings, now) = (self.settings(), self.clock.now);
        if self.pending.affects_everything() {
            // The last one goes first, so that there are never two of them.
            self.context = None;
            self.context = Some(RenderContext::new(&self.sources, &settings, now, &mut found));
            return found;
        }
        let Some(context) = self.context.take() else {
            self.context = Some(RenderContext::resumed(
                &self.sources,
                &settings,
                &mut self.pending,
                now,
                &mut found,
            ));
            return found;
        };
        if self.pending.affects_shared_inputs() {
            self.context =
                Some(context.renewed(&self.sources, &settings, &mut self.pending, now, &mut found));
            return found;
        }
        let mut context = context;
        context.renew_feeds(&self.sources, &self.pending.bodies);
        found.extend(context.standing());
        self.context = Some(context);
        found
    }
}
