//! Warnings about the Markdown of a page, such as images without alternative text.

use std::borrow::Cow;

use crate::stage::BuildState;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::SitePath;
use croupier_content::markdown::{CardProblem, ForeignSyntax, OutlineDifference, ProblemKind};
use croupier_content::page::Page;

/// Returns the warning about a problem in a text, at a location. `page` is the page whose content it is.
pub(super) fn warning(
    state: BuildState<'_>,
    page: Option<&Page>,
    kind: &ProblemKind,
    location: Location,
) -> Diagnostic {
    let text = &location.source[location.range.clone()];
    let (code, message, hint) = wording(kind, text);
    let cause = cause(kind, text);

    let suggestion = match kind {
        ProblemKind::UnknownLanguage => {
            let settings = state.sources.settings.as_ref();
            let highlight = settings.and_then(|it| it.extensions.highlight);
            did_you_mean(text, highlight.iter().flat_map(|it| it.languages.iter().copied()))
        }
        ProblemKind::OutlineOfTranslation(it) => {
            let translations = &state.site.inputs.site.translations;
            let original = page.and_then(|page| translations.original_of(page));
            missing_heading_hint(it, original.map(|it| &it.source))
        }
        _ => None,
    };
    let hint = suggestion.unwrap_or_else(|| hint.to_owned());

    let warning = Diagnostic::warning(code, message).at(location).hint(hint);
    match cause {
        Some(cause) => warning.caused_by(cause),
        None => warning,
    }
}

/// Returns the warning about a problem of a page without a content file.
pub(super) fn warning_of_generated(kind: &ProblemKind, page: &Page) -> Diagnostic {
    let (code, message, hint) = wording(kind, "");
    let message = format!("{}: {message}", page.route);
    Diagnostic::warning(code, message).in_file(page.file()).hint(hint)
}

/// Returns the code, the message and the hint about a problem, which is at `text`.
fn wording(kind: &ProblemKind, text: &str) -> (Code, Cow<'static, str>, &'static str) {
    let is_comment = text.starts_with("{#");
    let is_tag = text.starts_with('<');
    let (code, message, hint) = match kind {
        ProblemKind::ImageWithoutText if is_tag => (
            Code::ImageWithoutText,
            "this image has no alternative text",
            "describe it in `alt`, as in `alt=\"two dice\"`, or write `alt=\"\"` if it is only decoration",
        ),
        ProblemKind::ImageWithoutText => (
            Code::ImageWithoutText,
            "this image has no alternative text",
            "describe it between the brackets, `![two dice](/images/dice.png)`, or write `<img src=\"/images/dice.png\" alt=\"\">` if it is only decoration",
        ),
        ProblemKind::PlainBraces if is_comment => (
            Code::BadShortcode,
            "template comments are shown as text in Markdown",
            "write an HTML comment, `<!-- ... -->`, or `\\{#` to show the braces",
        ),
        ProblemKind::PlainBraces => (
            Code::BadShortcode,
            "these braces call no shortcode and are shown as text",
            "call a macro of pages/shortcodes.html, `{{ name(\"...\") }}`, or write `\\{{` to show the braces",
        ),
        ProblemKind::BracesInData => (
            Code::BadShortcode,
            "a text of data or front matter calls no shortcodes, so these braces are shown as text",
            "call the macro in the template, or write `\\{` to show the braces",
        ),
        ProblemKind::IndentedCall => (
            Code::BadShortcode,
            "this shortcode is in indented code, so it is shown as text",
            "indent it less, or write code between lines of ```",
        ),
        ProblemKind::FootnoteUndefined => (
            Code::Footnote,
            "there is no footnote with this label, so the reference is shown as text",
            "define it on a line of its own, `[^label]: Text`, or write `\\[^` to show the bracket",
        ),
        ProblemKind::FootnoteUnused => (
            Code::Footnote,
            "this footnote is not published, because nothing refers to it",
            "refer to it with its label in brackets, `[^label]`, or remove it",
        ),
        ProblemKind::FootnoteDuplicate => (
            Code::Footnote,
            "this footnote is not published, because an earlier one has the same label",
            "give it another label; upper and lower case letters are equal",
        ),
        ProblemKind::IdWrittenTwice => (
            Code::DuplicateId,
            "another element of this text has the id of this heading",
            "write another id, `{#id}`; until then, the id of the heading ends with a number",
        ),
        ProblemKind::OutlineOfTranslation(difference) => return outline(difference),
        ProblemKind::IdOfPage => (
            Code::DuplicateId,
            "the id of this heading is also the id of another element of the page, such as one of its template",
            "give the heading an id of its own: `## Heading {#own-id}`",
        ),
        ProblemKind::IdOfCall => (
            Code::DuplicateId,
            "this call writes an id that another element of the page has, too",
            "pass an id of its own if its macro or component takes one; otherwise, remove the id there",
        ),
        ProblemKind::BlockInLine => (
            Code::BlockInLine,
            "this call renders a block, which cannot be a part of a heading, of emphasized text or of a `<p>`",
            "write it on a line of its own; a macro or component for lines of text has a `<span>` in place of a `<div>`",
        ),
        ProblemKind::HeadingWithoutText => (
            Code::HeadingWithoutText,
            "this heading has no text, so that tables of contents and the search leave it out",
            "write a text, or an image with an alternative text; remove a heading that only makes space",
        ),
        ProblemKind::BreakingSpace => (
            Code::Typography,
            "this space can end a line, although French has a no-break space here",
            "write a no-break space, U+00A0 or `&nbsp;`",
        ),
        ProblemKind::SuperfluousSpace => {
            (Code::Typography, "Canadian French has no space before `;`, `!` and `?`", "remove it")
        }
        ProblemKind::SocialCard(problem) => return social_card(*problem),
        ProblemKind::UnknownLanguage => (
            Code::UnknownLanguage,
            "this language is not known, so the code is not highlighted",
            "write `text` for code without a language, or name a similar language in `[markdown.language_aliases]` of site.toml",
        ),
        ProblemKind::Foreign(syntax) => {
            let (message, hint) = foreign_syntax(*syntax, text);
            (Code::ForeignSyntax, message, hint)
        }
    };
    (code, message.into(), hint)
}

