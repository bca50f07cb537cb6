// Searches the text of pages with Pagefind. Only this worker may compile WebAssembly: the host sends it a content security policy of its own.

import type { TextAnswer, TextMatch, TextQuery } from "./text_index";

/** Maximum number of pages in a result. Pagefind loads a file for each of them. */
const LIMIT = 10;

interface PagefindPage {
  readonly url: string;
  readonly meta: { readonly title?: string };
  readonly excerpt: string;
  readonly sub_results: readonly {
    readonly title: string;
    readonly url: string;
    readonly excerpt: string;
    readonly locations: readonly number[];
  }[];
}

/** The functions of pagefind.js that are used here. */
interface Pagefind {
  options(options: { baseUrl: string; excerptLength: number }): Promise<void>;
  search(
    query: string,
    options: { filters: { section?: string } },
  ): Promise<{ results: { data(): Promise<PagefindPage> }[] }>;
}

let pagefind: Promise<Pagefind> | undefined;

async function load(language: string): Promise<Pagefind> {
  // Pagefind reads the language from the document, which a worker lacks.
  Object.assign(globalThis, { document: { querySelector: () => ({ getAttribute: () => language }) } });

  const url = new URL("../pagefind/pagefind.js", import.meta.url).href;
  const loaded = (await import(url)) as Pagefind;
  await loaded.options({ baseUrl: "/", excerptLength: 20 });

  // Fails unless the index can be loaded.
  await loaded.search("a", { filters: {} });
  return loaded;
}

async function find({ language, query, section }: TextQuery): Promise<TextAnswer["results"]> {
  pagefind ??= load(language);
  const { search } = await pagefind;
  if (!query) return { count: 0, pages: [] };
  const { results } = await search(query, { filters: section ? { section } : {} });
  const pages = await Promise.all(results.slice(0, LIMIT).map((result) => result.data()));
  return { count: results.length, pages: pages.map(match) };
}

/** Returns a page with the heading above most of its matches, and an excerpt from there. */
function match(page: PagefindPage): TextMatch {
  const title = page.meta.title ?? "";
  const [first, ...others] = page.sub_results;
  if (!first) return { route: page.url, title, heading: "", excerpt: page.excerpt };

  const best = others.reduce((one, other) => (other.locations.length > one.locations.length ? other : one), first);
  const heading = best.url.includes("#") ? best.title : "";

  // The text of a heading ends with a full stop in the index.
  const start = `${heading}. `;
  const excerpt = heading && best.excerpt.startsWith(start) ? best.excerpt.slice(start.length) : best.excerpt;
  return { route: best.url, title, heading, excerpt };
}

addEventListener("message", async ({ data }: MessageEvent<TextQuery>) => {
  const results = await find(data).catch(() => undefined);
  postMessage({ id: data.id, ...(results ? { results } : {}) } satisfies TextAnswer);
});
