//! Where the headers, keys and values of a TOML text are.

use std::collections::HashMap;
use std::ops::Range;

use toml_parser::Source;
use toml_parser::parser::{Event, EventKind, parse_document};

use crate::lines;

/// A text as sections: the keys above all headers, then each header with its keys.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) sections: Vec<Section>,
}

/// A header with the keys below it.
#[derive(Debug)]
pub(crate) struct Section {
    /// The keys and indices of its table.
    pub(crate) path: Vec<String>,
    /// The keys of the header, and for each the length of the path up to it.
    pub(crate) keys: Vec<(Key, usize)>,
    /// The header with its brackets; empty for the section above all headers.
    pub(crate) header: Range<usize>,
    pub(crate) entries: Vec<Entry>,
}

/// A key with its value.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Several keys if it is dotted.
    pub(crate) keys: Vec<Key>,
    pub(crate) value: Node,
}

/// A part of a dotted key.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    pub(crate) name: String,
    pub(crate) range: Range<usize>,
}

/// A value after an equals sign or in a list.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) range: Range<usize>,
    pub(crate) kind: Kind,
}

/// The kind of a value.
#[derive(Debug)]
pub(crate) enum Kind {
    Scalar,
    List(Vec<Node>),
    Table(Vec<Entry>),
}

impl Entry {
    /// Returns the range from the key to the end of the value.
    pub(crate) fn range(&self) -> Range<usize> {
        self.keys[0].range.start..self.value.range.end
    }

    /// Whether it has this key alone.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.keys.len() == 1 && self.keys[0].name == name
    }

    /// Whether its keys are the first parts of a path.
    pub(crate) fn leads_to(&self, path: &[String]) -> bool {
        self.keys.len() <= path.len()
            && self.keys.iter().zip(path).all(|(key, part)| key.name == *part)
    }

    /// Whether a path is the beginning of its keys.
    pub(crate) fn is_below(&self, path: &[String]) -> bool {
        self.keys.len() > path.len()
            && self.keys.iter().zip(path).all(|(key, part)| key.name == *part)
    }
}

impl Node {
    /// Returns the value at a path in this value.
    pub(crate) fn at(&self, path: &[String]) -> Option<&Node> {
        let Some((first, rest)) = path.split_first() else { return Some(self) };
        match &self.kind {
            Kind::Scalar => None,
            Kind::List(items) => items.get(crate::pointer::index(first)?)?.at(rest),
            Kind::Table(entries) => {
                let entry = entries.iter().find(|entry| entry.leads_to(path))?;
                entry.value.at(&path[entry.keys.len()..])
            }
        }
    }
}

impl Section {
    /// Returns the offset at which its content ends: the line of its last value or of its header, without the line end.
    pub(crate) fn content_end(&self, text: &str) -> usize {
        let last = self.entries.last().map_or(self.header.end, |entry| entry.value.range.end);
        if last == 0 { 0 } else { lines::content_end(text, last) }
    }

    /// Returns the entry whose keys are the start of a path, and the rest of the path in its value.
    fn entry_to<'a, 'p>(&'a self, path: &'p [String]) -> Option<(&'a Entry, &'p [String])> {
        let rest = path.strip_prefix(self.path.as_slice())?;
        let entry = self.entries.iter().find(|entry| entry.leads_to(rest))?;
        Some((entry, &rest[entry.keys.len()..]))
    }
}

impl Layout {
    /// Reads a valid text.
    pub(crate) fn of(text: &str) -> Layout {
        let source = Source::new(text);
        let tokens = source.lex().into_vec();
        let mut events = Vec::new();
        parse_document(&tokens, &mut |event: Event| events.push(event), &mut ());

        let is_blank = |event: &Event| {
            matches!(event.kind(), EventKind::Whitespace | EventKind::Comment | EventKind::Newline)
        };
        let events = events.into_iter().filter(|event| !is_blank(event)).collect::<Vec<_>>();
        let mut reader = Reader { source, events: events.into_iter().peekable() };
        reader.layout()
    }

    /// Returns the offset of the line of a header, or of the comments directly above it.
    pub(crate) fn start(&self, text: &str, section: usize) -> usize {
        // A line of a text between quotes can look like a comment.
        let above = self.sections[section - 1].content_end(text);
        let floor = if above == 0 { 0 } else { lines::end(text, above) };
        lines::comments_start(text, lines::start(text, self.sections[section].header.start), floor)
    }

