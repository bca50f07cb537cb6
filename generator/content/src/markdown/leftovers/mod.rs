//! Finds the syntax of MDX, of other generators and of disabled extensions, which is shown as text
//! or dropped.

mod links;
mod markers;
mod math;
pub(super) mod mdx;
mod table;

use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2_iter, memchr3_iter, memmem, memrchr};
use pulldown_cmark::{Event, Tag};

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::extensions::{emoji, raised};
use crate::markdown::problem::{ForeignSyntax, Problem, ProblemKind};
use crate::markdown::source::Source;
use crate::markdown::verbatim::VerbatimText;

/// Starts of lines that can be leftovers, after the markers of blockquotes.
const LINE_STARTS: [&str; 10] =
    ["import ", "export ", "::", "!!! ", "[[", "![[", "[TOC", "[toc", "\\[", "==="];

/// A leftover in a line, with its byte range in the line.
type Leftover = (ForeignSyntax, Range<usize>);

/// Returns the first leftover of each kind in a text.
pub(super) fn problems(text: &str, options: MarkdownOptions) -> Vec<Problem> {
    let mut problems = disabled_extensions(text, options);
    let mut verbatim = None;
    let mut add = |(syntax, range): Leftover| {
        let kind = ProblemKind::Foreign(syntax);
        let verbatim = verbatim.get_or_insert_with(|| VerbatimText::new(text, options));
        if problems.iter().all(|problem| problem.kind != kind) && !verbatim.contains(range.start, 0)
        {
            problems.push(Problem { kind, range });
        }
    };

    table::broken(text).for_each(|range| add((ForeignSyntax::Table, range)));
    links::broken(text).for_each(|range| add((ForeignSyntax::BrokenLink, range)));

    for line in suspect_lines(text.as_bytes()) {
        let start = line.start;
        for (syntax, range) in leftovers(&text[line], options) {
            add((syntax, start + range.start..start + range.end));
        }
    }

    problems
}

