//! Runs requests to a store at the same time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Objects that are read or written at the same time.
pub(crate) const CONCURRENCY: usize = 8;

/// Runs an operation for each item on a few threads. Returns the results in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if items.len() < 2 {
        return items.iter().map(run).collect();
    }

    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));

    thread::scope(|scope| {
        for _ in 0..CONCURRENCY.min(items.len()) {
            scope.spawn(|| {
                while let Some((index, item)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    items.get(index).map(|item| (index, item))
                } {
                    let result = run(item);
                    results.lock().expect("no thread panics with the lock").push((index, result));
                }
            });
        }
    });

    let mut results = results.into_inner().expect("no thread panics with the lock");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
