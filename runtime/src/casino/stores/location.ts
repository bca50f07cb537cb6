// Where the player is, for what is drawn by it: the address, its query, and what widgets keep for an entry of the history.

import { atom, type ReadableAtom } from "nanostores";
import { entryState, listen, pushEntry, replaceEntry } from "../../signals";
import { config } from "../config/config";

/** The address that is shown. */
export interface Place {
  /** Below the site's base path, such as `/lobby/games/`. */
  readonly path: string;
  /** Empty, or with its question mark. */
  readonly search: string;
  /** Empty, or with its number sign. */
  readonly hash: string;
  /** The name of the history's entry; another one for the same address is another visit to it. */
  readonly entry: string;
}

const $shown = atom<Place>(here());
/** Follows every visit, Back and Forward, and what `setQuery` does; on the server a place without a path. */
export const $location: ReadableAtom<Place> = $shown;

/** How the query is changed: `push` makes an entry that Back leads away from. */
export interface QueryOptions {
  readonly push?: boolean;
}

/** Changes parameters of the query; `undefined` or an empty text takes one away. The page stays as it is. */
export function setQuery(
  parameters: Readonly<Record<string, string | undefined>>,
  { push = false }: QueryOptions = {},
) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parameters)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  if (url.href === location.href) return;
  if (push) pushEntry({}, url.href);
  else replaceEntry({}, url.href);
}

/** What `name` kept for the entry that is shown; `undefined` where it kept nothing, and for another visit to the page. */
export function entryValue(name: string): unknown {
  return entryState()[`of ${name}`];
}

/** Keeps something for the entry that is shown, such as a filter, a search or how far a list was loaded: plain data, in few bytes. */
export function keepForEntry(name: string, value: unknown) {
  replaceEntry({ [`of ${name}`]: value });
}

function here(): Place {
  if (typeof document === "undefined") return { path: "", search: "", hash: "", entry: "" };
  const { pathname, search, hash } = location;
  return { path: pathname.slice(config().base.length), search, hash, entry: entryState().croupier ?? "" };
}

function follow() {
  const place = here();
  const shown = $shown.get();
  if (Object.entries(place).some(([name, value]) => shown[name as keyof Place] !== value)) $shown.set(place);
}

if (typeof document !== "undefined") {
  listen("croupier:visit", ({ kind }) => kind === "done" && follow());
  listen("croupier:entry", follow);
  addEventListener("popstate", follow);
}
