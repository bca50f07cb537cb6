// Stores of server data. Data is fetched when a component listens, shared by all listeners, and fetched again when the tab becomes
// visible or the network is back. After a failed fetch the last good value stays (A64, A129). Data is in memory only.

import { type FetcherStore, type KeyInput, nanoquery } from "@nanostores/query";
import { atom } from "nanostores";
import { send } from "../../signals";
import { describeFailure, type Failure, type Outcome } from "../api/outcome";
import { $session } from "../session/session";

/** A store of server data: `data` is the last good value, `error` is set if the last fetch failed, `loading` during a fetch. */
export type ServerData<T> = FetcherStore<T, Failure>;

/** A store that can be refreshed. */
export type Refreshable = Pick<ServerData<unknown>, "key">;

/** Refresh options of server data. */
export interface Keeping {
  /** Interval of refreshes while a component listens, in milliseconds. */
  readonly every_ms?: number;
  /** Data younger than this is not fetched again when a component starts to listen, in milliseconds. */
  readonly fresh_ms?: number;
}

/** The state of a store without data. Islands render it while they hydrate. */
export const NOTHING = { loading: true } as const;

const FRESH_MS = 4000;
/** Marks cache keys of a player's data. */
const MARK = "@";

interface Kept {
  readonly data?: unknown;
  /** The instant of the fetch, in epoch milliseconds. */
  readonly created?: number;
  readonly error?: unknown;
}

/** The cache of good responses, by key. Failures do not replace values, and data of a former player is not stored. */
class Answers extends Map<string, Kept> {
  /** The library takes a fresh `null` for no value at all. Marked as old, a `null` is shown and fetched again. */
  override get(key: string): Kept | undefined {
    const kept = super.get(key);
    return kept?.data === null ? { ...kept, created: 0 } : kept;
  }
  override set(key: string, kept: Kept): this {
    const isOthers = key.includes(MARK) && !key.endsWith(player);
    return kept.error === undefined && !isOthers ? super.set(key, kept) : this;
  }
}

/** The end of cache keys that identifies the player. It changes with every player, so that no player sees another one's data. */
let player = MARK;
let pid: number | undefined;
const $player = atom<string | undefined>(undefined);
const answers = new Answers();
const personal: ServerData<unknown>[] = [];
const [createFetcherStore, , { revalidateKeys }] = nanoquery({
  cache: answers,
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
  for (const key of [...answers.keys()]) if (key.includes(MARK)) answers.delete(key);
  // The keys change in a later task, but the former player's data must disappear before.
  for (const store of personal) store.set({ loading: pid !== undefined });
  $player.set(pid === undefined ? undefined : player);
});

/** Names of stores. */
const names = new WeakMap<object, string>();
/** Names of stores whose pending response is older than a change. It is not shown, and the data is requested again. */
const outdated = new Set<string>();
/** Start of the last fetch by the name of the store, in milliseconds since the document's start. */
const askedAt = new Map<string, number>();

/** Loads a value. Logs and throws failures: the store holds them as its error, together with the last good value. */
async function fetched<T>(name: string, load: () => Promise<Outcome<T>>): Promise<T> {
  let outcome: Outcome<T>;
  do {
    outdated.delete(name);
    askedAt.set(name, performance.now());
    outcome = await load();
  } while (outdated.has(name));
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
export function publicData<T>(name: string, load: () => Promise<Outcome<T>>, keeping?: Keeping): ServerData<T> {
  return create(name, name, load, keeping);
}

/** Creates a store of the signed-in player's data. It is empty for a guest, and is cleared when the player changes. */
export function playerData<T>(
  name: string,
  load: (pid: number) => Promise<Outcome<T>>,
  keeping?: Keeping,
): ServerData<T> {
  const asked = () => (pid === undefined ? Promise.resolve({ kind: "unauthorised" } as const) : load(pid));
  const store = create<T>([name, $player], name, asked, keeping);
  personal.push(store as ServerData<unknown>);
  return store;
}

function create<T>(
  key: KeyInput,
  name: string,
  load: () => Promise<Outcome<T>>,
  { every_ms: revalidateInterval = 0, fresh_ms: dedupeTime = FRESH_MS }: Keeping = {},
): ServerData<T> {
  const fetcher = () => fetched(name, load);
  const store = createFetcherStore<T, Failure>(key, { revalidateInterval, dedupeTime, fetcher });
  names.set(store, name);
  return store;
}

/** Fetches data again, for instance after a redeem or when a player presses Retry. The current data stays until the response arrives. */
export function refresh(...stores: readonly Refreshable[]): void {
  refreshOlder(Number.POSITIVE_INFINITY, stores);
}

/** Fetches data again that was last requested before `moment_ms`, in milliseconds since the document's start. */
export function refreshOlder(moment_ms: number, stores: readonly Refreshable[]): void {
  for (const store of stores) {
    const name = names.get(store) ?? "";
    if ((askedAt.get(name) ?? 0) >= moment_ms) continue;
    outdated.add(name);
    if (store.key) revalidateKeys(store.key);
  }
}
