// The search dialog of a site, for tests.

import type { Page } from "@playwright/test";
import { expect } from "../support/test";

export const dialog = (page: Page) => page.getByRole("dialog", { name: "Search this site" });
export const field = (page: Page) => page.getByRole("combobox", { name: "Search this site" });
export const results = (page: Page) => page.getByRole("listbox", { name: "Results" }).getByRole("option");
export const status = (page: Page) => dialog(page).getByRole("status");

/** Opens the search with its button and waits until the index is loaded. */
export async function openSearch(page: Page) {
  await page.getByRole("button", { name: "Search" }).click();
  await expect(field(page)).toBeFocused();
  await expect(status(page)).toBeEmpty();
}
