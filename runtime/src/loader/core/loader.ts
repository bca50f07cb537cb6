// Loads page-data: with retries for a visit, once for a prefetch. Keeps a limited number of results in a cache that expires.

import { canonicalPath, dataAddress, plainPath } from "./address";
import { type PageData, readPageData } from "./page_data";

/** The properties of a response that the loader reads. */
export interface Answer {
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
  readonly signal?: AbortSignal | undefined;
}

/** Dependencies of the loader. */
export interface LoaderPorts {
  /** Rejects if no complete response arrives in time. */
  fetch(address: string, options: RequestOptions): Promise<Answer>;
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

/** How long a visit waits for page-data, all attempts together (A138). */
export const page_timeout_ms = 10_000;
/** How long the request of a prefetch may take. */
export const prefetch_timeout_ms = 5_000;
/** Delays before the three retries; each varies by up to a quarter (A122). */
const retry_delays_ms = [300, 1000, 3000];
/** How long a click waits for a prefetch of the same page before it sends a request of its own: the prefetch may hang. */
const join_prefetch_ms = 2000;
/**
 * Pause of prefetching after a response with status 429 or 503, unless `Retry-After` is longer. It is shorter than the interval of
 * batches, so one such response skips no batch. Each further failure doubles it.
 */
const backoff_ms = 2000;
const longest_backoff_ms = 60_000;
/** How long a page is used without revalidation. */
const page_max_age_ms = 300_000;
/** How long an error or a missing page is cached. */
const error_max_age_ms = 5_000;
/** How many pages are cached; the least recently used one is removed first. */
export const most_pages = 40;

interface CacheEntry {
  readonly loaded: Loaded;
  at_ms: number;
}

/** Creates the loader for the site with the base path `base`. */
export function createLoader(ports: LoaderPorts, base = ""): Loader {
  /** By path, the most recently used one last. */
  const cache = new Map<string, CacheEntry>();
  const prefetches = new Map<string, Promise<Loaded | undefined>>();
  /** Paths that visits wait for. */
  const inFlight = new Set<string>();
  /** Number of deploys: a response that was requested before a deploy is not cached after it. */
  let release = 0;
  let backoff_until_ms = Number.NEGATIVE_INFINITY;
  let next_backoff_ms = backoff_ms;
  const isBackingOff = () => ports.now() < backoff_until_ms;

  function cached(key: string): Loaded | undefined {
    const entry = cache.get(key);
    if (!entry || ports.now() - entry.at_ms >= (entry.loaded.kind === "page" ? page_max_age_ms : error_max_age_ms))
      return undefined;
    cache.delete(key);
    cache.set(key, entry);
    return entry.loaded;
  }

  function store(key: string, loaded: Loaded, asked: number) {
    if (asked !== release) return;
    cache.delete(key);
    cache.set(key, { loaded, at_ms: ports.now() });
    const [oldest] = cache.keys();
    if (cache.size > most_pages && oldest !== undefined) cache.delete(oldest);
  }

  async function fetchOnce(address: string, options: RequestOptions): Promise<Answer | undefined> {
    const answer = await ports.fetch(address, options).catch(() => undefined);
    if (answer?.status === 429 || answer?.status === 503) backOff(answer);
    else if (answer?.status === 200) next_backoff_ms = backoff_ms;
    return answer;
  }

  /** Pauses prefetching. Several failures in one batch count once. */
  function backOff({ retryAfter = 0 }: Answer) {
    if (!isBackingOff()) {
      backoff_until_ms = ports.now() + next_backoff_ms;
      next_backoff_ms = Math.min(next_backoff_ms * 2, longest_backoff_ms);
    }
    backoff_until_ms = Math.max(backoff_until_ms, ports.now() + retryAfter * 1000);
  }

  /** Sends up to four requests before the deadline, and stops at the first final response. */
  async function fetchWithRetry(address: string, fresh: boolean, deadline_ms: number, signal?: AbortSignal) {
    for (let attempt = 0; ; attempt++) {
      const timeout_ms = deadline_ms - ports.now();
      const answer = await fetchOnce(address, { fresh, urgent: true, timeout_ms, signal });
      if (answer && !mayPass(answer.status)) return answer;
      const pause_ms = (retry_delays_ms[attempt] ?? Number.POSITIVE_INFINITY) * (0.75 + ports.random() / 2);
      const wait_ms = Math.max((answer?.retryAfter ?? 0) * 1000, pause_ms);
      if (signal?.aborted || !ports.online() || ports.now() + wait_ms >= deadline_ms) return undefined;
      await ports.wait(wait_ms, signal);
      if (signal?.aborted) return undefined;
    }
  }

  /** Loads the page at `path` or its error page through `request`. Returns `undefined` if no usable response arrives. */
  async function get(path: string, request: (address: string) => Promise<Answer | undefined>) {
    const answer = await request(dataAddress(path, base));
    if (!answer) return undefined;
    // Some hosts serve a page with status 200 for unknown files, so page-data counts only if it contains this path.
    const page = answer.status === 200 ? readPageData(answer.json) : undefined;
    if (page && page.path === plainPath(path.slice(base.length))) return { kind: "page", page } as const;
    if (![200, 404, 500].includes(answer.status)) return undefined;
    const kind = answer.status === 500 ? "server_error" : "not_found";
    const instead = await request(dataAddress(`${base}/${kind === "not_found" ? 404 : 500}.html`, base));
    const error = instead?.status === 200 ? readPageData(instead.json) : undefined;
    return error && ({ kind, page: error } as const);
  }

  async function load(key: string, deadline_ms: number, signal?: AbortSignal): Promise<Loaded> {
    const asked = release;
    const fresh = asked > 0 || cache.has(key);
    inFlight.add(key);
    const found = await get(key, (address) => fetchWithRetry(address, fresh, deadline_ms, signal)).finally(() =>
      inFlight.delete(key),
    );
    if (found) store(key, found, asked);
    if (found || signal?.aborted) return found ?? { kind: "failed" };
    const old = cache.get(key)?.loaded;
    // Offline, an expired page is better than none.
    if (old?.kind === "page" && !ports.online()) return old;
    store(key, { kind: "failed" }, asked);
    return { kind: "failed" };
  }

  async function prefetch(key: string): Promise<Loaded | undefined> {
    const asked = release;
    const options = { fresh: asked > 0 || cache.has(key), urgent: false, timeout_ms: prefetch_timeout_ms };
    const found = await get(key, (address) => fetchOnce(address, options));
    if (found) store(key, found, asked);
    return found;
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
      const known = cached(key);
      if (known) return known;
      const deadline_ms = since_ms + page_timeout_ms;
      const prefetched = prefetches.get(key);
      if (prefetched === undefined) return load(key, deadline_ms, signal);
      const early = await Promise.race([prefetched, ports.wait(join_prefetch_ms, signal)]);
      if (early) return early;
      const own = load(key, deadline_ms, signal);
      return Promise.race([own, prefetched.then((found) => found ?? own)]);
    },
    prefetch(path) {
      const key = canonicalPath(path);
      const known = cached(key);
      if (known || inFlight.has(key) || isBackingOff()) return Promise.resolve(known);
      const prefetched =
        prefetches.get(key) ??
        prefetch(key).finally(() => {
          if (prefetches.get(key) === prefetched) prefetches.delete(key);
        });
      prefetches.set(key, prefetched);
      return prefetched;
    },
  };
}

/** Returns whether a retry may succeed: after no response, too many requests or a server error. */
function mayPass(status: number): boolean {
  return status === 0 || [408, 425, 429].includes(status) || status > 500;
}
