//! Finds what a base layout shows of the page outside of the parts that client-side navigation replaces.
//!
//! After a click, the loader replaces `<main>`, the slices, the regions and the metadata. Everything else stays in the document, and would
//! still show the previous page.

mod expressions;
mod markup;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use self::expressions::{identifiers, literals};
use self::markup::Markup;
use croupier_base::path::SitePath;

/// The texts of templates, by path.
type Texts<'t> = &'t BTreeMap<SitePath, std::sync::Arc<str>>;

/// The folder of templates.
const TEMPLATES: &str = "pages/";
/// Fields of the entries of `tree()` that depend on the page that is rendered.
const FIELDS: [&str; 2] = ["is_current", "is_ancestor"];

/// A place in a template that reads the page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PageUse {
    /// The path of the template.
    pub path: SitePath,
    /// The byte range of the name.
    pub range: Range<usize>,
}

/// Returns where a base layout and what it includes read the page outside of the replaced parts, in the order of the document.
pub(crate) fn page_uses(shell: &SitePath, templates: Texts<'_>) -> Vec<PageUse> {
    let mut scanner = Scanner {
        templates,
        markup: Markup::default(),
        dependent: BTreeSet::from(["page".to_owned()]),
        scopes: Vec::new(),
        macros: HashMap::new(),
        blocks: HashMap::new(),
        open: Vec::new(),
    };
    scanner.template(shell);
    let mut uses = scanner.markup.uses;
    let mut seen = HashSet::new();
    uses.retain(|it| seen.insert(it.clone()));
    uses
}

/// Reads templates in the order in which they write the document.
struct Scanner<'t> {
    templates: Texts<'t>,
    markup: Markup,
    /// Variables that depend on the page.
    dependent: BTreeSet<String>,
    /// The dependent variables around each open loop or block of `with`.
    scopes: Vec<BTreeSet<String>>,
    /// Macros whose text reads the page, with the first such place.
    macros: HashMap<String, PageUse>,
    /// The blocks that a template overrides, by name: the template, and the range of their content.
    blocks: HashMap<String, (SitePath, Range<usize>)>,
    /// The templates that are being read, because templates can include each other.
    open: Vec<SitePath>,
}

/// A statement of a template: `{% name rest %}`.
struct Statement<'t> {
    name: &'t str,
    rest: &'t str,
    /// The offset of the rest in the template.
    offset: usize,
}

impl<'t> Scanner<'t> {
    /// Reads a whole template.
    fn template(&mut self, path: &SitePath) {
        let Some(text) = self.templates.get(path) else { return };
        if !self.open.contains(path) {
            self.open.push(path.clone());
            self.part(path, text, 0..text.len());
            self.open.pop();
        }
    }

    /// Reads a part of a template.
    fn part(&mut self, path: &SitePath, text: &'t str, range: Range<usize>) {
        let mut position = range.start;
        while position < range.end {
            let rest = &text[position..range.end];
            let Some(start) = next_tag(rest) else {
                self.markup.text(rest);
                return;
            };

            self.markup.text(&rest[..start]);
            let (tag, end) = tag_at(&rest[start..]);
            let (from, to) = (position + start, position + start + end);
            position = to;

            match tag {
                Tag::Comment => {}
                Tag::Expression(inside) => {
                    let offset =
                        from + (inside.as_ptr() as usize - rest[start..].as_ptr() as usize);
                    self.expression(path, inside, offset);
                }
                Tag::Statement(inside) => {
                    let offset =
                        from + (inside.as_ptr() as usize - rest[start..].as_ptr() as usize);
                    let statement = parsed(inside, offset);
                    if statement.name == "extends" {
                        self.extend(path, text, &statement);
                        return;
                    }
                    position = self.statement(path, text, &statement, to);
                }
            }
        }
    }

