//! `croupier check`: reports every error and warning of a site without writing any output.

use crate::command::Failure;
use crate::command::args::SiteArgs;
use crate::command::console::Console;
use croupier_base::diagnostic;
use croupier_content::config::options::Clock;
use croupier_engine::Engine;

/// Checks the whole site.
pub(crate) fn run(site: &SiteArgs, console: &Console) -> Result<(), Failure> {
    let mut engine = Engine::new(&site.build_args(), Clock::read());
    let checked = engine.check(&|text| console.note(text));
    let (Ok(diagnostics) | Err(diagnostics)) = &checked;
    console.checked(engine.pages(), &engine.settings_from(), diagnostics);
    checked.map(|_| ()).map_err(|errors| Failure::Reported(diagnostic::exit_code(&errors)))
}
