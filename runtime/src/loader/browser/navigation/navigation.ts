// Connects visits to the browser: loads pages, decides when a document is loaded, and lets other code redirect a visit.

import { type Signals, send, type VisitAction } from "../../../signals";
import { canonicalPath, destination, pathOf } from "../../core/address";
import { createFallback } from "../../core/fallback";
import { createLoader, type Loader, page_timeout_ms } from "../../core/loader";
import type { PageData } from "../../core/page_data";
import { hasSecrets } from "../../core/secrets";
import { createVisits, type VisitPorts, type Visits } from "../../core/visits";
import type { Config } from "../config";
import type { Deploys } from "../documents/deploys";
import { isOfflineWithoutWorker, loadDocument } from "../documents/documents";
import { reportFault } from "../documents/faults";
import { onceInTab } from "../documents/once_in_tab";
import { fetchJson } from "../fetch_json";
import { wait, withTimeout } from "../timeouts";

/** How long the request may take that asks whether a missing page was moved. */
const probe_timeout_ms = 3000;

/** Dependencies of the navigation. */
export interface NavigationDeps {
  readonly config: Config;
  readonly loader: Loader;
  readonly deploys: Deploys;
  /** Whether a document load would cut off what the player is in the middle of. */
  isBusy(): boolean;
  readonly swap: VisitPorts["swap"];
  readonly stay: VisitPorts["stay"];
}

/** Navigation of a tab. */
export interface Navigation {
  readonly visits: Visits;
  /** Goes to an address, of a page or not. `since_ms`: when the player asked for it, on the clock of `performance`. */
  navigate(asked: Signals["croupier:navigate"], since_ms: number): void;
  /** The player went back or forward to a page. */
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
export function createNavigation({
  config: { base, shell, secrets },
  loader,
  deploys,
  isBusy,
  swap,
  stay,
}: NavigationDeps): Navigation {
  /**
   * What is no page is a document; so is a page with another shell, and a new release, unless that would cut something off.
   * Without a network none is.
   */
  function documentLoad(path: string, page?: PageData) {
    if (isOfflineWithoutWorker()) return undefined;
    if (deploys.isDocument(path)) return { kind: "document_load", why: "document" } as const;
    if (isBusy()) return undefined;
    if (page && page.shell !== shell) return { kind: "document_load", why: "document" } as const;
    if (deploys.shouldReloadForRelease()) return { kind: "document_load", why: "new_release" } as const;
    return undefined;
  }

  const visits = createVisits({
    async load(to, signal, since_ms) {
      const path = pathOf(to);
      const before = documentLoad(path);
      if (before) return before;
      const isWarm = loader.has(path);
      const checked = deploys.beforeVisit(isWarm);
      // What is in memory may turn out to be of an earlier release.
      if (isWarm) await checked;
      const loaded = await loader.load(path, since_ms, signal);
      await checked;
      if (loaded.page) await deploys.beforeSwap(loaded.page.chunks);
      // What is deployed may have been found out while the page was loading.
      return (!signal.aborted && documentLoad(path, loaded.page)) || loaded;
    },
    async probe(to, signal) {
      const answer = await withTimeout(probe_timeout_ms, signal, (signal) =>
        fetch(to, { method: "HEAD", redirect: "manual", signal }),
      ).catch(() => undefined);
      if (answer?.type === "opaqueredirect") return "moved";
      if (!answer?.ok) return undefined;
      // Where the server does not tell its documents, this may be one.
      if (deploys.isDocument(pathOf(to)) === undefined) return "document";
      if (onceInTab(`lost ${pathOf(to)}`)) reportFault("a page without its data", pathOf(to));
      return undefined;
    },
    loadError: (signal) => loader.load(`${base}/500.html`, performance.now(), signal),
    swap,
    fallBack: createFallback({ onceInTab, code: deploys.ownCode, isOfflineWithoutWorker, isBusy }),
    assign(to, action) {
      if (action === "traverse") location.reload();
      else loadDocument(to);
      // No event says that a document load ended without a document.
      return wait(page_timeout_ms);
    },
    stay,
    observe: (visit) => send("croupier:visit", visit),
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) visits.dispatch({ type: "resume" });
  });

  function go(to: string, action: VisitAction, since_ms: number) {
    let redirected: string | undefined;
    const redirect = (other: string) => {
      redirected = other;
    };
    send("croupier:before-visit", { to, action, redirect });
    const { pathname, search, hash } = new URL(redirected ?? to, location.href);
    const path = canonicalPath(pathname) + search + hash;
    const isReplaced = redirected && action === "traverse";
    visits.dispatch({ type: "go", to: path, action: isReplaced ? "replace" : action, since_ms });
  }

  return {
    visits,
    traverse: (to) => go(to, "traverse", performance.now()),
    navigate({ to, replace, external }, since_ms) {
      const { kind, url } = destination(to, location.href, base, external);
      if (kind === "refused") reportFault(`no page of this site: ${to}`, "navigate");
      // The head script takes secrets out, so an address with one is a document (A13).
      else if (kind === "document" || hasSecrets(url.search, secrets)) loadDocument(url.href);
      else
        go(url.pathname + url.search + url.hash, replace || url.href === location.href ? "replace" : "push", since_ms);
    },
  };
}