/// Returns the code, the message and the hint about headings that only a translation or only its original has.
fn outline(difference: &OutlineDifference) -> (Code, Cow<'static, str>, &'static str) {
    let (missing, added) = (&difference.missing, &difference.added);
    let missing_ids: Vec<String> = missing.iter().map(|id| format!("#{id}")).collect();
    let message = match (missing.is_empty(), added.is_empty()) {
        (false, true) => {
            format!("this translation has no heading for {} of its original", some_of(&missing_ids))
        }
        (true, _) => format!(
            "its original has no heading for {}, so that the id is made from the translated text",
            some_of(added)
        ),
        (false, false) => format!(
            "this translation has no heading for {} of its original, which has none for {}",
            some_of(&missing_ids),
            some_of(added)
        ),
    };
    let hint = "write the same headings as in the original, in its order, or the id of the original: `## Frais {#fees}`";
    (Code::TranslationOutline, message.into(), hint)
}

/// Returns the hint for the first heading of the original that a translation lacks.
fn missing_heading_hint(
    difference: &OutlineDifference,
    original: Option<&SitePath>,
) -> Option<String> {
    let (id, original) = (difference.missing.first()?, original?);
    Some(format!(
        "translate the heading `#{id}` of {original}, or write its id at the end of the heading that translates it: `{{#{id}}}`"
    ))
}

/// Returns the first of some names for a message.
fn some_of(names: &[String]) -> String {
    const SHOWN: usize = 3;
    let mut shown: Vec<String> = names.iter().take(SHOWN).map(|it| format!("`{it}`")).collect();
    if names.len() > SHOWN {
        shown.push(format!("{} more", names.len() - SHOWN));
    }
    match shown.split_last() {
        Some((last, [_, ..])) => format!("{} and {last}", shown[..shown.len() - 1].join(", ")),
        _ => shown.concat(),
    }
}

