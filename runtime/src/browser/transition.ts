// How a change of the document is made: at once where that is quick, after a frame where it is slow, and as a short cross-fade where a page was waited for.

import type { Visit } from "../core/visit";

/** Only visits that took longer get a cross-fade, in milliseconds: capturing the old page takes a frame of its own. */
const WAITED = 100;
/** How long it is seen, in milliseconds. */
const DURATION = 120;
/** A change that takes longer is made after the next frame, in milliseconds, so that the click is answered first. */
const HEAVY = 12;

/** Changes of the document that may be seen as a transition. */
export interface Transitions {
  /** Is to be told every step of a visit. */
  tell(visit: Visit): void;
  /** Makes the change; rejects when the change throws. */
  paint(change: () => void): Promise<void>;
}

/** Makes them. */
export function createTransitions(): Transitions {
  let began = 0;
  /** What the last change took; until there was one, telephones are taken for slow. */
  let cost = matchMedia("(pointer: coarse)").matches ? Number.POSITIVE_INFINITY : 0;
  return {
    tell(visit) {
      if (visit.kind === "loading") began = performance.now();
    },
    async paint(change) {
      const isSlow = cost > HEAVY;
      const isWaitedFor = performance.now() - began > WAITED;
      const timed = () => {
        const before = performance.now();
        change();
        cost = performance.now() - before;
      };
      const isWanted =
        "startViewTransition" in document &&
        isWaitedFor &&
        !isSlow &&
        !document.hidden &&
        !matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (!isWanted) {
        // A click that waited for its page was answered long ago.
        if (isSlow && !isWaitedFor) await frame();
        return timed();
      }
      const transition = document.startViewTransition(timed);
      // One that is skipped has still made its change.
      transition.ready.then(shorten, () => undefined);
      transition.finished.catch(() => undefined);
      await transition.updateCallbackDone;
    },
  };
}

/** Resolves right after the next frame; soon, too, in a tab that makes none. */
function frame(): Promise<void> {
  return new Promise((then) => {
    setTimeout(then, 50);
    requestAnimationFrame(() => setTimeout(then));
  });
}

function shorten() {
  for (const animation of document.getAnimations()) {
    const effect = animation.effect as KeyframeEffect | null;
    if (effect?.pseudoElement?.startsWith("::view-transition")) effect.updateTiming({ duration: DURATION });
  }
}
