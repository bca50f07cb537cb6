// Common behaviour of all dialogs: Back closes the topmost, closing restores the focus, and a visit closes all of them.

import { ATTRIBUTE, CLOSED_BY_VISIT, entryState, listen, pushEntry } from "../../../signals";
import { anchorOf, type FocusAnchor, focusNear, isLost } from "./focus";

interface OpenDialog {
  readonly dialog: HTMLDialogElement;
  /** Focus position when the dialog was opened; `undefined` if it was open before the stack started. */
  readonly from: FocusAnchor | undefined;
}

/** Starts to track the dialogs of the document; called once. */
export function startDialogStack(): void {
  const layers: OpenDialog[] = [];
  /** Last focus position of the player, except in a dialog that has just been opened. */
  let anchor: FocusAnchor | undefined;
  if (!isLost()) note({ target: document.activeElement });
  /** Number of open dialogs that the current history entry represents, and the page of that entry. */
  let depth = depthOf();
  let page = entryState().page;

  function look() {
    depth = depthOf();
    page = entryState().page;
  }

  function follow() {
    for (const [at, { dialog, from }] of [...layers.entries()].reverse()) {
      if (dialog.open && dialog.isConnected) continue;
      layers.splice(at, 1);
      if (dialog.closest("[data-island]:not([data-awake])")) forget(dialog);
      // Elements in the closed dialog are no valid anchor any more.
      anchor = undefined;
      if (from) focusNear(from);
      // The dialog was open before the stack started. The browser restores its focus in this task, so the check runs after it.
      else setTimeout(focusNear, 0, []);
    }
    for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) {
      if (!dialog.matches(":modal") || layers.some((layer) => layer.dialog === dialog)) continue;
      layers.push({ dialog, from: anchor });
      // The next close sets it again if a visit caused it.
      dialog.returnValue = "";
      // If a dialog was closed without Back, the next dialog uses its history entry.
      if (depthOf() < layers.length) pushEntry({ layer: layers.length });
      look();
    }
  }

  /** Stores the focus position. Ignores elements in a dialog that is not tracked yet, because it has just been opened. */
  function note({ target }: Pick<Event, "target">) {
    if (!(target instanceof Element)) return;
    const dialog = target.closest<HTMLDialogElement>("dialog:modal");
    if (!dialog || layers.some((layer) => layer.dialog === dialog)) anchor = anchorOf(target);
  }

  document.addEventListener("focusin", note, true);
  // Some browsers do not focus a button when it is clicked.
  document.addEventListener("click", note, true);
  new MutationObserver(follow).observe(document, { subtree: true, childList: true, attributeFilter: ["open"] });
  listen("croupier:entry", look);
  listen("croupier:visit", ({ kind }) => {
    if (kind !== "done") return;
    look();
    // A dialog that stays open during a visit needs its own entry, so that Back closes it.
    if (layers.some(({ dialog }) => dialog.open) && depth < layers.length) pushEntry({ layer: layers.length });
  });
  addEventListener("popstate", () => {
    const before = depth;
    const isSamePage = entryState().page === page;
    look();
    if (!isSamePage || depth >= before) return;
    const above = layers.filter(({ dialog }) => dialog.open).slice(depth);
    for (const { dialog } of above.reverse()) dialog.close();
    // The dialog of the previous entry was already closed, so Back would change nothing that is visible.
    if (above.length === 0) history.back();
  });
  follow();
}

/** Closes all popovers and dialogs of the previous page, except permanent ones. */
export function closeDialogs(): void {
  const open = CSS.supports("selector(:popover-open)") ? `:popover-open:not([${ATTRIBUTE.permanent}])` : ":not(*)";
  for (const popover of document.querySelectorAll<HTMLElement>(open)) popover.hidePopover();
  for (const dialog of document.querySelectorAll<HTMLDialogElement>(`dialog[open]:not([${ATTRIBUTE.permanent}])`))
    dialog.close(CLOSED_BY_VISIT);
}

/** Resets the fields of a dialog whose island is not hydrated (row 4.2-02). If a visit closed it, resets only passwords. */
function forget(dialog: HTMLDialogElement) {
  const fields = dialog.returnValue === CLOSED_BY_VISIT ? "[type=password]" : "input";
  for (const field of dialog.querySelectorAll<HTMLInputElement>(fields)) field.value = field.defaultValue;
}

function depthOf(): number {
  const { layer } = entryState();
  return typeof layer === "number" ? layer : 0;
}
