// Tracks the history of this tab: the current entry, the rendered page it belongs to, and its scroll and focus positions.

import {
  entryDepth,
  entryKey,
  entryState,
  listenUntil,
  openLayers,
  replaceEntry,
  type VisitAction,
} from "../../../signals";
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
 * Tracks the history and controls scrolling until the signal is aborted. The browser scrolls documents that it loads, because it
 * can do so before the first paint. `openedUrl` is the URL that the document was opened with.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: shared closures are smaller, and the weight of pages is limited.
export function startHistory(openedUrl: string, ports: HistoryPorts, signal: AbortSignal): History {
  const positions = new Map<string, Position>(readPositions());
  const scroll = startScroll(signal);
  let key = historyEntryId();
  /** The page of the current entry. */
  let page = entryState().page;
  /** The layers of the current entry. */
  let layer = entryDepth();
  /** The rendered page and its URL. It differs from the page of the current entry while a visit is loading. */
  let [renderedPage, renderedUrl] = isSameDocument(openedUrl, location.href)
    ? [page, location.href]
    : ["opened", openedUrl];

  const isInPlace = () => entryState().page === renderedPage;

  /** Stores the position of the entry `key`, if the rendered page belongs to it. */
  function storePosition() {
    if (page === renderedPage) positions.set(key, { ...scroll.position(), focus: focusMark() });
  }

  function focus({ focus: mark }: Position): boolean {
    const element = mark && markedElement(mark);
    element?.focus({ preventScroll: true });
    return element === document.activeElement;
  }

  function restore(): boolean {
    const position = positions.get(key);
    if (!position) return false;

    if (!focus(position)) focusHeading();
    scroll.restore(position);
    return true;
  }

  function readEntry() {
    layer = entryDepth();
    page = entryState().page;
  }

  function followEntry() {
    readEntry();
    if (!isInPlace()) return ports.traverse(location.pathname + location.search + location.hash);

    ports.arriveInPlace();
    renderedUrl = location.href;
  }

  function disableBrowserScroll() {
    history.scrollRestoration = "manual";
  }

  function enableBrowserScroll() {
    history.scrollRestoration = "auto";
  }

  disableBrowserScroll();
  signal.addEventListener("abort", enableBrowserScroll);
  addEventListener("pageshow", disableBrowserScroll, { signal });
  addEventListener(
    "popstate",
    () => {
      storePosition();
      // A layer covers the page, so going to or from its entry does not scroll the page.
      const isLayer = entryDepth() !== layer && location.href === renderedUrl;
      key = historyEntryId(isSameDocument(location.href, renderedUrl) ? renderedPage : undefined);

      followEntry();
      if (isInPlace() && isLayer) return;
      scroll.stopRestoring();

      // Within the rendered page, the focus does not move if no position is stored.
      const position = positions.get(key);
      if (!position || !isInPlace()) return;
      focus(position);
      scroll.restore(position);
    },
    { signal },
  );

  listenUntil(signal, "croupier:entry", (entry) => {
    if (entry.key !== key) storePosition();
    key = entry.key;
    layer = entryDepth();
    if (isInPlace()) renderedUrl = location.href;
  });

  addEventListener(
    "pagehide",
    () => {
      storePosition();
      enableBrowserScroll();
      writePositions(JSON.stringify([...positions].slice(-MAX_STORED)));
    },
    { signal },
  );

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
      if (action !== "traverse") {
        const newPage = entryKey();
        // Back must not return to the entry of an open dialog after its page is left, so that entry is replaced.
        const isPushed = action === "push" && openLayers() === 0;
        if (isPushed) storePosition();
        else positions.delete(key);
        if (isPushed) key = newPage;
        history[isPushed ? "pushState" : "replaceState"]({ croupier: key, page: newPage }, "", to);
      }

      readEntry();
      renderedPage = page;
      renderedUrl = location.href;
    },
    restoreUrl() {
      replaceEntry({ page: renderedPage }, renderedUrl);
      page = renderedPage;
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
