//! Warnings in the cache. A build that does not check a page again repeats its cached warnings.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Location, Severity};
use croupier_base::disk::text;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;

/// A warning without the text of its file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SavedWarning {
    code: String,
    message: String,
    location: Option<(SitePath, Range<usize>)>,
    chain: Vec<ChainStep>,
    hint: Option<String>,
    cause: Option<String>,
    others: Vec<SavedWarning>,
}

impl SavedWarning {
    /// Returns the warnings among diagnostics.
    pub(crate) fn all(diagnostics: &[Diagnostic]) -> Vec<SavedWarning> {
        let saved = |it: &Diagnostic| SavedWarning {
            code: it.code.number().to_owned(),
            message: it.message.clone(),
            location: it
                .place
                .as_ref()
                .map(|location| (SitePath::new(location.file.as_str()), location.range.clone())),
            chain: it.chain.clone(),
            hint: it.hint.clone(),
            cause: it.own_cause.clone(),
            others: SavedWarning::all(&it.others),
        };
        diagnostics.iter().filter(|it| it.severity == Severity::Warning).map(saved).collect()
    }

    /// Returns the warning with the current text of its file. None if its code no longer exists.
    pub(crate) fn to_diagnostic(&self, world: &World) -> Option<Diagnostic> {
        let code = Code::ALL.iter().copied().find(|code| code.number() == self.code)?;
        let warning = Diagnostic::warning(code, self.message.as_str());
        let warning = match &self.location {
            Some((file, range)) => {
                let text = world
                    .read(file)
                    .ok()
                    .and_then(|bytes| String::from_utf8(text::read(file, bytes)).ok())
                    .unwrap_or_default();
                warning.at(Location::new(file.as_str(), text, range.clone()))
            }
            None => warning,
        };
        Some(Diagnostic {
            chain: self.chain.clone(),
            hint: self.hint.clone(),
            own_cause: self.cause.clone(),
            others: self.others.iter().filter_map(|it| it.to_diagnostic(world)).collect(),
            ..warning
        })
    }
}
