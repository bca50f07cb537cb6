// Stores the focused element by its meaning, not by its position, because pages are rendered again and lists grow.

/** Description by which a focused element is found again. */
export interface FocusMark {
  readonly id: string;
  readonly tag: string;
  /** Target of a link, name of a field, or label or text of a button. */
  readonly means: string;
  /** Index among the elements with the same tag and meaning. */
  readonly ordinal: number;
}

/** Returns the mark of the focused element, or `undefined` if no element has the focus. */
export function focusMark(): FocusMark | undefined {
  const element = document.activeElement;
  if (!element || element === document.body || element.matches("[tabindex='-1']")) return undefined;
  return {
    id: element.id,
    tag: element.localName,
    means: meaning(element),
    ordinal: alike(element.localName, meaning(element)).indexOf(element),
  };
}

/** Returns the element that matches a mark in the current document. An element with an id is found only by its id. */
export function markedElement({ id, tag, means, ordinal }: FocusMark): HTMLElement | undefined {
  const found = id ? document.getElementById(id) : alike(tag, means)[ordinal];
  return found instanceof HTMLElement ? found : undefined;
}

function alike(tag: string, means: string): Element[] {
  return [...document.querySelectorAll(tag)].filter((element) => meaning(element) === means);
}

function meaning(element: Element): string {
  const attribute = element.getAttribute("href") ?? element.getAttribute("name") ?? element.getAttribute("aria-label");
  return attribute ?? element.textContent.trim().slice(0, 60);
}
