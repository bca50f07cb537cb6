// Lighthouse's four categories on a telephone, on every page, and which audit holds back a category that is not at 100.

import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { FLAGS } from "./browser.mjs";
import { serveSite } from "./site.mjs";
import { atMost, median, noted } from "./table.mjs";

/** A page that is not at 100 in all categories is looked at so often, and the medians count. */
const ROUNDS = 3;
const TRIES = 3;
/** What is measured is a preview, which is closed to search engines on purpose. */
const CLOSED = "is-crawlable";

/** Runs it on each page of a site whose calls are answered, or on those that are `wanted`. */
export async function measureLighthouse({ croupier, root, wanted }) {
  const site = await serveSite(croupier, root, { operator: true });
  try {
    return await measured(site, wanted ?? (await pages(site.out)));
  } finally {
    await site.stop();
  }
}

async function measured(site, paths) {
  const rows = [];
  for (const path of paths) {
    const runs = [];
    do runs.push(await inChromium((port) => once(site.origin + path, port)));
    while (runs.length < ROUNDS && !runs.every(isWhole));
    for (const id of Object.keys(runs[0].categories)) {
      const scores = runs.map((run) => Math.round(run.categories[id].score * 100));
      rows.push(
        noted(
          { ...atMost(`Lighthouse: ${id}`, path, median(scores), ""), target: "100", isMet: median(scores) === 100 },
          [scores.join(", "), ...held(runs[0], id)].join("; "),
        ),
      );
    }
    const timing = (audit) => median(runs.map((run) => run.audits[audit].numericValue));
    rows.push(
      atMost("Lighthouse: LCP, simulated slow 4G", path, timing("largest-contentful-paint"), "ms"),
      atMost("Lighthouse: TBT, processor 4 times slower", path, timing("total-blocking-time"), "ms"),
    );
  }
  return rows;
}

/** The address of each page of an output folder. */
async function pages(out) {
  const files = await readdir(out, { recursive: true });
  return files
    .filter((file) => /(^|\/)index\.html$/.test(file))
    .map((file) => `/${file.slice(0, -"index.html".length)}`)
    .sort();
}

function isWhole({ categories }) {
  return Object.values(categories).every(({ score }) => score === 1);
}

/** One run. On a busy machine Lighthouse now and then records nothing, so it may try again. */
async function once(address, port) {
  for (let left = TRIES; ; left--) {
    const { lhr } = await lighthouse(address, {
      port,
      output: "json",
      logLevel: "silent",
      skipAudits: [CLOSED],
    });
    if (!lhr.runtimeError) return lhr;
    if (left === 1) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
  }
}

/** The audits that count and did not pass. */
function held({ categories, audits }, id) {
  return categories[id].auditRefs
    .filter(({ id: audit, weight }) => weight > 0 && audits[audit].score !== null && audits[audit].score < 1)
    .map(({ id: audit }) => `${audit} ${audits[audit].displayValue ?? `${audits[audit].score}`}`);
}

/** Starts a Chromium of its own with an open port, which Lighthouse asks for. */
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
    let said = "";
    child.stderr.on("data", (text) => {
      said += text;
      const port = said.match(/DevTools listening on ws:\/\/[^:]+:(\d+)\//)?.[1];
      if (port) then(Number(port));
    });
    child.once("exit", () => failed(new Error(`Chromium did not start:\n${said}`)));
  });
}
