// What page-data.json, slice data and app-data.json hold, and the check that an answer really is one of them.

/** Everything that showing a page needs. */
export interface PageData {
  /** The page's own path, without escapes. */
  readonly path: string;
  readonly title: string;
  /** Title, description, canonical address and Open Graph as HTML. */
  readonly head: string;
  readonly layout: string;
  /** The inside of `<main>`. */
  readonly main: string;
  /** Modules of the page's islands. */
  readonly chunks: readonly string[];
  readonly styles: readonly string[];
  /** Names of the slices that stand around the page. */
  readonly slices: readonly string[];
  /** Hashes of the static queries that its islands use. */
  readonly queries: readonly string[];
}

/** What every page-data file keeps of the known contract, and ours beside it. */
interface Written {
  path: string;
  staticQueryHashes?: string[];
  slicesMap?: Record<string, string>;
  croupier: { title: string; head: string; layout: string; main: string; chunks: string[]; styles: string[] };
}

/** Reads page-data; `undefined` for anything else, an HTML page that a host sent for an unknown file included. */
export function readPageData(value: unknown): PageData | undefined {
  const written = value as Partial<Written> | null;
  const ours = written?.croupier;
  if (typeof written?.path !== "string" || typeof ours?.main !== "string" || !Array.isArray(ours.chunks))
    return undefined;
  return {
    path: written.path,
    title: ours.title,
    head: ours.head,
    layout: ours.layout,
    main: ours.main,
    chunks: ours.chunks,
    styles: ours.styles,
    slices: Object.keys(written.slicesMap ?? {}),
    queries: written.staticQueryHashes ?? [],
  };
}

/** What app-data.json says of the release that is deployed. */
export interface AppData {
  /** Digest of the code that a tab holds. */
  readonly code: string;
  /** Digest of each slice. */
  readonly slices: Readonly<Record<string, string>>;
  /** Digest of all pages, where the server tells one: what was loaded under another is old. */
  readonly pages?: string;
}

/** Reads app-data; `undefined` for anything else. */
export function readAppData(value: unknown): AppData | undefined {
  const written = value as {
    webpackCompilationHash?: unknown;
    slices?: Record<string, string>;
    pages?: unknown;
  } | null;
  const code = written?.webpackCompilationHash;
  return typeof code === "string"
    ? { code, slices: written?.slices ?? {}, pages: String(written?.pages ?? "") }
    : undefined;
}

/** One slice as it was published. */
export interface SliceData {
  readonly html: string;
  readonly digest: string;
}

/** Reads slice data; `undefined` for anything else. */
export function readSliceData(value: unknown): SliceData | undefined {
  const ours = (value as { croupier?: Partial<SliceData> } | null)?.croupier;
  return typeof ours?.html === "string" && typeof ours.digest === "string"
    ? { html: ours.html, digest: ours.digest }
    : undefined;
}
