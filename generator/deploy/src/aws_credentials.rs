//! The credentials of AWS for other services than the store.

use crate::store::aws_profile;

/// A key of AWS.
#[derive(Clone)]
pub struct AwsCredentials {
    /// The ID of the key.
    pub access_key_id: String,
    /// The secret.
    pub secret_access_key: String,
    /// The token of a temporary key.
    pub session_token: Option<String>,
}

impl AwsCredentials {
    /// Reads the credentials of the environment, or of a profile of `~/.aws`. The error is a message for users.
    pub fn read() -> Result<AwsCredentials, String> {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let of_environment = variable("AWS_ACCESS_KEY_ID").zip(variable("AWS_SECRET_ACCESS_KEY"));
        if let Some((access_key_id, secret_access_key)) = of_environment {
            let session_token = variable("AWS_SESSION_TOKEN");
            return Ok(AwsCredentials { access_key_id, secret_access_key, session_token });
        }
        let profile = aws_profile::read(None)?;
        let key = profile.access_key_id.zip(profile.secret_access_key);
        let (access_key_id, secret_access_key) = key.ok_or_else(|| {
            "there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE".to_owned()
        })?;
        let session_token = profile.session_token;
        Ok(AwsCredentials { access_key_id, secret_access_key, session_token })
    }
}
