//! Finds the syntax of MDX, of other generators and of disabled extensions, which is shown as text
//! or dropped.

use std::iter;
use std::ops::Range;

use memchr::{memchr, memchr_iter};
use pulldown_cmark::{Event, Tag};

use crate::config::markdown::MarkdownOptions;
use crate::markdown::VerbatimText;
use crate::markdown::extensions::{emoji, events, raised};
use crate::markdown::problem::{ForeignSyntax, Problem, ProblemKind};

/// Starts of lines that can be leftovers, after the markers of blockquotes.
const LINE_STARTS: [&str; 9] =
    ["import ", "export ", ":::", "!!! ", "[!", "[[", "![[", "[TOC", "[toc"];

/// HTML elements that are written with a capital letter in old pages.
const HTML_ELEMENTS: [&str; 30] = [
    "abbr", "article", "body", "br", "center", "code", "details", "div", "dl", "dd", "dt", "em",
    "font", "form", "head", "hr", "html", "img", "input", "li", "ol", "pre", "span", "strong",
    "summary", "table", "td", "th", "tr", "ul",
];

/// Returns the byte range of the first tag of a component in raw HTML at `range`, such as `<Tabs>`.
pub(super) fn component_tag(html: &str, range: &Range<usize>) -> Option<Range<usize>> {
    html.match_indices('<').find_map(|(index, _)| {
        let name = html[index + 1..].trim_start_matches('/');
        let length = name.find(|it: char| !it.is_ascii_alphanumeric() && it != '.');
        let name = &name[..length.unwrap_or(name.len())];
        let is_component = name.starts_with(|it: char| it.is_ascii_uppercase())
            && name.contains(|it: char| it.is_ascii_lowercase())
            && !HTML_ELEMENTS.contains(&name.to_ascii_lowercase().as_str());
        let end = html[index..].find('>').map_or(html.len(), |length| index + length + 1);
        is_component.then(|| range.start + index..range.start + end)
    })
}

/// Returns the first leftover of each kind in a text. `component_tag` is the first tag of one.
pub(super) fn problems(
    text: &str,
    component_tag: Option<Range<usize>>,
    options: MarkdownOptions,
) -> Vec<Problem> {
    let mut problems: Vec<Problem> = component_tag
        .map(|range| Problem { kind: ProblemKind::Foreign(ForeignSyntax::ComponentTag), range })
        .into_iter()
        .chain(disabled_extensions(text, options))
        .collect();
    if !may_have_leftovers(text.as_bytes()) {
        return problems;
    }
    let mut verbatim = None;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if let Some((syntax, range)) = leftover(line, options) {
            let kind = ProblemKind::Foreign(syntax);
            let range = offset + range.start..offset + range.end;
            let is_new = problems.iter().all(|problem| problem.kind != kind);
            let verbatim = verbatim.get_or_insert_with(|| VerbatimText::new(text, options));
            if is_new && !verbatim.contains(range.start, 0) {
                problems.push(Problem { kind, range });
            }
        }
        offset += line.len();
    }
    problems
}

/// Returns whether a text may have leftovers. Most texts have none, and are searched only once.
fn may_have_leftovers(text: &[u8]) -> bool {
    let mut braces = memchr_iter(b'{', text);
    let mut lines = iter::once(0).chain(memchr_iter(b'\n', text).map(|end| end + 1));
    braces.any(|index| {
        matches!(text.get(index + 1), Some(b'/' | b'.' | b':' | b'#'))
            || index > 0 && matches!(text[index - 1], b')' | b']')
    }) || lines.any(|start| {
        let indent = text[start..].iter().take_while(|it| matches!(it, b' ' | b'\t' | b'>'));
        let line = &text[start + indent.count()..];
        matches!(line.first(), Some(b'i' | b'e' | b':' | b'!' | b'['))
            && LINE_STARTS.iter().any(|it| line.starts_with(it.as_bytes()))
    })
}

