// Reads the index of titles and finds pages in it. The generator writes the index: `generator/engine/src/render/search/mod.rs`.

/*! Contains MiniSearch. Copyright 2022 Luca Ongaro, MIT License. */
import MiniSearch, { type SearchResult } from "minisearch";
import { type Part, parts, termsOf, words } from "./words";

/** A text by the plural category of a number. */
export type PluralText = { readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** Texts of the dialog. */
interface Texts {
  readonly title: string;
  readonly placeholder: string;
  readonly close: string;
  readonly section: string;
  readonly all: string;
  readonly list: string;
  readonly loading: string;
  readonly results: PluralText;
  readonly more: PluralText;
  readonly none: string;
  readonly failed: string;
}

/** A page of the file. `name` is 0 if it follows from the title, and the id after a heading is 0 if it follows from the heading. */
type Row = readonly [
  folder: number,
  name: string | 0,
  title: string,
  description?: string,
  terms?: readonly string[],
  headings?: readonly (string | 0)[],
];

/** What the dialog shows, as the generator writes it. */
export interface DialogFile {
  readonly texts: Texts;
  /** Routes and titles of sections. */
  readonly sections: readonly (readonly [route: string, title: string])[];
}

/** Pages as the generator writes them. */
export interface PageList {
  /** Folders of routes. */
  readonly folders: readonly string[];
  readonly pages: readonly Row[];
}

/** The index as the generator writes it. */
export interface SearchFile extends DialogFile, PageList {}

/** A page that matches a query. */
export interface Found {
  /** Route, with the anchor of the heading if that matched and the title did not. */
  readonly route: string;
  readonly title: readonly Part[];
  readonly heading: readonly Part[];
  /** The description, or an excerpt of the text. */
  readonly description: readonly Part[];
  /** Title of the section; empty if the page has none. */
  readonly section: string;
}

/** The result of a query. */
export interface Results {
  /** How many pages match. */
  readonly count: number;
  /** The best of them. */
  readonly pages: readonly Found[];
  /** Whether the pages have all words of the query. */
  readonly hasAllWords?: boolean;
}

/** The index, ready for queries. */
export interface SearchIndex {
  /** Number of characters from which a query is expected to have results. */
  readonly minLength: number;
  /** Finds the pages that match a query. `section` is a route; an empty one means all. */
  find(query: string, section: string): Promise<Results>;
}

/** Maximum number of pages in a result. */
const LIMIT = 30;

const FIELDS = ["title", "headings", "description", "terms"];
const LETTER = /^[\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}]$/u;
/** Pages that are indexed before other code may run. */
const CHUNK = 100;

/**
 * Indexes a file in small steps, so that the page stays responsive. Words are found by their starts if one of the query has at least
 * `minPrefix` UTF-16 code units.
 */
export async function createIndex(file: SearchFile, minPrefix = 1): Promise<SearchIndex> {
  const { pages } = file;
  const search = new MiniSearch<{ id: number }>({
    fields: FIELDS,
    extractField: ({ id }, field) => (field === "id" ? id : textOf(pages[id], field)),
    tokenize: words,
    processTerm: termsOf,
  });

  await search.addAllAsync(
    pages.map((_, id) => ({ id })),
    { chunkSize: CHUNK },
  );

  return {
    minLength: Math.max(2, minPrefix),
    find(query, section) {
      const isWanted = ({ id }: SearchResult) => {
        const row = pages[id];
        return row !== undefined && routeOf(file, row).startsWith(section);
      };

      const options = {
        boost: { title: 4, terms: 2, headings: 2 },
        // Almost every page has a word that starts with a given letter.
        prefix: (term: string, _: number, terms: string[]) =>
          !isLetter(term) && terms.some((it) => it.length >= minPrefix),
        // A typing error is likely only in a longer word.
        fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
        ...(section ? { filter: isWanted } : {}),
      };

      const all = search.search(query, { ...options, combineWith: "AND" });
      const results = all.length > 0 ? all : search.search(query, options);
      const best = results.slice(0, LIMIT).flatMap((result) => toFound(file, result) ?? []);
      return Promise.resolve({ count: results.length, pages: best, hasAllWords: all.length > 0 });
    },
  };
}

/** Returns a result with the heading that the words are below, unless the title has all of them. */
function toFound(file: SearchFile, { id, terms, queryTerms, match }: SearchResult): Found | undefined {
  const row = file.pages[id];
  if (!row) return undefined;
  const [, , title, description = ""] = row;

  const inTitle = terms.filter((term) => match[term]?.includes("title"));
  const isTyped = (term: string) => queryTerms.some((word) => term.startsWith(word));
  // A word without a term that starts with it has a typing error.
  const isInTitle = (word: string) =>
    inTitle.some((term) => term.startsWith(word)) ||
    (!terms.some((term) => term.startsWith(word)) && !inTitle.every(isTyped));

  const missing = queryTerms.filter((word) => !isInTitle(word));
  const wanted = terms.filter((term) => missing.some((word) => term.startsWith(word)) || !isTyped(term));
  const heading = missing.length > 0 ? bestHeading(row, wanted) : undefined;

  const route = routeOf(file, row);
  const matches = { terms, query: queryTerms };

  return {
    route: route + (heading ? `#${heading.id}` : ""),
    title: parts(title, matches),
    heading: parts(heading?.text ?? "", matches),
    description: parts(description, matches),
    section: sectionOf(file, route),
  };
}

/** Returns whether a word is one letter of an alphabet. In other scripts, one character can be a word. */
export function isLetter(word: string): boolean {
  return LETTER.test(word);
}

/** Returns the title of the section of a route. */
export function sectionOf({ sections }: DialogFile, route: string): string {
  return sections.find(([section]) => route.startsWith(section))?.[1] ?? "";
}

/** Returns the route of a page. */
export function routeOf({ folders }: PageList, [folder, name, title]: Row): string {
  return `${folders[folder] ?? "/"}${name === 0 ? `${derivedId(title)}/` : name}`;
}

/** Returns the id that the generator leaves out because it follows from the text. */
function derivedId(text: string): string {
  const ascii = text.toLowerCase().replaceAll("'", "");
  return (ascii.match(/[a-z0-9]+/g) ?? []).join("-");
}

function textOf(row: Row | undefined, field: string): string {
  if (!row) return "";
  const [, , title, description = "", terms = []] = row;
  if (field === "title") return title;
  if (field === "description") return description;
  return (field === "terms" ? terms : headingsOf(row).map(({ text }) => text)).join(" ");
}

interface Heading {
  readonly text: string;
  readonly id: string;
}

function headingsOf([, , , , , headings = []]: Row): Heading[] {
  return headings.flatMap((text, index) => {
    if (index % 2 === 1 || text === 0) return [];
    return [{ text, id: headings[index + 1] || derivedId(text) }];
  });
}

/** Returns the heading with the most of these terms, or none if no heading has one. */
function bestHeading(row: Row, terms: readonly string[]): Heading | undefined {
  let best: Heading | undefined;
  let most = 0;

  for (const heading of headingsOf(row)) {
    const own = words(heading.text).flatMap(termsOf);
    const count = terms.filter((term) => own.includes(term)).length;
    if (count > most) [best, most] = [heading, count];
  }

  return best;
}
