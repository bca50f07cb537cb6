// End-to-end tests: the built site in a real Chromium, against `croupier dev` with the sandbox and against `croupier serve`.

import { defineConfig } from "@playwright/test";

const croupier = process.env.CROUPIER ?? "../../target/release/croupier";
const root = "--root ../..";

/** Where the two servers answer. */
export const DEV = "http://127.0.0.1:8765";
export const SERVED = "http://127.0.0.1:8766";

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
    launchOptions: {
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
    },
  },
  webServer: [
    {
      command: `${croupier} dev ${root} --out ../../target/e2e/dev --port 8765 --database memory --faults`,
      url: DEV,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    },
    {
      command: `${croupier} build ${root} --out ../../target/e2e/served && ${croupier} serve ${root} --out ../../target/e2e/served --port 8766`,
      url: SERVED,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    },
  ],
});
