// Measures Lighthouse's four categories on a phone for every page, and lists the audits that failed.

import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { FLAGS } from "./browser.mjs";
import { serveSite } from "./site.mjs";
import { atMost, median, withNote } from "./table.mjs";

/** The number of runs for a page that does not have 100 in all categories. The result is the median. */
const ROUNDS = 3;
const TRIES = 3;
/** The measured site is a preview, which excludes search engines intentionally. */
const SKIPPED_AUDIT = "is-crawlable";

/** Runs Lighthouse on `paths`, by default on each page, of a site with the sandbox. */
export async function measureLighthouse({ croupier, root, paths }) {
  const site = await serveSite(croupier, root, { operator: true });
  try {
    return await measurePages(site, paths ?? (await pages(site.out)));
  } finally {
    await site.stop();
  }
}

async function measurePages(site, paths) {
  const rows = [];
  for (const path of paths) {
    const runs = [];
    do runs.push(await inChromium((port) => runOnce(site.origin + path, port)));
    while (runs.length < ROUNDS && !runs.every(isPerfect));
    for (const id of Object.keys(runs[0].categories)) {
      const scores = runs.map((run) => Math.round(run.categories[id].score * 100));
      rows.push(
        withNote(
          { ...atMost(`Lighthouse: ${id}`, path, median(scores), ""), target: "100", isMet: median(scores) === 100 },
          [scores.join(", "), ...failedAudits(runs[0], id)].join("; "),
        ),
      );
    }
    const timing = (audit) => median(runs.map((run) => run.audits[audit].numericValue));
    rows.push(
      atMost("Lighthouse: LCP, simulated slow 4G", path, timing("largest-contentful-paint"), "ms"),
      atMost("Lighthouse: TBT, CPU slowed 4 times", path, timing("total-blocking-time"), "ms"),
    );
  }
  return rows;
}

/** Returns the URL path of each page in an output folder. */
async function pages(out) {
  const files = await readdir(out, { recursive: true });
  return files
    .filter((file) => /(^|\/)index\.html$/.test(file))
    .map((file) => `/${file.slice(0, -"index.html".length)}`)
    .sort();
}

function isPerfect({ categories }) {
  return Object.values(categories).every(({ score }) => score === 1);
}

/** Runs Lighthouse once. On a busy machine it sometimes records nothing; the run is then repeated. */
async function runOnce(url, port) {
  for (let left = TRIES; ; left--) {
    const { lhr } = await lighthouse(url, {
      port,
      output: "json",
      logLevel: "silent",
      skipAudits: [SKIPPED_AUDIT],
    });
    if (!lhr.runtimeError) return lhr;
    if (left === 1) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
  }
}

/** Returns the audits of a category that have a weight and did not pass. */
function failedAudits({ categories, audits }, id) {
  return categories[id].auditRefs
    .filter(({ id: audit, weight }) => weight > 0 && audits[audit].score !== null && audits[audit].score < 1)
    .map(({ id: audit }) => `${audit} ${audits[audit].displayValue ?? `${audits[audit].score}`}`);
}

/** Starts a separate Chromium with a debugging port, which Lighthouse needs. */
async function inChromium(act) {
  const profile = await mkdtemp(join(tmpdir(), "croupier-lighthouse-"));
  const args = [...FLAGS, "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"];
  const child = spawn(process.env.CHROMIUM ?? "/usr/bin/chromium", args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((then) => child.once("exit", then));
  try {
    return await act(await portOf(child));
  } finally {
    child.kill("SIGTERM");
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function portOf(child) {
  return new Promise((then, failed) => {
    let output = "";
    child.stderr.on("data", (text) => {
      output += text;
      const port = output.match(/DevTools listening on ws:\/\/[^:]+:(\d+)\//)?.[1];
      if (port) then(Number(port));
    });
    child.once("exit", () => failed(new Error(`Chromium did not start:\n${output}`)));
  });
}
