// What every dialogue over the page has in common: Back closes the topmost, the focus finds a place when it is closed, and another page closes them all.

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
  /** Where the player was last, outside of what has just been opened. */
  let anchor: FocusAnchor | undefined;
  if (!isLost()) note({ target: document.activeElement });
  /** How many layers the shown entry of the history stands for, and the page that it is of. */
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
      // It was open before this began: the browser knows from where, and leads back there in this task.
      else setTimeout(focusNear, 0, []);
    }
    for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) {
      if (!dialog.matches(":modal") || layers.some((layer) => layer.dialog === dialog)) continue;
      layers.push({ dialog, from: anchor });
      // The next close sets it again if a visit caused it.
      dialog.returnValue = "";
      // The entry of a layer that was closed otherwise serves the next one.
      if (depthOf() < layers.length) pushEntry({ layer: layers.length });
      look();
    }
  }

  /** Remembers where the player is. What lies in a dialogue that is not followed yet was opened a moment ago. */
  function note({ target }: Pick<Event, "target">) {
    if (!(target instanceof Element)) return;
    const dialog = target.closest<HTMLDialogElement>("dialog:modal");
    if (!dialog || layers.some((layer) => layer.dialog === dialog)) anchor = anchorOf(target);
  }

  document.addEventListener("focusin", note, true);
  // Some browsers do not focus a button that is pressed.
  document.addEventListener("click", note, true);
  new MutationObserver(follow).observe(document, { subtree: true, childList: true, attributeFilter: ["open"] });
  listen("croupier:entry", look);
  listen("croupier:visit", ({ kind }) => {
    if (kind !== "done") return;
    look();
    // A dialog that stayed open over the visit needs an entry that Back leaves.
    if (layers.some(({ dialog }) => dialog.open) && depth < layers.length) pushEntry({ layer: layers.length });
  });
  addEventListener("popstate", () => {
    const before = depth;
    const isSamePage = entryState().page === page;
    look();
    if (!isSamePage || depth >= before) return;
    const above = layers.filter(({ dialog }) => dialog.open).slice(depth);
    for (const { dialog } of above.reverse()) dialog.close();
    // The layer of the entry that was left had been closed before: nothing would have changed on the screen.
    if (above.length === 0) history.back();
  });
  follow();
}

/** Closes popovers and dialogs of the page that is left, except permanent ones. */
export function closeDialogs(): void {
  const open = CSS.supports("selector(:popover-open)") ? `:popover-open:not([${ATTRIBUTE.permanent}])` : ":not(*)";
  for (const popover of document.querySelectorAll<HTMLElement>(open)) popover.hidePopover();
  for (const dialog of document.querySelectorAll<HTMLDialogElement>(`dialog[open]:not([${ATTRIBUTE.permanent}])`))
    dialog.close(CLOSED_BY_VISIT);
}

/** Empties the fields of a dialogue that no code answers for yet (row 4.2-02). After a visit all but passwords stays. */
function forget(dialog: HTMLDialogElement) {
  const fields = dialog.returnValue === CLOSED_BY_VISIT ? "[type=password]" : "input";
  for (const field of dialog.querySelectorAll<HTMLInputElement>(fields)) field.value = field.defaultValue;
}

function depthOf(): number {
  const { layer } = entryState();
  return typeof layer === "number" ? layer : 0;
}
