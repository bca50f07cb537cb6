// Chromium as all groups use it: one browser, a fresh context for each measurement, the two kinds of device.

import { chromium } from "playwright-core";
import { record } from "./recorder.mjs";

/** Flags of every Chromium that is started here. */
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

/** A desktop, and a telephone whose processor is 4 times slower on slow 4G. */
export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent:
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
};
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

/** Starts the browser. */
export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/**
 * Opens an empty tab in a fresh context, hands it to `act` with its CDP session, and closes it. Where the network is slowed
 * down there is to be no service worker: what a worker asks for would come at full speed.
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
 * Opens a tab that Playwright knows nothing of, and hands `act` what it needs of one: `goto`, `evaluate`, `send`. Playwright hears of
 * each request and each answer, which takes the page's main thread a message each.
 */
export async function inBareTab(browser, { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent }, act) {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send("Target.createBrowserContext");
  const { targetId } = await session.send("Target.createTarget", { url: "about:blank", browserContextId });
  const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
  const waiting = new Map();
  session.on("Target.receivedMessageFromTarget", (told) => {
    const { id, result, error } = JSON.parse(told.message);
    waiting.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
    waiting.delete(id);
  });
  let sent = 0;
  const tab = {
    async send(method, params = {}) {
      const id = ++sent;
      const answer = new Promise((then) => waiting.set(id, then));
      const message = JSON.stringify({ id, method, params });
      await session.send("Target.sendMessageToTarget", { sessionId, message });
      return answer;
    },
    async evaluate(act) {
      const asked = { expression: `(${act})()`, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await tab.send("Runtime.evaluate", asked);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    /** Goes there, and waits until the function says so. */
    async goto(url, isThere) {
      await tab.send("Page.navigate", { url });
      // While one document makes way for the next there is nobody to ask.
      const isReady = () => tab.evaluate(isThere).catch(() => false);
      for (const begun = Date.now(); !(await isReady()); await pause(50))
        if (Date.now() - begun > 30_000) throw new Error(`${url} does not become ready`);
    },
  };
  try {
    await tab.send("Emulation.setDeviceMetricsOverride", { ...viewport, deviceScaleFactor, mobile: isMobile });
    await tab.send("Emulation.setTouchEmulationEnabled", { enabled: hasTouch });
    await tab.send("Emulation.setUserAgentOverride", { userAgent });
    return await act(tab);
  } finally {
    await session.send("Target.disposeBrowserContext", { browserContextId });
    await session.detach();
  }
}

/** Resolves so many milliseconds later. */
export function pause(milliseconds) {
  return new Promise((then) => setTimeout(then, milliseconds));
}

/** Waits until the loader runs and what comes after it is there: the release was asked for. */
export async function settled(page) {
  await page.waitForFunction(
    () =>
      history.scrollRestoration === "manual" &&
      performance.getEntriesByType("resource").some((it) => it.name.includes("app-data.json") && it.responseEnd > 0),
    undefined,
    { timeout: 60_000 },
  );
}

/** Waits until the service worker answers for the page and has all it keeps: it starts seconds after the page's own code. */
export const controlled = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((then) => navigator.serviceWorker.addEventListener("controllerchange", then, { once: true }));
  });

/** Waits until the data of `path` has come, and the code and sheets that it names, so that a click on it is a warm one. */
export async function isWarm(page, path) {
  await page.waitForFunction(
    async (address) => {
      const has = (end) => performance.getEntriesByType("resource").some((it) => it.name.endsWith(end) && it.responseEnd > 0);
      if (!has(address)) return false;
      const { croupier } = await (await fetch(address)).json();
      const isThere = (href) => document.querySelector(`link[href="${href}"], style[data-href="${href}"]`) || has(href);
      return [...croupier.chunks, ...croupier.styles].every(isThere);
    },
    `/page-data${path}page-data.json`,
    { timeout: 60_000 },
  );
  // Slices and the loader's memory are settled one task later.
  await page.evaluate(() => new Promise((then) => requestIdleCallback(then, { timeout: 500 })));
}

/** Goes back to the page before, and waits until it is shown. */
export async function back(page) {
  await page.evaluate(
    () =>
      new Promise((then) => {
        const told = (event) => {
          if (event.detail.kind !== "done") return;
          document.removeEventListener("croupier:visit", told);
          requestAnimationFrame(() => requestIdleCallback(then, { timeout: 500 }));
        };
        document.addEventListener("croupier:visit", told);
        history.back();
      }),
  );
}

/** What a fixed piece of work takes in a page, the best of five, in milliseconds: by it figures of two machines can be compared. */
export async function reference_ms(browser) {
  const page = await browser.newPage();
  const times = await page.evaluate(() =>
    Array.from({ length: 5 }, () => {
      const began = performance.now();
      const found = new Map();
      for (let at = 0; at < 300_000; at++) found.set(`key ${at % 5000}`, (found.get(`key ${at % 5000}`) ?? 0) + at);
      return performance.now() - began;
    }),
  );
  await page.close();
  return Math.min(...times);
}
