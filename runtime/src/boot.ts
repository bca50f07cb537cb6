// The loader's entry: joins core to the browser. Every page loads it; all else comes when the page stands, React with the first island that wakes.

import { readConfig } from "./browser/config";
import { entryName } from "./browser/entry";
import { catchFaults } from "./browser/errors";
import { fetchJson, once } from "./browser/fetching";
import { freshen } from "./browser/freshen";
import { createIslands, idle } from "./browser/islands";
import { startLinks } from "./browser/links";
import { canonicalPath } from "./core/address";
import { createLoader } from "./core/loader";
import { parted } from "./core/secrets";
import { createVisits } from "./core/visit";
import type { Later } from "./later";

/** How long a page that was not found waits for whether its address has moved, in milliseconds. */
const BRIEFLY = 3000;

const config = readConfig();
const { prefix } = config;
const opened = window.openedAt ?? location.href;
let later: Later | undefined;
let coming: Promise<void> | undefined;

/** Loads what is not needed before the page stands; resolves when it is there, or when it cannot be had. */
function loadLater(): Promise<void> {
  coming ??= import("./later").then((module) => {
    later = module.start({ config, opened, loader, visits, faults, islands, once });
  });
  return coming.catch(() => {
    coming = undefined;
  });
}

const faults = catchFaults();
const islands = createIslands(() => void loadLater());
const loader = createLoader(
  {
    fetch: fetchJson,
    now: () => performance.now(),
    wait: (milliseconds) => new Promise((then) => setTimeout(then, milliseconds)),
    random: Math.random,
    online: () => navigator.onLine,
  },
  prefix,
);

const visits = createVisits({
  // Without the rest of the loader each click is a document load, as if there were no loader at all.
  once: (key) => later !== undefined && once(key),
  code: async () => (await later?.code()) ?? "",
  takeReload: (page) => later?.takeReload(page) === true,
  async load(path) {
    void loadLater();
    const isWarm = loader.has(path);
    const checked = later?.check(isWarm);
    // What is in memory may turn out to be of an earlier release.
    if (isWarm) await checked;
    const loaded = await loader.load(path);
    await checked;
    return loaded;
  },
  isMoved: (to) =>
    fetch(to, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(BRIEFLY) }).then(
      ({ type }) => type === "opaqueredirect",
      () => false,
    ),
  loadError: () => loader.load(`${prefix}/500.html`),
  async swap(...visit) {
    await loadLater();
    if (!later) throw new Error("no loader");
    await later.swap(...visit);
  },
  assign(to, manner) {
    if (manner === "restore") location.reload();
    else location.assign(to);
  },
  stay: () => later?.stay(),
  isStranded: () => !navigator.onLine && !navigator.serviceWorker?.controller,
  observe: (detail) => document.dispatchEvent(new CustomEvent("croupier:visit", { detail })),
});

function visit(url: URL) {
  // Secrets are taken out by the head script, so an address with one is a document (A13).
  if (parted(url.search).hasSecrets) location.assign(url);
  else
    void visits.go(
      canonicalPath(url.pathname) + url.search + url.hash,
      url.href === location.href ? "replace" : "push",
    );
}

startLinks(prefix, visit);
islands.start(document);
freshen();
entryName();
document.addEventListener("croupier:go", (event) =>
  visit(new URL((event as CustomEvent<string>).detail, location.href)),
);
addEventListener("load", () => idle(() => void loadLater()));
// From here on clicks are ours, which tests wait for.
document.documentElement.dataset.loader = "";
