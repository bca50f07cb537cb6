// Loads page-data: with retries for a visit, once for a prefetch. Keeps a limited number of results in a cache that expires.

import { canonicalPath, decodePath, pageDataUrl } from "./address";
import { type PageData, readPageData } from "./page_data";

/** The properties of a response that the loader reads. */
export interface JsonResponse {
  readonly status: number;
  /** The `Retry-After` header in seconds. */
  readonly retryAfter?: number;
  /** The body as JSON; `undefined` if it is not JSON. */
  readonly json: unknown;
}

/** Options of a request. */
export interface RequestOptions {
  /** Whether a cached copy is revalidated. */
  readonly fresh: boolean;
  /** Whether a user waits for it. */
  readonly urgent: boolean;
  /** Timeout of the response, including its body. */
  readonly timeout_ms: number;
  /** Ends the request. Requests for page-data have none: they continue for later visits. */
  readonly signal?: AbortSignal | undefined;
}

/** Dependencies of the loader. */
export interface LoaderPorts {
  /** Rejects if no complete response arrives in time. */
  fetch(url: string, options: RequestOptions): Promise<JsonResponse>;
  /** Milliseconds since any fixed instant. */
  now(): number;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  online(): boolean;
}

/** Result of loading. `not_found` and `server_error` carry the page to show under the requested URL. */
export type Loaded =
  | { readonly kind: "page" | "not_found" | "server_error"; readonly page: PageData }
  | { readonly kind: "failed"; readonly page?: undefined };

/** Pages by path. */
export interface Loader {
  /** Loads the page at `path` or returns it from the cache. The timeout counts from `since_ms`. `failed` if the signal is aborted. */
  load(path: string, since_ms: number, signal?: AbortSignal): Promise<Loaded>;
  /** Loads a page that the user may visit, without a retry; `undefined` if that fails. */
  prefetch(path: string): Promise<Loaded | undefined>;
  /** Returns whether the server reported overload, so that nothing is prefetched for a while. */
  isBackingOff(): boolean;
  /** Returns whether the cache contains the page. */
  has(path: string): boolean;
  /** Expires the cache, after a deploy. */
  clear(): void;
}

/** How long a visit waits for page-data, all attempts together. */
export const PAGE_TIMEOUT_MS = 10_000;
/** How long the request of a prefetch may take. */
export const PREFETCH_TIMEOUT_MS = 5_000;
/** Delays before the three retries; each varies by up to a quarter. */
const RETRY_DELAYS_MS = [300, 1000, 3000];
/** How long a click waits for a prefetch of the same page before it sends a request of its own: the prefetch may hang. */
const JOIN_PREFETCH_MS = 2000;
/**
 * Pause of prefetching after a response with status 429 or 503, unless `Retry-After` is longer. It is shorter than the interval of
 * batches, so one such response skips no batch. Each further failure doubles it.
 */
const BACKOFF_MS = 2000;
const MAX_BACKOFF_MS = 60_000;
/** How long a page is used without revalidation. */
const PAGE_MAX_AGE_MS = 300_000;
/** How long an error or a missing page is cached. */
const ERROR_MAX_AGE_MS = 5_000;
/** How many pages are cached; the least recently used one is removed first. */
export const MAX_PAGES = 40;

interface CacheEntry {
  readonly loaded: Loaded;
  at_ms: number;
}

/** By path, the most recently used one last. */
type Cache = Map<string, CacheEntry>;

/** Creates the loader for the site with the base path `base`. */
export function createLoader(ports: LoaderPorts, base = ""): Loader {
  const [isBackingOff, fetchOnce, fetchWithRetry] = createRequests(ports);
  const cache: Cache = new Map();
  /** Requests that a visit can join: prefetches, and the requests of cancelled visits. */
  const prefetches = new Map<string, Promise<Loaded | undefined>>();
  /** Paths that visits wait for. */
  const inFlight = new Set<string>();
  /** Number of deploys: a response that was requested before a deploy is not cached after it. */
  let release = 0;

  const cached = (key: string) => readCache(cache, key, ports.now());

  function store(key: string, loaded: Loaded, releaseAtRequest: number) {
    if (releaseAtRequest === release) writeCache(cache, key, { loaded, at_ms: ports.now() });
  }

  /** Loads the page at `path` or its error page with `request`, and caches it. */
  async function loadAndStore(
    key: string,
    request: (url: string, fresh: boolean) => Promise<JsonResponse | undefined>,
  ) {
    const releaseAtRequest = release;
    const fresh = release > 0 || cache.has(key);
    const loaded = await loadOrError(key, base, (url) => request(url, fresh));
    if (loaded) store(key, loaded, releaseAtRequest);
    return loaded;
  }

  async function load(key: string, deadline_ms: number, signal?: AbortSignal): Promise<Loaded> {
    const releaseAtRequest = release;
    inFlight.add(key);
    const request = loadAndStore(key, (url, fresh) => fetchWithRetry(url, fresh, deadline_ms, signal)).finally(() =>
      inFlight.delete(key),
    );

    // After the end of the request, sharing it has no effect.
    signal?.addEventListener("abort", () => share(prefetches, key, request));

    const result = await request;
    if (result || signal?.aborted) return result ?? { kind: "failed" };

    const expired = cache.get(key)?.loaded;
    // Offline, an expired page is better than none.
    if (expired?.kind === "page" && !ports.online()) return expired;
    store(key, { kind: "failed" }, releaseAtRequest);
    return { kind: "failed" };
  }

  return {
    isBackingOff,
    has: (path) => cached(canonicalPath(path)) !== undefined,
    clear() {
      release++;
      prefetches.clear();
      for (const entry of cache.values()) entry.at_ms = Number.NEGATIVE_INFINITY;
    },
    async load(path, since_ms, signal) {
      const key = canonicalPath(path);
      const cachedPage = cached(key);
      if (cachedPage) return cachedPage;

      const deadline_ms = since_ms + PAGE_TIMEOUT_MS;
      const pendingPrefetch = prefetches.get(key);
      if (pendingPrefetch === undefined) return load(key, deadline_ms, signal);

      const prefetchedPage = await Promise.race([pendingPrefetch, ports.wait(JOIN_PREFETCH_MS, signal)]);
      if (prefetchedPage) return prefetchedPage;

      const request = load(key, deadline_ms, signal);
      return Promise.race([request, pendingPrefetch.then((result) => result ?? request)]);
    },
    prefetch(path) {
      const key = canonicalPath(path);
      const cachedPage = cached(key);
      if (cachedPage || inFlight.has(key) || isBackingOff()) return Promise.resolve(cachedPage);

      const request = (url: string, fresh: boolean) =>
        fetchOnce(url, { fresh, urgent: false, timeout_ms: PREFETCH_TIMEOUT_MS });
      return prefetches.get(key) ?? share(prefetches, key, loadAndStore(key, request));
    },
  };
}

