// Tracks the history of this tab: the current entry, the rendered page it belongs to, and its scroll and focus positions.

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
  /** Syncs with navigations that happened before the loader started. */
  begin(): void;
  /** Sets the URL to `to`. Called before the page is rendered. */
  commit(to: string, action: VisitAction): void;
  /** Restores the URL of the rendered page after a failed visit by back or forward. */
  stay(): void;
  /** Restores scroll and focus of the current entry. Returns false if no position is stored for it. */
  restore(): boolean;
}

/** Callbacks of the history. */
export interface HistoryPorts {
  /** Called when the player goes back or forward to another page. */
  traverse(to: string): void;
  /** Called when the player goes back or forward to an entry of the rendered page. */
  arrive(): void;
}

const STORED = "croupier positions";
/** Maximum number of positions that are stored across a document load. */
const most_stored = 100;

/**
 * Starts the history and controls scrolling while this document is shown. The browser scrolls documents that it loads, because it
 * can do so before the first paint. `opened` is the URL that the document was opened with.
 */
export function startHistory(opened: string, ports: HistoryPorts): History {
  const positions = new Map<string, Position>(read());
  const scroll = startScroll();
  let key = historyEntryId();
  /** The rendered page. It differs from the page of the current entry while a visit is loading. */
  let rendered = isSameDocument(opened, location.href)
    ? { page: entryState().page, url: location.href }
    : { page: "opened", url: opened };

  const isInPlace = () => entryState().page === rendered.page;

  /** Stores the position of the entry `key`, if the rendered page belongs to it. */
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

  /** Restores a position within the rendered page. The focus does not move if no position is stored. */
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
      // A user who has scrolled further down since then keeps that position.
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
      // Back must not return to the entry of a dialog after its page is left, so that entry is replaced.
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
    // If storage is not available, a reload does not restore the focus.
  }
}
