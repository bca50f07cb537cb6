//! Scanning the sources: the stamps of all files.

use std::collections::{BTreeMap, BTreeSet};

use crate::commands::CommandInputs;
use crate::island::inputs::outer_inputs;
use crate::island::packages::SKIPPED_IN_RUNTIME;
use crate::sources::styles::style_inputs;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::world::{self, ScanError, World};
use croupier_base::path::SitePath;
use croupier_content::config::layers::{self, SITE};
use croupier_content::config::options::{BuildOptions, Profile};
use croupier_content::messages;

/// Returns the stamps of all sources of a site, whose runtime is in the folder `runtime`, and of the inputs of its commands.
pub fn scan(
    args: &BuildOptions,
    runtime: Option<&SitePath>,
) -> Result<BTreeMap<SitePath, Stamp>, Diagnostic> {
    let world = World::new(&args.root).with_output(args.out());
    let mut all = stamps(&world, args.profile, runtime)?;
    all.extend(CommandInputs::read(args).stamps(args, &world)?);
    Ok(all)
}

/// The files of a site at one time.
#[derive(Debug)]
pub(crate) struct Scan {
    /// When the scan began.
    pub at: i64,
    /// The folder of the runtime, if it was known.
    pub runtime: Option<SitePath>,
    /// By site path.
    pub stamps: BTreeMap<SitePath, Stamp>,
}

impl Scan {
    /// Scans all sources. `runtime` is the folder of the runtime.
    pub(super) fn new(
        world: &World,
        profile: Profile,
        runtime: Option<SitePath>,
    ) -> Result<Scan, Diagnostic> {
        let at = world::now();
        let stamps = stamps(world, profile, runtime.as_ref())?;
        Ok(Scan { at, runtime, stamps })
    }
}

/// Returns the stamps of all sources.
fn stamps(
    world: &World,
    profile: Profile,
    runtime: Option<&SitePath>,
) -> Result<BTreeMap<SitePath, Stamp>, Diagnostic> {
    let list = |dir: &str, skip: &[&str]| {
        world.stamps(dir, skip).map_err(|error| {
            let (code, hint) = match error {
                ScanError::LinkToOutput(_) => (Code::OutputInSource, Some("remove the link")),
                ScanError::Cycle(_) => (Code::Unreadable, Some("remove the link")),
                ScanError::SameName(_) => (Code::Unreadable, Some("remove one of them")),
                ScanError::Unreadable(..) => (Code::Unreadable, None),
            };
            let diagnostic = Diagnostic::error(code, error.to_string()).in_file(error.path());
            match hint {
                Some(hint) => diagnostic.hint(hint),
                None => diagnostic,
            }
        })
    };

    let (content, others) = rayon::join(
        || list("content", &[]),
        || {
            let mut stamps = list("pages", &[])?;
            stamps.extend(list("static", &[])?);
            stamps.extend(list(messages::FOLDER, &[])?);
            if let Some(dir) = runtime {
                stamps.extend(list(dir, &SKIPPED_IN_RUNTIME)?);
            }
            let files = [SitePath::new(SITE), layers::overlay(profile)]
                .into_iter()
                .chain(outside_inputs(world, runtime));
            stamps.extend(files.filter_map(|file| world.stamp(&file).map(|stamp| (file, stamp))));
            Ok::<_, Diagnostic>(stamps)
        },
    );

    let mut stamps = content?;
    stamps.append(&mut others?);
    stamps.extend(world.undecodable.stamps());
    Ok(stamps)
}

/// Returns the files outside of the source folders that the bundle and the style sheets are made from.
pub(super) fn outside_inputs(world: &World, runtime: Option<&SitePath>) -> BTreeSet<SitePath> {
    let mut inputs = style_inputs(world);
    inputs.extend(runtime.into_iter().flat_map(|dir| outer_inputs(world, dir)));
    inputs
}
