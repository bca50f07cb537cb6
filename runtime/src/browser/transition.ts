// A short cross-fade for a page that had to be waited for. A page that came at once is shown at once: no transition delays it.

import type { Visit } from "../core/visit";

/** Only visits that took longer get one, in milliseconds: capturing the old page takes a frame of its own. */
const WAITED = 100;
/** How long it is seen, in milliseconds. */
const DURATION = 120;

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
  return {
    tell(visit) {
      if (visit.kind === "loading") began = performance.now();
    },
    async paint(change) {
      const isWanted =
        "startViewTransition" in document &&
        performance.now() - began > WAITED &&
        !document.hidden &&
        !matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (!isWanted) return change();
      const transition = document.startViewTransition(change);
      // One that is skipped has still made its change.
      transition.ready.then(shorten, () => undefined);
      transition.finished.catch(() => undefined);
      await transition.updateCallbackDone;
    },
  };
}

function shorten() {
  for (const animation of document.getAnimations()) {
    const effect = animation.effect as KeyframeEffect | null;
    if (effect?.pseudoElement?.startsWith("::view-transition")) effect.updateTiming({ duration: DURATION });
  }
}
