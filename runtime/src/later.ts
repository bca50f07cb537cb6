// What a page needs only after it stands: swapping, prefetching, the watch for deploys, the notice, recovery, reports, the worker. Boot loads it when the browser is idle or somebody clicks.

import type { Config } from "./browser/config";
import { readFault } from "./browser/errors";
import { fetchJson } from "./browser/fetching";
import { startHistory } from "./browser/history";
import type { Islands } from "./browser/islands";
import { startNotice } from "./browser/notice";
import { isOccupied } from "./browser/occupied";
import { prefetchAllowed, startPrefetching } from "./browser/prefetching";
import { type Reporting, sender } from "./browser/reporting";
import { createSlices } from "./browser/slices";
import { speculate } from "./browser/speculation";
import { lostSheet } from "./browser/styles";
import { swap } from "./browser/swap";
import { createTransitions } from "./browser/transition";
import type { Loader } from "./core/loader";
import { type PageData, readAppData } from "./core/page_data";
import { createPrefetch } from "./core/prefetch";
import { createRecovery, isLostCode } from "./core/recovery";
import { createRelease, ON_NAVIGATION, ON_VISIBLE, type Release } from "./core/release";
import { createReporter } from "./core/report";
import type { Visit, VisitPorts, Visits } from "./core/visit";

/** File name of the code that all islands of this release share; written in by the bundle. */
declare const SHARED: string;

/** What boot hands over. */
export interface LaterParts {
  readonly config: Config;
  readonly loader: Loader;
  readonly visits: Visits;
  readonly islands: Islands;
  /** The address that the document was opened with. */
  readonly opened: string;
  /** Hands on every fault event, those of before included. */
  faults(listener: (event: Event) => void): void;
  once(key: string): boolean;
}

/** What boot asks from then on. */
export interface Later {
  readonly swap: VisitPorts["swap"];
  /** Whether the next navigation is to be a document load; true once for each new code. */
  readonly takeReload: VisitPorts["takeReload"];
  readonly stay: VisitPorts["stay"];
  readonly code: VisitPorts["code"];
  /** Asks for the deployed release unless that was done a moment ago. `isWarm`: the page is in memory, so nobody waits long. */
  check(isWarm: boolean): Promise<unknown>;
}

/** How long a visit waits for the answer to what is deployed, in milliseconds. */
const PATIENCE = 1500;
/** How long a page that is in memory waits for it; mostly the answer came while the pointer was over the link. */
const BRIEFLY = 150;

/** Begins; called once. */
export function start({ config, opened, loader, visits, islands, faults, once }: LaterParts): Later {
  const { prefix, worker } = config;
  const history = startHistory(opened, (to) => void visits.go(to, "restore"));
  let withdraw = () => {};
  const release: Release = createRelease(
    {
      now: () => performance.now(),
      once,
      async fetch() {
        const asked = fetchJson(`${prefix}/page-data/app-data.json`, { fresh: true });
        const answer = await asked.catch(() => undefined);
        return answer?.status === 200 ? readAppData(answer.json) : undefined;
      },
    },
    () => {
      loader.clear();
      withdraw();
      if (release.isDue()) withdraw = speculate();
    },
  );
  const known = release.check(0);
  const check = () => release.check(ON_NAVIGATION);
  const slice = createSlices(prefix, release.slices);

  const prefetch = createPrefetch({
    async load(path) {
      const loaded = await loader.load(path, false);
      if (loaded.kind !== "page") return;
      for (const href of loaded.page.chunks) preload(href);
      for (const hash of loaded.page.queries) query(hash);
      for (const name of loaded.page.slices)
        if (!document.querySelector(`[data-slice="${name}"]`)?.hasChildNodes())
          await slice(name).catch(() => undefined);
    },
    has: loader.has,
    // While new code waits, the document is what a click loads.
    allowed: () => prefetchAllowed() && !release.isDue(),
    busy: () => visits.state().kind === "loading" || document.hidden,
    after: (milliseconds, then) => setTimeout(then, milliseconds),
  });
  const queries = new Set<string>();
  /** Brings a static query into the browser's cache, where it is good for ever. */
  function query(hash: string) {
    if (queries.has(hash)) return;
    queries.add(hash);
    fetchJson(`${prefix}/page-data/sq/d/${hash}.json`, { urgent: false }).catch(() => queries.delete(hash));
  }
  // Who is about to use a link is about to navigate: by then it is known whether a document is to be loaded.
  const prefetching = startPrefetching(prefetch, prefix, () => void check());

  const report = createReporter({
    send: sender((config.client.reporting ?? {}) as Reporting),
    route: () => location.pathname,
    code: release.code,
  });
  async function code() {
    await known;
    if (!release.code()) await release.check(0);
    return release.code();
  }
  const recover = createRecovery({
    once,
    code,
    online: () => navigator.onLine,
    occupied: isOccupied,
    assign(to) {
      if (to === address()) location.reload();
      else location.assign(to);
    },
  });
  /** Code did not come: what was asked for last is loaded as a document, unless that is under way (A90). */
  function lost() {
    const visit = visits.state();
    if (visit.kind !== "handed_over") void recover(visit.kind === "loading" ? visit.to : address());
  }
  faults((event) => {
    const fault = readFault(event);
    if (!fault) return;
    // A report says which code it is about.
    void known.then(() => report(fault.error, fault.part));
    if (fault.lost || isLostCode(fault.error)) lost();
  });
  // One may have failed before any script ran.
  if (lostSheet(prefix)) lost();

  const transitions = createTransitions();
  const notice = startNotice();
  const tell = (visit: Visit) => {
    notice(visit);
    transitions.tell(visit);
  };
  tell(visits.state());
  document.addEventListener("croupier:visit", (event) => {
    const visit = (event as CustomEvent<Visit>).detail;
    tell(visit);
    if (visit.kind !== "done") return;
    withdraw();
    prefetching.look();
  });
  // Who reads on may soon go on: when the tap comes, it is known what is deployed.
  addEventListener("scroll", () => void check(), { passive: true });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void release.check(ON_VISIBLE);
  });

  prefetching.look();
  if (worker && "serviceWorker" in navigator)
    void navigator.serviceWorker.register(`${prefix}/sw.js`).catch((error) => report(error, "worker"));
  const parts = { islands, history, slice, digests: release.slices, paint: transitions.paint };
  return {
    swap: (...visit) => swap(parts, ...visit),
    takeReload: (page) => !isOccupied() && release.takeReload(foreign(page)),
    stay: history.stay,
    code,
    check: (isWarm) => Promise.race([check(), after(isWarm ? BRIEFLY : PATIENCE)]),
  };
}

function address(): string {
  return location.pathname + location.search + location.hash;
}

function after(milliseconds: number): Promise<void> {
  return new Promise((then) => setTimeout(then, milliseconds));
}

/** Shared code of another release that a page needs: with it, this tab would hold two of each store. */
function foreign(page: PageData | undefined): string | undefined {
  return page?.chunks.find((chunk) => /\/shared-[^/]+$/.test(chunk) && !chunk.endsWith(`/${SHARED}`));
}

function preload(href: string) {
  if (document.head.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
