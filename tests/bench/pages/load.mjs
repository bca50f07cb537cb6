// How long scripts keep the processor busy while a page loads, for a guest and for a player whose islands wake at once.

import { DESKTOP, inTab, pause, settled } from "./browser.mjs";
import { CARDS, TEXT } from "./site.mjs";
import { atMost, median, noted } from "./table.mjs";

const ROUNDS = 10;

/** Measures both pages. */
export async function measureLoad({ browser, site }) {
  const rows = [];
  for (const path of [TEXT, CARDS]) {
    for (const player of [false, true]) {
      const found = [];
      for (let round = 0; round < ROUNDS; round++) found.push(await once(browser, site.origin + path, player));
      const script = found.map((it) => it.ScriptDuration * 1000);
      const who = player ? "signed in, React included" : "guest";
      rows.push(
        noted(
          atMost(`script CPU of a load, ${who}`, path, median(script), "ms", 40),
          `${Math.min(...script).toFixed(1)} to ${Math.max(...script).toFixed(1)}; all tasks ${median(found.map((it) => it.TaskDuration * 1000)).toFixed(0)} ms, compiling ${median(found.map((it) => it.V8CompileDuration * 1000)).toFixed(1)} ms`,
        ),
      );
    }
  }
  return rows;
}

function once(browser, address, player) {
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
      // Time that the thread had, not time that passed: other work of the machine is no matter.
      await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
      await page.goto(address, { waitUntil: "load" });
      if (player) await page.waitForSelector("[data-island][data-awake]", { state: "attached" });
      await settled(page);
      await pause(1000);
      const { metrics } = await cdp.send("Performance.getMetrics");
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    },
    { recorded: false },
  );
}
