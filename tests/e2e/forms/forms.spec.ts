// The login form: errors, the password toggle, which input is kept, and keyboard use.

import type { Page } from "@playwright/test";
import { FALLBACK_MESSAGE, loginButton, loginDialog } from "../pages/dialogs";
import { logIn, submitLogin } from "../pages/onboarding";
import { PASSWORD } from "../support/players";
import { injectFault } from "../support/requests";
import { expect, gate, rows, test, waitForFullLoader } from "../support/test";

async function openLogin(page: Page, path = "/info/faq/") {
  await page.goto(path);
  await waitForFullLoader(page);
  await loginButton(page).click();
  return loginDialog(page);
}

test("errors show after the first attempt and follow the input", {
  tag: "@smoke",
  annotation: rows("4.2-04", "5-13"),
}, async ({ page }) => {
  const dialog = await openLogin(page);
  const login = dialog.getByLabel("Username or e-mail");
  const password = dialog.getByLabel("Password", { exact: true });
  await login.fill("a");
  await login.fill("");
  await expect(login).not.toHaveAttribute("aria-invalid");
  await login.fill("a");
  await password.press("Enter");
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription("Valid characters are A-Z a-z 0-9, minimum 6 characters");
  await expect(login).not.toHaveAttribute("aria-invalid");
  await password.fill("b");
  await expect(password).not.toHaveAttribute("aria-invalid");
});

test("the toggle shows and hides the password and changes its name", { annotation: rows("2.13-32") }, async ({
  page,
}) => {
  const dialog = await openLogin(page);
  const password = dialog.getByLabel("Password", { exact: true });
  await password.fill("Secret-1");
  await dialog.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await dialog.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
  await expect(password).toHaveValue("Secret-1");
  expect(await dialog.evaluate((element) => element.outerHTML)).not.toContain("Secret-1");
});

test("a player logs in by keyboard alone", async ({ page }) => {
  await page.goto("/lobby/promotions/");
  await waitForFullLoader(page);
  await loginButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(loginDialog(page)).toBeVisible();
  for (let steps = 0; steps < 6; steps++) {
    if (
      await loginDialog(page)
        .getByLabel("Username or e-mail")
        .evaluate((field) => field === document.activeElement)
    )
      break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("annx");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("banner").getByText("Hello, Ann")).toBeVisible();
});

test("navigation keeps the login and clears the password, closing clears both", { annotation: rows("4.2-02") }, async ({
  page,
}) => {
  const dialog = await openLogin(page);
  const login = dialog.getByLabel("Username or e-mail");
  const password = dialog.getByLabel("Password", { exact: true });
  await login.fill("somebody");
  await password.fill("Secret-1");
  await dialog.getByRole("link", { name: "Contact us" }).click();
  await page.waitForURL("/info/contactus/");
  await loginButton(page).click();
  await expect(login).toHaveValue("somebody");
  await expect(password).toHaveValue("");
  await page.keyboard.press("Escape");
  await loginButton(page).click();
  await expect(login).toHaveValue("");
});

// While the focus moves between two fields, Firefox reports the body as the focused element. Here it stays that way.
test("an open form whose code loads does not move the focus", { annotation: rows("4.2-02") }, async ({ page }) => {
  const code = gate();
  await page.route("**/assets/modal-*.js", async (route) => {
    await code.opened;
    await route.fallback();
  });
  const dialog = await openLogin(page);
  await dialog.getByLabel("Username or e-mail").fill("somebody");
  const focused = await page.evaluateHandle(() => {
    (document.activeElement as HTMLElement).blur();
    const elements: string[] = [];
    document.addEventListener("focusin", ({ target }) => elements.push((target as Element).outerHTML), true);
    return elements;
  });
  code.open();
  await expect(page.locator("[data-hydrated] > dialog")).toBeVisible();
  // The effects of a component have run when it renders the change of an event.
  await dialog.getByRole("button", { name: "Show password" }).dispatchEvent("click");
  await expect(dialog.getByRole("button", { name: "Hide password" })).toBeVisible();
  expect(await focused.jsonValue()).toEqual([]);
});

