//! Renders the structured data of a page as JSON-LD: articles, breadcrumbs, the website and its organization.
//!
//! A script element with this type holds data: browsers do not run it, and the content security policy does not apply to it.

use serde::Serialize;

use crate::query::recorder::Recorder;
use crate::query::results::Head;
use crate::render::head::link_preview::PreviewImage;
use crate::render::head::{absolute, authors, description, is_article, list_number};
use crate::render::json::for_script;
use croupier_base::path::Route;
use croupier_base::url::percent_encode;
use croupier_content::config::head::Organization;
use croupier_content::page::Page;

/// A JSON-LD document.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(rename = "@graph")]
    graph: Vec<Thing<'a>>,
}

/// A thing with its type of <https://schema.org> and its properties.
#[derive(Serialize)]
#[serde(tag = "@type", rename_all_fields = "camelCase")]
enum Thing<'a> {
    Article {
        headline: &'a str,
        #[serde(skip_serializing_if = "str::is_empty")]
        description: &'a str,
        main_entity_of_page: String,
        in_language: &'a str,
        date_published: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        date_modified: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        image: Option<Box<Thing<'a>>>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        author: Vec<Thing<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        publisher: Option<Box<Thing<'a>>>,
    },
    BreadcrumbList {
        item_list_element: Vec<Thing<'a>>,
    },
    EntryPoint {
        url_template: String,
    },
    ImageObject {
        url: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        width: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        height: Option<u32>,
    },
    ListItem {
        position: usize,
        name: &'a str,
        item: String,
    },
    Organization {
        name: &'a str,
        url: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        logo: Option<String>,
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        same_as: &'a [String],
    },
    Person {
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<String>,
    },
    SearchAction {
        target: Box<Thing<'a>>,
        #[serde(rename = "query-input")]
        query_input: &'static str,
    },
    WebSite {
        name: &'a str,
        url: String,
        in_language: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        potential_action: Option<Box<Thing<'a>>>,
    },
}

/// Renders the structured data of a page. Empty for pages that search engines do not show.
pub(super) fn render(
    recorder: &Recorder,
    page: &Page,
    site: &Head<'_>,
    image: Option<&PreviewImage<'_>>,
) -> String {
    let is_hidden = page.front.forbids_indexing()
        || page.route.is_error_page()
        // It is a copy of its original.
        || page.is_fallback()
        || matches!(list_number(recorder, page), Some(2..));
    if !site.options.structured_data || is_hidden {
        return String::new();
    }

    let mut graph = Vec::new();
    if page.file_route.as_str() == "/" {
        graph.push(website(site));
        graph.extend(site.options.organization.as_ref().map(|it| organization(it, site)));
    } else {
        graph.extend(breadcrumbs(recorder, page, site));
    }

    if is_article(page) {
        graph.push(article(page, site, image));
    }
    if graph.is_empty() {
        return String::new();
    }

    let document = for_script(&Document { context: "https://schema.org", graph });
    ["\n<script type=\"application/ld+json\">", &document, "</script>"].concat()
}

/// Returns the website, on the home page.
fn website<'a>(site: &Head<'a>) -> Thing<'a> {
    let search = site.options.search_url.as_ref().map(|url| {
        // The placeholder is not percent-encoded.
        let (before, after) = url.split_once("{query}").unwrap_or((url, ""));
        let url_template = format!("{}{{query}}{}", absolute(before, site), percent_encode(after));
        let target = Box::new(Thing::EntryPoint { url_template });
        Box::new(Thing::SearchAction { target, query_input: "required name=query" })
    });
    Thing::WebSite {
        name: site.name,
        url: absolute(&format!("{}/", site.prefix), site),
        in_language: site.language,
        potential_action: search,
    }
}

/// Returns the organization that publishes the site.
fn organization<'a>(organization: &'a Organization, site: &Head<'a>) -> Thing<'a> {
    Thing::Organization {
        name: organization.name(site.name),
        url: absolute(organization.url.as_deref().unwrap_or("/"), site),
        logo: organization.logo.as_ref().map(|logo| absolute(logo, site)),
        same_as: &organization.same_as,
    }
}

/// Returns the path from the home page to the page. `None` if the home page does not exist, because a path has at least two pages.
fn breadcrumbs<'a>(recorder: &'a Recorder, page: &'a Page, site: &Head<'_>) -> Option<Thing<'a>> {
    let mut path = vec![(&page.route, page.short_name())];
    let mut folder = page.file_route.clone();
    while let Some(parent) = folder.parent().map(Route::new) {
        path.extend(recorder.folder_name(&parent));
        folder = parent;
    }
    let entries = path.iter().rev().zip(1..).map(|((route, name), position)| {
        let item = absolute(route, site);
        Thing::ListItem { position, name, item }
    });
    (path.len() > 1).then(|| Thing::BreadcrumbList { item_list_element: entries.collect() })
}

/// Returns the article on a page with a date.
fn article<'a>(page: &'a Page, site: &Head<'a>, image: Option<&'a PreviewImage<'_>>) -> Thing<'a> {
    let person = |name: &'a str, url: Option<&str>| Thing::Person {
        name,
        url: url.map(|url| absolute(url, site)),
    };

    let image = image.map(|image| Thing::ImageObject {
        url: &image.url,
        width: image.size.map(|size| size.width),
        height: image.size.map(|size| size.height),
    });

    Thing::Article {
        headline: page.heading(),
        description: description(page, site),
        main_entity_of_page: percent_encode(&page.canonical_url(site.base_url)),
        in_language: site.language,
        date_published: page.front.date.as_deref(),
        date_modified: page.front.updated.as_deref(),
        image: image.map(Box::new),
        author: authors(page, site).iter().map(|it| person(&it.name, it.url.as_deref())).collect(),
        publisher: site.options.organization.as_ref().map(|it| Box::new(organization(it, site))),
    }
}
