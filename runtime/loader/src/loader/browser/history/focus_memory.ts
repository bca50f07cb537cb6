// What is stored for a history entry: its id, and the focused element by its meaning. Pages are rendered again and lists grow, so
// the position of an element says nothing.

import { type EntryState, entryKey, entryState, replaceEntry } from "../../../signals";

/** Returns the ids of the current entry and of its page, and new ones for those that are missing. */
export function entryIds(newPage?: string): Required<Pick<EntryState, "croupier" | "page">> {
  const { croupier = entryKey(), page = newPage ?? croupier } = entryState();
  return { croupier, page };
}

/** Returns the id of the current entry, and creates one if it has none. `newPage` is the id of the page that a new entry belongs to. */
export function historyEntryId(newPage?: string): string {
  const { croupier, page } = entryState();
  if (croupier && page) return croupier;
  const ids = entryIds(newPage);
  replaceEntry(ids);
  return ids.croupier;
}

/** Description by which a focused element is found again. */
export interface FocusMark {
  readonly id: string;
  readonly tag: string;
  /** Target of a link, name of a field, or label or text of a button. */
  readonly meaning: string;
  /** Index among the elements with the same tag and meaning. */
  readonly ordinal: number;
}

/** Returns the mark of the focused element, or `undefined` if no element has the focus. */
export function focusMark(): FocusMark | undefined {
  const element = document.activeElement;
  if (!element || element === document.body || element.matches("[tabindex='-1']")) return undefined;

  const { id, localName: tag } = element;
  const meaning = readMeaning(element);
  return { id, tag, meaning, ordinal: findAlike(tag, meaning).indexOf(element) };
}

/** Returns the element that matches a mark in the current document. An element with an id is found only by its id. */
export function markedElement({ id, tag, meaning, ordinal }: FocusMark): HTMLElement | undefined {
  const element = id ? document.getElementById(id) : findAlike(tag, meaning)[ordinal];
  return element instanceof HTMLElement ? element : undefined;
}

function findAlike(tag: string, meaning: string): Element[] {
  return [...document.querySelectorAll(tag)].filter((element) => readMeaning(element) === meaning);
}

function readMeaning(element: Element): string {
  const attribute = element.getAttribute("href") ?? element.getAttribute("name") ?? element.getAttribute("aria-label");
  return attribute ?? element.textContent.trim().slice(0, 60);
}
