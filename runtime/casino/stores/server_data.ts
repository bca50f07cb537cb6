// Stores of server data. Data is fetched when a component listens, shared by all listeners, and fetched again when the tab
// becomes visible or the network is back. After a failed fetch the last good value stays (A64, A129). Data is in memory only.

import { send } from "@croupier/loader";
import { type FetcherStore, type KeyInput, nanoquery } from "@nanostores/query";
import { atom, type ReadableAtom } from "nanostores";
import { describeFailure, type Failure, type Outcome } from "../api/outcome";
import { ownKey } from "../config/config";
import { $session } from "../session/session";

/** A store of server data: `data` is the last good value, `error` is set if the last fetch failed, `loading` during a fetch. */
export type ServerData<T> = FetcherStore<T, Failure>;

/** The state of a store without data. Islands render it while they hydrate. */
export const NOTHING: { readonly loading: true; readonly data?: undefined; readonly error?: undefined } = {
  loading: true,
};

/** A store without data. A component uses it until it needs the data of another store, which a listener would request. */
export const $nothing: ReadableAtom<typeof NOTHING & { readonly data?: never }> = atom(NOTHING);

/** A store that can be refreshed. */
export type Refreshable = Pick<ServerData<unknown>, "key">;

/** Refresh options of server data. */
export interface RefreshOptions {
  /** The name of a group of the player's stores that are refreshed together. */
  readonly group?: string;
  /** Interval of refreshes while a component listens, in milliseconds. */
  readonly every_ms?: number;
  /** Data younger than this is not fetched again when a component starts to listen, in milliseconds. */
  readonly fresh_ms?: number;
}

const FRESH_MS = 4000;
/** Age until which a failed request is not repeated for a new listener, in milliseconds. */
const FAILURE_FRESH_MS = 1000;
/** Marks cache keys of a player's data. */
const MARK = "@";

interface CacheEntry {
  readonly data?: unknown;
  /** The instant of the fetch, in epoch milliseconds. */
  readonly created?: number;
  readonly error?: unknown;
}

/** The cache of responses, by key. A failure does not replace the last good value, and data of a former player is not stored. */
class Cache extends Map<string, CacheEntry> {
  /** The library does not show a fresh `null` in a store that starts. Marked as old, it is shown and fetched again. */
  override get(key: string): CacheEntry | undefined {
    const entry = super.get(key);
    const isStarting = created.get(nameOf(key))?.store.value?.data === undefined;
    return entry?.data === null && entry.error === undefined && isStarting ? { ...entry, created: 0 } : entry;
  }
  override set(key: string, entry: CacheEntry): this {
    if (key.includes(MARK) && !key.endsWith(player)) return this;
    if (entry.error === undefined) return super.set(key, entry);
    // The library keeps a failure as long as a value. An earlier time lets it expire after `FAILURE_FRESH_MS`.
    const age_ms = (created.get(nameOf(key))?.fresh_ms ?? 0) - FAILURE_FRESH_MS;
    return super.set(key, { ...entry, data: super.get(key)?.data, created: (entry.created ?? 0) - age_ms });
  }
  /** Lets failed requests be repeated at once. */
  expireFailures(): void {
    for (const [key, entry] of this) if (entry.error !== undefined) super.set(key, { ...entry, created: 0 });
  }
}

/** The end of cache keys that identifies the player. It changes with every player, so that no player sees another one's data. */
let player = MARK;
let pid: number | undefined;
const $player = atom<string | undefined>(undefined);
/** The stores by name, and how long their data is fresh, in milliseconds. */
const created = new Map<string, { readonly store: ServerData<unknown>; readonly fresh_ms: number }>();
/** Returns the name of the store that has a cache key. */
const nameOf = (key: string) => key.split(MARK, 1).join();
const cache = new Cache();
// The library's own listener runs after this one and fetches the data of visible stores.
globalThis.addEventListener?.("online", () => cache.expireFailures());
const personal: { readonly store: ServerData<unknown>; readonly group: string | undefined }[] = [];
const [createFetcherStore, , { revalidateKeys }] = nanoquery({
  cache,
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  onErrorRetry: false,
});

let changes = 0;
$session.subscribe((session) => {
  if (session?.pid === pid) return;
  pid = session?.pid;
  changes += 1;
  player = `${MARK}${changes}`;
  for (const key of [...cache.keys()]) if (key.includes(MARK)) cache.delete(key);
  // The keys change in a later task, but the former player's data must disappear before.
  for (const { store } of personal) store.set({ loading: pid !== undefined });
  $player.set(pid === undefined ? undefined : player);
});

