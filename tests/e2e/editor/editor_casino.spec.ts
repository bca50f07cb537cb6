// The editor on the casino, whose pages have islands, dialogs and data that islands load.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyCasino, freePort } from "../support/deployment";
import { CROUPIER, SANDBOX } from "../support/paths";
import { test as base, expect } from "../support/test";

interface Casino {
  readonly url: string;
  readonly folder: string;
}

// In one worker, because each one copies the casino and starts its servers.
base.describe.configure({ mode: "default" });

/** A copy of the casino on a development server, for all tests. They change different files. */
const test = base.extend<object, { casino: Casino }>({
  casino: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const parent = await mkdtemp(join(tmpdir(), "croupier-editor-casino-"));
      const folder = join(parent, "site");
      await copyCasino(folder);

      const port = await freePort();
      const options = ["dev", "--root", folder, "--port", String(port), "--", "--database", "memory"];
      const server = spawn(CROUPIER, options, {
        stdio: ["ignore", "ignore", "pipe"],
        env: { ...process.env, SANDBOX },
      });
      await new Promise<void>((resolve, reject) => {
        server.once("exit", () => reject(new Error("the server ended")));
        server.stderr?.on("data", (text: Buffer) => {
          if (text.toString().includes("watching")) resolve();
        });
      });
      const url = `http://127.0.0.1:${port}`;
      // The editor reads the site at its first call.
      expect((await fetch(`${url}/_croupier/edit/tree?kind=page`)).status).toBe(200);
      await use({ url, folder });

      const exited = once(server, "exit");
      server.kill("SIGTERM");
      await exited;
      await rm(parent, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 150_000 },
  ],
});

test("a form is reordered, and the open dialog shows it before it is saved", async ({ page, casino }) => {
  test.setTimeout(150_000);
  const path = "content/data/onboarding/signup.toml";
  const before = await readFile(join(casino.folder, path), "utf8");
  await page.goto(`${casino.url}/admin/edit/${path}`);
  const frame = page.frameLocator("iframe");
  // The first file of data waits until all pages were rendered once.
  await expect(frame.getByRole("banner")).toBeVisible({ timeout: 60_000 });
  const dialog = frame.getByRole("dialog", { name: "Create your account" });
  await frame.getByRole("banner").getByRole("button", { name: "SIGN UP" }).click();
  const labels = dialog.locator("label");
  await expect(labels.first()).toHaveText("First name");
  expect((await labels.allTextContents()).slice(0, 3)).toEqual(["First name", "Last name", "E-mail"]);

  await page.getByRole("button", { name: /^Page 1/, expanded: false }).click();
  await page.getByRole("button", { name: "Move up Field 3" }).first().click();
  await expect(page.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  // The island of the dialog gets the new data, so that the dialog stays open.
  await expect
    .poll(async () => (await labels.allTextContents()).slice(0, 3))
    .toEqual(["First name", "E-mail", "Last name"]);
  expect(await readFile(join(casino.folder, path), "utf8")).toBe(before);

  await page.getByRole("button", { name: "Save", exact: true }).click();
  // The first save renders the whole site, to find the errors that it would add.
  await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible({ timeout: 90_000 });
  const after = await readFile(join(casino.folder, path), "utf8");
  const moved = (text: string) => [...text.matchAll(/name = "(first_name|last_name|email)"/g)].map((it) => it[1]);
  expect(moved(after)).toEqual(["first_name", "email", "last_name"]);
  expect(after.split("\n").sort()).toEqual(before.split("\n").sort());
});

test("the card of a promotion is shown alone, or that visitors do not see it", async ({ page, casino }) => {
  test.setTimeout(90_000);
  await page.goto(`${casino.url}/admin/edit/content/data/promotions/dep200.toml`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("banner")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Evening {percent}% Match");
  await page.getByRole("combobox", { name: "Page", exact: true }).selectOption("Card alone");
  await expect(frame.getByRole("heading", { name: "Evening 200% Match" })).toBeVisible();
  await expect(frame.getByRole("heading")).toHaveCount(1);

  await page.getByLabel("As of").fill("2028-01-01");
  await expect(frame.getByText("No visitor sees this promotion on this day")).toBeVisible();
});

test("the list of promotions shows the draft after its scripts loaded the list", async ({ page, casino }) => {
  test.setTimeout(90_000);
  await page.goto(`${casino.url}/admin/edit/content/data/promotions/dep250.toml`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("banner")).toBeVisible({ timeout: 60_000 });

  const title = page.getByRole("textbox", { name: "Title", exact: true });
  for (const time of ["Morning", "Evening"]) {
    const loaded = page.waitForResponse(
      async (response) =>
        new URL(response.url()).pathname === "/rtgcoupons.json" && (await response.text()).includes(`250% ${time}`),
    );
    await title.fill(`{percent}% ${time}`);
    await loaded;
    await expect(frame.getByRole("heading", { name: `250% ${time}` })).toBeVisible();
  }
});

test("a row of a collection is shown by its page", async ({ page, casino }) => {
  test.setTimeout(90_000);
  await page.goto(`${casino.url}/admin/edit/content/data/catalogue.csv`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("banner")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: /^Gold Rush/, expanded: false }).click();
  const name = page.getByRole("textbox", { name: "Display name", exact: true });
  await name.fill("Silver Rush");
  await expect(page.getByRole("combobox", { name: "Page", exact: true })).toHaveValue("row");
  await expect(frame.locator("h1")).toContainText("Silver Rush");
});

test("a text changes in the preview while a dialog with what was typed stays open", async ({ page, casino }) => {
  await page.goto(`${casino.url}/admin/edit/content/info/faq.md`);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("banner").getByRole("button", { name: "LOGIN" }).click();
  const field = frame.getByRole("dialog").getByRole("textbox").first();
  await field.fill("anne");
  const heading = page.getByRole("textbox", { name: "Heading", exact: true });
  await heading.focus();
  const focused = await frame.locator("html").evaluateHandle(() => document.activeElement);

  await heading.fill("Questions of players");
  await expect(frame.locator("h1")).toHaveText("Questions of players");
  await expect(frame.getByRole("dialog")).toBeVisible();
  await expect(field).toHaveValue("anne");
  expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("the preview stays where it was scrolled to", async ({ page, casino }) => {
  await page.goto(`${casino.url}/admin/edit/content/info/terms.md`);
  const frame = page.frameLocator("iframe");
  const position = () => frame.locator("html").evaluate((element) => element.scrollTop);
  await expect(frame.locator("h1")).toBeVisible();
  await frame.locator("html").evaluate((element) => element.scrollTo({ top: 800, behavior: "instant" }));
  await expect.poll(position).toBe(800);

  // The preview scrolls to the text of the field that has the focus. The page does not show this one.
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("The rules of the house");
  await expect.poll(() => frame.locator("html").evaluate(() => document.title)).toBe("The rules of the house");
  expect(await position()).toBe(800);
});
