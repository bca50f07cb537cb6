//! `croupier new SECTION TITLE` and `croupier new FILE`: creates a content file in a site from an archetype, which is a template of a new page.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Component, Path};

use crate::archetype::{Values, site_archetype};
use crate::command::console::Console;
use crate::command::failure::Failure;
use croupier_base::diagnostic::wording::{did_you_mean, shell_quoted};
use croupier_base::syntax::spanned;
use croupier_content::config::layers::SITE;
use croupier_content::config::options::site_root;
use croupier_content::front_matter::{self, Language, Parts};
use croupier_content::slug::slug;

/// The archetype of sites that have none, in the language of the front matter next to the new page.
const TOML: &str = "+++\ntitle = \"{{ title }}\"\ndate = {{ date }}\ndraft = true\n+++\n\n";
const YAML: &str = "---\ntitle: \"{{ title }}\"\ndate: {{ date }}\ndraft: true\n---\n\n";

/// Returns whether a folder is that of a site.
pub(super) fn is_site(folder: &Path) -> bool {
    folder.join(SITE).is_file()
}

/// Returns whether the argument of `croupier new` without a title or a template names a page of the site around the
/// current folder. Another absolute path than that of a content file, and an existing folder, name a new site.
pub(crate) fn is_meant(written: &Path) -> bool {
    let is_inside =
        written.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let is_file = stem_of_file(&written.to_string_lossy()).is_some();
    (is_inside || is_file) && !written.is_dir() && is_site(&site_root())
}

/// Returns the path of a content file without its extension, whatever its case.
fn stem_of_file(written: &str) -> Option<&str> {
    let (stem, extension) = written.rsplit_once('.')?;
    extension.eq_ignore_ascii_case("md").then_some(stem)
}

/// What `croupier new` creates, as it is written on the command line.
pub(crate) struct NewPage<'a> {
    /// A section, such as `posts`, or a file of content/, such as `posts/my-page.md`.
    pub written: &'a str,
    /// The title. Without one, the name of the file becomes the title.
    pub title: Option<&'a str>,
    /// Whether the page is a folder with an index.md.
    pub is_bundle: bool,
}

/// Creates a page in the site at `root`.
pub(crate) fn run(root: &Path, page: &NewPage, console: &Console) -> Result<(), Failure> {
    if !is_site(root) {
        let name = [Some(page.written), page.title].into_iter().flatten().collect::<Vec<_>>();
        return Err(Failure::Usage(format!(
            "a page is created in a site, and there is no {SITE} in this folder or its parents; \
             for a new site, write one folder: croupier new {}",
            shell_quoted(&name.join(" "))
        )));
    }

    let PageLocation { section, stem, title } =
        PageLocation::find(root, page).map_err(Failure::Usage)?;
    let folder = Path::new("content").join(&section);
    let (file, other) = (folder.join(format!("{stem}.md")), folder.join(&stem).join("index.md"));
    let (file, other) = if page.is_bundle { (other, file) } else { (file, other) };
    if root.join(&other).exists() {
        return Err(exists(&other));
    }

    let (archetype, name) = archetype(root, &section)?;
    let values = Values::new(root, &title, &stem, &section);
    let text = values.fill(&archetype).map_err(|problem| {
        Failure::Usage(format!("the front matter of the archetype {name} {problem}"))
    })?;
    write_new(root, &file, &text)?;

    let created = format!("created {}", shell_quoted(&file.to_string_lossy()));
    // Without this, the page is missing in `croupier dev`, and nothing says why.
    let note = if is_draft(&text) { ", a draft: croupier dev --drafts shows it" } else { "" };
    console.line(&format!("{created}{note}"));
    Ok(())
}

/// Returns whether the front matter of a new page makes it a draft.
fn is_draft(text: &str) -> bool {
    let Ok(Parts { front: Some((front, language)), .. }) = front_matter::split(text) else {
        return false;
    };
    let value = match language {
        Language::Toml => Some(spanned::toml(&text[front]).0),
        Language::Yaml => spanned::yaml(&text[front]).ok(),
    };
    value.is_some_and(|it| it.to_json()["draft"] == true)
}

/// Where a new page is created.
struct PageLocation {
    /// The folder below content/. Empty for content/ itself.
    section: String,
    /// The name of the file without `.md`, or of the page's folder.
    stem: String,
    title: String,
}

