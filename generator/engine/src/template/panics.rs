//! Turns panics of the template language into errors of a template, so that `dev` and `watch` go on.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;

use minijinja::Error;

use crate::template::function_errors::function_error;

thread_local! {
    /// Whether a panic of this thread becomes an error, and is not printed.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
    /// The reason of the last one, with its place in the source code.
    static REASON: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Calls `render`, which renders the template `name`.
pub(super) fn caught<T>(name: &str, render: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |info| if IS_CAUGHT.get() { note(info) } else { print(info) }));
    });

    let is_nested = IS_CAUGHT.replace(true);
    let result = catch_unwind(AssertUnwindSafe(render));
    IS_CAUGHT.set(is_nested);

    result.unwrap_or_else(|_| {
        let reason = REASON.take();
        Err(function_error(
            format!("the template language failed in {name}: {reason}"),
            "look for a division by 0, a very large number, or a call without its arguments, such as `loop.cycle()`",
        ))
    })
}

fn note(info: &PanicHookInfo<'_>) {
    let text = info.payload_as_str().unwrap_or("unknown reason");
    let place = info.location().map_or(String::new(), |place| {
        let file = Path::new(place.file()).file_name().unwrap_or_default();
        format!(" ({}:{})", file.display(), place.line())
    });
    REASON.set(format!("{text}{place}"));
}
