// A site that `croupier new --template islands` creates: its islands work, and slices keep their state across pages.

import { type ChildProcess, execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CROUPIER, freePort, serve } from "./deployment";
import { controlled, expect, test } from "./test";

const run = promisify(execFile);
// All tests use one site.
test.describe.configure({ mode: "default" });

let folder = "";
let address = "";
let server: ChildProcess | undefined;

test.beforeAll(async () => {
  // npm takes long to install the packages.
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), "croupier-islands-"));
  const site = join(folder, "site");
  await run(CROUPIER, ["new", site, "--template", "islands", "--name", "Harbour"]);
  await run(CROUPIER, ["build", "--root", site]);
  const port = await freePort();
  server = await serve(site, join(site, "public"), port);
  address = `http://127.0.0.1:${port}`;
});

test.afterAll(async () => {
  server?.kill("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

test("an island keeps its state across a page swap", async ({ page, documents }) => {
  await page.goto(address);
  const ofPage = page.getByRole("main").getByRole("button");
  await expect(ofPage).toHaveText("Press me 3");
  await ofPage.click();
  await expect(ofPage).toHaveText("Press me 4");
  const ofBar = page.getByRole("banner").getByRole("button");
  await ofBar.click();
  await ofBar.click();
  await expect(ofBar).toHaveText("Clicks 2");

  await page.getByRole("link", { name: "the other page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About");
  await expect(page).toHaveURL(`${address}/about/`);
  await expect(page).toHaveTitle("About");
  await expect(page.getByRole("banner").getByRole("link", { name: "About" })).toHaveAttribute("aria-current", "page");
  await expect(ofBar).toHaveText("Clicks 2");

  // An island in the page is removed with it, so its state starts again.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Harbour");
  await expect(ofPage).toHaveText("Press me 3");
  await ofPage.click();
  await expect(ofPage).toHaveText("Press me 4");
  await ofBar.click();
  await expect(ofBar).toHaveText("Clicks 3");
  expect(documents).toHaveLength(1);
});

test("a click before any code is loaded is replayed", async ({ page }) => {
  let letGo = () => {};
  const held = new Promise<void>((then) => {
    letGo = then;
  });
  await page.route(/\/assets\/counter-\w+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  const ofBar = page.getByRole("banner").getByRole("button");
  await expect(page.locator("html")).toHaveAttribute("data-loader", /./);
  await ofBar.click();
  letGo();
  await expect(ofBar).toHaveText("Clicks 1");
});

test("offline, the service worker answers unknown pages", async ({ page, context }) => {
  await page.goto(address);
  await controlled(page);
  await context.setOffline(true);
  await page.goto(`${address}/nowhere/`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are offline");
});
