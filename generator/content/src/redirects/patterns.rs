//! The redirects by pattern, whose old address stands for many: those of site.toml, then those of static/_redirects.

use crate::config::settings::Settings;
use crate::config::tables::RedirectForm;
use crate::redirects::lines::{Other, is_rule};
use crate::redirects::only_in_file;
use crate::redirects::pattern::Pattern;
use crate::site::Site;
use croupier_base::address::encoded;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Place};

/// A pattern, the line that says it in the host's file, and where it was written.
pub(super) type Written = (Pattern, String, Place);

/// The patterns, and the lines that say them in the host's file together with the `others` of static/_redirects that say more.
pub(super) fn gather(
    site: &Site,
    settings: &Settings,
    others: Vec<Other>,
) -> (Vec<Written>, Vec<String>, Vec<Diagnostic>) {
    let base = &settings.base;
    let mut found = Vec::new();
    let mut patterns = Vec::<Written>::new();
    for (it, range) in settings.config.redirects.iter().filter(|(it, _)| Pattern::is_one(&it.from))
    {
        let place = settings.layers.place(range.clone());
        match Pattern::read(&it.from, &it.to, it.status) {
            Ok(pattern) => {
                let to = if it.to.starts_with('/') {
                    format!("{base}{}", it.to)
                } else {
                    it.to.to_string()
                };
                patterns.push((
                    pattern,
                    format!("{base}{} {} {}", it.from, encoded(&to), it.status),
                    place,
                ));
            }
            Err(hint) => {
                let error = Diagnostic::error(
                    Code::BadRedirect,
                    format!("`{}` cannot be redirected to `{}`", it.from, it.to),
                );
                found.push(error.at(place).hint(hint));
            }
        }
    }
    let mut rules: Vec<String> = patterns.iter().map(|(_, line, _)| line.clone()).collect();
    let is_read = settings.config.output.redirects.contains(&RedirectForm::File);
    if !is_read {
        found.extend(patterns.iter().map(|(_, line, place)| only_in_file(line).at(place.clone())));
    }
    for Other { line, pattern, place } in others {
        if !is_rule(&line) {
            let error = Diagnostic::error(Code::BadRedirect, format!("`{line}` is no redirect"))
                .at(place.clone());
            found.push(error.hint("write the old address, the new one and, if it is not 301, the status: `/old/ /new/ 302`"));
        }
        if !is_read {
            found.push(only_in_file(&line).at(place.clone()));
        }
        rules.push(line.clone());
        patterns.extend(pattern.map(|pattern| (pattern, line, place)));
    }
    let doubts = patterns.iter().filter_map(|(pattern, line, place)| {
        Some(doubtful(pattern, line, site)?.at(place.clone()))
    });
    found.extend(doubts);
    (patterns, rules, found)
}

/// What is worth saying of an old address that stands for many.
fn doubtful(pattern: &Pattern, line: &str, site: &Site) -> Option<Diagnostic> {
    let covered = site.pages.keys().find(|route| pattern.find(route).is_some())?;
    let warning = Diagnostic::warning(
        Code::RedirectTaken,
        format!("the redirect `{line}` stands for the page {covered} too"),
    );
    Some(warning.hint("some hosts lead on from there and others show the page; let the old address stand for less"))
}
