// Detects rows of games that come near the screen, with the number of their tiles that fit on it.

import { hasIdleCallback, whenIdle } from "../../ui/when_idle";
import { whenWithin } from "../../ui/when_within";

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
