//! Broken or blocked links that templates wrote into pages. Each is reported once, where it was written.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::query::data::DataFile;
use crate::query::key::QueryKey;
use crate::render::policy::Policy;
use crate::session::trace::Trace;
use crate::stage::BuildState;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Location};
use croupier_base::syntax::html::Use;
use croupier_content::links::{self, Targets};
use croupier_content::page::Page;

/// A page with what it was made from.
type Rendered<'a> = (&'a Arc<Page>, &'a Trace);

/// Returns the broken links of templates. Each is reported once, in the source that it comes from if that is known, and with the first
/// page by route that shows it.
pub(super) fn broken_template_links(
    state: BuildState<'_>,
    pages: &[Rendered<'_>],
    targets: &Targets<'_>,
    policy: &Policy,
) -> Vec<Diagnostic> {
    let addresses = state.session.links();
    // What counts from the beginning of the site means the same on every page.
    let mut is_good = vec![false; addresses.list.len()];
    let mut wrong = BTreeMap::<(u32, String), (Diagnostic, Vec<Rendered<'_>>)>::new();
    for (page, trace) in pages {
        for id in &trace.template_links {
            if is_good[*id as usize] {
                continue;
            }
            let (usage, href) = &addresses.list[*id as usize];
            let is_same = !usage.is_url() || !targets.is_own(href) || href.starts_with('/');
            let unnamed = (*usage == Use::MissingAlt).then(unnamed);
            let told = unnamed.or_else(|| policy.blocks(*usage, href)).or_else(|| {
                let broken =
                    usage.is_url().then(|| links::broken(targets, &page.route, href)).flatten()?;
                Some(broken.to_diagnostic())
            });
            // A page that is over itself may say what others may not.
            is_good[*id as usize] = is_same && told.is_none() && page.front.expire_at.is_none();
            let Some(told) = told else { continue };
            wrong
                .entry((*id, told.message.clone()))
                .or_insert_with(|| (told, Vec::new()))
                .1
                .push((page, trace));
        }
    }
    let mut placed = Vec::new();
    for ((id, _), (told, mut pages)) in wrong {
        let (usage, href) = &addresses.list[id as usize];
        pages.sort_by(|a, b| a.0.route.cmp(&b.0.route));
        let at =
            |page: Rendered<'_>| locate(state, &told, page.0, page.1, *usage, words(*usage, href));
        let first = at(pages[0]);
        // What a page says itself is another mistake on each.
        if first
            .iter()
            .filter_map(|it| it.place.as_ref())
            .any(|place| place.file == pages[0].0.source.as_str())
        {
            placed.extend(
                pages
                    .into_iter()
                    .flat_map(|page| at(page).into_iter().map(move |told| (page, 1, told))),
            );
        } else {
            placed.extend(first.into_iter().map(|told| (pages[0], pages.len(), told)));
        }
    }
    placed.sort_by(|a, b| (&a.0.0.route, &a.2.message).cmp(&(&b.0.0.route, &b.2.message)));
    let mut found = Vec::<(Rendered<'_>, usize, Diagnostic)>::new();
    let mut seen = BTreeMap::new();
    for (page, count, told) in placed {
        let place = told.place.as_ref().map(|it| (it.file.clone(), it.range.start, it.range.end));
        // A relative address of a template leads from each page to another place, and is one mistake.
        let is_placed = place.as_ref().is_some_and(|(_, start, end)| start < end);
        match seen.get(&(told.code.number(), place.clone())).filter(|_| is_placed) {
            Some(at) => {
                let (_, pages, _): &mut (_, usize, _) = &mut found[*at];
                *pages += count;
            }
            None => {
                seen.insert((told.code.number(), place), found.len());
                found.push((page, count, told));
            }
        }
    }
    let told = |((page, _), pages, told): (Rendered<'_>, usize, Diagnostic)| {
        let mut told = told.through(ChainStep::Page(page.source.to_string()));
        if pages > 1 {
            told.chain.push(ChainStep::OtherPages(pages - 1));
        }
        told
    };
    found.into_iter().map(told).collect()
}

/// A diagnostic with the place of `words`, which a page shows and its text does not have as a link: in its front matter, a
/// data file, site.toml or a template that it was made from, else in its template. In a data file each line that has them is
/// a mistake of its own.
fn locate(
    state: BuildState<'_>,
    told: &Diagnostic,
    page: &Page,
    trace: &Trace,
    usage: Use,
    words: &str,
) -> Vec<Diagnostic> {
    let inputs = &state.site.inputs;
    let dependencies = state.session.queries();
    let asked = trace.queries.iter().filter_map(|id| dependencies.get(*id));
    let mut texts: Vec<(String, Arc<str>)> = Vec::new();
    if !page.is_generated
        && let Ok(text) = state.sources.text(&page.source)
    {
        texts.push((page.source.to_string(), text.source));
    }
    let mut all: BTreeSet<QueryKey> = asked.cloned().collect();
    for slice in state
        .site
        .slices
        .iter()
        .filter(|(name, _)| all.iter().any(|it| it.slice() == Some(name.as_str())))
        .map(|(_, it)| it)
        .collect::<Vec<_>>()
    {
        all.extend(slice.reads.keys().cloned());
    }
    let data = all.iter().filter_map(|it| inputs.data.get(it.data_file()?));
    texts.extend(data.map(DataFile::file).map(|(file, text)| (file.into(), text)));
    let templates = all.iter().filter_map(|it| inputs.templates.get_key_value(it.template()?));
    texts.extend(templates.map(|(name, text)| (name.to_string(), Arc::clone(text))));
    if all.iter().any(QueryKey::is_setting) {
        texts.extend(
            inputs.settings.layers.texts().map(|(name, text)| (name.to_owned(), Arc::clone(text))),
        );
    }
    let find = |is_quoted: bool, in_image: bool| {
        texts.iter().find_map(|(file, text)| {
            let mut ranges = written(text, words, is_quoted, in_image);
            let first = ranges.next()?;
            let is_data = file.starts_with("content/data/") && !words.is_empty();
            let others = if is_data { on_other_lines(text, &first, ranges) } else { Vec::new() };
            Some((file, text, [vec![first], others].concat()))
        })
    };
    // An image without a text is meant in its tag, and not where the picture is named besides.
    let in_tag = (usage == Use::MissingAlt)
        .then(|| find(true, true).or_else(|| find(false, true)))
        .flatten();
    match in_tag.or_else(|| find(true, false)).or_else(|| find(false, false)) {
        Some((file, text, ranges)) => ranges
            .into_iter()
            .map(|range| told.clone().at(Location::new(file.as_str(), Arc::clone(text), range)))
            .collect(),
        None => vec![told.clone().in_file(&page.template())],
    }
}

/// An image that a template shows.
fn unnamed() -> Diagnostic {
    Diagnostic::warning(
        Code::ImageWithoutText,
        "this image has no text for those who cannot see it",
    )
    .hint("say what it shows in `alt=\"...\"`; `alt=\"\"` is for an image that only decorates")
}

/// What to look for in sources: of a script or style sheet, the longest line, since templates indent and fill in others.
fn words(usage: Use, text: &str) -> &str {
    if matches!(usage, Use::InlineScript | Use::InlineStyleSheet) {
        text.lines().map(str::trim).max_by_key(|line| line.len()).unwrap_or(text)
    } else {
        text
    }
}

/// Where `words` stand in a text: between quotes, or with nothing beside them that could be a part of them.
/// With `in_image` they are looked for in tags of images alone.
fn written(
    text: &str,
    words: &str,
    is_quoted: bool,
    in_image: bool,
) -> impl Iterator<Item = Range<usize>> {
    let is_part =
        |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || "/_-.".contains(it));
    let tag = move |at: usize| text[..at].rfind('<').and_then(|tag| text.get(tag + 1..tag + 4));
    let places = text.match_indices(words).map(|(at, _)| at..at + words.len());
    let places = places.filter(move |range| {
        !in_image || tag(range.start).is_some_and(|it| it.eq_ignore_ascii_case("img"))
    });
    places.filter(move |range| {
        let (before, after) =
            (text[..range.start].chars().next_back(), text[range.end..].chars().next());
        if is_quoted {
            before == after && matches!(before, Some('"' | '\''))
        } else {
            !is_part(before) && !is_part(after)
        }
    })
}

/// The first of `ranges` on each line of a data file that is neither the line of `first` nor a comment.
fn on_other_lines(
    text: &str,
    first: &Range<usize>,
    ranges: impl Iterator<Item = Range<usize>>,
) -> Vec<Range<usize>> {
    let line = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut last = line(first.start);
    let mut others = Vec::new();
    for range in ranges {
        let start = line(range.start);
        if start != last && !text[start..].trim_start().starts_with('#') {
            last = start;
            others.push(range);
        }
    }
    others
}
