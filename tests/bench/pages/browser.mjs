// Chromium for all groups: one browser, a new context for each measurement, and two kinds of devices.

import { chromium } from "playwright-core";
import { record } from "./recorder.mjs";

/** Flags of every Chromium. */
export const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A desktop, and a phone. Slow measurements have a CPU slowed 4 times, on slow 4G. */
export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent:
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
};
/** The network of slow measurements. */
export const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

/** Starts the browser. */
export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/**
 * Opens an empty tab in a new context, calls `act` with it and its CDP session, and closes it. Slow measurements have no service worker,
 * because its requests are not slowed down.
 */
export async function inTab(browser, device, act, { slow = false, worker = !slow, recorded = true } = {}) {
  const context = await browser.newContext({ ...device, serviceWorkers: worker ? "allow" : "block" });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    if (recorded) await page.addInitScript(record);
    if (slow) {
      await cdp.send("Network.enable");
      await cdp.send("Network.emulateNetworkConditions", SLOW);
      await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    }
    return await act(page, cdp, context);
  } finally {
    await context.close();
  }
}

/**
 * Opens a tab that Playwright does not control, and calls `act` with `goto`, `evaluate` and `send`. Playwright's events of requests and
 * responses would use time of the page's main thread.
 */
export async function inBareTab(browser, device, act) {
  const { viewport, deviceScaleFactor = 1, isMobile = false, hasTouch = false, userAgent } = device;
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send("Target.createBrowserContext");
  const { targetId } = await session.send("Target.createTarget", { url: "about:blank", browserContextId });
  const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
  const pending = new Map();
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result, error } = JSON.parse(message);
    pending.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
    pending.delete(id);
  });
  let sent = 0;
  const tab = {
    async send(method, params = {}) {
      const id = ++sent;
      const response = new Promise((then) => pending.set(id, then));
      const message = JSON.stringify({ id, method, params });
      await session.send("Target.sendMessageToTarget", { sessionId, message });
      return response;
    },
    async evaluate(code) {
      const options = { expression: `(${code})()`, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await tab.send("Runtime.evaluate", options);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    /** Waits until `isReady` returns true in the page. */
    async waitUntil(isReady) {
      // Evaluation fails, or has no result, while the document is replaced.
      const check = () => Promise.race([tab.evaluate(isReady).catch(() => false), pause(1000).then(() => false)]);
      for (const start = Date.now(); !(await check()); await pause(50))
        if (Date.now() - start > 30_000) throw new Error(`${isReady.name} does not become true`);
    },
    /** Loads a URL and waits until `isReady` returns true in the page. */
    async goto(url, isReady) {
      await tab.send("Page.navigate", { url });
      await tab.waitUntil(isReady);
    },
  };
  try {
    await tab.send("Emulation.setDeviceMetricsOverride", { ...viewport, deviceScaleFactor, mobile: isMobile });
    await tab.send("Emulation.setTouchEmulationEnabled", { enabled: hasTouch });
    if (userAgent) await tab.send("Emulation.setUserAgentOverride", { userAgent });
    return await act(tab);
  } finally {
    await session.send("Target.disposeBrowserContext", { browserContextId });
    await session.detach();
  }
}

/** Returns a promise that resolves after a time in milliseconds. */
export function pause(milliseconds) {
  return new Promise((then) => setTimeout(then, milliseconds));
}

/** Waits until the loader runs and has requested the release. */
export async function waitForLoader(page) {
  await page.waitForFunction(
    () =>
      history.scrollRestoration === "manual" &&
      performance.getEntriesByType("resource").some((it) => it.name.includes("app-data.json") && it.responseEnd > 0),
    undefined,
    { timeout: 60_000 },
  );
}

/** Waits until the service worker controls the page and has filled its cache. It starts seconds after the code of the page. */
export const waitForServiceWorker = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((then) => navigator.serviceWorker.addEventListener("controllerchange", then, { once: true }));
  });

/** Waits until the page-data of `path` is prefetched with its chunks and style sheets. */
export async function waitForPrefetch(page, path) {
  await page.waitForFunction(
    async (dataPath) => {
      const isFetched = (end) => performance.getEntriesByType("resource").some((it) => it.name.endsWith(end) && it.responseEnd > 0);
      if (!isFetched(dataPath)) return false;
      const { croupier } = await (await fetch(dataPath)).json();
      const isLoaded = (href) => document.querySelector(`link[href="${href}"], style[data-href="${href}"]`) || isFetched(href);
      return [...croupier.chunks, ...croupier.styles].every(isLoaded);
    },
    `/page-data${path}page-data.json`,
    { timeout: 60_000 },
  );
  // Slices and the loader's cache are complete one task later.
  await page.evaluate(() => new Promise((then) => requestIdleCallback(then, { timeout: 500 })));
}

/** Hydrates all islands, as the pointer of a user does. */
export async function hydrateAll(page) {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("[data-island]"))
      (element.querySelector("a, button, input") ?? element).dispatchEvent(
        new PointerEvent("pointerover", { bubbles: true }),
      );
  });
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-island]")].every((it) => it.dataset.hydrated !== undefined),
  );
}

/** Goes back to the previous page, and waits until it is shown. */
export async function goBack(page) {
  await page.evaluate(
    () =>
      new Promise((then) => {
        const listener = (event) => {
          if (event.detail.kind !== "done") return;
          document.removeEventListener("croupier:visit", listener);
          requestAnimationFrame(() => requestIdleCallback(then, { timeout: 500 }));
        };
        document.addEventListener("croupier:visit", listener);
        history.back();
      }),
  );
}

/** Measures a fixed task in a page and returns the best of five times in milliseconds. It makes figures of two machines comparable. */
export async function measureReferenceTask(browser) {
  const page = await browser.newPage();
  const times = await page.evaluate(() =>
    Array.from({ length: 5 }, () => {
      const start = performance.now();
      const sums = new Map();
      for (let at = 0; at < 300_000; at++) sums.set(`key ${at % 5000}`, (sums.get(`key ${at % 5000}`) ?? 0) + at);
      return performance.now() - start;
    }),
  );
  await page.close();
  return Math.min(...times);
}
