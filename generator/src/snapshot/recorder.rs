//! The record of what a rendering asks for: what a page read is its dependency list. Nothing is guessed and nothing is declared.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::snapshot::dependency::Dependency;

thread_local! {
    // minijinja gives neither the callback that resolves template names nor an object's own lookup a state to keep
    // this in. A rendering stays on its thread from beginning to end.
    static ASKED: RefCell<Option<BTreeSet<Dependency>>> = const { RefCell::new(None) };
}

/// Runs a rendering and returns what it asked for.
pub(crate) fn recording<T>(rendering: impl FnOnce() -> T) -> (T, BTreeSet<Dependency>) {
    ASKED.with(|asked| *asked.borrow_mut() = Some(BTreeSet::new()));
    let made = rendering();
    let dependencies = ASKED.with(|asked| asked.borrow_mut().take()).unwrap_or_default();
    (made, dependencies)
}

/// Notes a question of the rendering that runs on this thread, if one does.
pub(crate) fn depends_on(dependency: Dependency) {
    ASKED.with(|asked| {
        if let Some(dependencies) = &mut *asked.borrow_mut() {
            dependencies.insert(dependency);
        }
    });
}
