// Applies changes to the document: fast ones at once, slow ones after a frame, and those after a long load with a cross-fade.

import { listen } from "../../../signals";
import { nextFrame } from "../timeouts";

/** Minimum loading time for a cross-fade, because capturing the old page costs a frame. Style sheets set the duration of the fade. */
const waited_ms = 100;
/** A change that takes longer is applied after the next frame, so that the click gets a visible response first. */
const heavy_ms = 12;

/** Applies a change to the document, possibly as a view transition. Rejects if the change throws. */
export type ApplyChange = (change: () => void) => Promise<void>;

/** Starts to follow the visits and returns the function that applies changes. */
export function createTransitions(): ApplyChange {
  let began_ms = performance.now();
  /** Duration of the last change. Before the first change, devices with a coarse pointer count as slow. */
  let cost_ms = matchMedia("(pointer: coarse)").matches ? Number.POSITIVE_INFINITY : 0;
  listen("croupier:visit", ({ kind }) => {
    if (kind === "loading") began_ms = performance.now();
  });
  return async (change) => {
    const isSlow = cost_ms > heavy_ms;
    const isWaitedFor = performance.now() - began_ms > waited_ms;
    const timed = () => {
      const before = performance.now();
      change();
      cost_ms = performance.now() - before;
    };
    const isWanted =
      "startViewTransition" in document &&
      isWaitedFor &&
      !isSlow &&
      !document.hidden &&
      !matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!isWanted) {
      // After a longer wait the click already got its response, so no extra frame is needed.
      if (isSlow && !isWaitedFor) await nextFrame();
      return timed();
    }
    const transition = document.startViewTransition(timed);
    // A skipped transition rejects these promises, but its change is applied.
    for (const moment of [transition.ready, transition.finished]) moment.catch(() => undefined);
    await transition.updateCallbackDone;
  };
}
