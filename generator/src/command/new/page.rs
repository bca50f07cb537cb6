//! `croupier new SECTION TITLE`: creates a content file in a site from an archetype, which is a template of a new page.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::command::Failure;
use crate::command::console::Console;
use croupier_base::date::SiteZone;
use croupier_base::diagnostic::wording::{did_you_mean, shell_quoted};
use croupier_base::syntax::spanned::{self, SpannedValue};
use croupier_content::config::layers::SITE;
use croupier_content::config::options::Clock;
use croupier_content::front_matter::{self, Language};
use croupier_content::slug::slug;

/// The archetype of sites that have none, in the language of the front matter next to the new page.
const TOML: &str = "+++\ntitle = \"{{ title }}\"\ndate = {{ date }}\ndraft = true\n+++\n\n";
const YAML: &str = "---\ntitle: \"{{ title }}\"\ndate: {{ date }}\ndraft: true\n---\n\n";

/// Returns whether a folder is that of a site.
pub(super) fn is_site(folder: &Path) -> bool {
    folder.join(SITE).is_file()
}

/// Creates a page with a title in a section of the site at `root`. A bundle is a folder with an index.md.
pub(crate) fn run(
    root: &Path,
    section: &str,
    title: &str,
    is_bundle: bool,
    console: &Console,
) -> Result<(), Failure> {
    if !is_site(root) {
        return Err(Failure::Usage(format!(
            "a page is created in a site, and there is no {SITE} in this folder or its parents; \
             for a new site, write one folder: croupier new {}",
            shell_quoted(&format!("{section} {title}"))
        )));
    }
    let section = find_section(root, section).map_err(Failure::Usage)?;
    let slug = slug(title);
    if slug.is_empty() || !title.contains(char::is_alphanumeric) {
        let message = format!("the title `{title}` has no letters or digits for a file name");
        return Err(Failure::Usage(message));
    }
    let folder = Path::new("content").join(&section);
    let (file, other) = (folder.join(format!("{slug}.md")), folder.join(&slug).join("index.md"));
    let (file, other) = if is_bundle { (other, file) } else { (file, other) };
    if root.join(&other).exists() {
        return Err(exists(&other));
    }
    let (archetype, name) = archetype(root, &section)?;
    let values = Values::new(root, title, &slug, &section);
    let text = values.fill(&archetype).map_err(|problem| {
        Failure::Usage(format!("the front matter of the archetype {name} {problem}"))
    })?;
    write_new(root, &file, &text)?;
    console.line(&format!("created {}", shell_quoted(&file.to_string_lossy())));
    Ok(())
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
fn find_section(root: &Path, written: &str) -> Result<String, String> {
    let section = written.trim_matches('/');
    let section = section.strip_prefix("content/").unwrap_or(section);
    let is_path = section.split('/').all(|part| !matches!(part, "" | "." | ".."));
    let is_data = section == "data" || section.starts_with("data/");
    if section.is_empty() {
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
    let sections = sections(root);
    let hint = did_you_mean(section, sections.iter().map(String::as_str)).unwrap_or_else(|| {
        format!(
            "the sections are {}; for a new one, create the folder content/{section} first",
            if sections.is_empty() { "none".to_owned() } else { sections.join(", ") }
        )
    });
    Err(format!("there is no section `{written}` in content/: {hint}"))
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

/// Returns the archetype of the nearest section and its name: `archetypes/docs/guides.md`, `archetypes/docs.md`,
/// `archetypes/default.md`, or the one for sites without archetypes.
fn archetype(root: &Path, section: &str) -> Result<(String, String), Failure> {
    let ancestors = Path::new(section).ancestors().filter(|it| !it.as_os_str().is_empty());
    let names = ancestors.map(|it| it.to_string_lossy().into_owned());
    for name in names.chain(["default".to_owned()]) {
        let file = format!("archetypes/{name}.md");
        match fs::read_to_string(root.join(&file)) {
            Ok(text) => return Ok((text, file)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::System(format!("cannot read {file}: {error}"))),
        }
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

/// The values of the placeholders of an archetype, by name.
struct Values([(&'static str, String); 5]);

impl Values {
    fn new(root: &Path, title: &str, slug: &str, section: &str) -> Values {
        // A broken site.toml is reported by a build.
        let settings = spanned::toml(&fs::read_to_string(root.join(SITE)).unwrap_or_default()).0;
        let zone = settings.get("time_zone").and_then(SpannedValue::as_text);
        let now = SiteZone::new(zone).rfc3339(Clock::read().now);
        let date = now.get(.."2026-01-01".len()).unwrap_or_default().to_owned();
        Values([
            ("title", title.to_owned()),
            ("slug", slug.to_owned()),
            ("section", section.to_owned()),
            ("date", date),
            ("datetime", now),
        ])
    }

    /// Fills in the placeholders of an archetype. The error says what is wrong with its front matter.
    fn fill(&self, archetype: &str) -> Result<String, &'static str> {
        let parts = front_matter::split(archetype).map_err(|_| "is not closed")?;
        let body = self.replaced(&archetype[parts.body..], &|_, value| value.to_owned());
        let Some((front, _)) = parts.front else { return Ok(body) };
        // In TOML and YAML, a text between quotes has the escapes of JSON.
        let front_text = self.replaced(&archetype[front.clone()], &|before, value| {
            let quoted = serde_json::Value::from(value).to_string();
            let is_quoted = before.matches('"').count() % 2 == 1;
            if is_quoted { quoted[1..quoted.len() - 1].to_owned() } else { value.to_owned() }
        });
        let (start, fence) = (&archetype[..front.start], &archetype[front.end..parts.body]);
        Ok(format!("{start}{front_text}{fence}{body}"))
    }

    /// Replaces `{{ title }}` and so on. `write` returns how a value is written after the text before it on its line.
    fn replaced(&self, text: &str, write: &dyn Fn(&str, &str) -> String) -> String {
        let mut output = String::new();
        let mut rest = text;
        while let Some(start) = rest.find("{{") {
            let end = rest[start..].find("}}").map(|length| start + length);
            let name = end.map_or("", |end| rest[start + 2..end].trim());
            let value = self.0.iter().find(|(known, _)| *known == name);
            let next = match (value, end) {
                (Some((_, value)), Some(end)) => {
                    output.push_str(&rest[..start]);
                    let line = output.rsplit('\n').next().unwrap_or_default();
                    let written = write(line, value);
                    output.push_str(&written);
                    end + 2
                }
                // A shortcode.
                _ => {
                    output.push_str(&rest[..start + 2]);
                    start + 2
                }
            };
            rest = &rest[next..];
        }
        output + rest
    }
}
