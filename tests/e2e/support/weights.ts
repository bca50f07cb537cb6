// Measures the JavaScript that a page of the built site fetches, in bytes after Brotli at level 11.

import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { createSession, storageRecords } from "./players";
import { watchNetwork } from "./requests";
import { DEV, SERVED, waitForFullLoader } from "./test";

/** What a user opens on a page, by the column of the table in docs/content/casino/performance.md. */
export type Action = (page: Page) => Promise<void>;

/** The bytes at rest and after an action; `files` are the names of the scripts at rest. */
export interface Weight {
  readonly rest: number;
  readonly opened: number;
  readonly files: readonly string[];
}

/** Requests that the sandbox answers, because `croupier serve` has no API. */
const API = /^\/(api|aff|external|intercom|rewards|preferences|rtg[\w-]*)(\/|\.json|$)/;

const sizes = new Map<string, number>();

/** The size of a script; it is fetched again, because a browser drops the body when a document is left. */
async function sizeOf(pathname: string): Promise<number> {
  const bytes =
    sizes.get(pathname) ?? brotliCompressSync(Buffer.from(await (await fetch(SERVED + pathname)).arrayBuffer())).length;
  sizes.set(pathname, bytes);
  return bytes;
}

/** Loads `path` in a browser without a cache and a worker, waits until nothing is fetched, and does the same after `act`. */
export async function weigh(browser: Browser, path: string, login?: string, action?: Action): Promise<Weight> {
  const context = await browser.newContext({
    baseURL: SERVED,
    serviceWorkers: "block",
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  });
  try {
    // Without prefetching: the code of linked pages does not count, and on a slow machine it may load before the measurement ends.
    await context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    if (login) {
      const records = storageRecords(await createSession(DEV, login));
      await context.addInitScript((records) => {
        for (const [name, value] of Object.entries(records)) localStorage.setItem(name, value);
      }, records);
    }
    const page = await context.newPage();
    await context.route(
      (url) => API.test(url.pathname),
      async (route) => {
        const { pathname, search } = new URL(route.request().url());
        const response = await route.fetch({ url: DEV + pathname + search });
        await route.fulfill({ response });
      },
    );
    const scripts = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith(".js")) scripts.add(pathname);
    });
    const networkIdle = watchNetwork(page);
    const sum = async () => (await Promise.all([...scripts].map(sizeOf))).reduce((total, bytes) => total + bytes, 0);
    await page.goto(path);
    await waitForFullLoader(page);
    await waitForIslands(page);
    await networkIdle();
    const rest = await sum();
    const files = [...scripts].map((path) => path.replace(/^\/assets\/|-[0-9a-f]+\.js$/g, "")).sort();
    if (!action) return { rest, opened: rest, files };
    await action(page);
    await networkIdle();
    return { rest, opened: await sum(), files };
  } finally {
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  }
}

/** Waits for the islands that hydrate or enhance their HTML without a user: those that are visible, and those of a signed-in player. */
function waitForIslands(page: Page) {
  return page.waitForFunction(() => {
    const root = document.documentElement;
    const isDue = (island: HTMLElement) => {
      const { hydrate = "load" } = island.dataset;
      if (hydrate === "session") return root.hasAttribute("data-session");
      if (hydrate !== "visible") return hydrate !== "interaction";
      const { top, bottom, height } = (island.firstElementChild ?? island).getBoundingClientRect();
      return height > 0 && top < innerHeight && bottom > 0;
    };
    const islands = [...document.querySelectorAll<HTMLElement>("[data-island]")];
    return islands.every(
      (island) => island.dataset.hydrated !== undefined || island.dataset.enhanced !== undefined || !isDue(island),
    );
  });
}
