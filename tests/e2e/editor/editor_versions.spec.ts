// A file that changes on disk while it is open in the editor: undo, lists and open items.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { EditorSite, POST } from "./editor_site";

let site: EditorSite;

test.beforeEach(async () => {
  site = await EditorSite.create();
});
test.afterEach(() => site.remove());

const open = (page: Page, path: string) => page.goto(`${site.url}/admin/edit/${path}`);
const change = (path: string, text: string) => writeFile(join(site.folder, path), text);
const status = (page: Page) => page.locator(".edit-head").getByRole("status");
const text = (page: Page) => page.locator(".cm-content").first();

const THEIRS = POST.replace("Use two spoons.", "Use three spoons.");

test("undo does not bring back the text before a change on disk", async ({ page }) => {
  await open(page, "content/posts/autumn.md");
  await text(page).click();
  await change("content/posts/autumn.md", THEIRS);
  await expect(text(page)).toContainText("three spoons");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text(page)).toContainText("three spoons");

  // What the user types from now on can be undone.
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("Enjoy.");
  await expect(text(page)).toContainText("Enjoy.");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text(page)).not.toContainText("Enjoy.");
  await expect(text(page)).toContainText("three spoons");

  await page.getByRole("tab", { name: "Text", exact: true }).click();
  await text(page).click();
  await change("content/posts/autumn.md", POST.replace("two spoons", "four spoons"));
  await expect(text(page)).toContainText("four spoons");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text(page)).toContainText("four spoons");
});

test("undo does not take the other version out of a merged text", async ({ page }) => {
  await open(page, "content/posts/autumn.md");
  await text(page).click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("First of all: ");
  await expect(status(page)).toContainText("Draft saved");
  await change("content/posts/autumn.md", THEIRS);
  await page.getByRole("button", { name: "Continue with the result" }).click();

  await expect(text(page)).toContainText("First of all: ");
  await expect(text(page)).toContainText("three spoons");
  await text(page).click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text(page)).toContainText("First of all: ");
  await expect(text(page)).toContainText("three spoons");
});

const offer = (name: string, price: number) => `[[offers]]\nname = "${name}"\nprice = ${price}\n`;

test("a change of an item that moved on disk stays at this item", async ({ page }) => {
  await change("content/data/offers.toml", [offer("Assam", 450), offer("Bai Mu Dan", 450)].join("\n"));
  await open(page, "content/data/offers.toml");
  await page.getByRole("button", { name: "Assam", exact: true }).click();
  await page.getByLabel("Price").fill("5.00");
  await expect(status(page)).toContainText("Draft saved");
  await change("content/data/offers.toml", [offer("Bai Mu Dan", 450), offer("Assam", 450)].join("\n"));

  await expect(page.getByText("Both changes fit together.")).toBeVisible();
  await page.getByRole("button", { name: "Continue with the result" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(status(page)).toContainText("Saved at");
  expect(await site.read("content/data/offers.toml")).toBe([offer("Bai Mu Dan", 450), offer("Assam", 500)].join("\n"));
});

test("the open item stays open when another one is inserted on disk", async ({ page }) => {
  await open(page, "content/data/offers.toml");
  await page.getByRole("button", { name: "Darjeeling", exact: true }).click();
  const price = page.getByLabel("Price");
  await price.focus();
  await change(
    "content/data/offers.toml",
    [offer("New", 100), offer("Assam", 450), offer("Darjeeling", 520)].join("\n"),
  );
  await expect(page.getByRole("button", { name: "New", exact: true })).toBeVisible();
  await expect(price).toHaveValue("5.20");
  await expect(price).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("6.00");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(status(page)).toContainText("Saved at");
  expect(await site.read("content/data/offers.toml")).toBe(
    [offer("New", 100), offer("Assam", 450), offer("Darjeeling", 600)].join("\n"),
  );
});
