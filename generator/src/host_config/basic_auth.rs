//! HTTP basic authentication in the configuration of a host. The configuration contains a hash of the password.

use data_encoding::{BASE64, HEXLOWER};

/// The environment variable with the password.
const PASSWORD: &str = "BASIC_AUTH_PASSWORD";

/// Cost of the hash. Servers check the password for each request, also for those of images and scripts.
const COST: u32 = 6;

/// Maximum length of a password in bytes, which is that of bcrypt.
const MAX_PASSWORD: usize = 72;

/// A user with a password.
pub(crate) struct BasicAuth {
    user: String,
    password: String,
}

impl BasicAuth {
    /// Returns the user, with the password of the environment. The error is a message for users.
    pub(crate) fn read(user: &str) -> Result<BasicAuth, String> {
        let is_word = |it: char| it.is_ascii_alphanumeric() || "._-@".contains(it);
        if user.is_empty() || !user.chars().all(is_word) {
            return Err("write a user name of letters, digits and `._-@`".to_owned());
        }
        let password = std::env::var(PASSWORD).unwrap_or_default();
        if password.is_empty() || password.len() > MAX_PASSWORD {
            return Err(format!(
                "set {PASSWORD} to a password of 1 to {MAX_PASSWORD} bytes, such as the output of `openssl rand -base64 24`"
            ));
        }
        Ok(BasicAuth { user: user.to_owned(), password })
    }

    /// Returns the user and the hash of the password by bcrypt.
    fn hash(&self) -> Result<(&str, String), String> {
        let hash = bcrypt::hash(&self.password, COST).map_err(|error| error.to_string())?;
        Ok((&self.user, hash))
    }

    /// Returns the directives of nginx. The hash has to be in another file.
    pub(crate) fn nginx(&self) -> Result<String, String> {
        let (user, hash) = self.hash()?;
        Ok(format!(
            "# The file site.htpasswd next to nginx.conf must contain this line: {user}:{hash}\n\
             auth_basic \"Restricted\";\nauth_basic_user_file site.htpasswd;\n"
        ))
    }

    /// Returns the directive of Caddy. All versions have its old name, and those before 2.8 no other one.
    pub(crate) fn caddy(&self) -> Result<String, String> {
        let (user, hash) = self.hash()?;
        Ok(format!("basicauth {{\n    {user} {hash}\n}}\n"))
    }

    /// Returns a salt, and the hash of the salt and of the header that a browser sends.
    fn salted_hash(&self) -> Result<(String, String), String> {
        let random: [u8; 16] = ring::rand::generate(&ring::rand::SystemRandom::new())
            .map_err(|_| "the system has no random numbers".to_owned())?
            .expose();
        let salt = HEXLOWER.encode(&random);
        let value = format!(
            "Basic {}",
            BASE64.encode(format!("{}:{}", self.user, self.password).as_bytes())
        );
        let hash = ring::digest::digest(&ring::digest::SHA256, format!("{salt}{value}").as_bytes());
        Ok((salt, HEXLOWER.encode(hash.as_ref())))
    }

    /// Returns the statements of a `CloudFront` function, which cannot compute other hashes.
    pub(crate) fn cloudfront(&self) -> Result<String, String> {
        let (salt, hash) = self.salted_hash()?;
        Ok(format!(
            "  var authorization = request.headers.authorization ? request.headers.authorization.value : '';\n  \
             if (require('crypto').createHash('sha256').update('{salt}' + authorization).digest('hex') !== '{hash}') {{\n    \
             return {{ statusCode: 401, statusDescription: 'Unauthorized', headers: {{ 'www-authenticate': {{ value: 'Basic realm=\"Restricted\"' }} }} }};\n  }}\n"
        ))
    }

    /// Returns the statements of a Worker of Cloudflare.
    pub(crate) fn cloudflare(&self) -> Result<String, String> {
        let (salt, hash) = self.salted_hash()?;
        Ok(format!(
            "    const header = new TextEncoder().encode(\"{salt}\" + (request.headers.get(\"authorization\") || \"\"));\n    \
             const digest = [...new Uint8Array(await crypto.subtle.digest(\"SHA-256\", header))];\n    \
             if (digest.map((byte) => byte.toString(16).padStart(2, \"0\")).join(\"\") !== \"{hash}\")\n      \
             return new Response(null, {{ status: 401, headers: {{ \"www-authenticate\": 'Basic realm=\"Restricted\"' }} }});\n"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_belongs_to_the_password_and_no_configuration_contains_it() {
        let auth = BasicAuth { user: "guest".to_owned(), password: "hunter2".to_owned() };
        let caddy = auth.caddy().unwrap();
        let hash = caddy.split_whitespace().find(|word| word.starts_with("$2b$06$")).unwrap();
        assert!(
            bcrypt::verify("hunter2", hash).unwrap() && !bcrypt::verify("hunter3", hash).unwrap()
        );
        let encoded = BASE64.encode(b"guest:hunter2");
        let scripts = [auth.cloudfront().unwrap(), auth.cloudflare().unwrap()];
        for text in [caddy, auth.nginx().unwrap()].into_iter().chain(scripts) {
            assert!(!text.contains("hunter2") && !text.contains(&encoded), "{text}");
        }
    }
}
