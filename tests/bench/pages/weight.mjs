// What comes over the wire: JavaScript before load and in all, and how many requests each moment has had.

import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { DESKTOP, inTab, pause } from "./browser.mjs";
import { CARDS, TEXT } from "./site.mjs";
import { atMost, noted } from "./table.mjs";

/** The first batch of prefetching comes 3 seconds after the first link; until then a page is idle. */
const IDLE = 2500;

/** Measures both pages. */
export async function measureWeight({ browser, site }) {
  const rows = [];
  for (const path of [TEXT, CARDS]) rows.push(...(await measure(browser, site, path)));
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
        requests.push({ address: new URL(request.url).pathname, type, isEarly: !isLoaded });
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
      await wakeAll(page);
      const scripts = requests.filter(({ type, address }) => type === "Script" && address.endsWith(".js"));
      const before = scripts.filter(({ isEarly }) => isEarly);
      const names = (list) =>
        list
          .map(({ address }) =>
            address
              .split("/")
              .pop()
              .replace(/-[0-9a-f]+\.js$/, ""),
          )
          .join(", ");
      return [
        noted(
          atMost("JavaScript before load, brotli 11", path, await compressed(site, before), "B", 4096),
          `${names(before)}; as \`croupier serve\` compresses: ${await served(site, before)} B`,
        ),
        noted(
          atMost("JavaScript in all, brotli 11", path, await compressed(site, scripts), "B", 100 * 1024),
          `${names(scripts)}; as \`croupier serve\` compresses: ${await served(site, scripts)} B`,
        ),
        noted(
          atMost("requests before load / idle / scrolled", path, `${early} / ${idle} / ${scrolled}`, "", undefined),
          `first ${kinds(requests.slice(0, early))}; then ${kinds(requests.slice(early, scrolled))}; ${byWorker} more by the service worker`,
        ),
      ];
    },
    { recorded: false },
  );
}

/** Wakes every island of the document, as a player does who uses all of it. */
async function wakeAll(page) {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("[data-island]"))
      (element.querySelector("a, button, input") ?? element).dispatchEvent(
        new PointerEvent("pointerover", { bubbles: true }),
      );
    scrollTo({ top: 0, behavior: "instant" });
  });
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-island]")].every((it) => it.dataset.awake !== undefined),
  );
}

/** What hosts send that compress ahead. */
async function compressed(site, scripts) {
  const files = await Promise.all(scripts.map(({ address }) => readFile(join(site.out, address))));
  return files.reduce((total, file) => total + brotliCompressSync(file).length, 0);
}

/** What `croupier serve` sends, which compresses at each request and so not as well. */
async function served(site, scripts) {
  const sizes = scripts.map(
    ({ address }) =>
      new Promise((then, failed) => {
        const asked = get(site.origin + address, { headers: { "accept-encoding": "br" } }, (answer) => {
          let size = 0;
          answer.on("data", (bytes) => {
            size += bytes.length;
          });
          answer.on("end", () => then(size));
        });
        asked.on("error", failed);
      }),
  );
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/** How many of which kind: `2 Font, 1 Script`. */
function kinds(requests) {
  const counts = new Map();
  for (const { type } of requests) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${type}`).join(", ");
}
