// The service worker. It serves hashed assets from the cache, pages from the network, and an offline page if both fail (A94).

import { clientsClaim, type WorkboxPlugin } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute, setCatchHandler } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly, StaleWhileRevalidate } from "workbox-strategies";
import { type Choices, isKeepable, kindOf, pastWorker } from "./kinds";
import { onlyFiles, onlyGood } from "./plugins";

/** The used subset of a worker's global scope. TypeScript's own library for workers conflicts with the one for pages. */
declare const self: {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(kind: "activate", listener: (event: Lasting) => void): void;
  addEventListener(kind: "install", listener: (event: Lasting & StaticRouting) => void): void;
  /** All files to precache. The generator inserts it. */
  readonly __WB_MANIFEST: (string | { url: string; revision?: string })[];
  /** Settings from `[service_worker]` of site.toml. The generator inserts them. */
  readonly __CROUPIER_WORKER: Choices;
};

type Lasting = Event & { waitUntil(done: Promise<unknown>): void };
/** Not every browser supports static routing with all conditions. Without it, the worker forwards requests that it does not cache. */
type StaticRouting = { addRoutes?(rule: ReturnType<typeof pastWorker>): Promise<void> };

/** Network timeout of a page or its data before the cached copy is returned, in seconds. */
const patience_s = 3;
const week_s = 7 * 24 * 60 * 60;
const { pathname: base } = new URL(self.registration.scope);
const choices = self.__CROUPIER_WORKER;

/** Returns a matcher for cacheable requests of one kind. */
const kept =
  (kind: ReturnType<typeof kindOf>) =>
  ({ url, request }: { url: URL; request: Request }) =>
    url.origin === self.location.origin && isKeepable(url, request) && kindOf(url, request, base, choices) === kind;
/** Returns a plugin that removes entries after a week, and the oldest ones if there are more than `maxEntries`. */
const atMost = (maxEntries: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: week_s, purgeOnQuotaError: true }) as WorkboxPlugin;

self.addEventListener("install", (event) => {
  event.addRoutes?.(pastWorker(base, choices)).catch(() => undefined);
});
void self.skipWaiting();
clientsClaim();
cleanupOutdatedCaches();
// Pages and data of an earlier release refer to its code, so this release removes all of them when it is activated.
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all(["assets", "data", "pages"].map((name) => caches.delete(name)))),
);
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [], directoryIndex: "", cleanURLs: false });

// app-data identifies the deployed release, so it is never served from a cache.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname === `${base}page-data/app-data.json`,
  new NetworkOnly({ networkTimeoutSeconds: patience_s }),
);
registerRoute(kept("asset"), new CacheFirst({ cacheName: "assets", plugins: [onlyFiles, atMost(200)] }));
registerRoute(
  kept("data"),
  new NetworkFirst({ cacheName: "data", networkTimeoutSeconds: patience_s, plugins: [onlyGood, atMost(200)] }),
);
registerRoute(kept("list"), new StaleWhileRevalidate({ cacheName: "lists", plugins: [onlyFiles, atMost(20)] }));
registerRoute(
  kept("page"),
  new NetworkFirst({ cacheName: "pages", networkTimeoutSeconds: patience_s, plugins: [onlyGood, atMost(50)] }),
);
registerRoute(({ request }) => request.mode === "navigate", new NetworkOnly());
setCatchHandler(async ({ request }) => {
  const page = request.mode === "navigate" ? await matchPrecache(`${base}offline.html`) : undefined;
  return page ?? Response.error();
});
