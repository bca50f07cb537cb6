// What page-data.json, slice data and app-data.json hold, and the check that an answer really is one of them.

/** The files that a part of a page needs besides its HTML. */
export interface Needs {
  /** Modules of its islands. */
  readonly chunks: readonly string[];
  readonly styles: readonly string[];
  /** Hashes of the static queries that its islands use. */
  readonly queries: readonly string[];
}

/** Everything that showing a page needs. */
export interface PageData extends Needs {
  /** The page's own path, without escapes. */
  readonly path: string;
  readonly title: string;
  /** Title, description, canonical address and Open Graph as HTML. */
  readonly head: string;
  readonly layout: string;
  /** Name of the shell that its document has; empty for the usual one. */
  readonly shell: string;
  /** The inside of `<main>`. */
  readonly main: string;
  /** Names of the slices that stand around the page. */
  readonly slices: readonly string[];
}

/** One slice as it was published. */
export interface SliceData extends Needs {
  readonly html: string;
  readonly digest: string;
}

/** What app-data.json says of the release that is deployed. */
export interface AppData {
  /** Digest of all code, as reports name it. */
  readonly code: string;
  /** Digest of the code that every page shares: with another one, a tab needs a document load. */
  readonly shell: string;
  /** File name of the loader's entry; empty where the server does not tell it. */
  readonly boot: string;
  /** Digest of each slice. */
  readonly slices: Readonly<Record<string, string>>;
  /** Digest of all pages: what was loaded under another is old. */
  readonly pages: string;
  /** Paths of documents that are no pages of the loader's (A136); `undefined` where the server does not tell them. */
  readonly documents: readonly string[] | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads page-data; `undefined` for anything else, an HTML page that a host sent for an unknown file included. */
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

/** Reads slice data; `undefined` for anything else. */
export function readSliceData(value: unknown): SliceData | undefined {
  const ours = object(object(value).croupier);
  return typeof ours.html === "string" && typeof ours.digest === "string"
    ? { html: ours.html, digest: ours.digest, ...needs(ours) }
    : undefined;
}

/** Reads app-data; `undefined` for anything else. */
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
