// Waits for idle time: prefetching must not delay a frame.

import { idle } from "./islands";

/** If a frame is due soon, less idle time is left than this, in milliseconds. */
const idle_ms = 20;

/**
 * Resolves when the browser is idle and no frame is due soon. During scrolling a frame is always due soon. Resolves after
 * `max_frames` idle callbacks at the latest, because an animation may never end.
 */
export async function waitForIdle(max_frames = 120) {
  for (let frame = 0; frame < max_frames; frame++) {
    const deadline = await new Promise<IdleDeadline | undefined>(idle);
    if (!deadline || deadline.timeRemaining() >= idle_ms) return;
  }
}
