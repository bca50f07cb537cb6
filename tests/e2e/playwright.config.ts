// End-to-end tests: the built site in a real Chromium, against `croupier dev` with the sandbox and against `croupier serve`.

import { defineConfig } from "@playwright/test";

const croupier = process.env.CROUPIER ?? "../../target/release/croupier";
const root = "--root ../..";
/** The first of two ports, and a folder for the output; both can be others where these are in use. */
const port = Number(process.env.PORT_BASE ?? 8765);
const out = process.env.E2E_OUT ?? "../../target/e2e";

/** Where the two servers answer. */
export const DEV = `http://127.0.0.1:${port}`;
export const SERVED = `http://127.0.0.1:${port + 1}`;

/** How Chromium is started. */
export const BROWSER = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
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

export default defineConfig({
  testDir: ".",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 30_000,
  reporter: [["list"]],
  use: {
    baseURL: DEV,
    viewport: { width: 1280, height: 800 },
    launchOptions: BROWSER,
  },
  webServer: [
    {
      command: `${croupier} dev ${root} --out ${out}/dev --port ${port} --database memory --faults`,
      url: DEV,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    },
    {
      command: `${croupier} build ${root} --out ${out}/served && ${croupier} serve ${root} --out ${out}/served --port ${port + 1}`,
      url: SERVED,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    },
  ],
});
