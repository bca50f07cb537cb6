//! Errors and warnings that pages report during development: finds their source lines, and reports
//! each one once until the next build.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use axum::http::Uri;
use serde::Deserialize;

use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::position::word_range;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Location, Severity};
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_engine::{DevBundler, Frame};

use crate::serve::policy_violation::PolicyViolation;

/// The most lines of a message that are shown. React shows the whole tree that differs.
const MAX_MESSAGE_LINES: usize = 24;
/// The most components that a diagnostic names.
const MAX_COMPONENTS: usize = 6;
/// The most faults that are reported until the next build.
const MAX_FAULTS: usize = 50;

/// The end of React's general explanation of a hydration mismatch.
const HYDRATION_LINK: &str = "https://react.dev/link/hydration-mismatch";
const HYDRATION_HINT: &str =
    "render the same on the server and at first in the browser; read what differs in `useEffect`";
const BASE_HINT: &str = "write the link as `withBase(\"/path/\")`, with `withBase` of `@croupier/loader/with-base`, because the site is below a path";
/// The head of the table in which React compares the hooks of two renderings.
const HOOK_TABLE: &str = "Previous render            Next render";
const HOOK_HINT: &str = "call the hooks of a component in the same order in each rendering: not in conditions or loops, and not after \
                         an early `return`; see https://react.dev/link/rules-of-hooks";

/// How a page noticed a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// No code caught an error.
    Error,
    /// No code handled a rejected promise.
    Rejection,
    /// A component failed.
    Island,
    /// The site's own code handled an error and sent it as a `croupier:fault`.
    Sent,
    /// React recovered from an error by rendering again.
    Recovered,
    /// React warned.
    Warning,
    /// The content security policy blocked a request or a script.
    Policy,
}

/// A fault as the development client sends it.
#[derive(Debug, Deserialize)]
pub(super) struct Fault {
    kind: Kind,
    #[serde(default)]
    message: String,
    /// What the content security policy blocked.
    #[serde(default)]
    violation: PolicyViolation,
    /// The functions that were running.
    #[serde(default)]
    stack: String,
    /// The components that created the element in question, and the lines that did.
    #[serde(default)]
    owner_stack: String,
    /// The components around the element in question.
    #[serde(default)]
    component_stack: String,
    /// The URL path of the page.
    #[serde(default)]
    page: String,
}

/// The faults since the last build.
#[derive(Debug, Default)]
pub(super) struct BrowserFaults {
    keys: HashSet<String>,
}

impl BrowserFaults {
    /// Forgets all faults.
    pub(super) fn clear(&mut self) {
        self.keys.clear();
    }

    /// Returns whether a diagnostic was not reported yet, and records it.
    pub(super) fn is_new(&mut self, diagnostic: &Diagnostic) -> bool {
        self.keys.len() < MAX_FAULTS && self.keys.insert(key(diagnostic))
    }
}

/// Returns a text that diagnostics with the same cause have in common.
pub(super) fn key(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.place.as_ref().map(|it| format!("{}:{:?}", it.file, it.line_column()));
    // Islands with other props differ in the lines below, which show the tree.
    let first_line = diagnostic.message.lines().next();
    format!("{} {first_line:?} {place:?}", diagnostic.code)
}

