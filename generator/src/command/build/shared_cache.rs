//! The shared cache of `[cache]`: fetches the last build of another machine before a build, and stores the build afterwards.
//!
//! A machine that has built the site before has a session of its own, so that it fetches nothing. An error of the cache is a warning.

#![expect(
    clippy::disallowed_methods,
    reason = "its files are in .croupier, which is neither source nor output"
)]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::command::console::{Console, bytes_text};
use crate::command::deploy::chosen_target::open_store;
use crate::command::failure::Failure;
use crate::command::print::print;
use croupier_base::disk::world::World;
use croupier_cache::{Entry, Limits, PublicKey, Remote, SigningKey, StoreResult};
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::cache::{
    self, CacheMode, Outputs, SIGNING_KEY, TRUSTED_NAMESPACE,
};
use croupier_deploy::Store;
use croupier_engine::{Engine, PortableSession};

/// The folders of `.croupier` whose files have names that depend on their content and on all that they are made from.
const FOLDERS: [&str; 4] = ["compressed", "highlight", "islands", "pictures"];
/// Seconds of a day.
const DAY: u64 = 24 * 60 * 60;

/// The shared cache of a site.
pub(crate) struct SharedCache {
    settings: cache::SharedCache,
    store: Box<dyn Store>,
    /// The key that signs what this build writes.
    signing_key: Option<String>,
    folder: PathBuf,
}

impl SharedCache {
    /// Opens the cache. Returns `None` if the site has none, or if it cannot be opened.
    pub(crate) fn open(options: &BuildOptions, console: &Console) -> Option<SharedCache> {
        // The build reports errors of site.toml.
        let (settings, _) =
            Settings::read_partial(options, &World::new(&options.root), &options.clock()).ok()?;
        let cache = &settings.config.cache;
        if cache.remote_problem().is_some() || cache.problem().is_some() {
            return None;
        }

        let variable = |name: &str| std::env::var(name).ok();
        let search = settings.config.search;
        let opened = settings.config.cache.clone().with_variables(variable).and_then(|settings| {
            let remote = settings.remote.as_ref().filter(|_| settings.mode != CacheMode::Off);
            let Some(remote) = remote else { return Ok(None) };
            let store = open_store(remote.get_ref(), options)?;
            let signing_key = variable(SIGNING_KEY).filter(|key| !key.is_empty());
            if signing_key.as_ref().is_some_and(|key| SigningKey::parse(key).is_none()) {
                // The key itself is a secret.
                return Err(format!(
                    "{SIGNING_KEY} does not have 64 hexadecimal digits; `croupier cache-key` prints a key"
                ));
            }

            let mut settings = settings;
            if let Some(problem) = signing_problem(&settings, signing_key.as_deref()) {
                console.warn(&format!("the shared cache is read, but not written: {problem}"));
                settings.mode = CacheMode::Read;
            }
            // Pagefind reads the text of all pages.
            if search.text {
                settings.outputs = Outputs::All;
            }

            let folder = options.root.join(".croupier");
            Ok(Some(SharedCache { settings, store, signing_key, folder }))
        });

        opened.unwrap_or_else(|message| {
            console.warn(&format!("the shared cache is not used: {message}"));
            None
        })
    }

    /// Whether a build writes only files that differ from the last build.
    pub(crate) fn has_changed_outputs_only(&self) -> bool {
        self.settings.outputs == Outputs::Changed
    }

    /// Whether the build writes the cache.
    pub(crate) fn is_written(&self) -> bool {
        self.settings.mode == CacheMode::ReadWrite
    }

    /// Fetches the last build, unless this machine has one. Returns whether this machine had none.
    pub(crate) fn fetch(&self, engine: &Engine, console: &Console) -> bool {
        let session = engine.portable_session();
        if session.exists() {
            return false;
        }

        let own = self.settings.namespace.get_ref();
        let mut namespaces = vec![own.as_str()];
        if own != TRUSTED_NAMESPACE {
            namespaces.push(TRUSTED_NAMESPACE);
        }

        for namespace in namespaces {
            match self.fetch_namespace(namespace, &session, console) {
                Ok(is_complete) if is_complete => break,
                Ok(_) => {}
                Err(error) => {
                    console.warn(&format!("the shared cache cannot be read: {error}"));
                    break;
                }
            }
        }

        true
    }

