//! Renders the structured data of a page as JSON-LD: articles, breadcrumbs, the website and its organization.
//!
//! A script element with this type holds data: browsers do not run it, and the content security policy does not apply to it.

use serde_json::{Map, Value as Json, json};

use crate::query::recorder::Recorder;
use crate::query::results::Head;
use crate::render::head::link_preview::PreviewImage;
use crate::render::head::{absolute, authors, description, is_article, list_number};
use crate::render::json::for_script;
use croupier_base::path::Route;
use croupier_base::url::percent_encode;
use croupier_content::config::head::Organization;
use croupier_content::config::head::authors::Author;
use croupier_content::page::Page;

/// Renders the structured data of a page. Empty for pages that search engines do not show.
pub(super) fn render(recorder: &Recorder, page: &Page, image: Option<&PreviewImage<'_>>) -> String {
    let site = recorder.head();
    let is_hidden = page.front.forbids_indexing()
        || page.route.is_error_page()
        || matches!(list_number(recorder, page), Some(2..));
    if !site.options.structured_data || is_hidden {
        return String::new();
    }
    let mut items = Vec::new();
    if page.route.as_str() == "/" {
        items.push(website(&site));
        items.extend(site.options.organization.as_ref().map(|it| organization(it, &site)));
    } else {
        items.extend(breadcrumbs(recorder, page));
    }
    if is_article(page) {
        items.push(article(page, &site, image));
    }
    if items.is_empty() {
        return String::new();
    }
    let document = json!({ "@context": "https://schema.org", "@graph": items });
    format!("\n<script type=\"application/ld+json\">{}</script>", for_script(&document))
}

/// Returns the website, on the home page.
fn website(site: &Head<'_>) -> Json {
    let mut website = object("WebSite");
    website.insert("name".into(), json!(site.name));
    website.insert("url".into(), json!(absolute("/", site)));
    website.insert("inLanguage".into(), json!(site.language));
    if let Some(url) = &site.options.search_url {
        // The placeholder is part of a template, so that it is not encoded.
        let parts: Vec<String> = url.split("{query}").map(|part| absolute(part, site)).collect();
        let (before, after) = (parts.first(), url.split("{query}").nth(1));
        let template =
            format!("{}{{query}}{}", before.map_or("", String::as_str), after.unwrap_or_default());
        let target = json!({ "@type": "EntryPoint", "urlTemplate": template });
        website.insert(
            "potentialAction".into(),
            json!({ "@type": "SearchAction", "target": target, "query-input": "required name=query" }),
        );
    }
    Json::Object(website)
}

/// Returns the organization that publishes the site.
fn organization(organization: &Organization, site: &Head<'_>) -> Json {
    let mut result = object("Organization");
    result.insert("name".into(), json!(organization.name(site.name)));
    result.insert("url".into(), json!(absolute(organization.url.as_deref().unwrap_or("/"), site)));
    if let Some(logo) = &organization.logo {
        result.insert("logo".into(), json!(absolute(logo, site)));
    }
    if !organization.same_as.is_empty() {
        result.insert("sameAs".into(), json!(organization.same_as));
    }
    Json::Object(result)
}

/// Returns the path from the home page to the page. `None` if the home page does not exist, because a path has at least two pages.
fn breadcrumbs(recorder: &Recorder, page: &Page) -> Option<Json> {
    let site = recorder.head();
    let mut path = vec![(page.route.clone(), page.short_name())];
    let mut route = page.route.clone();
    while let Some(parent) = route.parent().map(Route::new) {
        path.extend(recorder.page_name(&parent).map(|name| (parent.clone(), name)));
        route = parent;
    }
    if path.len() < 2 {
        return None;
    }
    let entries = path.iter().rev().zip(1..).map(|((route, name), position)| {
        json!({ "@type": "ListItem", "position": position, "name": name, "item": absolute(route, &site) })
    });
    let mut list = object("BreadcrumbList");
    list.insert("itemListElement".into(), entries.collect());
    Some(Json::Object(list))
}

/// Returns the article on a page with a date.
fn article(page: &Page, site: &Head<'_>, image: Option<&PreviewImage<'_>>) -> Json {
    let front = &page.front;
    let mut article = object("Article");
    article.insert("headline".into(), json!(page.heading()));
    article.insert(
        "mainEntityOfPage".into(),
        json!(percent_encode(&page.canonical_url(site.base_url))),
    );
    article.insert("inLanguage".into(), json!(site.language));
    article.insert("datePublished".into(), json!(front.date));
    if let Some(updated) = &front.updated {
        article.insert("dateModified".into(), json!(updated));
    }
    let description = description(page, site);
    if !description.is_empty() {
        article.insert("description".into(), json!(description));
    }
    if let Some(image) = image {
        article.insert("image".into(), image_object(image));
    }
    let authors: Vec<Json> = authors(page, site).iter().map(|it| person(it, site)).collect();
    if !authors.is_empty() {
        article.insert("author".into(), authors.into());
    }
    if let Some(publisher) = &site.options.organization {
        article.insert("publisher".into(), organization(publisher, site));
    }
    Json::Object(article)
}

fn image_object(image: &PreviewImage<'_>) -> Json {
    let mut object = object("ImageObject");
    object.insert("url".into(), json!(image.url));
    if let Some(size) = image.size {
        object.insert("width".into(), json!(size.width));
        object.insert("height".into(), json!(size.height));
    }
    Json::Object(object)
}

fn person(author: &Author, site: &Head<'_>) -> Json {
    let mut person = object("Person");
    person.insert("name".into(), json!(author.name));
    if let Some(url) = &author.url {
        person.insert("url".into(), json!(absolute(url, site)));
    }
    Json::Object(person)
}

/// Returns an object of a type, without properties.
fn object(kind: &str) -> Map<String, Json> {
    Map::from_iter([("@type".to_owned(), json!(kind))])
}