/// Returns the code, the message and the hint about a text that a social card lacks.
fn social_card(problem: CardProblem) -> (Code, Cow<'static, str>, &'static str) {
    match problem {
        CardProblem::NoGlyph(character) => (
            Code::SocialCardText,
            format!("no font of the social card has `{character}`, so it is left out").into(),
            "add a font with it to `fonts` in `[social_cards]` of site.toml",
        ),
        CardProblem::Outside => (
            Code::SocialCardText,
            "a part of this text is outside of the social card".into(),
            "break it into lines in the template, as in `page.title | wrap_text(width=1040, font_size=64, max_lines=3)`",
        ),
    }
}

/// Returns the cause of a problem, if problems in other places can have the same one: an image, a call or a tag.
fn cause(kind: &ProblemKind, text: &str) -> Option<String> {
    match kind {
        ProblemKind::ImageWithoutText
        | ProblemKind::PlainBraces
        | ProblemKind::BracesInData
        | ProblemKind::IdOfPage
        | ProblemKind::IdOfCall
        | ProblemKind::UnknownLanguage
        | ProblemKind::Foreign(ForeignSyntax::RefusedAttributes) => Some(text.to_owned()),
        ProblemKind::SocialCard(CardProblem::NoGlyph(character)) => Some(character.to_string()),
        ProblemKind::Foreign(ForeignSyntax::ComponentTag) => {
            let name = text.trim_start_matches(['<', '/']);
            Some(name.split(|it: char| !it.is_alphanumeric()).next().unwrap_or(name).to_owned())
        }
        _ => None,
    }
}

/// The message and the hint about cells that the parser drops.
const SURPLUS_CELLS: (&str, &str) = (
    "this text is dropped, because its row has more cells than the first line of the table",
    "write `\\|` to show a bar in a cell, also in code, or add a column to the first two lines",
);

/// The message and the hint about a misspelt marker of a callout.
const CALLOUT_MARKER: (&str, &str) = (
    "this marker of a callout is shown as text",
    "write it without spaces, as `[!NOTE]`, and a space before a title",
);

/// Returns the message and the hint about a marker of another generator.
fn foreign_marker(text: &str) -> (&'static str, &'static str) {
    match text {
        _ if text.starts_with("!!!") => (
            "admonitions of MkDocs are shown as text",
            "write an alert: `> [!NOTE]`, and its text in lines that begin with `>`",
        ),
        _ if text.starts_with("*[") => (
            "abbreviations are shown as text",
            "write `<abbr title=\"...\">` where the abbreviation is, and remove the line",
        ),
        _ if text.starts_with('<') => (
            "the attribute `markdown` has no effect, so Markdown in this element is shown as text",
            "leave an empty line after the tag and before its end tag, and remove the attribute",
        ),
        _ => (
            "this marker of another generator is shown as text",
            "write `{{ toc(page) }}` in the template for a table of contents; write other markers as shortcodes",
        ),
    }
}

