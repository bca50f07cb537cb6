// Measures transferred bytes: JavaScript before load and in total, and the number of requests in each phase.

import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { DESKTOP, hydrateAll, inTab, pause } from "./browser.mjs";
import { COUPONS_PAGE, TEXT_PAGE } from "./site.mjs";
import { atMost, withNote } from "./table.mjs";

/** Milliseconds after load in which a page is idle: prefetching begins 3 seconds after the first link. */
const IDLE = 2500;

/** Measures both pages. */
export async function measureWeight({ browser, site }) {
  const rows = [];
  for (const path of [TEXT_PAGE, COUPONS_PAGE]) rows.push(...(await measure(browser, site, path)));
  return rows;
}

function measure(browser, site, path) {
  return inTab(
    browser,
    DESKTOP,
    async (page, cdp, context) => {
      const requests = [];
      let isLoaded = false;
      cdp.on("Network.requestWillBeSent", ({ request, type }) => {
        requests.push({ path: new URL(request.url).pathname, type, isEarly: !isLoaded });
      });
      cdp.on("Page.loadEventFired", () => {
        isLoaded = true;
      });
      let byWorker = 0;
      context.on("request", (request) => {
        if (request.serviceWorker()) byWorker++;
      });
      await cdp.send("Network.enable");
      await cdp.send("Page.enable");
      await page.goto(site.origin + path, { waitUntil: "load" });
      const early = requests.length;
      await pause(IDLE);
      const idle = requests.length;
      await page.evaluate(async () => {
        for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
          scrollTo({ top: y, behavior: "instant" });
          await new Promise((then) => requestAnimationFrame(then));
        }
      });
      await pause(10_000);
      const scrolled = requests.length;
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      await hydrateAll(page);
      const scripts = requests.filter(({ type, path }) => type === "Script" && path.endsWith(".js"));
      const before = scripts.filter(({ isEarly }) => isEarly);
      const names = (list) =>
        list
          .map(({ path }) =>
            path
              .split("/")
              .pop()
              .replace(/-[0-9a-f]+\.js$/, ""),
          )
          .join(", ");
      return [
        withNote(
          atMost("JavaScript before load, brotli 11", path, await compressedSize(site, before), "B", 4096),
          `${names(before)}; compressed by \`croupier serve\`: ${await servedSize(site, before)} B`,
        ),
        withNote(
          atMost("JavaScript in total, brotli 11", path, await compressedSize(site, scripts), "B", 100 * 1024),
          `${names(scripts)}; compressed by \`croupier serve\`: ${await servedSize(site, scripts)} B`,
        ),
        withNote(
          atMost("requests before load / idle / scrolled", path, `${early} / ${idle} / ${scrolled}`, "", undefined),
          `first ${kinds(requests.slice(0, early))}; then ${kinds(requests.slice(early, scrolled))}; ${byWorker} more of the service worker`,
        ),
      ];
    },
    { recorded: false },
  );
}

/** Returns the bytes that a host with precompressed files sends. */
async function compressedSize(site, scripts) {
  const files = await Promise.all(scripts.map(({ path }) => readFile(join(site.out, path))));
  return files.reduce((total, file) => total + brotliCompressSync(file).length, 0);
}

/** Returns the bytes that `croupier serve` sends. It compresses each response, with a lower level. */
async function servedSize(site, scripts) {
  const sizes = scripts.map(
    ({ path }) =>
      new Promise((then, failed) => {
        const request = get(site.origin + path, { headers: { "accept-encoding": "br" } }, (response) => {
          let size = 0;
          response.on("data", (bytes) => {
            size += bytes.length;
          });
          response.on("end", () => then(size));
        });
        request.on("error", failed);
      }),
  );
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/** Returns the number of requests by type: `2 Font, 1 Script`. */
function kinds(requests) {
  const counts = new Map();
  for (const { type } of requests) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${type}`).join(", ");
}
