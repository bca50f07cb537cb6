//! The build of a shard, and the checks of the parts before they are merged.

#![expect(
    clippy::disallowed_methods,
    reason = "reads and writes the folders of parts, which are neither sources nor output"
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cache::Cache;
use crate::island::process::node_environment;
use crate::pipeline::Engine;
use crate::pipeline::mode::{ResumeMode, TextIndex};
use crate::pipeline::shard::parts::{Part, PartInfo, Parts, check_part, mismatch, unusable};
use crate::pipeline::shard::{OUTPUT, Shard};
use crate::session::store::save_part_outputs;
use croupier_base::date;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::world;
use croupier_base::fingerprint::{Fingerprint, fingerprint, hex};

/// The file that describes a part.
const PART: &str = "part.json";
/// The session of a part.
const SESSION: &str = "session";

impl Engine {
    /// Renders and writes only the pages of a shard. Files of the whole site are left out.
    #[must_use]
    pub fn with_shard(mut self, shard: Shard) -> Engine {
        self.shard = Some(shard);
        self.resume_mode = ResumeMode::Done;
        self.text_index = TextIndex::Skipped;
        self
    }

    /// Returns an error if a folder has files that are not those of a part.
    pub fn check_part_folder(folder: &Path) -> Result<(), Diagnostic> {
        // Builds that were killed leave temporary files of the session.
        let is_of_part = |name: &str| [OUTPUT, PART].contains(&name) || name.starts_with(SESSION);
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let has_others =
            entries.map(|it| it.file_name()).any(|name| !name.to_str().is_some_and(is_of_part));
        if !has_others {
            return Ok(());
        }

        let message = format!("{} has other files than those of a part", folder.display());
        let hint =
            "name another folder with --out, or leave it out: parts are then in .croupier/parts/";
        Err(Diagnostic::error(Code::OutputForeign, message).hint(hint))
    }

    /// Writes the description and the traces of the part that the last build made, whose output is below `folder`.
    pub fn write_part(&self, folder: &Path) -> io::Result<()> {
        let shard = self.shard.expect("the build was one of a shard");
        self.sources.highlighter.save(self.has_rendered_all);
        let session = self.part_cache(folder);
        let token = fingerprint(&(std::process::id(), world::now(), self.session.built_at()));
        save_part_outputs(&session, token, self.session.outputs())?;
        self.session.save_traces(&session, token)?;
        let info = PartInfo {
            shard,
            build: self.build_digest(),
            sources: self.sources_digest(),
            node: self.node(),
            built_at: self.clock.now,
            next_change_at: self.next_change_at(),
        };
        fs::write(folder.join(PART), serde_json::to_vec(&info).expect("it is plain data"))
    }

    /// Merges the parts in these folders with the next build.
    pub fn with_parts(mut self, folders: &[PathBuf]) -> Result<Engine, Diagnostic> {
        let mut parts = Vec::new();
        for folder in folders {
            let part = self.read_part(folder)?;
            check_part(&part, &parts)?;
            parts.push(part);
        }

        let Some(first) = parts.first() else { return Err(mismatch("there is no part", "")) };
        let count = first.info.shard.count;

        let is_present = |index: &u32| parts.iter().any(|part| part.info.shard.index == *index);
        let missing: Vec<String> = (1..=count)
            .filter(|index| !is_present(index))
            .map(|it| format!("{it}/{count}"))
            .collect();

        if !missing.is_empty() {
            let message = format!("the part of {} is missing", missing.join(", "));
            return Err(mismatch(
                &message,
                "build it, and name the folders or the URL of all parts",
            ));
        }

        self.resume_mode = ResumeMode::Done;
        self.parts = Some(Parts(parts));
        Ok(self)
    }

