// Detects elements and rows of games that come near the screen, and runs work in steps that fit between two frames.

/** Calls `callback` when an observed element is within a margin above and below the screen: `200%` is two screens. */
export function whenWithin(margin: string, callback: () => void): IntersectionObserver {
  return new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && callback(), {
    rootMargin: `${margin} 0px`,
  });
}

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

/** The minimum width of a tile, in pixels. It limits the number of visible tiles of a row. */
const MIN_TILE_WIDTH = 128;
/** The margins around the screen. Images of near rows load when the browser is idle; images of close rows load at once. */
const NEAR = "60%";
const CLOSE = "15%";
/** The time that requesting the images takes on a slow phone, in milliseconds. */
const REQUEST_MS = 10;

/** Returns the number of tiles of a row that fit on the screen. */
export function onScreen(): number {
  return 1 + Math.ceil(innerWidth / MIN_TILE_WIDTH);
}

/** Calls `load` once, when the images of `row` should load. Returns a function that ends the detection. */
export function whenNear(row: Element, load: () => void): () => void {
  let endIdle = () => {};

  const end = () => {
    closeObserver.disconnect();
    nearObserver.disconnect();
    endIdle();
  };

  const loadNow = () => {
    end();
    load();
  };

  const closeObserver = whenWithin(CLOSE, loadNow);
  const nearObserver = whenWithin(NEAR, () => {
    nearObserver.disconnect();
    if (!hasIdleCallback()) return loadNow();
    endIdle = whenIdle(REQUEST_MS, () => {
      loadNow();
      return true;
    });
  });

  nearObserver.observe(row);
  closeObserver.observe(row);
  return end;
}
