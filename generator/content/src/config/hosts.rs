//! The hosts of a site whose languages have a `base_url`, each of which has a build of its own.

use crate::config::layers::Layers;
use crate::config::options::{BuildOptions, Profile};
use crate::config::settings::Settings;
use crate::config::tables::languages::Host;
use croupier_base::disk::world::World;

/// Returns the hosts of the live site with the options of their builds. Empty for a site on one host, and for previews, whose only host has
/// all languages.
pub fn builds(options: &BuildOptions) -> Vec<(Host, BuildOptions)> {
    let is_one_host = options.profile != Profile::Production
        || options.base_url.is_some()
        || options.host.is_some()
        || options.with_disabled_languages;
    if is_one_host || !may_have_hosts(options) {
        return Vec::new();
    }
    // The builds report what is wrong with the settings.
    let read = Settings::read_partial(options, &World::new(&options.root), &options.clock());
    let Ok((settings, _)) = read else { return Vec::new() };

    let of_host = |host: Host| {
        let out = options.out().join(host.name());
        let own =
            BuildOptions { host: Some(host.base_url.clone()), out: Some(out), ..options.clone() };
        (host, own)
    };
    settings.languages.hosts.into_iter().map(of_host).collect()
}

/// Returns whether a language may have a `base_url`. Most sites are read once only because of this.
fn may_have_hosts(options: &BuildOptions) -> bool {
    let world = World::new(&options.root);
    let Ok(layers) = Layers::find(options, &world, &mut Vec::new()) else { return false };
    let mentions = |text: &str, word: &str| text.to_ascii_lowercase().matches(word).count();
    let count = |word: &str| -> usize {
        layers.texts().map(|(name, text)| mentions(name, word) + mentions(text, word)).sum()
    };
    count("languages") > 0 && count("base_url") > 1
}
