// The screens of the editor and their URLs.

import { createStore } from "../ui/state";

/** Path of the editor. */
export const BASE = "/admin/";

/** A screen. */
export type Route =
  | { readonly screen: "start" }
  | { readonly screen: "media" }
  | { readonly screen: "attention" }
  | { readonly screen: "navigation" }
  | { readonly screen: "edit"; readonly path: string };

/** Returns the screen of a URL path. Unknown paths show the start. */
export function routeOf(pathname: string): Route {
  const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : "";
  if (path.startsWith("edit/")) return { screen: "edit", path: decodePath(path.slice("edit/".length)) };
  if (/^media\/?$/.test(path)) return { screen: "media" };
  if (/^navigation\/?$/.test(path)) return { screen: "navigation" };
  return /^attention\/?$/.test(path) ? { screen: "attention" } : { screen: "start" };
}

/** Returns a path without escapes. A path with wrong ones stays as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the URL path of a file in the editor. */
export const editUrl = (path: string) => `${BASE}edit/${path.split("/").map(encodeURIComponent).join("/")}`;

export const $route = createStore<Route>(routeOf(globalThis.location?.pathname ?? BASE));

/** Functions that can refuse to leave the screen, such as for text that is in no draft yet. */
export type Focus = { readonly pointer?: string; readonly offset?: number };

/** The field or the offset that the next screen focuses, from the link that opened it. */
export const $focus = createStore<Focus | null>(null);

/** Shows another screen. */
export function navigate(url: string, focus: Focus | null = null): void {
  if (url !== location.pathname) history.pushState(null, "", url);
  $focus.set(focus);
  $route.set(routeOf(location.pathname));
}

/** Follows the buttons "back" and "forward" of the browser. */
export function followHistory(): void {
  addEventListener("popstate", () => $route.set(routeOf(location.pathname)));
}
