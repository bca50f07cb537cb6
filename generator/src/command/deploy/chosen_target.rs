//! Finds the target of a command in site.toml, and opens its store.

#[cfg(feature = "object-stores")]
use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::command::Failure;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::disk::world::World;
#[cfg(feature = "object-stores")]
use croupier_content::config::deploy::StoreKind;
use croupier_content::config::deploy::{DeployTarget, TargetUrl};
use croupier_content::config::options::{BuildOptions, Clock, Profile, real};
use croupier_content::config::settings::Settings;
#[cfg(feature = "object-stores")]
use croupier_deploy::{Bucket, BucketStore};
use croupier_deploy::{FailureKind, FolderStore, Store, StoreFailure};

/// The target of a command.
pub(super) struct ChosenTarget {
    /// Its name in site.toml.
    pub name: String,
    /// Its table.
    pub settings: DeployTarget,
    url: TargetUrl,
    /// The location of its URL.
    place: Location,
}

impl ChosenTarget {
    /// Finds a target by name. Without a name, finds the only target, or `production`.
    pub(super) fn find(
        options: &BuildOptions,
        name: Option<&str>,
    ) -> Result<ChosenTarget, Failure> {
        // A profile can set the URL of a target, but the target sets the profile. Targets are read as a production build reads them.
        let options = BuildOptions { profile: Profile::Production, ..options.clone() };
        let (settings, diagnostics) =
            Settings::read_partial(&options, &World::new(&options.root), &Clock::read())
                .map_err(Failure::Site)?;
        let targets = &settings.config.deploy;
        let name = match name {
            Some(name) => name.to_owned(),
            None if targets.len() == 1 => targets.keys().next().cloned().unwrap_or_default(),
            None => "production".to_owned(),
        };
        let found = targets.get(&name).and_then(|target| {
            let url = TargetUrl::parse(target.url.get_ref()).ok()?;
            let place = settings.layers.place(target.url.span());
            Some(ChosenTarget { name: name.clone(), settings: target.clone(), url, place })
        });
        found.ok_or_else(|| {
            // Sample data in other tables is reported by the build.
            let mut errors = diagnostics;
            errors.retain(|error| error.code != Code::SampleBrand);
            if !errors.is_empty() {
                return Failure::Site(errors);
            }
            if targets.is_empty() {
                return Failure::Usage(format!(
                    "site.toml has no target; add `[deploy.{name}]` with `url = \"...\"`"
                ));
            }
            let names: Vec<&str> = targets.keys().map(String::as_str).collect();
            let hint = did_you_mean(&name, names.iter().copied())
                .unwrap_or_else(|| format!("the targets are: {}", names.join(", ")));
            Failure::Usage(format!("site.toml has no target `{name}`; {hint}"))
        })
    }

    /// Opens the store.
    pub(super) fn store(&self, options: &BuildOptions) -> Result<Box<dyn Store>, Failure> {
        match &self.url {
            TargetUrl::Folder(path) => Ok(Box::new(FolderStore::new(self.folder(path, options)?))),
            #[cfg(feature = "object-stores")]
            TargetUrl::Bucket { kind, bucket, prefix, parameters } => {
                let store = open_bucket(*kind, bucket, prefix, parameters);
                Ok(Box::new(store.map_err(|failure| self.store_failure(failure))?))
            }
            #[cfg(not(feature = "object-stores"))]
            TargetUrl::Bucket { .. } => Err(self.error(
                "this Croupier was built without `object-stores`",
                "install it with `cargo install --path generator --features object-stores`, or use a folder",
            )),
        }
    }

    /// Returns the absolute path of a folder, which must neither contain the site or its output, nor be in its sources.
    fn folder(&self, path: &str, options: &BuildOptions) -> Result<PathBuf, Failure> {
        let folder = real(&options.root.join(path));
        let out = real(&options.out());
        let sources = ["content", "pages", "static", "src", ".croupier"];
        let own = sources.map(|name| options.root.join(name)).into_iter().chain([out.clone()]);
        let contains_site = out.starts_with(&folder) || real(&options.root).starts_with(&folder);
        if contains_site || own.into_iter().any(|own| folder.starts_with(real(&own))) {
            return Err(self.error(
                "the target is a folder of the site itself",
                "name a folder that a web server serves, such as `/srv/site`",
            ));
        }
        Ok(folder)
    }

    /// Returns the failure of the store as a diagnostic at the URL of the target.
    pub(super) fn store_failure(&self, failure: StoreFailure) -> Failure {
        let code = match failure.kind {
            FailureKind::Unreachable => Code::TargetUnreachable,
            FailureKind::Refused => Code::TargetRefused,
            FailureKind::NoBucket => Code::NoBucket,
            FailureKind::Other => Code::TargetFailed,
        };
        let message = format!("target `{}`: {}", self.name, failure.message);
        let error = Diagnostic::error(code, message).at(self.place.clone());
        Failure::Site(vec![match failure.hint {
            Some(hint) => error.hint(hint),
            None => error,
        }])
    }

    fn error(&self, message: &str, hint: &str) -> Failure {
        let error = Diagnostic::error(Code::SiteTable, message);
        Failure::Site(vec![error.at(self.place.clone()).hint(hint)])
    }
}

/// Opens an object store.
#[cfg(feature = "object-stores")]
pub(crate) fn open_bucket(
    kind: StoreKind,
    bucket: &str,
    prefix: &str,
    parameters: &BTreeMap<String, String>,
) -> Result<BucketStore, StoreFailure> {
    let parameter = |name: &str| parameters.get(name).cloned();
    let bucket = Bucket {
        name: bucket.to_owned(),
        prefix: prefix.to_owned(),
        endpoint: parameter("endpoint"),
        region: parameter("region"),
        profile: parameter("profile"),
        account: parameter("account"),
    };
    match kind {
        StoreKind::S3 => BucketStore::s3(&bucket),
        StoreKind::Google => BucketStore::google(&bucket),
        StoreKind::Azure => BucketStore::azure(&bucket),
    }
}