/// Returns the first use of each extension that site.toml does not enable.
fn disabled_extensions(text: &str, options: MarkdownOptions) -> Vec<Problem> {
    if !may_use_disabled(text, options) {
        return Vec::new();
    }
    let all = MarkdownOptions {
        heading_attributes: true,
        definition_lists: true,
        emoji: true,
        superscript: true,
        subscript: true,
        ..options
    };
    let mut problems: Vec<Problem> = Vec::new();
    for (event, range) in events(text, all) {
        let kind = match event {
            Event::Start(Tag::Heading { id, classes, attrs, .. })
                if !options.heading_attributes
                    && (id.is_some() || !classes.is_empty() || !attrs.is_empty()) =>
            {
                ProblemKind::Foreign(ForeignSyntax::HeadingAttributes)
            }
            Event::Start(Tag::DefinitionListDefinition) if !options.definition_lists => {
                ProblemKind::Foreign(ForeignSyntax::DefinitionList)
            }
            Event::Start(Tag::Superscript) if !options.superscript => {
                ProblemKind::Foreign(ForeignSyntax::Superscript)
            }
            Event::Start(Tag::Subscript) if !options.subscript => {
                ProblemKind::Foreign(ForeignSyntax::Subscript)
            }
            Event::Text(content)
                if !options.emoji && emoji::written_name(text, &content, &range).is_some() =>
            {
                ProblemKind::Foreign(ForeignSyntax::EmojiName)
            }
            _ => continue,
        };
        if problems.iter().all(|problem| problem.kind != kind) {
            let line = text[range.clone()].lines().next().unwrap_or_default();
            let range = range.start..range.start + line.trim_end().len();
            problems.push(Problem { kind, range });
        }
    }
    problems
}

/// Returns whether a text may use an extension that site.toml does not enable.
fn may_use_disabled(text: &str, options: MarkdownOptions) -> bool {
    let bytes = text.as_bytes();
    let begins_line = |index: usize| {
        let before = text[..index].trim_end_matches([' ', '\t', '>']);
        before.ends_with('\n') && bytes.get(index + 1).is_some_and(u8::is_ascii_whitespace)
    };
    !options.superscript && raised::ranges(text, '^').next().is_some()
        || !options.subscript && raised::ranges(text, '~').next().is_some()
        || !options.heading_attributes && memchr(b'{', bytes).is_some()
        || !options.definition_lists && memchr_iter(b':', bytes).any(begins_line)
        || !options.emoji && emoji::names(text).next().is_some()
}

/// Returns the kind and the byte range of a leftover in a line.
fn leftover(line: &str, options: MarkdownOptions) -> Option<(ForeignSyntax, Range<usize>)> {
    let text = line.trim_start_matches([' ', '\t', '>']).trim_end();
    let start = line.len() - line.trim_start_matches([' ', '\t', '>']).len();
    let whole = |kind| Some((kind, start..start + text.len()));
    if is_import(text) {
        return whole(ForeignSyntax::MdxImport);
    }
    if text.starts_with(":::") {
        return whole(ForeignSyntax::Directive);
    }
    if text.starts_with("!!! ") || is_marker(text) {
        return whole(ForeignSyntax::ForeignMarker);
    }
    if line.contains('>') && has_alert_title(text) {
        return whole(ForeignSyntax::AlertTitle);
    }
    if let Some(index) = line.find("{/*")
        && !line[..index].ends_with('\\')
    {
        return Some((ForeignSyntax::MdxComment, index..index + "{/*".len()));
    }
    attributes(line, options).map(|range| (ForeignSyntax::Attributes, range))
}

/// Returns whether a line is an `import` or `export` of JavaScript.
fn is_import(line: &str) -> bool {
    let is_quoted = |text: &str| text.trim_end_matches(';').ends_with(['"', '\'']);
    if let Some(rest) = line.strip_prefix("import ") {
        let names = rest.split(" from ").next().unwrap_or_default();
        let has_names = names.starts_with(['{', '*']) || !names.trim().contains(' ');
        return is_quoted(line)
            && (rest.starts_with(['"', '\'']) || rest.contains(" from ") && has_names)
            || rest.trim_end() == "{";
    }
    let Some(rest) = line.strip_prefix("export ") else { return false };
    ["default ", "const ", "function ", "let ", "{ "].iter().any(|it| rest.starts_with(it))
}

/// Returns whether a line is replaced by another generator: `[TOC]`, `[[_TOC_]]`, `![[embed]]`.
fn is_marker(line: &str) -> bool {
    let name = line.trim_matches(['[', ']', '_']);
    (line.starts_with('[') && line.ends_with(']') && name.eq_ignore_ascii_case("toc"))
        || (line.starts_with("![[") && line.ends_with("]]"))
}

