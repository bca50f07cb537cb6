// The search dialog: a combobox with a list of pages, as the ARIA Authoring Practices describe it. The focus stays in the field.

import styles from "./dialog.css";
import type { DividedFile } from "./divided_index";
import {
  createIndex,
  type DialogFile,
  type Found,
  isLetter,
  type PageList,
  type PluralText,
  routeOf,
  type SearchFile,
  type SearchIndex,
} from "./search_index";
import { createTextIndex } from "./text_index";
import { normalized, type Part, words } from "./words";

const LIST_ID = "search-results";
/** Shown if the index fails to load and no button has a text for this. */
const FAILED = "The search could not be loaded. Check your connection, then try again.";

/** The dialog of a document. */
export interface SearchDialog {
  /** Opens the dialog, or selects the query if it is open. `typed` is what was typed while this script was loading. */
  open(typed: string): void;
}

/** The files that the dialog loads when it is opened. */
export interface SearchFiles {
  /** The index of titles. */
  readonly titles: URL;
  /** The texts of the dialog, if the site has a search over the text of pages. */
  readonly dialog: URL | undefined;
}

type Attributes = Readonly<Record<string, string>>;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
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

const GLASS = "M14 8.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0ZM13 13l4.5 4.5";
const CROSS = "m5 5 10 10M15 5 5 15";

async function load<File>(url: URL): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as File;
}

