// Typed events, ids and attributes that the loader and the site's own code share.

/** State of a visit, from the click (`loading`) to one of the final states. */
export type VisitKind = "idle" | "loading" | "swapping" | "done" | "failed" | "cancelled" | "document_load";

/** How a visit changes the history; `traverse` is back and forward. */
export type VisitAction = "push" | "replace" | "traverse";

/** Every event by its name; all are sent on `document`. */
export interface Signals {
  /** A widget requests a page. `to` is a URL with the site's base path. Another origin needs `external` and is a document load. */
  "croupier:navigate": { readonly to: string; readonly replace?: boolean; readonly external?: boolean };
  /**
   * A visit is about to begin. `redirect` changes its target: a push stays a push, and after back or forward the entry is replaced.
   * URLs contain the base path, query and fragment.
   */
  "croupier:before-visit": { readonly to: string; readonly action: VisitAction; redirect(to: string): void };
  /** A visit changes its state. `id` grows with each visit. A visit that a newer one replaces ends as `cancelled`. */
  "croupier:visit": { readonly id: number; readonly kind: VisitKind; readonly to: string };
  /** A visit is about to replace the main part of the page. An island that leaves the document now is not unmounted. */
  "croupier:leave": null;
  /** The new main part is in the document, and its islands are about to start. An island that left the document can return. */
  "croupier:enter": null;
  /**
   * An error occurred in `part`, which is empty if unknown. `lost`: code or a style sheet failed to load, or code threw an error
   * when it started. `isRecovered`: React has rendered the island again. A listener that calls `preventDefault` of the event, as `listen` does, replaces the message in the console,
   * which appears once for each message of a part.
   */
  "croupier:fault": {
    readonly error: unknown;
    readonly part: string;
    readonly lost?: boolean;
    readonly isRecovered?: boolean;
    readonly componentStack?: string | null | undefined;
  };
  /** A control has failed and shows no message of its own, so the notice of the page shows one. */
  "croupier:crashed": null;
  /** Requests that the site's modal dialog shows a view, which `data-view` of the dialog names. `about` is passed to the view. */
  "croupier:open": { readonly view: string; readonly about?: string };
  /** Begins or ends work that a document load must not interrupt, such as a half-filled form. */
  "croupier:hold": { readonly name: string; readonly held: boolean };
  /** Code in the browser has rendered `part`: scroll can be restored, and new links can be watched. */
  "croupier:drawn": { readonly part: string };
  /** A widget added a history entry or changed the current one. `key` is its name. */
  "croupier:entry": { readonly key: string };
}

/** The events as the document dispatches them. */
type SignalEvents = { readonly [Name in keyof Signals]: CustomEvent<Signals[Name]> };

declare global {
  interface DocumentEventMap extends SignalEvents {}
}

/** An error with its source. */
export type Fault = Required<Pick<Signals["croupier:fault"], "error" | "part" | "lost">>;

/** Sends an event to all listeners. */
export function send<Name extends keyof Signals>(name: Name, detail: Signals[Name]): void {
  document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
}

/** Adds a listener and returns a function that removes it. */
export function listen<Name extends keyof Signals>(name: Name, listener: (detail: Signals[Name]) => void): () => void {
  const controller = new AbortController();
  listenUntil(controller.signal, name, listener);
  return () => controller.abort();
}

/** Adds a listener, which is removed when `stop` is aborted. */
export function listenUntil<Name extends keyof Signals>(
  stop: AbortSignal,
  name: Name,
  listener: (detail: Signals[Name]) => void,
): void {
  const onEvent = (event: SignalEvents[Name]) => {
    event.preventDefault();
    listener(event.detail);
  };
  document.addEventListener(name, onEvent, { signal: stop });
}

/** Guards work against a document load. The returned function ends the guard and may be called more than once. */
export function hold(name: string): () => void {
  let isHeld = true;
  send("croupier:hold", { name, held: true });
  return () => {
    if (isHeld) send("croupier:hold", { name, held: false });
    isHeld = false;
  };
}

/** State of a history entry. Code that writes `history.state` must keep the existing keys. */
export interface EntryState {
  /** The name of the entry. */
  readonly croupier?: string;
  /** The name that all entries of one rendered page share. Going from one to another loads nothing. */
  readonly page?: string;
  /**
   * Number of layers that covered the page when this entry was added. A layer that is closed without Back leaves its entry, which then
   * shows the same as the one below it. `openLayers` returns how many are open.
   */
  readonly layer?: number;
  /** State of widgets at this entry, by widget. */
  readonly [name: string]: unknown;
}

/** Returns the state of the current entry; empty if it has none. */
export function entryState(): EntryState {
  return (history.state as EntryState | null) ?? {};
}

/** Returns how many layers covered the page when the current entry was added. */
export function entryDepth(): number {
  return entryState().layer ?? 0;
}

/** Returns a unique name for an entry of this tab. */
export function entryKey(): string {
  return `${Date.now()}${Math.random()}`;
}

/** Adds an entry for the same page, such as an open layer or a filter. Only `popstate` reports going back to it. */
export function pushEntry(state: Readonly<Record<string, unknown>>, url = location.href): void {
  const key = entryKey();
  if (writeEntry("pushState", { ...entryState(), layer: openLayers(), ...state, croupier: key }, url))
    send("croupier:entry", { key });
}

/** Adds keys to the state of the current entry, and optionally changes its URL. */
export function replaceEntry(state: Readonly<Record<string, unknown>>, url = location.href): void {
  // An entry with its own URL differs from the one below it, so Back must stop there.
  const layer = url === location.href ? {} : { layer: openLayers() };
  if (writeEntry("replaceState", { ...entryState(), ...layer, ...state }, url))
    send("croupier:entry", { key: entryState().croupier ?? "" });
}

/** Returns how many layers of the current entry are open. A dialog that was closed without Back is not. */
export function openLayers(): number {
  const layer = entryDepth();
  return layer && Math.min(layer, document.querySelectorAll("dialog:modal").length);
}

/** Returns whether the entry was written: Safari throws after 100 calls within 30 seconds. */
export function writeEntry(method: "pushState" | "replaceState", state: EntryState, url: string): boolean {
  try {
    history[method](state, "", url);
    return true;
  } catch {
    return false;
  }
}

/** Argument that the loader passes once to `start` of the site's own chunk, when the page is ready. */
export interface Start {
  /** Passes every fault to the listener, including earlier ones. A later listener replaces the earlier one. */
  faults(listener: (fault: Fault) => void): void;
  /** Resolves to the hash of the code that this tab runs; empty if it is unknown. */
  code(): Promise<string>;
  /** Returns the secrets of the URL that the document was opened with, by name in lower case. Only the first call gets them. */
  takeSecrets(): Readonly<Record<string, string>>;
}

/** Element ids that the loader and the site's own code share. */
export const ID = {
  config: "croupier-config",
  modal: "croupier-modal",
} as const;

/** `returnValue` of a dialog that a visit to another page closed. */
export const CLOSED_BY_VISIT = "visit";

/** Attributes that the loader and the site's own code share. */
export const ATTRIBUTE = {
  /** On `<html>`: the loader starts the site's own chunk. */
  start: "data-start",
  /** On a popover or dialog that stays open during a visit, such as a form that is being sent. */
  permanent: "data-permanent",
} as const;
