// Measures a slow phone: the first paint, the first tap on LOGIN, and taps on links to pages that are prefetched or not.

import { goBack, inTab, PHONE, pause, waitForLoader, waitForPrefetch } from "./browser.mjs";
import { COUPONS_PAGE, TEXT_PAGE } from "./site.mjs";
import { atMost, median, withNote } from "./table.mjs";

const ROUNDS = 5;
const CLICKS = 10;
const READERS = 3;
/** Milliseconds after which an island that is not hydrated waits for an interaction. */
const HYDRATION_TIMEOUT = 4000;
/** Milliseconds after which the loader requests the release again before a navigation. */
const READING_TIME = 31_000;

/** Runs all measurements of the slow phone. */
export async function measurePhone({ browser, site }) {
  const slow = (act) => inTab(browser, PHONE, act, { slow: true });
  const rows = [];
  for (const path of [TEXT_PAGE, COUPONS_PAGE]) rows.push(...(await measurePaints(slow, site, path)));
  rows.push(...(await measureLogin(slow, site)));
  rows.push(...(await measurePrefetched(slow, site)));
  for (const scrolls of [true, false]) rows.push(await measureAfterReading(slow, site, scrolls));
  rows.push(await measureCold(slow, site));
  return rows;
}

async function measurePaints(slow, site, path) {
  const results = [];
  for (let round = 0; round < ROUNDS; round++)
    results.push(
      await slow(async (page) => {
        await page.goto(site.origin + path, { waitUntil: "load" });
        await waitForLoader(page);
        await pause(1000);
        return page.evaluate(() => {
          const fcp = performance.getEntriesByName("first-contentful-paint")[0].startTime;
          const longTasks = measured.longTasks.filter(({ startTime }) => startTime >= fcp);
          return {
            fcp,
            lcp: measured.lcp,
            tbt: longTasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
          };
        });
      }),
    );
  const medianOf = (name) => median(results.map((it) => it[name]));
  return [
    atMost("slow phone: FCP", path, medianOf("fcp"), "ms"),
    atMost("slow phone: LCP", path, medianOf("lcp"), "ms"),
    atMost("slow phone: TBT", path, medianOf("tbt"), "ms"),
  ];
}

/** Taps LOGIN as soon as it is painted, before any script has run. */
async function measureLogin(slow, site) {
  const button = await slow(async (page) => {
    await page.goto(site.origin + TEXT_PAGE, { waitUntil: "load" });
    return centre(page, '[commandfor="croupier-modal"]');
  });
  const results = [];
  for (let round = 0; round < ROUNDS; round++)
    results.push(
      await slow(async (page) => {
        const painted = new Promise((then) => page.exposeBinding("reportPaint", then));
        await page.addInitScript(() => {
          new PerformanceObserver((list, observer) => {
            if (!list.getEntriesByName("first-contentful-paint").length) return;
            observer.disconnect();
            reportPaint();
          }).observe({ type: "paint", buffered: true });
        });
        void page.goto(site.origin + TEXT_PAGE);
        await painted;
        await page.touchscreen.tap(button.x, button.y);
        await page.waitForFunction(() => measured.dialogTime, undefined, { timeout: 60_000 });
        const hydration = page.waitForFunction(() => measured.hydrationTime, undefined, { timeout: HYDRATION_TIMEOUT });
        const isHydrated = await hydration.then(
          () => true,
          () => false,
        );
        return page.evaluate(
          (hasHydrated) => ({ dialog: measured.dialogTime, hydration: hasHydrated ? measured.hydrationTime : undefined }),
          isHydrated,
        );
      }),
    );
  const opened = results.map((it) => it.dialog);
  const hydrated = results.map((it) => it.hydration).filter((it) => it !== undefined);
  return [
    withNote(
      atMost("slow phone: first tap on LOGIN until the dialog is open", TEXT_PAGE, median(opened), "ms", 450),
      `${Math.min(...opened).toFixed(0)} to ${Math.max(...opened).toFixed(0)}; tapped at the first paint`,
    ),
    withNote(
      atMost("slow phone: first tap on LOGIN until the dialog is hydrated", TEXT_PAGE, hydrated.length ? median(hydrated) : "–", "ms"),
      `in ${ROUNDS - hydrated.length} of ${ROUNDS} not before an interaction with the dialog`,
    ),
  ];
}

