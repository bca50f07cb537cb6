// Measures the CPU time of scripts while a page loads, for a guest and for a player whose islands hydrate at once.

import { DESKTOP, inTab, pause, waitForLoader } from "./browser.mjs";
import { COUPONS_PAGE, TEXT_PAGE } from "./site.mjs";
import { atMost, median, withNote } from "./table.mjs";

const ROUNDS = 10;

/** Measures both pages. */
export async function measureLoad({ browser, site }) {
  const rows = [];
  for (const path of [TEXT_PAGE, COUPONS_PAGE]) {
    for (const player of [false, true]) {
      const results = [];
      for (let round = 0; round < ROUNDS; round++) results.push(await measureOnce(browser, site.origin + path, player));
      const script = results.map((it) => it.ScriptDuration * 1000);
      const who = player ? "signed in, with React" : "guest";
      rows.push(
        withNote(
          atMost(`script CPU of a load, ${who}`, path, median(script), "ms", 40),
          `${Math.min(...script).toFixed(1)} to ${Math.max(...script).toFixed(1)}; all tasks ${median(results.map((it) => it.TaskDuration * 1000)).toFixed(0)} ms, compiling ${median(results.map((it) => it.V8CompileDuration * 1000)).toFixed(1)} ms`,
        ),
      );
    }
  }
  return rows;
}

function measureOnce(browser, url, player) {
  return inTab(
    browser,
    DESKTOP,
    async (page, cdp) => {
      if (player)
        await page.addInitScript(() => {
          const session = {
            pid: 1,
            login: "measured",
            sessionID: "x",
            token: "x",
            timeStamp: Date.now(),
          };
          localStorage.setItem("session", JSON.stringify(session));
        });
      // CPU time of the thread instead of wall time, so that other load does not matter.
      await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
      await page.goto(url, { waitUntil: "load" });
      if (player) await page.waitForSelector("[data-island][data-awake]", { state: "attached" });
      await waitForLoader(page);
      await pause(1000);
      const { metrics } = await cdp.send("Performance.getMetrics");
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    },
    { recorded: false },
  );
}
