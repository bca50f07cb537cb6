// Content in islands: data files that the build published as static queries, by their names. An island gets the names and
// hashes from its HTML; what a file holds comes once for each hash, and never changes.

import { createContext, useContext, useSyncExternalStore } from "react";
import { send } from "../signals";

/** Hashes of static queries by their names, as the island's `data-queries` has them. */
export type Queries = Readonly<Record<string, string>>;

/** The queries of the island that is drawn; `hydrated` fills it. */
export const QueriesContext = createContext<Queries>({});

/** Delay before a failed query is fetched again while a component waits for it, in milliseconds. */
const AGAIN_MS = 10_000;

const values = new Map<string, unknown>();
const flights = new Map<string, Promise<unknown>>();
const waiting = new Map<string, Set<() => void>>();

/** The content of a static query. Rejects when it fails to load; the next call fetches it again. */
export function loadQuery<T>(hash: string): Promise<T> {
  if (values.has(hash)) return Promise.resolve(values.get(hash) as T);
  const flight = flights.get(hash) ?? fetched(hash).finally(() => flights.delete(hash));
  flights.set(hash, flight);
  return flight as Promise<T>;
}

async function fetched(hash: string): Promise<unknown> {
  // Code is in assets/, next to page-data/.
  const response = await fetch(new URL(`../page-data/sq/d/${hash}.json`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status}: ${response.url}`);
  const { data } = (await response.json()) as { data: unknown };
  values.set(hash, data);
  for (const changed of waiting.get(hash) ?? []) changed();
  return data;
}

/** The content of a static query by its name; `undefined` while the island hydrates and until the query is loaded. */
export function useQuery<T>(name: string): T | undefined {
  const hash = useContext(QueriesContext)[name] ?? "";
  return useSyncExternalStore(
    (changed) => wait(name, hash, changed),
    () => values.get(hash) as T | undefined,
    () => undefined,
  );
}

function wait(name: string, hash: string, changed: () => void): () => void {
  const others = waiting.get(hash) ?? new Set();
  waiting.set(hash, others.add(changed));
  let timer: ReturnType<typeof setTimeout>;
  const ask = () => {
    loadQuery(hash).catch((error: unknown) => {
      send("croupier:fault", { error, part: `query ${name}` });
      if (others.has(changed)) timer = setTimeout(ask, AGAIN_MS);
    });
  };
  if (hash && !values.has(hash)) ask();
  return () => {
    others.delete(changed);
    clearTimeout(timer);
  };
}
