//! Collects the redirects of patterns of paths, and other rules for hosts.

use crate::config::settings::Settings;
use crate::config::tables::RedirectForm;
use crate::redirects::collected::OutputFiles;
use crate::redirects::file::{OtherRule, is_rule};
use crate::redirects::pattern::Pattern;
use crate::redirects::redirect::needs_host_error;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::Href;
use croupier_base::url::percent_encode;

/// A pattern, its line for the host's file, and the location of its source.
pub(super) type PatternRule = (Pattern, String, Location);

/// Returns the patterns of site.toml, and the errors of those that cannot be used. Those whose targets are on other hosts are left out.
fn of_settings(
    settings: &Settings,
    is_of_other_host: &dyn Fn(&Href) -> bool,
) -> (Vec<PatternRule>, Vec<Diagnostic>) {
    let base = &settings.base_path;
    let mut patterns = Vec::new();
    let mut diagnostics = Vec::new();

    let redirects = settings.config.redirects.iter();
    for (redirect, range) in redirects.filter(|(it, _)| Pattern::is_pattern(&it.from)) {
        let place = settings.layers.place(range.clone());
        match Pattern::read(&redirect.from, &redirect.to, redirect.status) {
            Ok(pattern) if pattern.has_fixed_target() && is_of_other_host(&redirect.to) => {}
            Ok(pattern) => {
                let to = if redirect.to.starts_with('/') {
                    format!("{base}{}", redirect.to)
                } else {
                    redirect.to.to_string()
                };
                let line =
                    format!("{base}{} {} {}", redirect.from, percent_encode(&to), redirect.status);
                patterns.push((pattern, line, place));
            }
            Err(hint) => {
                let error = Diagnostic::error(
                    Code::BadRedirect,
                    format!("`{}` cannot be redirected to `{}`", redirect.from, redirect.to),
                );
                diagnostics.push(error.at(place).hint(hint));
            }
        }
    }

    (patterns, diagnostics)
}

/// Collects the patterns of site.toml and of static/_redirects, in this order.
///
/// Returns the patterns, the lines for the host's file and diagnostics. The lines include those of
/// `others` that are not patterns.
pub(super) fn collect(
    files: &dyn OutputFiles,
    settings: &Settings,
    others: Vec<OtherRule>,
    is_of_other_host: &dyn Fn(&Href) -> bool,
) -> (Vec<PatternRule>, Vec<String>, Vec<Diagnostic>) {
    let (mut patterns, mut diagnostics) = of_settings(settings, is_of_other_host);
    let mut rules: Vec<String> = patterns.iter().map(|(_, line, _)| line.clone()).collect();
    let has_host_file = settings.config.output.redirects.contains(&RedirectForm::File);
    if !has_host_file {
        diagnostics.extend(
            patterns.iter().map(|(_, line, place)| needs_host_error(line).at(place.clone())),
        );
    }

    for OtherRule { line, pattern, place } in others {
        if !is_rule(&line) {
            let error = Diagnostic::error(Code::BadRedirect, format!("`{line}` is not a redirect"))
                .at(place.clone());
            diagnostics.push(error.hint("write the old path, the target and, if it is not 301, the status: `/old/ /new/ 302`"));
        }
        if !has_host_file {
            diagnostics.push(needs_host_error(&line).at(place.clone()));
        }
        rules.push(line.clone());
        patterns.extend(pattern.map(|pattern| (pattern, line, place)));
    }

    let warnings = patterns.iter().filter_map(|(pattern, line, place)| {
        Some(hidden_file_warning(pattern, line, files)?.at(place.clone()))
    });
    diagnostics.extend(warnings);
    (patterns, rules, diagnostics)
}

/// Returns a warning if a pattern matches the path of a page or a file.
fn hidden_file_warning(
    pattern: &Pattern,
    line: &str,
    files: &dyn OutputFiles,
) -> Option<Diagnostic> {
    let hidden = files.find(pattern)?;
    let message = format!("the redirect `{line}` also matches {hidden}");
    let hint = "some hosts redirect this page and others show it; use a narrower pattern";
    Some(Diagnostic::warning(Code::RedirectTaken, message).hint(hint))
}
