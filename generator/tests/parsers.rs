//! Property tests of the parsers with random text: they terminate, their locations are inside the text, and no text is lost.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use croupier::parsers::{
    self, AnchorLinks, HeadingIds, InLine, Language, Line, Lookup, MarkdownOptions, Page,
    Placeholder, QuotationMarks, ReadOptions, Schema, Settings, SpannedValue, Text, Value, World,
};
use croupier::{BuildOptions, Clock, Diagnostic, Engine, SitePath};
use proptest::prelude::*;
use tempfile::TempDir;

const CLOCK: Clock = Clock { build_year: 2026, now: 1_767_225_600 };

/// The lookup of a site without files.
fn nothing(options: MarkdownOptions) -> Lookup<'static> {
    Lookup::of_options(options)
}

/// Markdown with every extension.
pub(crate) const EXTENDED: MarkdownOptions = MarkdownOptions {
    heading_ids: HeadingIds::Zola,
    insert_anchor_links: AnchorLinks::Heading,
    heading_attributes: true,
    attributes: true,
    definition_lists: true,
    definition_term_ids: true,
    highlight: false,
    tabs: true,
    math: true,
    emoji: true,
    smart_punctuation: true,
    superscript: true,
    subscript: true,
    quotation_marks: QuotationMarks { open: "«\u{a0}", close: "\u{a0}»" },
    pseudo: None,
};

const HTML: &[&str] = &[
    "<a href=\"/x\">",
    "<a\nhref='",
    "<img src=",
    " srcset=\"/a 1x, /b\"",
    "<!--",
    "-->",
    "<script>",
    "</script",
    "<title>",
    ">",
    "\"",
    "'",
    "=",
    " id=é",
    "&amp;",
    "</p x='>'>",
    "<![CDATA[",
    "/",
];

/// Random text with fragments of the syntax, so that parsers get past the first character.
fn text(fragments: &'static [&'static str]) -> impl Strategy<Value = String> {
    let word = prop_oneof![3 => proptest::sample::select(fragments).prop_map(str::to_owned), 1 => "\\PC{0,6}", 1 => any::<char>().prop_map(String::from)];
    proptest::collection::vec(word, 0..40).prop_map(|parts| parts.concat())
}

const FRONT: &[&str] = &[
    "+++\n",
    "---\n",
    "\u{feff}",
    "\r\n",
    "\n",
    "title",
    "paginate_by",
    "taxonomies",
    "date",
    " = ",
    ": ",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "tags",
    "2026-11-21",
    "1",
    "-1",
    "é",
    "- ",
    "  ",
    "&a",
    "*a",
    "!!int",
    "|",
    ">",
    "#",
    "true",
    "[extra]\n",
    "\\u00e9",
    "99999999999999999999",
];
const MARKDOWN: &[&str] = &[
    "# ",
    "## ",
    "* ",
    "1. ",
    "> ",
    "`",
    "```\n",
    "\n",
    "\n\n",
    "![",
    "[",
    "](",
    ")",
    "/a.png",
    "|",
    "|---|\n",
    "{#id}",
    "{.a}",
    "\n{.a}\n",
    "[^1]",
    "[^1]: ",
    "<b>",
    "</b>",
    "<!--",
    "&amp;",
    "**",
    "_",
    "~~",
    "~",
    "^",
    "\n: ",
    ":smile:",
    "--",
    "https://a.example/",
    "- [ ] ",
    "é",
    "\u{f8d0}",
    "\\",
    "{{ x() }}",
    "{{",
    "}}",
    "\t",
    "    ",
];
const SITE: &[&str] = &[
    "name",
    "base_url",
    " = ",
    "\"x\"",
    "\"https://example.com/a\"",
    "\n",
    "[runtime]",
    "dir",
    "[[feeds]]",
    "path",
    "section",
    "format",
    "[[taxonomies]]",
    "[[redirects]]",
    "from",
    "to",
    "status",
    "301",
    "[output]",
    "keep_releases",
    "-1",
    "{",
    "}",
    "[",
    "]",
    "é",
    "#",
];

