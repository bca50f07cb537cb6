// The loader's entry: joins core to the browser. Every page loads it; React comes only with the first island that wakes.

import { readConfig } from "./browser/config";
import { fetchJson, once } from "./browser/fetching";
import { startHistory } from "./browser/history";
import { createIslands, idle } from "./browser/islands";
import { startLinks } from "./browser/links";
import { startNotice } from "./browser/notice";
import { prefetchAllowed, startPrefetching } from "./browser/prefetching";
import { freshen, swap } from "./browser/swap";
import { createLoader } from "./core/loader";
import { readAppData, readSliceData } from "./core/page_data";
import { createPrefetch } from "./core/prefetch";
import { createRelease, ON_NAVIGATION, ON_VISIBLE } from "./core/release";
import { createVisits } from "./core/visit";

const { prefix, worker } = readConfig();
const now = () => performance.now();
const failed = (error: unknown, name: string) =>
  document.dispatchEvent(new CustomEvent("croupier:error", { detail: { error, name } }));

const islands = createIslands(failed);
const loader = createLoader(
  {
    fetch: fetchJson,
    now,
    wait: (milliseconds) => new Promise((then) => setTimeout(then, milliseconds)),
    random: Math.random,
    online: () => navigator.onLine,
  },
  prefix,
);
const release = createRelease(
  {
    now,
    once,
    async fetch() {
      const response = await fetch(`${prefix}/page-data/app-data.json`, { cache: "no-store" }).catch(() => undefined);
      return response?.ok ? readAppData(await response.json().catch(() => undefined)) : undefined;
    },
  },
  loader.clear,
);
const tell = startNotice();
const history = startHistory((to) => void visits.go(to, "restore"));
const visits = createVisits({
  once,
  code: release.code,
  takeReload: () => !isTyping() && release.takeReload(),
  load: (path) => loader.load(path),
  swap: (page, to, manner) =>
    swap(
      {
        islands,
        history,
        digests: release.slices,
        async slice(name) {
          const slice = readSliceData((await fetchJson(`${prefix}/slice-data/${name}.json`, { fresh: true })).json);
          if (!slice) throw new Error(`the slice ${name} cannot be had`);
          return slice;
        },
      },
      page,
      to,
      manner,
    ),
  assign(to, manner) {
    if (manner === "restore") location.reload();
    else location.assign(to);
  },
  observe(visit) {
    tell(visit);
    document.dispatchEvent(new CustomEvent("croupier:visit", { detail: visit }));
    if (visit.kind !== "done") return;
    prefetching.look();
    void release.check(ON_NAVIGATION);
  },
});
const prefetch = createPrefetch({
  load: async (path) => {
    const loaded = await loader.load(path, false);
    if (loaded.kind === "page") for (const href of loaded.page.chunks) preload(href);
  },
  has: loader.has,
  allowed: prefetchAllowed,
  busy: () => visits.state().kind === "loading" || document.hidden,
  after: (milliseconds, then) => setTimeout(then, milliseconds),
});
const prefetching = startPrefetching(prefetch, prefix);

function visit(url: URL) {
  const to = url.pathname + url.search + url.hash;
  void visits.go(to, url.href === location.href ? "replace" : "push");
}

/** Whether the player is in the middle of typing, which no reload may end. */
function isTyping(): boolean {
  const element = document.activeElement;
  return element instanceof HTMLInputElement && element.value !== "" && element.type !== "button";
}

function preload(href: string) {
  if (document.head.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}

startLinks(prefix, visit);
islands.start(document);
freshen();
document.addEventListener("croupier:go", (event) =>
  visit(new URL((event as CustomEvent<string>).detail, location.href)),
);
addEventListener("load", () => {
  history.restore();
  idle(() => {
    prefetching.look();
    void release.check(0);
    if (worker && "serviceWorker" in navigator)
      void navigator.serviceWorker.register(`${prefix}/sw.js`).catch((error) => failed(error, "worker"));
  });
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void release.check(ON_VISIBLE);
});
