// The forms of login, signup and account details.

import { expect, type Locator, type Page } from "@playwright/test";
import { PASSWORD } from "../support/players";
import { loginDialog, openPanel } from "./dialogs";

/** Fills in a login form and sends it. */
export async function submitLogin(dialog: Locator, login: string, password = PASSWORD) {
  await dialog.getByLabel("Username or e-mail").fill(login);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "LOGIN", exact: true }).click();
}

/** Logs in through the form. */
export async function logIn(page: Page, login = "annx", password = PASSWORD) {
  await page.getByRole("button", { name: "LOGIN" }).first().click();
  await submitLogin(loginDialog(page), login, password);
  return loginDialog(page);
}

/** Opens a form of the modal container by its type, as a link or widget does, and returns the dialog. */
export async function openForm(page: Page, type: string, about?: string) {
  await openPanel(page, type, about);
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("form")).toBeVisible();
  return dialog;
}

/** Returns an email address that no player has used. */
export const freshEmail = () => `ann.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}@example.com`;

/** Personal data of a signup. */
export interface Applicant {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** Fills in the personal data in SIGN UP or its short form, and continues to the next page if there is one. */
export async function fillPersonalData(dialog: Locator, applicant: Applicant = {}) {
  const { email = freshEmail(), firstName = "Ann", lastName = "Lee" } = applicant;
  await dialog.getByLabel("First name").fill(firstName);
  await dialog.getByLabel("Last name").fill(lastName);
  await dialog.getByLabel("E-mail").fill(email);
  const next = dialog.getByRole("button", { name: "NEXT" });
  if (await next.isVisible()) await next.click();
}

/** Fills in both pages of signup. The test itself clicks the last button. */
export async function fillSignup(dialog: Locator, email = freshEmail()) {
  await fillPersonalData(dialog, { email });
  await dialog.getByLabel("Month").fill("09");
  await dialog.getByLabel("Day").fill("21");
  await dialog.getByLabel("Year").fill("1976");
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("Confirm password").fill(PASSWORD);
  await dialog.getByRole("checkbox").check();
  return email;
}

/** Fills in valid account details of a player in the US. The test itself clicks the button. */
export async function fillAccountDetails(dialog: Locator) {
  await dialog.getByLabel("Address line 1").fill("1 Main Street");
  await dialog.getByLabel("City").fill("Springfield");
  await dialog.getByLabel("State").selectOption("IL");
  await dialog.getByLabel("Zip code").fill("62701");
  await dialog.getByLabel("Gender").selectOption("F");
  await dialog.getByLabel("Cell phone number").fill("+1 555-0100");
}
