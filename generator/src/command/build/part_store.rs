//! The store through which machines exchange the parts of a build: a folder or an object store.

use std::path::{Path, PathBuf};

use crate::command::build::stored_part::{SentPart, is_url};
use crate::command::deploy::chosen_target::open_store;
use crate::command::failure::Failure;
use croupier_cache::{receive_folders, send_folder};
use croupier_content::config::options::BuildOptions;
use croupier_deploy::Store;

/// The store at the URL of `--upload`.
pub(crate) struct PartStore {
    url: String,
    store: Box<dyn Store>,
}

impl PartStore {
    /// Opens the store of parts at a URL.
    pub(crate) fn open(url: &str, options: &BuildOptions) -> Result<PartStore, Failure> {
        if !is_url(url) {
            return Err(Failure::Usage(format!(
                "`{url}` is not a URL; write a folder as `file:///srv/parts`, or an object store as `s3://bucket/parts`"
            )));
        }

        let store = open_store(url, options).map_err(Failure::Usage)?;
        Ok(PartStore { url: url.to_owned(), store })
    }

    /// Stores the part in a folder under a name.
    pub(crate) fn send(&self, name: &str, folder: &Path) -> Result<SentPart, Failure> {
        let sent = send_folder(&*self.store, name, folder)
            .map_err(|error| Failure::System(format!("cannot upload the part: {error}")))?;

        Ok(SentPart { archives: sent.archives, bytes: sent.bytes })
    }

    /// Copies all parts below a folder of this machine, and returns their folders.
    pub(crate) fn receive(&self, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        let failed =
            |reason: String| Failure::System(format!("cannot download the parts: {reason}"));
        let folders = receive_folders(&*self.store, folder);
        let folders = folders.map_err(|error| failed(error.to_string()))?;
        if folders.is_empty() {
            return Err(failed(format!(
                "`{}` has none; `croupier build --shard` stores them with `--upload`",
                self.url
            )));
        }

        Ok(folders)
    }
}
