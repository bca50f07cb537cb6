//! What an engine does in its builds, apart from the options of the site.

/// How many builds the process is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// One build.
    OneShot,
    /// Many builds, for which an index is worth its cost.
    Watch,
}

/// Whether builds make the index of a search over texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextIndex {
    Built,
    Skipped,
}

/// Which files a machine without the output of the last build writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WrittenOutputs {
    /// All of them.
    All,
    /// Those that differ from the last build.
    Changed,
}

/// How the first build of a process uses the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResumeMode {
    /// If nothing changed, nothing is read.
    Shortcut,
    /// Everything is read, so that the next build is quick.
    Full,
    /// The first build is over.
    Done,
}
