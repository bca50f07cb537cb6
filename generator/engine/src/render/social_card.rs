//! Renders the social card of a page: the picture of its link previews, if the page names none.

use minijinja::{context, value::Value};

use crate::pictures::social_cards;
use crate::query::recorder::Recorder;
use crate::query::results::Head;
use crate::template::environment::Templates;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{ChainStep, Diagnostic};
use croupier_base::path::{OutputPath, SitePath};
use croupier_base::syntax::xml;
use croupier_content::markdown::{CardProblem, Problem, ProblemKind};
use croupier_content::page::Page;
use croupier_content::page_text::Text;
use croupier_extensions::social_cards::{CardDefect, CardError};

/// The most characters of an excerpt of an SVG.
const MAX_EXCERPT: usize = 60;

/// The social card of a page.
pub(super) struct SocialCard {
    /// Its path in the output.
    pub path: OutputPath,
    /// The text that it lacks. The ranges are byte ranges in the content file.
    pub problems: Vec<Problem>,
}

/// Renders the card of a page with the template of site.toml. None if the page has none: it names an image itself, or is a draft.
pub(super) fn render(
    recorder: &Recorder,
    templates: &Templates,
    site: &Head<'_>,
    page: &Page,
    text: &Text,
    page_value: &Value,
) -> Result<Option<SocialCard>, Vec<Diagnostic>> {
    let Some(settings) = site.social_cards.filter(|_| site.options.open_graph) else {
        return Ok(None);
    };
    if page.front.draft || page.front.rare.image.is_some() {
        return Ok(None);
    }

    let in_settings = |key: &'static str, message: String, hint: String| {
        let place = recorder.setting_place(&["social_cards", key]);
        vec![Diagnostic::error(Code::SiteTable, message).at(place).hint(hint)]
    };
    let template = settings.template_path();
    if let Err(not_found) = recorder.template(&template) {
        let hint = not_found
            .did_you_mean()
            .unwrap_or_else(|| "create it, or name another template in pages/".to_owned());
        return Err(in_settings("template", format!("there is no template {template}"), hint));
    }
    // A program without the library has reported the table.
    let Some(renderer) = recorder.card_renderer() else { return Ok(None) };
    let (renderer, fonts) = renderer.map_err(|font| {
        let (message, hint) = font.message_and_hint();
        in_settings("fonts", message, hint)
    })?;

    let add_step =
        |diagnostic: Diagnostic| diagnostic.through(ChainStep::Page(page.source.to_string()));
    let rendered = templates.render(recorder, &template, &context! { page => page_value.clone() });
    let (svg, _) = rendered.map_err(|found| found.into_iter().map(add_step).collect::<Vec<_>>())?;
    // The texts of a page can have characters that XML forbids.
    let svg = &*xml::allowed(svg.trim());
    let mut hashes = Vec::new();
    for url in renderer.images(svg) {
        let hash = recorder.card_image(&url).map_err(|not_found| {
            let hint = not_found.did_you_mean().unwrap_or_else(|| {
                "write the URL path of a file in static/, such as `/images/logo.svg`".to_owned()
            });
            let message = format!("there is no image `{url}`");
            let error = Diagnostic::error(Code::SocialCardBroken, message);
            vec![add_step(error.in_file(&template).hint(hint))]
        })?;
        hashes.push(hash);
    }

    let path = social_cards::path(svg, fonts, &hashes);
    let defects = recorder
        .draw_card(renderer, &path, svg)
        .map_err(|error| vec![add_step(broken_card(&template, svg, &error))])?;
    let problems = defects.iter().map(|defect| problem(defect, page, text)).collect();
    Ok(Some(SocialCard { path, problems }))
}

/// Returns the error about a card that cannot be drawn.
fn broken_card(template: &SitePath, svg: &str, error: &CardError) -> Diagnostic {
    let near = match error {
        CardError::Syntax { position: Some((line, column)), .. } => {
            let line = svg.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
            let start = (*column as usize).saturating_sub(MAX_EXCERPT / 2);
            let excerpt: String = line.chars().skip(start).take(MAX_EXCERPT).collect();
            format!(", near `{}`", excerpt.trim())
        }
        _ => String::new(),
    };

    let hint = match error {
        CardError::Syntax { .. } => {
            "the output is XML: close each element, quote each attribute, and write `&#160;` in place of `&nbsp;`".to_owned()
        }
        CardError::Proportions { .. } => "write `<svg viewBox=\"0 0 1200 630\" ...>`".to_owned(),
        CardError::NoFont { families, .. } => format!(
            "add its file to `fonts` in `[social_cards]` of site.toml; the fonts are {}",
            families.join(", ")
        ),
        CardError::BrokenImage(_) => "save it again as PNG, JPEG, WebP or SVG".to_owned(),
        CardError::EncodingFailed(_) => "simplify the drawing".to_owned(),
    };

    let message = format!("no social card can be drawn: {error}{near}");
    Diagnostic::error(Code::SocialCardBroken, message).in_file(template).hint(hint)
}

/// Returns the problem of a card at the text in the content file that it comes from. The title is the most likely one.
fn problem(defect: &CardDefect, page: &Page, text: &Text) -> Problem {
    let (kind, searched) = match defect {
        CardDefect::NoGlyph(character) => (CardProblem::NoGlyph(*character), character.to_string()),
        CardDefect::Outside(line) => (CardProblem::Outside, line.trim().to_owned()),
    };
    let ranges = [&*searched, &*page.front.title].into_iter().filter_map(|searched| {
        let start = text.source.find(searched).filter(|_| !searched.is_empty())?;
        Some(start..start + searched.len())
    });
    Problem {
        kind: ProblemKind::SocialCard(kind),
        range: ranges.into_iter().next().unwrap_or(0..0),
    }
}