    /// Processes a statement whose tag ends at `end`. Returns where to continue.
    fn statement(
        &mut self,
        path: &SitePath,
        text: &'t str,
        statement: &Statement<'t>,
        end: usize,
    ) -> usize {
        let Statement { name, rest, offset } = *statement;
        let body = || block_range(text, end, name);

        match name {
            "raw" => {
                let (content, next) = body();
                self.markup.text(&text[content]);
                next
            }
            "include" => {
                self.expression(path, rest, offset);
                self.include(rest);
                end
            }
            "block" => match self.blocks.get(rest.trim()).cloned() {
                Some((other, content)) if other != *path || content.start != end => {
                    if let Some(text) = self.templates.get(&other) {
                        self.part(&other, text, content);
                    }
                    body().1
                }
                _ => end,
            },
            "macro" => {
                let (content, next) = body();
                self.define_macro(path, text, statement, content);
                next
            }
            "set" | "with" => self.assign(path, text, statement, end),
            "for" => {
                let (names, list) = rest.split_once(" in ").unwrap_or((rest, ""));
                let list_offset = offset + rest.len() - list.len();
                let is_dependent = self.expression(path, list, list_offset);
                self.scopes.push(self.dependent.clone());
                self.bind(names, is_dependent);
                end
            }
            "endfor" | "endwith" => {
                if let Some(outer) = self.scopes.pop() {
                    self.dependent = outer;
                }
                end
            }
            // A condition in a tag of the document selects its attributes, which a loaded document has.
            "if" | "elif" if self.markup.is_in_document_tag() => end,
            "from" | "import" => end,
            _ => {
                self.expression(path, rest, offset);
                end
            }
        }
    }

    /// Processes the template that an `include` names. Of several, the first one that exists is included.
    fn include(&mut self, names: &str) {
        let mut paths = literals(names).map(|it| SitePath::new(format!("{TEMPLATES}{it}")));
        if let Some(path) = paths.find(|it| self.templates.contains_key(it)) {
            self.template(&path);
        }
    }

    /// Records what an expression reads of the page, if its output stays in the document. Returns whether it reads the page.
    fn expression(&mut self, path: &SitePath, text: &str, offset: usize) -> bool {
        let Some(found) = self.first_use(path, text, offset) else { return false };
        self.markup.page_use(found);
        true
    }

    /// Returns the first place of an expression that reads the page.
    fn first_use(&self, path: &SitePath, text: &str, offset: usize) -> Option<PageUse> {
        identifiers(text).find_map(|it| {
            if it.is_call
                && let Some(place) = self.macros.get(it.name)
            {
                return Some(place.clone());
            }
            let is_use = if it.is_field {
                FIELDS.contains(&it.name)
            } else {
                self.dependent.contains(it.name)
            };
            let range = offset + it.start..offset + it.start + it.name.len();
            is_use.then(|| PageUse { path: path.clone(), range })
        })
    }

    /// Processes `set` and `with`: their variables depend on the page if their values do.
    fn assign(
        &mut self,
        path: &SitePath,
        text: &'t str,
        statement: &Statement<'t>,
        end: usize,
    ) -> usize {
        let Statement { name, rest, offset } = *statement;

        if name == "with" {
            self.scopes.push(self.dependent.clone());
        }

        if name == "set" && !rest.contains('=') {
            let (content, next) = block_range(text, end, name);
            let is_dependent = self.reads_page(path, text, content).is_some();
            self.bind(rest, is_dependent);
            return next;
        }

        // Assignments of `with` are separated by commas, of which values can have some, too.
        let is_dependent = self.first_use(path, rest, offset).is_some();
        let names = rest.split(',').filter_map(|it| it.split_once('=').map(|(names, _)| names));
        let names: Vec<&str> =
            if name == "set" { rest.split('=').take(1).collect() } else { names.collect() };

        for names in names {
            self.bind(names, is_dependent);
        }

        end
    }

    /// Notes whether variables, which are separated by commas, depend on the page.
    fn bind(&mut self, names: &str, is_dependent: bool) {
        for name in names.split(',').map(|it| it.trim_matches(['(', ')', ' '])) {
            // `set` can assign a field of a namespace.
            let (variable, field) = name.split_once('.').unwrap_or((name, ""));
            if is_dependent {
                self.dependent.insert(variable.to_owned());
            } else if field.is_empty() {
                self.dependent.remove(variable);
            }
        }
    }

    /// Notes a macro, if its text reads the page. A parameter named `page` is another variable.
    fn define_macro(
        &mut self,
        path: &SitePath,
        text: &'t str,
        statement: &Statement<'t>,
        content: Range<usize>,
    ) {
        let (name, parameters) = statement.rest.split_once('(').unwrap_or((statement.rest, ""));
        let outer = self.dependent.clone();
        for parameter in parameters.trim_end().trim_end_matches(')').split(',') {
            let parameter = parameter.split('=').next().unwrap_or_default().trim();
            self.dependent.remove(parameter);
        }
        if let Some(place) = self.reads_page(path, text, content) {
            self.macros.insert(name.trim().to_owned(), place);
        }
        self.dependent = outer;
    }

    /// Returns the first place in a part of a template that reads the page.
    fn reads_page(&self, path: &SitePath, text: &'t str, range: Range<usize>) -> Option<PageUse> {
        let mut part = Scanner {
            templates: self.templates,
            markup: Markup::default(),
            dependent: self.dependent.clone(),
            scopes: Vec::new(),
            macros: self.macros.clone(),
            blocks: HashMap::new(),
            open: self.open.clone(),
        };
        part.part(path, text, range);
        part.markup.uses.into_iter().next()
    }

