// The loader's entry: joins core to the browser. Every page loads it; all else comes when the page stands, React with the first island that wakes.

import { readConfig } from "./browser/config";
import { catchFaults } from "./browser/errors";
import { fetchJson, once } from "./browser/fetching";
import { startHistory } from "./browser/history";
import { createIslands, idle } from "./browser/islands";
import { startLinks } from "./browser/links";
import { freshen, swap } from "./browser/swap";
import { createLoader } from "./core/loader";
import { readSliceData, type SliceData } from "./core/page_data";
import { createVisits } from "./core/visit";
import type { Later } from "./later";

const config = readConfig();
const { prefix } = config;
let later: Later | undefined;
let isComing = false;

/** Loads what is not needed before the page stands; a tab without it still shows pages. */
async function loadLater() {
  if (isComing) return;
  isComing = true;
  try {
    later = (await import("./later")).start({ config, loader, visits, faults, slice, once });
  } catch {
    isComing = false;
  }
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

const kept = new Map<string, SliceData>();
/** A slice as deployed; asked for again only when another one was published. */
async function slice(name: string): Promise<SliceData> {
  const known = kept.get(name);
  if (known && known.digest === later?.slices()[name]) return known;
  const found = readSliceData((await fetchJson(`${prefix}/slice-data/${name}.json`, { fresh: true })).json);
  if (!found) throw new Error(`no slice ${name}`);
  kept.set(name, found);
  return found;
}

const history = startHistory((to) => void visits.go(to, "restore"));
const visits = createVisits({
  once,
  // The name of this very file: known at once, and another one when the loader's code is.
  code: () => import.meta.url,
  takeReload: () => later?.takeReload() === true,
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
  swap: (page, to, manner, isNewest) =>
    swap(
      {
        islands,
        history,
        slice,
        digests: () => later?.slices() ?? {},
        paint: (change) => (later ? later.paint(change) : change()),
      },
      page,
      to,
      manner,
      isNewest,
    ),
  assign(to, manner) {
    if (manner === "restore") location.reload();
    else location.assign(to);
  },
  observe: (detail) => document.dispatchEvent(new CustomEvent("croupier:visit", { detail })),
});

function visit(url: URL) {
  void visits.go(url.pathname + url.search + url.hash, url.href === location.href ? "replace" : "push");
}

startLinks(prefix, visit);
islands.start(document);
freshen();
document.addEventListener("croupier:go", (event) =>
  visit(new URL((event as CustomEvent<string>).detail, location.href)),
);
addEventListener("load", () => {
  history.restore();
  idle(() => void loadLater());
});
