// Common behaviour of all dialogs: Back closes the topmost, closing restores the focus, and a visit closes all of them.

import {
  ATTRIBUTE,
  CLOSED_BY_VISIT,
  entryDepth,
  entryState,
  listenUntil,
  openLayers,
  pushEntry,
  replaceEntry,
} from "../../../signals";
import { isUnhydrated } from "./commands";
import { createAnchor, type FocusAnchor, focusNear, isFocusLost, stopFocusing } from "./focus";

interface OpenDialog {
  readonly dialog: HTMLDialogElement;
  /** Focus position when the dialog was opened; `undefined` if it was open before the stack started. */
  readonly opener: FocusAnchor | undefined;
}

/** Tracks the dialogs of the document until the signal is aborted. Called once. */
export function startDialogStack(signal: AbortSignal) {
  const stack: OpenDialog[] = [];
  /** Last focus position of the user, except in a dialog that has just been opened. */
  let anchor: FocusAnchor | undefined;
  if (!isFocusLost()) storeAnchor({ target: document.activeElement });

  /** Number of open dialogs that the current history entry represents, and the page and the URL of that entry. */
  let depth: number;
  let page: string | undefined;
  let url: string;
  syncWithEntry();

  function syncWithEntry() {
    depth = entryDepth();
    page = entryState().page;
    url = location.href;
  }

  function update() {
    for (const [index, { dialog, opener }] of [...stack.entries()].reverse()) {
      if (dialog.open && dialog.isConnected) continue;
      stack.splice(index, 1);
      if (isUnhydrated(dialog)) resetFields(dialog);
      // Elements in the closed dialog are no valid anchor any more.
      anchor = undefined;
      if (opener) focusNear(opener);
      // The dialog was open before the stack started. The browser restores its focus in this task, so the check runs after it.
      else setTimeout(focusNear, 0, []);
    }

    for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) {
      if (!dialog.matches(":modal") || stack.some((entry) => entry.dialog === dialog)) continue;
      stack.push({ dialog, opener: anchor });
      // The next close sets it again if a visit caused it.
      dialog.returnValue = "";
      // If a dialog was closed without Back, the next dialog uses its history entry.
      if (entryDepth() < stack.length) pushEntry({ layer: stack.length });
      syncWithEntry();
    }
  }

  /** Stores the focus position. Ignores elements in a dialog that is not tracked yet, because it has just been opened. */
  function storeAnchor({ target }: Pick<Event, "target">) {
    if (!(target instanceof Element)) return;
    const dialog = target.closest<HTMLDialogElement>("dialog:modal");
    if (!dialog || stack.some((entry) => entry.dialog === dialog)) anchor = createAnchor(target);
  }

  document.addEventListener("focusin", storeAnchor, { capture: true, signal });
  // Some browsers do not focus a button when it is clicked.
  document.addEventListener("click", storeAnchor, { capture: true, signal });
  const dialogs = new MutationObserver(update);
  dialogs.observe(document, { subtree: true, childList: true, attributeFilter: ["open"] });
  listenUntil(signal, "croupier:entry", syncWithEntry);

  listenUntil(signal, "croupier:visit", ({ kind }) => {
    if (kind !== "done") return;
    syncWithEntry();
    // A dialog that stays open during a visit needs its own entry, so that Back closes it.
    if (stack.some(({ dialog }) => dialog.open) && depth < stack.length) pushEntry({ layer: stack.length });
  });

  addEventListener(
    "popstate",
    () => {
      const previousDepth = depth;
      const isSamePage = entryState().page === page;
      const isSameUrl = location.href === url;

      syncWithEntry();
      if (!isSamePage) return;
      // Forward does not open a closed dialog again. Its entry becomes one of the page, so that the next Back does not leave the page.
      if (isSameUrl && depth > previousDepth) return replaceEntry({ layer: openLayers() });
      if (depth >= previousDepth) return;

      const closable = stack.filter(({ dialog }) => dialog.open).slice(depth);
      for (const { dialog } of closable.reverse()) dialog.close();
      // The dialog of the previous entry was already closed, so Back would change nothing that is visible.
      if (closable.length === 0) history.back();
    },
    { signal },
  );

  signal.addEventListener("abort", () => {
    dialogs.disconnect();
    stopFocusing();
  });

  update();
}

/** Closes all popovers and dialogs of the previous page, except permanent ones. */
export function closeDialogs(): void {
  const openPopovers = CSS.supports("selector(:popover-open)")
    ? `:popover-open:not([${ATTRIBUTE.permanent}])`
    : ":not(*)";
  for (const popover of document.querySelectorAll<HTMLElement>(openPopovers)) popover.hidePopover();
  for (const dialog of document.querySelectorAll<HTMLDialogElement>(`dialog[open]:not([${ATTRIBUTE.permanent}])`))
    dialog.close(CLOSED_BY_VISIT);
}

/** Resets the fields of a dialog whose island is not hydrated. If a visit closed it, resets only passwords. */
function resetFields(dialog: HTMLDialogElement) {
  const fields = dialog.returnValue === CLOSED_BY_VISIT ? "[type=password]" : "input";
  for (const field of dialog.querySelectorAll<HTMLInputElement>(fields)) field.value = field.defaultValue;
}
