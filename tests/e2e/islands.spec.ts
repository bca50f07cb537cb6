// A site that `croupier new --template islands` creates: its islands work, and slices keep their state across pages.

import { type ChildProcess, execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CROUPIER, freePort, serve } from "./deployment";
import { expect, gate, test, waitForWorker } from "./test";

const runFile = promisify(execFile);
// All tests use one site.
test.describe.configure({ mode: "default" });

let folder = "";
let url = "";
let server: ChildProcess | undefined;

test.beforeAll(async () => {
  // npm takes long to install the packages.
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), "croupier-islands-"));
  const site = join(folder, "site");
  await runFile(CROUPIER, ["new", site, "--template", "islands", "--name", "Harbour"]);
  await runFile(CROUPIER, ["build", "--root", site, "--out", join(site, "public")]);
  const port = await freePort();
  server = await serve(site, join(site, "public"), port);
  url = `http://127.0.0.1:${port}`;
});

test.afterAll(async () => {
  server?.kill("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

test("an island keeps its state across a page swap", async ({ page, documents }) => {
  await page.goto(url);
  const pageCounter = page.getByRole("main").getByRole("button");
  await expect(pageCounter).toHaveText("Press me 3");
  await pageCounter.click();
  await expect(pageCounter).toHaveText("Press me 4");
  const barCounter = page.getByRole("banner").getByRole("button");
  await barCounter.click();
  await barCounter.click();
  await expect(barCounter).toHaveText("Clicks 2");

  await page.getByRole("link", { name: "the other page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About");
  await expect(page).toHaveURL(`${url}/about/`);
  await expect(page).toHaveTitle("About");
  await expect(page.getByRole("banner").getByRole("link", { name: "About" })).toHaveAttribute("aria-current", "page");
  await expect(barCounter).toHaveText("Clicks 2");

  // An island in the page is removed with it, so its state starts again.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Harbour");
  await expect(pageCounter).toHaveText("Press me 3");
  await pageCounter.click();
  await expect(pageCounter).toHaveText("Press me 4");
  await barCounter.click();
  await expect(barCounter).toHaveText("Clicks 3");
  expect(documents).toHaveLength(1);
});

test("a click before any code is loaded is replayed", async ({ page }) => {
  const { opened: released, open: loadCode } = gate();
  await page.route(/\/assets\/counter-\w+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: "commit" });
  const barCounter = page.getByRole("banner").getByRole("button");
  await expect(page.locator("html")).toHaveAttribute("data-loader", /./);
  await barCounter.click();
  loadCode();
  await expect(barCounter).toHaveText("Clicks 1");
});

test("offline, the service worker answers unknown pages", async ({ page, context }) => {
  await page.goto(url);
  await waitForWorker(page);
  await context.setOffline(true);
  await page.goto(`${url}/nowhere/`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are offline");
});
