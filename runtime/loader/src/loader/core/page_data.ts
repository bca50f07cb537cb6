// Types of page-data.json, slice data and app-data.json, and the functions that validate responses against them.

/** Files that a page or a slice needs in addition to its HTML. */
interface Dependencies {
  /** Modules of its islands. */
  readonly chunks: readonly string[];
  readonly styles: readonly string[];
  /** Hashes of the static queries that its islands use. */
  readonly queries: readonly string[];
}

/** All data that the loader needs to show a page. */
export interface PageData extends Dependencies {
  /** Path of the page, without percent escapes. */
  readonly path: string;
  readonly title: string;
  /** Title, description, canonical URL and Open Graph tags as HTML. */
  readonly head: string;
  readonly layout: string;
  /** Name of the base layout of its document; empty for the default one. */
  readonly shell: string;
  /** Digest of what the base layout gives the document and the loader cannot replace; `document` if the page has scripts of its own. */
  readonly frame: string;
  /** Inner HTML of `<main>`. */
  readonly main: string;
  /** Content of the elements of the base layout that differ between pages, by the names of their regions. */
  readonly regions: Readonly<Record<string, string>>;
  /** Names of the slices around the page. */
  readonly slices: readonly string[];
}

/** One published slice. */
export interface SliceData extends Dependencies {
  readonly html: string;
  readonly digest: string;
}

/** Content of app-data.json, which describes the deployed release. */
export interface AppData {
  /** Digest of all code, which error reports contain. */
  readonly code: string;
  /** Digest of the code that every page shares. If it changes, a tab needs a document load. */
  readonly shell: string;
  /** File name of the loader's entry; empty if app-data does not contain it. */
  readonly boot: string;
  /** Digest of each slice. */
  readonly slices: Readonly<Record<string, string>>;
  /** Digest of all pages. Pages that were loaded under another digest are outdated. */
  readonly pages: string;
  /** Paths of documents that the loader cannot show; `undefined` if app-data does not contain them. */
  readonly documents: readonly string[] | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Parses page-data. Returns `undefined` for anything else, such as the HTML page of a host for an unknown file. */
export function readPageData(value: unknown): PageData | undefined {
  const json = object(value);
  const own = object(json.croupier);
  if (typeof json.path !== "string" || typeof own.main !== "string" || !Array.isArray(own.chunks)) return undefined;

  return {
    path: json.path,
    title: text(own.title),
    head: text(own.head),
    layout: text(own.layout),
    shell: text(own.shell),
    frame: text(own.frame),
    main: own.main,
    regions: object(own.regions) as Record<string, string>,
    slices: Object.keys(object(json.slicesMap)),
    ...readDependencies(own),
    queries: [...new Set([...readDependencies(own).queries, ...list(json.staticQueryHashes)])],
  };
}

/** Parses slice data. Returns `undefined` for anything else. */
export function readSliceData(value: unknown): SliceData | undefined {
  const own = object(object(value).croupier);
  return typeof own.html === "string" && typeof own.digest === "string"
    ? { html: own.html, digest: own.digest, ...readDependencies(own) }
    : undefined;
}

/** Parses app-data. Returns `undefined` for anything else. */
export function readAppData(value: unknown): AppData | undefined {
  const json = object(value);
  const code = json.webpackCompilationHash;
  if (typeof code !== "string") return undefined;

  return {
    code,
    shell: text(json.shell) || code,
    boot: text(json.boot),
    slices: object(json.slices) as Record<string, string>,
    pages: text(json.pages),
    documents: Array.isArray(json.documents) ? list(json.documents) : undefined,
  };
}

function readDependencies(json: Json): Dependencies {
  return {
    chunks: list(json.chunks),
    styles: list(json.styles),
    queries: list(Object.values(object(json.queries))),
  };
}

function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

function list(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
