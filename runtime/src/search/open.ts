// Opens the search dialog: a click on a button with `data-search-open`, Ctrl+K (Command+K on Apple keyboards), or a slash. This is the only
// script of the search that a page loads; the dialog and the index follow when it is opened.

import type { SearchDialog } from "./dialog";

/** The folder of the index in the language of the page. Nothing for the default language. */
const index = document.querySelector<HTMLElement>("script[data-index]")?.dataset.index ?? "";
/** This script is in the folder of assets, which is next to the folder of page-data. */
const base = new URL("..", import.meta.url);
const file = (name: string) => new URL(`page-data/${index}${name}.json`, base);
const files = {
  base,
  titles: file("search"),
  dialog: document.querySelector("script[data-text]") ? file("search-dialog") : undefined,
};
const hasSlashKey = !document.querySelector('script[data-slash-key="off"]');
const isApple = /^(Mac|iP)/.test(navigator.platform);
let dialog: Promise<SearchDialog> | undefined;
/** What was typed while the dialog was loading. Nothing if it is not loading. */
let typed: string | undefined;

async function open() {
  dialog ??= import("./dialog").then(({ createDialog }) => createDialog(files));
  typed ??= "";

  try {
    (await dialog).open(typed);
  } catch {
    // The next attempt loads the dialog again.
    dialog = undefined;
  }

  typed = undefined;
}

/** Returns whether a key press is meant for a field, or for another dialog that is open. */
function isTaken({ target }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input,select,textarea")) &&
    // A field of a closed dialog loses the focus only with the next frame.
    !target.closest("dialog:not([open])");
  return isField || document.querySelector("dialog:modal") !== null;
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-search-open]")) return;
  event.preventDefault();
  void open();
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;

  if (typed !== undefined && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    typed += event.key;
    return;
  }

  const isShortcut = event.key.toLowerCase() === "k" && !event.shiftKey && (isApple ? event.metaKey : event.ctrlKey);
  // On some keyboards, such as German ones, the slash is above a digit.
  const isSlash = hasSlashKey && event.key === "/" && !event.ctrlKey && !event.metaKey && !isTaken(event);
  if (!isShortcut && !isSlash) return;

  // Another dialog keeps the focus, and the search dialog opens only on top of the page.
  if (isShortcut && document.querySelector("dialog:modal:not([data-search])")) return;

  event.preventDefault();
  void open();
});
