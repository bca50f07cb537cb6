//! Signatures of indexes (Ed25519). Builds that verify an index need no secret, so that jobs of untrusted branches can verify it too.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

/// Bytes of a key.
const KEY_LEN: usize = 32;
/// Separates these signatures from those of other programs with the same key.
const CONTEXT: &[u8] = b"croupier cache index\n";
/// The first line of an index without a signature.
const UNSIGNED: &str = "unsigned";

/// The public key that an index is verified with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey([u8; KEY_LEN]);

impl PublicKey {
    /// Parses 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<PublicKey> {
        parse_key(text).map(PublicKey)
    }

    /// Returns the key as 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        HEXLOWER.encode(&self.0)
    }
}

/// The secret key that signs an index.
pub struct SigningKey {
    seed: [u8; KEY_LEN],
    pair: Ed25519KeyPair,
}

impl SigningKey {
    /// Parses 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<SigningKey> {
        SigningKey::new(parse_key(text)?)
    }

    /// Creates a random key. `None` if the system has no random numbers.
    pub fn generate() -> Option<SigningKey> {
        let mut seed = [0; KEY_LEN];
        SystemRandom::new().fill(&mut seed).ok()?;
        SigningKey::new(seed)
    }

    fn new(seed: [u8; KEY_LEN]) -> Option<SigningKey> {
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).ok()?;
        Some(SigningKey { seed, pair })
    }

    /// Returns the key as 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        HEXLOWER.encode(&self.seed)
    }

    /// Returns the public key of this key.
    pub fn public_key(&self) -> PublicKey {
        let (key, _) = self
            .pair
            .public_key()
            .as_ref()
            .split_first_chunk::<KEY_LEN>()
            .expect("a public key has 32 bytes");
        PublicKey(*key)
    }
}

/// Returns an index with its signature in the first line.
pub(crate) fn seal(body: &[u8], key: Option<&SigningKey>) -> Vec<u8> {
    let signature = key.map_or_else(
        || UNSIGNED.to_owned(),
        |key| HEXLOWER.encode(key.pair.sign(&[CONTEXT, body].concat()).as_ref()),
    );
    [signature.as_bytes(), b"\n", body].concat()
}

/// Returns the index without its first line. With a `key`, only if the signature is valid.
pub(crate) fn open<'a>(sealed: &'a [u8], key: Option<&PublicKey>) -> Option<&'a [u8]> {
    let end = sealed.iter().position(|byte| *byte == b'\n')?;
    let (signature, body) = (&sealed[..end], &sealed[end + 1..]);
    let Some(PublicKey(key)) = key else { return Some(body) };
    let signature = HEXLOWER.decode(signature).ok()?;
    let key = UnparsedPublicKey::new(&ED25519, key);
    key.verify(&[CONTEXT, body].concat(), &signature).ok().map(|()| body)
}

fn parse_key(text: &str) -> Option<[u8; KEY_LEN]> {
    HEXLOWER_PERMISSIVE.decode(text.trim().as_bytes()).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_key_of_the_signature_opens_an_index() {
        let (key, other) = (SigningKey::generate().unwrap(), SigningKey::generate().unwrap());
        let sealed = seal(b"{}", Some(&key));
        assert_eq!(open(&sealed, Some(&key.public_key())), Some(&b"{}"[..]));
        assert_eq!(open(&sealed, None), Some(&b"{}"[..]));
        assert_eq!(open(&sealed, Some(&other.public_key())), None);
        let mut changed = sealed.clone();
        *changed.last_mut().unwrap() = b'!';
        assert_eq!(open(&changed, Some(&key.public_key())), None);
        let unsigned = seal(b"{}", None);
        assert_eq!(open(&unsigned, Some(&key.public_key())), None);
        assert_eq!(open(&unsigned, None), Some(&b"{}"[..]));
    }

    #[test]
    fn keys_are_64_hexadecimal_digits() {
        let key = SigningKey::generate().unwrap();
        let again = SigningKey::parse(&format!("{}\n", key.to_hex())).unwrap();
        assert_eq!(again.public_key(), key.public_key());
        assert_eq!(PublicKey::parse(&key.public_key().to_hex()), Some(key.public_key()));
        for text in ["", "00", &"0".repeat(63), &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(PublicKey::parse(text), None, "{text}");
        }
    }
}
