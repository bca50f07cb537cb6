// Handles buttons with `command`: a polyfill for browsers without commands, and a delay until the target's island is hydrated.

import { ID, listen, send } from "../../../signals";

/** Built-in commands of dialogs, for browsers that support dialogs but no commands (A142). */
const BUILT_IN: Readonly<Record<string, (dialog: HTMLDialogElement, value: string) => void>> = {
  "show-modal": (dialog) => dialog.open || dialog.showModal(),
  close: (dialog, value) => dialog.close(value),
  "request-close": (dialog, value) => dialog.close(value),
};

/** A `command` event from the browser or from this polyfill. */
type Command = Event & { readonly command?: string; readonly source?: Element | null };

/** Starts to handle commands. `wake` hydrates the island around an element, and resolves when that is done or has failed. */
export function startCommands(wake: (element: Element) => Promise<unknown>): void {
  if (!("commandForElement" in HTMLButtonElement.prototype)) document.addEventListener("click", standIn);
  document.addEventListener(
    "command",
    (event: Command) => {
      const { target, command = "" } = event;
      if (!(target instanceof Element && command.startsWith("--") && isAsleep(target))) return;
      event.stopImmediatePropagation();
      void wake(target).then(() => isAsleep(target) || dispatch(target, command, event.source));
    },
    true,
  );
  listen("croupier:open", (detail) => {
    const layer = document.getElementById(ID.modal);
    if (!layer || !isAsleep(layer)) return;
    // A panel that is already in the HTML opens without code. If the user closes it before hydration, it does not open again.
    const dialog = layer instanceof HTMLDialogElement && layer.dataset.panel === detail.panel ? layer : undefined;
    if (dialog && !dialog.open) dialog.showModal();
    void wake(layer).then(() => isAsleep(layer) || dialog?.open === false || send("croupier:open", detail));
  });
}

function standIn(event: Event) {
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

function isAsleep(element: Element): boolean {
  return !!element.closest("[data-island]:not([data-awake])");
}
