// Form controls that no page shows yet, rendered alone in a real browser: all field types and confirmation dialogs.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, rows, test } from "../support/test";

const runtime = fileURLToPath(new URL("../../../runtime", import.meta.url));

const ENTRY = `
import { createRoot } from "react-dom/client";
import { Form } from "./casino/forms/form";
import { createForm } from "./casino/forms/form_store";
import { ALL_FIELDS } from "./casino/forms/controls/all_fields";
import { confirm } from "./casino/ui/dialogs/confirm";

const definition = {
  title: "SIGN UP", completeTitle: "DONE", loadingMessage: "Please wait...",
  pages: [
    { fields: [{ id: "first", name: "first_name", type: "text", label: "First name", validation: "first_name", errormessage: "Please enter your first name" }] },
    { fields: [
      { id: "dob", name: "birth_date", type: "dob", label: "Date of birth", placeholder: "09/21/1976", validation: "birth_date", errormessage: "Please enter your date of birth. You must be at least 21 years old." },
      { id: "gender", name: "gender", type: "dropdown", label: "Gender", validation: "gender", errormessage: "Please select a gender",
        options: [{ value: "F", text: "Female" }, { value: "M", text: "Male" }] },
      { id: "password", name: "password", type: "password", label: "Password", validation: "password", errormessage: "Passwords should be at least 6 characters",
        hint: "Password should contain letters, numbers and symbols", autocomplete: "new-password" },
      { id: "confirm", name: "confirm", type: "password", label: "Confirm password", validation: "confirm_password", errormessage: "Passwords must match" },
      { id: "terms", name: "terms", type: "checkbox", label: "I agree to the [terms]", validation: "terms", errormessage: "Please tick the box", url: "/info/terms/" },
      { id: "note", name: "note", type: "message", label: "Read how we keep [your data]", url: "/info/privacy/" },
    ] },
  ],
};
const texts = {
  next: "NEXT", back: "Back", show: "Show password", hide: "Hide password", month: "Month", day: "Day", year: "Year",
  step: "Step {n} of {of}", wait: "Please wait...", notYou: "Not you?", close: "CLOSE",
};
const form = createForm("signup", definition, ALL_FIELDS, { today: () => ({ year: 2026, month: 3, day: 15 }), hold: () => () => {} });
createRoot(document.getElementById("root")).render(<Form form={form} texts={texts} onSend={() => { window.sent = form.payload(); }} />);
Object.assign(window, { ask: confirm });
`;

let script = "";
test.beforeAll(() => {
  const flags = [
    "--bundle",
    "--format=iife",
    "--jsx=automatic",
    "--loader=tsx",
    "--loader:.css=empty",
    "--loader:.svg=text",
  ];
  const defines = ['--define:process.env.NODE_ENV="production"', "--define:import.meta.env.LANGUAGES=false"];
  script = execFileSync("node_modules/.bin/esbuild", [...flags, ...defines], { cwd: runtime, input: ENTRY }).toString();
});

test.beforeEach(async ({ page }) => {
  await page.route("**/form.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><html lang="en"><title>Form controls</title><main id="main"><h1>Form controls</h1><div id="root"></div></main><script type="application/json" id="croupier-config">{"base":""}</script><script src="/form.js"></script></html>',
    }),
  );
  await page.route("**/form.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await page.goto("/form.html");
});

async function goToSecondPage(page: Page) {
  await page.getByLabel("First name").fill("Ann");
  await page.getByLabel("First name").press("Enter");
  await expect(page.getByRole("group", { name: "Date of birth" })).toBeVisible();
}

test("a valid page leads to the next, which gets the focus", { annotation: rows("4.2-03", "5-01", "5-23") }, async ({
  page,
}) => {
  const first = page.getByLabel("First name");
  await first.fill("Ann3");
  await page.getByRole("button", { name: "NEXT" }).click();
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription("Please enter your first name");
  await goToSecondPage(page);
  await expect(page.getByLabel("Month")).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(first).toHaveValue("Ann");
});

test("date parts advance, drop invalid digits and are sent as YYYY-MM-DD", {
  annotation: rows("2.13-33", "2.13-34", "2.13-35", "2.13-36"),
}, async ({ page }) => {
  await goToSecondPage(page);
  const [month, day, year] = [page.getByLabel("Month"), page.getByLabel("Day"), page.getByLabel("Year")];
  await month.pressSequentially("13");
  await expect(month).toHaveValue("1");
  await month.press("Backspace");
  await page.keyboard.type("09");
  await expect(day).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(month).toBeFocused();
  await day.focus();
  await page.keyboard.type("21");
  await expect(year).toBeFocused();
  await page.keyboard.type("2150");
  await expect(year).toHaveValue("215");
  await year.fill("1976");
  await page.getByLabel("Gender").selectOption("Female");
  await page.getByLabel("Password", { exact: true }).fill("Secret-123!");
  await page.getByLabel("Confirm password").fill("Secret-123!");
  await page.getByLabel("I agree to the").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "DONE" }).click();
  await expect(page.getByRole("button", { name: "Please wait..." })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { sent: object }).sent)).toMatchObject({
    first_name: "Ann",
    birth_date: "1976-09-21",
    gender: "F",
    terms: true,
  });
});

