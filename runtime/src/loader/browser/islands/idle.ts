// When a page rests: what is done ahead of time, and would cost a frame, waits for it.

import { idle } from "./islands";

/** A frame that is drawn soon leaves less than that, in milliseconds. */
const long_ms = 20;

/**
 * Resolves when nothing else is to be done and no frame is drawn soon, as one is while the page is scrolled. What moves for ever
 * holds nothing back for more than `patience` frames.
 */
export async function waitForIdle(patience = 120) {
  for (let frame = 0; frame < patience; frame++) {
    const deadline = await new Promise<IdleDeadline | undefined>(idle);
    if (!deadline || deadline.timeRemaining() >= long_ms) return;
  }
}
