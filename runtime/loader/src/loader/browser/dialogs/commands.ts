// Handles buttons with `command`: a polyfill for browsers without commands, and a delay until the target's island is hydrated.

import { ID, listenUntil, send } from "../../../signals";
import type { Islands } from "../islands/islands";

/** Built-in commands of dialogs, for browsers that support dialogs but no commands. */
const BUILT_IN: Readonly<Record<string, (dialog: HTMLDialogElement, value: string) => void>> = {
  "show-modal": (dialog) => {
    if (!dialog.open) dialog.showModal();
  },
  close: (dialog, value) => dialog.close(value),
  "request-close": (dialog, value) => dialog.close(value),
};

/** A `command` event from the browser or from this polyfill. */
type Command = Event & { readonly command?: string; readonly source?: Element | null };

/**
 * Handles commands until the signal is aborted. `whenHydrated` hydrates the island around an element, and then calls back.
 */
export function startCommands(whenHydrated: Islands["whenHydrated"], signal: AbortSignal) {
  if (!("commandForElement" in HTMLButtonElement.prototype)) document.addEventListener("click", runCommand, { signal });

  document.addEventListener(
    "command",
    (event: Command) => {
      const { target, command = "" } = event;
      if (!(target instanceof Element && command.startsWith("--") && isUnhydrated(target))) return;

      event.stopImmediatePropagation();
      whenHydrated(target, () => dispatch(target, command, event.source));
    },
    { capture: true, signal },
  );

  listenUntil(signal, "croupier:open", (detail) => {
    const modal = document.getElementById(ID.modal);
    if (!modal || !isUnhydrated(modal)) return;

    // A view that is already in the HTML opens without code. If the user closes it before hydration, it does not open again.
    const dialog = modal instanceof HTMLDialogElement && modal.dataset.view === detail.view ? modal : undefined;
    if (dialog && !dialog.open) dialog.showModal();
    whenHydrated(modal, () => {
      if (dialog?.open !== false) send("croupier:open", detail);
    });
  });
}

function runCommand(event: Event) {
  const button = (event.target as Element).closest<HTMLButtonElement>("button[commandfor]");
  const target = button && document.getElementById(button.getAttribute("commandfor") ?? "");
  if (!target || button.disabled || event.defaultPrevented) return;
  const command = button.getAttribute("command") ?? "";
  if (command.startsWith("--")) dispatch(target, command, button);
  else if (target instanceof HTMLDialogElement) BUILT_IN[command]?.(target, button.value);
}

function dispatch(target: Element, command: string, source: Element | null | undefined) {
  target.dispatchEvent(Object.assign(new Event("command"), { command, source }));
}

/** Returns whether an element is in an island that is not hydrated. */
export function isUnhydrated(element: Element): boolean {
  return !!element.closest("[data-island]:not([data-hydrated])");
}
