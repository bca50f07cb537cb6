// What the server said, kept while it is good: fetched when somebody looks, shared by all who look, asked for again when the
// tab is looked at again or the network is back, and the last good copy where a fetch fails (A64, A129). In memory only.

import { type FetcherStore, type KeyInput, nanoquery } from "@nanostores/query";
import { atom } from "nanostores";
import { send } from "../../signals";
import { type Failure, logOf, type Outcome } from "../api/outcome";
import { $session } from "../session/session";

/** A store of server data: `data` once it came and as it last came, `error` while the last fetch failed, `loading` during one. */
export type ServerData<T> = FetcherStore<T, Failure>;

/** What can be asked for again. */
export type Refreshable = Pick<ServerData<unknown>, "key">;

/** How server data is kept. */
export interface Keeping {
  /** Asked for again after so long, while somebody looks, in milliseconds. */
  readonly every_ms?: number;
  /** What came less than so long ago is not asked for again when somebody looks, in milliseconds. */
  readonly fresh_ms?: number;
}

/** State of a store that has no data yet. Islands render it while they hydrate. */
export const NOTHING = { loading: true } as const;

const FRESH_MS = 4000;
/** Stands in the keys of what belongs to a player. */
const MARK = "@";

interface Kept {
  readonly data?: unknown;
  /** In epoch milliseconds. */
  readonly created?: number;
  readonly error?: unknown;
}

/** Good answers by their keys. A failure takes the place of none, and nothing comes in of a player who is gone. */
class Answers extends Map<string, Kept> {
  /** Where the answer is that there is nothing, the library takes its fresh copy for none at all: it is shown, and asked for again. */
  override get(key: string): Kept | undefined {
    const kept = super.get(key);
    return kept?.data === null ? { ...kept, created: 0 } : kept;
  }
  override set(key: string, kept: Kept): this {
    const isOthers = key.includes(MARK) && !key.endsWith(player);
    return kept.error === undefined && !isOthers ? super.set(key, kept) : this;
  }
}

/** The part of keys that names the player; another one after every change, so that nothing of one is ever shown to another. */
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
  // The keys follow in a task of their own; what is shown must be gone before.
  for (const store of personal) store.set({ loading: pid !== undefined });
  $player.set(pid === undefined ? undefined : player);
});

/** Names of stores, and those whose answer on its way is of before a change: it is asked for once more, and never shown. */
const names = new WeakMap<object, string>();
const outdated = new Set<string>();
/** When what is known last of each was asked for, in milliseconds of the document. */
const askedAt = new Map<string, number>();

/** The answer; a failure is logged and thrown, which the store keeps as its error beside the last good copy. */
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

/** Logs what is not told to people (rows 8-25, 8-26); `part` is what did not come. */
export function logFailure(part: string, failure: Failure) {
  if (failure.kind !== "cancelled" && failure.kind !== "unauthorised")
    send("croupier:fault", { error: new Error(logOf(failure)), part });
}

/** Data that is the same for everybody. */
export function publicData<T>(name: string, load: () => Promise<Outcome<T>>, keeping?: Keeping): ServerData<T> {
  return create(name, name, load, keeping);
}

/** Data of the player who is signed in; empty for a guest, and emptied when the player changes. */
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

/** Asks again, as after a redeem or when a player presses Retry; what is shown stays until the answer is there. */
export function refresh(...stores: readonly Refreshable[]): void {
  refreshOlder(Number.POSITIVE_INFINITY, stores);
}

/** The same for what was asked for before a moment of the document, in milliseconds. */
export function refreshOlder(moment_ms: number, stores: readonly Refreshable[]): void {
  for (const store of stores) {
    const name = names.get(store) ?? "";
    if ((askedAt.get(name) ?? 0) >= moment_ms) continue;
    outdated.add(name);
    if (store.key) revalidateKeys(store.key);
  }
}