    fn read_part(&self, folder: &Path) -> Result<Part, Diagnostic> {
        let bytes =
            fs::read(folder.join(PART)).map_err(|error| unusable(folder, &error.to_string()))?;
        let info: PartInfo =
            serde_json::from_slice(&bytes).map_err(|error| unusable(folder, &error.to_string()))?;
        if info.build != self.build_digest() {
            let message = format!(
                "{} was made by another version of Croupier, or with another profile or other flags",
                folder.display()
            );
            return Err(mismatch(&message, "build all parts and merge them with the same ones"));
        }
        let session = self.part_cache(folder);
        Ok(Part { folder: folder.to_owned(), info, session })
    }

    /// Checks that the parts were made from the current sources, in an equal environment, and that no page became due or expired between
    /// the builds.
    pub(in crate::pipeline) fn check_parts(&self) -> Result<(), Diagnostic> {
        let Some(Parts(parts)) = &self.parts else { return Ok(()) };
        self.check_node_of_parts(parts)?;
        if let Some(part) = parts.first().filter(|it| it.info.sources != self.sources_digest()) {
            let message = format!(
                "{} was made from other sources than those of this folder",
                part.folder.display()
            );
            return Err(mismatch(&message, "merge the parts in a checkout of the same commit"));
        }
        self.check_times_of_parts(parts)
    }

    /// Checks that the same Node rendered the islands of all parts, because the code of an island is the same with each one.
    fn check_node_of_parts(&self, parts: &[Part]) -> Result<(), Diagnostic> {
        let own = self.node();
        let Some(part) = parts.iter().find(|it| it.info.node != own) else { return Ok(()) };
        let text = |node: &Option<String>| node.clone().unwrap_or_else(|| "none".to_owned());
        let message = format!(
            "{} was made with another Node or locale than the merge: {} instead of {}",
            part.folder.display(),
            text(&part.info.node),
            text(&own)
        );
        let hint =
            "install the same version of Node on all machines, and set the same locale and `TZ`";
        Err(mismatch(&message, hint))
    }

    /// Checks that lists of pages, and templates that depend on the time, are the same in all parts and in the files of the merge.
    fn check_times_of_parts(&self, parts: &[Part]) -> Result<(), Diagnostic> {
        let of_parts = parts.iter().map(|part| {
            let PartInfo { built_at, next_change_at, .. } = part.info;
            (part.folder.display().to_string(), built_at, next_change_at)
        });

        let own = ("the merge".to_owned(), self.clock.now, self.next_change_at());
        let builds: Vec<_> = of_parts.chain([own]).collect();
        let Some((latest, end, _)) = builds.iter().max_by_key(|(_, built_at, _)| *built_at) else {
            return Ok(());
        };

        for (name, built_at, next_change_at) in &builds {
            let Some(due) = next_change_at.filter(|due| due <= end) else { continue };
            let message = format!(
                "a page or an entry of data became due or expired at {}, after {name} ({}) and before {latest} ({})",
                date::rfc3339(due),
                date::rfc3339(*built_at),
                date::rfc3339(*end)
            );
            let hint = "build the earlier parts again, or give all parts and the merge the same time with `SOURCE_DATE_EPOCH`";
            return Err(mismatch(&message, hint));
        }

        Ok(())
    }

    /// Returns what the HTML of islands depends on, apart from their code. None without a runtime.
    fn node(&self) -> Option<String> {
        self.sources.bundle.is_some().then(|| node_environment().to_owned())
    }

    /// Returns the digest of the generator and the options of the build.
    fn build_digest(&self) -> String {
        hex(&self.cache().fingerprint().to_be_bytes())
    }

    /// Returns the digest of all sources.
    fn sources_digest(&self) -> String {
        let contents = self.sources.contents.iter();
        let contents: Vec<(&str, Fingerprint, Fingerprint)> =
            contents.map(|(path, it)| (path.as_str(), it.digest, it.cascade)).collect();
        hex(&fingerprint(&(self.sources.shared_inputs(), contents)).to_be_bytes())
    }

    /// Returns the cache with the session of a part.
    fn part_cache(&self, folder: &Path) -> Cache {
        self.cache_at(folder.join(SESSION), self.clock.build_year)
    }
}
