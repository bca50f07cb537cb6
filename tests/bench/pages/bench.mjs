// The command that tests/bench/pages/run starts: builds and serves the site, runs the groups of measurements, and prints the results.

import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch, measureReferenceTask } from "./browser.mjs";
import { measureDesktop } from "./desktop.mjs";
import { measureLighthouse } from "./lighthouse.mjs";
import { measureLoad } from "./load.mjs";
import { measureLobby } from "./lobby.mjs";
import { measureMemory } from "./memory.mjs";
import { measurePhone } from "./phone.mjs";
import { serveSite } from "./site.mjs";
import { printTable } from "./table.mjs";
import { measureWeight } from "./weight.mjs";

const GROUPS = {
  weight: measureWeight,
  load: measureLoad,
  phone: measurePhone,
  desktop: measureDesktop,
  memory: measureMemory,
  lobby: measureLobby,
  lighthouse: measureLighthouse,
};

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(GROUPS).join(",") },
    root: { type: "string", default: resolve(here, "../../..") },
    json: { type: "string" },
    pages: { type: "string" },
  },
});
const groups = values.only.split(",");
const unknown = groups.filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  console.error(`Group ${unknown.join(", ")} does not exist. Groups: ${Object.keys(GROUPS).join(", ")}.`);
  process.exit(2);
}

const croupier = process.env.CROUPIER ?? resolve(here, "../../../target/release/croupier");
const browser = await launch();
const root = resolve(values.root);
const site = await serveSite(croupier, root).catch(async (error) => {
  await browser.close();
  throw error;
});
const rows = [];
try {
  console.log(
    `Chromium ${browser.version()}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)} at the start, reference task ${(await measureReferenceTask(browser)).toFixed(0)} ms`,
  );
  for (const name of groups) {
    try {
      const results = await GROUPS[name]({ browser, site, croupier, root, paths: values.pages?.split(",") });
      rows.push(...results);
      printTable(name, results);
    } catch (error) {
      // An error in one group does not prevent the others.
      console.error(`\n${name} could not be measured: ${error.stack}`);
      process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  await site.stop();
}
if (values.json) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`);
const missed = rows.filter((row) => row.isMet === false);
console.log(
  `\nload ${loadavg()[0].toFixed(1)} at the end; ${missed.length} of ${rows.filter((row) => row.isMet !== undefined).length} targets missed`,
);
for (const row of missed) console.log(`  missed: ${row.what}, ${row.page}: ${row.shown} (target ${row.target})`);
