// What a click costs on a desktop: a page that has come already, and one that is waited for, with a transition and without.

import { back, controlled, DESKTOP, inTab, isWarm, pause, settled } from "./browser.mjs";
import { CARDS, TEXT } from "./site.mjs";
import { atMost, median, noted } from "./table.mjs";

const CLICKS = 20;
const WAITED = 9;
/** So long a frame takes, in milliseconds: medians that differ by less than half of it are the same. */
const FRAME = 16;
/** An answer that takes so long is one that a view transition is made for, in milliseconds. */
const LATENCY = 200;

/** Measures both kinds of click. */
export async function measureDesktop({ browser, site }) {
  const rows = [];
  const waited = {};
  for (const motion of ["no-preference", "reduce"]) {
    const device = { ...DESKTOP, reducedMotion: motion };
    const clicks = await inTab(browser, device, (page) => warm(page, site));
    const times = clicks.map((it) => it.content);
    const allowed = motion === "reduce" ? "no motion wanted" : "motion allowed";
    rows.push(
      noted(
        atMost(`desktop: warm click to next frame, ${allowed}`, CARDS, median(times), "ms", 25),
        `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}; swapped after ${median(clicks.map((it) => it.swapped)).toFixed(1)}; ${times.filter((time) => time <= 16).length} of ${CLICKS} within 16`,
      ),
    );
    const found = [];
    for (let round = 0; round < WAITED; round++)
      found.push(await inTab(browser, device, (page, cdp) => late(page, cdp, site), { worker: false }));
    waited[motion] = found;
    rows.push(
      noted(
        atMost(
          `desktop: page data there until its content is, ${allowed}`,
          CARDS,
          median(found.map((it) => it.after)),
          "ms",
        ),
        `a click that waits ${LATENCY} ms; shown after ${median(found.map((it) => it.content)).toFixed(0)}; shown with a transition: ${found.filter((it) => it.isMoved).length} of ${WAITED}`,
      ),
    );
  }
  const difference =
    median(waited["no-preference"].map((it) => it.after)) - median(waited.reduce.map((it) => it.after));
  rows.push(
    atMost("desktop: what a transition delays the content by", CARDS, Math.max(0, difference), "ms", FRAME / 2),
  );
  return rows;
}

async function warm(page, site) {
  await page.goto(site.origin + TEXT, { waitUntil: "load" });
  await settled(page);
  await controlled(page);
  const link = page.locator(`main a[href="${CARDS}"]`).first();
  const found = [];
  for (let click = 0; click < CLICKS; click++) {
    await link.hover();
    await isWarm(page, CARDS);
    await pause(200);
    await page.mouse.down();
    await page.mouse.up();
    found.push(await shown(page));
    await pause(100);
    await back(page);
    await page.mouse.move(2, 2);
  }
  return found;
}

/** Clicks a link whose page takes its time. */
async function late(page, cdp, site) {
  await page.goto(site.origin + TEXT, { waitUntil: "load" });
  await settled(page);
  await page.evaluate(() => {
    for (const [owner, name] of [
      [Document.prototype, "startViewTransition"],
      [Element.prototype, "animate"],
    ]) {
      const begin = owner[name];
      owner[name] = function (...how) {
        measured.isMoved = true;
        return begin.apply(this, how);
      };
    }
  });
  const box = await page.locator(`main a[href="${CARDS}"]`).first().boundingBox();
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.mouse.click(box.x + 10, box.y + box.height / 2);
  await shown(page);
  return page.evaluate((end) => {
    const data = performance.getEntriesByType("resource").find((it) => it.name.endsWith(end));
    return {
      content: measured.content,
      after: measured.contentAt - data.responseEnd,
      isMoved: measured.isMoved === true,
    };
  }, `/page-data${CARDS}page-data.json`);
}

async function shown(page) {
  await page.waitForFunction(() => measured.content);
  return page.evaluate(() => ({ content: measured.content, swapped: measured.swapped }));
}
