// Moves the focus when the focused element disappears: to the nearest focusable element, and never to the body.

import { MAIN, mainElement } from "../documents/documents";
import { nextFrame } from "../timeouts";

/** A position in the document: an element and its ancestors, innermost first. It can be used after the element is removed. */
export type FocusAnchor = readonly Element[];

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary";

/** Returns the anchor of an element, with its ancestors up to the main element or the body. */
export function createAnchor(element: Element): FocusAnchor {
  const ancestors: Element[] = [];
  for (
    let node: Element | null = element.closest(FOCUSABLE) ?? element;
    node && !isEdge(node);
    node = node.parentElement
  )
    ancestors.push(node);
  return ancestors;
}

/** Ends the last {@link focusNear}. */
let last: AbortController | undefined;

/**
 * Focuses the anchor's element, its replacement, or the page's heading, unless a visible element has the focus.
 * Repeats this until the next key or pointer event or the next call, because an island may render the element again, as the bar does
 * after a form.
 */
export function focusNear(anchor: FocusAnchor): void {
  stopFocusing();
  const controller = new AbortController();
  last = controller;
  let isScheduled = false;

  const restoreFocus = () => {
    isScheduled = false;
    // Elements behind a modal dialog cannot take the focus.
    if (!isFocusLost() || document.querySelector("dialog:modal")) return;

    const target = anchor.flatMap((element) => [element, ...element.querySelectorAll(FOCUSABLE)]).find(canFocus);
    if (target) target.focus({ preventScroll: true });
    else focusHeading();

    // The changes made here must not trigger another check.
    observer.takeRecords();
  };

  const observer = new MutationObserver(() => {
    if (isScheduled) return;
    isScheduled = true;
    // After a frame the layout is known: reading it in each batch of changes would compute it again and again.
    void nextFrame().then(() => {
      if (!controller.signal.aborted) restoreFocus();
    });
  });

  restoreFocus();
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  controller.signal.addEventListener("abort", () => observer.disconnect());

  for (const kind of ["pointerdown", "keydown", "pagehide"])
    addEventListener(kind, () => controller.abort(), { capture: true, signal: controller.signal });
}

/** Ends the repetition of {@link focusNear}. */
export function stopFocusing() {
  last?.abort();
}

/** Returns whether no visible element has the focus. */
export function isFocusLost(): boolean {
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
  return element.matches(`${MAIN},body`);
}

/** Focuses the page's heading, or the main element. This is the default if no better target is known. */
export function focusHeading() {
  const main = mainElement();
  const heading = main?.querySelector<HTMLElement>("h1") ?? main;
  if (heading) focusOnce(heading);
}

/** Focuses an element that may not be focusable. Removes the added `tabindex` when the element loses the focus. */
export function focusOnce(element: HTMLElement) {
  element.focus({ preventScroll: true });
  if (document.activeElement === element) return;

  element.tabIndex = -1;
  element.addEventListener("blur", function onBlur() {
    // Another window may have the focus for a while.
    if (document.activeElement === element) return;
    element.removeAttribute("tabindex");
    element.removeEventListener("blur", onBlur);
  });

  element.focus({ preventScroll: true });
}
