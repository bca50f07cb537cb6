//! Redirects from paths with capital letters, as files are named or `path` is written, to the paths
//! of pages and of their assets.

use crate::colocated_assets::ColocatedAssets;
use crate::front_matter::cascade;
use crate::page::Page;
use crate::site::Site;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::{self, Href, Route};
use croupier_base::url;

/// Number of paths that a message names.
const EXAMPLES: usize = 3;

/// Returns the paths of pages and assets as they are written, where these are not their paths, and
/// their paths.
pub(super) fn lowered_paths<'a>(
    site: &'a Site,
    assets: &'a ColocatedAssets,
) -> impl Iterator<Item = (Route, Href)> + 'a {
    site.pages
        .values()
        .filter(|page| !page.is_generated && page.row.is_none())
        .filter_map(|page| Some((page, page.front.rare.written_route.clone()?)))
        .flat_map(|(page, written)| {
            let of_assets = lowered_assets(page, &written, assets);
            std::iter::once((written, Href::new(page.route.as_str()))).chain(of_assets)
        })
}

/// Returns the paths of the assets of a page below its route as it is written, and their paths.
fn lowered_assets(page: &Page, written: &Route, assets: &ColocatedAssets) -> Vec<(Route, Href)> {
    let folder = cascade::folder(&page.source).filter(|_| written.ends_with('/'));
    let Some(folder) = folder else { return Vec::new() };
    let below = page.route.trim_start_matches('/');
    path::entries_with_prefix(&assets.published, below)
        .filter_map(|(output, source)| {
            let name = &output[below.len()..];
            // An asset of a page further down has a path of its own.
            let is_own = source.strip_prefix(folder)?.strip_prefix('/')? == name;
            let from = format!("{written}{name}");
            is_own.then(|| (Route::new(from), Href::new(url::file_url(output))))
        })
        .collect()
}

/// Returns the warning about paths that HTML files cannot redirect.
pub(super) fn not_redirected(paths: &[Route]) -> Option<Diagnostic> {
    let examples: Vec<String> =
        paths.iter().take(EXAMPLES).map(|path| format!("`{path}`")).collect();
    let (subject, rest) = match paths.len() {
        0 => return None,
        1 => ("1 path with capital letters is".to_owned(), ""),
        count if count > EXAMPLES => {
            (format!("{count} paths with capital letters are"), " and others")
        }
        count => (format!("{count} paths with capital letters are"), ""),
    };

    let message = format!(
        "{subject} not redirected to the same path in lower case: {}{rest}",
        examples.join(", ")
    );

    Some(Diagnostic::warning(Code::BadRedirect, message).hint(
        "HTML files cannot tell the two apart: keep the capital letters with `[content] paths = \"keep\"` in site.toml, or add \"_redirects\" \
         to `[output] redirects` if the host reads that file",
    ))
}
