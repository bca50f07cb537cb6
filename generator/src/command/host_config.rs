//! `croupier host-config`: what hosts without `_headers` and `_redirects` are told instead.

#![expect(clippy::disallowed_methods, reason = "reads the output, which is nobody's source")]

use std::fs;

use crate::command::failure::Failure;
use crate::config::args::BuildArgs;
use crate::config::clock::Clock;
use crate::config::settings::Settings;
use crate::serve::host_config::{Host, Wanted};
use crate::source::world::World;

/// Prints the configuration for `host` of what was built last.
pub(crate) fn run(args: &BuildArgs, host: Host) -> Result<(), Failure> {
    let settings = Settings::read(args, &World::new(&args.root), &Clock::read()).map_err(Failure::Site)?;
    let read = |name: &str| fs::read_to_string(settings.out.join(name)).ok();
    let Some(headers) = read("_headers") else {
        return Err(Failure::Usage(format!("{} holds no built site; run croupier build first", settings.out.display())));
    };
    let redirects = read("_redirects").unwrap_or_default();
    print!("{}", Wanted { headers: &headers, redirects: &redirects, base: &settings.base }.config(host));
    Ok(())
}
