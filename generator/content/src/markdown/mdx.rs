//! Reports files of MDX, which are not published, with the shortcode to write for each component.

use std::ops::Range;
use std::sync::Arc;

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::leftovers::mdx::component_tag;
use crate::markdown::verbatim::VerbatimText;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::SitePath;

/// The attributes of Astro that set when a component hydrates, and the value of `hydrate`.
const HYDRATION: [(&str, &str); 5] = [
    ("client:load", "load"),
    ("client:idle", "idle"),
    ("client:visible", "visible"),
    ("client:media", "idle"),
    ("client:only", "load"),
];

/// Returns a warning for each component of an MDX file, or one for the file if it has none.
pub fn warnings(path: &SitePath, text: &str) -> Vec<Diagnostic> {
    let renamed = path.strip_suffix("mdx").map(|stem| format!("{stem}md")).unwrap_or_default();
    let source: Arc<str> = Arc::from(text);
    let warnings = components(text).into_iter().map(|component| {
        let message = format!("`<{}>` needs MDX, so that {path} is not published", component.name);
        let shortcode = component.shortcode();
        Diagnostic::warning(Code::MdxFile, message)
            .at(Location::new(path.as_str(), Arc::clone(&source), component.range))
            .hint(format!("rename the file to {renamed}, and write {shortcode}"))
    });
    let warnings: Vec<Diagnostic> = warnings.collect();
    if !warnings.is_empty() {
        return warnings;
    }
    let message = format!("{path} is not published, because MDX is not supported");
    let hint = format!("rename the file to {renamed}; it uses no component");
    vec![Diagnostic::warning(Code::MdxFile, message).in_file(path).hint(hint)]
}

/// The first use of a component.
struct Component<'a> {
    /// The byte range of its opening tag.
    range: Range<usize>,
    name: &'a str,
    /// The text between the name and the end of the tag.
    attributes: &'a str,
    has_content: bool,
}

/// Returns the first use of each component in a text, outside of code.
fn components(text: &str) -> Vec<Component<'_>> {
    let mut components: Vec<Component<'_>> = Vec::new();
    let mut verbatim = VerbatimText::new(text, MarkdownOptions::default());
    let mut start = 0;

    while let Some(tag) = component_tag(&text[start..]) {
        let tag_start = start + tag.start;
        let searched = std::mem::replace(&mut start, tag_start + 1);
        if verbatim.contains(tag_start, searched) || text[tag_start + 1..].starts_with('/') {
            continue;
        }

        let inside = &text[tag_start + 1..];
        let name_length = inside.find(|it: char| !it.is_ascii_alphanumeric() && it != '.');
        let (name, rest) = inside.split_at(name_length.unwrap_or(inside.len()));
        let length = attributes_length(rest).unwrap_or(rest.len());
        let attributes = &rest[..length];
        let end = tag_start + 1 + name.len() + length;
        start = end;

        if components.iter().all(|component| component.name != name) {
            components.push(Component {
                range: tag_start..(end + 1).min(text.len()),
                name,
                attributes: attributes.trim_end_matches('/').trim(),
                has_content: !attributes.ends_with('/'),
            });
        }
    }

    components
}

/// Returns the length of the attributes of a tag: up to the `>` outside of quotes and braces.
fn attributes_length(text: &str) -> Option<usize> {
    let (mut quote, mut depth) = (None, 0_usize);
    for (index, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'' | '`') => quote = Some(character),
            (None, '{') => depth += 1,
            (None, '}') => depth = depth.saturating_sub(1),
            (None, '>') if depth == 0 => return Some(index),
            _ => {}
        }
    }
    None
}

impl Component<'_> {
    /// Returns the call of the island of this name, with the attributes as props.
    fn shortcode(&self) -> String {
        let mut arguments = vec![format!("\"{}\"", snake_case(self.name))];
        for (name, value) in attributes(self.attributes) {
            let hydrate = HYDRATION.iter().find(|(attribute, _)| *attribute == name);
            arguments.push(match hydrate {
                Some((_, trigger)) => format!("hydrate=\"{trigger}\""),
                None => format!("{}={value}", name.replace(['-', ':'], "_")),
            });
        }
        let call = format!("island({})", arguments.join(", "));
        if self.has_content {
            format!("`{{% {call} %}}` and `{{% end %}}` around its content")
        } else {
            format!("`{{{{ {call} }}}}`")
        }
    }
}

