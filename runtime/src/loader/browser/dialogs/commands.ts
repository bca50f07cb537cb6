// Buttons that open and close by `command` work in every browser and at every moment: where the browser lacks commands they are stood in for, and what a sleeping island is to do waits until it is awake.

import { ID, listen, send } from "../../../signals";

/** What a button's `command` does, for browsers that have dialogues but no commands (A142). */
const BUILT_IN: Readonly<Record<string, (dialog: HTMLDialogElement, value: string) => void>> = {
  "show-modal": (dialog) => dialog.open || dialog.showModal(),
  close: (dialog, value) => dialog.close(value),
  "request-close": (dialog, value) => dialog.close(value),
};

/** A `command` event, as the browser makes it or as it is made here. */
type Command = Event & { readonly command?: string; readonly source?: Element | null };

/** Begins. `wake` wakes the sleeping island around an element, and resolves when it is awake or cannot be woken. */
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
    // What its HTML shows needs no code. Who has closed it by then does not get it again.
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
