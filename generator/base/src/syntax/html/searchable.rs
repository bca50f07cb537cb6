//! Reduces a document to what a full-text index reads, so that its digest changes only with the text.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use super::text::Skipped;

/// Elements whose content is no text of the page.
const SKIPPED_ELEMENTS: [&[u8]; 6] =
    [b"script", b"style", b"template", b"noscript", b"svg", b"dialog"];

/// Returns the content of `<main>`, or of `<body>` without one. Only elements, their text, and the attributes `id`, `lang` and
/// `data-pagefind-*` remain. The first `<h1>` is left out, because it is the title of the page.
pub fn searchable(document: &str) -> String {
    let root: &[u8] = if document.contains("<main") { b"main" } else { b"body" };
    let mut writer = Writer {
        root,
        depth: 0,
        skipped: Skipped::default(),
        has_title: false,
        keeps_attribute: false,
        output: String::new(),
    };

    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| {
        writer.event(&event);
        None::<()>
    });
    emitter.naively_switch_states(true);

    for token in Tokenizer::new_with_emitter(document, emitter) {
        let Ok(()) = token;
    }

    writer.output
}

struct Writer {
    root: &'static [u8],
    /// How many root elements are open.
    depth: usize,
    skipped: Skipped,
    has_title: bool,
    keeps_attribute: bool,
    output: String,
}

impl Writer {
    fn event(&mut self, event: &CallbackEvent<'_>) {
        if self.skipped.has(event) {
            return;
        }
        match event {
            CallbackEvent::OpenStartTag { name } => self.open(name),
            CallbackEvent::EndTag { name } => self.end(name),
            _ if self.depth == 0 => {}
            CallbackEvent::AttributeName { name } => {
                self.keeps_attribute =
                    *name == b"id" || *name == b"lang" || name.starts_with(b"data-pagefind-");
                if self.keeps_attribute {
                    self.output.push(' ');
                    self.write(name);
                }
            }
            CallbackEvent::AttributeValue { value } if self.keeps_attribute => {
                self.output.push_str("=\"");
                self.write(value);
                self.output.push('"');
            }
            CallbackEvent::CloseStartTag { .. } => self.output.push('>'),
            CallbackEvent::String { value } => self.write(value),
            _ => {}
        }
    }

    fn open(&mut self, name: &[u8]) {
        if self.depth > 0 && (SKIPPED_ELEMENTS.contains(&name) || self.is_title(name)) {
            self.skipped.start(name);
            return;
        }
        if self.depth > 0 {
            self.output.push('<');
            self.write(name);
        }
        if name == self.root {
            // The tag of the first root is not part of its content.
            if self.depth == 0 {
                self.output.push_str("<div");
            }
            self.depth += 1;
        }
    }

    /// Whether a tag begins the title of the page.
    fn is_title(&mut self, name: &[u8]) -> bool {
        name == b"h1" && !std::mem::replace(&mut self.has_title, true)
    }

    fn end(&mut self, name: &[u8]) {
        if self.depth == 0 {
            return;
        }
        self.depth -= usize::from(name == self.root);
        let name = if self.depth == 0 { b"div" } else { name };
        self.output.push_str("</");
        self.write(name);
        self.output.push('>');
    }

    /// Writes a name, a text or the value of an attribute.
    fn write(&mut self, bytes: &[u8]) {
        for letter in String::from_utf8_lossy(bytes).chars() {
            match letter {
                '<' => self.output.push_str("&lt;"),
                '&' => self.output.push_str("&amp;"),
                '"' => self.output.push_str("&quot;"),
                letter => self.output.push(letter),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::searchable;

    #[test]
    fn only_text_and_its_structure_remain() {
        let html = "<!doctype html><body><nav>Menu</nav><main id=\"main\" class=x><h1>T <b>t</b></h1><h2 class=\"a\" id='b&amp;c'>A &lt;b&gt; &amp; c</h2>\
                    <!-- x --><script>if (a < b) {\"<main>\"}</script><svg><g><title>t</title></g><svg></svg>u</svg>\
                    <img src=\"/a.1234.png\" alt=\"x\"><p lang=de data-pagefind-ignore>Ä<br/>b</p><h1>U</h1></main><footer>Foot</footer>";
        assert_eq!(
            searchable(html),
            "<div id=\"main\"><h2 id=\"b&amp;c\">A &lt;b> &amp; c</h2><img><p lang=\"de\" data-pagefind-ignore>Ä<br>b</p><h1>U</h1></div>"
        );
    }

    #[test]
    fn a_document_without_main_is_read_from_its_body() {
        assert_eq!(searchable("<head><title>t</title></head><body><p>a</body>"), "<div><p>a</div>");
        assert_eq!(searchable("<p>a"), "");
    }

    #[test]
    fn texts_after_a_self_closed_icon_remain() {
        for (html, expected) in [
            ("<body>a<svg/>b", "<div>ab"),
            ("<body>a<svg viewBox=\"0 0 1 1\" />b", "<div>ab"),
            ("<body>a<svg><svg/>x</svg>b", "<div>ab"),
            ("<body>a<script/>x</script>b", "<div>ab"),
        ] {
            assert_eq!(searchable(html), expected, "{html}");
        }
    }
}
