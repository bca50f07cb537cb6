//! Archetypes: the files of a site that new pages begin as, with placeholders for the title, the date and so on.

#![expect(clippy::disallowed_methods, reason = "archetypes are no sources of a build")]

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use croupier_base::date::SiteZone;
use croupier_base::syntax::spanned::{self, SpannedValue};
use croupier_content::config::layers::SITE;
use croupier_content::config::options::Clock;
use croupier_content::front_matter;

/// Returns the text that a new page at a path in content/ begins as, from an archetype of the site. None for sites without one for it. The
/// error says what is wrong with the archetype.
pub(crate) fn from_archetype(
    root: &Path,
    path: &str,
    title: &str,
) -> Result<Option<String>, String> {
    let below = path.strip_prefix("content/").and_then(|it| it.strip_suffix(".md"));
    let Some(below) = below else { return Ok(None) };
    let below = below.strip_suffix("/index").unwrap_or(below);
    let (section, stem) = below.rsplit_once('/').unwrap_or(("", below));

    let Some((text, name)) = site_archetype(root, section)? else { return Ok(None) };
    let filled = Values::new(root, title, stem, section).fill(&text);
    filled
        .map(Some)
        .map_err(|problem| format!("the front matter of the archetype {name} {problem}"))
}

/// Returns the archetype of the nearest section and its name: `archetypes/docs/guides.md`, `archetypes/docs.md` or
/// `archetypes/default.md`. None if there is none of them.
pub(crate) fn site_archetype(
    root: &Path,
    section: &str,
) -> Result<Option<(String, String)>, String> {
    let ancestors = Path::new(section).ancestors().filter(|it| !it.as_os_str().is_empty());
    let names = ancestors.map(|it| it.to_string_lossy().into_owned());
    for name in names.chain(["default".to_owned()]) {
        let file = format!("archetypes/{name}.md");
        match fs::read_to_string(root.join(&file)) {
            Ok(text) => return Ok(Some((text, file))),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(format!("cannot read {file}: {error}")),
        }
    }
    Ok(None)
}

/// The values of the placeholders of an archetype, by name.
pub(crate) struct Values([(&'static str, String); 5]);

impl Values {
    pub(crate) fn new(root: &Path, title: &str, slug: &str, section: &str) -> Values {
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
    pub(crate) fn fill(&self, archetype: &str) -> Result<String, &'static str> {
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
