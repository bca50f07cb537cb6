// The entry of the loader: the code that a page needs at once. It wakes islands, holds clicks until the deferred chunk has loaded,
// and collects errors.

import { withLimit } from "../../platform/browser";
import { entryState, listen, type Signals, writeEntry } from "../../signals";
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

const caught = catchFaults();
const config = readConfig();
const openedUrl = window.openedAt ?? location.href;
// A local variable keeps the secrets from other scripts.
let secrets = window.takeSecrets?.() ?? {};
const hasUnloadGuard = countUnloadGuards();
const notice = startNotice();
const islands = createIslands({
  base: config.base,
  onFailure: loadDeferred,
  onReady: notice.ready,
  onCrashed: notice.crashed,
});
startCommands(islands.hydrate);
let deferred: Deferred | undefined;
let loading: Promise<Deferred> | undefined;
/** Number of held clicks: only the newest one is followed. */
let clicks = 0;

/** Loads the deferred chunk once. A failed load can be repeated. */
function loadDeferred(): Promise<Deferred | undefined> {
  loading ??= import("./deferred").then(({ start }) => {
    deferred = start({ config, openedUrl, boot: import.meta.url, islands, caught, hasUnloadGuard, takeSecrets });
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

  const click = ++clicks;
  const follow = (loaded: Deferred | undefined) => {
    if (click !== clicks) return;
    clicks++;
    // Without the deferred chunk, each click is a document load, as without a loader.
    if (loaded) loaded.navigate(request, since_ms);
    else if (new URL(request.to, location.href).origin === location.origin) location.assign(request.to);
  };

  setTimeout(follow, PAGE_TIMEOUT_MS);
  void loadDeferred().then(async (loaded) => {
    await withLimit(loaded?.started, START_TIMEOUT_MS);
    follow(loaded);
  });
}

startLinks(config.base, navigate);
listen("croupier:navigate", navigate);
islands.start(document);
// No code listens for changes of the entry yet, so none is reported.
writeEntry("replaceState", { ...entryState(), ...entryIds() }, location.href);
addEventListener("load", () => idle(loadDeferred));
// From here on, the loader handles clicks.
document.documentElement.dataset.loader = "boot";
