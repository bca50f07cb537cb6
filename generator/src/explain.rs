//! `croupier explain ROUTE`: what one page is made from and what it becomes.

use crate::build::Build;
use crate::diagnostic::did_you_mean;

/// The explanation of the page at `route` as lines of text; the error says which routes there are.
pub fn page(build: &Build, route: &str) -> Result<String, String> {
    let Some(made) = build.origins.get(route) else {
        let hint = did_you_mean(route, build.origins.keys().map(String::as_str)).unwrap_or_default();
        return Err(format!("no page has the route {route}; {hint}").trim_end_matches("; ").to_owned());
    };
    let mut text = format!("{route}\n");
    let mut list = |title: &str, items: &mut dyn Iterator<Item = &String>| {
        for (at, item) in items.enumerate() {
            text.push_str(&format!("  {:<10} {item}\n", if at == 0 { title } else { "" }));
        }
    };
    list("content", &mut std::iter::once(&made.source));
    list("template", &mut std::iter::once(&made.template));
    list("islands", &mut made.islands.iter());
    list("slices", &mut made.slices.iter());
    list("queries", &mut made.queries.iter());
    list("makes", &mut made.outputs.iter());
    Ok(text)
}