/** Names of stores whose pending response is older than a change. It is not shown, and the data is requested again. */
const invalidated = new Set<string>();
/** Start of the last fetch by the name of the store, in milliseconds since the document's start. */
const requestedAt = new Map<string, number>();

/** Loads a value. Logs and throws failures: the store holds them as its error, together with the last good value. */
async function fetchValue<T>(name: string, load: () => Promise<Outcome<T>>): Promise<T> {
  let outcome: Outcome<T>;
  do {
    invalidated.delete(name);
    requestedAt.set(name, performance.now());
    outcome = await load();
  } while (invalidated.has(name));
  if (outcome.kind === "ok") return outcome.value;
  logFailure(name, outcome);
  throw outcome;
}

/** Logs a failure that is not shown to users (rows 8-25, 8-26); `part` names the data that failed to load. */
export function logFailure(part: string, failure: Failure) {
  if (failure.kind !== "cancelled" && failure.kind !== "unauthorised")
    send("croupier:fault", { error: new Error(describeFailure(failure)), part });
}

/** Creates a store of data that is the same for all users. */
export function publicData<T>(name: string, load: () => Promise<Outcome<T>>, options?: RefreshOptions): ServerData<T> {
  return create(name, name, load, options);
}

/** Creates a store of the signed-in player's data. It is empty for a guest, and is cleared when the player changes. */
export function playerData<T>(
  name: string,
  load: (pid: number) => Promise<Outcome<T>>,
  options?: RefreshOptions,
): ServerData<T> {
  const loadForPlayer = () => (pid === undefined ? Promise.resolve({ kind: "unauthorised" } as const) : load(pid));
  const store = create<T>([name, $player], name, loadForPlayer, options);
  personal.push({ store: store as ServerData<unknown>, group: options?.group });
  return store;
}

/** Returns the player's stores of a group. A store exists once its module is loaded. */
export function storesOfGroup(group: string): readonly ServerData<unknown>[] {
  return personal.filter((entry) => entry.group === group).map(({ store }) => store);
}

function create<T>(
  key: KeyInput,
  name: string,
  load: () => Promise<Outcome<T>>,
  { every_ms: revalidateInterval = 0, fresh_ms = FRESH_MS }: RefreshOptions = {},
): ServerData<T> {
  const cached = () => (cache.get(name + player) ?? cache.get(name))?.data as T | undefined;
  const fetcher = async () => {
    const data = await fetchValue(name, load);
    // Lists are not rendered again for equal data.
    return JSON.stringify(data) === JSON.stringify(cached()) ? (cached() as T) : data;
  };

  const store = createFetcherStore<T, Failure>(key, { revalidateInterval, dedupeTime: fresh_ms, fetcher });
  const { get } = store;
  let idle: ReturnType<typeof get> = { loading: false };

  // Without a listener, the library would fetch, and return a new object each time. React needs the same object while nothing changes.
  store.get = () => {
    if (store.lc) return get();
    if (idle.data !== cached()) idle = { data: cached(), loading: false } as typeof idle;
    return idle;
  };

  created.set(name, { store: store as ServerData<unknown>, fresh_ms });
  return store;
}

/** Fetches data again, for instance after a redeem or when a player presses Retry. The current data stays until the response arrives. */
export function refresh(...stores: readonly Refreshable[]): void {
  refreshOlder(Number.POSITIVE_INFINITY, stores);
}

/** Fetches data again that was last requested before `time_ms`, in milliseconds since the document's start. */
export function refreshOlder(time_ms: number, stores: readonly Refreshable[]): void {
  for (const store of stores) {
    const name = nameOf(store.key ?? "");
    if ((requestedAt.get(name) ?? 0) >= time_ms) continue;
    invalidated.add(name);
    if (store.key) revalidateKeys(store.key);
  }
}

// The preview of an editor shows another draft. The player's data does not depend on it.
if (import.meta.env.DEV)
  globalThis.addEventListener?.("croupier:draft", () =>
    refresh(...[...created.values()].map(({ store }) => store).filter(({ key }) => key && !key.includes(MARK))),
  );

/** Refreshes `store` when another tab reports a change. The result reports a change to the other tabs, under the same name. */
export function followOtherTabs(name: string, store: Refreshable): () => void {
  // The server renders islands without event listeners.
  globalThis.addEventListener?.("storage", ({ key, newValue }) => {
    if (key === ownKey(name) && newValue) refresh(store);
  });

  return () => {
    try {
      // Writing the item sends the storage event; the item itself is not needed.
      const key = ownKey(name);
      localStorage.setItem(key, "1");
      localStorage.removeItem(key);
    } catch {
      // Without storage, other tabs load the data again when they become visible.
    }
  };
}
