//! The icons that builds render from the SVG in `[head] favicon` of site.toml. They are published like files of static/.

use std::collections::BTreeMap;

use crate::query::invalidation::Invalidation;
use crate::sources::Sources;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::config::head::{ICO, TOUCH_ICON};

/// The icons of a site. Another file with the same output path takes precedence.
#[derive(Debug, Default)]
pub(super) struct Icons {
    /// The SVG that they show, with the fingerprint of its bytes.
    svg: Option<(OutputPath, Fingerprint)>,
    /// Their bytes by output path.
    files: BTreeMap<OutputPath, (StaticFile, Vec<u8>)>,
}

/// The key of the warning in [`Sources::errors`].
const ERROR_KEY: &str = ".croupier/icons";

impl Sources {
    /// Renders the icons again if their SVG changed.
    pub(super) fn refresh_icons(&mut self, changes: &mut Invalidation) {
        let settings = self.settings.as_ref();
        let Some(library) = settings.and_then(|it| it.extensions.pictures) else { return };
        let svg = self.icon_source();
        if svg == self.icons.svg {
            return;
        }

        changes.statics = true;
        self.icons = Icons { svg, files: BTreeMap::new() };
        self.errors.remove(ERROR_KEY);
        let Some((path, _)) = &self.icons.svg else { return };
        let source = SitePath::of_static(path);
        let Ok(bytes) = self.world.read(&source) else { return };

        match (library.icons)(&bytes) {
            Ok(icons) => {
                let files = [(ICO, icons.favicon), (TOUCH_ICON, icons.touch_icon)];
                let files = files
                    .map(|(path, bytes)| (OutputPath::new(path), (StaticFile::new(&bytes), bytes)));
                self.icons.files = files.into();
            }
            Err(cause) => {
                let message = format!("no icons can be rendered of {source}: {cause}");
                let hint = format!("fix it, or add static/{ICO} and static/{TOUCH_ICON}");
                let warning = Diagnostic::warning(Code::PictureBroken, message);
                let warning = warning.in_file(&source).hint(hint);
                self.errors.insert(SitePath::new(ERROR_KEY), vec![warning]);
            }
        }
    }

    /// Returns the SVG of static/ that is the favicon, unless the site has all other icons itself.
    fn icon_source(&self) -> Option<(OutputPath, Fingerprint)> {
        let favicon = self.settings.as_ref()?.config.head.favicon.as_deref()?;
        let path = OutputPath::new(favicon.trim_start_matches('/'));
        let file = self.static_files.get(&path).filter(|_| path.ends_with(".svg"))?;
        let is_complete =
            [ICO, TOUCH_ICON].iter().all(|icon| self.static_files.contains_key(*icon));
        (!is_complete).then_some((path, file.digest))
    }

    /// Adds the icons to the published files.
    pub(super) fn add_icons(&self, statics: &mut BTreeMap<OutputPath, StaticFile>) {
        for (path, (file, _)) in &self.icons.files {
            statics.entry(path.clone()).or_insert(*file);
        }
    }

    /// Whether the site has rendered icons.
    pub(super) fn has_icons(&self) -> bool {
        !self.icons.files.is_empty()
    }

    /// Returns the bytes of an icon.
    pub(super) fn icon(&self, path: &OutputPath) -> Option<&[u8]> {
        let (file, bytes) = self.icons.files.get(path)?;
        (self.statics.get(path) == Some(file)).then_some(bytes)
    }
}
