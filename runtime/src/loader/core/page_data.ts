// Types of page-data.json, slice data and app-data.json, and the functions that validate responses against them.

/** Files that a page or a slice needs in addition to its HTML. */
export interface Needs {
  /** Modules of its islands. */
  readonly chunks: readonly string[];
  readonly styles: readonly string[];
  /** Hashes of the static queries that its islands use. */
  readonly queries: readonly string[];
}

/** All data that the loader needs to show a page. */
export interface PageData extends Needs {
  /** Path of the page, without percent escapes. */
  readonly path: string;
  readonly title: string;
  /** Title, description, canonical URL and Open Graph tags as HTML. */
  readonly head: string;
  readonly layout: string;
  /** Name of the base layout of its document; empty for the default one. */
  readonly shell: string;
  /** Inner HTML of `<main>`. */
  readonly main: string;
  /** Names of the slices around the page. */
  readonly slices: readonly string[];
}

/** One published slice. */
export interface SliceData extends Needs {
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
  /** Paths of documents that the loader cannot show (A136); `undefined` if app-data does not contain them. */
  readonly documents: readonly string[] | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Parses page-data. Returns `undefined` for anything else, such as the HTML page of a host for an unknown file. */
export function readPageData(value: unknown): PageData | undefined {
  const written = object(value);
  const ours = object(written.croupier);
  if (typeof written.path !== "string" || typeof ours.main !== "string" || !Array.isArray(ours.chunks))
    return undefined;
  return {
    path: written.path,
    title: text(ours.title),
    head: text(ours.head),
    layout: text(ours.layout),
    shell: text(ours.shell),
    main: ours.main,
    slices: Object.keys(object(written.slicesMap)),
    ...needs(ours),
    queries: [...new Set([...needs(ours).queries, ...list(written.staticQueryHashes)])],
  };
}

/** Parses slice data. Returns `undefined` for anything else. */
export function readSliceData(value: unknown): SliceData | undefined {
  const ours = object(object(value).croupier);
  return typeof ours.html === "string" && typeof ours.digest === "string"
    ? { html: ours.html, digest: ours.digest, ...needs(ours) }
    : undefined;
}

/** Parses app-data. Returns `undefined` for anything else. */
export function readAppData(value: unknown): AppData | undefined {
  const written = object(value);
  const code = written.webpackCompilationHash;
  if (typeof code !== "string") return undefined;
  return {
    code,
    shell: text(written.shell) || code,
    boot: text(written.boot),
    slices: object(written.slices) as Record<string, string>,
    pages: text(written.pages),
    documents: Array.isArray(written.documents) ? list(written.documents) : undefined,
  };
}

function needs(written: Json): Needs {
  return {
    chunks: list(written.chunks),
    styles: list(written.styles),
    queries: list(Object.values(object(written.queries))),
  };
}

function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

function list(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((part) => typeof part === "string") : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
