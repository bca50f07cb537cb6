//! What writers insert into a text: links to pages, shortcodes and islands.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::references::entries;
use crate::editor::reply::Reply;
use croupier_base::path::SitePath;
use croupier_base::url::link_target;

/// How many pages the link picker shows.
const MAX_LINKS: usize = 50;

/// The template with the shortcodes of a site.
const MACROS: &str = "pages/shortcodes.html";

/// The words that a writer looks for.
#[derive(Debug, Deserialize)]
pub(super) struct Words {
    q: Option<String>,
    /// The file with the link.
    file: Option<String>,
    /// Where to look: a route, or data. The default is all pages.
    to: Option<String>,
}

/// Responds with pages whose title or path has all words, or with such entries of data.
pub(super) async fn links(
    State(editor): State<Arc<Editor>>,
    Query(Words { q, file, to }): Query<Words>,
) -> Reply {
    let words: Vec<String> =
        q.unwrap_or_default().split_whitespace().map(str::to_lowercase).collect();
    let to = to.unwrap_or_default();
    let world = editor.world.clone();

    let items = editor.worker.run_on_disk(move |session| {
        if let Some(mut entries) = entries(session, &world, &to, &words) {
            entries.truncate(MAX_LINKS);
            return entries;
        }

        let pages = session.pages().into_iter().filter(|page| page.unpublished.is_none());
        let pages = pages.filter(|page| page.route.starts_with(&to) && *page.route != *to);
        let found = pages.filter(|page| {
            let text = format!("{} {}", page.title, page.route).to_lowercase();
            words.iter().all(|word| text.contains(word))
        });

        // The language of the file comes first, then the default one. Error pages are hardly ever linked.
        let settings = session.settings();
        let languages = &settings.languages.files;
        let file = SitePath::new(file.unwrap_or_default());
        let (default, own) = (languages.default_key(), languages.split(&file).language);
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|page| {
            (page.route.is_error_page(), page.language != own.as_str(), page.language != default.as_str())
        });

        let items = found.into_iter().take(MAX_LINKS).map(|page| {
            let anchors = session.headings_of(&page.source).into_iter();
            let anchors = anchors.map(|it| json!({ "text": it.text, "id": it.id }));
            json!({
                "path": page.source, "title": page.title, "route": page.route, "link": link_target(&page.route),
                "language": languages.is_multiple().then_some(page.language), "anchors": anchors.collect::<Vec<_>>(),
            })
        });
        items.collect::<Vec<Value>>()
    });

    Ok(Json(json!({ "items": items.await? })))
}

/// Responds with the shortcodes and islands of the site.
pub(super) async fn list(State(editor): State<Arc<Editor>>) -> Reply {
    let macros = editor.world.read_source_if_exists(&SitePath::new(MACROS)).ok().flatten();
    let macros = macros.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let shortcodes = macros.as_deref().map(shortcodes).unwrap_or_default();
    let islands = editor.worker.run_on_disk(|session| {
        let island =
            |(name, schema): (String, Option<Value>)| json!({ "name": name, "schema": schema });
        session.islands().into_iter().map(island).collect::<Vec<_>>()
    });
    Ok(Json(json!({ "shortcodes": shortcodes, "islands": islands.await? })))
}

/// Returns the macros of a template with their parameters. Those whose name begins with `_` are for other macros.
fn shortcodes(template: &str) -> Vec<Value> {
    let declarations = template.split("{%").skip(1).filter_map(|tag| {
        let tag = tag.trim_start_matches(['-', '+']).trim_start();
        tag.strip_prefix("macro ")
    });

    let of_declaration = |text: &str| {
        let (name, rest) = text.split_once('(')?;
        let name = name.trim().to_owned();
        let parameters = rest.split_once("%}").map_or(rest, |(parameters, _)| parameters);
        let parameters = parameters.rsplit_once(')').map_or(parameters, |(inner, _)| inner);

        let after = &template[template.find(text)?..];
        let body = after.split("endmacro").next().unwrap_or_default();

        let parameters: Vec<Value> = divided(parameters).iter().map(|it| parameter(it)).collect();
        let required = parameters.iter().filter(|it| it["required"] == true);
        let arguments: Vec<String> = required
            .map(|it| format!("{}=\"\"", it["name"].as_str().unwrap_or_default()))
            .collect();

        let (has_body, call) =
            (body.contains("caller()"), format!("{name}({})", arguments.join(", ")));
        let text = if has_body {
            format!("{{% {call} %}}\n\n{{% end %}}")
        } else {
            format!("{{{{ {call} }}}}")
        };

        (!name.starts_with('_')).then(|| {
            json!({ "name": name, "has_body": has_body, "parameters": parameters, "text": text })
        })
    };

    declarations.filter_map(of_declaration).collect()
}

/// Divides parameters at the commas outside of quotes and brackets.
fn divided(parameters: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0_i32, None);
    for (index, character) in parameters.char_indices() {
        match (quote, character) {
            (Some(open), it) if it == open => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                parts.push(&parameters[start..index]);
                start = index + 1;
            }
            // A character in quotes, or one of a name.
            _ => {}
        }
    }
    parts.push(&parameters[start..]);
    parts.into_iter().map(str::trim).filter(|it| !it.is_empty()).collect()
}

fn parameter(text: &str) -> Value {
    let (name, default) = match text.split_once('=') {
        Some((name, default)) => (name.trim(), Some(default.trim())),
        None => (text, None),
    };
    let value = default.map(|text| {
        let unquoted = text.trim_matches(['"', '\'']);
        serde_json::from_str(text).unwrap_or_else(|_| Value::String(unquoted.to_owned()))
    });
    json!({ "name": name, "required": default.is_none(), "default": value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parameters_of_macros_are_found() {
        let template = "{% macro note(kind=\"a, b\", open=false) %}{{ caller() }}{% endmacro %}\n\
                        {%- macro button(url, text) -%}<a>{% endmacro %}{% macro _inner() %}{% endmacro %}";
        let found = shortcodes(template);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0]["has_body"], true);
        assert_eq!(
            found[0]["parameters"][0],
            json!({ "name": "kind", "required": false, "default": "a, b" })
        );
        assert_eq!(found[0]["parameters"][1]["default"], false);
        assert_eq!(found[1]["text"], "{{ button(url=\"\", text=\"\") }}");
    }
}
