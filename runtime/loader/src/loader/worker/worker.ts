// The service worker. It serves hashed assets from the cache, pages from the network, and an offline page if both fail.

import { clientsClaim, type WorkboxPlugin } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute, setCatchHandler } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly, StaleWhileRevalidate } from "workbox-strategies";
import { bypassRule, cacheName, isCacheable, onlyFiles, onlySuccess, requestKind, type WorkerSettings } from "./kinds";

/** The used subset of a worker's global scope. TypeScript's own library for workers conflicts with the one for pages. */
declare const self: {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(kind: "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(kind: "install", listener: (event: ExtendableEvent & StaticRouting) => void): void;
  /** All files to precache. The generator inserts it. */
  readonly __WB_MANIFEST: (string | { url: string; revision?: string })[];
  /** Settings from `[service_worker]` of site.toml. The generator inserts them. */
  readonly __CROUPIER_WORKER: WorkerSettings;
};

type ExtendableEvent = Event & { waitUntil(promise: Promise<unknown>): void };
/** Not every browser supports static routing with all conditions. Without it, the worker forwards requests that it does not cache. */
type StaticRouting = { addRoutes?(rule: ReturnType<typeof bypassRule>): Promise<void> };

/** Network timeout of a page or its data before the cached copy is returned, in seconds. */
const TIMEOUT_S = 3;
const WEEK_S = 7 * 24 * 60 * 60;
const { scope } = self.registration;
const { pathname: base } = new URL(scope);
const settings = self.__CROUPIER_WORKER;

/** Returns a matcher for cacheable requests of one kind. */
const matchKind =
  (kind: ReturnType<typeof requestKind>) =>
  ({ url, request }: { url: URL; request: Request }) =>
    url.origin === self.location.origin &&
    isCacheable(url, request) &&
    requestKind(url, request, base, settings) === kind;
/** Returns a plugin that removes entries after a week, and the oldest ones if there are more than `maxEntries`. */
const expiration = (maxEntries: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: WEEK_S, purgeOnQuotaError: true }) as WorkboxPlugin;

self.addEventListener("install", (event) => {
  event.addRoutes?.(bypassRule(base, settings)).catch(() => undefined);
});
void self.skipWaiting();
clientsClaim();
// Pages and data of an earlier release refer to its code, so this release removes all of them when it is activated. All sites of an
// origin share its caches, so only those of this scope are removed. `cleanupOutdatedCaches` of Workbox would remove the files of sites
// below this scope.
self.addEventListener("activate", (event) =>
  event.waitUntil(
    Promise.all([
      ...(["asset", "data", "page"] as const).map((kind) => caches.delete(cacheName(kind, scope))),
      ...["assets", "data", "lists", "pages"].map(removeLegacyEntries),
    ]),
  ),
);

/** Removes the entries of this site from a cache that earlier releases of all sites shared. */
async function removeLegacyEntries(name: string) {
  if (!(await caches.has(name))) return;
  const cache = await caches.open(name);
  const entries = (await cache.keys()).filter(({ url }) => url.startsWith(scope));
  await Promise.all(entries.map((entry) => cache.delete(entry)));
}

precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [], directoryIndex: "", cleanURLs: false });

// app-data identifies the deployed release, so it is never served from a cache.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname === `${base}page-data/app-data.json`,
  new NetworkOnly({ networkTimeoutSeconds: TIMEOUT_S }),
);
registerRoute(
  matchKind("asset"),
  new CacheFirst({ cacheName: cacheName("asset", scope), plugins: [onlyFiles, expiration(200)] }),
);
registerRoute(
  matchKind("data"),
  new NetworkFirst({
    cacheName: cacheName("data", scope),
    networkTimeoutSeconds: TIMEOUT_S,
    plugins: [onlySuccess, expiration(200)],
  }),
);
registerRoute(
  matchKind("list"),
  new StaleWhileRevalidate({ cacheName: cacheName("list", scope), plugins: [onlyFiles, expiration(20)] }),
);
registerRoute(
  matchKind("page"),
  new NetworkFirst({
    cacheName: cacheName("page", scope),
    networkTimeoutSeconds: TIMEOUT_S,
    plugins: [onlySuccess, expiration(50)],
  }),
);
registerRoute(({ request }) => request.mode === "navigate", new NetworkOnly());
setCatchHandler(async ({ request }) => {
  const page = request.mode === "navigate" ? await offlinePage(new URL(request.url).pathname) : undefined;
  return page ?? Response.error();
});

/** Returns the offline page of the nearest folder, because that of a language is below the path of the language. */
async function offlinePage(path: string): Promise<Response | undefined> {
  const folders = path.slice(base.length).split("/").slice(0, -1);
  for (let count = folders.length; count >= 0; count--) {
    const page = await matchPrecache(base + [...folders.slice(0, count), "offline.html"].join("/"));
    if (page) return page;
  }
  return undefined;
}
