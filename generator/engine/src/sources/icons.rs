//! The icons that builds render from the SVG in `[head] favicon` of site.toml. They are published like files of static/.

use std::collections::BTreeMap;
use std::io;

use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::disk::world::World;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::config::head::{ICO, TOUCH_ICON};
use croupier_extensions::pictures::Pictures;

/// The icons of a site. Another file with the same output path takes precedence.
#[derive(Debug, Default)]
pub(super) struct Icons {
    /// The SVG that they show, with the fingerprint of its bytes.
    pub(super) svg: Option<(OutputPath, Fingerprint)>,
    /// Their bytes by output path.
    files: BTreeMap<OutputPath, (StaticFile, Vec<u8>)>,
}

impl Icons {
    /// Renders the icons of an SVG. Returns the problem, too, if that fails.
    pub(super) fn render(
        library: Pictures,
        world: &World,
        svg: Option<(OutputPath, Fingerprint)>,
    ) -> (Icons, Option<Diagnostic>) {
        let mut rendered = Icons { svg, files: BTreeMap::new() };
        let Some((path, _)) = &rendered.svg else { return (rendered, None) };
        let source = SitePath::of_static(path);
        let bytes = match world.read(&source) {
            Ok(bytes) => bytes,
            // The next build tries again. It knows whether the file was removed.
            Err(error) => return (Icons::default(), unreadable(&source, &error)),
        };

        match (library.icons)(&bytes) {
            Ok(icons) => {
                let files = [(ICO, icons.favicon), (TOUCH_ICON, icons.touch_icon)];
                let files = files
                    .map(|(path, bytes)| (OutputPath::new(path), (StaticFile::new(&bytes), bytes)));
                rendered.files = files.into();
                (rendered, None)
            }
            Err(cause) => {
                let message = format!("no icons can be rendered of {source}: {cause}");
                let hint = format!("fix it, or add static/{ICO} and static/{TOUCH_ICON}");
                let warning = Diagnostic::warning(Code::PictureBroken, message);
                (rendered, Some(warning.in_file(&source).hint(hint)))
            }
        }
    }

    /// Whether no icons were rendered.
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Adds the icons to the published files.
    pub(super) fn add_to(&self, statics: &mut BTreeMap<OutputPath, StaticFile>) {
        for (path, (file, _)) in &self.files {
            statics.entry(path.clone()).or_insert(*file);
        }
    }

    /// Returns the bytes of an icon, if `published` is the icon and not another file with its path.
    pub(super) fn bytes(&self, path: &OutputPath, published: Option<&StaticFile>) -> Option<&[u8]> {
        let (file, bytes) = self.files.get(path)?;
        (published == Some(file)).then_some(bytes)
    }
}

/// Returns the error of a file that cannot be read, unless it was removed.
fn unreadable(source: &SitePath, error: &io::Error) -> Option<Diagnostic> {
    let message = format!("cannot read {source}: {error}");
    let diagnostic = Diagnostic::error(Code::Unreadable, message).in_file(source);
    (error.kind() != io::ErrorKind::NotFound).then_some(diagnostic)
}
