// The links to a page in other languages, and the bar that offers the page in the reader's language once.

import { readShifts, watchShifts } from "../support/layout_shifts";
import { expect, expectAccessible, waitForFullLoader } from "../support/test";
import { test } from "./french_site";

const TEXT = "Cette page est aussi offerte en français.";

test("a reader who follows the link to another language stays in it and is offered no other one", async ({ page }) => {
  await page.goto("/info/faq/#money");
  const links = page.getByRole("navigation", { name: "Languages" });
  await links.getByRole("link", { name: "Français" }).click();
  await expect(page).toHaveURL("/fr/info/faq/#money");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr-CA");
  await waitForFullLoader(page);
  // The browser prefers English, and the reader has chosen French.
  await expect(page.getByText("This page is also available in English.")).toBeHidden();
  await page.getByRole("navigation", { name: "Langues" }).getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL("/info/faq/#money");
});

test("the query of a page goes to its translation", async ({ page }) => {
  await page.goto("/lobby/games/?search=gold#main");
  await waitForFullLoader(page);
  await page.getByRole("navigation", { name: "Languages" }).getByRole("link", { name: "Français" }).click();
  await expect(page).toHaveURL("/fr/lobby/games/?search=gold#main");
  await expect(page.getByRole("searchbox")).toHaveValue("gold");
});

test.describe("for a reader of French", () => {
  test.use({ locale: "fr-CA" });

  test("an English page is offered in French, without a shift of the layout", async ({ page }) => {
    await watchShifts(page);
    await page.goto("/info/faq/");
    const bar = page.getByRole("navigation", { name: "Languages" });
    await expect(bar.getByText(TEXT)).toBeVisible();
    await expectAccessible(page);
    expect(await bar.evaluate((element) => element.getBoundingClientRect().bottom === innerHeight)).toBe(true);
    expect(await readShifts(page)).toEqual([]);

    // The next page has the offer, too.
    await page.getByRole("contentinfo").getByRole("link", { name: "TERMS" }).click();
    await expect(page).toHaveURL("/info/terms/");
    await expect(bar.getByText(TEXT)).toBeVisible();
    await bar.getByRole("link", { name: "Français" }).click();
    await expect(page).toHaveURL("/fr/info/terms/");
    await waitForFullLoader(page);
    await expect(page.locator("[data-offer]")).toHaveCount(0);
  });

  test("a closed offer does not come back", async ({ page }) => {
    await page.goto("/info/faq/");
    const bar = page.getByRole("navigation", { name: "Languages" });
    await bar.getByRole("button", { name: "Fermer" }).press("Enter");
    await expect(bar.getByText(TEXT)).toBeHidden();
    await expect(bar.getByRole("link", { name: "Français" })).toBeVisible();
    await page.goto("/vip/");
    await waitForFullLoader(page);
    await expect(page.locator("[data-offer]")).toHaveCount(0);
  });

  test("a French page is not offered in English", async ({ page }) => {
    await page.goto("/fr/info/faq/");
    await waitForFullLoader(page);
    await expect(page.locator("[data-offer]")).toHaveCount(0);
  });
});
