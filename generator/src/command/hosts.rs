//! The hosts of a site whose languages have a `base_url`: which of them a command is about.

use crate::command::failure::Failure;
use croupier_content::config::hosts;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::tables::languages::Host;

/// Returns the builds of a command: one for each host, or only that of the host with a language.
pub(crate) fn builds(
    options: BuildOptions,
    language: Option<&str>,
) -> Result<Vec<BuildOptions>, Failure> {
    let builds = hosts::builds(&options);
    match language {
        Some(language) => Ok(vec![of_language(builds, language)?]),
        None if builds.is_empty() => Ok(vec![options]),
        None => Ok(builds.into_iter().map(|(_, options)| options).collect()),
    }
}

/// Returns the build of a command that is about one host: that with a language, or the only one.
pub(crate) fn build(
    options: BuildOptions,
    language: Option<&str>,
) -> Result<BuildOptions, Failure> {
    let builds = hosts::builds(&options);
    match (language, builds.len()) {
        (Some(language), _) => of_language(builds, language),
        (None, 0) => Ok(options),
        (None, 1) => Ok(first(builds)),
        (None, _) => Err(Failure::Usage(format!(
            "this site has several hosts; name one with --language and one of its languages: {}",
            languages(&builds)
        ))),
    }
}

/// Returns the build of a deployment. Previews, and targets with a URL of their own, have all languages.
#[cfg(feature = "deploy")]
pub(crate) fn of_target(
    options: BuildOptions,
    language: Option<&str>,
) -> Result<BuildOptions, Failure> {
    let has_hosts = !hosts::builds(&options).is_empty();
    if has_hosts { build(options, language) } else { Ok(options) }
}

/// Returns the build of a command that reads the output of one host. A folder that `--out` names can be the output of a host itself.
pub(crate) fn output(
    options: BuildOptions,
    language: Option<&str>,
    is_built: impl Fn(&BuildOptions) -> bool,
) -> Result<BuildOptions, Failure> {
    if language.is_none() && options.out.is_some() && is_built(&options) {
        return Ok(options);
    }
    build(options, language)
}

fn of_language(builds: Vec<(Host, BuildOptions)>, language: &str) -> Result<BuildOptions, Failure> {
    if builds.is_empty() {
        let message = "this build has one host for all languages; remove --language";
        return Err(Failure::Usage(message.to_owned()));
    }
    let known = languages(&builds);
    let mut builds = builds.into_iter();
    let found = builds.find(|(host, _)| host.languages.iter().any(|key| **key == *language));
    found.map(|(_, options)| options).ok_or_else(|| {
        Failure::Usage(format!("there is no language `{language}`; write one of {known}"))
    })
}

fn first(builds: Vec<(Host, BuildOptions)>) -> BuildOptions {
    let mut builds = builds.into_iter().map(|(_, options)| options);
    builds.next().expect("there is a host")
}

/// Returns the keys of all languages, as text.
fn languages(builds: &[(Host, BuildOptions)]) -> String {
    let keys = builds.iter().flat_map(|(host, _)| &host.languages);
    keys.map(|key| key.as_str()).collect::<Vec<_>>().join(", ")
}