/// Returns the diagnostic of a fault in the site in `root`.
pub(super) fn diagnostic(root: &Path, bundler: &DevBundler, fault: &Fault) -> Diagnostic {
    let functions = frames(&fault.stack);
    let owners = frames(&fault.owner_stack);
    let parents = frames(&fault.component_stack);

    let is_of_html = functions.iter().all(|it| is_page(&it.frame.url, &fault.page));

    // A warning comes without the components around the element.
    let components = if parents.is_empty() { owners.clone() } else { parents };

    let stacks = [functions, owners];
    let stacked = stacks.iter().map(Vec::len).sum();
    let all: Vec<Frame> =
        stacks.iter().flatten().chain(&components).map(|it| it.frame.clone()).collect();

    let mut located = bundler.locate(&all).into_iter();
    let world = World::new(root);
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let mut positions: Vec<Option<(SitePath, usize, usize)>> = Vec::with_capacity(all.len());

    for position in located.by_ref() {
        positions.push(position.and_then(|it| {
            let path = it.file.strip_prefix(&root).ok()?.to_str()?;
            Some((SitePath::new(path), it.line, it.column))
        }));
    }

    let of_components = positions.split_off(stacked);
    let mut diagnostic = without_location(fault);

    let place = positions.iter().chain(&of_components).flatten().next();
    diagnostic.place = place.and_then(|(file, line, column)| {
        let source = String::from_utf8(world.read_if_exists(file).ok()??).ok()?;
        let range = word_range(&source, *line, *column);
        Some(Location::new(file.as_str(), Arc::<str>::from(source), range))
    });

    if fault.violation.is_inline() && is_of_html {
        // The build has warned of it, with its line.
        diagnostic.severity = Severity::Warning;
    }

    let named = components.into_iter().zip(of_components);
    let steps = named.filter_map(|(component, position)| {
        let (file, line, _) = position?;
        Some(ChainStep::Component { name: component.name?, file: file.to_string(), line })
    });
    diagnostic.chain.extend(steps.take(MAX_COMPONENTS));

    if !fault.page.is_empty() {
        diagnostic.chain.push(ChainStep::Url(fault.page.chars().take(200).collect()));
    }

    diagnostic
}

/// Returns the diagnostic of a fault without its location.
fn without_location(fault: &Fault) -> Diagnostic {
    let message = shortened(&fault.message);
    let diagnostic = match fault.kind {
        Kind::Error | Kind::Island => Diagnostic::error(Code::BrowserError, message),
        Kind::Rejection => {
            Diagnostic::error(Code::BrowserError, format!("a promise was rejected: {message}"))
        }
        Kind::Recovered => {
            let hint = hydration_hint(&message);
            Diagnostic::error(Code::HydrationMismatch, message).hint(hint)
        }
        Kind::Sent => Diagnostic::warning(Code::BrowserError, message),
        // React keeps the element, in which only attributes differ.
        Kind::Warning if fault.message.contains(HYDRATION_LINK) => {
            let hint = hydration_hint(&message);
            Diagnostic::warning(Code::HydrationMismatch, message).hint(hint)
        }
        Kind::Warning => Diagnostic::warning(Code::ReactWarning, message),
        Kind::Policy => fault.violation.diagnostic(),
    };

    if diagnostic.severity == Severity::Error && fault.message.contains(HOOK_TABLE) {
        return diagnostic.hint(HOOK_HINT);
    }
    diagnostic
}

/// Returns whether a URL is that of the page, or that of the loader, which shows the HTML of a page after a click.
fn is_page(url: &str, page: &str) -> bool {
    let path = url.parse::<Uri>().map(|url| url.path().to_owned()).unwrap_or_default();
    path == page || ["/assets/boot.js", "/assets/deferred.js"].iter().any(|it| path.ends_with(it))
}

/// Returns the first lines of a message, without control characters. Leaves out what React says
/// about every hydration mismatch.
fn shortened(message: &str) -> String {
    let start = message.find(" This can happen if a SSR-ed Client Component used:");
    let end = message.find(HYDRATION_LINK).map(|start| start + HYDRATION_LINK.len());
    let without_list = match (start, end) {
        (Some(start), Some(end)) if start < end => {
            format!("{}{}", &message[..start], &message[end..])
        }
        _ => message.to_owned(),
    };
    let message = &*without_list;
    let printable = |text: &str| text.chars().filter(|it| !it.is_control()).collect::<String>();
    let lines: Vec<String> = message.trim().lines().map(printable).collect();
    let mut text = lines[..lines.len().min(MAX_MESSAGE_LINES)].join("\n");
    if lines.len() > MAX_MESSAGE_LINES {
        text.push_str("\n...");
    }
    if text.is_empty() { "an error without a message".to_owned() } else { text }
}

/// A line of a stack trace.
#[derive(Debug, Clone)]
struct NamedFrame {
    /// The name of the function, if the line has one.
    name: Option<String>,
    frame: Frame,
}

