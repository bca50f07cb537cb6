//! The files that `croupier build` writes about a release: the list of changes since the last deployment, and the manifest.
//!
//! Both come from the output folder and not from the build, so that repeating a build gives the same lists.

#![expect(clippy::disallowed_methods, reason = "reads the output, and writes files outside of it")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::command::failure::Failure;
use croupier_base::disk::world::World;
use croupier_base::fingerprint::ContentHasher;
use croupier_base::path::OutputPath;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;
use croupier_engine::{OutputFolder, absent_files, changes_since, escaped_name, unescaped_name};

/// The digest of each file, by path.
type Digests = BTreeMap<OutputPath, String>;

/// The options `--changes`, `--since` and `--manifest`.
pub(crate) struct ReleaseLists {
    /// The file to list changes in.
    pub changes: Option<PathBuf>,
    /// The manifest of the deployed release.
    pub since: Option<PathBuf>,
    /// The file to write the manifest of this release to.
    pub manifest: Option<PathBuf>,
}

impl ReleaseLists {
    /// Checks the manifest of the deployed release before a build.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.deployed().map(|_| ())
    }

    /// Writes the lists after a build.
    pub(crate) fn write(&self, args: &BuildOptions) -> Result<(), Failure> {
        if self.changes.is_none() && self.manifest.is_none() {
            return Ok(());
        }
        let files = output_digests(args)?;
        if let Some(file) = &self.changes {
            let settings = Settings::read(args, &World::new(&args.root), &args.clock())
                .map_err(Failure::Site)?;
            let changes = changes_since(&self.deployed()?, &files, &settings.base_url);
            let lines: String = changes.iter().map(|change| format!("{change}\n")).collect();
            write(file, &lines)?;
        }
        if let Some(file) = &self.manifest {
            let line = |(path, digest): (&OutputPath, &String)| {
                format!("{digest}\t{}\n", escaped_name(path))
            };
            let lines: String = files.iter().map(line).collect();
            write(file, &lines)?;
        }
        Ok(())
    }

    /// Reads the manifest of the deployed release. It is empty if the file does not exist.
    fn deployed(&self) -> Result<Digests, Failure> {
        let Some(file) = &self.since else { return Ok(Digests::new()) };
        let text = match fs::read_to_string(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Digests::new()),
            text => text.map_err(|error| {
                Failure::System(format!("cannot read {}: {error}", file.display()))
            })?,
        };

        let entry = |line: &str| {
            let (digest, path) = line.split_once('\t')?;
            let is_digest = digest.bytes().all(|it| it.is_ascii_hexdigit()) && !digest.is_empty();
            is_digest.then(|| (OutputPath::new(unescaped_name(path)), digest.to_owned()))
        };

        text.lines().map(entry).collect::<Option<Digests>>().ok_or_else(|| {
            Failure::Usage(format!(
                "{} is not a manifest; name a file that `croupier build --manifest` wrote",
                file.display()
            ))
        })
    }
}

/// Returns the digest of each file that builds wrote to the output folder.
fn output_digests(args: &BuildOptions) -> Result<Digests, Failure> {
    let folder = OutputFolder::from_args(args);
    let files = folder.manifest().map(|manifest| manifest.files).unwrap_or_default();
    let digest = |path: OutputPath| {
        let mut hasher = ContentHasher::default();
        let read = File::open(folder.path.join(&path)).and_then(|file| hasher.update_from(file));
        match read {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => {
                Some(Err(Failure::System(format!("cannot read {path} in the output: {error}"))))
            }
            Ok(_) => Some(Ok((path, hasher.hash().to_string()))),
        }
    };

    let mut digests: Digests = files.into_iter().filter_map(digest).collect::<Result<_, _>>()?;
    let absent =
        absent_files(args).into_iter().map(|(path, (digest, _))| (path, digest.to_string()));
    digests.extend(absent);
    Ok(digests)
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text).map_err(|error| {
        Failure::System(format!(
            "the site was published, but {} cannot be written: {error}",
            file.display()
        ))
    })
}
