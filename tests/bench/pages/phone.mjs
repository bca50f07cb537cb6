// What a slow phone feels: the first paint, the first tap on LOGIN, and taps on links whose page has come or has not.

import { back, inTab, isWarm, PHONE, pause, settled } from "./browser.mjs";
import { CARDS, TEXT } from "./site.mjs";
import { atMost, median, noted } from "./table.mjs";

const ROUNDS = 5;
const CLICKS = 10;
const READERS = 3;
/** An island that is not awake by then waits for something to be done to it, in milliseconds. */
const AWAKE = 4000;
/** Longer than the loader believes what it heard of the release, which a tap then asks for again. */
const READING = 31_000;

/** Measures all of it. */
export async function measurePhone({ browser, site }) {
  const slow = (act) => inTab(browser, PHONE, act, { slow: true });
  const rows = [];
  for (const path of [TEXT, CARDS]) rows.push(...(await paints(slow, site, path)));
  rows.push(...(await login(slow, site)));
  rows.push(...(await warm(slow, site)));
  for (const scrolls of [true, false]) rows.push(await afterReading(slow, site, scrolls));
  rows.push(await cold(slow, site));
  return rows;
}

async function paints(slow, site, path) {
  const found = [];
  for (let round = 0; round < ROUNDS; round++)
    found.push(
      await slow(async (page) => {
        await page.goto(site.origin + path, { waitUntil: "load" });
        await settled(page);
        await pause(1000);
        return page.evaluate(() => {
          const fcp = performance.getEntriesByName("first-contentful-paint")[0].startTime;
          const long = measured.long.filter(({ startTime }) => startTime >= fcp);
          return {
            fcp,
            lcp: measured.lcp,
            tbt: long.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
          };
        });
      }),
    );
  const middle = (name) => median(found.map((it) => it[name]));
  return [
    atMost("slow phone: FCP", path, middle("fcp"), "ms"),
    atMost("slow phone: LCP", path, middle("lcp"), "ms"),
    atMost("slow phone: TBT", path, middle("tbt"), "ms"),
  ];
}

/** Taps LOGIN as soon as it is painted, which is before any script has run. */
async function login(slow, site) {
  const button = await slow(async (page) => {
    await page.goto(site.origin + TEXT, { waitUntil: "load" });
    return centre(page, '[commandfor="croupier-modal"]');
  });
  const found = [];
  for (let round = 0; round < ROUNDS; round++)
    found.push(
      await slow(async (page) => {
        const painted = new Promise((then) => page.exposeBinding("tellPainted", then));
        await page.addInitScript(() => {
          new PerformanceObserver((list, observer) => {
            if (!list.getEntriesByName("first-contentful-paint").length) return;
            observer.disconnect();
            tellPainted();
          }).observe({ type: "paint", buffered: true });
        });
        void page.goto(site.origin + TEXT);
        await painted;
        await page.touchscreen.tap(button.x, button.y);
        await page.waitForFunction(() => measured.dialog, undefined, { timeout: 60_000 });
        const awake = page.waitForFunction(() => measured.awake, undefined, { timeout: AWAKE });
        const isAwake = await awake.then(
          () => true,
          () => false,
        );
        return page.evaluate(
          (woken) => ({ dialog: measured.dialog, awake: woken ? measured.awake : undefined }),
          isAwake,
        );
      }),
    );
  const opened = found.map((it) => it.dialog);
  const answered = found.map((it) => it.awake).filter((it) => it !== undefined);
  return [
    noted(
      atMost("slow phone: first tap on LOGIN until the dialogue is open", TEXT, median(opened), "ms", 450),
      `${Math.min(...opened).toFixed(0)} to ${Math.max(...opened).toFixed(0)}; tapped at the first paint`,
    ),
    noted(
      atMost("slow phone: the same, until React answers in it", TEXT, answered.length ? median(answered) : "–", "ms"),
      `in ${ROUNDS - answered.length} of ${ROUNDS} not before the dialogue is touched`,
    ),
  ];
}

async function warm(slow, site) {
  const { found, events } = await slow(async (page) => {
    await page.goto(site.origin + TEXT, { waitUntil: "load" });
    await settled(page);
    await isWarm(page, CARDS);
    const found = [];
    for (let click = 0; click < CLICKS; click++) {
      found.push(await tapped(page, CARDS));
      await pause(300);
      await back(page);
      await pause(300);
    }
    return { found, events: await page.evaluate(() => measured.events) };
  });
  const interactions = new Map();
  for (const { interactionId, duration } of events)
    interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  const durations = [...interactions.values()];
  const times = found.map((it) => it.content);
  return [
    noted(
      atMost("slow phone: warm click to next frame", CARDS, median(times), "ms", 80),
      `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}; swapped after ${median(found.map((it) => it.swapped)).toFixed(0)}`,
    ),
    noted(
      atMost("slow phone: INP of warm clicks (the worst)", CARDS, Math.max(0, ...durations), "ms", 50),
      `median ${durations.length ? median(durations) : "below 16"} of ${durations.length} that took 16 ms or more, of ${CLICKS}`,
    ),
  ];
}

/** A link that was in view for long: its page is there, and what is deployed is asked for again. */
async function afterReading(slow, site, scrolls) {
  const found = [];
  for (let round = 0; round < READERS; round++)
    found.push(
      await slow(async (page) => {
        await page.goto(site.origin + TEXT, { waitUntil: "load" });
        await settled(page);
        await isWarm(page, CARDS);
        await pause(READING);
        if (scrolls) {
          await page.evaluate(() => scrollBy(0, 40));
          await pause(1000);
        }
        return tapped(page, CARDS);
      }),
    );
  const times = found.map((it) => it.content);
  const how = scrolls ? "scrolled a second before" : "not scrolled since";
  return noted(
    atMost(`slow phone: warm click after half a minute of reading, ${how}`, CARDS, median(times), "ms", 80),
    times.map((time) => time.toFixed(0)).join(", "),
  );
}

async function cold(slow, site) {
  const found = [];
  for (let round = 0; round < ROUNDS; round++)
    found.push(
      await slow(async (page) => {
        await page.goto(site.origin + TEXT, { waitUntil: "load" });
        await settled(page);
        return tapped(page, CARDS);
      }),
    );
  const times = found.map((it) => it.content);
  return noted(
    atMost("slow phone: cold click", CARDS, median(times), "ms"),
    `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}; of these 150 are the way to the server and back`,
  );
}

/** Taps the link to `path` in the text and waits until its page is shown. */
async function tapped(page, path) {
  const { x, y } = await centre(page, `main a[href="${path}"]`);
  await page.touchscreen.tap(x, y);
  await page.waitForFunction(() => measured.content, undefined, { timeout: 60_000 });
  return page.evaluate(() => ({ content: measured.content, swapped: measured.swapped }));
}

function centre(page, selector) {
  return page.evaluate((wanted) => {
    const link = [...document.querySelectorAll(wanted)].find((it) => it.checkVisibility());
    const box = link.getClientRects()[0];
    return { x: box.x + Math.min(box.width / 2, 20), y: box.y + box.height / 2 };
  }, selector);
}
