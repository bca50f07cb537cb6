//! The lines of the texts that diagnostics refer to.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use memchr::memchr_iter;

/// The number of texts whose lines a thread stores. Comparing the diagnostics of two builds reads two versions of a file in turns.
const RECENT_TEXTS: usize = 2;

thread_local! {
    /// The texts that were located last, with their lines. Diagnostics are sorted by file, so that each text is scanned once, however
    /// many diagnostics it has.
    static RECENT: RefCell<Vec<(Arc<str>, Lines)>> = const { RefCell::new(Vec::new()) };
}

/// The byte offsets of the starts of the lines of a text.
#[derive(Debug, Clone)]
pub(super) struct Lines(Rc<[usize]>);

impl Lines {
    /// Returns the lines of a text. Texts are the same if they share their memory.
    pub(super) fn of(text: &Arc<str>) -> Lines {
        RECENT.with_borrow_mut(|recent| {
            if let Some((_, lines)) = recent.iter().find(|(known, _)| Arc::ptr_eq(known, text)) {
                return lines.clone();
            }

            let starts = memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1);
            let lines = Lines(std::iter::once(0).chain(starts).collect());
            if recent.len() == RECENT_TEXTS {
                recent.remove(0);
            }
            recent.push((Arc::clone(text), lines.clone()));
            lines
        })
    }

    /// Returns the index of the line with this byte.
    pub(super) fn index(&self, byte: usize) -> usize {
        self.0.partition_point(|start| *start <= byte) - 1
    }

    /// Returns the byte offset of the start of a line.
    pub(super) fn start(&self, index: usize) -> usize {
        self.0[index]
    }

    /// Returns the index of the first line that a report of `range` shows, and the bytes of all these lines. A range in the empty line
    /// after the last line feed is shown with the line before it.
    pub(super) fn shown(&self, text: &str, range: &Range<usize>) -> (usize, Range<usize>) {
        let mut first = self.index(range.start);
        if self.start(first) == text.len() {
            first = first.saturating_sub(1);
        }

        let after_last = self.index(range.end) + 1;
        let end = self.0.get(after_last).copied().unwrap_or(text.len());
        (first, self.start(first)..end)
    }
}
