// The search dialog: a combobox with a list of pages, as the ARIA Authoring Practices describe it. The focus stays in the field.

import styles from "./dialog.css";
import { loadIndex, type SearchFiles } from "./load_index";
import { createBox, type DialogBox } from "./markup";
import { createResultList, type ResultList } from "./result_list";
import type { DialogFile, PluralText, SearchIndex } from "./search_index";

/** Shown if the index fails to load and no button has a text for this. */
const FAILED = "The search could not be loaded. Check your connection, then try again.";

/** The dialog of a document. */
export interface SearchDialog {
  /** Opens the dialog, or selects the query if it is open. `typed` is what was typed while this script was loading. */
  open(typed: string): void;
}

/** Creates the dialog of this document. */
export function createDialog(files: SearchFiles): SearchDialog {
  const button = document.querySelector<HTMLElement>("[data-search-open]");
  const elements = createBox(button?.textContent.trim() ?? "");
  const { dialog, input, list, select } = elements;
  const results = createResultList(list, input, files.base.pathname.replace(/\/$/, ""));
  const search = createSearch(files, elements, results, button?.dataset.failed ?? FAILED);

  input.addEventListener("input", search.update);
  select.addEventListener("change", () => {
    search.update();
    input.focus();
  });

  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.move(step)) event.preventDefault();
    if (event.key !== "Enter") return;

    event.preventDefault();
    void search.whenShown().then(() => results.choose(event));
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
      void search.start();
    },
  };
}

/** The search in the dialog. */
interface Search {
  /** Loads the index, unless it is loaded or loading, and shows the results. */
  start(): Promise<void>;
  /** Shows the results of the query, as soon as the index is loaded. */
  update(): void;
  /** Resolves when the results of the query are shown, which can be on their way. */
  whenShown(): Promise<void>;
}

function createSearch(files: SearchFiles, elements: DialogBox, results: ResultList, failed: string): Search {
  const { dialog, input, select, status } = elements;
  const language = document.documentElement.lang || "en";
  let texts: DialogFile["texts"] | undefined;
  let index: SearchIndex | undefined;
  let isLoading = false;
  /** The query that was sent last. */
  let last = Promise.resolve();

  async function start() {
    if (index || isLoading) return;
    isLoading = true;
    dialog.dataset.state = "loading";

    try {
      index = await loadIndex(files, language, (file) => {
        texts = file.texts;
        elements.applyTexts(file);
      });
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
    results.show([]);
    dialog.dataset.state = "failed";
    status.textContent = failed;
  }

  /** Shows the pages that match the query. */
  function show() {
    const query = input.value.trim();
    const currentTexts = texts;
    if (!index || !currentTexts) return;

    const { minLength } = index;
    const found = query ? index.find(query, select.value) : Promise.resolve({ count: 0, pages: [] });
    const shown: Promise<void> = found.then(
      ({ count, pages }) => {
        // An earlier query can end later.
        if (shown !== last) return;

        results.show(pages);
        // The first letters of a word are no query yet.
        const isQuery = query.length >= minLength || count > 0;
        status.textContent = isQuery ? summary(currentTexts, language, query, count, pages.length) : "";
      },
      () => {
        if (shown === last) fail();
      },
    );

    last = shown;
  }

  return {
    start,
    update() {
      if (index) show();
      else void start();
    },
    whenShown: () => last,
  };
}

function summary(texts: DialogFile["texts"], language: string, query: string, count: number, shown: number): string {
  if (count === 0) return texts.none.replace("{query}", () => query);
  const text: PluralText = count > shown ? texts.more : texts.results;
  const sentence = text[new Intl.PluralRules(language).select(count)] ?? text.other;
  return sentence.replace("{count}", count.toLocaleString(language)).replace("{shown}", shown.toLocaleString(language));
}

let sheet: CSSStyleSheet | undefined;

/** Adds the styles of the dialog to the document. The policy of the site forbids inline style sheets, but not these. */
function adoptStyles() {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
