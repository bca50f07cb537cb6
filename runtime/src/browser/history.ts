// The history of this tab: which entry is shown, and where each one was scrolled and focused.

import type { Manner } from "../core/visit";

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
  /** Brings scroll and focus back to where the shown entry was left; false where that is not known. */
  restore(): boolean;
}

/** Takes over scrolling. `back` is told when the player went back or forward to another page. */
export function startHistory(back: (to: string) => void): History {
  const positions = new Map<string, Position>(JSON.parse(read() ?? "[]") as [string, Position][]);
  let shown = location.pathname + location.search;
  let key = adopt();
  let scroll = { x: scrollX, y: scrollY };

  function adopt(): string {
    const state = history.state as { croupier?: string } | null;
    if (state?.croupier) return state.croupier;
    const made = crypto.randomUUID();
    history.replaceState({ croupier: made }, "");
    return made;
  }

  function leave() {
    const focus = [...document.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement as Element);
    positions.set(key, { ...scroll, focus });
  }

  function restore(): boolean {
    const position = positions.get(key);
    if (!position) return false;
    scrollTo({ left: position.x, top: position.y, behavior: "instant" });
    const element = document.querySelectorAll<HTMLElement>(FOCUSABLE)[position.focus];
    element?.focus({ preventScroll: true });
    return true;
  }

  history.scrollRestoration = "manual";
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
    key = adopt();
    const here = location.pathname + location.search;
    if (here !== shown) {
      shown = here;
      back(here + location.hash);
    } else if (!isNew) restore();
    scroll = { x: scrollX, y: scrollY };
  });
  addEventListener("pagehide", () => {
    leave();
    write(JSON.stringify([...positions].slice(-100)));
  });

  return {
    restore,
    commit(to, manner) {
      if (manner === "restore") return;
      leave();
      key = manner === "push" ? crypto.randomUUID() : key;
      history[manner === "push" ? "pushState" : "replaceState"]({ croupier: key }, "", to);
      shown = location.pathname + location.search;
    },
  };
}

function read(): string | null {
  try {
    return sessionStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function write(text: string) {
  try {
    sessionStorage.setItem(STORED, text);
  } catch {
    // Without a place to remember it, a reload starts at the top.
  }
}