/// Returns whether a line begins an alert and has other text, `[!NOTE] Title`.
fn has_alert_title(line: &str) -> bool {
    let Some((name, title)) = line.strip_prefix("[!").and_then(|rest| rest.split_once(']')) else {
        return false;
    };
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !title.trim().is_empty()
        && !title.starts_with(['(', '[', ':'])
}

/// Returns the range of attributes in braces that are alone on a line or follow a link or image:
/// `{.lead}`, `{: .lead}`, `[a](/b/){target="_blank"}`.
fn attributes(line: &str, options: MarkdownOptions) -> Option<Range<usize>> {
    let text = line.trim();
    // The attributes of a heading have a meaning.
    if text.starts_with('#') {
        return None;
    }
    line.match_indices('{').find_map(|(start, _)| {
        let length = line[start..].find('}')?;
        let inside = line[start + 1..start + length].trim_start_matches(':').trim();
        let is_attributes = inside.starts_with('.')
            && inside[1..].starts_with(|it: char| it.is_ascii_alphabetic())
            || inside.starts_with('#') && !line[start..].starts_with("{#}")
            || line[start..].starts_with("{:") && inside.contains('=')
            || line[start..].starts_with("{:toc")
            || inside.contains("=\"");
        let is_alone =
            line[..start].trim().is_empty() && line[start + length + 1..].trim().is_empty();
        // With attributes enabled, those of blocks are already removed.
        let follows_link = !options.attributes && line[..start].ends_with([')', ']']);
        let is_plain = !line[..start].ends_with(['{', '\\']) && !inside.contains('{');
        (is_attributes && is_plain && (is_alone || follows_link)).then(|| start..start + length + 1)
    })
}

#[cfg(test)]
mod tests {
    use crate::config::markdown::MarkdownOptions;
    use crate::markdown::problem::ForeignSyntax::{self, *};
    use crate::markdown::problem::ProblemKind;

    #[test]
    fn leftovers_are_found_outside_of_code() {
        let kinds = |text: &str| -> Vec<ForeignSyntax> {
            super::problems(text, None, MarkdownOptions::default())
                .into_iter()
                .filter_map(|problem| match problem.kind {
                    ProblemKind::Foreign(syntax) => Some(syntax),
                    _ => None,
                })
                .collect()
        };
        for (text, kind) in [
            ("import { Tabs } from '@astrojs/starlight/components';", MdxImport),
            ("import X from \"./x\"", MdxImport),
            ("import './x.css';", MdxImport),
            ("export const a = 1;", MdxImport),
            (":::note[Look]\ntext\n:::", Directive),
            ("Text {/* a comment */} text", MdxComment),
            ("{.lead}", Attributes),
            ("Text\n{: .lead }", Attributes),
            ("[a](/b/){target=\"_blank\"}", Attributes),
            ("![a](/b.png){.wide}", Attributes),
            ("[TOC]", ForeignMarker),
            ("[toc]", ForeignMarker),
            ("[[_TOC_]]", ForeignMarker),
            ("> [!NOTE] Own title\n> Text", AlertTitle),
            ("Term\n: A definition", DefinitionList),
            ("Fine :+1:", EmojiName),
            ("the 2^nd^ one", Superscript),
            ("H~2~O", Subscript),
        ] {
            assert_eq!(kinds(text), [kind], "{text}");
            assert_eq!(kinds(&format!("{text}\n\n{text}")), [kind], "{text}");
            assert_eq!(kinds(&format!("```\n{text}\n```")), [], "{text}");
            assert_eq!(kinds(&format!("<!--\n{text}\n-->")), [], "{text}");
        }
        for text in [
            "import duties and taxes from abroad",
            "export of goods",
            "## A {.wide #id}",
            "> [!NOTE]\n> Text",
            "a {b} c, {.5} and { .d }e",
            "`{/* a */}` \\{/* a */}",
            "[[1, 2], [3, 4]]",
            "Ratio 3:4, at 10:100:30, std::key::get and [x](/:key:)",
            "~~struck~~ and ~struck~, 2^10 and a[^1]\n\n[^1]: note",
        ] {
            assert_eq!(kinds(text), [], "{text}");
        }
    }
}
