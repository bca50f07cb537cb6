//! Digests: what stands for bytes wherever two states are compared.

/// A digest of bytes; two of them are the same when their digests are.
pub(crate) type Digest = u128;

/// The digest of bytes.
pub(crate) fn digest(bytes: &[u8]) -> Digest {
    let hash = blake3::hash(bytes);
    let (first, _) = hash.as_bytes().split_first_chunk::<16>().expect("a hash has 32 bytes");
    u128::from_be_bytes(*first)
}

/// A digest as manifests and page-data write it.
pub(crate) fn hex(bytes: &[u8]) -> String {
    format!("{:032x}", digest(bytes))
}