impl PageLocation {
    /// Finds the section and the file name of a new page. Accepts a section with a title, a file, and the name of a page.
    fn find(root: &Path, page: &NewPage) -> Result<PageLocation, String> {
        // A leading slash is that of a URL, or of the path of the site.
        let in_site = Path::new(page.written).strip_prefix(root).ok().and_then(Path::to_str);
        let written = in_site.unwrap_or(page.written);
        let trimmed = written.trim_start_matches("./").trim_matches('/');
        let path = if trimmed == "content" {
            ""
        } else {
            trimmed.strip_prefix("content/").unwrap_or(trimmed)
        };
        let (parent, last) = path.rsplit_once('/').unwrap_or(("", path));
        if let Some(stem) = stem_of_file(last) {
            let section = existing_section(root, parent)?;
            let title = page.title.map_or_else(|| title_of(stem), str::to_owned);
            return PageLocation::new(section, stem.to_owned(), title);
        }

        match (existing_section(root, path), page.title) {
            // This file is the page of the section.
            (Ok(section), Some(title)) if slug(title) == "index" => Err(format!(
                "index.md is the page of the section; name another file: croupier new {} {}",
                shell_quoted(format!("{section}/the-index.md").trim_start_matches('/')),
                shell_quoted(title)
            )),
            (Ok(section), Some(title)) => PageLocation::new(section, slug(title), title.to_owned()),
            (Ok(section), None) => Err(format!(
                "write a title: croupier new {} \"Title\"",
                shell_quoted(if section.is_empty() { "/" } else { &section })
            )),
            // `croupier new about "About"`, and without the title.
            (Err(_), title)
                if title.is_none_or(|title| slug(title) == last)
                    && (!parent.is_empty() || similar_section(root, path).is_none()) =>
            {
                let section = existing_section(root, parent)?;
                let title = title.map_or_else(|| title_of(last), str::to_owned);
                PageLocation::new(section, last.to_owned(), title)
            }
            (Err(message), title) => {
                let title = title.map(|title| format!(" {}", shell_quoted(title)));
                let file = shell_quoted(&format!("{path}.md"));
                let end = if message.ends_with('?') { "" } else { "." };
                Err(format!(
                    "{message}{end} For a page: croupier new {file}{}",
                    title.unwrap_or_default()
                ))
            }
        }
    }

    fn new(section: String, stem: String, title: String) -> Result<PageLocation, String> {
        if stem.is_empty() || !title.contains(char::is_alphanumeric) {
            return Err(format!("the title `{title}` has no letters or digits for a file name"));
        }
        Ok(PageLocation { section, stem, title })
    }
}

/// Returns a title for a file name: `First steps` for `first-steps`.
fn title_of(stem: &str) -> String {
    let words = stem.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Writes a file that does not exist yet.
fn write_new(root: &Path, file: &Path, text: &str) -> Result<(), Failure> {
    let target = root.join(file);
    let parent = target.parent().expect("a content file is in a folder");
    let created = fs::create_dir_all(parent)
        .and_then(|()| OpenOptions::new().write(true).create_new(true).open(&target))
        .and_then(|mut new| new.write_all(text.as_bytes()));
    created.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => exists(file),
        _ => Failure::System(format!("cannot write {}: {error}", file.display())),
    })
}

fn exists(file: &Path) -> Failure {
    let message = "exists already; edit it, or choose another title";
    Failure::Usage(format!("{} {message}", file.display()))
}

/// Returns the folder of a section below content/: as written, or in the plural, `posts` for `post`. Empty for the whole site.
///
/// A section exists if its folder or an archetype of the same name exists. Returns a message for other sections.
fn existing_section(root: &Path, section: &str) -> Result<String, String> {
    let is_path = section.split('/').all(|part| !matches!(part, "" | "." | ".."));
    let is_data = section == "data" || section.starts_with("data/");
    if matches!(section, "" | ".") {
        return Ok(String::new());
    }

    let plural = format!("{section}s");
    let exists = |name: &str| {
        root.join("content").join(name).is_dir()
            || root.join("archetypes").join(format!("{name}.md")).is_file()
    };

    if is_path
        && !is_data
        && let Some(found) = [section, &plural].into_iter().find(|name| exists(name))
    {
        return Ok(found.to_owned());
    }

    let hint = similar_section(root, section).unwrap_or_else(|| {
        let sections = sections(root);
        format!(
            "the sections are {}; for a new one, create the folder content/{section} first",
            if sections.is_empty() { "none".to_owned() } else { sections.join(", ") }
        )
    });

    Err(format!("there is no section `{section}` in content/: {hint}"))
}

/// Returns the hint for a section that does not exist, if a similar one exists.
fn similar_section(root: &Path, section: &str) -> Option<String> {
    did_you_mean(section, sections(root).iter().map(String::as_str))
}

/// Returns the folders of content/ that have pages, by their paths.
fn sections(root: &Path) -> Vec<String> {
    let content = root.join("content");
    let folders = walkdir::WalkDir::new(&content).min_depth(1).sort_by_file_name();
    let folders = folders.into_iter().filter_entry(|it| it.path() != content.join("data"));
    let folders = folders.flatten().filter(|it| it.file_type().is_dir());
    let path = |it: walkdir::DirEntry| {
        let path = it.path().strip_prefix(&content).ok()?.to_string_lossy().into_owned();
        content_files(it.path()).next().map(|_| path)
    };
    folders.filter_map(path).collect()
}

/// Returns the names of the content files of a folder.
fn content_files(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".md"))
}

/// Returns the archetype of the nearest section and its name, or the one for sites without archetypes.
fn archetype(root: &Path, section: &str) -> Result<(String, String), Failure> {
    if let Some(found) = site_archetype(root, section).map_err(Failure::System)? {
        return Ok(found);
    }
    let text = match language(&root.join("content").join(section)) {
        Language::Toml => TOML,
        Language::Yaml => YAML,
    };
    Ok((text.to_owned(), "of Croupier".to_owned()))
}

/// Returns the language of the front matter of the first content file in a folder.
fn language(folder: &Path) -> Language {
    let mut names: Vec<String> = content_files(folder).collect();
    names.sort_by_key(|name| (name != "index.md", name.clone()));
    let text = names.first().and_then(|name| fs::read_to_string(folder.join(name)).ok());
    let front = text.and_then(|text| front_matter::split(&text).ok()?.front);
    front.map_or(Language::Toml, |(_, language)| language)
}
