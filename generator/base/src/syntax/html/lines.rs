//! Extracts the text of a document in lines, for a comparison of two versions by people.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

/// Elements whose content is no text.
const SKIPPED: [&[u8]; 5] = [b"script", b"style", b"template", b"noscript", b"svg"];
/// Elements that do not start a new line.
const INLINE: [&[u8]; 23] = [
    b"a", b"abbr", b"b", b"bdi", b"bdo", b"cite", b"code", b"data", b"dfn", b"em", b"i", b"img",
    b"kbd", b"mark", b"q", b"s", b"small", b"span", b"strong", b"sub", b"sup", b"time", b"var",
];

/// Returns the text of a document: a line for its title and for each block of its body.
pub fn text_lines(document: &str) -> Vec<String> {
    let mut text = String::new();
    let mut skipped: Option<Vec<u8>> = None;

    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| {
        match event {
            CallbackEvent::OpenStartTag { name } | CallbackEvent::EndTag { name }
                if skipped.is_none() && !INLINE.contains(&name) =>
            {
                text.push('\n');
            }
            CallbackEvent::String { value } if skipped.is_none() => {
                text.push_str(&String::from_utf8_lossy(value).replace('\n', " "));
            }
            _ => {}
        }

        match event {
            CallbackEvent::OpenStartTag { name }
                if skipped.is_none() && SKIPPED.contains(&name) =>
            {
                skipped = Some(name.to_owned());
            }
            CallbackEvent::EndTag { name } if skipped.as_deref() == Some(name) => skipped = None,
            _ => {}
        }
        None::<()>
    });

    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(document, emitter) {
        let Ok(()) = token;
    }

    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(words).filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::text_lines;

    #[test]
    fn each_block_is_a_line_without_code_and_markup() {
        let document = "<!doctype html><head><title>A &amp; b</title><style>p {}</style></head>\
            <body><script>let a = \"<p>x</p>\";</script><h1>Old\n <b>and</b> new</h1><ul><li>1<li>2</ul>\
            <svg><title>Icon</title></svg><p>a<br>b</p></body>";
        assert_eq!(text_lines(document), ["A & b", "Old and new", "1", "2", "a", "b"]);
    }
}
