//! The scripts that every site can use without a runtime: the search dialog, the script that plays videos, and the tabs of texts.

use include_dir::{Dir, include_dir};

use crate::query::results::Head;
use crate::template::functions::tabs::GROUP;
use croupier_base::path::ASSETS;
use croupier_content::config::site_config::SiteConfig;

/// The built files of `runtime/src/search`, `runtime/src/embed` and `runtime/src/tabs`, see `runtime/site_scripts.mjs`.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scripts");

/// The start of the name of the worker, which only a search over texts uses.
const WORKER: &str = "search_worker-";
/// The start of the name of the script that plays videos.
const EMBED: &str = "embed-";
/// The start of the name of the script that makes tabs of panels.
const TABS: &str = "tabs-";
/// The start of the name of the style sheet of tabs.
const TABS_STYLE: &str = "tabs_style-";

/// Returns the files that a site publishes, by their names in the folder of assets.
pub(crate) fn files(
    config: &SiteConfig,
) -> impl Iterator<Item = (&'static str, &'static [u8])> + use<> {
    let (search, has_embeds) = (config.search, !config.embeds.is_empty());
    let has_tabs = config.markdown.tabs;
    let is_used = move |name: &str| match name {
        _ if name.starts_with(EMBED) => has_embeds,
        _ if name.starts_with(TABS) || name.starts_with(TABS_STYLE) => has_tabs,
        _ if name.starts_with(WORKER) => search.text,
        _ => search.is_enabled(),
    };
    all_files().filter(move |(name, _)| is_used(name))
}

fn all_files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.files().filter_map(|file| Some((file.path().to_str()?, file.contents())))
}

/// Returns the output path of the only file whose name starts with `start`.
fn path(start: &str) -> String {
    let mut names = all_files().map(|(name, _)| name);
    let name = names.find(|name| name.starts_with(start)).expect("the files are embedded");
    format!("{ASSETS}{name}")
}

/// Returns the output path of the worker that searches texts.
pub(crate) fn search_worker() -> String {
    path(WORKER)
}

/// Renders the elements of a document that load the scripts of its site, for a page whose content is `main`. Empty for a site that uses none.
pub(crate) fn elements(site: &Head<'_>, main: &str) -> String {
    let url = |start| format!("{}/{}", site.base, path(start));
    let mut html = String::new();

    if let Some(search) = site.search {
        let slash_key = if search.slash_key { "" } else { " data-slash-key=\"off\"" };
        let text = if search.text { " data-text" } else { "" };
        // The folder of the index in the language of the page.
        let index = site.prefix.strip_prefix('/');
        let index = index.map_or_else(String::new, |it| format!(" data-index=\"{it}/\""));

        html.push_str(&format!(
            "\n<script type=\"module\" src=\"{}\"{slash_key}{text}{index}></script>",
            url("search-")
        ));

        // Without JavaScript, a style sheet hides the buttons of the search.
        let sheet = url("noscript-");
        html.push_str(&format!(
            "\n<noscript><link rel=\"stylesheet\" href=\"{sheet}\"></noscript>"
        ));
    }

    if !site.embeds.is_empty() {
        html.push_str(&format!("\n<script type=\"module\" src=\"{}\"></script>", url(EMBED)));
    }

    // The loader can show a page with tabs in the document of any page.
    if site.has_tabs && (site.has_page_data || main.contains(GROUP)) {
        // The style sheet and a script that runs at once, so that browsers never paint a hidden panel.
        let (sheet, script) = (url(TABS_STYLE), url(TABS));
        html.push_str(&format!(
            "\n<link rel=\"stylesheet\" href=\"{sheet}\">\n<script src=\"{script}\"></script>"
        ));
    }

    html
}