/// Returns the message and the hint about syntax that has no effect, which is at `text`.
fn foreign_syntax(syntax: ForeignSyntax, text: &str) -> (&'static str, &'static str) {
    match syntax {
        ForeignSyntax::CodeAttributes if text.contains(['{', '=']) => (
            "some words after the language of a code block have no effect",
            "write only the language, and with `[markdown] highlight = true` words such as `{2,4-6}`, `ins={3}`, `del={4}`, `title=\"main.rs\"` and `linenos`; this is reported once in each file",
        ),
        ForeignSyntax::CodeAttributes => (
            "words after the language of a code block have no effect",
            "leave only the language: ```` ```rust ````; this is reported once in each file",
        ),
        ForeignSyntax::MdxImport => (
            "imports and exports of MDX are shown as text",
            "remove the line, and write components as macros in pages/shortcodes.html",
        ),
        ForeignSyntax::ComponentTag if text.contains(" client:") => (
            "HTML has no such element, so the tag is ignored or shown as text",
            "call the island with its name and props: `{{ island(\"cart\", count=1) }}`",
        ),
        ForeignSyntax::ComponentTag => (
            "HTML has no such element, so the tag is ignored or shown as text",
            "write a component as a macro in pages/shortcodes.html; write `&lt;` for a literal `<`",
        ),
        ForeignSyntax::MdxComment => {
            ("comments of MDX are shown as text", "write an HTML comment: `<!-- ... -->`")
        }
        ForeignSyntax::MdxExpression => (
            "expressions of MDX are shown as text",
            "write the value, or call a macro of pages/shortcodes.html; write `\\{` to show the brace",
        ),
        ForeignSyntax::Math => (
            "mathematics of TeX is shown as text",
            "set `[markdown] math = true` in site.toml, and write formulas as `$x$` or `$$x$$`, with as many `{` as `}`; write `\\$` to show a dollar sign",
        ),
        ForeignSyntax::InvalidFormula => invalid_formula(text),
        ForeignSyntax::Directive => (
            "directives are shown as text",
            "write an alert, `> [!NOTE]`, or a shortcode with a text: `{% name() %}...{% end %}`",
        ),
        ForeignSyntax::Attributes => (
            "attributes in braces are shown as text",
            "set `[markdown] attributes = true` in site.toml for links, images and blocks, and leave no blank line before them; headings take them always",
        ),
        ForeignSyntax::UnattachedAttributes => (
            "these attributes belong to no element, so they are shown as text",
            "write them directly after a link or an image, at the end of a heading, or on the line after a block, with the indentation of the block; write `\\{` to show the brace",
        ),
        ForeignSyntax::RefusedAttributes => (
            "a text cannot set this attribute, or has set it already, so the braces are shown as text",
            "write `#id`, `.class`, `data-name=\"...\"` or another attribute that the reference of Markdown lists, each once; write `\\{` to show the brace",
        ),
        ForeignSyntax::ForeignMarker => foreign_marker(text),
        ForeignSyntax::BrokenLink if text.contains("](") => (
            "this link has no end, so it is shown as text",
            "close it with a parenthesis: `[text](/path/)`",
        ),
        ForeignSyntax::BrokenLink => {
            ("this link is shown as text", "remove the space before its target: `[text](/path/)`")
        }
        ForeignSyntax::HeadingAttributes => (
            "the id and the classes of this heading are shown as text",
            "set `[markdown] heading_attributes = true` in site.toml",
        ),
        ForeignSyntax::DefinitionList => (
            "definition lists are shown as text",
            "set `[markdown] definition_lists = true` in site.toml, or write `\\:` at the start of the line",
        ),
        ForeignSyntax::Table => (
            "this table is shown as text, because its second line has another number of cells than the first",
            "write one cell of hyphens, `--`, for each cell of the first line",
        ),
        ForeignSyntax::SurplusCells => SURPLUS_CELLS,
        ForeignSyntax::EmojiName => (
            "names of emoji are shown as text",
            "write the emoji itself, or set `[markdown] emoji = true` in site.toml; `\\:` begins no name",
        ),
        ForeignSyntax::Superscript => (
            "superscripts are shown as text",
            "set `[markdown] superscript = true` in site.toml, or write `<sup>`",
        ),
        ForeignSyntax::Subscript => (
            "subscripts are shown as text",
            "set `[markdown] subscript = true` in site.toml, or write `<sub>`",
        ),
        ForeignSyntax::Tabs => (
            "tabs of other generators are shown as text",
            "write `{% tabs() %}`, `{% tab(\"npm\") %}` and the text of the tab, and `{% end %}` after each, with `[markdown] tabs = true` in site.toml",
        ),
        ForeignSyntax::CalloutMarker => CALLOUT_MARKER,
        ForeignSyntax::CalloutKind => (
            "this site has no callout of this kind, so it is shown as a quotation",
            "write `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]`, or give the kind a label in `[markdown.callouts]` of site.toml",
        ),
    }
}

/// Returns the message and the hint about the formula `text`.
fn invalid_formula(text: &str) -> (&'static str, &'static str) {
    if text.starts_with('\\') {
        return (
            "formulas between `\\(` and `\\)`, or `\\[` and `\\]`, are shown as text",
            "write formulas as `$x$` or `$$x$$`; write `\\\\` to show a backslash",
        );
    }
    if text.starts_with("$$") {
        return (
            "this formula has no end, so it is shown as text",
            "end it with `$$`, without a blank line in it and with as many `{` as `}`; write `\\$` to show a dollar sign",
        );
    }
    (
        "this is no valid formula, so it is shown as text",
        "write it with as many `{` as `}`, and without code, links and HTML; write `\\$` to show a dollar sign",
    )
}
