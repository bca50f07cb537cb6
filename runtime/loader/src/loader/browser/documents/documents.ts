// The document: the configuration and the elements in it, how it is loaded, and when a load would interrupt the user.

import { ID, listenUntil } from "../../../signals";

/** The loader's section of the configuration that is in every page. */
export interface Config {
  /** Base path of the site: empty, or `/docs`. */
  readonly base: string;
  /** Name of the shell of this document; empty for the default shell. */
  readonly shell: string;
  /** Whether the site has a service worker. */
  readonly worker?: boolean;
  /** Names of query parameters that are removed from every URL, in lower case. */
  readonly secrets: readonly string[];
}

/** Reads the configuration. A base layout without it has a site without a worker; the base path is also at the script of the head. */
export function readConfig(): Config {
  const text = document.getElementById(ID.config)?.textContent || "{}";
  const values = JSON.parse(text) as Partial<Config>;
  const { base = "" } = document.querySelector<HTMLElement>("script[data-base]")?.dataset ?? {};
  return { base, shell: "", secrets: [], ...values };
}

/** Element ids by purpose. */
export const LOADER_ID = {
  /** Announces the title of a page to screen readers. */
  announcer: "croupier-announcer",
  /** Shows that a visit takes long or failed, or that the page can be used now. */
  notice: "croupier-notice",
} as const;

/** Selects the element that contains the content of the page. */
export const MAIN = "main,#main";

/** Returns the element that contains the content of the page. */
export function mainElement(): HTMLElement | null {
  return document.querySelector(MAIN);
}

/** Loads the document at `to`, which may be the current document. */
export function loadDocument(to: string) {
  const url = new URL(to, location.href);
  if (!isSameDocument(url.href, location.href)) return location.assign(url);
  history.replaceState(history.state, "", url);
  location.reload();
}

/** Returns whether two URLs are equal except for their fragments. */
export function isSameDocument(a: string, b: string): boolean {
  return a.split("#", 1)[0] === b.split("#", 1)[0];
}

/** Returns whether a document load would fail and lose the rendered page, because there is no network and no service worker. */
export function isOfflineWithoutWorker(): boolean {
  return !navigator.onLine && !navigator.serviceWorker?.controller;
}

/** Returns true the first time for a key. Returns false if the browser cannot store the key: the action could repeat for ever. */
export function onceInTab(key: string): boolean {
  try {
    const name = `croupier ${key}`;
    if (sessionStorage.getItem(name)) return false;
    sessionStorage.setItem(name, "1");
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a widget has an unload guard. */
export type HasUnloadGuard = () => boolean;

/** Counts the unload guards of widgets until the signal is aborted. */
export function countUnloadGuards(signal: AbortSignal): HasUnloadGuard {
  const holds = new Map<string, number>();
  listenUntil(signal, "croupier:hold", ({ name, held }) => holds.set(name, (holds.get(name) ?? 0) + (held ? 1 : -1)));
  return () => [...holds.values()].some((count) => count > 0);
}

/** Types of input fields that contain no text of the user. */
const TEXTLESS_TYPES = new Set(["button", "submit", "reset", "checkbox", "radio", "image", "hidden"]);

/** Returns whether a field with changed text has the focus or is in an open dialog, or a dialog shows another document. */
export function isDocumentBusy(): boolean {
  if (document.fullscreenElement || document.querySelector("dialog[open] iframe")) return true;
  const element = document.activeElement;
  if (element instanceof HTMLElement && (hasChangedText(element) || element.isContentEditable)) return true;
  return [...document.querySelectorAll("dialog[open] :is(input, textarea)")].some(hasChangedText);
}

function hasChangedText(element: Element): boolean {
  const isField = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
  return isField && !TEXTLESS_TYPES.has(element.type) && element.value !== element.defaultValue;
}
