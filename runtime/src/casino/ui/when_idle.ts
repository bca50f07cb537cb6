// Runs work in steps that fit between two frames, so that scrolling stays smooth.

/** More idle time than there can be between two frames, in milliseconds: nothing moves then. */
const NO_FRAME_MS = 17;
/** Longest idle time that a step waits for, in milliseconds: more is rare between two frames. */
const MAX_STEP_MS = 12;

/** Whether this browser reports idle time. */
export const hasIdleCallback = () => "requestIdleCallback" in window;

/**
 * Runs `step` until it returns true. A step starts when the idle time is at least the duration of the previous step; for the first
 * one that is `time_ms`, in milliseconds. One step runs between two frames, several while nothing moves. The result cancels the work.
 */
export function whenIdle(time_ms: number, step: () => boolean): () => void {
  let needed_ms = time_ms;
  let handle = requestIdleCallback(function runSteps(idle) {
    if (idle.timeRemaining() >= needed_ms)
      do {
        const start_ms = performance.now();
        if (step()) return;
        needed_ms = Math.min(performance.now() - start_ms, MAX_STEP_MS);
      } while (idle.timeRemaining() > NO_FRAME_MS);
    handle = requestIdleCallback(runSteps);
  });
  return () => cancelIdleCallback(handle);
}
