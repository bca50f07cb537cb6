// The results in the search dialog: a list of options, of which one is active. The focus stays in the field, whose
// `aria-activedescendant` names the active option.

import { element, LIST_ID } from "./markup";
import type { Found } from "./search_index";
import type { Part } from "./words";

/** The list of results. */
export interface ResultList {
  /** Replaces the options. The first one becomes active. */
  show(pages: readonly Found[]): void;
  /** Makes the option `step` options further active, from the last one to the first. Returns `false` if there are no options. */
  move(step: number): boolean;
  /** Follows the link of the active option, as a click with the modifier keys of this event does. */
  choose(event: KeyboardEvent): void;
}

/** Creates the list of results in `list`, for a field. `base` precedes the routes of pages. */
export function createResultList(list: HTMLElement, input: HTMLElement, base: string): ResultList {
  let active = -1;

  /** Makes an option the active one. -1 means none. */
  function activate(position: number) {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = position;

    const next = list.children[active];
    if (next) {
      next.setAttribute("aria-selected", "true");
      next.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", next.id);
    } else input.removeAttribute("aria-activedescendant");
  }

  function createOption(page: Found, position: number): HTMLElement {
    const option = element(
      "a",
      {
        class: "search-result",
        id: `${LIST_ID}-${position}`,
        role: "option",
        href: base + page.route,
        tabindex: "-1",
        "aria-selected": "false",
      },
      ...optionContent(page),
    );

    option.addEventListener("mousemove", () => {
      if (active !== position) activate(position);
    });
    return option;
  }

  return {
    show(pages) {
      list.replaceChildren(...pages.map(createOption));
      list.scrollTop = 0;
      input.setAttribute("aria-expanded", String(pages.length > 0));
      activate(pages.length > 0 ? 0 : -1);
    },

    move(step) {
      const count = list.children.length;
      if (count > 0) activate((active + step + count) % count);
      return count > 0;
    },

    choose({ ctrlKey, metaKey }) {
      const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey });
      list.children[active]?.dispatchEvent(click);
    },
  };
}

function optionContent({ title, section, heading, description }: Found): (Node | string)[] {
  const content: (Node | string)[] = [element("span", { class: "search-title" }, ...marked(title))];

  // The spaces separate the texts in the name of the option.
  if (section && section !== title.map((part) => part.text).join(""))
    content.push(" ", element("span", { class: "search-place" }, section));
  if (heading.length > 0) content.push(" ", element("span", { class: "search-heading" }, ...marked(heading)));
  if (description.length > 0) content.push(" ", element("span", { class: "search-text" }, ...marked(description)));
  return content;
}

function marked(parts: readonly Part[]): (Node | string)[] {
  return parts.map((part) => (part.isMatch ? element("mark", {}, part.text) : part.text));
}
