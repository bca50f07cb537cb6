//! Opens the folders and object stores that the shared cache and the parts of a build are in.

#[cfg(feature = "object-stores")]
use crate::command::deploy::chosen_target::open_bucket;
use croupier_content::config::deploy::TargetUrl;
use croupier_content::config::options::{BuildOptions, real};
use croupier_deploy::{FolderStore, Store};

/// Opens the store at a URL. The error is a message for users.
pub(super) fn open_store(url: &str, options: &BuildOptions) -> Result<Box<dyn Store>, String> {
    let parsed = TargetUrl::parse_store(url);
    match parsed.map_err(|problem| format!("{}; {}", problem.message, problem.hint))? {
        TargetUrl::Folder(path) => Ok(Box::new(FolderStore::new(real(&options.root.join(path))))),
        TargetUrl::Host { .. } => unreachable!("a host is not a store"),
        #[cfg(feature = "object-stores")]
        TargetUrl::Bucket { kind, bucket, prefix, parameters } => {
            let store = open_bucket(kind, &bucket, &prefix, &parameters);
            Ok(Box::new(store.map_err(|failure| failure.to_string())?))
        }
        #[cfg(not(feature = "object-stores"))]
        TargetUrl::Bucket { .. } => {
            Err("this Croupier was built without `object-stores`".to_owned())
        }
    }
}
