//! A part of a build in a store. Programs with and without the feature `deploy` have it.

/// The archives of a part that was stored.
pub(crate) struct SentPart {
    /// The number of archives.
    pub archives: usize,
    /// Their bytes.
    pub bytes: u64,
}

/// Whether parts are in a store instead of in a folder for each.
pub(crate) fn is_url(part: &str) -> bool {
    part.contains("://")
}
