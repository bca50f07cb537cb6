//! `[build]` of site.toml: commands that make source files before a build reads them.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

use croupier_base::disk::ignored::is_hidden;
use croupier_base::path::is_portable;

/// The `[build]` table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Build {
    /// The commands, in the order in which they run.
    pub run: Vec<BuildCommand>,
}

/// A command that makes source files, in the root of the site.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BuildCommand {
    /// The program and its arguments. No shell runs them.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub command: Vec<String>,
    /// Glob patterns of the files that the command reads. It runs again when one of them changes.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub inputs: Vec<String>,
    /// The files and folders that the command writes.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub outputs: Vec<String>,
    /// Seconds after which the command is ended. Default: 60.
    #[serde(default = "default_timeout")]
    pub timeout: NonZeroU32,
}

fn default_timeout() -> NonZeroU32 {
    NonZeroU32::new(60).expect("60 is not 0")
}

impl BuildCommand {
    /// Returns the command as one line, for messages.
    pub fn line(&self) -> String {
        self.command.join(" ")
    }
}

/// Returns the folder before the first component of a pattern that has a wildcard. Empty for the root.
pub fn pattern_folder(pattern: &str) -> &str {
    let end = pattern.find(['*', '?', '[', '{', '\\']).unwrap_or(pattern.len());
    pattern[..end].rfind('/').map_or("", |slash| &pattern[..slash])
}

/// Returns the range of a command, or of one of its keys.
pub(crate) fn entry_range(root: &DeTable<'_>, index: usize, key: Option<&str>) -> Range<usize> {
    let build = root.get("build");
    let entry =
        build.and_then(|it| it.get_ref().as_table()?.get("run")?.get_ref().as_array()?.get(index));
    let value = entry.zip(key).and_then(|(entry, key)| entry.get_ref().as_table()?.get(key));
    value.or(entry).or(build).map_or(0..0, Spanned::span)
}

impl Build {
    /// Reports all invalid values of the table: the message, the range and a hint.
    pub fn check(&self, root: &DeTable<'_>, report: &mut dyn FnMut(String, &Range<usize>, &str)) {
        let mut outputs = BTreeSet::new();
        for (index, BuildCommand { command, inputs, outputs: own, .. }) in
            self.run.iter().enumerate()
        {
            let mut report = |message: String, key, hint: &str| {
                report(message, &entry_range(root, index, Some(key)), hint);
            };

            if command.first().is_none_or(String::is_empty) {
                let hint = "write the program and its arguments as separate strings, such as `[\"tailwindcss\", \"-i\", \"styles/site.css\"]`";
                report("this command names no program".to_owned(), "command", hint);
            }

            if inputs.is_empty() {
                let hint = "name the files that the command reads, such as `inputs = [\"styles/**\"]`; it runs when one of them changes";
                report("this command has no inputs".to_owned(), "inputs", hint);
            }

            for input in inputs.iter().filter(|it| !is_portable(it)) {
                let hint = "write a pattern relative to the root of the site, such as `\"styles/**/*.css\"`";
                report(format!("`{input}` is outside the site"), "inputs", hint);
            }

            if own.is_empty() {
                let hint = "name the files or folders that the command writes, such as `outputs = [\"static/css/site.css\"]`";
                report("this command has no outputs".to_owned(), "outputs", hint);
            }

            for output in own {
                let output = output.trim_end_matches('/');
                let is_named = is_portable(output) && !output.split('/').any(is_hidden);
                if !is_named || output.contains(['*', '?', '{']) {
                    let hint = "write the path of one file or folder that the command makes, relative to the root of the site";
                    report(format!("`{output}` cannot be an output"), "outputs", hint);
                } else if !outputs.insert(output) {
                    let hint = "let each command write its own files or folder";
                    report(format!("two commands write `{output}`"), "outputs", hint);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_a_pattern_has_no_wildcards() {
        for (pattern, folder) in [
            ("styles/**/*.css", "styles"),
            ("a/b/c.css", "a/b"),
            ("*.css", ""),
            ("site.css", ""),
            ("a/b{c,d}/e", "a"),
        ] {
            assert_eq!(pattern_folder(pattern), folder, "{pattern}");
        }
    }
}
