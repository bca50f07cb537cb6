// Detects rows of games that come near the screen, with the number of their tiles that fit on it.

import { hasIdleCallback, whenIdle } from "../../ui/when_idle";
import { whenWithin } from "../../ui/when_within";

/** The minimum width of a tile, in pixels. It limits the number of visible tiles of a row. */
const NARROWEST = 128;
/** The margins around the screen. Images of near rows load when the browser is idle; images of close rows load at once. */
const NEAR = "60%";
const CLOSE = "15%";
/** The time that requesting the images takes on a slow phone, in milliseconds. */
const ASKING_MS = 10;

/** Returns the number of tiles of a row that fit on the screen. */
export function onScreen(): number {
  return 1 + Math.ceil(innerWidth / NARROWEST);
}

/** Calls `then` when the images of `row` should load, once or twice. Returns a function that ends the detection. */
export function whenNear(row: Element, then: () => void): () => void {
  let end = () => {};
  const close = whenWithin(CLOSE, then);
  const soon = whenWithin(NEAR, () => {
    soon.disconnect();
    if (!hasIdleCallback()) return then();
    end = whenIdle(ASKING_MS, () => {
      then();
      return true;
    });
  });
  soon.observe(row);
  close.observe(row);
  return () => {
    soon.disconnect();
    close.disconnect();
    end();
  };
}
