//! Random site.toml with every table that the generator reads.

use croupier::parsers::SiteConfig;

use super::sequence::Choices;
use super::site::{OUTPUT, PAGED_TAXONOMY, TAXONOMY};

/// Lists the variants of each table. Fails to compile if a field of `SiteConfig` is missing.
macro_rules! tables {
    ({ $($table:ident: $variants:expr;)* } elsewhere { $($other:ident,)* }) => {
        const TABLES: &[&[&str]] = &[$(&$variants),*];
        const _: fn(SiteConfig) = |SiteConfig { $($table: _,)* $($other: _,)* }| ();
    };
}

// The first variant is the most frequent one. Keys without a table come first.
tables!({
    layouts: ["layouts = [\"page\", \"full\", \"bare\"]\n", "", "layouts = [\"full\"]\n"];
    authors: ["", "authors = \"A\"\n", "authors = [{ name = \"B\", url = \"/one/\" }]\n"];
    head: [
        "",
        "[head]\ntitle_pattern = \"{title} – {site}\"\ntheme_color = \"#fff\"\n",
        "[head]\nopen_graph = false\nstructured_data = false\n",
        "[head]\nfavicon = \"a.svg\"\nsearch_url = \"/?q={query}\"\norganization = { name = \"O\", logo = \"/a.svg\" }\n",
    ];
    content: ["", "[content]\npaths = \"keep\"\n"];
    markdown: [
        "",
        "[markdown]\ndefinition_lists = true\ndefinition_term_ids = true\nemoji = true\nsmart_punctuation = true\nsuperscript = true\nsubscript = true\n",
        "[markdown]\nheading_ids = \"zola\"\nattributes = true\ntabs = true\n",
        "[markdown]\nheading_ids = \"hugo\"\nemoji = true\n",
        "[markdown]\ninsert_anchor_links = \"right\"\n[markdown.callouts]\nnote = \"N\"\nother = \"O\"\n",
        "[markdown]\nheading_ids = \"github\"\nheading_attributes = false\n",
        if cfg!(feature = "math") { "[markdown]\nmath = true\n" } else { "[markdown]\n" },
        if cfg!(feature = "highlight") { "[markdown]\nhighlight = true\n" } else { "[markdown]\n" },
    ];
    git: ["", "[git]\ndates = true\n"];
    // No releases are kept, so that the output has only the files of a clean build.
    output: [OUTPUT, "[output]\nkeep_releases = 0\nredirects = [\"html\"]\npolicy = [\"meta\"]\npage_data = true\n"];
    service_worker: ["", "[service_worker]\nenabled = false\n"];
    hosts: ["", "[hosts]\nimg = [\"https://img.example\"]\n"];
    security: ["", "[security]\nhsts = true\npermissions_policy = { camera = [\"self\"] }\n"];
    redirects: [
        "",
        "[[redirects]]\nfrom = \"/gone/\"\nto = \"/one/\"\n",
        "[[redirects]]\nfrom = \"/gone/\"\nto = \"https://elsewhere.example/\"\n",
        "[[redirects]]\nfrom = \"/gone/\"\nto = \"/f/g.txt\"\n",
        "[[redirects]]\nfrom = \"/gone/\"\nto = \"/nowhere/\"\n",
    ];
    taxonomies: [TAXONOMY, PAGED_TAXONOMY, ""];
    permalinks: [
        "",
        "[permalinks]\na = \"/{filename}/x/\"\n",
        "[permalinks]\n\"/\" = \"/p/{title}/\"\n\"a/\" = \"/{sections}/{slug}-{filename}/\"\n",
        "[permalinks]\na = \"/{year}/{month}/{filename}/\"\n",
    ];
    archives: [MONTHS, "", YEARS];
    collections: [ROWS, "", TERM_ROWS, CARDS];
    feeds: [FEED, "", RSS_FEED, TERM_FEED];
    search: ["[search]\ntitles = true\n", "", "[search]\ntitles = true\nheadings = false\ndescriptions = false\n"];
    embeds: ["", "[embeds]\nyoutube = true\n"];
    production: ["", "[production]\nsample_words = [\"Text\"]\n"];
    checks: ["", "[checks]\nC0204 = \"warning\"\n", "[checks]\nC0204 = \"off\"\n"];
    link_checker: ["", "[link_checker]\nretries = 1\n"];
    build: ["", COMMAND];
    styles: ["", STYLES];
    pictures: ["", PICTURES, "[pictures]\nwidths = [30]\nquality = 50\n", "[pictures]\nmarkdown = false\n"];
    social_cards: ["", SOCIAL_CARDS, SOCIAL_CARDS_WITH_FONT];
    cache: ["", "[cache]\nmax_size = \"1GB\"\n"];
    deploy: ["", "[deploy.production]\nurl = \"../live\"\n"];
    dev: ["", "[dev.config]\nx = 1\n"];
    language_aliases: ["", "[markdown.language_aliases]\nrust = \"text\"\n"];
} elsewhere {
    // `incremental_islands` edits them.
    code_islands,
    runtime,
    // `languages` edits it.
    i18n,
});

