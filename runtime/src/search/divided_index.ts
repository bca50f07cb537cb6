// Finds pages in a divided index of titles: it loads the parts with the words of a query. The generator divides the index:
// `generator/engine/src/render/search/parts.rs`.

import type { createIndex, isLetter, PageList, Results, routeOf, SearchFile, SearchIndex } from "./search_index";
import type { normalized, words } from "./words";

/** Functions of the dialog. They are passed as values, because an import would divide the script of the dialog into two files. */
export interface Tools {
  readonly createIndex: typeof createIndex;
  readonly isLetter: typeof isLetter;
  readonly normalized: typeof normalized;
  readonly routeOf: typeof routeOf;
  readonly words: typeof words;
}

/** What the dialog loads of a divided index. */
export interface DividedFile extends Omit<SearchFile, keyof PageList> {
  /** Number of parts. */
  readonly parts: number;
  /** The keys whose pages are divided further, with the number of all their pages. */
  readonly split: Readonly<Record<string, number>>;
}

/** Number of characters of a word that select a part. A part has only some of the words with a shorter start. */
const KEY_CHARS = 3;
/** Maximum number of parts that a query loads if no page has all its words. */
const MAX_PARTS = 4;
/** Maximum number of indexes in memory. */
const MAX_INDEXES = 8;

/** Loads the parts of the index that queries need. `load` returns the pages of a part. */
export function createDividedIndex(
  file: DividedFile,
  load: (part: number) => Promise<PageList>,
  { createIndex, isLetter, normalized, routeOf, words }: Tools,
): SearchIndex {
  const lists = new Map<number, Promise<PageList>>();
  const indexes = new Map<string, Promise<SearchIndex>>();

  function listOf(part: number): Promise<PageList> {
    let list = lists.get(part);
    if (!list) {
      list = load(part);
      lists.set(part, list);
      list.catch(() => lists.delete(part));
    }
    return list;
  }

  function indexOf(parts: readonly number[]): Promise<SearchIndex> {
    const name = parts.join();
    let index = indexes.get(name);
    if (!index) {
      index = Promise.all(parts.map(listOf)).then((all) =>
        createIndex({ ...file, ...joined(all, routeOf) }, KEY_CHARS),
      );
      index.catch(() => indexes.delete(name));
    }

    // The index that was used last is the last one.
    indexes.delete(name);
    indexes.set(name, index);
    for (const oldest of [...indexes.keys()].slice(0, -MAX_INDEXES)) indexes.delete(oldest);
    return index;
  }

  return {
    minLength: KEY_CHARS,
    async find(query, section): Promise<Results> {
      // A single letter finds no pages that other words do not find, and is usually the start of a word.
      const typed = words(query).filter((word) => !isLetter(word));
      const keys = [...new Set(typed.map((word) => keyOf(normalized(word), file.split)))].filter(Boolean);
      const [rarest, ...others] = keys.sort((a, b) => rank(a, file.split) - rank(b, file.split));
      if (rarest === undefined) return { count: 0, pages: [] };

      const found = await indexOf([partOf(rarest, file.parts)]).then((index) => index.find(query, section));
      if (others.length === 0 && !section) return { ...found, count: Math.max(found.count, file.split[rarest] ?? 0) };
      if (others.length === 0 || found.hasAllWords) return found;

      const parts = new Set(keys.slice(0, MAX_PARTS).map((key) => partOf(key, file.parts)));
      return indexOf([...parts]).then((index) => index.find(query, section));
    },
  };
}

/** Returns the key of a normalized word: its start, which is longer where too many pages have words with it. */
export function keyOf(word: string, split: DividedFile["split"]): string {
  const chars = [...word.replace(/\p{M}/gu, "")];
  let length = KEY_CHARS;
  while (length < chars.length && Object.hasOwn(split, chars.slice(0, length).join(""))) length++;
  return chars.slice(0, length).join("");
}

/** Returns the number of the part with a key: the 32-bit FNV-1a hash of its UTF-8 bytes, modulo the number of parts. */
export function partOf(key: string, parts: number): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % parts;
}

/** Returns a lower number for a key with fewer pages. */
function rank(key: string, split: DividedFile["split"]): number {
  return (split[key] ?? 0) - key.length;
}

/** Joins the pages of several parts. A page can be in more than one. */
function joined(lists: readonly PageList[], routeOf: Tools["routeOf"]): PageList {
  const [only, ...others] = lists;
  if (only && others.length === 0) return only;

  const routes = new Set<string>();
  const folders: string[] = [];
  const pages = lists.flatMap((list) => {
    const start = folders.length;
    folders.push(...list.folders);

    return list.pages.flatMap((row) => {
      const route = routeOf(list, row);
      if (routes.has(route)) return [];
      routes.add(route);

      const [folder, ...rest] = row;
      return [[folder + start, ...rest] as const];
    });
  });

  return { folders, pages };
}
