// Stores the focused element by its meaning, not by its position, because pages are rendered again and lists grow.

/** What is remembered of an element. */
export interface FocusMark {
  readonly id: string;
  readonly tag: string;
  /** Where a link leads, a field's name, or the words of a button. */
  readonly means: string;
  /** Which it is among those that mean the same. */
  readonly ordinal: number;
}

/** The mark of the element that has the focus; `undefined` where none has. */
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

/** The element that a mark is of, in the document as it is now. What had an id is found by it, or is gone. */
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
