//! Finds the target of a command in site.toml, and opens its store.

#![expect(clippy::disallowed_methods, reason = "removes an empty folder of a target")]

#[cfg(feature = "object-stores")]
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::command::deploy::release_target::Place;
use crate::command::failure::Failure;
use crate::command::hosts;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location, Severity};
use croupier_base::disk::world::World;
use croupier_content::config::options::{BuildOptions, Profile, real};
use croupier_content::config::settings::Settings;
#[cfg(feature = "object-stores")]
use croupier_content::config::tables::deploy::StoreKind;
use croupier_content::config::tables::deploy::{DeployTarget, Mode, TargetUrl};
#[cfg(feature = "object-stores")]
use croupier_deploy::{Bucket, BucketStore};
use croupier_deploy::{FailureKind, FolderStore, SshHost, Store, StoreFailure, VersionedFolder};

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
        let (settings, diagnostics) = ChosenTarget::read(options)?;

        let targets = &settings.config.deploy;
        let name = match name {
            Some(name) => name.to_owned(),
            None if targets.len() == 1 => targets.keys().next().cloned().unwrap_or_default(),
            None => "production".to_owned(),
        };

        let found = targets.get(&name).and_then(|target| {
            let url = TargetUrl::parse(target.url.get_ref()).ok()?;
            if target.base_url_problem().is_some()
                || target.precompress_problem().is_some()
                || target.mode.is_some() && target.mode_problem().is_some()
            {
                return None;
            }
            let place = settings.layers.place(target.url.span());
            Some(ChosenTarget { name: name.clone(), settings: target.clone(), url, place })
        });

        found.ok_or_else(|| {
            // Warnings, and sample data in other tables, are reported by the build.
            let mut errors = diagnostics;
            errors.retain(|it| it.severity == Severity::Error && it.code != Code::SampleBrand);

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

    /// Finds the target of a command that works on the releases of one site.
    pub(super) fn find_site(
        options: &BuildOptions,
        name: Option<&str>,
    ) -> Result<ChosenTarget, Failure> {
        let chosen = ChosenTarget::find(options, name)?;
        if chosen.settings.has_previews() {
            return Err(Failure::Usage(format!(
                "the target {name} has previews, which have no list of releases; `croupier previews --target {name}` lists them",
                name = chosen.name
            )));
        }
        Ok(chosen)
    }

    /// Finds a target of previews. Without a name, finds the only one, or `preview`.
    pub(super) fn find_previews(
        options: &BuildOptions,
        name: Option<&str>,
    ) -> Result<ChosenTarget, Failure> {
        let read = || {
            let (settings, _) = ChosenTarget::read(options).ok()?;
            let targets = settings.config.deploy.into_iter().filter(|(_, it)| it.has_previews());
            let names: Vec<String> = targets.map(|(name, _)| name).collect();
            <[String; 1]>::try_from(names).ok().map(|[name]| name)
        };
        let name = name.map(str::to_owned).or_else(read).unwrap_or_else(|| "preview".to_owned());
        let chosen = ChosenTarget::find(options, Some(&name))?;
        if !chosen.settings.has_previews() {
            return Err(Failure::Usage(format!("the target {name} is not for previews")));
        }
        Ok(chosen)
    }

    /// Reads the settings with the targets, and the problems of site.toml.
    fn read(options: &BuildOptions) -> Result<(Settings, Vec<Diagnostic>), Failure> {
        // A profile can set the URL of a target, but the target sets the profile. Targets are read as a production build reads them.
        let options = BuildOptions { profile: Profile::Production, ..options.clone() };
        Settings::read_partial(&options, &World::new(&options.root), &options.clock())
            .map_err(Failure::Site)
    }

    /// Returns the options of the build for the host that the target has.
    pub(super) fn of_host(&self, options: BuildOptions) -> Result<BuildOptions, Failure> {
        let language = self.settings.language.as_ref().map(|it| it.get_ref().as_str());
        let has_own_url = self.settings.base_url.is_some();
        if has_own_url { Ok(options) } else { hosts::of_target(options, language) }
    }

    /// Returns where the releases are: at a host, or in a store or a folder in it.
    pub(super) fn place(
        &self,
        options: &BuildOptions,
        subfolder: Option<&str>,
    ) -> Result<Place, Failure> {
        match &self.url {
            TargetUrl::Host { destination, port, path } => {
                let host = SshHost { destination: destination.clone(), port: *port };
                let path = match subfolder {
                    Some(subfolder) => format!("{path}/{subfolder}"),
                    None => path.clone(),
                };
                Ok(Place::Versioned(VersionedFolder { host: Some(host), path }))
            }
            TargetUrl::Folder(path) if self.settings.mode() == Mode::Versioned => {
                let folder = self.folder(path, options)?;
                let path = folder.to_str().map(str::to_owned).ok_or_else(|| {
                    self.error("the path of the target is not UTF-8", "move the folder")
                })?;
                Ok(Place::Versioned(VersionedFolder { host: None, path }))
            }
            TargetUrl::Bucket { .. } if self.settings.mode() == Mode::Versioned => {
                self.store(options, subfolder).map(Place::VersionedStore)
            }
            _ => self.store(options, subfolder).map(Place::Store),
        }
    }

    /// Opens the store, or a folder in it.
    fn store(
        &self,
        options: &BuildOptions,
        subfolder: Option<&str>,
    ) -> Result<Box<dyn Store>, Failure> {
        #[cfg(feature = "object-stores")]
        let below = |path: &str| match subfolder {
            Some(subfolder) => format!("{path}/{subfolder}").trim_start_matches('/').to_owned(),
            None => path.to_owned(),
        };

        match &self.url {
            TargetUrl::Host { .. } => unreachable!("the releases at a host are in folders"),
            TargetUrl::Folder(path) => {
                let folder = self.folder(path, options)?;
                Ok(Box::new(FolderStore::new(folder.join(subfolder.unwrap_or_default()))))
            }
            #[cfg(feature = "object-stores")]
            TargetUrl::Bucket { kind, bucket, prefix, parameters } => {
                let store = open_bucket(*kind, bucket, &below(prefix), parameters);
                Ok(Box::new(store.map_err(|failure| self.store_failure(failure))?))
            }
            #[cfg(not(feature = "object-stores"))]
            TargetUrl::Bucket { .. } => Err(self.error(
                "this Croupier was built without `object-stores`",
                "install it with `cargo install --path generator --features object-stores`, or use a folder",
            )),
        }
    }

    /// Removes the folders of a preview that are empty. Only targets in folders have them.
    pub(super) fn remove_empty_folder(&self, options: &BuildOptions, subfolder: &str) {
        if let TargetUrl::Folder(path) = &self.url
            && let Ok(folder) = self.folder(path, options)
        {
            let folder = folder.join(subfolder);
            for path in [".croupier/tmp", ".croupier", ""] {
                let _ = fs::remove_dir(folder.join(path));
            }
        }
    }

    /// Returns the absolute path of a folder, which must neither contain the site or its output, nor be in its sources.
    fn folder(&self, path: &str, options: &BuildOptions) -> Result<PathBuf, Failure> {
        let folder = real(&options.root.join(path));
        let out = real(&options.out());
        let sources = ["content", "pages", "static", "i18n", "src", ".croupier"];
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

/// Opens the folder or object store at a URL, for the shared cache and the parts of a build. The error is a message for users.
pub(crate) fn open_store(url: &str, options: &BuildOptions) -> Result<Box<dyn Store>, String> {
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
