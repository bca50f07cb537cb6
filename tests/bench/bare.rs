//! The minimal work of a build, with which `tests/bench/build.py` compares Croupier.
//!
//! `bare build SITE OUT` walks, parses, renders and writes the same pages with the same libraries and templates. It records, compares
//! and checks nothing. `bare stat FOLDER...` reads the metadata of each file once.

#![expect(clippy::disallowed_methods, reason = "it is not part of the generator")]

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, context};
use pulldown_cmark::{Options, Parser, html};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use walkdir::{DirEntry, WalkDir};

/// Any error ends the measurement.
type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

const BASE_URL: &str = "https://bench.example";

fn main() -> Outcome<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["build", site, out] => build(Path::new(site), Path::new(out)),
        ["stat", ref folders @ ..] => {
            let mut bytes = 0;
            for file in folders.iter().flat_map(|folder| files(Path::new(folder))) {
                bytes += file.metadata()?.len();
            }
            println!("{bytes} bytes");
            Ok(())
        }
        _ => Err("bare build SITE OUT, or bare stat FOLDER...".into()),
    }
}

fn files(folder: &Path) -> impl Iterator<Item = DirEntry> {
    WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.file_type().is_file())
}

#[derive(Deserialize)]
struct Front {
    title: String,
    #[serde(default)]
    description: String,
    template: Option<String>,
    date: Option<toml::value::Datetime>,
    #[serde(default)]
    taxonomies: BTreeMap<String, Vec<String>>,
}

struct Page {
    route: String,
    front: Front,
    text: String,
    /// Byte offset of the body in `text`.
    body: usize,
}

/// The fields of a page that lists show.
#[derive(Clone, Serialize)]
struct Listed {
    path: String,
    title: String,
    description: String,
    date: Option<String>,
}

#[derive(Clone, Serialize)]
struct Term {
    name: String,
    path: String,
}

fn read(content: &Path, file: &Path) -> Outcome<Page> {
    let text = fs::read_to_string(file)?;
    let rest = text.strip_prefix("+++\n").ok_or("the page has no front matter")?;
    let end = rest.find("+++\n").ok_or("the front matter has no end")?;
    let front: Front = toml::from_str(&rest[..end])?;
    let body = 4 + end + 4;
    let path = file.strip_prefix(content)?.with_extension("").to_string_lossy().into_owned();
    let path = if path == "index" { "" } else { path.strip_suffix("/index").unwrap_or(&path) };
    let route = if path.is_empty() { "/".to_owned() } else { format!("/{path}/") };
    Ok(Page { route, front, text, body })
}

fn term(taxonomy: &str, name: &str) -> Term {
    Term {
        path: format!("/{taxonomy}/{}/", name.to_lowercase().replace(' ', "-")),
        name: name.to_owned(),
    }
}

fn listed(page: &Page) -> Listed {
    let Front { title, description, date, .. } = &page.front;
    let date = date.map(|it| it.to_string());
    Listed {
        path: page.route.clone(),
        title: title.clone(),
        description: description.clone(),
        date,
    }
}

