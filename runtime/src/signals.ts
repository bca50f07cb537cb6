// Typed events, ids and attributes that the loader and the site's own code share.

/** State of a visit, from the click (`loading`) to one of the final states. */
export type VisitKind = "idle" | "loading" | "swapping" | "done" | "failed" | "cancelled" | "document_load";

/** How a visit changes the history; `traverse` is back and forward. */
export type VisitAction = "push" | "replace" | "traverse";

/** Every event by its name; all are sent on `document`. */
export interface Signals {
  /** A widget asks for a page. `to` is any URL, with the site's base path; another origin only with `external`, as a document load. */
  "croupier:navigate": { readonly to: string; readonly replace?: boolean; readonly external?: boolean };
  /**
   * A visit is about to begin. `redirect` makes it lead elsewhere: a push stays a push, and an entry that was gone back to is
   * replaced. Addresses have the base path, query and fragment.
   */
  "croupier:before-visit": { readonly to: string; readonly action: VisitAction; redirect(to: string): void };
  /** A visit takes a step. `id` grows with each visit; what was overtaken ends with `cancelled`. */
  "croupier:visit": { readonly id: number; readonly kind: VisitKind; readonly to: string };
  /** Something went wrong in `part`, which is empty where that is not known. `lost`: code or a style sheet failed to load. */
  "croupier:fault": { readonly error: unknown; readonly part: string; readonly lost?: boolean };
  /** The layer that holds panels is to show one; `about` is passed to the panel. */
  "croupier:open": { readonly panel: string; readonly about?: string };
  /** Something begins or ends that a document load must not cut off, such as a form that is half filled. */
  "croupier:hold": { readonly name: string; readonly held: boolean };
  /** Code in the browser has rendered `part`: scroll can be restored, and new links can be watched. */
  "croupier:drawn": { readonly part: string };
  /** A widget added an entry to the history, or changed the one that is shown; `key` is its name. */
  "croupier:entry": { readonly key: string };
}

/** Sends an event to all listeners. */
export function send<Name extends keyof Signals>(name: Name, detail: Signals[Name]): void {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Listens until the result is called. */
export function listen<Name extends keyof Signals>(name: Name, listener: (detail: Signals[Name]) => void): () => void {
  const heard = (event: Event) => listener((event as CustomEvent<Signals[Name]>).detail);
  document.addEventListener(name, heard);
  return () => document.removeEventListener(name, heard);
}

/** Declares that a document load would cut something off; calling the result, once or more often, ends that. */
export function hold(name: string): () => void {
  let isHeld = true;
  send("croupier:hold", { name, held: true });
  return () => {
    if (isHeld) send("croupier:hold", { name, held: false });
    isHeld = false;
  };
}

/** What an entry of the history carries. Code that writes `history.state` must keep the existing keys. */
export interface EntryState {
  /** The name of the entry. */
  readonly croupier?: string;
  /** The name that entries of one drawn page share: going from one to the other loads nothing. */
  readonly page?: string;
  /** How many layers lie over the page at this entry; a page that is visited from such an entry takes its place. */
  readonly layer?: number;
  /** What widgets keep for their entry, by widget. */
  readonly [name: string]: unknown;
}

/** The state of the entry that is shown; empty where it has none. */
export function entryState(): EntryState {
  return (history.state as EntryState | null) ?? {};
}

/** A name that no other entry of this tab has. */
export function entryKey(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}

/** Adds an entry that the same page draws, such as an open layer or a filter; going back is reported by `popstate` alone. */
export function pushEntry(state: Readonly<Record<string, unknown>>, url = location.href): void {
  const key = entryKey();
  if (write("pushState", { ...entryState(), ...state, croupier: key }, url)) send("croupier:entry", { key });
}

/** Adds to the state of the entry that is shown, and may change its address. */
export function replaceEntry(state: Readonly<Record<string, unknown>>, url = location.href): void {
  if (write("replaceState", { ...entryState(), ...state }, url))
    send("croupier:entry", { key: entryState().croupier ?? "" });
}

/** Returns whether the entry was written: Safari throws after 100 calls within 30 seconds. */
function write(method: "pushState" | "replaceState", state: EntryState, url: string): boolean {
  try {
    history[method](state, "", url);
    return true;
  } catch {
    return false;
  }
}

/** Argument that the loader passes once to `start` of the site's own chunk, when the page is ready. */
export interface Start {
  /** Hands on every fault, those included that were held until now. Of two listeners, the later one counts. */
  faults(listener: (fault: Required<Signals["croupier:fault"]>) => void): void;
  /** Hash of the code that this tab runs; empty where it cannot be found out. */
  code(): Promise<string>;
  /** The secrets of the address that the document was opened with, by name in lower case; only the first call gets them. */
  takeSecrets(): Readonly<Record<string, string>>;
}

/** Ids of the document that the loader and the site's own code both name. */
export const ID = {
  config: "croupier-config",
  modal: "croupier-modal",
} as const;

/** `returnValue` of a dialog that was closed because another page is shown. */
export const CLOSED_BY_VISIT = "visit";

/** Attributes that the loader and the site's own code both name. */
export const ATTRIBUTE = {
  /** On `<html>`: the site's own chunk is wanted, from now on. */
  start: "data-start",
  /** On a popover or dialog that stays open during a visit, such as the form that signs a player in. */
  permanent: "data-permanent",
} as const;
