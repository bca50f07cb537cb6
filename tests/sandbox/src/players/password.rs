//! Passwords and tokens: argon2 for passwords of players, random bits for generated secrets.

use std::sync::{Mutex, PoisonError};

use argon2::password_hash::phc::{Ident, Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

/// Reusable memory for hashing. If each hash allocated its own memory, the allocator would retain
/// hundreds of megabytes.
static SPARE_MEMORY: Mutex<Vec<Vec<Block>>> = Mutex::new(Vec::new());

/// Returns a new hash of a password in the PHC format.
pub(crate) fn hash(password: &str) -> String {
    let (salt, params) = (Salt::generate(), Params::default());
    let hash = PasswordHash {
        algorithm: Ident::new(Algorithm::Argon2id.as_str()).expect("argon2's own name is valid"),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params).expect("argon2's own parameters are valid"),
        hash: derive(password, &salt, params),
        salt: Some(salt),
    };
    hash.to_string()
}

/// Returns whether `password` matches the hash. The comparison takes constant time.
pub(crate) fn matches(password: &str, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    let (Ok(params), Some(salt)) = (Params::try_from(&hash), &hash.salt) else { return false };
    hash.hash.is_some() && derive(password, salt, params) == hash.hash
}

fn derive(password: &str, salt: &Salt, params: Params) -> Option<Output> {
    let mut memory =
        SPARE_MEMORY.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
    memory.resize(params.block_count(), Block::default());
    let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let mut output = vec![0; length];
    let result =
        argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut output, &mut memory);
    SPARE_MEMORY.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    result.ok().and_then(|()| Output::new(&output).ok())
}

/// Returns a new secret of 256 random bits in hexadecimal.
pub(crate) fn secret() -> String {
    let bytes: [u8; 32] = rand::random();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{hash, matches};
    use argon2::Argon2;
    use argon2::password_hash::phc::PasswordHash;
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    #[test]
    fn hashes_are_compatible_with_the_argon2_crate() {
        let own_hash = hash("Secret-123!");
        assert!(own_hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{own_hash}");
        assert!(
            Argon2::default()
                .verify_password(b"Secret-123!", &PasswordHash::new(&own_hash).unwrap())
                .is_ok()
        );
        let library_hash = Argon2::default().hash_password(b"Secret-123!").unwrap().to_string();
        assert!(matches("Secret-123!", &own_hash) && matches("Secret-123!", &library_hash));
        assert!(
            !matches("secret-123!", &own_hash)
                && !matches("", &own_hash)
                && !matches("Secret-123!", "")
        );
        assert!(
            !matches("x", "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ")
                && !matches("x", "not a hash")
        );
        assert_ne!(own_hash, hash("Secret-123!"));
    }
}
