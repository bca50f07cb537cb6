// The forms of the modal container with the sandbox, and the screens after them.

import { loginButton, loginDialog, modal } from "../pages/dialogs";
import { navigate, waitForTwoFrames } from "../pages/navigation";
import { fillSignup, openForm, submitLogin } from "../pages/onboarding";
import { PASSWORD } from "../support/players";
import { injectFault } from "../support/requests";
import { expect, expectAccessible, rows, test, waitForLoader } from "../support/test";

test("SIGN UP has two pages and ends with WELCOME in the lobby", {
  tag: "@smoke",
  annotation: rows(
    "2.13-02",
    "2.13-12",
    "2.13-13",
    "2.13-15",
    "2.13-18",
    "4.1-02",
    "4.2-12",
    "3-35",
    "7.1-04",
    "7.1-05",
  ),
}, async ({ page, documents }) => {
  await page.goto("/info/faq/");
  await waitForLoader(page);
  const dialog = await openForm(page, "signup");
  const email = await fillSignup(dialog);
  const downloadIdRequest = page.waitForRequest("**/api/794/download-id");
  const sent = page.waitForRequest("**/api/794/signup");
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  expect((await downloadIdRequest).postDataJSON()).toEqual({
    name: "Ann Lee",
    email,
    affiliate_id: "",
    tracking_id: "",
  });
  const { download_id, ...fields } = (await sent).postDataJSON();
  expect(download_id).not.toBe("");
  expect(fields).toEqual({
    email,
    password: PASSWORD,
    first_name: "Ann",
    last_name: "Lee",
    birth_date: "1976-09-21",
    client_id: 3,
    aid: "",
    skin_id: 1,
  });
  const welcome = page.getByRole("dialog", { name: "WELCOME" });
  await expect(welcome).toBeVisible();
  await expect(welcome.getByRole("heading", { name: "WELCOME" })).toBeFocused();
  await expect(welcome.getByText("CLAIM THE 325% WELCOME OFFER UP TO $9,750")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/lobby/games/");
  await expect(page.locator("html")).toHaveAttribute("data-session", "in");
  await welcome.getByRole("button", { name: "Skip to the lobby" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/lobby/games/");
  await expect(page.getByRole("banner").getByText("Hello, Ann")).toBeVisible();
  expect(documents).toHaveLength(1);
});

test("a signup response without a session is followed by a login", { annotation: rows("4.1-02", "A67") }, async ({
  page,
}) => {
  await page.goto("/lobby/promotions/");
  const dialog = await openForm(page, "signup");
  const email = await fillSignup(dialog);
  await page.route("**/api/794/signup", async (route) => {
    await route.fetch();
    await route.fulfill({ json: { message: "OK" } });
  });
  const login = page.waitForRequest((request) => request.url().endsWith("/api/794/login"));
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  expect((await login).postDataJSON()).toMatchObject({ login: email, password: PASSWORD });
  await expect(page.getByRole("dialog", { name: "WELCOME" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/lobby/promotions/");
});

test("Back closes WELCOME, which does not return", { annotation: rows("2.13-18") }, async ({ page }) => {
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "signup");
  await fillSignup(dialog);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  await expect(page.getByRole("dialog", { name: "WELCOME" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/lobby/games/");
});

test("quicksignup has all fields on one page", { annotation: rows("2.13-03") }, async ({ page }) => {
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "quicksignup");
  const names = ["First name", "Last name", "E-mail", "Month", "Day", "Year", "Password"];
  for (const name of names) await expect(dialog.getByLabel(name, { exact: true })).toBeVisible();
  await expect(dialog.getByText(/Step \d of/)).toHaveCount(0);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  await expect(dialog.getByText("Please enter your first name")).toBeVisible();
  await expect(dialog.getByLabel("First name")).toBeFocused();
});

test("compactlogin is LOGIN in a compact layout", { annotation: rows("2.13-05", "4.2-10", "4.2-11") }, async ({
  page,
}) => {
  await page.goto("/lobby/promotions/");
  const dialog = await openForm(page, "compactlogin");
  await expect(dialog.getByRole("button", { name: /Forgot/ })).toHaveCount(0);
  await dialog.getByLabel("Username or e-mail").fill("annx");
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("banner").getByText("Hello, Ann")).toBeVisible();
});

for (const [type, label, value, button, title, body] of [
  [
    "forgottenpassword",
    "Username or e-mail",
    "annx",
    "SEND A LINK",
    "RESET E-MAIL SENT",
    { todo: "fp", player_id: "annx" },
  ],
  [
    "forgottenusername",
    "E-mail",
    "ann@example.com",
    "SEND MY USERNAME",
    "USERNAME E-MAIL SENT",
    { todo: "fu", email: "ann@example.com" },
  ],
] as const)
  test(`${type} sends its operation and shows its completion`, {
    annotation: rows("2.13-07", "2.13-08", "2.13-21", "2.13-22", "4.2-14", "4.2-15", "7.1-06", "7.1-07"),
  }, async ({ page }) => {
    await page.goto("/info/faq/");
    const dialog = await openForm(page, type);
    await dialog.getByRole("button", { name: button }).click();
    await expect(dialog.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel(label).fill(value);
    const sent = page.waitForRequest("**/api/794/login");
    await dialog.getByRole("button", { name: button }).click();
    expect((await sent).method()).toBe("PUT");
    expect((await sent).postDataJSON()).toEqual(body);
    const completion = page.getByRole("dialog", { name: title });
    await expect(completion.getByRole("heading", { name: title })).toBeFocused();
    await expectAccessible(page, "dialog[open]");
    await completion.getByRole("button", { name: "CLOSE", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  });

test("passwordreset without a link asks for one, and compares both passwords", { annotation: rows("2.13-09") }, async ({
  page,
}) => {
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "passwordreset");
  await dialog.getByLabel("New password", { exact: true }).fill("Another-456!");
  await dialog.getByLabel("Confirm new password").fill("Different-456!");
  await dialog.getByRole("button", { name: "SET PASSWORD" }).click();
  await expect(dialog.getByText("Passwords must match")).toBeVisible();
  await dialog.getByLabel("Confirm new password").fill("Another-456!");
  await dialog.getByRole("button", { name: "SET PASSWORD" }).click();
  const expiredDialog = page.getByRole("dialog", { name: "PLEASE OPEN THE LINK AGAIN" });
  await expiredDialog.getByRole("button", { name: "SEND A NEW LINK" }).click();
  await expect(page.getByRole("dialog", { name: "Forgot your password?" })).toBeVisible();
});

test("moreDetails opens LOGIN for a guest and continues in the lobby", { annotation: rows("2.13-06", "A11") }, async ({
  page,
}) => {
  await page.goto("/info/faq/");
  await openForm(page, "moreDetails");
  const login = loginDialog(page);
  await submitLogin(login, "newbie");
  await expect(page.getByRole("dialog", { name: "Your Account Details" })).toBeVisible();
  await page.waitForURL("/lobby/games/");
  await expect(page.getByRole("dialog", { name: "Your Account Details" })).toBeVisible();
});

test.describe("for a player", () => {
  test.use({ player: "canada" });

  test("moreDetails has six fields and sends seventeen", {
    annotation: rows("2.13-20", "2.13-24", "2.13-25", "2.13-26", "2.13-27", "2.13-28", "4.2-09", "4.2-13", "7.1-10"),
  }, async ({ page }) => {
    await page.goto("/lobby/promotions/");
    const dialog = await openForm(page, "moreDetails");
    await expect(dialog.getByRole("heading", { name: "Your Account Details" })).toBeVisible();
    await expect(dialog.getByText("To make a deposit please fill in the details below")).toBeVisible();
    await expect(dialog.getByLabel("Province")).toBeVisible();
    await expectAccessible(page, "dialog[open]");
    const labels = await dialog
      .locator("form")
      .locator("input, select")
      .evaluateAll((controls) => controls.map((control) => (control as HTMLInputElement).labels?.[0]?.textContent));
    expect(labels).toEqual(["Address line 1", "City", "Province", "Zip code", "Gender", "Cell phone number"]);
    await dialog.getByRole("button", { name: "CONTINUE" }).click();
    await expect(dialog.getByText("Please select a gender")).toBeVisible();
    await dialog.getByLabel("Address line 1").fill("1 Main St");
    await dialog.getByLabel("City").fill("Toronto");
    await dialog.getByLabel("Province").selectOption("ON");
    await dialog.getByLabel("Zip code").fill("M4B 1B3");
    await dialog.getByLabel("Gender").selectOption("O");
    await dialog.getByLabel("Cell phone number").fill("+1 416 555 0100");
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await dialog.getByRole("button", { name: "CONTINUE" }).click();
    const body = (await sent).postDataJSON();
    expect(Object.keys(body).sort()).toEqual(
      [
        ...["login", "email", "password", "first_name", "last_name", "birth_date", "address_1", "address_2", "city"],
        ...["state", "zip", "country", "cell_phone", "day_phone", "evening_phone", "gender", "skin_id"],
      ].sort(),
    );
    expect(body).toMatchObject({ country: "CA", password: "", first_name: "Cal" });
    expect(body).toMatchObject({ address_1: "1 Main St", city: "Toronto", state: "ON", zip: "M4B 1B3", gender: "O" });
    const phone = "+1 416 555 0100";
    expect(body).toMatchObject({ cell_phone: phone, day_phone: phone, evening_phone: phone });
    const savedDialog = page.getByRole("dialog", { name: "ACCOUNT DETAILS SAVED" });
    await savedDialog.getByRole("button", { name: "CLOSE", exact: true }).click();
    const reopened = await openForm(page, "moreDetails");
    await expect(reopened.getByLabel("City")).toHaveValue("Toronto");
    await expect(reopened.getByLabel("Province")).toHaveValue("ON");
  });

  test("login and signup forms do not open", { annotation: rows("2.2-01", "A11") }, async ({ page }) => {
    await page.goto("/lobby/promotions/");
    await waitForLoader(page);
    for (const panel of ["login", "compactlogin", "signup", "quicksignup"]) {
      await page.evaluate(
        (panel) => document.dispatchEvent(new CustomEvent("croupier:open", { detail: { view: panel } })),
        panel,
      );
      await expect(page.locator("dialog form:visible")).toHaveCount(0);
    }
  });
});

test("closing resets the form to LOGIN, navigation keeps it without the password", {
  annotation: rows("4.2-01", "4.2-02"),
}, async ({ page }) => {
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "signup");
  await dialog.getByLabel("First name").fill("Ann");
  await page.keyboard.press("Escape");
  await loginButton(page).click();
  await expect(loginDialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await openForm(page, "signup");
  await expect(dialog.getByLabel("First name")).toHaveValue("");
  await fillSignup(dialog);
  await navigate(page, "/info/about/");
  await page.waitForURL("/info/about/");
  await openForm(page, "signup");
  await expect(dialog.getByText("Step 2 of 2")).toBeVisible();
  await expect(dialog.getByLabel("Year")).toHaveValue("1976");
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("a pending signup shows a spinner, and a second press sends nothing", {
  annotation: rows("4.2-08", "A74"),
}, async ({ page }) => {
  await page.goto("/lobby/promotions/");
  const dialog = await openForm(page, "signup");
  await fillSignup(dialog);
  const sent = await injectFault(page, "**/api/794/signup", { delay_ms: 1500 });
  const button = dialog.locator("form > [type=submit]");
  await button.click();
  await expect(button).toHaveText("Opening your account...");
  await expect(button).toHaveAttribute("aria-busy", "true");
  await button.click({ force: true });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "WELCOME" })).toBeVisible();
  expect(sent.hits).toBe(1);
});

test("a form opened by code after Escape keeps the page responsive", async ({ page }) => {
  await page.goto("/info/faq/");
  await loginButton(page).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  // The focus handling of the closed dialog must not take the focus.
  const dialog = await openForm(page, "forgottenusername");
  await expect(dialog.getByLabel("E-mail")).toBeFocused();
});

test("a reset link sets a new password once, and PLAY NOW opens LOGIN", {
  annotation: rows("2.13-09", "2.13-23", "4.2-16", "7.1-08"),
}, async ({ page }) => {
  await page.goto("/info/faq/?pid=1002&token=made-up");
  const dialog = page.getByRole("dialog", { name: "Choose a new password" });
  const sendPassword = async () => {
    await dialog.getByLabel("New password", { exact: true }).fill("Another-456!");
    await dialog.getByLabel("Confirm new password").fill("Another-456!");
    await dialog.getByRole("button", { name: "SET PASSWORD" }).click();
  };
  // The operator's response, because the test cannot read the email.
  await injectFault(page, "**/api/794/login", { method: "PUT", times: 1, status: 200, body: { message: "OK" } });
  const sent = page.waitForRequest("**/api/794/login");
  await sendPassword();
  expect((await sent).postDataJSON()).toEqual({
    todo: "cpwt",
    player_id: "1002",
    token: "made-up",
    pwd: "Another-456!",
  });
  const completion = page.getByRole("dialog", { name: "PASSWORD RESET" });
  await completion.getByRole("button", { name: "PLAY NOW" }).click();
  await expect(loginDialog(page)).toBeVisible();
});

test("closing LOGIN also clears the previous form and its password", { annotation: rows("4.2-02") }, async ({
  page,
}) => {
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "signup");
  await fillSignup(dialog);
  await dialog.getByRole("button", { name: "Have an account? Log in" }).click();
  await openForm(page, "signup");
  await expect(dialog.getByLabel("Year")).toHaveValue("1976");
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("");
  await dialog.getByRole("button", { name: "Have an account? Log in" }).click();
  await expect(loginDialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await openForm(page, "signup");
  await expect(dialog.getByLabel("First name")).toHaveValue("");
});

test("a panel opened right after closing another one has empty forms", {
  annotation: rows("4.2-01", "4.2-02", "2.6-01"),
}, async ({ page }) => {
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "signup");
  await dialog.getByLabel("First name").fill("Ann");
  // Reopens the dialog before the browser dispatches its close event.
  await page.evaluate(async () => {
    document.querySelector<HTMLDialogElement>("dialog:modal")?.close();
    await Promise.resolve();
    document.dispatchEvent(new CustomEvent("croupier:open", { detail: { view: "quicksignup" } }));
  });
  await expect(dialog.getByRole("button", { name: "CREATE ACCOUNT" })).toBeVisible();
  await expect(dialog.getByLabel("First name")).toHaveValue("");
  await waitForTwoFrames(page);
  await expect(modal(page)).toHaveAttribute("data-view", "quicksignup");
  await openForm(page, "signup");
  await expect(dialog.getByLabel("First name")).toHaveValue("");
});

test("closing the form discards a reset link, navigation does not", { annotation: rows("A13") }, async ({ page }) => {
  await page.goto("/info/faq/?pid=1002&token=made-up");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Confirm new password")).toBeVisible();
  await navigate(page, "/info/about/");
  await page.waitForURL("/info/about/");
  await expect(dialog).toBeHidden();
  const failedReset = await injectFault(page, "**/api/794/login", { method: "PUT", status: 500, body: {} });
  const sendPassword = async () => {
    await openForm(page, "passwordreset");
    await dialog.getByLabel("New password", { exact: true }).fill("Another-456!");
    await dialog.getByLabel("Confirm new password").fill("Another-456!");
    await dialog.getByRole("button", { name: "SET PASSWORD" }).click();
  };
  await sendPassword();
  await expect.poll(() => failedReset.hits).toBe(1);
  await expect(dialog.getByRole("button", { name: "SET PASSWORD" })).toBeEnabled();
  await page.keyboard.press("Escape");
  await sendPassword();
  await expect(dialog.getByRole("button", { name: "SEND A NEW LINK" })).toBeVisible();
  expect(failedReset.hits).toBe(1);
});
