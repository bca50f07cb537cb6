// Signup on a small phone, by keyboard alone, and in the accessibility tree.

import type { Page } from "@playwright/test";
import { freshEmail, openForm } from "../pages/onboarding";
import { PASSWORD } from "../support/players";
import { expect, expectAccessible, rows, test } from "../support/test";

test.describe("at 360 px", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  /** Sets the height that remains above the keyboard of a phone, because the page has `interactive-widget=resizes-content`. */
  const openKeyboard = (page: Page) => page.setViewportSize({ width: 360, height: 340 });

  test("the keyboard never covers a control during signup", async ({ page }) => {
    await page.goto("/info/faq/");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const dialog = await openForm(page, "signup");
    // The keyboard stays closed until the user focuses a field.
    await expect(dialog.getByRole("heading", { name: "Create your account" })).toBeFocused();
    await openKeyboard(page);
    const fill = async (label: string, value: string) => {
      const field = dialog.getByLabel(label, { exact: true });
      await field.tap();
      await field.fill(value);
      await expect(field).toBeInViewport({ ratio: 1 });
      await expect(dialog.locator("form > [type=submit]")).toBeInViewport({ ratio: 1 });
    };
    await fill("First name", "Ann");
    await fill("Last name", "Lee");
    await fill("E-mail", freshEmail());
    await dialog.getByRole("button", { name: "NEXT" }).tap();
    await expect(dialog.getByText("Step 2 of 2")).toBeVisible();
    await fill("Month", "09");
    await fill("Day", "21");
    await fill("Year", "1976");
    await fill("Password", PASSWORD);
    await fill("Confirm password", PASSWORD);
    await dialog.getByRole("checkbox").tap();
    await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).tap();
    const welcome = page.getByRole("dialog", { name: "WELCOME" });
    await expect(welcome.getByRole("button", { name: "CLAIM NOW" })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 360, height: 640 });
    await expectAccessible(page, "dialog[open]");
    await welcome.getByRole("button", { name: "Skip to the lobby" }).tap();
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(new URL(page.url()).pathname).toBe("/lobby/games/");
  });
});

test("signup works by keyboard alone", { annotation: rows("4.2-07") }, async ({ page }) => {
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "signup");
  await expect(dialog.getByLabel("First name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Please enter your first name")).toBeVisible();
  await expect(dialog.getByLabel("First name")).toBeFocused();
  await page.keyboard.type("Ann");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Lee");
  await page.keyboard.press("Tab");
  await page.keyboard.type(freshEmail());
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Month")).toBeFocused();
  // A complete date part moves the focus to the next one.
  await page.keyboard.type("09211976");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Show password" }).first()).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  const welcome = page.getByRole("dialog", { name: "WELCOME" });
  await expect(welcome.getByRole("heading", { name: "WELCOME" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the accessibility tree of both pages is complete", async ({ page }) => {
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "signup");
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Create your account":
      - heading "Create your account" [level=2]
      - button "Close"
      - paragraph
      - textbox "First name"
      - textbox "Last name"
      - textbox "E-mail"
      - alert
      - button "NEXT"
  `);
  await expectAccessible(page, "dialog[open]");
  await dialog.getByLabel("First name").fill("Ann");
  await dialog.getByLabel("Last name").fill("Lee");
  await dialog.getByLabel("E-mail").fill(freshEmail());
  await dialog.getByRole("button", { name: "NEXT" }).click();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Create your account":
      - group "Date of birth":
        - textbox "Month"
        - textbox "Day"
        - textbox "Year"
      - textbox "Password"
      - button "Show password"
      - textbox "Confirm password"
      - button "Show password"
      - checkbox
      - alert
      - button "CREATE ACCOUNT"
      - button "Back"
  `);
  await expectAccessible(page, "dialog[open]");
});

for (const type of ["quicksignup", "compactlogin", "forgottenusername", "forgottenpassword", "passwordreset"])
  test(`axe finds nothing in ${type}`, async ({ page }) => {
    await page.goto("/info/faq/");
    const dialog = await openForm(page, type);
    await expectAccessible(page, "dialog[open]");
    await dialog.locator("form > [type=submit]").click();
    await expectAccessible(page, "dialog[open]");
  });