/// Asserts that the locations of diagnostics are inside their files, and that the diagnostics can be formatted.
fn assert_valid_locations(found: &[Diagnostic]) {
    for location in found.iter().filter_map(|it| it.place.as_ref()) {
        assert!(
            location.source.get(location.range.clone()).is_some(),
            "{:?} is not inside the text",
            location.range
        );
        assert!(location.line_column().0 >= 1);
    }
    // Formatting a diagnostic slices lines of the text.
    for it in found {
        let _ = it.to_json();
        let _ = format!("{it:?}");
    }
}

/// Asserts that the ranges of a value and of its descendants are inside the text.
fn assert_ranges_inside(spanned: &SpannedValue, text: &str) {
    assert!(text.get(spanned.range.clone()).is_some(), "{:?} of {text:?}", spanned.range);
    for (key, value) in spanned.entries() {
        assert!(text.get(key.range.clone()).is_some(), "{:?} of {text:?}", key.range);
        assert_ranges_inside(value, text);
    }
    if let Value::List(items) = &spanned.value {
        for item in items {
            assert_ranges_inside(item, text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn front_matter_and_body_are_the_complete_file(text in text(FRONT)) {
        if let Ok(parts) = parsers::split(&text) {
            prop_assert!(text.is_char_boundary(parts.body));
            if let Some((range, language)) = parts.front {
                prop_assert!(range.end <= parts.body);
                prop_assert!(text[range.end..parts.body].trim_end() == language.fence());
            }
        }
        let file = SitePath::new("content/a.md");
        if let Ok(read) = Text::read(&file, text.into_bytes()) {
            assert_valid_locations(&Page::read(&file, &read, &ReadOptions::default()).1);
        }
    }

    #[test]
    fn diagnostics_of_front_matter_have_valid_locations(text in text(FRONT)) {
        let source: Arc<str> = Arc::from(text.as_str());
        for language in [Language::Toml, Language::Yaml] {
            assert_valid_locations(&parsers::front_matter(&SitePath::new("content/a.md"), false, &source, 0..text.len(), language, &|| None, &parsers::SiteZone::default()).1);
        }
    }

    #[test]
    fn ranges_of_values_are_inside_the_text(text in text(FRONT)) {
        let (toml, broken) = parsers::toml(&text);
        assert_ranges_inside(&toml, &text);
        prop_assert!(broken.iter().all(|it| it.range.end <= text.len() + 1));
        if let Ok(yaml) = parsers::yaml(&text) {
            assert_ranges_inside(&yaml, &text);
        }
    }

    #[test]
    fn json_parsed_as_yaml_has_the_same_values(value in json()) {
        let text = value.to_string();
        if let (Ok(spanned), serde_json::Value::Object(_)) = (parsers::yaml(&text), &value) {
            prop_assert_eq!(spanned.to_json(), value);
        }
    }

    #[test]
    fn parsing_html_is_deterministic_and_the_ranges_of_its_urls_are_inside_the_text(text in text(HTML)) {
        let first = parsers::html(&text);
        for address in &first.addresses {
            prop_assert!(text.get(address.range.clone()).is_some());
        }
        prop_assert_eq!(first.addresses, parsers::html(&text).addresses);
    }

    #[test]
    fn any_markdown_can_be_rendered(text in text(MARKDOWN), at in 0..200usize) {
        for options in [MarkdownOptions::default(), EXTENDED] {
            let plain = parsers::markdown(&text, &[], &nothing(options));
            for link in &plain.links {
                prop_assert!(text.get(link.range.clone()).is_some());
            }
            let anchors: BTreeSet<&str> = plain.headings.iter().map(|it| it.id.as_str()).collect();
            prop_assert_eq!(anchors.len(), plain.headings.len());
        }
        if let Some(start) = text.char_indices().map(|(at, _)| at).nth(at) {
            let end = text[start..].char_indices().map(|(at, it)| start + at + it.len_utf8()).find(|end| end - start >= 4);
            let inserts: Vec<Placeholder> = end.map(|end| Placeholder { range: start..end, html: "<i>".to_owned(), indent: None, line: Line::default(), in_line: InLine::Same }).into_iter().collect();
            parsers::markdown(&text, &inserts, &nothing(MarkdownOptions::default()));
            parsers::markdown(&text, &inserts, &nothing(EXTENDED));
        }
    }

    #[test]
    fn diagnostics_of_data_files_have_valid_locations(text in text(FRONT)) {
        for kind in ["toml", "json", "csv", "schema.json"] {
            let path = SitePath::new(format!("content/data/a.{kind}"));
            assert_valid_locations(&parsers::data(&path, text.clone().into_bytes()).err().unwrap_or_default());
            assert_valid_locations(&parsers::data_schema(&path, text.clone().into_bytes()).err().unwrap_or_default());
        }
    }

    #[test]
    fn every_violation_of_a_schema_has_a_message(schema in json(), value in json()) {
        if let Ok(schema) = Schema::new(schema) {
            for violation in schema.violations(&value) {
                prop_assert!(!violation.message.is_empty());
            }
        }
    }

    #[test]
    fn reading_the_dimensions_of_any_image_does_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), kind in 0..4usize) {
        let name = ["a.png", "a.jpg", "a.webp", "a.svg"][kind];
        let heads: [&[u8]; 4] = [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"RIFF\x10\0\0\0WEBPVP8 ", b"<svg viewBox=\""];
        parsers::dimensions(name, &[heads[kind], &bytes].concat());
    }
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let keys = [
        "type",
        "object",
        "properties",
        "items",
        "anyOf",
        "$ref",
        "#",
        "#/$defs/a",
        "$defs",
        "a",
        "enum",
        "minimum",
        "é",
    ];
    let word = proptest::sample::select(keys.to_vec());
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i32>().prop_map(Into::into),
        word.clone().prop_map(Into::into)
    ];
    leaf.prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            proptest::collection::btree_map(word.clone().prop_map(str::to_owned), inner, 0..5)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn diagnostics_of_site_toml_have_valid_locations(text in text(SITE)) {
        let folder = TempDir::new().unwrap();
        for text in [text.clone(), format!("name = \"x\"\nbase_url = \"https://example.com\"\n{text}")] {
            fs::write(folder.path().join("site.toml"), text).unwrap();
            let args = BuildOptions { root: folder.path().to_owned(), ..BuildOptions::default() };
            assert_valid_locations(&Settings::read(&args, &World::new(folder.path()), &CLOCK).err().unwrap_or_default());
        }
    }

    #[test]
    fn a_damaged_cache_causes_a_clean_build_with_the_same_output(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        how in 0..4usize,
        is_edited in any::<bool>(),
    ) {
        let folder = TempDir::new().unwrap();
        for (path, text) in [
            ("site.toml", "name = \"x\"\nbase_url = \"https://example.com\"\n"),
            ("pages/shell.html", "{{ main }}"),
            ("pages/page.html", "{{ page.body }}"),
            ("content/index.md", "+++\ntitle = \"x\"\n+++\nWords\n"),
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let args = BuildOptions { root: folder.path().to_owned(), profile: croupier::Profile::Preview, ..BuildOptions::default() };
        let mut engine = Engine::new(&args, CLOCK);
        engine.build(None, &|_| {}).unwrap();
        engine.save().unwrap();
        let mut files: Vec<_> = fs::read_dir(folder.path().join(".croupier/cache")).unwrap().map(|it| it.unwrap().path()).collect();
        files.sort();
        let file = which.get(&files);
        let mut bytes = fs::read(file).unwrap();
        let position = at.index(bytes.len());
        match how {
            0 => bytes[position] ^= 1,
            1 => bytes.truncate(position),
            2 => bytes.insert(position, 0),
            _ => bytes = vec![0xff; position],
        }
        fs::write(file, bytes).unwrap();
        // The build checks the output whether or not a source changed.
        let body = if is_edited { "Other words" } else { "Words" };
        fs::write(folder.path().join("content/index.md"), format!("+++\ntitle = \"x\"\n+++\n{body}\n")).unwrap();
        fs::write(folder.path().join(".croupier/preview/index.html"), "damaged too").unwrap();
        Engine::new(&args, CLOCK).build(None, &|_| {}).unwrap();
        prop_assert_eq!(fs::read_to_string(folder.path().join(".croupier/preview/index.html")).unwrap(), format!("<p>{body}</p>\n"));
    }
}