    /// Returns the entry whose value a path is in or at, with its section and the length of the path up to it.
    pub(crate) fn entry(&self, path: &[String]) -> Option<(&Section, &Entry, usize)> {
        self.sections.iter().find_map(|section| {
            let (entry, rest) = section.entry_to(path)?;
            Some((section, entry, path.len() - rest.len()))
        })
    }

    /// Returns the value at a path, if it is written as one.
    pub(crate) fn node(&self, path: &[String]) -> Option<&Node> {
        let (_, entry, length) = self.entry(path)?;
        entry.value.at(&path[length..])
    }

    /// Returns the indices of the sections at and below a path.
    pub(crate) fn sections_below(&self, path: &[String]) -> Vec<usize> {
        let is_below = |index: &usize| *index > 0 && self.sections[*index].path.starts_with(path);
        (0..self.sections.len()).filter(is_below).collect()
    }
}

/// Builds a [`Layout`] from the events of the parser.
struct Reader<'a> {
    source: Source<'a>,
    events: std::iter::Peekable<std::vec::IntoIter<Event>>,
}

impl Reader<'_> {
    fn layout(&mut self) -> Layout {
        let first =
            Section { path: Vec::new(), keys: Vec::new(), header: 0..0, entries: Vec::new() };
        let mut sections = vec![first];
        // The number of tables in each array of tables.
        let mut arrays: HashMap<Vec<String>, usize> = HashMap::new();

        while let Some(event) = self.events.next() {
            match event.kind() {
                EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                    let is_array = event.kind() == EventKind::ArrayTableOpen;
                    let keys = self.keys();
                    let end =
                        self.events.next().map_or(event.span().end(), |close| close.span().end());

                    let mut path = Vec::new();
                    let mut placed = Vec::new();
                    let count = keys.len();
                    for (index, key) in keys.into_iter().enumerate() {
                        path.push(key.name.clone());
                        placed.push((key, path.len()));
                        if is_array && index + 1 == count {
                            let length = arrays.entry(path.clone()).or_default();
                            path.push(length.to_string());
                            *length += 1;
                        } else if let Some(length) = arrays.get(&path) {
                            path.push((length - 1).to_string());
                        }
                    }
                    let header = event.span().start()..end;
                    sections.push(Section { path, keys: placed, header, entries: Vec::new() });
                }
                EventKind::SimpleKey => {
                    let entry = self.entry(event);
                    if let (Some(entry), Some(section)) = (entry, sections.last_mut()) {
                        section.entries.push(entry);
                    }
                }
                _ => {}
            }
        }
        Layout { sections }
    }

    fn key(&self, event: Event) -> Key {
        let mut name = String::new();
        if let Some(raw) = self.source.get(event) {
            raw.decode_key(&mut name, &mut ());
        }
        Key { name, range: event.span().start()..event.span().end() }
    }

    /// Reads the keys up to the next event of another kind.
    fn keys(&mut self) -> Vec<Key> {
        let mut keys = Vec::new();
        while let Some(event) =
            self.events.next_if(|it| matches!(it.kind(), EventKind::SimpleKey | EventKind::KeySep))
        {
            if event.kind() == EventKind::SimpleKey {
                keys.push(self.key(event));
            }
        }
        keys
    }

    /// Reads an entry after its first key.
    fn entry(&mut self, first: Event) -> Option<Entry> {
        let mut keys = vec![self.key(first)];
        keys.extend(self.keys());
        self.events.next_if(|it| it.kind() == EventKind::KeyValSep)?;
        let value = self.value()?;
        Some(Entry { keys, value })
    }

    fn value(&mut self) -> Option<Node> {
        let event = self.events.next()?;
        let start = event.span().start();
        let mut end = event.span().end();

        let kind = match event.kind() {
            EventKind::ArrayOpen => {
                let mut items = Vec::new();
                while self.events.peek()?.kind() != EventKind::ArrayClose {
                    if self.events.next_if(|it| it.kind() == EventKind::ValueSep).is_none() {
                        items.push(self.value()?);
                    }
                }
                end = self.events.next()?.span().end();
                Kind::List(items)
            }
            EventKind::InlineTableOpen => {
                let mut entries = Vec::new();
                loop {
                    let next = self.events.next()?;
                    match next.kind() {
                        EventKind::InlineTableClose => {
                            end = next.span().end();
                            break;
                        }
                        EventKind::SimpleKey => entries.push(self.entry(next)?),
                        _ => {}
                    }
                }
                Kind::Table(entries)
            }
            _ => Kind::Scalar,
        };

        Some(Node { range: start..end, kind })
    }
}
