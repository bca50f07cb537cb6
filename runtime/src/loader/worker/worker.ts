// The service worker: hashed assets from the cache, pages from the network while it answers, kind words when it does not (A94).

import { clientsClaim, type WorkboxPlugin } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute, setCatchHandler } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly, StaleWhileRevalidate } from "workbox-strategies";
import { type Choices, isKeepable, kindOf, pastWorker } from "./kinds";
import { onlyFiles, onlyGood } from "./plugins";

/** What of a worker's global scope is used here; TypeScript's own library for workers clashes with the one for pages. */
declare const self: {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(kind: "activate", listener: (event: Lasting) => void): void;
  addEventListener(kind: "install", listener: (event: Lasting & StaticRouting) => void): void;
  /** Written in by the generator: every file to keep from the start. */
  readonly __WB_MANIFEST: (string | { url: string; revision?: string })[];
  /** Written in by the generator, from `[service_worker]` of site.toml. */
  readonly __CROUPIER_WORKER: Choices;
};

type Lasting = Event & { waitUntil(done: Promise<unknown>): void };
/** Not every browser has it, nor all of its conditions; without it the worker only hands on what it does not keep. */
type StaticRouting = { addRoutes?(rule: ReturnType<typeof pastWorker>): Promise<void> };

/** How long a page or its data may take before the last copy is shown, in seconds. */
const patience_s = 3;
const week_s = 7 * 24 * 60 * 60;
const { pathname: base } = new URL(self.registration.scope);
const choices = self.__CROUPIER_WORKER;

/** Matches requests of one kind that may be kept. */
const kept =
  (kind: ReturnType<typeof kindOf>) =>
  ({ url, request }: { url: URL; request: Request }) =>
    url.origin === self.location.origin && isKeepable(url, request) && kindOf(url, request, base, choices) === kind;
/** Old copies go, and the oldest when there are too many. */
const atMost = (maxEntries: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: week_s, purgeOnQuotaError: true }) as WorkboxPlugin;

self.addEventListener("install", (event) => {
  event.addRoutes?.(pastWorker(base, choices)).catch(() => undefined);
});
void self.skipWaiting();
clientsClaim();
cleanupOutdatedCaches();
// Pages and data of an earlier release ask for its code, so all go when this release takes over.
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all(["assets", "data", "pages"].map((name) => caches.delete(name)))),
);
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [], directoryIndex: "", cleanURLs: false });

// Which release is out is never a matter of memory.
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