/// Returns the byte ranges of the lines that may have leftovers, with their line breaks. Most lines have none, and are searched only for
/// a few rare characters.
fn suspect_lines(text: &[u8]) -> Vec<Range<usize>> {
    let begins_leftover = |index: usize| match (text[index], text.get(index + 1)) {
        (b'<', Some(b'/')) => text.get(index + 2).is_some_and(u8::is_ascii_uppercase),
        (b'<', Some(next)) => next.is_ascii_uppercase(),
        (b'$', _) | (_, Some(b'/' | b'.' | b':' | b'#')) => true,
        (_, next) => {
            let before = index.checked_sub(1).map(|before| text[before]);
            matches!(before, Some(b')' | b']'))
                || before != Some(b'{') && next.is_some_and(|it| mdx::is_expression_start(*it))
        }
    };

    let begins_line = |index: usize| {
        let before = text[..index].iter().rev().find(|it| !matches!(it, b' ' | b'\t' | b'>'));
        before.is_none_or(|it| *it == b'\n')
            && LINE_STARTS.iter().any(|it| text[index..].starts_with(it.as_bytes()))
    };

    let is_directive = |index: usize| {
        let is_name = |it: &u8| it.is_ascii_alphanumeric() || *it == b'-';
        let name = text[..index].iter().rev().take_while(|it| is_name(it)).count();
        name > 0 && text[..index - name].last() == Some(&b':')
    };

    let in_line = memchr3_iter(b'{', b'<', b'$', text).filter(|it| begins_leftover(*it));
    let at_start = memchr3_iter(b'[', b'\\', b'!', text).filter(|index| {
        begins_line(*index)
            || text[*index] == b'[' && (is_directive(*index) || text[..*index].ends_with(b"*"))
            || text[*index..].starts_with(b"\\(")
    });
    let markers = memchr2_iter(b':', b'=', text).filter(|it| begins_line(*it));
    // The common end of `import ` and `export `, which both have two bytes before it.
    let modules = memmem::find_iter(text, b"port ").filter(|it| *it >= 2 && begins_line(*it - 2));

    let attributes = memmem::find_iter(text, b" markdown")
        .filter(|it| matches!(text.get(it + b" markdown".len()), Some(b'=' | b'>')));

    let mut suspects: Vec<usize> =
        in_line.chain(at_start).chain(markers).chain(modules).chain(attributes).collect();
    suspects.sort_unstable();

    let mut lines: Vec<Range<usize>> = Vec::new();
    for index in suspects {
        if lines.last().is_none_or(|line| line.end <= index) {
            let start = memrchr(b'\n', &text[..index]).map_or(0, |it| it + 1);
            let end = memchr(b'\n', &text[index..]).map_or(text.len(), |it| index + it + 1);
            lines.push(start..end);
        }
    }
    lines
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
    let source = Source::new(text, &[], all);
    for (event, range) in source.events() {
        let kind = match event {
            Event::Start(Tag::Heading { .. })
                if !options.heading_attributes && source.headings.contains(&range.start) =>
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

/// Returns the first leftover of each kind in a line, in the order of the line.
fn leftovers(line: &str, options: MarkdownOptions) -> Vec<Leftover> {
    let mut found = leftovers_of_syntax(line, options);
    for (syntax, range) in &mut found {
        if markers::is_tabs(&line[range.clone()]) {
            *syntax = ForeignSyntax::Tabs;
        }
    }
    found
}

/// Returns the first leftover of each kind of syntax in a line, whatever it is used for.
fn leftovers_of_syntax(line: &str, options: MarkdownOptions) -> Vec<Leftover> {
    let text = line.trim_start_matches([' ', '\t', '>']).trim_end();
    let start = line.len() - line.trim_start_matches([' ', '\t', '>']).len();

    if let Some(syntax) = mdx::whole_line(text)
        .or_else(|| markers::whole_line(text))
        .or_else(|| math::whole_line(text, options))
    {
        return vec![(syntax, start..start + text.len())];
    }

    let mut found: Vec<Leftover> = [
        mdx::component_tag(line).map(|range| (ForeignSyntax::ComponentTag, range)),
        mdx::comment(line).map(|range| (ForeignSyntax::MdxComment, range)),
        mdx::expression(line).map(|range| (ForeignSyntax::MdxExpression, range)),
        markers::text_directive(line).map(|range| (ForeignSyntax::Directive, range)),
        markers::attributes(line)
            .filter(|_| !options.attributes)
            .map(|range| (ForeignSyntax::Attributes, range)),
        math::inline(line).map(|range| (math::syntax(options), range)),
    ]
    .into_iter()
    .flatten()
    .collect();

    found.sort_by_key(|(_, range)| range.start);
    found
}

#[cfg(test)]
mod tests {
    use crate::config::tables::markdown::MarkdownOptions;
    use crate::markdown::problem::ForeignSyntax::{self, *};
    use crate::markdown::problem::ProblemKind;

    #[test]
    fn leftovers_are_found_outside_of_code() {
        let kinds = |text: &str| -> Vec<ForeignSyntax> {
            super::problems(text, MarkdownOptions::default())
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
            ("::card[x]", Directive),
            ("Press :kbd[Ctrl] now", Directive),
            (":abbr[HTML]", Directive),
            ("<Steps kind=\"pkg\">", ComponentTag),
            ("<Tabs syncKey=\"pkg\">", Tabs),
            ("<TabItem label=\"npm\">", Tabs),
            ("=== \"npm\"", Tabs),
            ("===! 'npm'", Tabs),
            (":::tabs", Tabs),
            (":::: tab-set", Tabs),
            ("::tabs[x]", Tabs),
            ("Text <Card.Link href=\"/\" /> text", ComponentTag),
            ("<Chart data={[1, 2]} />", ComponentTag),
            ("<Chart\n  data={[1, 2]}\n/>", ComponentTag),
            ("a List<String> b", ComponentTag),
            ("{posts.map((post) => post)}", MdxExpression),
            ("# {frontmatter.title}", MdxExpression),
            ("a{\" \"}b", MdxExpression),
            ("{`a ${b}`}", MdxExpression),
            ("{isNew && 'x'}", MdxExpression),
            ("Total: {format(total)}", MdxExpression),
            ("{items.map((item) => (", MdxExpression),
            ("$$\nx\n$$", Math),
            ("$$ x = 1 $$", Math),
            ("for $x$ and", Math),
            ("then $\\alpha + 1$.", Math),
            ("then \\(a^2\\) so", Math),
            ("\\[\na = b\n\\]", Math),
            ("Text {/* a comment */} text", MdxComment),
            ("{.lead}", Attributes),
            ("Text\n{: .lead }", Attributes),
            ("[a](/b/){target=\"_blank\"}", Attributes),
            ("![a](/b.png){.wide}", Attributes),
            ("<TableOf data={x} />", ComponentTag),
            ("[TOC]", ForeignMarker),
            ("[toc]", ForeignMarker),
            ("[[_TOC_]]", ForeignMarker),
            ("*[HTML]: Hyper Text Markup Language", ForeignMarker),
            ("<details markdown=\"1\"><summary>S</summary>", ForeignMarker),
            ("<div class=\"a\" markdown>", ForeignMarker),
            ("a|b\n--|--|--\n1|2", Table),
            ("> | a\\|b | c |\n> | --- |", Table),
            ("[ask us] (/about/)", BrokenLink),
            ("[ask us](/about/", BrokenLink),
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
            "*[a]: b* and *[HTML] text\n\n[a]: /x/",
            "<a title=\"x\">markdown=1</a> <b class=\"markdown\">",
            "Title\n=== \n\n===\n\n==== \"x\" and ===\"x",
            "export of goods",
            "## A {.wide #id}",
            "> [!NOTE] Own title\n> Text",
            "a {b} c, {.5} and { .d }e",
            "`{/* a */}` \\{/* a */}",
            "[[1, 2], [3, 4]]",
            "Ratio 3:4, at 10:100:30, std::key::get and [x](/:key:)",
            "a {b} c, {1, 2}, ${HOME.x}, \\{a.b} and `{a.b}`",
            "It costs $5 or $10, $A_B/$C, US$5 and 5$, \\$x\\$",
            "if alpha <Beta then, a <B b> and a < B",
            "<BR> <Div> a\\<Tabs> `<Tabs />`",
            "<svg viewBox=\"0 0 1 1\"><linearGradient/></svg>",
            "std::vec[0], see:a[1], 10:a and \\[x\\]",
            "a | b\n:--|--:\n1|2\n|--|\n\n| c\\|d |\n| -- |\n| 1 |",
            "~~struck~~ and ~struck~, 2^10 and a[^1]\n\n[^1]: note",
        ] {
            assert_eq!(kinds(text), [], "{text}");
        }
    }
}
