//! `croupier explain ROUTE`: what one page is made from and what it becomes.

use crate::diagnostic::did_you_mean;
use crate::engine::Engine;
use crate::page;

/// The explanation of the page at `route` as lines of text; the error says which route was probably meant.
pub fn page(engine: &Engine, route: &str) -> Result<String, String> {
    let Some((made, keys)) = engine.explanation(route) else {
        let hint = did_you_mean(route, engine.routes()).map(|hint| format!("; {hint}")).unwrap_or_default();
        return Err(format!("no page has the route {route}{hint}"));
    };
    let mut text = format!("{route}\n  is made from {}\n", made.source);
    for key in keys {
        text.push_str(&format!("  asked for    {key}\n"));
    }
    for path in [page::html_path(route), page::data_path(route)] {
        text.push_str(&format!("  becomes      {path}\n"));
    }
    Ok(text)
}
