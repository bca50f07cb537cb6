//! The context of rendering, brought up to date with the sources.

use crate::build::context::RenderContext;
use crate::build::engine::Engine;
use crate::diagnostic::Diagnostic;

impl Engine {
    /// Brings the context of rendering up to date. What is wrong with sources is returned.
    pub(super) fn prepare(&mut self) -> Vec<Diagnostic> {
        if self.pending.is_wide() || self.pending.statics {
            let moved = self.sources.place_files(self.clock.now);
            self.pending.merge(moved);
        }
        let mut found: Vec<Diagnostic> = self.sources.errors.values().flatten().cloned().collect();
        found.extend(self.sources.world.links.told(self.sources.world.root()));
        let (settings, now) = (self.settings(), self.clock.now);
        if self.pending.is_wide() {
            // The last one goes first, so that there are never two of them.
            self.context = None;
            self.context = Some(RenderContext::new(&self.sources, &settings, now, &mut found));
            return found;
        }
        let Some(context) = self.context.take() else {
            self.context = Some(RenderContext::resumed(&self.sources, &settings, &mut self.pending, now, &mut found));
            return found;
        };
        if self.pending.is_shared() {
            self.context = Some(context.renewed(&self.sources, &settings, &mut self.pending, now, &mut found));
            return found;
        }
        let mut context = context;
        context.renew_feeds(&self.sources, &self.pending.texts);
        found.extend(context.standing());
        self.context = Some(context);
        found
    }
}
