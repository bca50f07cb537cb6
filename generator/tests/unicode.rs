//! Names, links and anchors in all scripts: composed and decomposed spellings (NFC and NFD) mean the same.

use std::collections::BTreeSet;

use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics};

const NFD: &str = "cafe\u{301}";
const NFC: &str = "caf\u{e9}";
const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"/>";

/// Decodes the percent escapes of a URL.
fn decoded(url: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = url.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if *first == b'%' {
            bytes.push(u8::from_str_radix(std::str::from_utf8(&after[..2]).unwrap(), 16).unwrap());
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// Asserts that each link and image of a page finds a file of the output by its exact bytes, and each fragment an id. Returns
/// the number of links.
fn assert_links_resolve(site: &Site, route: &str) -> usize {
    let html = site.output(&format!("{}index.html", &route[1..]));
    let urls: Vec<&str> = html
        .split(['"', '\''])
        .collect::<Vec<_>>()
        .windows(2)
        .filter(|pair| pair[0].ends_with("href=") || pair[0].ends_with("src="))
        .map(|pair| pair[1])
        .collect();
    for url in &urls {
        let (path, fragment) = url.split_once('#').unwrap_or((url, ""));
        let path = if path.is_empty() { route.to_owned() } else { decoded(path) };
        assert!(path.starts_with('/'), "{url} in {html}");
        let file = if path.ends_with('/') { format!("{path}index.html") } else { path };
        assert!(site.has(&file[1..]), "{url} leads to no file\n{html}");
        if !fragment.is_empty() {
            let target = site.output(&file[1..]);
            let id = format!("id=\"{}\"", decoded(fragment));
            assert!(target.contains(&id), "{url}: no {id} in\n{target}");
        }
    }
    urls.len()
}

#[test]
fn links_are_written_as_the_target_that_was_checked() {
    let site = SiteBuilder::bare()
        .file("pages/page.html", &format!("<a href=\"/{NFD}/\">t</a>{{{{ page.body }}}}"))
        .file(&format!("content/{NFD}.md"), "+++\ntitle = \"P\"\n+++\nx\n")
        .file(&format!("static/nfc-{NFC}.svg"), SVG)
        .file(&format!("static/nfd-{NFD}.svg"), SVG)
        .file(&format!("content/l/{NFD}.svg"), SVG)
        .page("l/index", "title = \"L\"\n", "")
        .create();
    site.enable_page_data();
    let text = |spelling: &str| {
        format!(
            "[page](/{spelling}/) [file](../{spelling}.md) ![i](/nfc-{spelling}.svg) ![j](/nfd-{spelling}.svg) ![k]({spelling}.svg)\n\
             [h](#{spelling}) [bar](#{spelling}-bar) <a href=\"/{spelling}/\">raw</a> <img src='/nfd-{spelling}.svg' alt=''>\n\n\
             ## {NFC}\n\n## {NFD} bar\n\n<b id=\"raw-{NFD}\"></b> [raw](#raw-{spelling}) [own](#own-{spelling})\n\n## Own {{#own-{NFD}}}\n"
        )
    };
    for spelling in
        [NFC.to_owned(), NFD.to_owned(), "cafe%CC%81".to_owned(), "caf%C3%A9".to_owned()]
    {
        site.write("content/l/index.md", &format!("+++\ntitle = \"L\"\n+++\n{}", text(&spelling)));
        let message = site.build();
        assert!(!message.contains("C02"), "{message}");
        assert_eq!(assert_links_resolve(&site, "/l/"), 12, "{spelling}");
        let html = site.output("l/index.html");
        assert_contains(&html, &["href=\"/caf%C3%A9/\"", "width=\"8\"", "id=\"caf\u{e9}-bar\""]);
        assert!(!html.contains("%CC%81") && !html.contains("href=\"/cafe"), "{html}");
        // A navigation without a document load shows the same links.
        assert!(!site.output("page-data/l/page-data.json").contains("%CC%81"));
    }
    site.same_as_clean();
}

#[test]
fn templates_find_files_and_data_by_either_spelling() {
    for (file, call) in [(NFC, NFD), (NFD, NFC)] {
        let site = SiteBuilder::bare()
            .file(&format!("static/{file}.svg"), SVG)
            .file(&format!("static/{file}.css"), "a{}")
            .file(&format!("content/data/{file}.toml"), "x = 1\n")
            .file(&format!("pages/{file}.html"), "{{ page.body }}")
            .file(
                "pages/page.html",
                &format!(
                    "{{{{ image_size(\"/{call}.svg\").width }}}} {{{{ asset(\"/{call}.css\") is string }}}} {{{{ data[\"{call}\"].x }}}}\
                     {{% for it in section(\"/{call}/\") %}} {{{{ it.title }}}}{{% endfor %}} {{{{ get_page(\"/{call}/a\").title }}}}"
                ),
            )
            .page("index", "title = \"Home\"\n", "")
            .file(&format!("content/{file}/a.md"), &format!("+++\ntitle = \"A\"\ntemplate = \"{call}\"\n+++\n"))
            .create();
        site.build();
        assert_eq!(site.output("index.html"), "8 True 1 A A\n");
    }
}

#[test]
fn both_spellings_of_a_term_are_one_term() {
    let site = SiteBuilder::bare()
        .settings("[[taxonomies]]\nname = \"tags\"\n")
        .file("pages/term.html", "{{ term.name }} {{ term.count }}")
        .file("pages/terms.html", "{{ terms|length }}")
        .page("a", &format!("title = \"A\"\n[taxonomies]\ntags = [\"{NFD}\", \"தமிழ்\"]\n"), "")
        .page("b", &format!("title = \"B\"\n[taxonomies]\ntags = [\"{NFC}\", \"தமிழ\"]\n"), "")
        .create();
    site.build();
    assert_eq!(site.output("tags/index.html"), "3\n");
    assert_eq!(site.output("tags/caf\u{e9}/index.html"), "caf\u{e9} 2\n");
    assert_eq!(site.output("tags/தமிழ்/index.html"), "தமிழ் 1\n");
    assert!(!site.has("tags/cafe/index.html"));
}

#[test]
fn aliases_and_redirects_are_composed() {
    let site = SiteBuilder::bare()
        .file(
            "site.toml",
            &format!("{SETTINGS}[[redirects]]\nfrom = \"/{NFD}-1/\"\nto = \"/{NFD}/\"\n"),
        )
        .file(
            &format!("content/{NFC}.md"),
            &format!("+++\ntitle = \"P\"\naliases = [\"/{NFD}-2/\", \"/cafe%CC%81-3/\"]\n+++\n"),
        )
        .file("static/_redirects", &format!("/{NFD}-4/ /{NFD}/\n"))
        .create();
    site.build();
    let redirects = site.output("_redirects");
    for number in 1..=4 {
        assert_contains(&redirects, &[&format!("/caf\u{e9}-{number}/ /caf%C3%A9/ 301")]);
    }
}

#[test]
fn two_files_whose_names_differ_in_composition_alone_are_an_error() {
    let site = SiteBuilder::bare()
        .file(&format!("static/{NFC}.svg"), SVG)
        .page("index", "title = \"Home\"\n", "")
        .create();
    site.build();
    site.write(&format!("static/{NFD}.svg"), SVG);
    assert_diagnostics!(site.refused());
    site.remove(&format!("static/{NFC}.svg"));
    site.build();
    assert!(site.has(&format!("{NFC}.svg")));
    site.same_as_clean();
}

/// The letters of one script. Some are followed by combining marks.
const SCRIPTS: [&[&str]; 7] = [
    &["हि", "न्दी", "भा", "षा", "क्\u{200d}ष", "ज़ि"],
    &["ที่", "นี่", "ก", "ข้", "ไทย"],
    &["த", "மி", "ழ்", "நா", "டு"],
    &["مُ", "حَ", "مَّ", "د", "\u{64a}\u{654}"],
    &["שָ", "ל", "וֹ", "ם"],
    &["e\u{301}", "u\u{308}", "n\u{303}", "a", "o\u{302}\u{323}", "ß", "\u{1e69}"],
    &["か\u{3099}", "\u{1112}\u{1161}\u{11ab}", "日", "본"],
];

/// A word in one script, without its emoji.
fn word() -> impl Strategy<Value = String> {
    (0..SCRIPTS.len()).prop_flat_map(|script| {
        prop::collection::vec(prop::sample::select(SCRIPTS[script]), 1..5)
            .prop_map(|it| it.concat())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Each heading is found by a link that spells its text, each term has one page, and each file is found by its name.
    #[test]
    fn headings_terms_and_files_of_all_scripts_are_found(
        texts in prop::collection::vec((prop::collection::vec(word(), 1..4), any::<bool>()), 4..16),
    ) {
        let mut slugs = BTreeSet::new();
        let texts: Vec<(String, String, bool)> = texts
            .into_iter()
            .map(|(words, has_emoji)| (words.join(" "), words.join("-"), has_emoji))
            .filter(|(_, slug, _)| slugs.insert(slug.nfc().collect::<String>()))
            .collect();
        let mut site = SiteBuilder::bare()
            .settings("[[taxonomies]]\nname = \"tags\"\n")
            .file("pages/term.html", "{{ term.count }}")
            .file("pages/terms.html", "{{ terms|length }}");
        let (mut headings, mut links) = (String::new(), String::new());
        let (mut composed, mut decomposed) = (Vec::new(), Vec::new());
        for (index, (text, slug, has_emoji)) in texts.iter().enumerate() {
            let emoji = if *has_emoji { " 👩\u{200d}💻" } else { "" };
            headings.push_str(&format!("## {text}{emoji}\n\n"));
            let nfc: String = slug.nfc().collect();
            let nfd: String = slug.nfd().collect();
            for spelling in [&nfc, &nfd] {
                links.push_str(&format!(
                    "[h](/h/#{spelling}) [f](f{index}-{spelling}.md) [u](/f{index}-{spelling}/) ![s](/s{index}-{spelling}.svg) [t](/tags/{spelling}/)\n"
                ));
            }
            site = site
                .file(&format!("content/f{index}-{nfd}.md"), "+++\ntitle = \"F\"\n+++\n")
                .file(&format!("static/s{index}-{nfd}.svg"), SVG);
            composed.push(format!("\"{}\"", text.nfc().collect::<String>()));
            decomposed.push(format!("\"{}\"", text.nfd().collect::<String>()));
        }
        let tags = |names: &[String]| format!("title = \"T\"\n[taxonomies]\ntags = [{}]\n", names.join(", "));
        let site = site
            .page("h", "title = \"H\"\n", &headings)
            .page("l", "title = \"L\"\n", &links)
            .page("a", &tags(&composed), "")
            .page("b", &tags(&decomposed), "")
            .create();
        let message = site.build();
        prop_assert!(!message.contains("C0205"), "{}", message);
        prop_assert_eq!(assert_links_resolve(&site, "/l/"), texts.len() * 10);
        prop_assert_eq!(site.output("tags/index.html"), format!("{}\n", texts.len()));
        for slug in &slugs {
            prop_assert_eq!(site.output(&format!("tags/{slug}/index.html")), "2\n");
        }
    }
}
