//! Random Markdown with every feature of page text.

use croupier::parsers::parser_options;

use super::sequence::Choices;
use crate::parsers::EXTENDED;

/// Defines an enum without values, and the list of all its variants.
macro_rules! listed_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            pub(super) const ALL: &[$name] = &[$($name::$variant,)*];
        }
    };
}
pub(super) use listed_enum;

listed_enum! {
    /// A feature of page text.
    TextFeature {
        Paragraph,
        SummaryMarker,
        TitleHeading,
        LowerTitleHeading,
        HeadingWithId,
        Fence,
        /// Backticks inside of a fence of tildes, with a summary marker.
        BackticksInTildes,
        /// A fence of three backticks inside of one of four, with a summary marker.
        ThreeInFour,
        Shortcode,
        Include,
        Footnote,
        ReferenceLink,
        RouteLink,
        AnchorLink,
        RelativePageLink,
        RelativeAssetLink,
        Image,
        CoLocatedImage,
        ImageWithoutText,
        RawHtml,
        Braces,
        Table,
        Strikethrough,
        TaskList,
        Alert,
        BareUrl,
        DefinitionList,
        EmojiName,
        Quotes,
        Formula,
        Superscript,
        Subscript,
        Attributes,
    }
}

/// URL paths of pages, some of which do not always exist.
const ROUTES: [&str; 8] =
    ["/", "/one/", "/two/", "/a/", "/a/three/", "/a/four/", "/b/five/", "/moved/"];
/// URL paths of redirects, static files, files from templates and taxonomies.
const OTHER_ROUTES: [&str; 9] =
    ["/old/", "/gone/", "/f/", "/f", "/f/g.txt", "/link/", "/extra.txt", "/tags/u/", "/a.svg"];

impl TextFeature {
    /// Returns Markdown with this feature.
    #[expect(clippy::too_many_lines, reason = "one match over all features")]
    pub(super) fn markdown(self, choices: &mut Choices) -> String {
        let number = choices.below(4);
        match self {
            TextFeature::Paragraph => format!("Text {number}."),
            TextFeature::SummaryMarker => {
                choices
                    .pick(&[
                        "<!-- more -->",
                        "Text.\n\n<!-- more -->",
                        "<!--more-->",
                        "Press <kbd>K</kbd> {{ all(\"/a/\") }} <!-- note -->\n\n<!-- todo\nnote -->\n\n<!-- more -->",
                        "- a <!-- note -->\n\n## Heading {#heading-1}\n\n<!-- more -->",
                    ])
                    .to_owned()
            }
            TextFeature::TitleHeading => format!("# Title {number}"),
            TextFeature::LowerTitleHeading => format!("## Title {number}"),
            TextFeature::HeadingWithId => choices
                .pick(&[
                    "## Heading {#heading-1}",
                    "## Heading {#heading-2 .wide data-x=1}",
                    "## GET /users/{id}",
                    "## Set {1, 2}",
                ])
                .to_owned(),
            TextFeature::Fence => "```rust {1}\n<!-- more -->\n```".to_owned(),
            TextFeature::BackticksInTildes => {
                format!("~~~\n```\n~~~\n\nText {number}.\n\n<!-- more -->")
            }
            TextFeature::ThreeInFour => "````md\n```\n<!-- more -->\n```\n````".to_owned(),
            TextFeature::Shortcode => choices
                .pick(&["{{ all(\"/a/\") }}", "Text {{ all(\"/\") }} text", "`{{ all(\"/a/\") }}`"])
                .to_owned(),
            TextFeature::Include => choices
                .pick(&[
                    "{{ include_page(\"/one/\") }}",
                    "{{ include_page(\"/two/\") }}",
                    "{{ include_page(\"/a/three.md\") }}",
                    "{{ include_page(\"/one/#heading-1\") }}",
                    "Text {{ include_page(\"/b/five.md#heading-0\") }} text",
                ])
                .to_owned(),
            TextFeature::Footnote => {
                let definition = choices.pick(&["[^note-0]: Note.", "[^NOTE-1]: Note.", ""]);
                format!("Text.[^note-{number}]\n\n[^note-{number}]: Note {number}.\n\n{definition}")
            }
            TextFeature::ReferenceLink => {
                format!("[Link][ref-{number}]\n\n[ref-{number}]: {}", choices.pick(&ROUTES))
            }
            TextFeature::RouteLink => {
                let routes: &[&str] = if choices.one_in(4) { &OTHER_ROUTES } else { &ROUTES };
                format!("[Link]({})", choices.pick(routes))
            }
            TextFeature::AnchorLink => {
                format!("[Link]({}#heading-{number})", choices.pick(&["", "/a/", "/one/"]))
            }
            TextFeature::RelativePageLink => {
                format!(
                    "[Link]({})",
                    choices.pick(&["one.md", "../one.md", "index.md#heading-1", "../one/"])
                )
            }
            TextFeature::RelativeAssetLink => {
                format!("[Link]({})", choices.pick(&["note.txt", "deep/note.txt"]))
            }
            TextFeature::Image => "![Image](/a.svg)".to_owned(),
            TextFeature::CoLocatedImage => {
                format!("![Image]({})", choices.pick(&["pic.svg", "deep/pic.svg", "../a/pic.svg"]))
            }
            TextFeature::ImageWithoutText => "![](/a.svg)".to_owned(),
            TextFeature::RawHtml => format!(
                "<div class=\"x\" {}=\"heading-{number}\"><a href=\"{}\">Link</a></div>",
                choices.pick(&["id", "name"]),
                choices.pick(&ROUTES)
            ),
            TextFeature::Braces => choices
                .pick(&[
                    "Text { and } and {% raw %}",
                    "`{{ name }}`",
                    "\\{{ name }}",
                    "<!-- {{ all(\"/a/\") }} -->",
                    "{# Comment #}",
                    "<Tabs>\n\n:::note",
                ])
                .to_owned(),
            TextFeature::Table => format!("| a | b |\n|---|---|\n| {number} | 2 |"),
            TextFeature::Strikethrough => format!("~~Text {number}~~"),
            TextFeature::TaskList => format!("- [ ] Task {number}\n- [x] Other task"),
            TextFeature::Alert => choices
                .pick(&[
                    "> [!NOTE]\n> Text.",
                    "> [!TIP]- Title\n> > [!NOTE] [Link](/one/)\n> > Text.",
                    "> [!OTHER] Title\n> Text.",
                ])
                .to_owned(),
            TextFeature::BareUrl => {
                let end = choices.pick(&["", "\u{ff0c}b", "\u{3002}", ").", "&amp;"]);
                format!("https://example.net/a--{number}{end}")
            }
            TextFeature::DefinitionList => {
                let definition =
                    choices.pick(&[": Definition", ":no definition", ":\tDefinition\n{.x}"]);
                format!("Term {number}\n{definition}")
            }
            TextFeature::EmojiName => {
                choices.pick(&["Text :smile:", "## Heading :+1:", "# Title :smile:"]).to_owned()
            }
            TextFeature::Quotes => format!("## It's \"heading\" {number} -- ..."),
            TextFeature::Formula => choices
                .pick(&["## Case $x_1$", "$$\ny = 2\n$$", "```math\nz\n```", "A $\\foo$", "$5-$10", "It costs $5 with `$HOME` set", "[A $x](/one/) $y$"])
                .to_owned(),
            TextFeature::Superscript => format!("{number}^th^"),
            TextFeature::Attributes => choices
                .pick(&[
                    "Text\n{.lead}",
                    "[Link](/one/){.x}",
                    "- a\n{#heading-1}",
                    "![I](/a.svg){.y}",
                    "> Text\n> {.q}",
                    "Text\n{.a}\n{.b}",
                    "- a\n  - b\n  {.inner}\n- c",
                ])
                .to_owned(),
            TextFeature::Subscript => format!("H~{number}~O"),
        }
    }

