// A site that `croupier new --template islands` creates: its islands work, and slices keep their state across pages.

import { type ChildProcess, execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, serve } from "../support/deployment";
import { CROUPIER } from "../support/paths";
import { createSite } from "../support/shared_sites";
import { expect, gate, test, waitForWorker } from "../support/test";

const runFile = promisify(execFile);
// All tests use one site.
test.describe.configure({ mode: "default" });

/** A page with islands within lines, two of them with the same call. The component `counter` is a button, and `disclosure` a block. */
const LINES = `+++
title = "Lines"
+++
Press {{ island("counter", label="Line") }} now.

Fill in {{ island("field", label="Name") }} and {{ island("field", label="Name") }} now.

Open {% island("disclosure", title="Block", open=true) %}*this*{% end %} now.
`;

/** A page with an island that uses the hooks and components of the loader. */
const ORDER = `+++
title = "Order"
+++
{{ island("order", hydrate="load") }}
`;

/** Code that runs when the browser is idle. */
const START = `import type { Start } from "@croupier/loader";

export function start({ takeSecrets }: Start): void {
  document.body.dataset.started = String(Object.keys(takeSecrets()).length);
}
`;

/** A page with islands that Markdown calls. The first one shows its content at first, with an island in it. */
const TEXT = `+++
title = "Text"
+++
{% island("disclosure", {"title": "Shown"}, open=true) %}
A **strong** text.

{{ island("counter", label="Inner", hydrate="idle") }}
{% end %}

{% island("disclosure", title="Hidden", hydrate="interaction") %}
- One
- Two
{% end %}
`;

let folder = "";
let url = "";
let server: ChildProcess | undefined;

test.beforeAll(async () => {
  // npm takes long to install the packages.
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), "croupier-islands-"));
  const site = join(folder, "site");
  await createSite(site, "islands");
  for (const island of ["disclosure", "field", "order"]) {
    const fixture = join(import.meta.dirname, "../../fixtures", island);
    await cp(fixture, join(site, "src/islands", island), { recursive: true });
  }
  await writeFile(join(site, "content/text.md"), TEXT);
  await writeFile(join(site, "content/lines.md"), LINES);
  await writeFile(join(site, "content/order.md"), ORDER);
  await writeFile(join(site, "src/start.ts"), START);
  await runFile(CROUPIER, ["build", "--preview", "--root", site, "--out", join(site, "public")]);
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
  const pageCounter = page.getByRole("main").locator(".counter");
  await expect(pageCounter).toHaveText("Press me 3");
  await pageCounter.click();
  await expect(pageCounter).toHaveText("Press me 4");
  const barCounter = page.getByRole("banner").getByRole("button", { name: "Clicks" });
  await barCounter.click();
  await barCounter.click();
  await expect(barCounter).toHaveText("Clicks 2");

  await page.getByRole("link", { name: "the other page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About");
  await expect(page).toHaveURL(`${url}/about/`);
  await expect(page).toHaveTitle("About – Harbour");
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

test.describe("hooks and components of the loader", () => {
  test.use({ allowedErrors: /broken part|refused order/ });

  test("an island loads a part later, runs an action, reads a store and survives a part that throws", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const parts: string[] = [];
      Object.assign(window, { parts });
      document.addEventListener("croupier:fault", (event) => parts.push((event as CustomEvent).detail.part));
    });
    await page.goto(`${url}/order/`);
    const island = page.locator("[data-island=order]");
    await expect(island.getByText("Details of the order.")).toBeVisible();

    const button = island.getByRole("button");
    await button.click();
    await expect(button).toHaveText("Orders 1");
    await expect(island.getByText("State done")).toBeVisible();
    await expect(island.getByText("No summary.")).toBeVisible();
    await button.click();
    await expect(button).toHaveText("Orders 2");
    await expect(island.getByText("State failed")).toBeVisible();
    await expect(button).toBeEnabled();
    expect(await page.evaluate(() => (window as { parts?: string[] }).parts)).toEqual(["summary", "order"]);
  });

  test("the types of the loader are valid in a new site", async () => {
    await runFile("npx", ["tsc", "--noEmit"], { cwd: join(folder, "site") });
  });
});

