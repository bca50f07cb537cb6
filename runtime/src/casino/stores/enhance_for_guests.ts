// Islands that are enhanced for guests and hydrated for players, who do not load the code of the enhancement.

import type { Enhance } from "../../island/enhance";
import { $session } from "../session/session";

/** Returns an `enhance` that hydrates the island when a player is signed in, and loads the enhancement for guests. */
export function enhanceForGuests<Props>(load: () => Promise<{ enhance: Enhance<Props> }>): Enhance<Props> {
  return (element, props, hydrate) => {
    let [isOver, end] = [false, () => {}];
    const start = ({ enhance }: { enhance: Enhance<Props> }) => {
      if (!isOver) end = enhance(element, props, hydrate);
    };
    // `loadPart` already reports a chunk that fails to load. The HTML of the build remains, and an interaction hydrates it.
    if (!$session.get()) load().then(start, () => {});
    const stop = $session.subscribe((session) => session && hydrate());
    return () => {
      isOver = true;
      stop();
      end();
    };
  };
}
