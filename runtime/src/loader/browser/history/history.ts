// The history of this tab: which entry is shown, which drawn page it belongs to, and where it was scrolled and focused.

import { entryKey, entryState, listen, replaceEntry, type VisitAction } from "../../../signals";
import { focusHeading } from "../dialogs/focus";
import { isSameDocument } from "../documents/documents";
import { historyEntryId } from "./entry_id";
import { type FocusMark, focusMark, markedElement } from "./focus_memory";
import { type ScrollPosition, startScroll } from "./scroll";

interface Position extends ScrollPosition {
  readonly focus?: FocusMark | undefined;
}

/** The entries of the history that belong to this site. */
export interface History {
  /** Catches up with what was done before the loader was there. */
  begin(): void;
  /** Makes `to` the shown address, before its page is put in place. */
  commit(to: string, action: VisitAction): void;
  /** Makes the address bar say again what is shown, after a visit by back or forward that failed. */
  stay(): void;
  /** Brings scroll and focus back to where the shown entry was left; false where that is not known. */
  restore(): boolean;
}

/** Callbacks of the history. */
export interface HistoryPorts {
  /** The player went back or forward to another page. */
  traverse(to: string): void;
  /** The player is back on the page that is in place. */
  arrive(): void;
}

const STORED = "croupier positions";
/** So many entries are remembered over a document load. */
const most_stored = 100;

/**
 * Takes over scrolling while this document is shown; documents that are loaded are scrolled by the browser, which can do it
 * before they are painted. `opened` is the address that the document was opened with.
 */
export function startHistory(opened: string, ports: HistoryPorts): History {
  const positions = new Map<string, Position>(read());
  const scroll = startScroll();
  let key = historyEntryId();
  /** The page that is in place, which is not the shown entry's while one is loaded. */
  let rendered = isSameDocument(opened, location.href)
    ? { page: entryState().page, url: location.href }
    : { page: "opened", url: opened };

  const isInPlace = () => entryState().page === rendered.page;

  /** Remembers the entry that `key` names, where the page in place is its own. */
  function leave() {
    if (shownPage === rendered.page) positions.set(key, { ...scroll.position(), focus: focusMark() });
  }

  function focus({ focus: mark }: Position): boolean {
    const element = mark && markedElement(mark);
    element?.focus({ preventScroll: true });
    return element !== undefined && element === document.activeElement;
  }

  function restore(): boolean {
    const position = positions.get(key);
    if (!position) return false;
    if (!focus(position)) focusHeading();
    scroll.restore(position);
    return true;
  }

  /** Within the page that is in place the focus stays, unless it is known where it was. */
  function restoreWithin() {
    const position = positions.get(key);
    if (!position) return scroll.settle();
    focus(position);
    scroll.restore(position);
  }

  let shownPage = entryState().page;
  function moved() {
    shownPage = entryState().page;
    if (!isInPlace()) return ports.traverse(location.pathname + location.search + location.hash);
    ports.arrive();
    rendered = { ...rendered, url: location.href };
  }

  function take() {
    history.scrollRestoration = "manual";
  }

  take();
  addEventListener("pageshow", take);
  addEventListener("popstate", () => {
    leave();
    const isNew = !entryState().croupier;
    key = historyEntryId(isSameDocument(location.href, rendered.url) ? rendered.page : undefined);
    moved();
    if (isInPlace() && !isNew) restoreWithin();
    else scroll.settle();
  });
  listen("croupier:entry", (entry) => {
    if (entry.key !== key) leave();
    key = entry.key;
    if (isInPlace()) rendered = { ...rendered, url: location.href };
  });
  addEventListener("pagehide", () => {
    leave();
    history.scrollRestoration = "auto";
    write(JSON.stringify([...positions].slice(-most_stored)));
  });

  return {
    begin() {
      // The user may have gone back before this listener was added.
      if (!isInPlace()) return moved();
      const left = positions.get(key);
      if (left && document.activeElement === document.body) focus(left);
      // Who has scrolled on since stays there.
      if (left && left.y > scrollY - 2) scroll.restore(left);
    },
    restore,
    commit(to, action) {
      scroll.settle();
      if (action === "traverse") {
        rendered = { page: entryState().page, url: location.href };
        return;
      }
      const page = entryKey();
      // A layer's entry is not gone back to once its page is left.
      const isPushed = action === "push" && !entryState().layer;
      if (isPushed) leave();
      else positions.delete(key);
      if (isPushed) key = page;
      history[isPushed ? "pushState" : "replaceState"]({ croupier: key, page }, "", to);
      shownPage = page;
      rendered = { page, url: location.href };
    },
    stay() {
      replaceEntry({ page: rendered.page }, rendered.url);
      shownPage = rendered.page;
    },
  };
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
