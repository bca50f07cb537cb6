//! Writes tokens as HTML, with a class for each kind of token.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;

use syntect::parsing::{Scope, ScopeStack, ScopeStackOp};

use crate::PREFIX;

/// The kinds of tokens for the scopes that start with a name. The longest name counts. A scope that is not here has the kind of the scope
/// around it. A token of kind `None` has no colour.
const KINDS: &[(&str, Kind)] = &[
    // Code within a string or a comment has its own tokens.
    ("meta.embedded", Kind::Known(None)),
    ("meta.interpolation", Kind::Known(None)),
    ("meta.tag.template", Kind::Known(None)),
    ("meta.template.expression", Kind::Known(None)),
    ("source", Kind::Known(None)),
    // A string in a key is a property.
    ("meta.mapping.key", Kind::Key),
    ("meta.structure.dictionary.key", Kind::Key),
    ("meta.tag.key", Kind::Key),
    // Marks that belong to their token.
    ("punctuation.definition.comment", Kind::Inherited),
    ("punctuation.definition.custom-property", Kind::Inherited),
    ("punctuation.definition.deleted", Kind::Inherited),
    ("punctuation.definition.entity", Kind::Inherited),
    ("punctuation.definition.from-file", Kind::Inherited),
    ("punctuation.definition.inserted", Kind::Inherited),
    ("punctuation.definition.numeric", Kind::Inherited),
    ("punctuation.definition.parameter", Kind::Inherited),
    ("punctuation.definition.range", Kind::Inherited),
    ("punctuation.definition.to-file", Kind::Inherited),
    ("punctuation.definition.variable", Kind::Inherited),
    ("punctuation.separator.decimal", Kind::Inherited),
    ("comment", known("comment")),
    ("constant", known("constant")),
    ("constant.numeric", known("number")),
    ("constant.other.color", known("number")),
    ("entity.name", known("type")),
    ("entity.name.constant", known("constant")),
    ("entity.name.function", known("function")),
    ("entity.name.label", known("label")),
    ("entity.name.macro", known("macro")),
    ("entity.name.module", known("namespace")),
    ("entity.name.namespace", known("namespace")),
    ("entity.name.section", known("title")),
    ("entity.name.table", known("property")),
    ("entity.name.tag", known("tag")),
    ("entity.name.tag.toml", known("property")),
    ("entity.name.tag.yaml", known("property")),
    ("entity.name.variable", known("variable")),
    ("entity.other", known("type")),
    ("entity.other.attribute-name", known("attribute")),
    ("entity.section", known("property")),
    ("keyword", known("keyword")),
    ("keyword.declaration.function.arrow", known("operator")),
    ("keyword.name.ini", known("property")),
    ("keyword.operator", known("operator")),
    ("keyword.other.substitution", known("punctuation")),
    ("keyword.other.template", known("string")),
    ("keyword.other.unit", known("number")),
    ("markup.bold", known("strong")),
    ("markup.deleted", known("keyword")),
    ("markup.heading", known("title")),
    ("markup.inserted", known("string")),
    ("markup.italic", known("emphasis")),
    ("markup.raw", known("literal")),
    ("markup.strikethrough", known("strikethrough")),
    ("markup.underline.link", known("link")),
    ("meta.annotation", known("attribute")),
    ("meta.diff.header.from-file", known("keyword")),
    ("meta.diff.header.to-file", known("string")),
    ("meta.diff.range", known("attribute")),
    ("meta.tag.sgml", known("keyword")),
    ("punctuation", known("punctuation")),
    ("punctuation.definition.quote", known("string")),
    ("punctuation.definition.string", known("string")),
    ("storage", known("keyword")),
    ("storage.modifier.lifetime", known("label")),
    ("storage.type.function.arrow", known("operator")),
    ("storage.type.numeric", known("number")),
    ("storage.type.string", known("string")),
    ("string", known("string")),
    ("support", known("type")),
    ("support.constant", known("constant")),
    ("support.function", known("function")),
    ("support.macro", known("macro")),
    ("support.module", known("namespace")),
    ("support.type.custom-property", known("property")),
    ("support.type.property-name", known("property")),
    ("support.variable", known("variable")),
    ("variable", known("variable")),
    ("variable.annotation", known("attribute")),
    ("variable.function", known("function")),
    ("variable.language", known("constant")),
    ("variable.other.constant", known("constant")),
    ("variable.other.member", known("property")),
    ("variable.other.property", known("property")),
    ("variable.parameter.option", known("constant")),
];

/// What a scope says about its tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// They are of the kind of the scope around it.
    Inherited,
    /// They are of the kind of the scope around it, but a string is a property.
    Key,
    Known(Option<&'static str>),
}

