// Typing in the fields of the editor with real keys: no key is lost, and the file has what the field shows.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { EditorSite } from "./editor_site";

let site: EditorSite;

test.beforeEach(async () => {
  site = await EditorSite.create();
});
test.afterEach(() => site.remove());

const status = (page: Page) => page.locator(".edit-head").getByRole("status");
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** Writes a file and opens it. */
async function open(page: Page, path: string, text: string) {
  await writeFile(join(site.folder, path), text);
  await page.goto(`${site.url}/admin/edit/${path}`);
}

/** Saves with the key, and expects the text of the file. */
async function expectSaved(page: Page, path: string, text: string) {
  await page.keyboard.press("ControlOrMeta+s");
  await expect(status(page)).toContainText("Saved at");
  expect(await site.read(path)).toBe(text);
}

test("a long text is typed into a field of one line", async ({ page }) => {
  const path = "content/tea.md";
  await open(page, path, '+++\ntitle = "Tea"\n+++\nHot.\n');
  await field(page, "Title").click();
  await page.keyboard.press("End");
  const added = " 0123456789".repeat(11);
  await page.keyboard.type(added);
  await expect(field(page, "Title")).toHaveValue(`Tea${added}`);
  await expectSaved(page, path, `+++\ntitle = "Tea${added}"\n+++\nHot.\n`);
});

test("the first field of a closed group takes more than one key", async ({ page }) => {
  const path = "content/tea.md";
  await open(page, path, '+++\ntitle = "Tea"\n+++\nHot.\n');
  await page.locator("summary", { hasText: "Lists" }).click();
  await field(page, "Weight").click();
  await page.keyboard.type("12", { delay: 60 });
  await expectSaved(page, path, '+++\ntitle = "Tea"\nweight = 12\n+++\nHot.\n');
});

test("an item of a list stays open while its error is corrected", async ({ page }) => {
  const path = "content/data/offers.toml";
  await open(page, path, '[[offers]]\nname = ""\nprice = 450\n');
  await field(page, "Name").click();
  await page.keyboard.type("Ceylon tea", { delay: 60 });
  await expectSaved(page, path, '[[offers]]\nname = "Ceylon tea"\nprice = 450\n');
});

test("a number that is none is refused with its field, and thousands are read", async ({ page }) => {
  const path = "content/shop.md";
  const text = '+++\ntitle = "Shop"\n\n[extra]\ncount = 5 # in stock\n+++\n';
  await open(page, path, text);
  const count = field(page, "Count");
  for (const invalid of ["1,000", "12 00", "1234567890123456"]) {
    await count.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(invalid);
    await page.keyboard.press("ControlOrMeta+s");
    await expect(status(page)).toContainText("Not saved: Count ");
    await expect(count).toBeFocused();
    expect(await site.read(path)).toBe(text);
  }

  // A save in another tab shows the field.
  await page.getByRole("tab", { name: "Text", exact: true }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(count).toBeFocused();
  await expect(count).toHaveValue("1234567890123456");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("12 000");
  await expectSaved(page, path, text.replace("5", "12000"));
});

/** Drops or pastes files, and texts by their types, at the text of a page. */
async function transfer(
  page: Page,
  kind: "drop" | "paste",
  names: readonly string[],
  texts: Readonly<Record<string, string>> = {},
) {
  await page.locator(".cm-content").evaluate(
    (target, [type, files, byType]) => {
      const data = new DataTransfer();
      for (const [format, text] of Object.entries(byType)) data.setData(format, text);
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>';
      for (const name of files) data.items.add(new File([svg], name, { type: "image/svg+xml" }));
      const init = { bubbles: true, cancelable: true };
      const event =
        type === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data });
      target.dispatchEvent(event);
    },
    [kind, names, texts] as const,
  );
}

test("text of a word processor is pasted as text, and each dropped file has its turn", async ({ page }) => {
  const path = "content/shop.md";
  await open(page, path, '+++\ntitle = "Shop"\n+++\n');
  const body = page.locator(".cm-content");
  const dialog = page.getByRole("dialog", { name: "Upload" });
  await body.click();
  await transfer(page, "paste", ["image.svg"], { "text/plain": "Pasted words", "text/html": "<p>Pasted words</p>" });
  await expect(body).toContainText("Pasted words");
  await expect(dialog).toHaveCount(0);

  // A file manager adds the name of the file.
  await transfer(page, "paste", ["a.svg"], { "text/plain": "a.svg" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("a.svg");
  await page.keyboard.press("Escape");

  await transfer(page, "drop", ["a.svg", "b.svg"]);
  await expect(dialog).toContainText("Next: b.svg.");
  for (const name of ["a.svg", "b.svg"]) {
    await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue(name);
    await dialog.getByRole("textbox", { name: "Alternative text" }).fill(`Picture ${name}`);
    await dialog.getByRole("button", { name: "Upload" }).click();
  }
  await expect(dialog).toHaveCount(0);
  await expect(body).toContainText("Picture b.svg");
  await expect(body).toContainText("Picture a.svg");
});

test("without a schema, emptied fields stay in the form and in the file", async ({ page }) => {
  const path = "content/data/menu.toml";
  await open(page, path, 'label = "All" # shown\n\n[[main]]\nlabel = "Tea"\nto = "/menu/"\n');
  await field(page, "Label").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");
  await page.getByRole("button", { name: "Remove Main 1" }).click();
  await expectSaved(page, path, 'label = "" # shown\nmain = []\n');
  await field(page, "Label").click();
  await page.keyboard.type("New");
  await page.getByRole("button", { name: "Add main" }).click();
  await page.locator(".list-content").getByRole("textbox", { name: "Label" }).fill("Menu");
  await page.keyboard.press("ControlOrMeta+s");
  await expect.poll(() => site.read(path)).toContain("Menu");
  expect(await site.read(path)).toContain('label = "New" # shown\n');
});

test("an item of a list has fields for the types of its own values", async ({ page }) => {
  const path = "content/data/shop.toml";
  const basic = '[[offers]]\nname = "Basic"\nprice = 5\nlimit = "none"\n\n';
  const pro = '[[offers]]\nname = "Pro"\nprice = "free"\nlimit = 10\n';
  await open(page, path, basic + pro);
  await page.getByRole("button", { name: "Pro", exact: true }).click();
  await expect(field(page, "Price")).toHaveValue("free");
  await field(page, "Limit").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("11");
  await expectSaved(page, path, basic + pro.replace("10", "11"));
});