/** Returns the cached page unless it has expired, and makes it the most recently used one. */
function readCache(cache: Cache, key: string, now_ms: number): Loaded | undefined {
  const entry = cache.get(key);
  if (!entry || now_ms - entry.at_ms >= (entry.loaded.kind === "page" ? PAGE_MAX_AGE_MS : ERROR_MAX_AGE_MS))
    return undefined;

  writeCache(cache, key, entry);
  return entry.loaded;
}

/** Caches a page as the most recently used one. */
function writeCache(cache: Cache, key: string, entry: CacheEntry) {
  cache.delete(key);
  cache.set(key, entry);
  const [oldest] = cache.keys();
  if (cache.size > MAX_PAGES && oldest !== undefined) cache.delete(oldest);
}

/** Lets later visits of the page join a request until it ends. */
function share(
  prefetches: Map<string, Promise<Loaded | undefined>>,
  key: string,
  request: Promise<Loaded | undefined>,
): Promise<Loaded | undefined> {
  const shared = request.finally(() => {
    if (prefetches.get(key) === shared) prefetches.delete(key);
  });
  prefetches.set(key, shared);
  return shared;
}

/** Creates the functions that send requests. After a response that reports overload, nothing is prefetched for a while. */
function createRequests(ports: LoaderPorts) {
  let backoff_until_ms = Number.NEGATIVE_INFINITY;
  let next_backoff_ms = BACKOFF_MS;

  const isBackingOff = () => ports.now() < backoff_until_ms;

  async function fetchOnce(url: string, options: RequestOptions): Promise<JsonResponse | undefined> {
    const response = await ports.fetch(url, options).catch(() => undefined);
    if (response?.status === 429 || response?.status === 503) backOff(response);
    else if (response?.status === 200) next_backoff_ms = BACKOFF_MS;
    return response;
  }

  /** Pauses prefetching. Several failures in one batch count once. */
  function backOff({ retryAfter = 0 }: JsonResponse) {
    if (!isBackingOff()) {
      backoff_until_ms = ports.now() + next_backoff_ms;
      next_backoff_ms = Math.min(next_backoff_ms * 2, MAX_BACKOFF_MS);
    }
    backoff_until_ms = Math.max(backoff_until_ms, ports.now() + retryAfter * 1000);
  }

  /** Sends up to four requests before the deadline, and stops at the first final response. */
  async function fetchWithRetry(url: string, fresh: boolean, deadline_ms: number, signal?: AbortSignal) {
    for (let attempt = 0; !signal?.aborted; attempt++) {
      const timeout_ms = deadline_ms - ports.now();
      // The request of a cancelled visit continues: users who click to and fro would otherwise load each page several times.
      const response = await fetchOnce(url, { fresh, urgent: true, timeout_ms });
      if (response && !isTemporary(response.status)) return response;

      const pause_ms = (RETRY_DELAYS_MS[attempt] ?? Number.POSITIVE_INFINITY) * (0.75 + ports.random() / 2);
      const wait_ms = Math.max((response?.retryAfter ?? 0) * 1000, pause_ms);
      if (!ports.online() || ports.now() + wait_ms >= deadline_ms) break;
      await ports.wait(wait_ms, signal);
    }
    return undefined;
  }

  return [isBackingOff, fetchOnce, fetchWithRetry] as const;
}

/** Loads the page at `path` or its error page through `request`. Returns `undefined` if no usable response arrives. */
async function loadOrError(
  path: string,
  base: string,
  request: (url: string) => Promise<JsonResponse | undefined>,
): Promise<Loaded | undefined> {
  const response = await request(pageDataUrl(path, base));
  if (!response) return undefined;

  // Some hosts serve a page with status 200 for unknown files, so page-data counts only if it contains this path.
  const page = response.status === 200 ? readPageData(response.json) : undefined;
  if (page && page.path === decodePath(path.slice(base.length))) return { kind: "page", page };
  if (![200, 404, 500].includes(response.status)) return undefined;

  const kind = response.status === 500 ? "server_error" : "not_found";
  const errorResponse = await request(pageDataUrl(`${base}/${kind === "not_found" ? 404 : 500}.html`, base));
  const error = errorResponse?.status === 200 ? readPageData(errorResponse.json) : undefined;
  return error && { kind, page: error };
}

/** Returns whether a retry may succeed: after no response, too many requests or a server error. */
function isTemporary(status: number): boolean {
  return status === 0 || [408, 425, 429].includes(status) || status > 500;
}
