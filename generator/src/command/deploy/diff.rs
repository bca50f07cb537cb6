//! `croupier diff`: what differs between an earlier release and the live one, with the text of pages line by line.

use std::collections::BTreeSet;

use serde_json::json;
use similar::{ChangeTag, TextDiff};

use crate::command::console::Console;
use crate::command::deploy::chosen_target::ChosenTarget;
use crate::command::deploy::release_target::ReleaseTarget;
use crate::command::deploy::report::Reporter;
use crate::command::deploy::{ReleaseArgs, deploy_options, failure};
use crate::command::failure::Failure;
use crate::command::print::print;
use croupier_base::hashed_path::is_hashed;
use croupier_base::path::{OutputPath, is_generated_path, route_of_output};
use croupier_base::syntax::html::text_lines;
use croupier_deploy::{DeployError, Entry, Manifest, RetainedReleases, Verification};

/// Prints the pages and files that differ between a release and the live one. Without an ID, this is the release before the live one.
pub(crate) fn run(
    args: &ReleaseArgs,
    name: Option<&str>,
    id: Option<&str>,
    console: &Console,
) -> Result<(), Failure> {
    let options = args.build_args();
    let chosen = ChosenTarget::find_site(&options, name)?;
    let place = chosen.place(&options, None)?;
    let reporter = Reporter::new(console, &chosen.name);
    let deployment =
        deploy_options(&chosen, Verification::default(), &reporter, &|_| Ok(()), &|_| Ok(()));
    let target = ReleaseTarget::new(&chosen, &place, deployment);
    let (before, after) = compared(&target, id).map_err(|error| failure(&chosen, error))?;

    let changed = changed_paths(&before, &after);
    for path in &changed {
        let difference = PageDifference::read(&target, &before, &after, path);
        print_difference(&difference.map_err(|error| failure(&chosen, error))?, console)?;
    }

    if changed.is_empty() {
        console.line("no page and no file of the site differs");
    }
    Ok(())
}

/// Returns the earlier release and the live one.
fn compared(
    target: &ReleaseTarget<'_>,
    id: Option<&str>,
) -> Result<(Manifest, Manifest), DeployError> {
    let RetainedReleases { live, releases, .. } = target.releases()?;
    let position = releases.iter().position(|release| Some(&release.id) == live.as_ref());
    let [live, earlier @ ..] = &releases[position.unwrap_or(0)..] else {
        return Err(DeployError::Usage("the target has no release".to_owned()));
    };

    let before = match (id, earlier.first()) {
        (Some(id), _) => target.release(id)?,
        (None, Some(before)) => target.release(&before.id)?,
        (None, None) => {
            return Err(DeployError::Usage("the target has no earlier release".to_owned()));
        }
    };
    Ok((before, target.release(&live.id)?))
}

/// Returns the pages and files that differ between two releases.
fn changed_paths<'a>(before: &'a Manifest, after: &'a Manifest) -> Vec<&'a OutputPath> {
    // A variant changes with the file that it is of.
    let is_variant = |path: &OutputPath| {
        let mut entries = [after, before].into_iter().filter_map(|it| it.files.get(path));
        entries.next().is_some_and(Entry::is_variant)
    };
    let is_compared = |path: &&OutputPath| {
        !is_generated_path(path)
            && !is_variant(path)
            && !is_hashed(path)
            && before.files.get(path) != after.files.get(path)
    };

    let paths: BTreeSet<&OutputPath> = before.files.paths().chain(after.files.paths()).collect();
    paths.into_iter().filter(is_compared).collect()
}

/// The difference between two versions of a page or file.
struct PageDifference {
    /// Whether it was added, removed or changed.
    change: &'static str,
    /// The route of a page, or the path of a file.
    name: String,
    /// The lines of text of the earlier version. Empty for files that are not pages.
    old: String,
    /// The lines of text of the live version.
    new: String,
}

impl PageDifference {
    /// Reads both versions of a file.
    fn read(
        target: &ReleaseTarget<'_>,
        before: &Manifest,
        after: &Manifest,
        path: &OutputPath,
    ) -> Result<PageDifference, DeployError> {
        let change = match (before.files.contains(path), after.files.contains(path)) {
            (false, _) => "added",
            (_, false) => "removed",
            _ => "changed",
        };

        let is_page = path.ends_with(".html");
        let text = |release: &Manifest| match release.files.get(path) {
            Some(entry) if is_page => target.file(release, path, entry).map(|bytes| {
                let lines = text_lines(&String::from_utf8_lossy(&bytes.unwrap_or_default()));
                lines.iter().map(|line| format!("{line}\n")).collect()
            }),
            _ => Ok(String::new()),
        };

        let name = if is_page { route_of_output(path).to_string() } else { path.to_string() };
        Ok(PageDifference { change, name, old: text(before)?, new: text(after)? })
    }
}

/// Prints the lines that differ between two versions of a page.
fn print_difference(difference: &PageDifference, console: &Console) -> Result<(), Failure> {
    let PageDifference { change, name, old, new } = difference;
    let lines = TextDiff::from_lines(old, new);
    let changes = lines.iter_all_changes().filter(|it| it.tag() != ChangeTag::Equal);

    let (mut removed, mut added) = (Vec::new(), Vec::new());
    let mut text = format!("{change} {name}\n");
    for line in changes {
        let is_removed = line.tag() == ChangeTag::Delete;
        let line = line.value().trim_end();
        if is_removed { &mut removed } else { &mut added }.push(line);
        text.push_str(&format!("  {} {line}\n", if is_removed { "-" } else { "+" }));
    }

    if !console.is_json() {
        return print(text);
    }
    console.json(&json!({
        "event": "difference", "change": change, "name": name, "removed": removed, "added": added,
    }));
    Ok(())
}
