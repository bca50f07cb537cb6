// Decides from a request alone whether and how the service worker caches its response.

import type { WorkboxPlugin } from "workbox-core";

/** The site's settings for its worker. */
export interface WorkerSettings {
  /** Files that are served from the cache and revalidated in the background. Paths contain the site's base path. */
  readonly stale_while_revalidate: readonly string[];
}

/** Caching strategy: hashed assets forever, lists while a newer version loads, data and pages for when the network fails. */
export type Kind = "asset" | "data" | "list" | "page";

/** Returns the name of a cache. Workers of other sites of the origin, which have other scopes, use other caches. */
export function cacheName(kind: Kind, scope: string): string {
  return `${kind} ${scope}`;
}

/** Matches headers that browsers add by themselves. */
const BROWSERS_OWN =
  /^(accept|accept-language|cache-control|dnt|pragma|priority|purpose|save-data|upgrade-insecure-requests|user-agent|sec-.+)$/;

/** Returns whether a response may be cached: the request is a GET without a query and without custom headers. */
export function isCacheable(url: URL, request: Pick<Request, "method" | "headers">): boolean {
  return (
    request.method === "GET" && !url.search && [...request.headers.keys()].every((name) => BROWSERS_OWN.test(name))
  );
}

/** Returns the kind of a request below `base`, which ends with a slash. `undefined` means that the network handles it. */
export function requestKind(
  { pathname }: URL,
  { mode }: Pick<Request, "mode">,
  base: string,
  settings: WorkerSettings,
): Kind | undefined {
  const isBelow = (folder: string) => pathname.startsWith(base + folder);

  if (mode === "navigate") return "page";
  if (isBelow("assets/") || isBelow("page-data/sq/d/")) return "asset";
  if (isBelow("page-data/") || isBelow("slice-data/")) return "data";
  return settings.stale_while_revalidate.includes(pathname) ? "list" : undefined;
}

/** A condition of static routing of service workers, limited to the forms that are used here. */
type Condition = { readonly urlPattern: string } | { readonly requestMode: "navigate" };

/**
 * Returns the rule by which requests without a kind bypass the worker, such as images and the operator's API. Otherwise they would
 * wait for the worker to start and pass through it.
 */
export function bypassRule(base: string, settings: WorkerSettings) {
  const cachedPaths = ["assets/*", "page-data/*", "slice-data/*"].map((files) => base + files);
  const or: readonly Condition[] = [
    { requestMode: "navigate" },
    ...[...cachedPaths, ...settings.stale_while_revalidate].map((urlPattern) => ({ urlPattern })),
  ];
  return { condition: { not: { or } }, source: "network" } as const;
}

/** Returns whether a response is a file. Some hosts serve an HTML page with status 200 for a missing file. */
export function isFile(response: Pick<Response, "status" | "headers">): boolean {
  return response.status === 200 && !response.headers.get("content-type")?.startsWith("text/html");
}

/** For files: an HTML page instead of the file is returned but not cached. */
export const onlyFiles: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isFile(response) ? response : null),
};

/** For pages and data: while the server fails, the last copy is returned, or the server's response if there is no copy. */
export const onlySuccess: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
  async fetchDidSucceed({ response, state }) {
    if (response.status < 500) return response;
    if (state) state.answer = response;
    throw new Error(`the server answered ${response.status}`);
  },
  handlerDidError: async ({ state }) => state?.answer as Response | undefined,
};
