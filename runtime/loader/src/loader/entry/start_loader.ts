// Starts the code that a page needs at once: it wakes islands, holds clicks until the deferred chunk has loaded, and collects errors.

import { withLimit } from "../../platform/browser";
import { entryState, listenUntil, type Signals, writeEntry } from "../../signals";
import { startCommands } from "../browser/dialogs/commands";
import { countUnloadGuards, readConfig } from "../browser/documents/documents";
import { catchFaults } from "../browser/documents/faults";
import { entryIds } from "../browser/history/focus_memory";
import { createIslands, idle } from "../browser/islands/islands";
import { startLinks } from "../browser/navigation/links";
import { startNotice } from "../browser/navigation/notice";
import { PAGE_TIMEOUT_MS } from "../core/loader";
import type { Deferred } from "./deferred";

/** How long a held click waits for the site's own code, which may redirect it. */
const START_TIMEOUT_MS = 1000;

type NavigateRequest = Signals["croupier:navigate"];

/** Starts the loader. Returns a function that removes its listeners, timers and observers, and unmounts the islands. */
export function startLoader(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const addFaultListener = catchFaults(signal);
  const config = readConfig();
  const openedUrl = window.openedAt ?? location.href;
  // A local variable keeps the secrets from other scripts.
  let secrets = window.takeSecrets?.() ?? {};
  const hasUnloadGuard = countUnloadGuards(signal);
  const notice = startNotice(signal);
  const islands = createIslands({
    base: config.base,
    onFailure: loadDeferred,
    onPressed: notice.onPressed,
    onReady: notice.ready,
    signal,
  });
  startCommands(islands.whenHydrated, signal);

  let deferred: Deferred | undefined;
  let loading: Promise<Deferred> | undefined;
  const held: HeldClick = {};

  /** Loads the deferred chunk once. A failed load can be repeated. */
  function loadDeferred(): Promise<Deferred | undefined> {
    loading ??= import("./deferred").then(({ start }) => {
      signal.throwIfAborted();
      deferred = start({
        config,
        openedUrl,
        boot: import.meta.url,
        islands,
        addFaultListener,
        hasUnloadGuard,
        takeSecrets,
        signal,
      });
      return deferred;
    });

    return loading.catch(() => {
      loading = undefined;
      return undefined;
    });
  }

  function takeSecrets() {
    const current = secrets;
    secrets = {};
    return current;
  }

  function navigate(request: NavigateRequest) {
    const since_ms = performance.now();
    if (deferred) return deferred.navigate(request, since_ms);

    notice.startDelay();
    holdClick(held, loadDeferred(), request, since_ms);
  }

  startLinks(config.base, navigate, signal);
  listenUntil(signal, "croupier:navigate", navigate);
  islands.start(document);
  // No code listens for changes of the entry yet, so none is reported.
  writeEntry("replaceState", { ...entryState(), ...entryIds() }, location.href);
  addEventListener("load", () => idle(loadDeferred), { signal });
  // From here on, the loader handles clicks.
  document.documentElement.dataset.loader = "boot";

  return () => {
    controller.abort();
    clearTimeout(held.timer);
    held.timer = undefined;
    delete document.documentElement.dataset.loader;
  };
}

/** The newest click, until it is followed. */
interface HeldClick {
  /** Follows the click by a document load if the deferred chunk takes too long. */
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** Holds a click, in place of an earlier one, until the deferred chunk has loaded. */
function holdClick(
  held: HeldClick,
  loading: Promise<Deferred | undefined>,
  request: NavigateRequest,
  since_ms: number,
) {
  const follow = (loaded?: Deferred) => {
    if (held.timer !== timer) return;
    held.timer = undefined;
    // Without the deferred chunk, each click is a document load, as without a loader.
    if (loaded) loaded.navigate(request, since_ms);
    else if (new URL(request.to, location.href).origin === location.origin) location.assign(request.to);
  };

  clearTimeout(held.timer);
  const timer = setTimeout(follow, PAGE_TIMEOUT_MS);
  held.timer = timer;
  void loading.then(async (loaded) => {
    await withLimit(loaded?.started, START_TIMEOUT_MS);
    follow(loaded);
  });
}
