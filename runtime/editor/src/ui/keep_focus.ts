// The focus stays near its place when the control that has it goes away.

/** Elements that the Tab key reaches, if they are visible. */
const CONTROLS =
  'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

/** The focus does not leave the part of the window that it was in. */
const LANDMARKS = "dialog, main, nav, aside, header";

/**
 * Moves the focus to the nearest control when the one that has it is removed. Browsers leave it to the document, so that the next Tab begins at the
 * top of the page.
 */
export function keepFocus(): void {
  let focused: Element | null = null;

  addEventListener("focusin", ({ target }) => {
    focused = target as Element;
  });
  // An element that the user left, and that is still there, must not give the focus away later.
  addEventListener("focusout", ({ target }) => {
    queueMicrotask(() => {
      const isLeft = target === focused && focused?.isConnected && document.activeElement !== focused;
      if (isLeft) focused = null;
    });
  });

  const observer = new MutationObserver((records) => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const removal = removalOf(focused, records);
    focused = null;
    if (removal?.target instanceof Element) focusNear(removal.target, removal.previousSibling);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Returns the removal that took an element out of the document. */
function removalOf(element: Node, records: readonly MutationRecord[]): MutationRecord | undefined {
  const root = element.getRootNode();
  const removal = records.find(({ removedNodes }) => [...removedNodes].includes(root));
  return removal && !removal.target.isConnected ? removalOf(removal.target, records) : removal;
}

/** Focuses the first control after a place, else the last one before it. */
function focusNear(parent: Element, before: Node | null): void {
  const place = before?.isConnected ? before : parent;
  const isAfter = (control: Element) => {
    const position = place.compareDocumentPosition(control);
    const isInside = (position & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0;
    return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && (place === parent || !isInside);
  };

  for (let region: Element | null = parent; region?.closest(LANDMARKS); region = region.parentElement) {
    const controls = [...region.querySelectorAll<HTMLElement>(CONTROLS)];
    const nearest = [...controls.filter(isAfter), ...controls.filter((it) => !isAfter(it)).reverse()];
    // Hidden controls do not take the focus.
    if (nearest.some((control) => takesFocus(control))) return;
  }
}

function takesFocus(control: HTMLElement): boolean {
  if (control.tabIndex < 0) return false;
  control.focus();
  return document.activeElement === control;
}