    /// Returns the option of the Markdown parser that the feature needs.
    fn option(self) -> Option<&'static str> {
        match self {
            TextFeature::HeadingWithId => Some("ENABLE_HEADING_ATTRIBUTES"),
            TextFeature::Footnote => Some("ENABLE_FOOTNOTES"),
            TextFeature::Table => Some("ENABLE_TABLES"),
            TextFeature::Strikethrough => Some("ENABLE_STRIKETHROUGH"),
            TextFeature::TaskList => Some("ENABLE_TASKLISTS"),
            TextFeature::Alert => Some("ENABLE_GFM"),
            TextFeature::DefinitionList => Some("ENABLE_DEFINITION_LIST"),
            TextFeature::Quotes => Some("ENABLE_SMART_PUNCTUATION"),
            TextFeature::Formula => Some("ENABLE_MATH"),
            TextFeature::Paragraph
            | TextFeature::SummaryMarker
            | TextFeature::TitleHeading
            | TextFeature::LowerTitleHeading
            | TextFeature::Fence
            | TextFeature::BackticksInTildes
            | TextFeature::ThreeInFour
            | TextFeature::Shortcode
            | TextFeature::Include
            | TextFeature::ReferenceLink
            | TextFeature::RouteLink
            | TextFeature::AnchorLink
            | TextFeature::RelativePageLink
            | TextFeature::RelativeAssetLink
            | TextFeature::Image
            | TextFeature::CoLocatedImage
            | TextFeature::ImageWithoutText
            | TextFeature::RawHtml
            | TextFeature::Braces
            | TextFeature::BareUrl
            | TextFeature::EmojiName
            | TextFeature::Superscript
            | TextFeature::Subscript
            | TextFeature::Attributes => None,
        }
    }

    /// Whether the feature often causes an error, such as a link to a missing page.
    fn is_risky(self) -> bool {
        matches!(
            self,
            TextFeature::Include
                | TextFeature::AnchorLink
                | TextFeature::RelativePageLink
                | TextFeature::RelativeAssetLink
                | TextFeature::CoLocatedImage
        )
    }
}

#[test]
fn every_markdown_extension_is_edited() {
    for (name, _) in parser_options(EXTENDED).iter_names() {
        assert!(
            TextFeature::ALL.iter().any(|it| it.option() == Some(name)),
            "add a text feature for the parser option `{name}`"
        );
    }
}

/// Returns one feature. Features that often cause errors are less frequent.
pub(super) fn block(choices: &mut Choices) -> String {
    let feature = choices.pick_value(TextFeature::ALL);
    let feature =
        if feature.is_risky() && !choices.one_in(3) { TextFeature::Paragraph } else { feature };
    format!("{}\n\n", feature.markdown(choices))
}

/// Returns a text of up to three features. `needs_title` adds a heading that is the title.
pub(super) fn text(choices: &mut Choices, needs_title: bool) -> String {
    let mut text = String::new();
    if needs_title {
        let feature = choices.pick_value(&[
            TextFeature::TitleHeading,
            TextFeature::TitleHeading,
            TextFeature::LowerTitleHeading,
        ]);
        text = format!("{}\n\n", feature.markdown(choices));
    }
    for _ in 0..choices.below(4) {
        text.push_str(&block(choices));
    }
    text + &format!("## Heading {}\n", choices.below(2))
}
