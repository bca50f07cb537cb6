// Loads page-data: one request in flight for each page, three retries, results that expire, errors that are forgotten soon.

import { canonicalPath, dataAddress, plainPath } from "./address";
import { type PageData, readPageData } from "./page_data";

/** An answer of the network, cut down to what the loader looks at. */
export interface Answer {
  readonly status: number;
  /** The `Retry-After` header in seconds. */
  readonly retryAfter?: number;
  /** The body as JSON; `undefined` when it is none. */
  readonly json: unknown;
}

/** What the loader needs of the world. */
export interface LoaderPorts {
  /** Rejects only when no answer came. `fresh` asks the server again whether a copy is still good. */
  fetch(address: string, options: { fresh: boolean; urgent: boolean }): Promise<Answer>;
  /** Milliseconds since any fixed moment. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
  /** A number from 0 up to 1. */
  random(): number;
  online(): boolean;
}

/** How loading ended. The two middle kinds carry the page to show under the address that was asked for. */
export type Loaded =
  | { readonly kind: "page" | "not_found" | "server_error"; readonly page: PageData }
  | { readonly kind: "failed"; readonly page?: undefined };

/** Pages by path. */
export interface Loader {
  /** Loads the page at `path`, or takes it from memory. `urgent`: somebody waits for it. */
  load(path: string, urgent?: boolean): Promise<Loaded>;
  /** Whether `load` would answer from memory. */
  has(path: string): boolean;
  /** Forgets everything, after a deploy. */
  clear(): void;
}

/** Waits before the three retries, in milliseconds; each varies by a quarter up or down. */
const RETRIES = [300, 1000, 3000];
/** A wait that a server may ask for at most. */
const LONGEST_WAIT = 10_000;
/** How long a page is good without asking again. */
const GOOD_FOR = 300_000;
/** How long an error or a missing page is remembered. */
const BAD_FOR = 5_000;

type Entry = { promise: Promise<Loaded>; done?: Loaded; at: number; stale: boolean };

/** Makes a loader for the site that lies under `prefix`. */
export function createLoader(ports: LoaderPorts, prefix = ""): Loader {
  const entries = new Map<string, Entry>();

  const isGood = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined &&
    !entry.stale &&
    (!entry.done || ports.now() - entry.at < (entry.done.kind === "page" ? GOOD_FOR : BAD_FOR));

  /** Asks up to four times; 200, 404 and 500 are final, everything else may pass (A122). */
  async function ask(address: string, fresh: boolean, urgent: boolean): Promise<Answer | undefined> {
    for (let attempt = 0; ; attempt++) {
      const answer = await ports.fetch(address, { fresh, urgent }).catch(() => undefined);
      if (answer && [200, 404, 500].includes(answer.status)) return answer;
      const pause = RETRIES[attempt];
      if (pause === undefined || !ports.online()) return undefined;
      const asked = Math.min((answer?.retryAfter ?? 0) * 1000, LONGEST_WAIT);
      await ports.wait(Math.max(asked, pause * (0.75 + ports.random() / 2)));
    }
  }

  async function fallback(kind: "not_found" | "server_error", urgent: boolean): Promise<Loaded> {
    const file = kind === "not_found" ? "/404.html" : "/500.html";
    const answer = await ask(dataAddress(prefix + file, prefix), false, urgent);
    const page = answer?.status === 200 ? readPageData(answer.json) : undefined;
    return page ? { kind, page } : { kind: "failed" };
  }

  async function get(path: string, fresh: boolean, urgent: boolean): Promise<Loaded> {
    const answer = await ask(dataAddress(path, prefix), fresh, urgent);
    if (!answer) return { kind: "failed" };
    if (answer.status === 500) return fallback("server_error", urgent);
    // Hosts answer unknown files with a page of theirs and status 200: only data that names this very page is believed.
    const page = answer.status === 200 ? readPageData(answer.json) : undefined;
    return page && page.path === plainPath(path.slice(prefix.length))
      ? { kind: "page", page }
      : fallback("not_found", urgent);
  }

  return {
    has: (path) => isGood(entries.get(canonicalPath(path))),
    clear: () => {
      for (const entry of entries.values()) entry.stale = true;
    },
    load(path, urgent = true) {
      const key = canonicalPath(path);
      const known = entries.get(key);
      if (isGood(known)) return known.promise;
      const entry: Entry = { promise: get(key, known !== undefined, urgent), at: ports.now(), stale: false };
      entries.set(key, entry);
      void entry.promise.then((done) => {
        entry.done = done;
        entry.at = ports.now();
      });
      return entry.promise;
    },
  };
}