test("start.ts runs in each document when the browser is idle", async ({ page }) => {
  for (const path of ["/", "/about/?x=1"]) {
    await page.goto(url + path);
    await expect(page.locator("body")).toHaveAttribute("data-started", "0");
  }
});

test("a click before any code is loaded is replayed", async ({ page }) => {
  const { opened: released, open: loadCode } = gate();
  await page.route(/\/assets\/counter-\w+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: "commit" });
  const barCounter = page.getByRole("banner").getByRole("button", { name: "Clicks" });
  await expect(page.locator("html")).toHaveAttribute("data-loader", /./);
  await barCounter.click();
  loadCode();
  await expect(barCounter).toHaveText("Clicks 1");
});

test("content of an island from Markdown is hidden and shown again, and an island in it keeps its state", async ({
  page,
}) => {
  const faults: string[] = [];
  await page.addInitScript(() => {
    document.addEventListener("croupier:fault", (event) => console.error((event as CustomEvent).detail.error));
  });
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto(`${url}/text/`);
  const shown = page.locator("[data-island=disclosure]").first();
  const text = shown.getByText("A strong text.");
  const inner = shown.locator("[data-island=counter]").getByRole("button");
  await expect(text).toBeVisible();
  await inner.click();
  await expect(inner).toHaveText("Inner 1");

  const button = shown.getByRole("button", { name: "Shown" });
  await button.click();
  await expect(text).toHaveCount(0);
  await button.click();
  await expect(text.locator("strong")).toHaveText("strong");
  await inner.click();
  await expect(inner).toHaveText("Inner 2");

  const hidden = page.locator("[data-island=disclosure]").nth(1);
  await hidden.getByRole("button").click();
  await expect(hidden.getByRole("listitem")).toHaveText(["One", "Two"]);
  await hidden.getByRole("button").click();
  await hidden.getByRole("button").click();
  await expect(hidden.getByRole("listitem")).toHaveCount(2);
  expect(faults).toEqual([]);
});

test("islands within lines of text stay in their lines, and equal ones have ids of their own", async ({ page }) => {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto(`${url}/lines/`);
  const lines = page.getByRole("main").locator("p, .paragraph");
  await expect(lines).toHaveText(["Press Line 0 now.", /^Fill in Name.* and Name.* now\.$/, "Open Blockthis now."]);
  const line = lines.first();
  await line.getByRole("button").click();
  await expect(line).toHaveText("Press Line 1 now.");

  const fields = page.getByLabel("Name");
  await expect(fields).toHaveCount(2);
  await expect(page.locator("[data-island=field][data-hydrated]")).toHaveCount(2);
  await lines.nth(1).getByText("Name").nth(1).click();
  await expect(fields.nth(1)).toBeFocused();

  const block = lines.nth(2);
  await block.getByRole("button").click();
  await expect(block).toHaveText("Open Block now.");
  await block.getByRole("button").click();
  await expect(block.locator("em")).toHaveText("this");
  expect(faults).toEqual([]);
});

test("the browser tests and stories of a new site work", async () => {
  test.setTimeout(120_000);
  const { stdout } = await runFile("npm", ["run", "test:browser"], {
    cwd: join(folder, "site"),
    env: { ...process.env, CROUPIER, CHROMIUM: process.env.CHROMIUM ?? "/usr/bin/chromium" },
  });
  expect(stdout).toMatch(/pass 1\n.*fail 0/);
});

test("offline, the service worker answers unknown pages", async ({ page, context }) => {
  await page.goto(url);
  await waitForWorker(page);
  await context.setOffline(true);
  await page.goto(`${url}/nowhere/`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are offline");
});
