// Unload guards: decide whether a document load would interrupt the player. Widgets declare guards, and some follow from the document.

import { listen } from "../../../signals";

/** Returns whether a widget has an unload guard. */
export type HasUnloadGuard = () => boolean;

/** Starts to count the unload guards of widgets. */
export function countUnloadGuards(): HasUnloadGuard {
  const holds = new Map<string, number>();
  listen("croupier:hold", ({ name, held }) => holds.set(name, (holds.get(name) ?? 0) + (held ? 1 : -1)));
  return () => [...holds.values()].some((count) => count > 0);
}

/** Types of input fields that contain no text of the player. */
const TEXTLESS_TYPES = new Set(["button", "submit", "reset", "checkbox", "radio", "image", "hidden"]);

/** Returns whether a field with changed text has the focus or is in an open dialog, or a game is open. */
export function isDocumentBusy(): boolean {
  if (document.fullscreenElement || document.querySelector("dialog[open] iframe")) return true;
  const element = document.activeElement;
  if (element instanceof HTMLElement && (hasChangedText(element) || element.isContentEditable)) return true;
  return [...document.querySelectorAll("dialog[open] :is(input, textarea)")].some(hasChangedText);
}

function hasChangedText(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  return (
    element instanceof HTMLInputElement && !TEXTLESS_TYPES.has(element.type) && element.value !== element.defaultValue
  );
}