const MONTHS: &str =
    "[[archives]]\nroute = \"/a/{year}/{month}/\"\nsection = \"/\"\npaginate_by = 1\n";
const YEARS: &str = "[[archives]]\nroute = \"/a/{year}/\"\n";
const ROWS: &str = "[[collections]]\nname = \"rows\"\ndata = \"content/data/rows.csv\"\nroute = \"/a/{slug}/\"\ntemplate = \"row\"\n";
const TERM_ROWS: &str = "[[collections]]\nname = \"rows\"\ndata = \"content/data/rows.csv\"\nroute = \"/rows/{tone}/{slug}/\"\n[collections.fields]\nheading = \"tone\"\nweight = \"weight\"\n[collections.taxonomies]\ntags = \"tags\"\n";
const CARDS: &str =
    "[[collections]]\nname = \"cards\"\ndata = \"content/data/cards\"\nroute = \"/{slug}/\"\n";

/// Copies the images in the text of pages.
const PICTURES: &str = if cfg!(feature = "pictures") {
    "[pictures]\nmarkdown = true\nwidths = [20, 40]\nsizes_by_template = { page = \"50vw\" }\n"
} else {
    ""
};
/// Draws the cards that `SiteFeature::SocialCard` edits.
const SOCIAL_CARDS: &str =
    if cfg!(feature = "pictures") { "[social_cards]\ntemplate = \"social.svg\"\n" } else { "" };
const SOCIAL_CARDS_WITH_FONT: &str = if cfg!(feature = "pictures") {
    "[social_cards]\ntemplate = \"social.svg\"\nfonts = [\"/font.woff2\"]\n"
} else {
    ""
};
/// Bundles the files that `SiteFeature::StyleSource` edits.
const STYLES: &str = if cfg!(feature = "styles") {
    "[styles.entries]\n\"/css/made.css\" = \"styles/a.css\"\n"
} else {
    ""
};
/// Joins the files that `SiteFeature::StyleSource` edits.
const COMMAND: &str = "[[build.run]]\ncommand = [\"sh\", \"-c\", \"mkdir -p static/made; cat styles/* > static/made/all.txt || true\"]\ninputs = [\"styles/**\"]\noutputs = [\"static/made\"]\n";

pub(super) const FEED: &str =
    "[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\n";
const RSS_FEED: &str = "[[feeds]]\npath = \"/feed.xml\"\nsection = \"/a/\"\nformat = \"rss\"\nlimit = 1\ncontent = \"full\"\n";

const TERM_FEED: &str = "[[feeds]]\npath = \"/feed.xml\"\nsection = \"/tags/x/\"\nformat = \"atom\"\ncontent = \"full\"\n";

/// The languages of half of the sites.
const LANGUAGES: [&str; 6] = [
    "",
    "",
    "",
    concat!(
        "[languages.en]\nlabel = \"E\"\n[languages.fr]\nlabel = \"F\"\nlocale = \"fr-CA\"\nuntranslated = \"show\"\nname = \"Nom\"\n",
        "[languages.de]\nlabel = \"D\"\ncontent_dir = \"content/de\"\nfallback = \"fr\"\nuntranslated = \"redirect\"\n",
    ),
    "[languages.en]\nlabel = \"E\"\n[languages.fr]\nlabel = \"F\"\n",
    concat!(
        "[languages.en]\nlabel = \"E\"\npath = \"/en/\"\n[languages.fr]\nlabel = \"F\"\npath = \"/\"\nuntranslated = \"show\"\n",
        "[languages.de]\nlabel = \"D\"\ndisabled = true\n",
    ),
];

/// Returns the default language of a site with these languages.
fn default_language(languages: &str) -> &'static str {
    if languages.is_empty() { "" } else { "default_language = \"en\"\n" }
}

/// Returns the initial site.toml.
pub(super) fn initial(choices: &mut Choices) -> String {
    let tables: String = TABLES.iter().map(|variants| variants[0]).collect();
    let languages = choices.pick(&LANGUAGES);
    let default = default_language(languages);
    format!("name = \"Site\"\nbase_url = \"https://example.com\"\n{default}{tables}{languages}")
}

/// Returns a site.toml with other values, sometimes with errors.
pub(super) fn text(choices: &mut Choices) -> String {
    if choices.one_in(15) {
        return "name =".to_owned();
    }
    let name = choices.pick(&[
        "name = \"Site\"\n",
        "name = \"Other\"\nmotto = 1\n",
        "name = \"Site\"\ndescription = \"Text\"\n",
    ]);
    let base_path = choices.pick(&["", "", "/docs"]);
    let brand = choices.pick(&["", "[brand]\nx = 1\n"]);
    let tables: String = TABLES
        .iter()
        .map(|variants| if choices.one_in(4) { choices.pick(variants) } else { variants[0] })
        .collect();
    let zone = choices.pick(&[
        "",
        "",
        "time_zone = \"Asia/Tokyo\"\n",
        "time_zone = \"America/New_York\"\n",
    ]);
    let languages = choices.pick(&LANGUAGES);
    let default = default_language(languages);
    format!(
        "{name}base_url = \"https://example.com{base_path}\"\n{zone}{default}{tables}{brand}{languages}"
    )
}
