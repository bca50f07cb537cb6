// The fields of SIGN UP and of the account details: rules, messages and browser attributes (section 5).

import type { Locator, Page } from "@playwright/test";
import { logIn, openForm } from "../pages/onboarding";
import { expect, expectAccessible, rows, test, waitForLoader } from "../support/test";

const NAMES = { first: "Please enter your first name", last: "Please enter your last name" };
const EMAIL = "Please enter a valid email address";
const BIRTH = "Please enter your date of birth. You must be at least 21 years old.";

async function openSignup(page: Page): Promise<Locator> {
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await page.getByRole("banner").getByRole("button", { name: "SIGN UP" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("First name")).toBeVisible();
  return dialog;
}

async function goToSecondPage(dialog: Locator) {
  await dialog.getByLabel("First name").fill("Ann");
  await dialog.getByLabel("Last name").fill("O'Neil");
  await dialog.getByLabel("E-mail").fill("ann.new@example.com");
  await dialog.getByRole("button", { name: "NEXT" }).click();
  await expect(dialog.getByText("Step 2 of 2")).toBeVisible();
}

/** Types each value after a first attempt and checks the message of the field. */
async function expectRule(field: Locator, message: string, valid: readonly string[], invalid: readonly string[]) {
  for (const value of invalid) {
    await field.fill(value);
    await expect(field, value).toHaveAccessibleDescription(message);
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  for (const value of valid) {
    await field.fill(value);
    await expect(field, value).toHaveAccessibleDescription("");
  }
}

test("page 1 has three fields in order and shows its position", { annotation: rows("2.13-02", "2.13-12") }, async ({
  page,
}) => {
  const dialog = await openSignup(page);
  await expect(dialog.getByText("Step 1 of 2")).toBeVisible();
  const labels = await dialog
    .locator("form")
    .getByRole("textbox")
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).labels?.[0]?.textContent));
  expect(labels).toEqual(["First name", "Last name", "E-mail"]);
});

test("errors show after the first attempt with icon and text", {
  tag: "@smoke",
  annotation: rows("4.2-03", "4.2-04", "5-23"),
}, async ({ page }) => {
  const dialog = await openSignup(page);
  const email = dialog.getByLabel("E-mail");
  await dialog.getByLabel("First name").fill("Ann");
  await email.fill("a@b");
  await email.press("Tab");
  await expect(dialog.locator(".field__error")).toHaveCount(0);
  await dialog.getByRole("button", { name: "NEXT" }).click();
  const lastName = dialog.getByLabel("Last name");
  await expect(lastName).toBeFocused();
  await expect(lastName).toHaveAccessibleDescription(NAMES.last);
  await expect(email).toHaveAccessibleDescription(EMAIL);
  await expect(dialog.locator(".field__error svg")).toHaveCount(2);
  await expectAccessible(page, "dialog[open]");
  await email.fill("a@b.co");
  await expect(email).toHaveAccessibleDescription("");
  await email.press("Enter");
  await expect(lastName).toBeFocused();
  await lastName.fill("Lee");
  await lastName.press("Enter");
  await expect(dialog.getByText("Step 2 of 2")).toBeVisible();
});

test("names and email follow the rules of page 1", {
  annotation: rows("5-01", "5-02", "5-03", "5-04", "5-05", "5-06", "9-08", "9-09"),
}, async ({ page }) => {
  const dialog = await openSignup(page);
  await dialog.getByRole("button", { name: "NEXT" }).click();
  const [firstName, lastName, email] = [
    dialog.getByLabel("First name"),
    dialog.getByLabel("Last name"),
    dialog.getByLabel("E-mail"),
  ];
  await expectRule(firstName, NAMES.first, ["O'Neil-St. Ann", "Zoë", "O’Neil", "a".repeat(30)], ["Ann3", " ", "-"]);
  await expectRule(lastName, NAMES.last, ["D'Arcy, Jr.", "a".repeat(40)], ["Smith_1"]);
  const local = "a".repeat(59);
  await expectRule(email, EMAIL, ["a@b.co", `${local}@b.co`], ["a@b", "a b@c.co", ""]);
  // The field does not accept more characters.
  for (const [field, maxLength] of [
    [firstName, 30],
    [lastName, 40],
    [email, 64],
  ] as const) {
    await field.fill("a".repeat(maxLength + 1));
    await expect(field).toHaveValue("a".repeat(maxLength));
  }
  await expect(email).toHaveAttribute("inputmode", "email");
});

test("Enter advances from a valid page only", { annotation: rows("4.2-07") }, async ({ page }) => {
  const dialog = await openSignup(page);
  await dialog.getByLabel("First name").fill("Ann");
  await dialog.getByLabel("First name").press("Enter");
  await expect(dialog.getByLabel("Last name")).toBeFocused();
  await dialog.getByLabel("Last name").fill("Lee");
  await dialog.getByLabel("E-mail").fill("ann.new@example.com");
  await dialog.getByLabel("E-mail").press("Enter");
  await expect(dialog.getByText("Step 2 of 2")).toBeVisible();
  await expect(dialog.getByLabel("Month")).toBeFocused();
});

