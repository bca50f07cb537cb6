// What a page needs only after it stands: prefetching, the watch for deploys, the notice, recovery, reports, the worker. Boot loads it when the browser is idle.

import type { Config } from "./browser/config";
import { readFault } from "./browser/errors";
import { startNotice } from "./browser/notice";
import { isOccupied } from "./browser/occupied";
import { prefetchAllowed, startPrefetching } from "./browser/prefetching";
import { type Reporting, sender } from "./browser/reporting";
import { createTransitions } from "./browser/transition";
import type { Loader } from "./core/loader";
import { readAppData, type SliceData } from "./core/page_data";
import { createPrefetch } from "./core/prefetch";
import { createRecovery, isLostCode } from "./core/recovery";
import { createRelease, ON_NAVIGATION, ON_VISIBLE } from "./core/release";
import { createReporter } from "./core/report";
import type { Visit, Visits } from "./core/visit";

/** What boot hands over. */
export interface LaterParts {
  readonly config: Config;
  readonly loader: Loader;
  readonly visits: Visits;
  /** Hands on every fault event, those of before included. */
  faults(listener: (event: Event) => void): void;
  slice(name: string): Promise<SliceData>;
  once(key: string): boolean;
}

/** What boot asks from then on. */
export interface Later {
  /** Makes a change of the document, as a transition where that delays nothing. */
  paint(change: () => void): Promise<void>;
  /** Whether the next navigation is to be a document load; true once for each new code. */
  takeReload(): boolean;
  /** Digest of each slice as deployed. */
  slices(): Readonly<Record<string, string>>;
  /** Asks for the deployed release unless that was done a moment ago. `isWarm`: the page is in memory, so nobody waits long. */
  check(isWarm: boolean): Promise<unknown>;
}

/** How long the answer to what is deployed may take, in milliseconds. */
const LIMIT = 10_000;
/** How long a visit waits for it. */
const PATIENCE = 1500;
/** How long a page that is in memory waits for it; mostly the answer came while the pointer was over the link. */
const BRIEFLY = 150;

/** Begins; called once. */
export function start({ config, loader, visits, faults, slice, once }: LaterParts): Later {
  const { prefix, worker } = config;
  const release = createRelease(
    {
      now: () => performance.now(),
      once,
      async fetch() {
        const options: RequestInit = { cache: "no-store", signal: AbortSignal.timeout(LIMIT) };
        const response = await fetch(`${prefix}/page-data/app-data.json`, options).catch(() => undefined);
        return response?.ok ? readAppData(await response.json().catch(() => undefined)) : undefined;
      },
    },
    loader.clear,
  );
  const check = () => release.check(ON_NAVIGATION);

  const prefetch = createPrefetch({
    async load(path) {
      const loaded = await loader.load(path, false);
      if (loaded.kind !== "page") return;
      for (const href of loaded.page.chunks) preload(href);
      for (const name of loaded.page.slices)
        if (!document.querySelector(`[data-slice="${name}"]`)?.hasChildNodes())
          await slice(name).catch(() => undefined);
    },
    has: loader.has,
    allowed: prefetchAllowed,
    busy: () => visits.state().kind === "loading" || document.hidden,
    after: (milliseconds, then) => setTimeout(then, milliseconds),
  });
  // Who is about to use a link is about to navigate: by then it is known whether a document is to be loaded.
  const prefetching = startPrefetching(prefetch, prefix, () => void check());

  const report = createReporter({
    send: sender((config.client.reporting ?? {}) as Reporting),
    route: () => location.pathname,
    code: release.code,
  });
  const recover = createRecovery({
    once,
    async code() {
      if (!release.code()) await release.check(0);
      return release.code();
    },
    online: () => navigator.onLine,
    occupied: isOccupied,
    assign: () => location.reload(),
  });
  const lost = () => void recover(location.pathname + location.search + location.hash);
  faults((event) => {
    const fault = readFault(event);
    if (!fault) return;
    report(fault.error, fault.part);
    if (fault.lost || isLostCode(fault.error)) lost();
  });
  // A style sheet may have failed before any script ran.
  if (
    [...document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href^="${prefix}/assets/"]`)].some(
      (link) => !hasRules(link),
    )
  )
    lost();

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
    if (visit.kind === "done") prefetching.look();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void release.check(ON_VISIBLE);
  });

  prefetching.look();
  void release.check(0);
  if (worker && "serviceWorker" in navigator)
    void navigator.serviceWorker.register(`${prefix}/sw.js`).catch((error) => report(error, "worker"));
  return {
    paint: transitions.paint,
    takeReload: () => !isOccupied() && release.takeReload(),
    slices: release.slices,
    check: (isWarm) => Promise.race([check(), after(isWarm ? BRIEFLY : PATIENCE)]),
  };
}

function after(milliseconds: number): Promise<void> {
  return new Promise((then) => setTimeout(then, milliseconds));
}

/** Whether a style sheet came; browsers give one that did not come no sheet, or an empty one. */
function hasRules(link: HTMLLinkElement): boolean {
  try {
    return (link.sheet?.cssRules.length ?? 0) > 0;
  } catch {
    return false;
  }
}

function preload(href: string) {
  if (document.head.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
