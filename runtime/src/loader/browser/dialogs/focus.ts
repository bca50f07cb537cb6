// Where the focus goes when what had it is gone: as near to that place as can be, and never to the body.

import { LOADER_ID } from "../ids";
import { nextFrame } from "../timeouts";

/** A place in the document: an element and what lay around it, innermost first, so that it is known when that is gone. */
export type FocusAnchor = readonly Element[];

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary";

/** The place of an element, up to the main part or a landmark around the page. */
export function anchorOf(element: Element): FocusAnchor {
  const around: Element[] = [];
  for (let at: Element | null = element.closest(FOCUSABLE) ?? element; at && !isEdge(at); at = at.parentElement)
    around.push(at);
  return around;
}

/**
 * Focuses the place again, unless something visible has the focus: the element itself, what replaces it, or the page's heading.
 * Repeats that until the next key or pointer event, because an island may redraw the element, as the bar does after a login.
 */
export function focusNear(anchor: FocusAnchor): void {
  let isDue = false;
  const look = () => {
    isDue = false;
    // Behind a modal dialog nothing takes the focus.
    if (!isLost() || document.querySelector("dialog:modal")) return;
    const found = anchor.flatMap((element) => [element, ...element.querySelectorAll(FOCUSABLE)]).find(canFocus);
    if (found) found.focus({ preventScroll: true });
    else focusHeading();
    // The changes made here are no reason to look again.
    watch.takeRecords();
  };
  const watch = new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    // After a frame the layout is known: reading it in each batch of changes would compute it again and again.
    void nextFrame().then(() => stop.signal.aborted || look());
  });
  const stop = new AbortController();
  look();
  watch.observe(document, { subtree: true, childList: true, attributes: true });
  for (const kind of ["pointerdown", "keydown", "pagehide"])
    addEventListener(
      kind,
      () => {
        watch.disconnect();
        stop.abort();
      },
      { capture: true, signal: stop.signal },
    );
}

/** Whether nothing that can be seen has the focus. */
export function isLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || !isVisible(activeElement);
}

function canFocus(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && element.matches(FOCUSABLE) && isVisible(element);
}

function isVisible(element: Element): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
}

function isEdge(element: Element): boolean {
  return element.id === LOADER_ID.main || element === document.body;
}

/** Focus goes to what a page begins with where nothing better is known. */
export function focusHeading() {
  const main = document.getElementById(LOADER_ID.main);
  const heading = main?.querySelector<HTMLElement>("h1") ?? main;
  if (heading) focusOnce(heading);
}

/** Focuses an element that may not be focusable, and leaves nothing behind when the focus goes. */
export function focusOnce(element: HTMLElement) {
  element.focus({ preventScroll: true });
  if (document.activeElement === element) return;
  element.tabIndex = -1;
  element.addEventListener("blur", function left() {
    // Another window may have the focus for a while.
    if (document.activeElement === element) return;
    element.removeAttribute("tabindex");
    element.removeEventListener("blur", left);
  });
  element.focus({ preventScroll: true });
}