test("page 2 has four fields in order, a date placeholder and a terms link", {
  annotation: rows("2.13-13", "2.13-14"),
}, async ({ page }) => {
  const dialog = await openSignup(page);
  await goToSecondPage(dialog);
  await expect(dialog.locator("form")).toMatchAriaSnapshot(`
    - status: Step 2 of 2
    - group "Date of birth":
      - textbox "Month"
      - textbox "Day"
      - textbox "Year"
    - text: Password
    - textbox "Password"
    - button "Show password"
    - text: Confirm password
    - textbox "Confirm password"
    - button "Show password"
    - checkbox "I am 21 or older and accept the terms"
  `);
  for (const [label, placeholder] of [
    ["Month", "09"],
    ["Day", "21"],
    ["Year", "1976"],
  ] as const)
    await expect(dialog.getByLabel(label)).toHaveAttribute("placeholder", placeholder);
  const terms = dialog.getByRole("link", { name: "terms" });
  await expect(terms).toHaveAttribute("href", "/info/terms/");
  await expect(terms).toHaveAttribute("target", "_blank");
});

test("the age limits are 21 and 121 on the local day", { annotation: rows("5-07", "9-06", "9-10", "A97") }, async ({
  page,
}) => {
  await page.clock.setFixedTime("2026-03-15T12:00:00");
  const dialog = await openSignup(page);
  await goToSecondPage(dialog);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  const [month, day, year] = [dialog.getByLabel("Month"), dialog.getByLabel("Day"), dialog.getByLabel("Year")];
  const fillDate = async (date: string) => {
    const [m = "", d = "", y = ""] = date.split("/");
    await month.fill(m);
    await day.fill(d);
    await year.fill(y);
  };
  for (const date of ["03/16/2005", "03/15/1905", "00/15/1976", "09/00/1976", "02/30/1976", "09/21/1899", "09/21/"]) {
    await fillDate(date);
    await expect(month, date).toHaveAccessibleDescription(BIRTH);
  }
  for (const date of ["03/15/2005", "03/16/1905", "9/21/1976", "02/29/1976"]) {
    await fillDate(date);
    await expect(month, date).toHaveAccessibleDescription("");
  }
});

test("invalid digits are dropped, and a full date part advances", {
  annotation: rows("2.13-33", "2.13-34", "2.13-35", "9-10"),
}, async ({ page }) => {
  const dialog = await openSignup(page);
  await goToSecondPage(dialog);
  const [month, day, year] = [dialog.getByLabel("Month"), dialog.getByLabel("Day"), dialog.getByLabel("Year")];
  await month.pressSequentially("13");
  await expect(month).toHaveValue("1");
  await month.press("2");
  await expect(day).toBeFocused();
  await day.pressSequentially("32");
  await expect(day).toHaveValue("3");
  await day.press("1");
  await expect(year).toBeFocused();
  await year.pressSequentially("2150");
  await expect(year).toHaveValue("215");
});

test("the password has 6 to 80 characters and must match", {
  annotation: rows("5-08", "5-09", "5-10", "5-11", "9-07", "A98"),
}, async ({ page }) => {
  const dialog = await openSignup(page);
  await goToSecondPage(dialog);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  const password = dialog.getByLabel("Password", { exact: true });
  const confirm = dialog.getByLabel("Confirm password");
  const passwordOfLength = (length: number) => `Ab-1${"x".repeat(length - 4)}`;
  await expectRule(
    password,
    "Passwords should be at least 6 characters",
    [passwordOfLength(6), passwordOfLength(80)],
    [passwordOfLength(5)],
  );
  await password.fill(passwordOfLength(81));
  await expect(password).toHaveValue(passwordOfLength(80));
  await password.fill("aaaaaa");
  await expect(password).toHaveAccessibleDescription("Password should contain letters, numbers and symbols");
  await expect(password).not.toHaveAttribute("aria-invalid");
  await confirm.fill("aaaaab");
  await expect(confirm).toHaveAccessibleDescription("Passwords must match");
  await password.fill("aaaaab");
  await expect(confirm).toHaveAccessibleDescription("");
});

test("the password toggle changes type and name", { annotation: rows("2.13-32") }, async ({ page }) => {
  const dialog = await openSignup(page);
  await goToSecondPage(dialog);
  const password = dialog.getByLabel("Password", { exact: true });
  await password.fill("Secret-1!");
  await dialog.getByRole("button", { name: "Show password" }).first().click();
  await expect(password).toHaveAttribute("type", "text");
  await dialog.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
  await expect(password).toHaveValue("Secret-1!");
});