    /// Reads the template that this one extends, with the blocks of this one.
    fn extend(&mut self, path: &SitePath, text: &'t str, statement: &Statement<'_>) {
        let mut position = 0;
        while let Some(start) = next_tag(&text[position..]) {
            let (tag, length) = tag_at(&text[position + start..]);
            let end = position + start + length;
            position = end;

            let Tag::Statement(inside) = tag else { continue };
            let inner = parsed(inside, 0);
            match inner.name {
                "block" => {
                    let (content, _) = block_range(text, end, "block");
                    let name = inner.rest.trim().to_owned();
                    // The block of the template that is rendered overrides those of the templates that it extends.
                    self.blocks.entry(name).or_insert((path.clone(), content));
                }
                "set" | "macro" => {
                    let offset = inside.as_ptr() as usize - text.as_ptr() as usize;
                    position = self.statement(path, text, &parsed(inside, offset), end);
                }
                _ => {}
            }
        }

        if let Some(parent) = literals(statement.rest).next() {
            self.template(&SitePath::new(format!("{TEMPLATES}{parent}")));
        }
    }
}

/// A tag of a template, with its inside.
pub(super) enum Tag<'t> {
    Comment,
    Expression(&'t str),
    Statement(&'t str),
}

/// Returns the offset of the next tag.
pub(super) fn next_tag(text: &str) -> Option<usize> {
    let is_tag = |start: &usize| text[start + 1..].starts_with(['{', '%', '#']);
    text.match_indices('{').map(|(start, _)| start).find(is_tag)
}

/// Returns the tag at the start of a text, and its length.
pub(super) fn tag_at(text: &str) -> (Tag<'_>, usize) {
    let close = match &text[..2] {
        "{#" => "#}",
        "{{" => "}}",
        _ => "%}",
    };

    let mut quote = None;
    let is_end = |(index, it): &(usize, char)| {
        match quote {
            Some(open) if open == *it => quote = None,
            None if matches!(it, '"' | '\'') && close != "#}" => quote = Some(*it),
            _ => {}
        }
        quote.is_none() && text[*index..].starts_with(close)
    };

    let end = text.char_indices().skip(2).find(is_end).map_or(text.len(), |(index, _)| index);
    let inside = &text[2..end];

    let tag = match close {
        "#}" => Tag::Comment,
        "}}" => Tag::Expression(inside),
        _ => Tag::Statement(inside),
    };

    (tag, (end + close.len()).min(text.len()))
}

/// Returns a statement, whose inside is at an offset of the template.
fn parsed(inside: &str, offset: usize) -> Statement<'_> {
    let start = inside.len() - inside.trim_start_matches(['-', '+', ' ', '\t', '\r', '\n']).len();
    let text = &inside[start..];
    let length = text.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(length);
    let rest = rest.strip_suffix(['-', '+']).unwrap_or(rest);
    Statement { name, rest, offset: offset + start + length }
}

