// The service worker: hashed assets from the cache, pages from the network while it answers, kind words when it does not (A94).

import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute, setCatchHandler } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly, StaleWhileRevalidate } from "workbox-strategies";

/** What of a worker's global scope is used here; TypeScript's own library for workers clashes with the one for pages. */
declare const self: {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(
    kind: "activate",
    listener: (event: Event & { waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
  /** Written in by the generator: every file to keep from the start. */
  readonly __WB_MANIFEST: (string | { url: string; revision?: string })[];
};

/** Seconds that a page may take before its last copy is shown. */
const PATIENCE = 3;
const ours = (url: URL) => url.origin === self.location.origin;
/** What may be kept at all: nothing with a query, a session or from the API. */
const keepable = (url: URL, request: Request) =>
  ours(url) && request.method === "GET" && !url.search && !request.headers.has("x-session-token");

void self.skipWaiting();
clientsClaim();
cleanupOutdatedCaches();
// Pages of an earlier release ask for its code, so both go when this release takes over.
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all(["assets", "pages"].map((name) => caches.delete(name)))),
);
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [], directoryIndex: "", cleanURLs: false });

registerRoute(
  ({ url }) => ours(url) && url.pathname.endsWith("/page-data/app-data.json"),
  new NetworkOnly({ networkTimeoutSeconds: PATIENCE }),
);
registerRoute(
  ({ url, request }) => keepable(url, request) && /\/(assets|page-data\/sq\/d)\//.test(url.pathname),
  new CacheFirst({ cacheName: "assets" }),
);
registerRoute(
  ({ url, request }) => keepable(url, request) && /\/(page-data|slice-data)\//.test(url.pathname),
  new NetworkFirst({ cacheName: "data", networkTimeoutSeconds: PATIENCE }),
);
registerRoute(
  ({ url, request }) => keepable(url, request) && /\/rtggames(mobile)?\.json$/.test(url.pathname),
  new StaleWhileRevalidate({ cacheName: "games" }),
);
registerRoute(
  ({ url, request }) => request.mode === "navigate" && keepable(url, request),
  new NetworkFirst({ cacheName: "pages", networkTimeoutSeconds: PATIENCE }),
);
registerRoute(({ request }) => request.mode === "navigate", new NetworkOnly());
setCatchHandler(async ({ request }) => {
  const page =
    request.mode === "navigate"
      ? await matchPrecache(new URL("offline.html", self.registration.scope).pathname)
      : undefined;
  return page ?? Response.error();
});
