// The dialogs of the site: the modal container with its panels, and the mobile menu.

import type { Page } from "@playwright/test";
import { waitForFullLoader } from "../support/test";

/** The message of a form whose request fails without a message of the server. */
export const FALLBACK_MESSAGE = "Sorry, Something went wrong. Please try again later.";

/** The container of all panels. */
export const modal = (page: Page) => page.locator("#croupier-modal");
/** A button in the open panel. */
export const modalButton = (page: Page, name: string) => modal(page).getByRole("button", { name, exact: true });
export const loginDialog = (page: Page) => page.getByRole("dialog", { name: "Welcome back" });
export const signupDialog = (page: Page) => page.getByRole("dialog", { name: "Create your account" });
export const cashierDialog = (page: Page) => page.getByRole("dialog", { name: "CASHIER" });
/** The button of LOGIN in the navigation bar. */
export const loginButton = (page: Page) => page.getByRole("banner").getByRole("button", { name: "LOGIN" });
/** The button of the mobile menu. */
export const menuButton = (page: Page) => page.getByRole("button", { name: "Open the menu" });
export const menuDialog = (page: Page) => page.getByRole("dialog", { name: "Menu" });

/** Opens a panel in the modal container, as a widget does. */
export async function openPanel(page: Page, panel: string, about?: string) {
  await waitForFullLoader(page);
  await page.evaluate(
    (detail) => document.dispatchEvent(new CustomEvent("croupier:open", { detail })),
    about === undefined ? { view: panel } : { view: panel, about },
  );
}
