// Whether the player is in the middle of something that a document load would cut off: what widgets declare, and what the document shows.

import { listen } from "../../../signals";

/** Whether a widget holds the page. */
export type Holds = () => boolean;

/** Begins to listen to widgets that declare what they are in the middle of. */
export function countUnloadGuards(): Holds {
  const holds = new Map<string, number>();
  listen("croupier:hold", ({ name, held }) => holds.set(name, (holds.get(name) ?? 0) + (held ? 1 : -1)));
  return () => [...holds.values()].some((count) => count > 0);
}

/** Fields that hold no text of the player's. */
const PLAIN = new Set(["button", "submit", "reset", "checkbox", "radio", "image", "hidden"]);

/** What can be seen in the document: a field with text has the focus, an open dialogue holds one, or a game is open. */
export function isDocumentBusy(): boolean {
  if (document.fullscreenElement || document.querySelector("dialog[open] iframe")) return true;
  const element = document.activeElement;
  if (element instanceof HTMLElement && (holdsText(element) || element.isContentEditable)) return true;
  return [...document.querySelectorAll("dialog[open] :is(input, textarea)")].some(holdsText);
}

function holdsText(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  return element instanceof HTMLInputElement && !PLAIN.has(element.type) && element.value !== element.defaultValue;
}
