//! `croupier explain ROUTE`: what one page is made from, what it becomes, why it was rendered last and what changed since.

use std::fmt::Write as _;

use crate::cache::{Cause, Saved};
use crate::diagnostic::did_you_mean;
use crate::engine::Engine;
use crate::page;

/// The explanation of the page at `route` as lines of text, with what the `last` build knew of it; the error says which
/// route was probably meant.
pub fn page(engine: &Engine, last: Option<&Saved<'_>>, route: &str) -> Result<String, String> {
    let Some((now, asked)) = engine.explanation(route) else {
        let hint = did_you_mean(route, engine.routes()).map(|hint| format!("; {hint}")).unwrap_or_default();
        return Err(format!("no page has the route {route}{hint}"));
    };
    let before = last.and_then(|last| Some((last, last.made.get(route)?)));
    let mark = |is_changed: bool| if is_changed { "   (changed since the last build)" } else { "" };
    let mut changes = 0;
    let mut note = |it: bool| {
        changes += usize::from(it);
        mark(it)
    };
    let mut text = format!("{route}\n");
    let file = note(before.is_some_and(|(_, made)| made.digest != now.digest || made.source != now.source));
    let _ = writeln!(text, "  is made from {}{file}", now.source);
    for (key, answer) in &asked {
        let then = before.and_then(|(last, made)| {
            let id = made.keys.iter().find(|id| last.keys.get(**id as usize) == Some(key))?;
            last.answers.get(*id as usize)
        });
        let is_changed = note(then.is_some_and(|then| then != answer));
        let _ = writeln!(text, "  asks for     {key}{is_changed}");
    }
    for path in [page::html_path(route), page::data_path(route)] {
        let _ = writeln!(text, "  becomes      {path}");
    }
    match before {
        None => text.push_str("  was not there in the last build\n"),
        Some((last, made)) => {
            let _ = writeln!(text, "  was rendered last because {}", because(&made.cause, last));
            let will = if changes == 0 { "is up to date" } else { "will be rendered by the next build" };
            let _ = writeln!(text, "  {will}");
        }
    }
    Ok(text)
}

fn because(cause: &Cause, last: &Saved<'_>) -> String {
    match cause {
        Cause::New => "nothing was known of it".to_owned(),
        Cause::Text => "its own file changed".to_owned(),
        Cause::Output => "its files in the output were not as they had been written".to_owned(),
        Cause::Answers(ids) => {
            let keys = ids.iter().filter_map(|id| last.keys.get(*id as usize)).map(ToString::to_string);
            format!("this changed: {}", keys.collect::<Vec<_>>().join(", "))
        }
    }
}