    /// Fetches what this machine lacks. Returns whether the session is complete.
    fn fetch_namespace(
        &self,
        namespace: &str,
        session: &PortableSession,
        console: &Console,
    ) -> StoreResult<bool> {
        let remote = self.remote(namespace);
        let path = |name: &str| session.path_of(name).or_else(|| self.folder_path(name));
        // A build that writes changed files only encodes few pictures.
        let is_needed = |name: &str| match self.settings.outputs {
            Outputs::All => !session.is_output(name),
            Outputs::Changed => !name.starts_with("pictures/"),
        };
        let is_wanted =
            |name: &str| is_needed(name) && path(name).is_some_and(|path| !path.exists());
        // The files wait under other names until it is known that the session is complete.
        let written = Mutex::new(BTreeMap::new());
        let take = |name: &str, bytes: &[u8], used: u64| {
            // A file that cannot be written is made again by the build.
            if let Some(path) = path(name)
                && let Ok(temporary) = write_temporary(&path, bytes, used)
            {
                let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
                written.insert(name.to_owned(), (temporary, path));
            }
        };
        let fetched = remote.read(is_wanted, &take)?;
        for warning in &fetched.warnings {
            console.warn(warning);
        }

        let is_of_session = |name: &&String| name.starts_with(&session.prefix);
        let has_session = fetched.entries.keys().any(|name| is_of_session(&name))
            && !fetched.lost.iter().any(|name| is_of_session(&name));
        let is_usable = |name: &String| has_session || !is_of_session(&name);
        for (name, (temporary, path)) in written.into_inner().unwrap_or_default() {
            let is_moved = is_usable(&name) && fs::rename(&temporary, &path).is_ok();
            if !is_moved {
                let _ = fs::remove_file(&temporary);
            }
        }
        let usable = fetched.entries.iter().filter(|(name, _)| is_usable(name));
        let usable: Vec<u64> = usable.map(|(_, size)| *size).collect();
        if !usable.is_empty() {
            console.note(&format!(
                "fetched {} files ({}) from the shared cache",
                usable.len(),
                bytes_text(usable.iter().sum())
            ));
        }
        Ok(has_session)
    }

    /// Stores the build for other machines.
    pub(crate) fn store(&self, engine: &Engine, console: &Console) {
        let session = engine.portable_session();
        let today = days_since_epoch(SystemTime::now());
        let mut entries = BTreeMap::new();

        for file in session.list() {
            if let Ok(bytes) = fs::read(&file.path) {
                entries.insert(file.name, Entry { bytes: Some(bytes), used: today });
            }
        }

        for folder in FOLDERS {
            for entry in fs::read_dir(self.folder.join(folder)).into_iter().flatten().flatten() {
                let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
                let modified = entry.metadata().and_then(|metadata| metadata.modified());
                if let (Some(_), Ok(modified)) = (self.folder_path(&name), modified) {
                    entries.insert(name, Entry { bytes: None, used: days_since_epoch(modified) });
                }
            }
        }

        let read = |name: &str| fs::read(self.folder_path(name)?).ok();
        let limits =
            Limits { max_size: self.settings.max_size.0, max_age: self.settings.max_age.0 };
        let remote = self.remote(self.settings.namespace.get_ref());
        if let Err(error) = remote.write(&entries, &read, &session.prefix, limits, today) {
            console.warn(&format!("the shared cache cannot be written: {error}"));
        }
    }

    /// Opens a namespace. A namespace of untrusted builds has no signature, and only they read it.
    fn remote(&self, namespace: &str) -> Remote<'_> {
        let signing_key = self.signing_key.as_deref().and_then(SigningKey::parse);
        let public_key = self.settings.public_key.as_ref();
        let public_key = public_key.filter(|_| namespace == TRUSTED_NAMESPACE);
        let public_key = public_key.and_then(|key| PublicKey::parse(key.get_ref()));
        Remote::new(&*self.store, namespace, signing_key, public_key)
    }

    /// Returns the path of an entry of one of the [`FOLDERS`]. `None` for other names, and for files that are being written.
    fn folder_path(&self, name: &str) -> Option<PathBuf> {
        let (folder, file) = name.split_once('/')?;
        let is_file = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let is_temporary = file
            .rsplit_once('.')
            .is_some_and(|(_, end)| end.bytes().all(|byte| byte.is_ascii_digit()));
        let is_valid = FOLDERS.contains(&folder)
            && !file.is_empty()
            && !file.starts_with('.')
            && file.bytes().all(is_file)
            && !is_temporary;
        is_valid.then(|| self.folder.join(folder).join(file))
    }
}

/// Returns why a build must not write the namespace of trusted builds: all others would ignore what it writes, and what is there now
/// would be lost.
fn signing_problem(settings: &cache::SharedCache, key: Option<&str>) -> Option<String> {
    let is_trusted = settings.namespace.get_ref() == TRUSTED_NAMESPACE;
    if settings.mode != CacheMode::ReadWrite || !is_trusted {
        return None;
    }

    let public_key = PublicKey::parse(settings.public_key.as_ref()?.get_ref())?;
    let Some(key) = key.and_then(SigningKey::parse) else {
        return Some(format!("{SIGNING_KEY} is missing, which belongs to `public_key`"));
    };
    (key.public_key() != public_key).then(|| {
        format!("{SIGNING_KEY} does not belong to `public_key`; `croupier cache-key` prints a pair")
    })
}

/// Prints a new pair of keys.
pub(crate) fn print_key() -> Result<(), Failure> {
    let key = SigningKey::generate()
        .ok_or_else(|| Failure::System("this system has no random numbers".to_owned()))?;
    let (secret, public) = (key.to_hex(), key.public_key().to_hex());
    print(format!("{SIGNING_KEY}={secret}\npublic_key = \"{public}\"\n"))
}

/// Writes the content of a file that was last used on a day under another name, and returns its path.
fn write_temporary(path: &Path, bytes: &[u8], used: u64) -> io::Result<PathBuf> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}", std::process::id()));
    let temporary = PathBuf::from(temporary);
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(&temporary, bytes)?;
    let time = UNIX_EPOCH + Duration::from_secs(used * DAY);
    File::options().write(true).open(&temporary)?.set_modified(time)?;
    Ok(temporary)
}

fn days_since_epoch(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / DAY
}
