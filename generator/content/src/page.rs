//! One content file on its own: what its author said of it, and the route it asks for. Pages are read in parallel.
//!
//! A page keeps no text: the Markdown is read when the page is rendered and forgotten again.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use crate::front_matter::{self, Cascade, FrontMatter, Language, Parts, cascade};
use crate::markdown;
use crate::page_route::{route_hint, route_of, route_problem};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Place, Severity};
use croupier_base::digest::{Digest, fingerprint};
use croupier_base::disk::text;
use croupier_base::path::{Route, SitePath};

/// A page without its text.
#[derive(Debug, Clone)]
pub struct Page {
    /// Site path of the file: `content/info/faq.md`.
    pub source: SitePath,
    /// Where it will be found: `/info/faq/`, or `/404.html`.
    pub route: Route,
    /// What its author said about it.
    pub front: FrontMatter,
    /// Digest of everything that other pages can see of it.
    pub digest: Digest,
    /// The Markdown before its `<!-- more -->`.
    pub summary: Option<Arc<str>>,
    /// Whether it was read without errors; one with errors is not rendered, so that one mistake is told once.
    pub is_valid: bool,
    /// What folders above it say for the pages below them.
    pub above: Option<Arc<Cascade>>,
    /// Whether no file asked for it: a further page of a list, or the page of a term.
    pub is_generated: bool,
}

/// A file of content/ whose parts were told apart.
#[derive(Debug, Clone)]
pub struct Text {
    /// The whole file.
    pub source: Arc<str>,
    /// Where the front matter stands; empty where there is none.
    pub front: Range<usize>,
    /// The language it is written in.
    pub language: Language,
    /// Where the Markdown begins.
    pub body: usize,
}

impl Text {
    /// The text of a page that no file has.
    pub fn empty() -> Text {
        Text { source: Arc::from(""), front: 0..0, language: Language::Toml, body: 0 }
    }

    /// Reads the bytes of the file `source`.
    pub fn read(source: &SitePath, bytes: Vec<u8>) -> Result<Text, Diagnostic> {
        let text: Arc<str> = match String::from_utf8(text::read(source, bytes)) {
            Ok(text) => text.into(),
            Err(error) => {
                let valid =
                    String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()])
                        .into_owned();
                let end = valid.len();
                return Err(Diagnostic::error(Code::NotUtf8, "this file is not UTF-8 text")
                    .at(Place::new(source.as_str(), valid, end..end))
                    .hint("save it as UTF-8"));
            }
        };
        match front_matter::split(&text) {
            Ok(Parts { front, body }) => {
                let (front, language) = front.unwrap_or((0..0, Language::Toml));
                Ok(Text { source: text, front, language, body })
            }
            Err((range, language)) => Err(Diagnostic::error(
                Code::FrontMatterUnclosed,
                "the front matter is never closed",
            )
            .at(Place::new(source.as_str(), Arc::clone(&text), range))
            .hint(format!("end it with a line that holds only `{}`", language.fence()))),
        }
    }

    /// The front matter as written.
    pub fn front(&self) -> &str {
        &self.source[self.front.clone()]
    }

    /// The Markdown.
    pub fn body(&self) -> &str {
        &self.source[self.body..]
    }
}

impl Hash for Page {
    /// Hashes everything that other pages can see of this one.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.route, self.digest).hash(state);
    }
}

impl Page {
    /// Reads the front matter of the file `source`.
    pub fn read(source: &SitePath, text: &Text) -> (Page, Vec<Diagnostic>) {
        let heading = || markdown::title(text.body());
        let (front, mut found) =
            front_matter::parse(source, &text.source, text.front.clone(), text.language, &heading);
        let (route, problem) = match &front.path {
            Some(path) => {
                let route = Route::of_address(path);
                let problem = route_problem(&route);
                (route, problem)
            }
            None => {
                let route = route_of(source);
                let problem = route_problem(&route);
                (route, problem)
            }
        };
        if let Some(problem) = problem {
            let range = front.path_range.clone().unwrap_or(0..0);
            found.push(
                Diagnostic::error(
                    Code::BadRoute,
                    format!("`{route}` cannot be a route: {problem}"),
                )
                .at(Place::new(source.as_str(), Arc::clone(&text.source), range))
                .hint(route_hint(&route)),
            );
        }
        let summary = markdown::summary(&text.body()[front.text_begins.unwrap_or(0)..]);
        // The title can come from the text, like the summary.
        let digest = fingerprint(&(text.front(), &front.title, summary));
        let page = Page {
            source: source.clone(),
            route,
            summary: summary.map(Arc::from),
            front,
            digest,
            is_valid: found.iter().all(|it| it.severity == Severity::Warning),
            above: None,
            is_generated: false,
        };
        (page, found)
    }

    /// Whether another reading of the same file makes a page that stands where this one does, whatever it says of itself.
    pub fn stands_like(&self, other: &Page) -> bool {
        self.route == other.route
            && self.is_valid == other.is_valid
            && self.front.stands_like(&other.front)
    }

    /// The further page at `route` of the list on this page, which shows its text too.
    pub fn pager_page(&self, route: Route) -> Page {
        Page { route, is_generated: true, ..self.clone() }
    }

    /// Takes what the page does not say itself from the folders above it, and returns the digest of that; 0 where it takes nothing.
    pub fn take(&mut self, above: Arc<Cascade>) -> Digest {
        let own = self.front.given;
        let taken = cascade::digest_of(&cascade::fill(&mut self.front, &above.front));
        self.front.given = own;
        self.front.date_by_publication();
        // Nobody knows what it would take of what cannot be read.
        self.is_valid &= above.is_whole;
        let taken = if above.is_whole { taken } else { fingerprint(&(taken, "and more")) };
        if taken != 0 {
            self.digest = fingerprint(&(self.digest, taken));
        }
        self.above = Some(above);
        taken
    }

    /// Links a page from the cache, which has its inherited values, with the tables that they come from.
    pub fn link_inherited(&mut self, above: Arc<Cascade>) {
        cascade::link_origins(&mut self.front, &above.front);
        self.above = Some(above);
    }

    /// Whether what it takes from folders stands where the other's does: errors about it are told there.
    pub fn takes_from_where(&self, other: &Page) -> bool {
        let written = |page: &Page| page.above.as_ref().map(|it| it.written);
        written(self) == written(other)
    }

    /// The file that says a value of this page which its own does not.
    pub fn said_in(&self, key: &str) -> Option<&SitePath> {
        let above = self.above.as_ref().filter(|_| !self.front.given.has(key))?;
        above.files.get(key)
    }

    /// Site path of the template that renders it.
    pub fn template(&self) -> SitePath {
        self.front.template_path()
    }

    /// What stands around it.
    pub fn layout(&self) -> &str {
        self.front.layout.as_deref().unwrap_or("full")
    }

    /// The words of its `h1`.
    pub fn heading(&self) -> &str {
        self.front.heading.as_deref().unwrap_or(&self.front.title)
    }
}
