// What a hundred navigations in one tab leave behind: memory, nodes, event listeners, React roots.

import { controlled, DESKTOP, inTab, settled } from "./browser.mjs";
import { CARDS, TEXT } from "./site.mjs";
import { atMost, noted } from "./table.mjs";

/** One of them has no navigation bar, so that its islands go and come again. */
const ROUND = [CARDS, "/", "/cashier/", "/lobby/games/", TEXT];
/** What may come and go by chance between two looks, in kilobytes. */
const NOISE = 50;
/** Resolves once the page has nothing else to do. */
const REST = "new Promise((then) => requestIdleCallback(then, { timeout: 500 }))";

/** Measures at 10, at 50 and at 100. */
export function measureHundred({ browser, site }) {
  return inTab(
    browser,
    DESKTOP,
    async (page, cdp) => {
      await page.goto(site.origin + TEXT, { waitUntil: "load" });
      await settled(page);
      await controlled(page);
      const looks = {};
      for (let visits = 1; visits <= 100; visits++) {
        await go(page, ROUND[(visits - 1) % ROUND.length]);
        if (visits % ROUND.length === 0) await wake(page);
        if ([10, 50, 100].includes(visits)) looks[visits] = await look(cdp);
      }
      const growth = (name) => looks[100][name] - looks[10][name];
      const told = (name) => `${looks[10][name]} / ${looks[50][name]} / ${looks[100][name]} at 10 / 50 / 100`;
      return [
        // The engine still compiles and takes notes in the first visits, so the second half tells.
        noted(
          atMost(
            "100 navigations: heap of the last 50 grows by",
            "five pages in turn",
            looks[100].heap - looks[50].heap,
            "KB",
            NOISE,
          ),
          told("heap"),
        ),
        noted(atMost("100 navigations: event listeners grow by", "", growth("listeners"), "", 0), told("listeners")),
        noted(atMost("100 navigations: nodes grow by", "", growth("nodes"), "", 0), told("nodes")),
        noted(atMost("100 navigations: React roots grow by", "", growth("roots"), "", 0), told("roots")),
        noted(atMost("100 navigations: React roots outside the document", "", looks[100].lost, "", 0), told("lost")),
      ];
    },
    { recorded: false },
  );
}

function go(page, path) {
  return page.evaluate(
    (to) =>
      new Promise((then, failed) => {
        const told = ({ detail }) => {
          if (!["done", "failed", "cancelled", "document_load"].includes(detail.kind)) return;
          document.removeEventListener("croupier:visit", told);
          if (detail.kind === "done") requestAnimationFrame(() => then());
          else failed(new Error(`${to}: ${detail.kind}`));
        };
        document.addEventListener("croupier:visit", told);
        document.dispatchEvent(new CustomEvent("croupier:navigate", { detail: { to } }));
      }),
    path,
  );
}

/** Wakes all islands, as the pointer of a player does. */
async function wake(page) {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("[data-island]"))
      (element.querySelector("a, button, input") ?? element).dispatchEvent(
        new PointerEvent("pointerover", { bubbles: true }),
      );
  });
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-island]")].every((it) => it.dataset.awake !== undefined),
  );
}

async function look(cdp) {
  for (let round = 0; round < 3; round++) {
    // A task that waits for a moment of rest holds the page it is about.
    await cdp.send("Runtime.evaluate", { expression: REST, awaitPromise: true });
    await cdp.send("HeapProfiler.collectGarbage");
  }
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await cdp.send("Memory.getDOMCounters");
  const { roots, lost } = await rootsOf(cdp);
  return { heap: Math.round(usedSize / 1024), nodes, listeners: jsEventListeners, roots, lost };
}

/** Counts the elements that React draws in, those that no document holds any more included. */
async function rootsOf(cdp) {
  const objectGroup = "roots";
  const { result } = await cdp.send("Runtime.evaluate", { expression: "HTMLElement.prototype", objectGroup });
  const { objects } = await cdp.send("Runtime.queryObjects", { prototypeObjectId: result.objectId, objectGroup });
  const counted = await cdp.send("Runtime.callFunctionOn", {
    objectId: objects.objectId,
    returnByValue: true,
    objectGroup,
    functionDeclaration: `function () {
      const roots = this.filter((it) => Object.keys(it).some((key) => key.startsWith("__reactContainer$") && it[key]));
      return { roots: roots.length, lost: roots.filter((it) => !it.isConnected).length };
    }`,
  });
  await cdp.send("Runtime.releaseObjectGroup", { objectGroup });
  return counted.result.value;
}
