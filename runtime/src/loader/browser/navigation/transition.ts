// How a change of the document is made: at once where that is quick, after a frame where it is slow, and as a short cross-fade where a page was waited for.

import { listen } from "../../../signals";
import { nextFrame } from "../timeouts";

/** Only visits that took longer get a cross-fade: capturing the old page takes a frame of its own. Style sheets say how long it is seen. */
const waited_ms = 100;
/** A change that takes longer is made after the next frame, so that the click is answered first. */
const heavy_ms = 12;

/** Makes a change of the document, perhaps as a transition; rejects when the change throws. */
export type ApplyChange = (change: () => void) => Promise<void>;

/** Begins to follow the visits. */
export function createTransitions(): ApplyChange {
  let began_ms = performance.now();
  /** What the last change took; until there was one, telephones are taken for slow. */
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
      // A click that waited for its page was answered long ago.
      if (isSlow && !isWaitedFor) await nextFrame();
      return timed();
    }
    const transition = document.startViewTransition(timed);
    // One that is skipped has still made its change.
    for (const moment of [transition.ready, transition.finished]) moment.catch(() => undefined);
    await transition.updateCallbackDone;
  };
}