test("every invalid field has a message, and nothing is sent", {
  tag: "@smoke",
  annotation: rows("3-37", "5-07", "5-08", "5-11", "5-12", "5-18"),
}, async ({ page }) => {
  await goToSecondPage(page);
  await page.getByLabel("Confirm password").fill("other");
  await page.getByRole("button", { name: "DONE" }).click();
  await expect(page.getByLabel("Month")).toBeFocused();
  await expect(page.getByRole("group", { name: "Date of birth" })).toHaveAccessibleDescription(
    "Please enter your date of birth. You must be at least 21 years old.",
  );
  const field = (label: string) => expect(page.getByLabel(label, { exact: true }));
  await field("Gender").toHaveAccessibleDescription("Please select a gender");
  await field("Password").toHaveAccessibleDescription("Passwords should be at least 6 characters");
  await field("Confirm password").toHaveAccessibleDescription("Passwords must match");
  await expect(page.getByRole("link", { name: "your data" })).toHaveAttribute("href", "/info/privacy/");
  await field("I agree to the terms").toHaveAttribute("aria-invalid", "true");
  await field("I agree to the terms").toHaveAccessibleDescription("Please tick the box");
  await page.getByLabel("Password", { exact: true }).fill("other1");
  await field("Password").toHaveAccessibleDescription("Password should contain letters, numbers and symbols");
  expect(await page.evaluate(() => "sent" in window)).toBe(false);
});

const CONFIRMATION = { title: "Cancel Coupon", text: "Are you sure?", confirm: "YES, CANCEL COUPON", back: "Back" };

/** Opens a confirmation dialog and stores its result in the window. */
function openConfirm(page: Page, title = CONFIRMATION.title) {
  return page.evaluate(
    (confirmation) => {
      const target = window as unknown as { ask(confirmation: object): Promise<boolean>; result?: boolean };
      void target.ask(confirmation).then((result) => Object.assign(target, { result }));
    },
    { ...CONFIRMATION, title },
  );
}
const readResult = (page: Page) => page.evaluate(() => (window as unknown as { result?: boolean }).result);

test("a dialog returns its button, and Escape declines", { annotation: rows("2.14-07") }, async ({ page }) => {
  const confirmation = page.getByRole("alertdialog", { name: "Cancel Coupon" });
  await openConfirm(page);
  await expect(confirmation).toHaveAccessibleDescription("Are you sure?");
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "YES, CANCEL COUPON" }).click();
  await expect(confirmation).toHaveCount(0);
  await expect.poll(() => readResult(page)).toBe(true);
  await openConfirm(page);
  await expect(confirmation).toBeVisible();
  await page.keyboard.press("Escape");
  await expect.poll(() => readResult(page)).toBe(false);
});

test("Escape closes the topmost dialog only, and a dialog opens once", { annotation: rows("A22", "A74") }, async ({
  page,
}) => {
  await openConfirm(page);
  await expect(page.getByRole("alertdialog")).toHaveCount(1);
  await openConfirm(page);
  await expect.poll(() => readResult(page)).toBe(false);
  await openConfirm(page, "Another question");
  await expect(page.locator("dialog[open]")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog[open]")).toHaveCount(1);
  await expect(page.getByRole("alertdialog", { name: "Cancel Coupon" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await openConfirm(page);
  await expect(page.getByRole("alertdialog", { name: "Cancel Coupon" })).toBeVisible();
});

test("a dialog can be opened again before its event `close`", { annotation: rows("A74") }, async ({ page }) => {
  await openConfirm(page);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.evaluate((confirmation) => {
    const target = window as unknown as { ask(confirmation: object): Promise<boolean> };
    document.querySelector("dialog")?.close();
    void target.ask(confirmation);
  }, CONFIRMATION);
  await expect(page.getByRole("alertdialog", { name: CONFIRMATION.title })).toBeVisible();
});

test("a page filled from outside advances after 300 ms without moving the focus", {
  annotation: rows("4.2-05", "A75"),
}, async ({ page }) => {
  await page.clock.install();
  await page.goto("/form.html");
  await expect(page.getByRole("status")).toHaveText("Step 1 of 2");
  await page.clock.pauseAt(Date.now() + 60_000);
  const fill = (text: string) =>
    page.getByLabel("First name").evaluate((input: HTMLInputElement, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, text);
  await fill("Ann3");
  await page.clock.runFor(1000);
  await expect(page.getByRole("status")).toHaveText("Step 1 of 2");
  await fill("Ann");
  await page.clock.runFor(299);
  await expect(page.getByRole("status")).toHaveText("Step 1 of 2");
  await page.clock.runFor(1);
  await expect(page.getByRole("status")).toHaveText("Step 2 of 2");
  await expect(page.locator("body")).toBeFocused();
});

test("a page with focus does not advance by itself", { annotation: rows("4.2-05") }, async ({ page }) => {
  await page.clock.install();
  await page.goto("/form.html");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel("First name").fill("Ann");
  await page.clock.runFor(5000);
  await expect(page.getByRole("status")).toHaveText("Step 1 of 2");
  await page.getByRole("button", { name: "NEXT" }).click();
  await expect(page.getByLabel("Month")).toBeFocused();
});