fn build(site: &Path, out: &Path) -> Outcome<()> {
    let content = site.join("content");
    let paths: Vec<PathBuf> = files(&content).map(DirEntry::into_path).collect();
    let pages: Vec<Page> = paths
        .par_iter()
        .filter(|path| path.extension().is_some_and(|it| it == "md"))
        .map(|path| read(&content, path))
        .collect::<Outcome<_>>()?;
    let mut sections = BTreeMap::<String, Vec<Listed>>::new();
    let mut terms = BTreeMap::<(String, String), (Term, Vec<Listed>)>::new();
    for page in &pages {
        let parent =
            page.route.trim_end_matches('/').rfind('/').map_or("", |at| &page.route[..=at]);
        sections.entry(parent.to_owned()).or_default().push(listed(page));
        for (taxonomy, names) in &page.front.taxonomies {
            for name in names {
                let term = term(taxonomy, name);
                terms
                    .entry((taxonomy.clone(), term.path.clone()))
                    .or_insert((term, Vec::new()))
                    .1
                    .push(listed(page));
            }
        }
    }
    sections
        .values_mut()
        .chain(terms.values_mut().map(|it| &mut it.1))
        .for_each(|all| all.sort_by(|a, b| a.title.cmp(&b.title)));
    let env = environment(site, &sections)?;
    pages.par_iter().try_for_each(|page| {
        let mut body = String::new();
        html::push_html(
            &mut body,
            Parser::new_ext(&page.text[page.body..], Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH),
        );
        let linked_terms = |(taxonomy, names): (&String, &Vec<String>)| {
            (taxonomy.clone(), names.iter().map(|name| term(taxonomy, name)).collect())
        };
        let taxonomies: BTreeMap<String, Vec<Term>> = page.front.taxonomies.iter().map(linked_terms).collect();
        let page_context = context! {
            heading => page.front.title.clone(), path => page.route.clone(), body => Value::from_safe_string(body),
            date => page.front.date.map(|it| it.to_string()), taxonomies => Serde(taxonomies),
        };
        write(&env, out, page.front.template.as_deref().unwrap_or("page"), &listed(page), context! { page => page_context })
    })?;
    let write_term = |((_, path), (term, pages)): (&(String, String), &(Term, Vec<Listed>))| {
        let term_page = Listed {
            path: path.clone(),
            title: term.name.clone(),
            description: String::new(),
            date: None,
        };
        write(
            &env,
            out,
            "term",
            &term_page,
            context! { term => Serde(term), paginator => context! { pages => Serde(pages) } },
        )
    };
    terms.par_iter().try_for_each(write_term)?;
    let all: Vec<Value> = terms
        .values()
        .map(|(term, pages)| context! { name => term.name.clone(), path => term.path.clone(), count => pages.len() })
        .collect();
    let index_page = Listed {
        path: "/tags/".to_owned(),
        title: "tags".to_owned(),
        description: String::new(),
        date: None,
    };
    write(
        &env,
        out,
        "terms",
        &index_page,
        context! { page => context! { heading => "tags" }, terms => all },
    )?;
    for file in files(&site.join("static")) {
        save(&out.join(file.path().strip_prefix(site.join("static"))?), &fs::read(file.path())?)?;
    }
    let entry = |page: &Page| format!("<url><loc>{BASE_URL}{}</loc></url>\n", page.route);
    save(&out.join("sitemap.xml"), pages.iter().map(entry).collect::<String>().as_bytes())
}

fn environment(
    site: &Path,
    sections: &BTreeMap<String, Vec<Listed>>,
) -> Outcome<Environment<'static>> {
    let mut env = Environment::new();
    for file in files(&site.join("pages")) {
        env.add_template_owned(
            file.file_name().to_string_lossy().into_owned(),
            fs::read_to_string(file.path())?,
        )?;
    }
    let mut data = HashMap::new();
    for file in files(&site.join("content/data")) {
        let value: toml::Table = toml::from_str(&fs::read_to_string(file.path())?)?;
        data.insert(
            file.path()
                .with_extension("")
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            value,
        );
    }
    env.add_global("data", Value::from(Serde(data)));
    let sections: HashMap<String, Value> =
        sections.iter().map(|(path, pages)| (path.clone(), Value::from(Serde(pages)))).collect();
    let sections = Arc::new(sections);
    env.add_function("section", move |path: String| sections.get(&path).cloned());
    env.add_filter("date", |date: String| -> Result<String, Error> {
        let invalid = |error: jiff::Error| {
            Error::new(minijinja::ErrorKind::InvalidOperation, error.to_string())
        };
        Ok(date.parse::<jiff::civil::Date>().map_err(invalid)?.strftime("%-d %B %Y").to_string())
    });
    Ok(env)
}

/// Renders a page and writes its document and its page-data.
fn write(
    env: &Environment<'_>,
    out: &Path,
    template: &str,
    page: &Listed,
    context: Value,
) -> Outcome<()> {
    let main = env.get_template(&format!("{template}.html"))?.render(context)?;
    let Listed { path, title, description, .. } = page;
    let head = format!(
        "<title>{title}</title>\n<meta name=\"description\" content=\"{description}\">\n<meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n<meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:url\" content=\"{BASE_URL}{path}\">\n<link rel=\"canonical\" href=\"{BASE_URL}{path}\">"
    );
    let data = json!({ "path": path, "title": title, "head": head, "main": main }).to_string();
    let shell =
        context! { main => Value::from_safe_string(main), head => Value::from_safe_string(head) };
    let document = env.get_template("shell.html")?.render(shell)?;
    save(&out.join(format!("{}index.html", &path[1..])), document.as_bytes())?;
    save(&out.join(format!("page-data{path}page-data.json")), data.as_bytes())
}

fn save(file: &Path, bytes: &[u8]) -> Outcome<()> {
    fs::create_dir_all(file.parent().ok_or("the file has no parent folder")?)?;
    Ok(fs::write(file, bytes)?)
}
