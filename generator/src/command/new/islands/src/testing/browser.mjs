// Opens the stories of the site in an installed browser, for the browser tests.

import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

/** The command `croupier`. Set the variable CROUPIER if it is not in your path. */
const CROUPIER = process.env.CROUPIER ?? "croupier";
const OUT = ".croupier/stories";

/** Starts Chrome or Edge, or the browser that the variable CHROMIUM names. */
async function launch() {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) return chromium.launch({ executablePath: CHROMIUM });
  for (const channel of ["chrome", "msedge"]) {
    const browser = await chromium.launch({ channel }).catch(() => undefined);
    if (browser) return browser;
  }
  throw new Error("found no browser: install Chrome, or set CHROMIUM to the path of Chromium");
}

/** Builds the site with its drafts, and serves it. Resolves to the process and the URL. */
async function serve() {
  execFileSync(CROUPIER, ["build", "--preview", "--drafts", "--quiet", "--out", OUT], { stdio: "inherit" });
  const server = spawn(CROUPIER, ["serve", "--out", OUT, "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  for await (const line of createInterface({ input: server.stderr })) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (url) return { server, url };
  }
  throw new Error("croupier serve did not start");
}

/** Opens a page of the site, such as `/stories/counter/`, and calls `check` with it. Errors of the page fail the test. */
export async function withPage(path, check) {
  const { server, url } = await serve();
  const browser = await launch().catch((error) => {
    server.kill();
    throw error;
  });
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(new URL(path, url).href);
    await check(page);
    if (errors.length > 0) throw new Error(errors.join("\n"));
  } finally {
    await browser.close();
    server.kill();
  }
}
