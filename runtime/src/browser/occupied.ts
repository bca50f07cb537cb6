// Whether the player is in the middle of something that a document load would end: typing, or a game.

/** Fields that hold no text of the player's. */
const PLAIN = new Set(["button", "submit", "reset", "checkbox", "radio", "image", "hidden"]);

/** True while a field with text has the focus, while an open dialogue holds one, and while a game is open in this tab. */
export function isOccupied(): boolean {
  if (document.fullscreenElement || document.querySelector("dialog[open] iframe")) return true;
  const element = document.activeElement;
  if (element instanceof HTMLElement && (holdsText(element) || element.isContentEditable)) return true;
  return [...document.querySelectorAll("dialog[open] :is(input, textarea)")].some(holdsText);
}

function holdsText(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  return element instanceof HTMLInputElement && !PLAIN.has(element.type) && element.value !== element.defaultValue;
}
