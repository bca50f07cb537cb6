//! What long operations report while they run: messages, and how much of a step is done.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Receives what an operation reports, also very often and from several threads.
pub type Notes<'a> = dyn Fn(Note<'_>) + Sync + 'a;

/// What an operation reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Note<'a> {
    /// A message about a slow step.
    Message(&'a str),
    /// How much of a step is done.
    Progress(Progress),
}

impl<'a> From<&'a str> for Note<'a> {
    fn from(message: &'a str) -> Note<'a> {
        Note::Message(message)
    }
}

/// How much of a step is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The step.
    pub step: Step,
    /// How many of its items are done.
    pub done: usize,
    /// How many items it has.
    pub total: usize,
    /// The bytes that are transferred, and all bytes of the step, if it transfers files.
    pub bytes: Option<(u64, u64)>,
}

/// A step with progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The name in events: `pictures`.
    pub name: &'static str,
    /// What the step does: `encoding copies of pictures`.
    pub text: &'static str,
    /// What its items are: `copies`.
    pub unit: &'static str,
}

/// Counts the items of a step, and reports the progress from its start to its end.
pub struct Counter<'a> {
    notes: &'a Notes<'a>,
    step: Step,
    total: usize,
    done: AtomicUsize,
}

impl<'a> Counter<'a> {
    /// Starts a step. One without items reports nothing.
    pub fn start(notes: &'a Notes<'a>, step: Step, total: usize) -> Counter<'a> {
        let counter = Counter { notes, step, total, done: AtomicUsize::new(0) };
        counter.add(0);
        counter
    }

    /// Reports that more items are done.
    pub fn add(&self, items: usize) {
        let done = self.done.fetch_add(items, Ordering::Relaxed) + items;
        if self.total > 0 {
            let progress = Progress { step: self.step, done, total: self.total, bytes: None };
            (self.notes)(Note::Progress(progress));
        }
    }
}
