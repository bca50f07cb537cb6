//! Questions about files that are published as they are: pictures, copies, assets of the runtime.

use crate::snapshot::answers::Absent;
use crate::snapshot::dependency::Dependency;
use crate::snapshot::inputs::Inputs;
use crate::snapshot::recorder::{Recorder, note};
use croupier_base::address;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::hashed_path::fingerprinted;
use croupier_base::media::image::Dimensions;
use croupier_base::media::picture::{Picture, PictureQuery};
use croupier_base::path::{Href, OutputPath};
use croupier_content::absent::AbsentPage;

impl Recorder {
    /// The dimensions of an image of this site, by its address path.
    pub(crate) fn image(&self, address: &Href) -> Result<Dimensions, Absent<'_>> {
        let images = &self.inputs().images;
        let path = address
            .strip_prefix('/')
            .filter(|rest| !rest.starts_with('/'))
            .and_then(|it| it.split(['?', '#']).next());
        let found = path.and_then(|path| {
            let path = OutputPath::new(address::decoded(path).unwrap_or_else(|| path.to_owned()));
            let found = images.get(&path).copied();
            note(Dependency::Image(path));
            found
        });
        let names = || images.keys().map(|path| format!("/{path}")).collect();
        found.ok_or_else(|| Absent::new(address, names).because(self.reason(address)))
    }

    /// The output path of an asset of the runtime.
    pub(crate) fn asset(&self, name: &str) -> Result<&str, Absent<'_>> {
        note(Dependency::Asset(name.to_owned()));
        let assets = self.inputs().bundle.as_ref().map(|bundle| &bundle.assets);
        let path = assets.and_then(|assets| assets.get(name)).map(String::as_str);
        path.ok_or_else(|| {
            Absent::new(name, move || assets.into_iter().flat_map(|it| it.keys()).collect())
        })
    }

    /// A file of static/ by its address path, with where its copy lies under a name that changes with its content.
    pub(crate) fn static_file(
        &self,
        address: &Href,
    ) -> Result<(OutputPath, StaticFile), Absent<'_>> {
        let path = OutputPath::new(address.trim_start_matches('/'));
        let statics = &self.inputs().statics;
        let found = statics.get(&path).copied();
        note(Dependency::Static(path.clone()));
        let names = || statics.keys().map(|path| format!("/{path}")).collect();
        found
            .map(|file| (fingerprinted(&path, file.fingerprint), file))
            .ok_or_else(|| Absent::new(address, names).because(self.reason(address)))
    }

    /// A picture of static/ with its copies; none where its file holds no picture.
    pub(crate) fn picture(&self, query: &PictureQuery) -> Result<Option<Picture>, Absent<'_>> {
        note(Dependency::Picture(query.clone()));
        let Inputs { statics, images, .. } = self.inputs();
        if statics.contains_key(&query.path) {
            return Ok(self.snapshot.picture(query));
        }
        let (address, names) =
            (format!("/{}", query.path), || images.keys().map(|path| format!("/{path}")).collect());
        Err(Absent::new(&address, names).because(self.reason(&address)))
    }

    /// Why a file that lies beside a page is not published now.
    fn reason(&self, address: &str) -> Option<String> {
        self.inputs().beside.absent.get(address).map(AbsentPage::reason)
    }
}
