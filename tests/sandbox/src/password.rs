//! Passwords and tokens: argon2 for what players choose, digests for what the sandbox gives out.

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};

/// A new hash of a password in the PHC format.
pub(crate) fn hash(password: &str) -> String {
    Argon2::default().hash_password(password.as_bytes()).expect("argon2's own parameters are valid").to_string()
}

/// Whether `password` is the one that was hashed.
pub(crate) fn matches(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// A new secret of 256 random bits in hexadecimal.
pub(crate) fn secret() -> String {
    let bytes: [u8; 32] = rand::random();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
