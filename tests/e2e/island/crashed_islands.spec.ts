// Islands whose code throws after they are hydrated: they can be used again, and repeated failures are shown.

import type { Page } from "@playwright/test";
import { expect, test, waitForLoader } from "../support/test";

test.use({
  serviceWorkers: "block",
  permissions: ["clipboard-read", "clipboard-write"],
  allowedErrors: /Minified React error #31|Objects are not valid/,
});

const copyButton = (page: Page) => page.locator(".trail > li").nth(1).getByRole("button", { name: "Copy the code" });
const result = (page: Page) => page.locator(".trail > li").nth(1).getByRole("status");
const notice = (page: Page) => page.locator("#croupier-notice");

/** Sets the text that the island shows after a press. React cannot render an object. */
const setText = (page: Page, text: string | object) =>
  page.locator('[data-island="copy_code"]').evaluate((element, copied) => {
    const props = JSON.parse((element as HTMLElement).dataset.props ?? "{}") as { texts: object };
    (element as HTMLElement).dataset.props = JSON.stringify({ ...props, texts: { ...props.texts, copied } });
  }, text);

/** Presses the button without a pointer, which would hydrate the island again before the test has changed its texts. */
const press = (page: Page) => copyButton(page).dispatchEvent("click");

/** Presses the button of an island that fails, and waits until its HTML is that of the server again. */
async function pressAndCrash(page: Page) {
  const failed = page.waitForEvent("console", (message) => message.type() === "error");
  await press(page);
  await failed;
  await expect(page.locator('[data-island="copy_code"]')).not.toHaveAttribute("data-hydrated");
  await expect(copyButton(page)).toBeVisible();
}

test("an island that crashed after a press can be used again", { tag: "@smoke" }, async ({ page }) => {
  await page.goto("/freespins/");
  await waitForLoader(page);
  await setText(page, {});
  await pressAndCrash(page);
  await expect(notice(page)).toHaveText("");
  await setText(page, "Copied");
  await press(page);
  await expect(result(page)).toHaveText("Copied");
  await expect(notice(page)).toHaveText("");
});

test("a second crash is shown, and a later press still works", async ({ page }) => {
  await page.goto("/freespins/");
  await waitForLoader(page);
  await setText(page, {});
  await pressAndCrash(page);
  await pressAndCrash(page);
  await expect(notice(page)).toHaveText("This does not work at the moment. Please reload the page.");
  await setText(page, "Copied");
  await press(page);
  await expect(result(page)).toHaveText("Copied");
});
