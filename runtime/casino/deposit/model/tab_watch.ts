// Notices that a player returns from the tabs of the cashier, and that they are closed (A40).
//
// `closed` of a tab turns true 5 to 70 ms after the `focus` and `visibilitychange` that its closing causes. One look at those events
// would miss it, so the watch looks again until all tabs are closed.

/** Delay of the second look after the player's return. It doubles with each look, up to `LAST_DELAY_MS`. */
const FIRST_DELAY_MS = 20;
const LAST_DELAY_MS = 1000;
/** A tab that is closed within this time after a return was closed before it. */
const SETTLE_MS = 1000;
/** Age from which data is loaded again if the player returns from a tab that stays open. */
const FRESH_MS = 4000;

/** A tab of the cashier. Only `closed` can be read, because it has another origin. */
type WatchedTab = Pick<Window, "closed">;

/** The functions of the browser that the watch uses. All times are in milliseconds. */
export interface TabWatchPorts {
  readonly now: () => number;
  /** Calls `look` after a delay. The result prevents the call. */
  readonly later: (look: () => void, delay_ms: number) => () => void;
  readonly isVisible: () => boolean;
  /** Loads data again that was requested before this instant. */
  readonly refresh: (before_ms: number) => void;
  /** Called when the last tab is closed. */
  readonly end: () => void;
}

/** A watch of all open tabs of the cashier. */
export interface TabWatch {
  readonly add: (tab: WatchedTab) => void;
  /** Call it when the page gets the focus or becomes visible, before others request data for this reason. */
  readonly returned: () => void;
  readonly stop: () => void;
}

/** Creates the watch. Data is loaded once for all tabs that are closed when the player returns. */
export function watchTabs({ now, later, isVisible, refresh, end }: TabWatchPorts): TabWatch {
  const tabs = new Set<WatchedTab>();
  let returned_ms = Number.NEGATIVE_INFINITY;
  /** Whether the next look is the first one after a return. */
  let isReturn = false;
  let delay_ms = FIRST_DELAY_MS;
  let cancel = () => {};

  function look() {
    // Timers of a hidden page are slow, and the player sees nothing. The next return continues.
    if (!isVisible()) return;

    const opened = tabs.size;
    for (const tab of tabs) if (tab.closed) tabs.delete(tab);
    // Data that was requested since the return is newer than the deposit.
    if (tabs.size < opened) refresh(now() - returned_ms < SETTLE_MS ? returned_ms : now());
    // The player leaves the tab open, or it shows another page now.
    else if (isReturn) refresh(returned_ms - FRESH_MS);

    isReturn = false;
    if (tabs.size === 0) return end();

    cancel = later(look, delay_ms);
    delay_ms = Math.min(delay_ms * 2, LAST_DELAY_MS);
  }

  function restart() {
    cancel();
    delay_ms = FIRST_DELAY_MS;
    cancel = later(look, 0);
  }

  return {
    add(tab) {
      tabs.add(tab);
      restart();
    },
    returned() {
      if (!isVisible()) return;
      // `visibilitychange` and `focus` report the same return.
      if (now() - returned_ms >= SETTLE_MS) {
        returned_ms = now();
        isReturn = true;
      }
      restart();
    },
    stop: () => cancel(),
  };
}
