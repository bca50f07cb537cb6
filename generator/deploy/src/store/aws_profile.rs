//! Reads a profile of the AWS command line: `~/.aws/credentials` and `~/.aws/config`.

#![expect(clippy::disallowed_methods, reason = "reads the settings of the user")]

use std::fs;
use std::path::PathBuf;

/// The values of a profile.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Profile {
    pub access_key_id: Option<String>,
    pub secret_access_key: Option<String>,
    pub session_token: Option<String>,
    pub region: Option<String>,
    pub endpoint_url: Option<String>,
}

/// Reads a profile: the named one, that of `AWS_PROFILE`, or `default`. The error says that a named profile does not exist.
pub(crate) fn read(name: Option<&str>) -> Result<Profile, String> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let file = |variable_name: &str, default: &str| {
        let path = variable(variable_name).map(PathBuf::from);
        let path = path.or_else(|| Some(PathBuf::from(variable("HOME")?).join(default)));
        path.and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default()
    };
    let named = name.map(str::to_owned).or_else(|| variable("AWS_PROFILE"));
    let credentials = file("AWS_SHARED_CREDENTIALS_FILE", ".aws/credentials");
    let config = file("AWS_CONFIG_FILE", ".aws/config");
    match (parse(named.as_deref().unwrap_or("default"), &credentials, &config), named) {
        (Some(profile), _) => Ok(profile),
        (None, None) => Ok(Profile::default()),
        (None, Some(name)) => Err(format!("~/.aws has no profile `{name}`")),
    }
}

/// Parses a profile. Values of `credentials` precede those of `config`.
fn parse(name: &str, credentials: &str, config: &str) -> Option<Profile> {
    let mut profile = None;
    let headers = [format!("[{name}]"), format!("[profile {name}]")];

    for text in [credentials, config] {
        let mut is_inside = false;
        for line in text.lines() {
            let trimmed = line.trim();
            if trimmed.starts_with('[') {
                is_inside = headers.iter().any(|header| header == trimmed);
                if is_inside {
                    profile.get_or_insert_with(Profile::default);
                }
                continue;
            }

            // Indented lines belong to a nested section.
            let is_value = is_inside && !line.starts_with([' ', '\t', '#', ';']);
            let Some((key, value)) = trimmed.split_once('=').filter(|_| is_value) else { continue };
            let profile = profile.get_or_insert_with(Profile::default);

            let field = match key.trim() {
                "aws_access_key_id" => &mut profile.access_key_id,
                "aws_secret_access_key" => &mut profile.secret_access_key,
                "aws_session_token" => &mut profile.session_token,
                "region" => &mut profile.region,
                "endpoint_url" => &mut profile.endpoint_url,
                _ => continue,
            };
            field.get_or_insert_with(|| value.trim().to_owned());
        }
    }

    profile
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_has_the_values_of_both_files() {
        let credentials = "[default]\naws_access_key_id = other\n\n[site]\n# comment = 1\naws_access_key_id=id\naws_secret_access_key = a=b\n";
        let config = "[profile site]\nregion = eu-north-1\ns3 =\n  endpoint_url = nested\naws_access_key_id = late\n[profile x]\nregion = x\n";
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            parse("site", credentials, config),
            Some(Profile {
                access_key_id: some("id"),
                secret_access_key: some("a=b"),
                session_token: None,
                region: some("eu-north-1"),
                endpoint_url: None,
            })
        );
        assert_eq!(parse("absent", credentials, config), None);
    }
}