/// Returns the attributes of a tag as names and values of a shortcode. The value of an expression that
/// is not plain data is `...`.
fn attributes(text: &str) -> Vec<(&str, String)> {
    let mut attributes = Vec::new();
    let mut rest = text.trim_start();

    while !rest.is_empty() {
        let end = rest.find(|it: char| it == '=' || it.is_whitespace()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let is_spread = name.starts_with('{');

        let Some(value) = after.strip_prefix('=') else {
            if !is_spread {
                attributes.push((name, "true".to_owned()));
            }
            rest = after.trim_start();
            continue;
        };

        let length = value_length(value);
        if !is_spread {
            attributes.push((name, shortcode_value(&value[..length])));
        }
        rest = value[length..].trim_start();
    }

    attributes
}

/// Returns the length of a value in quotes or braces.
fn value_length(text: &str) -> usize {
    let (mut quote, mut depth) = (None, 0_usize);

    for (index, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => continue,
            (None, '"' | '\'' | '`') => {
                quote = Some(character);
                continue;
            }
            (None, '{') => depth += 1,
            (None, '}') => depth = depth.saturating_sub(1),
            _ => {}
        }

        if depth == 0
            && quote.is_none()
            && (character.is_whitespace() || "\"'`}".contains(character))
        {
            return if character.is_whitespace() { index } else { index + character.len_utf8() };
        }
    }

    text.len()
}

/// Returns a value of JSX as an argument of a shortcode.
fn shortcode_value(value: &str) -> String {
    let expression = value.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
    let Some(expression) = expression else { return value.to_owned() };
    let expression = expression.trim();
    let quoted = expression.strip_prefix('\'').and_then(|it| it.strip_suffix('\''));
    if let Some(text) = quoted.filter(|text| !text.contains(['\'', '"'])) {
        return format!("\"{text}\"");
    }
    match serde_json::from_str::<serde_json::Value>(expression) {
        Ok(serde_json::Value::Null) => "none".to_owned(),
        Ok(_) => expression.to_owned(),
        Err(_) => "...".to_owned(),
    }
}

/// Returns the name of a component as the name of an island: `link_card` for `LinkCard`.
fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for character in name.chars() {
        if character == '.' {
            text.push('_');
        } else {
            let follows_word = text.ends_with(|it: char| it != '_');
            if character.is_ascii_uppercase() && follows_word {
                text.push('_');
            }
            text.push(character.to_ascii_lowercase());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_component_becomes_a_call_of_an_island() {
        let shortcodes = |text: &str| -> Vec<String> {
            components(text).iter().map(Component::shortcode).collect()
        };

        for (text, shortcode) in [
            ("<LinkCard title=\"A > b\" />", "`{{ island(\"link_card\", title=\"A > b\") }}`"),
            ("a <Badge count={3} isNew/> b", "`{{ island(\"badge\", count=3, isNew=true) }}`"),
            (
                "<Tabs client:visible items={[\"a\", \"b\"]}\n  label={'x y'}>\n\nText\n\n</Tabs>",
                "`{% island(\"tabs\", hydrate=\"visible\", items=[\"a\", \"b\"], label=\"x y\") %}` and `{% end %}` around its content",
            ),
            (
                "<Chart {...all} data={rows.map((row) => row > 1)} aria-label='x' none={null} />",
                "`{{ island(\"chart\", data=..., aria_label='x', none=none) }}`",
            ),
            ("<Steps.Item>", "`{% island(\"steps_item\") %}` and `{% end %}` around its content"),
        ] {
            assert_eq!(shortcodes(text), [shortcode], "{text}");
            assert_eq!(shortcodes(&format!("{text}\n\n{text}")).len(), 1, "{text}");
        }

        assert_eq!(shortcodes("`<Tabs>` <b>x</b>\n\n```\n<Tabs>\n```\n"), [""; 0]);
        assert_eq!(
            shortcodes("<Tabs"),
            ["`{% island(\"tabs\") %}` and `{% end %}` around its content"]
        );
    }
}
