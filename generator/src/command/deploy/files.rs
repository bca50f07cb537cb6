//! The files of an output that are deployed, with their digests and headers.

#![expect(clippy::disallowed_methods, reason = "reads the output, which is not a source")]

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::command::built_output::BuiltOutput;
use crate::command::deploy::variants::Variants;
use crate::command::failure::Failure;
use crate::command::host_config::output_files;
use croupier_base::diagnostic::wording::counted;
use croupier_base::fingerprint::ContentHasher;
use croupier_base::path::{OutputPath, is_public};
use croupier_base::progress::Notes;
use croupier_content::config::options::BuildOptions;
use croupier_content::header_rules;
use croupier_deploy::{Entry, Files, Headers, RuleFiles, STORED_HEADERS};
use croupier_engine::{OutputFolder, absent_files, headers, redirects_file};

/// The public files of an output.
pub(super) struct OutputFiles {
    out: PathBuf,
    variants: Variants,
    /// The files by path.
    pub entries: Files,
    /// `_headers` and `_redirects`.
    pub rules: RuleFiles,
}

impl OutputFiles {
    /// Reads the files that builds wrote, and computes their digests.
    pub(super) fn read(
        options: &BuildOptions,
        output: BuiltOutput,
        keeps_headers: bool,
        has_variants: bool,
        notes: &Notes<'_>,
    ) -> Result<OutputFiles, Failure> {
        let BuiltOutput { path: out, base_path, .. } = output;
        let text = |name: &str| fs::read_to_string(out.join(name)).unwrap_or_default();
        let rule_files = RuleFiles { headers: text("_headers"), redirects: text("_redirects") };
        let unreadable = |error: &dyn std::fmt::Display, path: &str| {
            Failure::System(format!("cannot read {}: {error}", out.join(path).display()))
        };

        let mut paths = written_paths(options, &out).map_err(|error| unreadable(&error, ""))?;
        let absent = absent_files(options);
        paths.retain(|path| {
            is_public(path) && (absent.contains_key(path) || out.join(path).is_file())
        });

        let digest = |path: OutputPath| {
            if let Some((digest, size)) = absent.get(&path) {
                return Ok((path, *digest, *size));
            }
            let mut hasher = ContentHasher::default();
            let file = File::open(out.join(&path));
            match file.and_then(|file| hasher.update_from(file)) {
                Ok(size) => Ok((path, hasher.hash(), size)),
                Err(error) => Err(unreadable(&error, &path)),
            }
        };

        let mut digests: Vec<_> = paths.into_par_iter().map(digest).collect::<Result<_, _>>()?;
        let mut variants = Variants::new(&options.root);
        if has_variants {
            let added = variants
                .add(&out, &digests, notes)
                .map_err(|(path, error)| Failure::System(cannot_read(&path, &error)))?;
            digests.extend(added);
        }

        let rules = header_rules::parse(&rule_files.headers);
        let mut shared = HashMap::<Headers, Arc<Headers>>::new();
        let entry = |(path, digest, size): (OutputPath, _, _)| {
            let kept = if keeps_headers {
                let all = headers::file_headers(&rules, &base_path, &path).into_iter();
                all.filter(|(name, _)| STORED_HEADERS.contains(&name.as_str()))
                    .map(|(name, value)| (name, value.to_owned()))
                    .collect()
            } else {
                variants.headers(&path).unwrap_or_default()
            };
            let headers = shared.entry(kept).or_insert_with_key(|kept| Arc::new(kept.clone()));
            let headers = Arc::clone(headers);
            (path, Entry { digest, size, headers })
        };
        let entries = digests.into_iter().map(entry).collect();
        Ok(OutputFiles { out, variants, entries, rules: rule_files })
    }

    /// Returns the path of a file on this machine, which may be missing.
    fn path(&self, path: &OutputPath) -> PathBuf {
        self.variants.locate(path).unwrap_or_else(|| self.out.join(path))
    }

    /// Returns the path of a file on this machine. The error is a message for users.
    pub(super) fn locate(&self, path: &OutputPath) -> Result<PathBuf, String> {
        let path = self.path(path);
        match fs::metadata(&path) {
            Ok(_) => Ok(path),
            Err(error) => Err(cannot_read(&path, &error)),
        }
    }

    /// Opens a file. The error is a message for users.
    pub(super) fn open(&self, path: &OutputPath) -> Result<Box<dyn Read>, String> {
        let path = self.path(path);
        match File::open(&path) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(cannot_read(&path, &error)),
        }
    }

    /// Returns a note on the headers and redirects that the target does not apply itself.
    pub(super) fn unsupported(&self, keeps_headers: bool) -> Option<String> {
        let rules = header_rules::parse(&self.rules.headers);
        let is_stored = |name: &str| keeps_headers && STORED_HEADERS.contains(&name);
        let names: BTreeSet<&str> = rules
            .iter()
            .flat_map(|rule| &rule.headers)
            .map(|(name, _)| name.as_str())
            .filter(|name| !is_stored(name))
            .collect();

        let redirects = redirects_file::parse_redirects(&self.rules.redirects).count()
            + redirects_file::parse_patterns(&self.rules.redirects).count();
        let parts = [
            (!names.is_empty()).then(|| counted(names.len(), "header")),
            (redirects > 0).then(|| counted(redirects, "redirect")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();

        (!parts.is_empty()).then(|| {
            format!(
                "{} of this release must be set at the web server or CDN: `croupier host-config` prints them",
                parts.join(" and ")
            )
        })
    }
}

/// Returns a message about a file of the output that cannot be read.
fn cannot_read(path: &Path, error: &io::Error) -> String {
    let hint = if error.kind() == ErrorKind::NotFound {
        "; the target lacks a file that this machine did not build: set CROUPIER_CACHE_OUTPUTS=all"
    } else {
        ""
    };
    format!("cannot read {}: {error}{hint}", path.display())
}

/// Returns the paths of the files that builds wrote.
fn written_paths(options: &BuildOptions, out: &Path) -> io::Result<Vec<OutputPath>> {
    match OutputFolder::from_args(options).manifest() {
        Some(manifest) => Ok(manifest.files.into_iter().collect()),
        // The output was copied from another machine.
        None => Ok(output_files(out)?.into_iter().map(OutputPath::new).collect()),
    }
}
