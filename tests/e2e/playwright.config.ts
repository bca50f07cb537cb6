// Configures the end-to-end tests: the built site in Chromium, from `croupier dev` with the sandbox and from `croupier serve`.

import "../../runtime/loader/bundle/wake_workers.mjs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { defineConfig } from "@playwright/test";
import { CROUPIER, E2E, SANDBOX } from "./support/paths";

/** `tests/run NAME` starts the servers before the tests, and they run on after them. */
const REUSE = process.env.REUSE_SERVERS === "1";
/** The first of four ports, and the output folder. Environment variables can change both. */
const port = Number(process.env.PORT_BASE ?? (REUSE ? 8865 : 8765));
const out = resolve(E2E, process.env.E2E_OUT ?? "../../target/e2e");
/** Timeout for the start of a server, in milliseconds. On a busy machine, bundling takes a while. */
const START_MS = 180_000;

/** URLs of the two servers. */
export const DEV = `http://127.0.0.1:${port}`;
export const SERVED = `http://127.0.0.1:${port + 1}`;

/** The full Chromium. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Chromium's headless shell, which takes half the time but has no back-forward cache. */
const SHELL = process.env.CHROMIUM_HEADLESS_SHELL ?? CHROMIUM;

/** Launch options of Chromium. */
export const BROWSER = {
  executablePath: SHELL,
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** The same options with the full Chromium. */
export const FULL_BROWSER = { ...BROWSER, executablePath: CHROMIUM };

/** Matches the specs of features that players use. */
const PLAYERS = /\/(login|dialogs|forms|footer_and_menu|session|navigation)\.spec\.ts$/;

export default defineConfig<{ older: boolean }>({
  testDir: ".",
  globalSetup: join(E2E, "support/shared_sites.ts"),
  fullyParallel: true,
  workers: availableParallelism(),
  forbidOnly: true,
  timeout: 30_000,
  // On a busy machine, a page takes longer than users would wait, but a late result is still correct.
  expect: { timeout: 10_000 },
  // Tests that pass only at the second attempt fail the run after all tests ran. `flaky_reporter.ts` lists them.
  failOnFlakyTests: true,
  reporter: [
    ["list"],
    ["./reporters/flaky_reporter.ts"],
    // `tests/run` prints the slowest tests from this report.
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["json"] as const] : []),
  ],
  use: {
    baseURL: DEV,
    viewport: { width: 1280, height: 800 },
    launchOptions: BROWSER,
  },
  projects: [
    { name: "chromium" },
    // Repeats the specs for players without `commandfor`, popovers and View Transitions (A142). ALL_OLDER=1 repeats all specs.
    { name: "older", use: { older: true }, ...(process.env.ALL_OLDER ? {} : { testMatch: PLAYERS }) },
  ],
  webServer: [
    {
      command: `../steps/server dev ${join(out, "dev")} ${port}`,
      env: { CROUPIER, SANDBOX },
      url: DEV,
      timeout: START_MS,
      reuseExistingServer: REUSE,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    },
    {
      command: `../steps/server served ${join(out, "served")} ${port + 1}`,
      env: { CROUPIER },
      url: SERVED,
      timeout: START_MS,
      reuseExistingServer: REUSE,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    },
  ],
});
