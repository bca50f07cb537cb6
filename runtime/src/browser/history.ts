// The history of this tab: which entry is shown, and where each one was scrolled and focused.

import type { Manner } from "../core/visit";
import { entryName } from "./entry";

interface Position {
  readonly x: number;
  readonly y: number;
  /** Which of the focusable elements had the focus; -1 for none. */
  readonly focus: number;
}

const STORED = "croupier positions";
const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";

/** The entries of the history that belong to this site. */
export interface History {
  /** Makes `to` the shown address, before its page is put in place. */
  commit(to: string, manner: Manner): void;
  /** Makes the address bar say again what is shown, after a visit by back or forward that failed. */
  stay(): void;
  /** Brings scroll and focus back to where the shown entry was left; false where that is not known. */
  restore(): boolean;
}

/**
 * Takes over scrolling while this document is shown; documents that are loaded are scrolled by the browser, which can do it
 * before they are painted. `opened` is the address that the document was opened with; `back` is told when the player went
 * back or forward to another page.
 */
export function startHistory(opened: string, back: (to: string) => void): History {
  const positions = new Map<string, Position>(read());
  let shown = pageOf(new URL(opened));
  /** Where the page came from that is in place; `shown` is ahead of it while one is loaded. */
  let rendered = shown === pageOf(location) ? location.href : opened;
  let key = entryName();
  let scroll = { x: scrollX, y: scrollY };

  function leave() {
    const focus = [...document.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement as Element);
    positions.set(key, { ...scroll, focus });
  }

  function focus({ focus }: Position) {
    document.querySelectorAll<HTMLElement>(FOCUSABLE)[focus]?.focus({ preventScroll: true });
  }

  function restore(): boolean {
    const position = positions.get(key);
    if (!position) return false;
    scrollTo({ left: position.x, top: position.y, behavior: "instant" });
    focus(position);
    return true;
  }

  function moved() {
    const here = pageOf(location);
    // While another page is on its way, the one that is in place may be neither the shown entry's nor the next one's.
    if (here === shown && here === pageOf(new URL(rendered))) return false;
    shown = here;
    back(here + location.hash);
    return true;
  }

  function take() {
    history.scrollRestoration = "manual";
  }

  take();
  addEventListener("pageshow", take);
  addEventListener(
    "scroll",
    () => {
      scroll = { x: scrollX, y: scrollY };
    },
    { passive: true },
  );
  addEventListener("popstate", () => {
    leave();
    const isNew = !(history.state as { croupier?: string } | null)?.croupier;
    key = entryName();
    if (!moved()) {
      rendered = location.href;
      if (!isNew) restore();
    }
    scroll = { x: scrollX, y: scrollY };
  });
  addEventListener("pagehide", () => {
    leave();
    history.scrollRestoration = "auto";
    write(JSON.stringify([...positions].slice(-100)));
  });
  // Somebody may have gone back before this was here to hear of it.
  const left = moved() || document.activeElement !== document.body ? undefined : positions.get(key);
  if (left) focus(left);

  return {
    restore,
    commit(to, manner) {
      if (manner !== "restore") {
        leave();
        key = manner === "push" ? crypto.randomUUID() : key;
        history[manner === "push" ? "pushState" : "replaceState"]({ croupier: key }, "", to);
        shown = pageOf(location);
      }
      rendered = location.href;
    },
    stay() {
      history.replaceState(history.state, "", rendered);
      shown = pageOf(location);
    },
  };
}

/** What of an address decides which page it is. */
function pageOf({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  return pathname + search;
}

function read(): [string, Position][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? "[]") as [string, Position][];
  } catch {
    return [];
  }
}

function write(text: string) {
  try {
    sessionStorage.setItem(STORED, text);
  } catch {
    // Without a place to remember it, a reload starts without the focus.
  }
}
