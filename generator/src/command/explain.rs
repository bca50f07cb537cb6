//! `croupier explain ROUTE`: what one page is made from, what it becomes, why it was rendered last and what changed since.

use std::fmt::Write as _;
use std::io::Write as _;

use crate::build::cache::CacheRecords;
use crate::build::engine::Engine;
use crate::build::page_record::RebuildReason;
use crate::command::args::SiteArgs;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::config::clock::Clock;
use crate::diagnostic::wording::did_you_mean;
use crate::source::path::Route;

/// Explains the page at `route` on standard output.
pub(crate) fn run(site: &SiteArgs, route: &Route, console: &Console) -> Result<(), Failure> {
    let mut engine = Engine::new(&site.build_args(), Clock::read());
    engine.check(&|text| console.note(text)).map_err(Failure::Site)?;
    let last = engine.last_build(&|text| console.note(text));
    // Whoever types an address may leave out its slashes.
    let whole = Route::new(format!("/{}/", route.trim_matches('/')).replace("//", "/"));
    let route = if engine.explanation(route).is_none() && engine.explanation(&whole).is_some() { &whole } else { route };
    let other = if engine.explanation(route).is_none() { engine.other(route) } else { None };
    let text = other.map_or_else(|| page(&engine, last.as_ref(), route).map_err(Failure::Usage), Ok)?;
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(())
}

/// The explanation of the page at `route` as lines of text, with what the `last` build knew of it; the error says which
/// route was probably meant.
fn page(engine: &Engine, last: Option<&CacheRecords>, route: &Route) -> Result<String, String> {
    let Some((now, asked)) = engine.explanation(route) else {
        let hint = did_you_mean(route, engine.routes()).map(|hint| format!("; {hint}")).unwrap_or_default();
        return Err(format!("no page has the route {route}{hint}"));
    };
    let before = last.and_then(|last| Some((last, last.records.get(route)?)));
    let mark = |is_changed: bool| if is_changed { "   (changed since the last build)" } else { "" };
    let mut changes = 0;
    let mut note = |it: bool| {
        changes += usize::from(it);
        mark(it)
    };
    let mut text = format!("{route}\n");
    let file = note(before.is_some_and(|(_, record)| record.digest != now.digest || record.source != now.source));
    let _ = writeln!(text, "  is made from {}{file}", now.source);
    let cascade = note(before.is_some_and(|(_, record)| record.taken != now.taken));
    let taken = engine.taken(&now.source);
    for (key, file) in &taken {
        let _ = writeln!(text, "  takes        {key} from {file}{cascade}");
    }
    if taken.is_empty() && !cascade.is_empty() {
        let _ = writeln!(text, "  takes        nothing from folders above it{cascade}");
    }
    for (dependency, answer) in &asked {
        let then = before.and_then(|(last, record)| {
            let id = record.dependencies.iter().find(|id| last.dependencies.question(**id) == Some(dependency))?;
            last.dependencies.answers.get(*id as usize)
        });
        let is_changed = note(then.is_some_and(|then| then != answer));
        let _ = writeln!(text, "  asks for     {dependency}{is_changed}");
    }
    for path in [route.html(), route.data()] {
        let _ = writeln!(text, "  becomes      {path}");
    }
    match before {
        None => text.push_str("  was not there in the last build\n"),
        Some((last, record)) => {
            let _ = writeln!(text, "  was rendered last because {}", because(&record.reason, last));
            let will = if changes == 0 { "is up to date" } else { "will be rendered by the next build" };
            let _ = writeln!(text, "  {will}");
        }
    }
    Ok(text)
}

fn because(reason: &RebuildReason, last: &CacheRecords) -> String {
    match reason {
        RebuildReason::New => "it was not built before".to_owned(),
        RebuildReason::Text => "its own file changed".to_owned(),
        RebuildReason::Cascade => "folders above it say something else for it".to_owned(),
        RebuildReason::Output => "its files in the output were not as they had been written".to_owned(),
        RebuildReason::Answers(ids) => {
            let dependencies = ids.iter().filter_map(|id| last.dependencies.question(*id)).map(ToString::to_string);
            format!("this changed: {}", dependencies.collect::<Vec<_>>().join(", "))
        }
    }
}
