//! `croupier check`: everything that is wrong with a site, without any output.

use crate::command::args::SiteArgs;
use crate::command::console::Console;
use crate::command::failure::Failure;
use croupier_base::diagnostic;
use croupier_content::config::clock::Clock;
use croupier_engine::Engine;

/// Looks at the whole site.
pub(crate) fn run(site: &SiteArgs, console: &Console) -> Result<(), Failure> {
    let mut engine = Engine::new(&site.build_args(), Clock::read());
    let checked = engine.check(&|text| console.note(text));
    let (Ok(found) | Err(found)) = &checked;
    console.checked(engine.pages(), &engine.settings_from(), found);
    checked.map(|_| ()).map_err(|found| Failure::Told(diagnostic::exit_code(&found)))
}
