// Connects visits to the browser: loads pages, decides when a document is loaded, and lets other code redirect a visit.

import { type Signals, send, type VisitAction } from "../../../signals";
import { canonicalPath, pathOf, resolveTarget } from "../../core/address";
import { createLoader, type Loader, PAGE_TIMEOUT_MS } from "../../core/loader";
import type { PageData } from "../../core/page_data";
import { createFallback } from "../../core/recovery";
import { hasSecrets } from "../../core/secrets";
import { createVisits, type VisitPorts, type Visits } from "../../core/visits";
import type { Deploys } from "../documents/deploys";
import { type Config, isOfflineWithoutWorker, loadDocument, onceInTab } from "../documents/documents";
import { reportFault } from "../documents/faults";
import { fetchJson, wait, withTimeout } from "../timeouts";
import { isFragment } from "./links";

/** Timeout of the request that checks whether a missing page was moved. */
const PROBE_TIMEOUT_MS = 3000;

/** Dependencies of the navigation. */
export interface NavigationDeps {
  readonly config: Config;
  readonly loader: Loader;
  readonly deploys: Deploys;
  /** Returns whether a document load would interrupt the user. */
  isBusy(): boolean;
  readonly swap: VisitPorts["swap"];
  readonly restoreUrl: VisitPorts["stay"];
  /** Ends the navigation, and cancels a visit in progress. */
  readonly signal: AbortSignal;
}

/** Navigation of a tab. */
export interface Navigation {
  readonly visits: Visits;
  /** Navigates to a URL, which need not be a page. `since_ms` is the time of the user's request on the clock of `performance`. */
  navigate(request: Signals["croupier:navigate"], since_ms: number): void;
  /** Visits a page that the user goes back or forward to. */
  traverse(to: string): void;
}

/** Creates the page loader for this browser. */
export function createPageLoader(base: string): Loader {
  return createLoader(
    {
      fetch: fetchJson,
      now: () => performance.now(),
      wait,
      random: Math.random,
      online: () => navigator.onLine,
    },
    base,
  );
}

/** Creates the navigation. */
export function createNavigation(deps: NavigationDeps): Navigation {
  const { base, secrets } = deps.config;
  const { signal } = deps;
  const visits = createVisits(createVisitPorts(deps));

  addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (persisted) visits.dispatch({ type: "resume" });
    },
    { signal },
  );
  signal.addEventListener("abort", () => visits.dispatch({ type: "cancel" }));

  return {
    visits,
    traverse: (to) => startVisit(visits, to, "traverse", performance.now()),
    navigate({ to, replace, external }, since_ms) {
      const { kind, url } = resolveTarget(to, location.href, base, external);
      if (kind === "refused") reportFault(`no page of this site: ${to}`, "navigate");
      // The head script removes secrets, so a URL with a secret is loaded as a document.
      else if (isFragment(url)) location[replace ? "replace" : "assign"](url);
      else if (kind === "document" || hasSecrets(url.search, secrets)) loadDocument(url.href);
      else
        startVisit(
          visits,
          url.pathname + url.search + url.hash,
          replace || url.href === location.href ? "replace" : "push",
          since_ms,
        );
    },
  };
}

/** Returns how the visits of this document load, check and show pages. */
function createVisitPorts({ config, loader, deploys, isBusy, swap, restoreUrl }: NavigationDeps): VisitPorts {
  const { base, shell } = config;
  /** What surrounds the page in this document. The build writes no element if the base layout adds nothing of its own. */
  const frame = document.querySelector<HTMLMetaElement>("meta[name=croupier-frame]")?.content ?? "";

  /**
   * Returns the document load that a visit of `path` needs, if any. Documents that are no pages, pages with scripts of their own and pages
   * with another frame, such as those in another language, always need one. Pages with another shell and new releases need one unless it
   * would interrupt the user. While offline without a worker, there is no document load.
   */
  function documentLoad(path: string, page?: PageData) {
    if (isOfflineWithoutWorker()) return undefined;
    const load = { kind: "document_load", reason: "document" } as const;
    if (deploys.isDocument(path) || (page && page.frame !== frame)) return load;
    if (isBusy()) return undefined;
    if (page && page.shell !== shell) return load;
    if (deploys.shouldReloadForRelease()) return { kind: "document_load", reason: "new_release" } as const;
    return undefined;
  }

  return {
    async load(to, signal, since_ms) {
      const path = pathOf(to);
      const earlyLoad = documentLoad(path);
      if (earlyLoad) return earlyLoad;

      const isWarm = loader.has(path);
      const deployCheck = deploys.beforeVisit(isWarm);
      // The check may show that the page in memory is from an earlier release.
      if (isWarm) await deployCheck;

      const loaded = await loader.load(path, since_ms, signal);
      await deployCheck;
      if (loaded.page) await deploys.beforeSwap(loaded.page.chunks);
      // The check may have found a new release while the page was loading.
      return (!signal.aborted && documentLoad(path, loaded.page)) || loaded;
    },
    probe: (to, signal) => probe(deploys, to, signal),
    loadError: (signal) => loader.load(`${base}/500.html`, performance.now(), signal),
    swap,
    fallBack: createFallback({ onceInTab, code: deploys.ownCode, isOfflineWithoutWorker, isBusy }),
    assign(to, action) {
      if (action === "traverse") location.reload();
      else loadDocument(to);
      // No event reports that a document load ended without a new document.
      return wait(PAGE_TIMEOUT_MS);
    },
    stay: restoreUrl,
    observe: (visit) => send("croupier:visit", visit),
  };
}

/** Returns why a page without page-data needs a document load; `undefined` if the server has no such page. */
async function probe(deploys: Deploys, to: string, signal: AbortSignal): ReturnType<VisitPorts["probe"]> {
  const response = await withTimeout(PROBE_TIMEOUT_MS, signal, (signal) =>
    fetch(to, { method: "HEAD", redirect: "manual", signal }),
  ).catch(() => undefined);

  if (response?.type === "opaqueredirect") return "moved";
  if (!response?.ok) return undefined;

  // If the list of documents is not known, this path may be one of them.
  if (deploys.isDocument(pathOf(to)) === undefined || !(await isOwnDocument(to))) return "document";
  if (onceInTab(`lost ${pathOf(to)}`)) reportFault("a page without its data", pathOf(to));
  return undefined;
}

/** Starts a visit, unless other code redirects it to another page first. */
function startVisit(visits: Visits, to: string, action: VisitAction, since_ms: number) {
  let redirected: string | undefined;
  const redirect = (target: string) => {
    redirected = target;
  };
  send("croupier:before-visit", { to, action, redirect });

  const { pathname, search, hash } = new URL(redirected ?? to, location.href);
  const path = canonicalPath(pathname) + search + hash;
  const isReplaced = redirected && action === "traverse";
  visits.dispatch({ type: "go", to: path, action: isReplaced ? "replace" : action, since_ms });
}

/** Returns whether the HTML at a URL has the loader. That of another application on this host has none. */
const isOwnDocument = (url: string) =>
  fetch(url)
    .then((response) => response.text())
    .then(
      (html) => html.includes("/assets/boot"),
      () => false,
    );
