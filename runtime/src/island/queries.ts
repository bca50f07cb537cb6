// Content for islands: data files that the build publishes as static queries. An island gets their names and hashes from its HTML.
// Each hash is fetched once, because its content never changes.

import { createContext, useContext, useSyncExternalStore } from "react";
import { send } from "../signals";

/** Hashes of static queries by name, from the island's `data-queries` attribute. */
export type Queries = Readonly<Record<string, string>>;

/** The queries of the rendered island; `hydrated` provides them. */
export const QueriesContext = createContext<Queries>({});

/** Delay before a failed query is fetched again while a component uses it, in milliseconds. */
const AGAIN_MS = 10_000;

const values = new Map<string, unknown>();
const flights = new Map<string, Promise<unknown>>();
const waiting = new Map<string, Set<() => void>>();

/** Resolves to the content of a static query. Rejects if it fails to load; the next call fetches it again. */
export function loadQuery<T>(hash: string): Promise<T> {
  if (values.has(hash)) return Promise.resolve(values.get(hash) as T);
  const flight = flights.get(hash) ?? fetched(hash).finally(() => flights.delete(hash));
  flights.set(hash, flight);
  return flight as Promise<T>;
}

async function fetched(hash: string): Promise<unknown> {
  // Code is in assets/, which has the same parent folder as page-data/.
  const response = await fetch(new URL(`../page-data/sq/d/${hash}.json`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status}: ${response.url}`);
  const { data } = (await response.json()) as { data: unknown };
  values.set(hash, data);
  for (const changed of waiting.get(hash) ?? []) changed();
  return data;
}

/** Returns the content of a static query by name; `undefined` during hydration and until the query has loaded. */
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
