//! `croupier check`: everything that is wrong with a site, without any output.

use crate::build::engine::Engine;
use crate::command::args::SiteArgs;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::config::clock::Clock;
use crate::diagnostic::wording::counted;

/// Looks at the whole site.
pub(crate) fn run(site: &SiteArgs, console: &Console) -> Result<(), Failure> {
    let mut engine = Engine::new(&site.build_args(), Clock::read());
    let warnings = engine.check(&|text| console.note(text)).map_err(Failure::Site)?;
    for warning in &warnings {
        console.diagnostic(warning);
    }
    console.line(&format!("checked {}: no errors", counted(engine.pages(), "page")));
    Ok(())
}
