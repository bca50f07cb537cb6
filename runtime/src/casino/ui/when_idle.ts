// Runs work in steps that fit between two frames, so that scrolling stays smooth.

/** More idle time than there can be between two frames, in milliseconds: nothing moves then. */
const REST_MS = 17;
/** Longest idle time that a step waits for, in milliseconds: more is rare between two frames. */
const MOST_MS = 12;

/** Whether this browser reports idle time. */
export const tellsWhenIdle = () => "requestIdleCallback" in window;

/**
 * Runs `step` until it returns true. A step starts when the idle time is at least the duration of the previous step; for the first
 * one that is `time_ms`, in milliseconds. One step runs between two frames, several while nothing moves. The result cancels the work.
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
