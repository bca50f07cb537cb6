// The elements of the search dialog and their texts. The results are in result_list.ts.

import type { DialogFile } from "./search_index";

export const LIST_ID = "search-results";

const GLASS = "M14 8.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0ZM13 13l4.5 4.5";
const CROSS = "m5 5 10 10M15 5 5 15";

/** The elements of the dialog that the search uses. */
export interface DialogBox {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly status: HTMLElement;
  /** Limits the results to a section. Hidden if the site has only one. */
  readonly select: HTMLSelectElement;
  readonly list: HTMLElement;
  applyTexts(file: DialogFile): void;
}

/** Creates an HTML element with attributes and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...children);
  return created;
}

function icon(path: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", "search-icon");
  svg.setAttribute("aria-hidden", "true");

  const shape = document.createElementNS(svg.namespaceURI, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/** Creates the elements of the dialog. `label` names it until its texts are loaded. */
export function createBox(label: string): DialogBox {
  const input = element("input", {
    class: "search-input",
    type: "text",
    role: "combobox",
    "aria-label": label,
    "aria-autocomplete": "list",
    "aria-controls": LIST_ID,
    "aria-expanded": "false",
    autocomplete: "off",
    autocapitalize: "off",
    enterkeyhint: "go",
    maxlength: "200",
    spellcheck: "false",
  });

  const close = element("button", { class: "search-close", type: "button", "aria-label": "" }, icon(CROSS));
  const status = element("p", { class: "search-status", role: "status" });
  const select = element("select", { class: "search-section" });
  select.hidden = true;
  const list = element("div", { class: "search-results", id: LIST_ID, role: "listbox" });

  const box = element(
    "div",
    { class: "search-box" },
    element("div", { class: "search-field" }, icon(GLASS), input, close),
    element("div", { class: "search-bar" }, status, select),
    list,
  );
  const dialog = element("dialog", { class: "search-dialog", "aria-label": label, "data-search": "" }, box);

  function applyTexts({ texts, sections }: DialogFile) {
    dialog.setAttribute("aria-label", texts.title);
    input.setAttribute("aria-label", texts.title);
    input.placeholder = texts.placeholder;
    close.setAttribute("aria-label", texts.close);
    list.setAttribute("aria-label", texts.list);
    status.textContent = texts.loading;

    select.setAttribute("aria-label", texts.section);
    select.replaceChildren(new Option(texts.all, ""), ...sections.map(([route, title]) => new Option(title, route)));
    select.hidden = sections.length < 2;
  }

  close.addEventListener("click", () => dialog.close());
  // The box covers the dialog, so that only the backdrop is outside of it.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });

  return { dialog, input, status, select, list, applyTexts };
}
