// Actions of links below forms, for any form in the content (4.2).

import type { Page } from "@playwright/test";
import { addLinkBelow, type LinkAction } from "../pages/form_link";
import { openForm } from "../pages/onboarding";
import { DEV, expect, rows, test } from "../support/test";

test.use({ serviceWorkers: "block" });

const FORM = "forgottenusername";

/** Opens a form that has a link with this action, and presses the link. */
async function pressLink(page: Page, action: LinkAction) {
  await addLinkBelow(page, FORM, "Go on", action);
  await page.goto("/info/faq/");
  const dialog = await openForm(page, FORM);
  await dialog.getByRole("button", { name: "Go on" }).click();
  return dialog;
}

for (const [type, row] of [
  ["ONBOARDING_TOGGLE", "4.2-22"],
  ["MODAL_TOGGLE", "4.2-23"],
] as const)
  test(`${type} closes the open panel`, { annotation: rows(row) }, async ({ page }) => {
    const dialog = await pressLink(page, { type });
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL("/info/faq/");
  });

test("SHOW_ONBOARDING replaces the form", { annotation: rows("4.2-21") }, async ({ page }) => {
  const dialog = await pressLink(page, { type: "SHOW_ONBOARDING", about: "signup" });
  await expect(dialog).toHaveAttribute("data-view", "signup");
  await expect(dialog.getByLabel("First name")).toBeVisible();
});

test("ROUTE closes the modal and navigates without a document load", { annotation: rows("4.2-27") }, async ({
  page,
  documents,
}) => {
  const dialog = await pressLink(page, { type: "ROUTE", about: "/lobby/promotions/" });
  await page.waitForURL("/lobby/promotions/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Coupons");
  await expect(dialog).toBeHidden();
  expect(documents).toHaveLength(1);
});

test("EXTERNAL_LINK opens a window without an opener", { annotation: rows("4.2-28") }, async ({ page, context }) => {
  const opened = context.waitForEvent("page");
  // Uses the same origin: with this site's headers, a page of another origin has no opener anyway.
  const about = `${DEV}/info/terms/`;
  const dialog = await pressLink(page, { type: "EXTERNAL_LINK", about });
  const tab = await opened;
  await tab.waitForURL(about);
  expect(await tab.evaluate(() => window.opener === null)).toBe(true);
  await expect(page).toHaveURL("/info/faq/");
  await expect(dialog).toBeVisible();
});

test.describe("for a player", () => {
  test.use({ player: "annx" });
  test("SHOW_DETAILS_FORM opens the account details", { annotation: rows("4.2-26") }, async ({ page }) => {
    const dialog = await pressLink(page, { type: "SHOW_DETAILS_FORM" });
    await expect(dialog).toHaveAttribute("data-view", "moreDetails");
    await expect(dialog.getByRole("heading", { name: "Your Account Details" })).toBeVisible();
  });
});