/// Returns the range of the content of a block whose tag ends at `start`, and the end of its last tag.
fn block_range(text: &str, start: usize, name: &str) -> (Range<usize>, usize) {
    let end_name = format!("end{name}");
    let (mut depth, mut position) = (1_usize, start);

    while let Some(offset) = next_tag(&text[position..]) {
        let tag_start = position + offset;
        let (tag, length) = tag_at(&text[tag_start..]);
        position = tag_start + length;
        let Tag::Statement(inside) = tag else { continue };

        let statement = parsed(inside, 0);
        if statement.name == end_name {
            depth -= 1;
        } else if statement.name == name && (name != "set" || !statement.rest.contains('=')) {
            depth += 1;
        }

        if depth == 0 {
            return (start..tag_start, position);
        }
    }

    (start..text.len(), text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that exactly the places after an `@` are found in a base layout and these other templates.
    fn check(shell: &str, others: &[(&str, &str)]) {
        let path = SitePath::new("pages/shell.html");
        let others =
            others.iter().map(|(name, text)| (SitePath::new(format!("pages/{name}")), *text));
        let (mut texts, mut marks) = (BTreeMap::new(), BTreeSet::new());
        for (path, text) in others.chain([(path.clone(), shell)]) {
            let starts = text.match_indices('@').enumerate().map(|(index, (at, _))| at - index);
            marks.extend(starts.map(|start| (path.to_string(), start)));
            texts.insert(path, text.replace('@', "").into());
        }
        let uses = page_uses(&path, &texts);
        let found = uses.into_iter().map(|it| (it.path.to_string(), it.range.start));
        assert_eq!(found.collect::<BTreeSet<_>>(), marks, "{shell}");
    }

    #[test]
    fn what_the_loader_replaces_is_no_use() {
        for shell in [
            "<html lang=\"{{ page.lang }}\" data-layout=\"{{ page.layout }}\"><head><title>{{ page.title }}</title></head>\
             <body class=\"{{ page.template }}\"><main>{{ page.title }}{{ main }}</main></body>",
            "<body{% if page.layout == \"wide\" %} class=\"wide\"{% endif %}><main id=main>{{ main }}</main>",
            "<nav class=\"a\" data-region=\"menu\">{{ page.title }}<nav>{{ page.path }}</nav></nav>",
            "{{ slice(\"a\", show=page.layout != \"bare\") }}{{ slice(\"b\") }}",
            "{# {{ page.title }} #}{% raw %}{{ page.title }}{% endraw %}<!-- {{ page.title }} -->",
            "{% for page in section(\"/\") %}<a href=\"{{ page.path }}\">{{ page.title }}</a>{% endfor %}",
            "{% macro card(page) %}{{ page.title }}{% endmacro %}{{ card(get_page(\"/a/\")) }}",
            "{% set title = page.title %}<main>{{ title }}</main>{% set title = \"a\" %}{{ title }}",
            "{{ site.page }}{{ f(page=1) }}{{ \"page\" }}{{ x|page }}",
            "{% macro link(it) %}{{ page.path }}{% endmacro %}<div data-region>{{ link(1) }}</div>",
            "<div data-slice=\"x\">{{ page.title }}</div>",
        ] {
            check(shell, &[]);
        }
    }

    #[test]
    fn what_stays_in_the_document_is_found() {
        for shell in [
            "<p>{{ @page.title }}</p><i>{{@page.title}}</i>",
            "<main>{{ main }}</main><p>{{- @page.title -}}",
            "<div data-region><div></div></div>{% if @page.path == '/' %}x{% endif %}",
            "{% set here = page.path %}<p>{{ @here }}",
            "{% set text %}{{ page.path }}{% endset %}<p>{{ @text }}",
            "{% with here = page.path %}{{ @here }}{% endwith %}{{ here }}",
            "{% for it in @page.ancestors %}{{ @it.path }}{% endfor %}{{ it }}",
            "{% macro link() %}{{ @page.path }}{% endmacro %}<p>{{ link() }}",
            "{% for it in tree('/') %}{{ it.@is_current }}{% endfor %}",
            "{{ menu(@page) }}",
            "<main class=\"{{ @page.layout }}\">{{ main }}</main>",
            "<nav class=\"{{ @page.layout }}\" data-region>{{ page.title }}</nav>",
            "<body data-page=\"{{ @page.path }}\">",
            "<a title=\"{{ '}}' }}>\" {{ @page.x }} data-regions=1>",
            "{{ slice(\"a\") ~ @page.title }}",
            "<br data-region>{{ @page.title }}",
            "<head><title>x</title></head><script>\"<main>\"</script>{{ @page.title }}",
        ] {
            check(shell, &[]);
        }
    }

    #[test]
    fn included_and_extended_templates_belong_to_the_base_layout() {
        let part = ("part.html", "<b>{{ @page.title }}</b>");
        check("{% include \"part.html\" %}", &[part]);
        check("{% include [\"no.html\", \"part.html\"] %}", &[part]);
        let part = ("part.html", "<b>{{ page.title }}</b>");
        check("<p data-region>{% include 'part.html' %}</p>", &[part]);
        let base = "<p data-region>{% block a %}{% endblock %}</p>";
        let block = "{% block b %}{{ @page.path }}{% endblock %}";
        let shell = "{% extends \"base.html\" %}{% block a %}{{ page.title }}{% endblock %}";
        check(shell, &[("base.html", &[base, block].concat())]);
        let shell = "{% extends \"base.html\" %}{% block b %}{{ @page.title }}{% endblock %}";
        check(shell, &[("base.html", &[base, block].concat().replace('@', ""))]);
        check("{% include \"shell.html\" %}", &[]);
    }

    #[test]
    fn unfinished_templates_are_read_to_their_end() {
        let shell = "<p {{ page.title }}>{% if page %}{# {{ <!-- {% set x %}<main>{{ é";
        for (end, _) in shell.char_indices() {
            let path = SitePath::new("pages/shell.html");
            page_uses(&path, &BTreeMap::from([(path.clone(), shell[..end].into())]));
        }
    }
}
