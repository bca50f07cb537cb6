// Measures the CPU time of scripts while a page loads, for a guest and for a player whose islands hydrate at once and show data of the
// sandbox, and for a player's clicks to the coupons page. Playwright does not control the page, because its scripts would take 5 ms.

import { DESKTOP, inBareTab, PHONE, pause, SLOW } from "./browser.mjs";
import { COUPONS_PAGE, serveSite, signIn, TEXT_PAGE } from "./site.mjs";
import { atMost, median, withNote } from "./table.mjs";

const ROUNDS = 10;
const CLICK_ROUNDS = 3;
/** Clicks of one round. The first one loads the code of the coupons page. */
const CLICKS = 5;
/** A player of the sandbox who can redeem coupons. */
const PLAYER = "annx";
/** Milliseconds after which a page, or the content of a click, has no more work. */
const REST = 1000;
const AFTER_CLICK = 700;

/** Measures both pages and the clicks on a separate site, whose API is the sandbox. */
export async function measureLoad({ browser, croupier, root }) {
  const site = await serveSite(croupier, root, { operator: true });
  try {
    return [...(await measurePages(browser, site)), ...(await measureClicks(browser, site))];
  } finally {
    await site.stop();
  }
}

async function measurePages(browser, site) {
  const rows = [];
  for (const path of [TEXT_PAGE, COUPONS_PAGE]) {
    for (const player of [undefined, PLAYER]) {
      const results = [];
      for (let round = 0; round < ROUNDS; round++) results.push(await measureOnce(browser, site.origin, path, player));
      const who = player ? "signed in, with React" : "guest";
      rows.push(rowOf(`script CPU of a load, ${who}`, path, results, 40));
    }
  }
  return rows;
}

function rowOf(what, path, results, limit) {
  const scripts = results.map(({ script }) => script);
  const medianOf = (name) => median(results.map((it) => it[name])).toFixed(0);
  return withNote(
    atMost(what, path, median(scripts), "ms", limit),
    `${Math.min(...scripts).toFixed(1)} to ${Math.max(...scripts).toFixed(1)}; all tasks ${medianOf("tasks")} ms, styles and layout ${medianOf("layout")} ms`,
  );
}

async function measureOnce(browser, origin, path, player) {
  const session = player && (await signIn(origin, player));
  return inBareTab(browser, DESKTOP, async (tab) => {
    await start(tab, session);
    await tab.goto(origin + path, session ? (path === COUPONS_PAGE ? hasCoupons : isHydrated) : isLoaded);
    await pause(REST);
    return cpuTime(tab);
  });
}

async function measureClicks(browser, site) {
  const rounds = [];
  for (let round = 0; round < CLICK_ROUNDS; round++) rounds.push(await clickRepeatedly(browser, site.origin));
  const further = rounds.flatMap(([, ...results]) => results);
  return [
    rowOf("slow phone: script CPU of a player's first click", COUPONS_PAGE, rounds.map(([first]) => first)),
    rowOf("slow phone: script CPU of a player's further clicks", COUPONS_PAGE, further, 50),
  ];
}

/** Clicks the link to the prefetched coupons page and goes back, several times. */
async function clickRepeatedly(browser, origin) {
  const session = await signIn(origin, PLAYER);
  return inBareTab(browser, PHONE, async (tab) => {
    await start(tab, session);
    await tab.send("Network.enable");
    await tab.send("Network.emulateNetworkConditions", SLOW);
    await tab.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await tab.goto(origin + TEXT_PAGE, isPrefetched);
    await pause(2 * REST);
    const results = [];
    while (results.length < CLICKS) {
      const before = await cpuTime(tab);
      await tab.evaluate(clickLink);
      await tab.waitUntil(hasCoupons);
      await pause(AFTER_CLICK);
      const after = await cpuTime(tab);
      results.push(Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]])));
      await tab.evaluate(() => history.back());
      await tab.waitUntil(hasNoCoupons);
      await pause(REST);
    }
    return results;
  });
}

async function start(tab, session) {
  const record = JSON.stringify(JSON.stringify(session));
  await tab.send("Page.enable");
  if (session) await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: `localStorage.setItem("session", ${record})` });
  // CPU time of the thread instead of wall time, so that other load does not matter.
  await tab.send("Performance.enable", { timeDomain: "threadTicks" });
}

/** Returns the CPU time of the page so far, in milliseconds. */
async function cpuTime(tab) {
  const { metrics } = await tab.send("Performance.getMetrics");
  const of = (...names) => names.reduce((sum, name) => sum + metrics.find((it) => it.name === name).value * 1000, 0);
  return { script: of("ScriptDuration"), layout: of("RecalcStyleDuration", "LayoutDuration"), tasks: of("TaskDuration") };
}

// The browser gets these functions as text, so they cannot use variables of this file.

/** Returns whether the loader runs and has requested the release. */
function isLoaded() {
  const isRequested = (it) => it.name.includes("app-data.json") && it.responseEnd > 0;
  return history.scrollRestoration === "manual" && performance.getEntriesByType("resource").some(isRequested);
}

function isHydrated() {
  return document.querySelector("[data-island][data-hydrated]") !== null && history.scrollRestoration === "manual";
}

function hasCoupons() {
  return document.querySelector("[data-island=my_coupons] .coupon") !== null;
}

function hasNoCoupons() {
  return document.querySelector("[data-island=my_coupons]") === null;
}

function isPrefetched() {
  const isPageData = (it) => it.name.endsWith("/page-data/lobby/promotions/page-data.json") && it.responseEnd > 0;
  return performance.getEntriesByType("resource").some(isPageData);
}

function clickLink() {
  [...document.querySelectorAll('main a[href="/lobby/promotions/"]')].find((it) => it.checkVisibility()).click();
}
