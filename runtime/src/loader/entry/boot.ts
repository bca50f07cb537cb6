// The entry of the loader: the code that a page needs at once. It wakes islands, holds clicks until the deferred chunk has loaded,
// and collects errors.

import { listen, type Signals } from "../../signals";
import { readConfig } from "../browser/config";
import { startCommands } from "../browser/dialogs/commands";
import { catchFaults } from "../browser/documents/faults";
import { countUnloadGuards } from "../browser/documents/unload_guards";
import { historyEntryId } from "../browser/history/entry_id";
import { createIslands, idle } from "../browser/islands/islands";
import { startLinks } from "../browser/navigation/links";
import { startNotice } from "../browser/navigation/notice";
import { page_timeout_ms } from "../core/loader";
import type { Deferred } from "./deferred";

/** How long a held click waits for the site's own code, which may redirect it. */
const start_patience_ms = 1000;

type Asked = Signals["croupier:navigate"];

const caught = catchFaults();
const config = readConfig();
const opened = window.openedAt ?? location.href;
// A local variable keeps the secrets from other scripts.
let secrets = window.takeSecrets?.() ?? {};
const holds = countUnloadGuards();
const notice = startNotice();
const islands = createIslands({ base: config.base, lost: loadDeferred, ready: notice.ready });
startCommands(islands.wake);
let deferred: Deferred | undefined;
let loading: Promise<Deferred> | undefined;
/** Number of held clicks: only the newest one is followed. */
let clicks = 0;

/** Loads the deferred chunk once. A failed load can be repeated. */
function loadDeferred(): Promise<Deferred | undefined> {
  loading ??= import("./deferred").then(({ start }) => {
    deferred = start({ config, opened, boot: import.meta.url, islands, caught, holds, takeSecrets });
    return deferred;
  });
  return loading.catch(() => {
    loading = undefined;
    return undefined;
  });
}

function takeSecrets() {
  const taken = secrets;
  secrets = {};
  return taken;
}

function navigate(asked: Asked) {
  const since_ms = performance.now();
  if (deferred) return deferred.navigate(asked, since_ms);
  notice.begin();
  const click = ++clicks;
  const lead = (rest: Deferred | undefined) => {
    if (click !== clicks) return;
    clicks++;
    // Without the deferred chunk, each click is a document load, as without a loader.
    if (rest) rest.navigate(asked, since_ms);
    else if (new URL(asked.to, location.href).origin === location.origin) location.assign(asked.to);
  };
  setTimeout(lead, page_timeout_ms);
  void loadDeferred().then(async (rest) => {
    await Promise.race([rest?.started, new Promise((then) => setTimeout(then, start_patience_ms))]);
    lead(rest);
  });
}

startLinks(config.base, navigate);
listen("croupier:navigate", navigate);
islands.start(document);
historyEntryId();
addEventListener("load", () => idle(loadDeferred));
// From here on, the loader handles clicks.
document.documentElement.dataset.loader = "boot";
