//! The commands that publish nothing: `croupier check`, and `croupier explain ROUTE`.

use std::fmt::Write as _;
use std::io::Write as _;

use crate::command::Failure;
use crate::command::args::SiteArgs;
use crate::command::console::Console;
use croupier_base::diagnostic;
use croupier_base::path::Route;
use croupier_content::config::options::{BuildOptions, Clock};
use croupier_engine::{Engine, ExplainedQuery, Explanation, FileExplanation, PageExplanation};

/// Reports every error and warning of the site.
pub(crate) fn check(site: &SiteArgs, console: &Console) -> Result<(), Failure> {
    let mut engine = Engine::new(&site.build_args(), Clock::read());
    let checked = engine.check(&|text| console.note(text));
    let (Ok(diagnostics) | Err(diagnostics)) = &checked;
    console.checked(engine.pages(), &engine.settings_from(), diagnostics);
    checked.map(|_| ()).map_err(|errors| Failure::Reported(diagnostic::exit_code(&errors)))
}

/// Prints the sources and outputs of the page or file at `route`, why it was rendered last, and what changed since.
pub(crate) fn explain(site: &SiteArgs, route: &Route, console: &Console) -> Result<(), Failure> {
    let note = |text: &str| console.note(text);
    let output = site.common.output_args();
    let options = BuildOptions {
        drafts: output.drafts || site.drafts,
        allow_samples: output.allow_samples || site.allow_samples,
        ..output
    };
    let mut engine = Engine::new(&options, Clock::read());
    engine.check(&note).map_err(Failure::Site)?;
    let text = match engine.explain(route, &note) {
        Ok(Explanation::Page(page)) => page_text(&page),
        Ok(Explanation::File(file)) => file_text(&file),
        Err(hint) => {
            let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
            return Err(Failure::Usage(format!("no page has the route {route}{hint}")));
        }
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(())
}

/// Returns the explanation of a file or of a redirect as lines of text.
fn file_text(file: &FileExplanation) -> String {
    let mut text = format!("/{}\n  {}\n", file.path, file.origin);
    push_queries(&mut text, &file.queries);
    text
}

/// Marks a dependency that changed.
fn mark(is_changed: bool) -> &'static str {
    if is_changed { "   (changed since the last build)" } else { "" }
}

/// Appends a line for each query.
fn push_queries(text: &mut String, queries: &[ExplainedQuery]) {
    for query in queries {
        let _ = writeln!(text, "  depends on   {}{}", query.description, mark(query.is_changed));
    }
}

/// Returns the explanation of a page as lines of text.
fn page_text(page: &PageExplanation) -> String {
    let mut text = format!("{}\n", page.route);
    let _ = writeln!(text, "  is made from {}{}", page.source, mark(page.is_source_changed));
    let cascade = mark(page.is_cascade_changed);
    for (key, file) in &page.cascaded {
        let _ = writeln!(text, "  inherits     {key} from {file}{cascade}");
    }
    if page.cascaded.is_empty() && page.is_cascade_changed {
        let _ = writeln!(text, "  inherits     nothing from parent folders{cascade}");
    }
    push_queries(&mut text, &page.queries);
    for path in &page.outputs {
        let _ = writeln!(text, "  becomes      {path}");
    }
    match &page.last_reason {
        None => text.push_str("  was not there in the last build\n"),
        Some(reason) => {
            let _ = writeln!(text, "  was rendered last because {reason}");
            let status = if page.is_up_to_date() {
                "is up to date"
            } else {
                "will be rendered by the next build"
            };
            let _ = writeln!(text, "  {status}");
        }
    }
    text
}
