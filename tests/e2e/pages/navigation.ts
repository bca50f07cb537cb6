// Links and visits, on any page.

import type { Page } from "@playwright/test";

/** A link of the information pages in the footer. */
export const footerLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Information", exact: true }).getByRole("link", { name, exact: true });

/** Adds a link to `to` to the page and clicks it. */
export async function followLink(page: Page, to: string) {
  await page.locator("main").evaluate((main, href) => {
    document.getElementById("target")?.remove();
    main.append(Object.assign(document.createElement("a"), { id: "target", href, textContent: "target" }));
  }, to);
  await page.locator("#target").dispatchEvent("click");
}

/** Starts a visit, as a widget does. */
export const navigate = (page: Page, to: string) =>
  page.evaluate((to) => void document.dispatchEvent(new CustomEvent("croupier:navigate", { detail: { to } })), to);

/** Reports that the tab became visible, as when the user returns to it. */
export const showTab = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));

/** Waits until the browser has finished the current frame and the next one. */
export const waitForTwoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
