// Applies changes to the document: fast ones at once, slow ones after a frame, and those after a long load with a cross-fade.

import { listen } from "../../../signals";
import { nextFrame } from "../timeouts";

/** Minimum loading time for a cross-fade, because capturing the old page costs a frame. Style sheets set the duration of the fade. */
const min_loading_ms = 100;
/** A change that takes longer is applied after the next frame, so that the click gets a visible response first. */
const slow_change_ms = 12;

/** Applies a change to the document, possibly as a view transition. Rejects if the change throws. */
export type ApplyChange = (change: () => void) => Promise<void>;

/** Starts to follow the visits and returns the function that applies changes. */
export function createTransitions(): ApplyChange {
  let loading_since_ms = performance.now();
  /** Duration of the last change. Before the first change, devices with a coarse pointer count as slow. */
  let last_duration_ms = matchMedia("(pointer: coarse)").matches ? Number.POSITIVE_INFINITY : 0;

  listen("croupier:visit", ({ kind }) => {
    if (kind === "loading") loading_since_ms = performance.now();
  });

  return async (change) => {
    const isSlow = last_duration_ms > slow_change_ms;
    const isLongLoad = performance.now() - loading_since_ms > min_loading_ms;
    const applyTimed = () => {
      const start_ms = performance.now();
      change();
      last_duration_ms = performance.now() - start_ms;
    };

    const isWanted =
      "startViewTransition" in document &&
      isLongLoad &&
      !isSlow &&
      !document.hidden &&
      !matchMedia("(prefers-reduced-motion: reduce)").matches;

    if (!isWanted) {
      // After a longer wait the click already got its response, so no extra frame is needed.
      if (isSlow && !isLongLoad) await nextFrame();
      return applyTimed();
    }

    const transition = document.startViewTransition(applyTimed);
    // A skipped transition rejects these promises, but its change is applied.
    for (const promise of [transition.ready, transition.finished]) promise.catch(() => undefined);
    await transition.updateCallbackDone;
  };
}