const fn known(kind: &'static str) -> Kind {
    Kind::Known(Some(kind))
}

thread_local! {
    /// The kinds of the scopes that this thread has seen. Reading the name of a scope takes a lock.
    static KNOWN_SCOPES: RefCell<HashMap<Scope, Kind>> = RefCell::default();
}

/// The HTML of a block up to a token.
#[derive(Debug, Default)]
pub(crate) struct Spans {
    html: String,
    scopes: ScopeStack,
    /// The kind of the tokens in the current scopes, which only an operation changes.
    kind: Option<&'static str>,
    /// The kind of the open element.
    open: Option<&'static str>,
    /// White space after the open element. It becomes part of it if a token of the same kind follows.
    space: String,
}

impl Spans {
    /// Enters or leaves scopes.
    pub(crate) fn apply(&mut self, operation: &ScopeStackOp) {
        // A syntax that leaves a scope that it has not entered is damaged. Its tokens keep their kind.
        if self.scopes.apply(operation).is_ok() {
            self.kind = kind_in(self.scopes.as_slice());
        }
    }

    /// Adds a token in the current scopes. `keywords` are words that its syntax does not know.
    pub(crate) fn token(&mut self, text: &str, keywords: &[&str]) {
        if self.kind.is_some() || keywords.is_empty() {
            return self.add(text, kind_of_text(text, self.kind));
        }

        for word in text.split_inclusive(char::is_whitespace) {
            let is_keyword = keywords.contains(&word.trim_end().to_ascii_lowercase().as_str());
            self.add(word, is_keyword.then_some("keyword"));
        }
    }

    /// Adds text without a kind.
    pub(crate) fn plain(&mut self, text: &str) {
        self.add(text, None);
    }

    /// Adds the prompt of a command.
    pub(crate) fn prompt(&mut self, text: &str) {
        self.add(text, Some("punctuation"));
    }

    /// Returns the HTML of the whole block.
    pub(crate) fn finish(mut self) -> String {
        self.switch_to(None);
        self.html
    }

    fn add(&mut self, text: &str, kind: Option<&'static str>) {
        if text.trim().is_empty() {
            self.space.push_str(text);
            return;
        }

        // White space at the ends of a token needs no colour.
        let start = text.len() - text.trim_start().len();
        let end = text.trim_end().len();
        self.space.push_str(&text[..start]);
        self.switch_to(kind);
        escape(&text[start..end], &mut self.html);
        self.space.push_str(&text[end..]);
    }

    /// Opens an element for tokens of a kind, unless it is open.
    fn switch_to(&mut self, kind: Option<&'static str>) {
        if self.open != kind && self.open.is_some() {
            self.html.push_str("</span>");
        }
        self.html.push_str(&self.space);
        self.space.clear();

        if let Some(kind) = kind.filter(|kind| self.open != Some(kind)) {
            write!(self.html, "<span class=\"{PREFIX}-{kind}\">")
                .expect("writing to a string cannot fail");
        }
        self.open = kind;
    }
}

/// Returns the kind of a token in scopes, of which the last one is the innermost.
fn kind_in(scopes: &[Scope]) -> Option<&'static str> {
    KNOWN_SCOPES.with_borrow_mut(|known| {
        let mut kinds = scopes
            .iter()
            .rev()
            .map(|scope| *known.entry(*scope).or_insert_with(|| kind_of(*scope)));
        let kind = kinds.find_map(|kind| match kind {
            Kind::Known(kind) => Some(kind),
            Kind::Inherited | Kind::Key => None,
        });
        let kind = kind.flatten()?;
        // The rest of the scopes are around the string.
        let is_key = kind == "string" && kinds.any(|kind| kind == Kind::Key);
        Some(if is_key { "property" } else { kind })
    })
}

/// Returns what a scope says about its tokens.
fn kind_of(scope: Scope) -> Kind {
    let name = scope.build_string();
    let is_within = |prefix: &str| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let found = KINDS.iter().filter(|(prefix, _)| is_within(prefix));
    found.max_by_key(|(prefix, _)| prefix.len()).map_or(Kind::Inherited, |(_, kind)| *kind)
}

/// Returns the kind of a token with a text. Syntaxes call words such as `and` operators.
fn kind_of_text(text: &str, kind: Option<&'static str>) -> Option<&'static str> {
    let is_word = text.chars().all(|it| it.is_alphabetic() || it == ' ');
    if kind == Some("operator") && is_word { Some("keyword") } else { kind }
}

/// Adds text with its special characters as entities.
fn escape(text: &str, html: &mut String) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            other => html.push(other),
        }
    }
}
