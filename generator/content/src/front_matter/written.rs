//! Where values of front matter stand, for errors about them: in the page's own file, or in that of a folder above it.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use croupier_base::diagnostic::Place;
use croupier_base::path::SitePath;

/// Where a value was written.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Written {
    /// Where it stands in its file.
    pub range: Range<usize>,
    /// The file, where that is another than the page's own.
    #[serde(with = "presence")]
    pub origin: Option<Arc<Origin>>,
}

/// A file that says values for others.
#[derive(Debug)]
pub struct Origin {
    /// Where it lies.
    pub file: SitePath,
    /// Its text up to where the front matter ends.
    pub text: Arc<str>,
}

/// Stores only whether there is an origin. A value with one gets an empty origin, until
/// [`crate::page::Page::link_inherited`] sets the real one.
mod presence {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Origin;
    use croupier_base::path::SitePath;

    pub(super) fn serialize<S: Serializer>(
        origin: &Option<Arc<Origin>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        origin.is_some().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Arc<Origin>>, D::Error> {
        let has_origin = bool::deserialize(from)?;
        let empty = || Arc::new(Origin { file: SitePath::new(""), text: Arc::from("") });
        Ok(has_origin.then(empty))
    }
}

impl Written {
    /// The place, where it is not in the page's own file.
    pub fn elsewhere(&self) -> Option<Place> {
        let origin = self.origin.as_ref()?;
        Some(Place::new(origin.file.as_str(), Arc::clone(&origin.text), self.range.clone()))
    }

    /// The place, where the page's own file and its text are these.
    pub fn place(&self, file: &SitePath, text: &Arc<str>) -> Place {
        self.elsewhere()
            .unwrap_or_else(|| Place::new(file.as_str(), Arc::clone(text), self.range.clone()))
    }
}
