//! Warnings in the cache. A build that does not check a page again repeats its cached warnings.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Location, Severity, Subject};
use croupier_base::disk::text;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;

/// A warning without the text of its file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SavedWarning {
    code: String,
    message: String,
    /// The file, and the place in its text if the warning is about one.
    location: Option<(SitePath, Option<Range<usize>>)>,
    chain: Vec<ChainStep>,
    hint: Option<String>,
    cause: Option<String>,
    key_in_extra: Option<String>,
    others: Vec<SavedWarning>,
}

impl SavedWarning {
    /// Returns the warnings among diagnostics.
    pub(crate) fn all(diagnostics: &[Diagnostic]) -> Vec<SavedWarning> {
        let saved = |it: &Diagnostic| SavedWarning {
            code: it.code.number().to_owned(),
            message: it.message.clone(),
            location: it.place.as_ref().map(|place| {
                let range = Some(place.range.clone()).filter(|_| !place.source.is_empty());
                (SitePath::new(place.file.as_str()), range)
            }),
            chain: it.chain.clone(),
            hint: it.hint.clone(),
            cause: it.own_cause.clone(),
            key_in_extra: match &it.subject {
                Some(Subject::KeyInExtra(key)) => Some(key.clone()),
                _ => None,
            },
            others: SavedWarning::all(&it.others),
        };
        diagnostics.iter().filter(|it| it.severity == Severity::Warning).map(saved).collect()
    }

    /// Returns warnings with the current texts of their files, which are read once each. Leaves out those whose code no longer exists.
    pub(crate) fn restore(warnings: &[SavedWarning], world: &World) -> Vec<Diagnostic> {
        let mut texts = HashMap::new();
        warnings.iter().filter_map(|it| it.to_diagnostic(world, &mut texts)).collect()
    }

    /// Returns the warning. All warnings of a file share its text.
    fn to_diagnostic<'a>(
        &'a self,
        world: &World,
        texts: &mut HashMap<&'a SitePath, Arc<str>>,
    ) -> Option<Diagnostic> {
        let code = Code::ALL.iter().copied().find(|code| code.number() == self.code)?;
        let place = self.location.as_ref().map(|(file, range)| match range {
            Some(range) => {
                let text = texts.entry(file).or_insert_with(|| text_of(file, world));
                Location::new(file.as_str(), Arc::clone(text), range.clone())
            }
            None => Location::new(file.as_str(), "", 0..0),
        });

        let others = self.others.iter();
        Some(Diagnostic {
            place,
            chain: self.chain.clone(),
            hint: self.hint.clone(),
            own_cause: self.cause.clone(),
            subject: self.key_in_extra.clone().map(Subject::KeyInExtra),
            others: others.filter_map(|it| it.to_diagnostic(world, texts)).collect(),
            ..Diagnostic::warning(code, self.message.as_str())
        })
    }
}

/// Returns the text of a file. Empty if it cannot be read.
fn text_of(file: &SitePath, world: &World) -> Arc<str> {
    let bytes = world.read(file).ok();
    let text = bytes.and_then(|bytes| String::from_utf8(text::read(file, bytes)).ok());
    text.unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_share_the_text_of_their_file() {
        let folder = tempfile::TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("content")).unwrap();
        for name in ["a", "b"] {
            std::fs::write(folder.path().join(format!("content/{name}.md")), "text\n").unwrap();
        }
        let at = |file: &str| {
            let location = Location::new(format!("content/{file}.md"), "text\n", 1..2);
            Diagnostic::warning(Code::ImageWithoutText, "no text").at(location)
        };
        let grouped = Diagnostic { others: vec![at("b"), at("a")], ..at("a") };
        let saved = SavedWarning::all(&[grouped, at("b"), at("a")]);

        let restored = SavedWarning::restore(&saved, &World::new(folder.path()));
        let of_file = |file: &str| -> Vec<Arc<str>> {
            let all = restored.iter().flat_map(Diagnostic::occurrences);
            let places = all.filter_map(|it| it.place.as_ref());
            let places = places.filter(|place| place.file == format!("content/{file}.md"));
            places.map(|place| Arc::clone(&place.source)).collect()
        };
        for (file, count) in [("a", 3), ("b", 2)] {
            let texts = of_file(file);
            assert_eq!((texts.len(), &*texts[0]), (count, "text\n"));
            assert!(texts.iter().all(|text| Arc::ptr_eq(text, &texts[0])), "{file}");
        }
    }

    #[test]
    fn warnings_about_a_whole_file_have_no_line() {
        let warning = Diagnostic::warning(Code::FileIgnored, "ignored").in_file("content/a.md");
        let saved = SavedWarning::all(&[warning]);

        let folder = tempfile::TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("content")).unwrap();
        std::fs::write(folder.path().join("content/a.md"), "+++\n+++\n").unwrap();
        let restored = SavedWarning::restore(&saved, &World::new(folder.path()));
        assert!(restored.iter().all(Diagnostic::is_without_line));
    }
}