test("without the terms nothing is sent, and the checkbox shows a message", { annotation: rows("5-12") }, async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/\/api\//.test(request.url())) sent.push(request.url());
  });
  const dialog = await openSignup(page);
  await goToSecondPage(dialog);
  for (const [label, digits] of [
    ["Month", "09"],
    ["Day", "21"],
    ["Year", "1976"],
  ] as const)
    await dialog.getByLabel(label).fill(digits);
  await dialog.getByLabel("Password", { exact: true }).fill("Secret-1!");
  await dialog.getByLabel("Confirm password").fill("Secret-1!");
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  const terms = dialog.getByRole("checkbox");
  await expect(terms).toHaveAttribute("aria-invalid", "true");
  await expect(terms).toHaveAccessibleDescription("Please tick the box to accept the terms");
  await expect(terms).toBeFocused();
  await expectAccessible(page, "dialog[open]");
  expect(sent).toEqual([]);
});

test("every field has its autocomplete value", async ({ page }) => {
  const dialog = await openSignup(page);
  const autocompleteValues = () =>
    dialog
      .locator("form input[autocomplete]")
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("autocomplete")));
  expect(await autocompleteValues()).toEqual(["given-name", "family-name", "email"]);
  await goToSecondPage(dialog);
  expect(await autocompleteValues()).toEqual(["bday-month", "bday-day", "bday-year", "new-password", "new-password"]);
});

test("a page filled from outside advances, and the last page does not submit", {
  annotation: rows("4.2-05", "4.2-06"),
}, async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/\/api\//.test(request.url())) sent.push(request.url());
  });
  await page.clock.install();
  const dialog = await openSignup(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const fill = (values: Readonly<Record<string, string>>) =>
    dialog.locator("form").evaluate((form: HTMLFormElement, values) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      for (const [name, value] of Object.entries(values)) {
        const input = form.elements.namedItem(name);
        if (!(input instanceof HTMLInputElement)) throw new Error(`there is no ${name}`);
        if (input.type === "checkbox") {
          input.click();
          continue;
        }
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }, values);
  await fill({ first_name: "Ann", last_name: "Lee", email: "ann.new@example.com" });
  await page.clock.runFor(300);
  await expect(dialog.getByText("Step 2 of 2")).toBeVisible();
  await fill({
    ...{ "birth_date-month": "09", "birth_date-day": "21", "birth_date-year": "1976" },
    ...{ password: "Secret-1!", confirm_password: "Secret-1!", terms: "yes" },
  });
  await expect(dialog.getByRole("checkbox")).toBeChecked();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.clock.runFor(5000);
  await expect(dialog.getByText("Step 2 of 2")).toBeVisible();
  expect(sent).toEqual([]);
});

async function openDetails(page: Page, login: string): Promise<Locator> {
  await page.goto("/lobby/promotions/");
  await logIn(page, login);
  await expect(page.getByRole("banner").getByText(/^Hello, /)).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  return openForm(page, "moreDetails");
}

test("the states list follows the country of the player", {
  annotation: rows("2.13-28", "2.13-29", "2.13-30", "A48", "A49"),
}, async ({ page }) => {
  const dialog = await openDetails(page, "annx");
  const state = dialog.getByLabel("State");
  const options = await state.locator("option").allTextContents();
  for (const name of ["California", "Puerto Rico", "Guam", "Armed Forces Americas", "Outside US, Canada or AU"])
    expect(options).toContain(name);
  expect(options).not.toContain("Ontario");
  const values = await state
    .locator("option")
    .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
  expect(values).toEqual(expect.arrayContaining(["DC", "AA", "AE", "AP", "ZZ"]));
  // 50 states, the capital, 8 territories and associated states, 3 of the armed forces, and one for other countries.
  expect(new Set(values.filter(Boolean)).size).toBe(63);
});

test("a Canadian player gets the provinces", { annotation: rows("2.13-28", "2.13-31") }, async ({ page }) => {
  const dialog = await openDetails(page, "canada");
  const options = dialog.getByLabel("Province").locator("option");
  const codes = await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
  expect(codes.filter(Boolean).toSorted().join(" ")).toBe("AB BC MB NB NL NS NT NU ON PE QC SK YT");
  expect(await options.allTextContents()).toContain("Ontario");
});

test("each account detail has its message, and the phone its characters", {
  annotation: rows("5-14", "5-15", "5-16", "5-17", "5-18", "5-19"),
}, async ({ page }) => {
  const dialog = await openDetails(page, "annx");
  const field = (label: string) => dialog.getByLabel(label);
  await field("Gender").selectOption("");
  await field("State").selectOption("");
  for (const label of ["Address line 1", "City", "Zip code"]) await field(label).fill("  ");
  await field("Cell phone number").fill("");
  await dialog.getByRole("button", { name: "CONTINUE" }).click();
  for (const [label, message] of [
    ["Address line 1", "Please enter your Address"],
    ["City", "Please enter your city"],
    ["State", "Please enter your state or province"],
    ["Zip code", "Please enter your zip code"],
    ["Gender", "Please select a gender"],
  ] as const)
    await expect(field(label)).toHaveAccessibleDescription(message);
  await expectAccessible(page, "dialog[open]");
  await expectRule(
    field("Cell phone number"),
    "Please enter your cell phone number",
    ["+1 555-0100"],
    ["(555)", "", "  "],
  );
  await expect(field("Cell phone number")).toHaveAttribute("inputmode", "tel");
});
