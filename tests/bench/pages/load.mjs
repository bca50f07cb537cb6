// Measures the CPU time of scripts while a page loads, for a guest and for a player whose islands hydrate at once and show data of the
// sandbox.

import { DESKTOP, inTab, pause, waitForLoader } from "./browser.mjs";
import { COUPONS_PAGE, serveSite, signIn, TEXT_PAGE } from "./site.mjs";
import { atMost, median, withNote } from "./table.mjs";

const ROUNDS = 10;
/** A player of the sandbox who can redeem coupons. */
const PLAYER = "annx";

/** Measures both pages of a separate site, whose API is the sandbox. */
export async function measureLoad({ browser, croupier, root }) {
  const site = await serveSite(croupier, root, { operator: true });
  try {
    return await measurePages(browser, site);
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
      const script = results.map((it) => it.ScriptDuration * 1000);
      const who = player ? "signed in, with React" : "guest";
      rows.push(
        withNote(
          atMost(`script CPU of a load, ${who}`, path, median(script), "ms", 40),
          `${Math.min(...script).toFixed(1)} to ${Math.max(...script).toFixed(1)}; all tasks ${median(results.map((it) => it.TaskDuration * 1000)).toFixed(0)} ms, styles and layout ${median(results.map((it) => (it.RecalcStyleDuration + it.LayoutDuration) * 1000)).toFixed(0)} ms`,
        ),
      );
    }
  }
  return rows;
}

async function measureOnce(browser, origin, path, player) {
  const session = player && (await signIn(origin, player));
  return inTab(
    browser,
    DESKTOP,
    async (page, cdp) => {
      if (session)
        await page.addInitScript((text) => {
          localStorage.setItem("session", text);
        }, JSON.stringify(session));
      // CPU time of the thread instead of wall time, so that other load does not matter.
      await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
      await page.goto(origin + path, { waitUntil: "load" });
      if (player) await page.waitForSelector("[data-island][data-hydrated]", { state: "attached" });
      await waitForLoader(page);
      if (player && path === COUPONS_PAGE) await page.waitForSelector("[data-island=my_coupons] .coupon");
      await pause(1000);
      const { metrics } = await cdp.send("Performance.getMetrics");
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    },
    { recorded: false },
  );
}
