// What a page needs only after it stands, put together: visits, prefetching, the watch for deploys, recovery, the worker, the site's own start. Boot loads it when the browser is idle or somebody clicks.

import { ATTRIBUTE, listen, type Start } from "../../signals";
import type { Config } from "../browser/config";
import { startLayers } from "../browser/dialogs/dialog_stack";
import { watchDeploys } from "../browser/documents/deploys";
import { watchLostCode } from "../browser/documents/failed_chunk";
import { type catchFaults, readFaults, tellFault } from "../browser/documents/faults";
import { type Holds, isOccupied } from "../browser/documents/unload_guards";
import { startHistory } from "../browser/history/history";
import { workerAddress } from "../browser/html";
import { rest } from "../browser/islands/idle";
import type { Islands } from "../browser/islands/islands";
import { markCurrent } from "../browser/navigation/mark_current";
import { createNavigation, createPages, type Navigation } from "../browser/navigation/navigation";
import { createSlices } from "../browser/navigation/slices";
import { swap } from "../browser/navigation/swap";
import { createTransitions } from "../browser/navigation/transition";
import { prefetchAllowed, startPrefetching } from "../browser/prefetch/link_watch";
import { createAhead } from "../browser/prefetch/preload_page";
import { speculate } from "../browser/prefetch/speculation";
import { createPrefetch } from "../core/prefetch";
import { isUnderway } from "../core/visit";

/** Output path of the chunk that the site brings along; empty where it brings none. Written in by the bundle. */
declare const START: string;

/** To start the worker takes a processor that the islands of the page still need before that. */
const worker_pause_ms = 3000;

/** What boot hands over. */
export interface DeferredParts {
  readonly config: Config;
  readonly islands: Islands;
  readonly caught: ReturnType<typeof catchFaults>;
  readonly holds: Holds;
  /** The address that the document was opened with. */
  readonly opened: string;
  /** The address of boot itself. */
  readonly boot: string;
  takeSecrets: Start["takeSecrets"];
}

/** What boot asks from then on. */
export interface Deferred {
  /** Resolves when the site's own chunk has begun, or cannot be had. */
  readonly started: Promise<void>;
  readonly navigate: Navigation["navigate"];
}

/** Begins; called once. */
export function start({ config, opened, boot, islands, caught, holds, takeSecrets }: DeferredParts): Deferred {
  const { base, shell, worker } = config;
  const faults = readFaults(caught);
  const isHeld = () => holds() || isOccupied();
  let withdraw = () => {};
  const loader = createPages(base);
  const deploys = watchDeploys(base, boot, (isNewCode) => {
    loader.clear();
    withdraw();
    if (isNewCode) withdraw = speculate(base);
  });
  const slice = createSlices(base, deploys.slices);
  const paint = createTransitions();
  const history = startHistory(opened, {
    traverse: (to) => navigation.traverse(to),
    arrive: () => navigation.visits.dispatch({ type: "cancel" }),
  });
  const swapParts = { islands, history, slice, digests: deploys.slices, isHeld, shell, paint };
  const navigation = createNavigation({
    config,
    loader,
    deploys,
    isHeld,
    swap: (...visit) => swap(swapParts, ...visit),
    stay: history.stay,
  });
  history.begin();
  startLayers();
  markCurrent();

  const prefetch = createPrefetch({
    load: createAhead(base, loader, slice),
    has: loader.has,
    // While new code waits, the document is what a click loads.
    allowed: () => prefetchAllowed() && !deploys.isDue(),
    busy: () => isUnderway(navigation.visits.state()) || document.hidden || loader.isBackingOff(),
    after: (ms, then) => setTimeout(then, ms),
  });
  const prefetching = startPrefetching({
    prefetch,
    base,
    isDocument: (path) => deploys.isDocument(path) === true,
    onIntent: deploys.expect,
  });
  prefetching.look();
  listen("croupier:visit", ({ kind }) => {
    if (kind !== "done") return;
    withdraw();
    prefetching.look();
    if (location.search) document.documentElement.setAttribute(ATTRIBUTE.start, "");
  });

  watchLostCode({ base, faults, visits: navigation.visits, code: deploys.ownCode, isHeld });
  if (worker)
    setTimeout(
      () =>
        rest()
          .then(() => navigator.serviceWorker?.register(workerAddress(base)))
          .catch((error) => tellFault(error, "worker")),
      worker_pause_ms,
    );
  const site: Start = { faults, code: deploys.ownCode, takeSecrets };
  document.documentElement.dataset.loader = "deferred";
  return { started: beginWhenWanted(config, site), navigate: navigation.navigate };
}

/** Begins what the site brings along, where a service is switched on or `<html>` says that it is wanted; else when it says so. */
function beginWhenWanted({ base, services }: Config, site: Start): Promise<void> {
  const root = document.documentElement;
  const isWanted = () => services || root.hasAttribute(ATTRIBUTE.start);
  if (isWanted()) return begin(base, site);
  const watch = new MutationObserver(() => {
    if (!isWanted()) return;
    watch.disconnect();
    void begin(base, site);
  });
  watch.observe(root, { attributeFilter: [ATTRIBUTE.start] });
  return Promise.resolve();
}

async function begin(base: string, site: Start) {
  if (!START) return;
  try {
    const module = (await import(`${base}/${START}`)) as { start(site: Start): void };
    module.start(site);
  } catch (error) {
    tellFault(error, "start", true);
  }
}
