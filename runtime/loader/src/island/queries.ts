// Content for islands: data files that the build publishes as static queries. An island gets their names and hashes from its HTML.
// Each hash is fetched once, because its content never changes.

/// <reference path="../site.d.ts" />
import type { Data } from "croupier:types";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { send } from "../signals";

/** Hashes of static queries by name, from the island's `data-queries` attribute. */
export type Queries = Readonly<Record<string, string>>;

/** The queries of the rendered island; `hydrated` provides them. */
export const QueriesContext = createContext<Queries>({});

/** The props of the rendered island, for components far below it; `hydrated` provides them. Without it, they are empty. */
export const PropsContext = createContext<object>({});

/** Delay before a failed query is fetched again while a component uses it, in milliseconds. */
const RETRY_MS = 10_000;

const values = new Map<string, unknown>();
const inFlight = new Map<string, Promise<unknown>>();
const listeners = new Map<string, Set<() => void>>();

/** Resolves to the content of a static query. Rejects if it fails to load; the next call fetches it again. */
export function loadQuery<T>(hash: string): Promise<T> {
  if (values.has(hash)) return Promise.resolve(values.get(hash) as T);
  const request = inFlight.get(hash) ?? fetchQuery(hash).finally(() => inFlight.delete(hash));
  inFlight.set(hash, request);
  return request as Promise<T>;
}

async function fetchQuery(hash: string): Promise<unknown> {
  // Code is in assets/, which has the same parent folder as page-data/.
  const response = await fetch(new URL(`../page-data/sq/d/${hash}.json`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status}: ${response.url}`);
  const { data } = (await response.json()) as { data: unknown };

  values.set(hash, data);
  for (const listener of listeners.get(hash) ?? []) listener();
  return data;
}

/**
 * Returns the content of a static query by name; `undefined` during hydration and until the query has loaded. A query with the name of
 * a data file has the type of its values.
 */
export function useQuery<Name extends keyof Data>(name: Name): Data[Name] | undefined;
export function useQuery<T = unknown>(name: string): T | undefined;
export function useQuery<T>(name: string): T | undefined {
  const hash = useContext(QueriesContext)[name] ?? "";
  // biome-ignore lint/correctness/useHookAtTopLevel: the mode is a constant of the bundle
  if (import.meta.env.DEV) useMissingReport(name, hash);

  return useSyncExternalStore(
    (listener) => subscribe(name, hash, listener),
    () => values.get(hash) as T | undefined,
    () => undefined,
  );
}

/** Loads a static query for later use. The component does not render again when it has loaded. */
export function usePreloadedQuery(name: string): void {
  const hash = useContext(QueriesContext)[name] ?? "";
  useEffect(() => subscribe(name, hash, () => {}), [name, hash]);
}

/** Reports a query that the call of the island does not pass. The error is created here, where its stack has the component. */
function useMissingReport(name: string, hash: string): void {
  const [error] = useState(() => {
    const text = `the island gets no query \`${name}\`: add it to the call of \`island()\`, as in \`queries=["${name}"]\``;
    return new Error(text);
  });

  useEffect(() => {
    if (!hash) send("croupier:fault", { error, part: `query ${name}` });
  }, [error, name, hash]);
}

function subscribe(name: string, hash: string, listener: () => void): () => void {
  const queryListeners = listeners.get(hash) ?? new Set();
  listeners.set(hash, queryListeners.add(listener));

  let timer: ReturnType<typeof setTimeout>;
  const loadAndRetry = () => {
    loadQuery(hash).catch((error: unknown) => {
      send("croupier:fault", { error, part: `query ${name}` });
      if (queryListeners.has(listener)) timer = setTimeout(loadAndRetry, RETRY_MS);
    });
  };
  if (hash && !values.has(hash)) loadAndRetry();

  return () => {
    queryListeners.delete(listener);
    clearTimeout(timer);
  };
}