async function measurePrefetched(slow, site) {
  const { results, events } = await slow(async (page) => {
    await page.goto(site.origin + TEXT_PAGE, { waitUntil: "load" });
    await waitForLoader(page);
    await waitForPrefetch(page, COUPONS_PAGE);
    const results = [];
    for (let click = 0; click < CLICKS; click++) {
      results.push(await tapLink(page, COUPONS_PAGE));
      await pause(300);
      await goBack(page);
      await pause(300);
    }
    return { results, events: await page.evaluate(() => measured.events) };
  });
  const interactions = new Map();
  for (const { interactionId, duration } of events)
    interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  const durations = [...interactions.values()];
  const times = results.map((it) => it.content);
  return [
    withNote(
      atMost("slow phone: prefetched click to next frame", COUPONS_PAGE, median(times), "ms", 80),
      `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}; swapped after ${median(results.map((it) => it.swapped)).toFixed(0)}`,
    ),
    withNote(
      atMost("slow phone: INP of prefetched clicks (the worst)", COUPONS_PAGE, Math.max(0, ...durations), "ms", 50),
      `median ${durations.length ? median(durations) : "below 16"} of ${durations.length} that took 16 ms or more, of ${CLICKS}`,
    ),
  ];
}

/** A tap after a long time on a page: the target is prefetched, and the loader checks for a new release. */
async function measureAfterReading(slow, site, scrolls) {
  const results = [];
  for (let round = 0; round < READERS; round++)
    results.push(
      await slow(async (page) => {
        await page.goto(site.origin + TEXT_PAGE, { waitUntil: "load" });
        await waitForLoader(page);
        await waitForPrefetch(page, COUPONS_PAGE);
        await pause(READING_TIME);
        if (scrolls) {
          await page.evaluate(() => scrollBy(0, 40));
          await pause(1000);
        }
        return tapLink(page, COUPONS_PAGE);
      }),
    );
  const times = results.map((it) => it.content);
  const label = scrolls ? "scrolled a second before" : "not scrolled";
  return withNote(
    atMost(`slow phone: prefetched click after half a minute of reading, ${label}`, COUPONS_PAGE, median(times), "ms", 80),
    times.map((time) => time.toFixed(0)).join(", "),
  );
}

async function measureCold(slow, site) {
  const results = [];
  for (let round = 0; round < ROUNDS; round++)
    results.push(
      await slow(async (page) => {
        await page.goto(site.origin + TEXT_PAGE, { waitUntil: "load" });
        await waitForLoader(page);
        return tapLink(page, COUPONS_PAGE);
      }),
    );
  const times = results.map((it) => it.content);
  return withNote(
    atMost("slow phone: cold click", COUPONS_PAGE, median(times), "ms"),
    `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}; 150 of these are network latency`,
  );
}

/** Taps the link to `path` in the text and waits until its page is shown. */
async function tapLink(page, path) {
  const { x, y } = await centre(page, `main a[href="${path}"]`);
  await page.touchscreen.tap(x, y);
  await page.waitForFunction(() => measured.contentTime, undefined, { timeout: 60_000 });
  return page.evaluate(() => ({ content: measured.contentTime, swapped: measured.swapTime }));
}

function centre(page, selector) {
  return page.evaluate((query) => {
    const link = [...document.querySelectorAll(query)].find((it) => it.checkVisibility());
    const box = link.getClientRects()[0];
    return { x: box.x + Math.min(box.width / 2, 20), y: box.y + box.height / 2 };
  }, selector);
}
