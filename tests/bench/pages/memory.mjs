// Measures what remains after 100 navigations in one tab: memory, nodes, event listeners, React roots.

import { DESKTOP, hydrateAll, inTab, waitForLoader, waitForServiceWorker } from "./browser.mjs";
import { COUPONS_PAGE, TEXT_PAGE } from "./site.mjs";
import { atMost, withNote } from "./table.mjs";

/** The pages of one round. One has no navigation bar, so that its islands are removed and rendered again. */
const ROUND = [COUPONS_PAGE, "/", "/cashier/", "/lobby/games/", TEXT_PAGE];
/** Random variation between two samples, in kilobytes. */
const NOISE = 50;
/** Resolves when the page is idle. */
const UNTIL_IDLE = "new Promise((then) => requestIdleCallback(then, { timeout: 500 }))";

/** Takes samples after 10, 50 and 100 navigations. */
export function measureMemory({ browser, site }) {
  return inTab(
    browser,
    DESKTOP,
    async (page, cdp) => {
      await page.goto(site.origin + TEXT_PAGE, { waitUntil: "load" });
      await waitForLoader(page);
      await waitForServiceWorker(page);
      const samples = {};
      for (let visits = 1; visits <= 100; visits++) {
        await navigate(page, ROUND[(visits - 1) % ROUND.length]);
        if (visits % ROUND.length === 0) await hydrateAll(page);
        if ([10, 50, 100].includes(visits)) samples[visits] = await takeSample(cdp);
      }
      const growth = (name) => samples[100][name] - samples[10][name];
      const values = (name) => `${samples[10][name]} / ${samples[50][name]} / ${samples[100][name]} at 10 / 50 / 100`;
      return [
        // In the first visits the engine still compiles and collects feedback, so only the second half is compared.
        withNote(
          atMost(
            "100 navigations: heap of the last 50 grows by",
            "five pages, alternating",
            samples[100].heap - samples[50].heap,
            "KB",
            NOISE,
          ),
          values("heap"),
        ),
        withNote(atMost("100 navigations: event listeners grow by", "", growth("listeners"), "", 0), values("listeners")),
        withNote(atMost("100 navigations: nodes grow by", "", growth("nodes"), "", 0), values("nodes")),
        withNote(atMost("100 navigations: React roots grow by", "", growth("roots"), "", 0), values("roots")),
        withNote(atMost("100 navigations: React roots outside the document", "", samples[100].detached, "", 0), values("detached")),
      ];
    },
    { recorded: false },
  );
}

function navigate(page, path) {
  return page.evaluate(
    (to) =>
      new Promise((then, failed) => {
        const listener = ({ detail }) => {
          if (!["done", "failed", "cancelled", "document_load"].includes(detail.kind)) return;
          document.removeEventListener("croupier:visit", listener);
          if (detail.kind === "done") requestAnimationFrame(() => then());
          else failed(new Error(`${to}: ${detail.kind}`));
        };
        document.addEventListener("croupier:visit", listener);
        document.dispatchEvent(new CustomEvent("croupier:navigate", { detail: { to } }));
      }),
    path,
  );
}

async function takeSample(cdp) {
  for (let round = 0; round < 3; round++) {
    // A task that waits for idle time references its page.
    await cdp.send("Runtime.evaluate", { expression: UNTIL_IDLE, awaitPromise: true });
    await cdp.send("HeapProfiler.collectGarbage");
  }
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await cdp.send("Memory.getDOMCounters");
  const { roots, detached } = await countRoots(cdp);
  return { heap: Math.round(usedSize / 1024), nodes, listeners: jsEventListeners, roots, detached };
}

/** Counts the root elements of React, including those that are detached from the document. */
async function countRoots(cdp) {
  const objectGroup = "roots";
  const { result } = await cdp.send("Runtime.evaluate", { expression: "HTMLElement.prototype", objectGroup });
  const { objects } = await cdp.send("Runtime.queryObjects", { prototypeObjectId: result.objectId, objectGroup });
  const counted = await cdp.send("Runtime.callFunctionOn", {
    objectId: objects.objectId,
    returnByValue: true,
    objectGroup,
    functionDeclaration: `function () {
      const roots = this.filter((it) => Object.keys(it).some((key) => key.startsWith("__reactContainer$") && it[key]));
      return { roots: roots.length, detached: roots.filter((it) => !it.isConnected).length };
    }`,
  });
  await cdp.send("Runtime.releaseObjectGroup", { objectGroup });
  return counted.result.value;
}
