// Measures clicks on a desktop: on links to pages that are prefetched and to pages that are not, with and without a transition.

import { DESKTOP, goBack, inTab, pause, waitForLoader, waitForPrefetch, waitForServiceWorker } from "./browser.mjs";
import { COUPONS_PAGE, TEXT_PAGE } from "./site.mjs";
import { atMost, median, withNote } from "./table.mjs";

const CLICKS = 20;
const LATE_CLICKS = 9;
/** Duration of a frame in milliseconds. Medians that differ by less than half a frame are equal. */
const FRAME = 16;
/** Latency in milliseconds at which a view transition is shown. */
const LATENCY = 200;

/** Measures both kinds of clicks. */
export async function measureDesktop({ browser, site }) {
  const rows = [];
  const lateClicks = {};
  for (const motion of ["no-preference", "reduce"]) {
    const device = { ...DESKTOP, reducedMotion: motion };
    const clicks = await inTab(browser, device, (page) => clickPrefetched(page, site));
    const times = clicks.map((it) => it.content);
    const label = motion === "reduce" ? "reduced motion" : "motion";
    rows.push(
      withNote(
        atMost(`desktop: prefetched click to next frame, ${label}`, COUPONS_PAGE, median(times), "ms", 25),
        `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}; swapped after ${median(clicks.map((it) => it.swapped)).toFixed(1)}; ${times.filter((time) => time <= 16).length} of ${CLICKS} within 16`,
      ),
    );
    const results = [];
    for (let round = 0; round < LATE_CLICKS; round++)
      results.push(await inTab(browser, device, (page, cdp) => clickLate(page, cdp, site), { worker: false }));
    lateClicks[motion] = results;
    rows.push(
      withNote(
        atMost(
          `desktop: from page-data to content, ${label}`,
          COUPONS_PAGE,
          median(results.map((it) => it.after)),
          "ms",
        ),
        `latency ${LATENCY} ms; shown after ${median(results.map((it) => it.content)).toFixed(0)}; shown with a transition: ${results.filter((it) => it.hasTransition).length} of ${LATE_CLICKS}`,
      ),
    );
  }
  const difference =
    median(lateClicks["no-preference"].map((it) => it.after)) - median(lateClicks.reduce.map((it) => it.after));
  rows.push(
    atMost("desktop: delay of the content by a transition", COUPONS_PAGE, Math.max(0, difference), "ms", FRAME / 2),
  );
  return rows;
}

async function clickPrefetched(page, site) {
  await page.goto(site.origin + TEXT_PAGE, { waitUntil: "load" });
  await waitForLoader(page);
  await waitForServiceWorker(page);
  const link = page.locator(`main a[href="${COUPONS_PAGE}"]`).first();
  const results = [];
  for (let click = 0; click < CLICKS; click++) {
    await link.hover();
    await waitForPrefetch(page, COUPONS_PAGE);
    await pause(200);
    await page.mouse.down();
    await page.mouse.up();
    results.push(await waitForContent(page));
    await pause(100);
    await goBack(page);
    await page.mouse.move(2, 2);
  }
  return results;
}

/** Clicks a link to a page whose page-data has a high latency. */
async function clickLate(page, cdp, site) {
  await page.goto(site.origin + TEXT_PAGE, { waitUntil: "load" });
  await waitForLoader(page);
  await page.evaluate(() => {
    for (const [owner, name] of [
      [Document.prototype, "startViewTransition"],
      [Element.prototype, "animate"],
    ]) {
      const original = owner[name];
      owner[name] = function (...args) {
        measured.hasTransition = true;
        return original.apply(this, args);
      };
    }
  });
  const box = await page.locator(`main a[href="${COUPONS_PAGE}"]`).first().boundingBox();
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.mouse.click(box.x + 10, box.y + box.height / 2);
  await waitForContent(page);
  return page.evaluate((end) => {
    const data = performance.getEntriesByType("resource").find((it) => it.name.endsWith(end));
    return {
      content: measured.contentTime,
      after: measured.contentAt - data.responseEnd,
      hasTransition: measured.hasTransition === true,
    };
  }, `/page-data${COUPONS_PAGE}page-data.json`);
}

async function waitForContent(page) {
  await page.waitForFunction(() => measured.contentTime);
  return page.evaluate(() => ({ content: measured.contentTime, swapped: measured.swapTime }));
}
