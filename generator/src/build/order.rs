//! What was found, as it is told: in order, each with its line, and without what only follows from something else.

use crate::build::consequences;
use crate::build::engine::Engine;
use crate::diagnostic::{self, Diagnostic};
use crate::source::path::SitePath;
use crate::source::text;

impl Engine {
    /// What was found, in order, with the line of the file where only the file was known.
    pub(super) fn in_order(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if let Some(settings) = &self.sources.settings {
            found = settings.config.checks.weighed(found);
        }
        if let Some(settings) = &self.sources.settings {
            consequences::leave_out(&mut found, &settings.doubt);
        }
        for place in found.iter_mut().filter(|it| it.is_without_line()).take(LINES) {
            let file = place.place.as_ref().map(|it| SitePath::new(it.file.as_str()));
            let text = file.and_then(|file| Some(text::read(&file, self.sources.world.read(&file).ok()?)));
            if let Some(text) = text.filter(|it| it.len() < LARGE).and_then(|it| String::from_utf8(it).ok()) {
                place.find_in(text);
            }
        }
        diagnostic::sort(&mut found);
        found
    }
}

/// So many diagnostics get a line that must be looked for, in files of less than so many bytes.
const LINES: usize = 100;
const LARGE: usize = 1 << 20;
