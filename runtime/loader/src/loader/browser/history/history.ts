// Tracks the history of this tab: the current entry, the rendered page it belongs to, and its scroll and focus positions.

import { entryDepth, entryKey, entryState, listen, openLayers, replaceEntry, type VisitAction } from "../../../signals";
import { focusHeading } from "../dialogs/focus";
import { isSameDocument } from "../documents/documents";
import { type FocusMark, focusMark, historyEntryId, markedElement } from "./focus_memory";
import { type ScrollPosition, startScroll } from "./scroll";

interface Position extends ScrollPosition {
  readonly focus?: FocusMark | undefined;
}

/** The entries of the history that belong to this site. */
export interface History {
  /** Syncs with navigations that happened before the loader started. */
  syncAtStart(): void;
  /** Sets the URL to `to`. Called before the page is rendered. */
  commit(to: string, action: VisitAction): void;
  /** Restores the URL of the rendered page after a failed visit by back or forward. */
  restoreUrl(): void;
  /** Restores scroll and focus of the current entry. Returns false if no position is stored for it. */
  restore(): boolean;
}

/** Callbacks of the history. */
export interface HistoryPorts {
  /** Called when the user goes back or forward to another page. */
  traverse(to: string): void;
  /** Called when the user goes back or forward to an entry of the rendered page. */
  arriveInPlace(): void;
}

const STORED = "croupier positions";
/** Maximum number of positions that are stored across a document load. */
const MAX_STORED = 100;

/**
 * Starts the history and controls scrolling while this document is shown. The browser scrolls documents that it loads, because it
 * can do so before the first paint. `openedUrl` is the URL that the document was opened with.
 */
export function startHistory(openedUrl: string, ports: HistoryPorts): History {
  const positions = new Map<string, Position>(readPositions());
  const scroll = startScroll();
  let key = historyEntryId();
  /** The rendered page. It differs from the page of the current entry while a visit is loading. */
  let renderedPage = isSameDocument(openedUrl, location.href)
    ? { page: entryState().page, url: location.href }
    : { page: "opened", url: openedUrl };

  const isInPlace = () => entryState().page === renderedPage.page;

  /** Stores the position of the entry `key`, if the rendered page belongs to it. */
  function storePosition() {
    if (shownPage === renderedPage.page) positions.set(key, { ...scroll.position(), focus: focusMark() });
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
    if (!position) return scroll.stopRestoring();
    focus(position);
    scroll.restore(position);
  }

  let shownPage = entryState().page;
  /** The layers of the current entry. */
  let layer = entryDepth();

  function followEntry() {
    layer = entryDepth();
    shownPage = entryState().page;
    if (!isInPlace()) return ports.traverse(location.pathname + location.search + location.hash);

    ports.arriveInPlace();
    renderedPage = { ...renderedPage, url: location.href };
  }

  function disableBrowserScroll() {
    history.scrollRestoration = "manual";
  }

  disableBrowserScroll();
  addEventListener("pageshow", disableBrowserScroll);
  addEventListener("popstate", () => {
    storePosition();
    // A layer covers the page, so going to or from its entry does not scroll the page.
    const isLayer = entryDepth() !== layer && location.href === renderedPage.url;
    const isNew = !entryState().croupier;
    key = historyEntryId(isSameDocument(location.href, renderedPage.url) ? renderedPage.page : undefined);

    followEntry();
    if (isInPlace() && isLayer) return;
    if (isInPlace() && !isNew) restoreWithin();
    else scroll.stopRestoring();
  });

  listen("croupier:entry", (entry) => {
    if (entry.key !== key) storePosition();
    key = entry.key;
    layer = entryDepth();
    if (isInPlace()) renderedPage = { ...renderedPage, url: location.href };
  });

  addEventListener("pagehide", () => {
    storePosition();
    history.scrollRestoration = "auto";
    writePositions(JSON.stringify([...positions].slice(-MAX_STORED)));
  });

  return {
    syncAtStart() {
      // The user may have gone back before this listener was added.
      if (!isInPlace()) return followEntry();

      const position = positions.get(key);
      if (position && document.activeElement === document.body) focus(position);
      // A user who has scrolled further down since then keeps that position.
      if (position && position.y > scrollY - 2) scroll.restore(position);
    },
    restore,
    commit(to, action) {
      scroll.stopRestoring();
      if (action === "traverse") {
        renderedPage = { page: entryState().page, url: location.href };
        return;
      }

      const page = entryKey();
      // Back must not return to the entry of an open dialog after its page is left, so that entry is replaced.
      const isPushed = action === "push" && openLayers() === 0;
      if (isPushed) storePosition();
      else positions.delete(key);
      if (isPushed) key = page;
      history[isPushed ? "pushState" : "replaceState"]({ croupier: key, page }, "", to);

      shownPage = page;
      layer = 0;
      renderedPage = { page, url: location.href };
    },
    restoreUrl() {
      replaceEntry({ page: renderedPage.page }, renderedPage.url);
      shownPage = renderedPage.page;
    },
  };
}

function readPositions(): [string, Position][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? "[]") as [string, Position][];
  } catch {
    return [];
  }
}

function writePositions(text: string) {
  try {
    sessionStorage.setItem(STORED, text);
  } catch {
    // If storage is not available, a reload does not restore the focus.
  }
}