/// Returns the frames of a stack trace in the syntax of Chromium, `at name (url:line:column)`, or
/// of Firefox and Safari, `name@url:line:column`.
fn frames(stack: &str) -> Vec<NamedFrame> {
    stack.lines().filter_map(frame).take(60).collect()
}

fn frame(line: &str) -> Option<NamedFrame> {
    let line = line.trim();
    let start = line.find("http://").or_else(|| line.find("https://"))?;
    let mut parts = line[start..].trim_end_matches(')').rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line_number = parts.next()?.parse().ok()?;
    let url = parts.next()?.to_owned();
    let before = line[..start].trim_end_matches(['(', '@', ' ']);
    let name = before.strip_prefix("at ").unwrap_or(before).trim();
    let name =
        name.rsplit([' ', '.']).next().filter(|it| !matches!(*it, "" | "at" | "<anonymous>"));
    Some(NamedFrame {
        name: name.map(str::to_owned),
        frame: Frame { url, line: line_number, column },
    })
}

/// Returns the hint about a mismatch, whose message marks the lines of the browser with `+` and those of the HTML with `-`.
fn hydration_hint(message: &str) -> &'static str {
    let urls = |mark: char| {
        let marked = message.lines().filter_map(move |line| line.strip_prefix(mark));
        marked.filter_map(|line| {
            let (name, value) = line.trim().split_once("=\"")?;
            Some((name, value.strip_suffix('"')?))
        })
    };

    let lacks_base = |(name, url): (&str, &str)| {
        let has_base = |(other, with_base): (&str, &str)| {
            other == name && with_base != url && with_base.ends_with(url)
        };
        url.starts_with('/') && urls('-').any(has_base)
    };
    if urls('+').any(lacks_base) { BASE_HINT } else { HYDRATION_HINT }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_all_browsers_are_read() {
        let stack = "Error: boom\n    at Counter (http://127.0.0.1:8000/assets/croupier_modules.js?a1:3:7)\n    at http://h/a.js:1:2\n\
                     Counter@http://127.0.0.1:8000/assets/croupier_modules.js?a1:3:7\n@http://h/a.js:1:2\n    at <anonymous>";
        let read: Vec<_> = frames(stack)
            .into_iter()
            .map(|it| (it.name.unwrap_or_default(), it.frame.url, it.frame.line, it.frame.column))
            .collect();
        let counter = (
            "Counter".to_owned(),
            "http://127.0.0.1:8000/assets/croupier_modules.js?a1".to_owned(),
            3,
            7,
        );
        let other = (String::new(), "http://h/a.js".to_owned(), 1, 2);
        assert_eq!(read, [counter.clone(), other.clone(), counter, other]);
    }

    #[test]
    fn a_message_has_no_general_explanation_of_hydration() {
        let message = format!(
            "Hydration failed. This can happen if a SSR-ed Client Component used:\n\n- `Date.now()`\n\n{HYDRATION_LINK}\n\n+ a\n- b"
        );
        assert_eq!(shortened(&message), "Hydration failed.\n\n+ a\n- b");
        assert_eq!(shortened("a\u{1b}[31mb"), "a[31mb");
    }

    #[test]
    fn a_link_without_the_base_path_has_its_own_hint() {
        let message = |browser: &str, html: &str| {
            format!("<Island>\n+   href=\"{browser}\"\n-   href=\"{html}\"\n")
        };
        assert_eq!(hydration_hint(&message("/about/", "/docs/about/")), BASE_HINT);
        assert_eq!(hydration_hint(&message("/about/", "/other/")), HYDRATION_HINT);
        assert_eq!(hydration_hint("+ 12:01\n- 12:00"), HYDRATION_HINT);
    }

    #[test]
    fn a_fault_is_new_once_until_the_next_build() {
        let mut faults = BrowserFaults::default();
        let diagnostic = Diagnostic::error(Code::BrowserError, "boom");
        assert!(faults.is_new(&diagnostic) && !faults.is_new(&diagnostic));
        faults.clear();
        assert!(faults.is_new(&diagnostic));
    }
}