for (const cause of ["navigation", "closing"])
  test(`a form without its code keeps no password after ${cause}`, { annotation: rows("4.2-02") }, async ({ page }) => {
    const code = gate();
    await page.route("**/assets/modal-*.js", async (route) => {
      await code.opened;
      await route.fallback();
    });
    const dialog = await openLogin(page);
    const login = dialog.getByLabel("Username or e-mail");
    const password = dialog.getByLabel("Password", { exact: true });
    await login.fill("somebody");
    await password.fill("Secret-1");
    const isVisit = cause !== "closing";
    if (isVisit) {
      await dialog.getByRole("link", { name: "Contact us" }).click();
      await page.waitForURL("/info/contactus/");
    } else await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    code.open();
    await loginButton(page).click();
    await expect(page.locator("[data-hydrated] > dialog")).toBeVisible();
    await expect(login).toHaveValue(isVisit ? "somebody" : "");
    await expect(password).toHaveValue("");
  });

for (const [cause, failure] of [
  ["no connection", { drop: true }],
  ["a server error", { status: 500, body: {} }],
  ["angle brackets", { status: 400, body: { errorMessage: "<img src=x onerror=alert(1)>" } }],
] as const) {
  test(`${cause} shows a message`, { annotation: rows("5-29", "8-30") }, async ({ page }) => {
    const dialog = await openLogin(page);
    await injectFault(page, "**/api/794/login", failure);
    await submitLogin(dialog, "annx", "wrong");
    const alert = dialog.getByRole("alert");
    if (cause === "a server error") await expect(alert).toContainText(/./);
    else await expect(alert).toHaveText(FALLBACK_MESSAGE);
    await expect(dialog.getByLabel("Username or e-mail")).toHaveValue("annx");
  });
}

test("failures that are not refusals never show too many attempts", { annotation: rows("4.1-17") }, async ({
  page,
}) => {
  const dialog = await openLogin(page);
  await injectFault(page, "**/api/794/login", { drop: true });
  await dialog.getByLabel("Username or e-mail").fill("annx");
  await dialog.getByLabel("Password", { exact: true }).fill("wrong");
  for (let attempt = 0; attempt < 6; attempt++) {
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/login"));
    await dialog.getByRole("button", { name: "LOGIN", exact: true }).click();
    await failed;
    await expect(dialog.getByRole("alert")).toHaveText(FALLBACK_MESSAGE);
  }
});

test("the sixth refusal shows too many attempts again", { annotation: rows("4.1-17", "8-12") }, async ({ page }) => {
  const refusal = await injectFault(page, "**/api/794/login", { status: 401, body: { errorMessage: "No" } });
  await page.addInitScript(() => sessionStorage.setItem("login_failures", "5"));
  const dialog = await openLogin(page);
  await submitLogin(dialog, "annx", "wrong");
  await expect(page.getByRole("dialog", { name: "WE COULDN'T LOG YOU IN" })).toBeVisible();
  expect(refusal.hits).toBe(1);
});

test("maintenance and country restriction have their own screens", { annotation: rows("8-05", "8-07") }, async ({
  page,
}) => {
  const dialog = await openLogin(page);
  await injectFault(page, "**/api/794/login", {
    times: 1,
    status: 503,
    body: { errorMessage: "errorCasinoMaintenance" },
  });
  await submitLogin(dialog, "annx", "wrong");
  const screen = page.getByRole("dialog", { name: "BACK SOON" });
  await expect(screen.getByText(/currently down for Maintenance/)).toBeVisible();
  await screen.getByRole("button", { name: "CLOSE", exact: true }).click();
  await expect(screen).toBeHidden();
  await loginButton(page).click();
  const body = { errorMessage: "errorViewerRestriction", country: "GB" };
  await injectFault(page, "**/api/794/login", { times: 1, status: 403, body });
  await submitLogin(dialog, "annx", "wrong");
  await expect(page.getByRole("dialog", { name: "WE ARE SORRY" }).getByText(/United Kingdom/)).toBeVisible();
});

test("a response to a closed form does nothing, and a second press sends no login", async ({ page }) => {
  const dialog = await openLogin(page);
  const slow = await injectFault(page, "**/api/794/login", {
    times: 1,
    delay_ms: 1500,
    status: 401,
    body: { errorMessage: "No" },
  });
  await submitLogin(dialog, "annx", "wrong");
  await dialog.getByRole("button", { name: "Logging in..." }).click();
  expect(slow.hits).toBe(1);
  await page.keyboard.press("Escape");
  await logIn(page, "annx");
  await expect(page.getByRole("banner").getByText("Hello, Ann")).toBeVisible();
  await expect(dialog).toBeHidden();
});
