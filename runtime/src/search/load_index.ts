// Loads the index of the search: that of texts if the site has one and the browser can use it, otherwise that of titles.

import type { DividedFile } from "./divided_index";
import {
  createIndex,
  type DialogFile,
  isLetter,
  type PageList,
  routeOf,
  type SearchFile,
  type SearchIndex,
} from "./search_index";
import { createTextIndex } from "./text_index";
import { normalized, words } from "./words";

/** The files that the dialog loads when it is opened. */
export interface SearchFiles {
  /** The folder of the site. Routes of pages begin here. */
  readonly base: URL;
  /** The index of titles. */
  readonly titles: URL;
  /** The texts of the dialog, if the site has a search over the text of pages. */
  readonly dialog: URL | undefined;
}

/** Loads an index. `onTexts` receives the texts of the dialog as soon as they are loaded, which is before the index is ready. */
export async function loadIndex(
  { titles, dialog }: SearchFiles,
  language: string,
  onTexts: (file: DialogFile) => void,
): Promise<SearchIndex> {
  if (dialog) {
    const file = await load<DialogFile>(dialog);
    onTexts(file);

    // There is none in `croupier dev`, and where the policy of a host forbids its worker.
    const index = await createTextIndex(file, language).catch(() => undefined);
    if (index) return index;
  }

  const file = await load<SearchFile | DividedFile>(titles);
  onTexts(file);
  if (!("parts" in file)) return createIndex(file);

  const urlOf = (part: number) => new URL(`search-parts/${file.parts}/${part}.json`, titles);
  const tools = { createIndex, isLetter, normalized, routeOf, words };
  const { createDividedIndex } = await import("./divided_index");
  return createDividedIndex(file, (part) => load<PageList>(urlOf(part)), tools);
}

async function load<File>(url: URL): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as File;
}
