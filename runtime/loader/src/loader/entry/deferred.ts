// The deferred chunk of the loader: visits, prefetching, the deploy watch, recovery, the worker and the site's own start chunk.
// Boot loads it when the browser is idle or the user clicks.

import { ATTRIBUTE, listenUntil, type Start } from "../../signals";
import { startDialogStack } from "../browser/dialogs/dialog_stack";
import { watchDeploys } from "../browser/documents/deploys";
import { type Config, type HasUnloadGuard, isDocumentBusy } from "../browser/documents/documents";
import { type AddFaultListener, reportFault, watchFailedChunks } from "../browser/documents/faults";
import { startHistory } from "../browser/history/history";
import { workerUrl } from "../browser/html";
import { type Islands, waitForIdle } from "../browser/islands/islands";
import { markCurrent } from "../browser/navigation/links";
import { createNavigation, createPageLoader, type Navigation } from "../browser/navigation/navigation";
import { createSlices } from "../browser/navigation/styles";
import { createTransitions, swap } from "../browser/navigation/swap";
import { prefetchAllowed, watchLinks } from "../browser/prefetch/link_watch";
import { createPagePreloader, speculate } from "../browser/prefetch/preload";
import { wait } from "../browser/timeouts";
import { createPrefetch } from "../core/prefetch";
import { isInProgress } from "../core/visit";

/** Output path of the site's own start chunk; empty if there is none. The bundle defines it. */
declare const START: string;
/** Whether the chunk waits for the start attribute of `<html>`. The bundle defines it. */
declare const START_WAITS: boolean;

/** Delay of the worker's registration: its start would compete with the islands of the page for the processor. */
const WORKER_DELAY_MS = 3000;

/** Dependencies that boot passes to the deferred chunk. */
export interface DeferredDeps {
  readonly config: Config;
  readonly islands: Islands;
  readonly addFaultListener: AddFaultListener;
  readonly hasUnloadGuard: HasUnloadGuard;
  /** The URL that the document was opened with. */
  readonly openedUrl: string;
  /** The URL of the boot chunk. */
  readonly boot: string;
  takeSecrets: Start["takeSecrets"];
  /** Ends the deferred features. */
  readonly signal: AbortSignal;
}

/** Interface of the deferred chunk for boot. */
export interface Deferred {
  /** Resolves when the site's own chunk has started or has failed to load. */
  readonly started: Promise<void>;
  readonly navigate: Navigation["navigate"];
}

/** Starts the deferred features of the loader, until the signal is aborted. Called once. */
export function start({
  config,
  openedUrl,
  boot,
  islands,
  addFaultListener,
  hasUnloadGuard,
  takeSecrets,
  signal,
}: DeferredDeps): Deferred {
  const { base, shell, worker } = config;
  const isBusy = () => hasUnloadGuard() || isDocumentBusy();

  let removeSpeculation = () => {};
  const loader = createPageLoader(base);
  const onRelease = (isNewCode: boolean) => {
    loader.clear();
    removeSpeculation();
    if (isNewCode) removeSpeculation = speculate(base);
  };
  // Open pages get edited code without a reload, and pages in memory have the HTML of the code before.
  if (import.meta.env.DEV) document.addEventListener("croupier:built", loader.clear, { signal });
  const deploys = watchDeploys(base, boot, onRelease, signal);

  const slice = createSlices(base, deploys.slices);
  const applyChange = createTransitions(signal);

  const historyPorts = {
    traverse: (to: string) => navigation.traverse(to),
    arriveInPlace: () => navigation.visits.dispatch({ type: "cancel" }),
  };
  const history = startHistory(openedUrl, historyPorts, signal);

  const swapDeps = { islands, history, slice, digests: deploys.slices, isBusy, shell, applyChange };
  const navigation = createNavigation({
    config,
    loader,
    deploys,
    isBusy,
    swap: (...visit) => swap(swapDeps, ...visit),
    restoreUrl: history.restoreUrl,
    signal,
  });

  history.syncAtStart();
  startDialogStack(signal);
  markCurrent();

  const prefetch = createPrefetch({
    load: createPagePreloader(base, loader, slice),
    has: loader.has,
    // While new code is due, a click loads a document, so page-data is not needed.
    allowed: () => prefetchAllowed() && !deploys.isDue(),
    busy: () => isInProgress(navigation.visits.state()) || document.hidden || loader.isBackingOff(),
    after,
  });

  const linkWatch = watchLinks({
    prefetch,
    base,
    isDocument: (path) => deploys.isDocument(path) === true,
    onIntent: deploys.checkSoon,
    signal,
  });
  linkWatch.observeDocument();

  listenUntil(signal, "croupier:visit", ({ kind }) => {
    if (kind !== "done") return;
    removeSpeculation();
    linkWatch.observeDocument();
    if (location.search) document.documentElement.setAttribute(ATTRIBUTE.start, "");
  });

  watchFailedChunks({ base, addFaultListener, visits: navigation.visits, code: deploys.ownCode, isBusy });
  if (worker) void registerWorker(base, signal);
  signal.addEventListener("abort", () => removeSpeculation());

  const faults: Start["faults"] = (listener) => addFaultListener(listener, true);
  const site: Start = { faults, code: deploys.ownCode, takeSecrets };
  document.documentElement.dataset.loader = "deferred";
  return { started: startSiteWhenWanted(config, site, signal), navigate: navigation.navigate };
}

/** Calls back after `ms` milliseconds. Returns a function that cancels it. */
function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/** Registers the worker after a while, unless the signal is aborted. */
async function registerWorker(base: string, signal: AbortSignal) {
  try {
    await wait(WORKER_DELAY_MS, signal);
    if (signal.aborted) return;
    await waitForIdle();
    if (!signal.aborted) await navigator.serviceWorker?.register(workerUrl(base));
  } catch (error) {
    reportFault(error, "worker");
  }
}

/** Starts the site's own chunk; if the site asks for it, only when `<html>` has the start attribute. */
function startSiteWhenWanted({ base }: Config, site: Start, signal: AbortSignal): Promise<void> {
  const root = document.documentElement;
  const isWanted = () => !START_WAITS || root.hasAttribute(ATTRIBUTE.start);
  if (isWanted()) return startSite(base, site);

  const watch = new MutationObserver(() => {
    if (!isWanted()) return;
    watch.disconnect();
    void startSite(base, site);
  });
  watch.observe(root, { attributeFilter: [ATTRIBUTE.start] });
  signal.addEventListener("abort", () => watch.disconnect());

  return Promise.resolve();
}

async function startSite(base: string, site: Start) {
  if (!START) return;
  try {
    const module = (await import(`${base}/${START}`)) as { start(site: Start): void };
    module.start(site);
  } catch (error) {
    reportFault(error, "start", true);
  }
}
