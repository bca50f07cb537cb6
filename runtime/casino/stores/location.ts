// A store of the current URL, the values that widgets save in an entry of the browser's history, and the ways to other pages and
// panels.

import { entryState, listen, pushEntry, replaceEntry, send } from "@croupier/loader";
import { atom, type ReadableAtom } from "nanostores";
import { config } from "../config/config";

/** The URL of the current page. */
export interface PageLocation {
  /** The path below the site's base path, such as `/lobby/games/`. */
  readonly path: string;
  /** Empty, or starts with a question mark. */
  readonly search: string;
  /** Empty, or starts with a number sign. */
  readonly hash: string;
  /** The name of the history entry. A different name for the same URL means another visit to the page. */
  readonly entry: string;
}

const $current = atom<PageLocation>(readLocation());
/** Changes with every visit, with Back and Forward, and with `setQuery`. On the server its path is empty. */
export const $location: ReadableAtom<PageLocation> = $current;

/** Options of `setQuery`. With `push`, the change adds a history entry, so that Back undoes it. */
export interface QueryOptions {
  readonly push?: boolean;
}

/** Changes query parameters; `undefined` or an empty string removes one. No visit starts. */
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

/** Returns the value that `name` saved for the current history entry. Returns `undefined` without one, and for a new visit to the page. */
export function entryValue(name: string): unknown {
  return entryState()[`of ${name}`];
}

/** Saves a value for the current history entry, such as a filter, a search or the length of a list: plain data of a few bytes. */
export function keepForEntry(name: string, value: unknown) {
  replaceEntry({ [`of ${name}`]: value });
}

function readLocation(): PageLocation {
  if (typeof document === "undefined") return { path: "", search: "", hash: "", entry: "" };
  const { pathname, search, hash } = location;
  return { path: pathname.slice(config().base.length), search, hash, entry: entryState().croupier ?? "" };
}

function update() {
  const next = readLocation();
  if (JSON.stringify(next) !== JSON.stringify($current.get())) $current.set(next);
}

if (typeof document !== "undefined") {
  listen("croupier:visit", ({ kind }) => {
    if (kind === "done") update();
  });
  listen("croupier:entry", update);
  addEventListener("popstate", update);
}

/** Visits `to`, like a click on a link. */
export function go(to: string) {
  send("croupier:navigate", { to });
}

/** Opens a panel in the modal container, replacing the open one (row 2.6-01); `about` is the panel's parameter. */
export function openPanel(panel: string, about?: string): void {
  send("croupier:open", about === undefined ? { view: panel } : { view: panel, about });
}

/** Returns the topmost dialog; `undefined` if none is open. */
export function topDialog(): HTMLDialogElement | undefined {
  // The dialog that was opened last has the focus; without a focus, the last one in the document counts.
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>("dialog:modal")];
  return dialogs.find((dialog) => dialog.contains(document.activeElement)) ?? dialogs.at(-1);
}
