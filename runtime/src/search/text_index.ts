// Finds pages by their text. Pagefind does so in a worker of its own, see `text_worker.ts`.

import { createPolicy, type TrustedTypesPolicy, unchanged } from "@croupier/loader/browser";
import { type DialogFile, type Found, type Results, type SearchIndex, sectionOf } from "./search_index";
import { normalized, type Part, parts, words } from "./words";

/** The file name of the worker, which the build of the search fills in. */
declare const WORKER: string;

/** A query for the worker. */
export interface TextQuery {
  readonly id: number;
  readonly language: string;
  readonly query: string;
  /** The route of a section; an empty one means all. */
  readonly section: string;
}

/** A page that matches, as the worker returns it. */
export interface TextMatch {
  /** Route, with the anchor of the heading above the best match. */
  readonly route: string;
  readonly title: string;
  readonly heading: string;
  /** A part of the text, with `<mark>` around matches. Only `<` and `>` are escaped. */
  readonly excerpt: string;
}

/** The result of a query, or nothing after an error. */
export interface TextAnswer {
  readonly id: number;
  readonly results?: { readonly count: number; readonly pages: readonly TextMatch[] };
}

interface Pending {
  readonly query: string;
  resolve(results: Results): void;
  reject(error: Error): void;
}

let policy: Pick<TrustedTypesPolicy, "createScriptURL"> | undefined;

/** Starts the worker. Fails if it or the index cannot be loaded. */
export async function createTextIndex(file: DialogFile, language: string): Promise<SearchIndex> {
  // A policy can be created only once, but the worker is started again after a failure.
  policy ??= createPolicy("croupier-script", { createScriptURL: unchanged });
  const worker = new Worker(policy.createScriptURL(new URL(WORKER, import.meta.url).href), { type: "module" });
  const pending = new Map<number, Pending>();
  let queries = 0;

  worker.addEventListener("message", ({ data: { id, results } }: MessageEvent<TextAnswer>) => {
    const sent = pending.get(id);
    pending.delete(id);

    if (!results) return sent?.reject(new Error("the index of texts failed"));
    sent?.resolve({ count: results.count, pages: results.pages.map((page) => found(file, page, sent.query)) });
  });

  worker.addEventListener("error", () => {
    for (const sent of pending.values()) sent.reject(new Error("the worker failed"));
    pending.clear();
  });

  const find = (query: string, section: string) =>
    new Promise<Results>((resolve, reject) => {
      queries += 1;
      pending.set(queries, { query, resolve, reject });
      worker.postMessage({ id: queries, language, query, section } satisfies TextQuery);
    });

  try {
    // Loads the index.
    await find("", "");
  } catch (error) {
    // The next search starts another worker.
    worker.terminate();
    throw error;
  }

  return { minLength: 2, find };
}

function found(file: DialogFile, { route, title, heading, excerpt }: TextMatch, query: string): Found {
  return {
    route,
    title: typedParts(title, query),
    heading: typedParts(heading, query),
    description: excerptParts(excerpt),
    section: sectionOf(file, route),
  };
}

/** Marks the words that start with a word of the query. */
function typedParts(text: string, query: string): Part[] {
  const typed = words(query).map(normalized);
  const terms = words(text).map(normalized);
  return parts(text, { terms: terms.filter((term) => typed.some((word) => term.startsWith(word))), query: typed });
}

/** Divides an excerpt into the parts within and outside of `<mark>`. */
export function excerptParts(excerpt: string): Part[] {
  const texts = excerpt.split(/<\/?mark>/);
  const parts = texts.map((text, index) => ({
    text: text.replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
    isMatch: index % 2 === 1,
  }));
  return parts.filter(({ text }) => text !== "");
}
