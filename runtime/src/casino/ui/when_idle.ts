// Work that is divided, so that each piece of it fits between two frames while one scrolls.

/** Where more time is left than there can be between two frames, in milliseconds, nothing moves. */
const REST_MS = 17;
/** More is seldom left between two frames, so that more is never waited for, in milliseconds. */
const MOST_MS = 12;

/** Whether this browser tells when it has nothing else to do. */
export const tellsWhenIdle = () => "requestIdleCallback" in window;

/**
 * Takes steps until one says that it was the last, each in a moment in which as much time is left before the next frame as the one before
 * it took; for the first that is `time_ms`, in milliseconds. Between two frames it takes one, and several while nothing moves. What is
 * given back ends it before that.
 */
export function whenIdle(time_ms: number, step: () => boolean): () => void {
  let needed_ms = time_ms;
  let wait = requestIdleCallback(function look(idle) {
    if (idle.timeRemaining() >= needed_ms)
      do {
        const began = performance.now();
        if (step()) return;
        needed_ms = Math.min(performance.now() - began, MOST_MS);
      } while (idle.timeRemaining() > REST_MS);
    wait = requestIdleCallback(look);
  });
  return () => cancelIdleCallback(wait);
}