/** Creates the dialog of this document. */
export function createDialog(urls: SearchFiles): SearchDialog {
  const base = new URL("..", urls.titles).pathname.replace(/\/$/, "");
  const language = document.documentElement.lang || "en";
  const button = document.querySelector<HTMLElement>("[data-search-open]");
  const label = button?.textContent.trim() ?? "";

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
  const list = element("div", { class: "search-results", id: LIST_ID, role: "listbox" });
  const dialog = element(
    "dialog",
    { class: "search-dialog", "aria-label": label, "data-search": "" },
    element(
      "div",
      { class: "search-box" },
      element("div", { class: "search-field" }, icon(GLASS), input, close),
      element("div", { class: "search-bar" }, status, select),
      list,
    ),
  );
  select.hidden = true;

  let file: DialogFile | undefined;
  let index: SearchIndex | undefined;
  let isLoading = false;
  let active = -1;
  /** The query that was sent last. */
  let last = Promise.resolve();

  async function loadIndex() {
    if (index || isLoading) return;
    isLoading = true;
    dialog.dataset.state = "loading";
    try {
      index = (urls.dialog && (await textIndex(urls.dialog))) ?? (await titleIndex());
      delete dialog.dataset.state;
      show();
    } catch {
      fail();
    }
    isLoading = false;
  }

  /** Reports a failure. The next attempt loads the index again, because a new release may have other parts. */
  function fail() {
    index = undefined;
    showPages([]);
    dialog.dataset.state = "failed";
    status.textContent = button?.dataset.failed ?? FAILED;
  }

  async function titleIndex() {
    const titles = await load<SearchFile | DividedFile>(urls.titles);
    applyTexts(titles);
    if (!("parts" in titles)) return createIndex(titles);
    const urlOf = (part: number) => new URL(`search-parts/${titles.parts}/${part}.json`, urls.titles);
    const tools = { createIndex, isLetter, normalized, routeOf, words };
    const { createDividedIndex } = await import("./divided_index");
    return createDividedIndex(titles, (part) => load<PageList>(urlOf(part)), tools);
  }

  /** Returns nothing where the index of texts cannot be used: in `croupier dev`, and where the policy of a host forbids its worker. */
  async function textIndex(url: URL) {
    const texts = await load<DialogFile>(url);
    applyTexts(texts);
    return createTextIndex(texts, language).catch(() => undefined);
  }

  function applyTexts(loaded: DialogFile) {
    file = loaded;
    const { texts, sections } = file;
    dialog.setAttribute("aria-label", texts.title);
    input.setAttribute("aria-label", texts.title);
    input.placeholder = texts.placeholder;
    close.setAttribute("aria-label", texts.close);
    list.setAttribute("aria-label", texts.list);
    select.setAttribute("aria-label", texts.section);
    status.textContent = texts.loading;
    select.replaceChildren(new Option(texts.all, ""), ...sections.map(([route, title]) => new Option(title, route)));
    select.hidden = sections.length < 2;
  }

  /** Shows the pages that match the query. */
  function show() {
    const query = input.value.trim();
    const none = { count: 0, pages: [] };
    if (!index || !file) return;

    const { minLength } = index;
    const results = query ? index.find(query, select.value) : Promise.resolve(none);
    const { texts } = file;
    const shown: Promise<void> = results.then(
      ({ count, pages }) => {
        // An earlier query can end later.
        if (shown !== last) return;
        showPages(pages);
        // The first letters of a word are no query yet.
        status.textContent = query.length >= minLength || count > 0 ? summary(texts, query, count, pages.length) : "";
      },
      () => {
        if (shown === last) fail();
      },
    );

    last = shown;
  }

  function showPages(pages: readonly Found[]) {
    list.replaceChildren(...pages.map(option));
    list.scrollTop = 0;
    input.setAttribute("aria-expanded", String(pages.length > 0));
    activate(pages.length > 0 ? 0 : -1);
  }

  function summary(texts: DialogFile["texts"], query: string, count: number, shown: number): string {
    if (count === 0) return texts.none.replace("{query}", () => query);
    const number = (value: number) => value.toLocaleString(language);
    return plural(count > shown ? texts.more : texts.results, count)
      .replace("{count}", number(count))
      .replace("{shown}", number(shown));
  }

  function plural(text: PluralText, count: number): string {
    return text[new Intl.PluralRules(language).select(count)] ?? text.other;
  }

  function option(page: Found, position: number): HTMLElement {
    const marked = (parts: readonly Part[]) =>
      parts.map((part) => (part.isMatch ? element("mark", {}, part.text) : part.text));
    const title = page.title.map((part) => part.text).join("");

    const link = element(
      "a",
      {
        class: "search-result",
        id: `${LIST_ID}-${position}`,
        role: "option",
        href: base + page.route,
        tabindex: "-1",
        "aria-selected": "false",
      },
      element("span", { class: "search-title" }, ...marked(page.title)),
    );

    if (page.section && page.section !== title)
      link.append(" ", element("span", { class: "search-place" }, page.section));
    if (page.heading.length > 0)
      link.append(" ", element("span", { class: "search-heading" }, ...marked(page.heading)));
    if (page.description.length > 0)
      link.append(" ", element("span", { class: "search-text" }, ...marked(page.description)));

    link.addEventListener("mousemove", () => {
      if (active !== position) activate(position);
    });
    return link;
  }

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

  input.addEventListener("input", () => {
    if (index) show();
    else void loadIndex();
  });
  select.addEventListener("change", () => {
    show();
    input.focus();
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const count = list.children.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      activate((active + step + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const { ctrlKey, metaKey } = event;

      // The results of what was typed can be on their way.
      void last.then(() => {
        list.children[active]?.dispatchEvent(
          new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey }),
        );
      });
    }
  });
  close.addEventListener("click", () => dialog.close());
  // The box covers the dialog, so that only the backdrop is outside of it.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  // After the listeners of the document: the loader closes the dialog itself when it shows the page of a link.
  addEventListener("click", (event) => {
    const isLink = event.target instanceof Element && list.contains(event.target.closest("a"));
    if (isLink && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey) dialog.close();
  });

  return {
    open(typed) {
      if (!dialog.isConnected) {
        adoptStyles();
        document.body.append(dialog);
      }
      if (!dialog.open) dialog.showModal();
      if (typed) input.value = typed;
      input.focus();
      if (!typed) input.select();
      void loadIndex();
    },
  };
}

let sheet: CSSStyleSheet | undefined;

/** Adds the styles of the dialog to the document. The policy of the site forbids inline style sheets, but not these. */
function adoptStyles() {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
