// Abandoned and refused signups are reported to the operator once, never after a success and never with a secret (A78, A79, A82).

import type { Page, Request } from "@playwright/test";
import { modal } from "../pages/dialogs";
import { fillPersonalData, fillSignup, freshEmail, openForm } from "../pages/onboarding";
import { PASSWORD } from "../support/players";
import { injectFault } from "../support/requests";
import { configure, DEV, expect, rows, test, waitForFullLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const ABANDONED = "**/api/794/accounts/incomplete-signups";
const REFUSED = "**/api/794/accounts/quick-signups";

/** Returns the reports that the page sends. They are intercepted, because a report can outlive its page. */
async function recordReports(page: Page, path: string) {
  const requests: Request[] = [];
  await page.context().route(path, (route) => {
    requests.push(route.request());
    return route.fulfill({ status: 200, contentType: "application/json", body: "{}" });
  });
  return requests;
}

/** Closes the form with Escape, and waits until the form has handled it. */
async function closeForm(page: Page) {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(modal(page)).toHaveAttribute("data-view", "login");
}

/** Opens a form and waits for the chunk that detects abandonment. */
async function openTrackedForm(page: Page, type: string) {
  const loaded = page.waitForResponse(/abandonment-/);
  const dialog = await openForm(page, type);
  await loaded;
  return dialog;
}

test("an abandoned signup is reported once with six values", { annotation: rows("4.2-38", "7.2-03") }, async ({
  page,
}) => {
  const requests = await recordReports(page, ABANDONED);
  await page.goto("/info/faq/");
  const startedAt = Date.now();
  const dialog = await openTrackedForm(page, "signup");
  const openedAt = Date.now();
  await fillPersonalData(dialog, { email: " ann@example.com " });
  await expect(dialog.getByLabel("Password", { exact: true })).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await closeForm(page);
  await expect.poll(() => requests.length).toBe(1);
  const body = requests[0]?.postDataJSON() as Record<string, string>;
  expect(body).toEqual({
    login: "",
    email: "ann@example.com",
    first_name: "Ann",
    last_name: "Lee",
    client_id: 3,
    start_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  // The start date is when the form was opened, not when it was left.
  const startDate = Date.parse(body.start_date ?? "");
  expect(startDate).toBeGreaterThanOrEqual(startedAt);
  expect(startDate).toBeLessThanOrEqual(openedAt);
  expect(requests[0]?.headers()["x-session-token"]).toBeUndefined();

  await fillPersonalData(await openForm(page, "signup"), { email: "bob@example.com" });
  await closeForm(page);
  await page.reload();
  await fillPersonalData(await openForm(page, "quicksignup"), { email: "bob@example.com" });
  await closeForm(page);
  await page.reload();
  await waitForFullLoader(page);
  expect(requests).toHaveLength(1);
});

test("without a valid email and both names nothing is reported", { annotation: rows("4.2-38") }, async ({ page }) => {
  const requests = await recordReports(page, ABANDONED);
  await page.goto("/info/faq/");
  await openTrackedForm(page, "signup");
  await closeForm(page);
  for (const missing of [{ email: "" }, { email: "ann@" }, { firstName: " " }, { lastName: "4" }]) {
    await fillPersonalData(await openForm(page, "signup"), missing);
    await closeForm(page);
  }
  await page.reload();
  await waitForFullLoader(page);
  expect(requests.map((request) => request.postData())).toEqual([]);
});

test("leaving the page reports the open form, also for quick signup", { annotation: rows("4.2-38") }, async ({
  page,
}) => {
  const email = freshEmail();
  await page.goto("/info/faq/");
  await fillPersonalData(await openTrackedForm(page, "quicksignup"), { email });
  await page.goto("about:blank");
  // The request outlives its page, so only the sandbox sees it.
  const countSignups = async () => (await (await fetch(`${DEV}/sandbox/signups`)).text()).split(email).length - 1;
  await expect.poll(countSignups).toBe(1);
});

test("other forms, the disabled setting and Global Privacy Control send no report", {
  annotation: rows("4.2-38"),
}, async ({ page }) => {
  const requests = await recordReports(page, ABANDONED);
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "forgottenpassword");
  await dialog.getByRole("textbox").first().fill("ann@example.com");
  await closeForm(page);
  await configure(page, { signup: { report_abandoned: false } });
  await page.reload();
  await fillPersonalData(await openTrackedForm(page, "signup"));
  await closeForm(page);
  await configure(page, { signup: { report_abandoned: true } });
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  await page.reload();
  await fillPersonalData(await openTrackedForm(page, "signup"));
  await closeForm(page);
  await page.goto("about:blank");
  expect(requests).toEqual([]);
});

test("a completed or pending signup is not abandoned", { annotation: rows("4.2-38") }, async ({ page }) => {
  const requests = await recordReports(page, ABANDONED);
  await page.goto("/info/faq/");
  const dialog = await openTrackedForm(page, "signup");
  await fillSignup(dialog);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  await expect(page.getByRole("dialog", { name: "WELCOME" })).toBeVisible();
  await closeForm(page);
  await page.goto("about:blank");
  expect(requests).toEqual([]);
});

for (const [message, isReported] of [
  ["X", true],
  ["Banned", true],
  ["BANNED: an account with this email already exists.", false],
] as const)
  test(`a refusal of "${message}" is ${isReported ? "reported" : "not reported"}`, {
    annotation: rows("8-04", "7.2-05"),
  }, async ({ page }) => {
    const requests = await recordReports(page, REFUSED);
    await injectFault(page, "**/api/794/signup", { status: 409, body: { errorMessage: message } });
    await page.goto("/info/faq/");
    const dialog = await openForm(page, "signup");
    const email = freshEmail();
    await fillSignup(dialog, email);
    const response = page.waitForResponse("**/api/794/signup");
    await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
    await response;
    // The report is sent before the page renders the refusal.
    await expect(dialog.getByRole("button", { name: "CREATE ACCOUNT" })).toBeHidden();
    const body = { email, first_name: "Ann", last_name: "Lee", client_id: 3, message };
    await expect.poll(() => requests.map((request) => request.postDataJSON())).toEqual(isReported ? [body] : []);
  });

test("a failed report does not delay the response", { annotation: rows("7.2-05") }, async ({ page }) => {
  await injectFault(page, REFUSED, { drop: true });
  await injectFault(page, "**/api/794/signup", { status: 409, body: { errorMessage: "X" } });
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "signup");
  await fillSignup(dialog);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  await expect(page.getByRole("dialog", { name: "WE ARE SORRY" })).toBeVisible();
});
