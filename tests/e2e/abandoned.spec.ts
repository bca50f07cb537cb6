// Abandoned and refused signups are reported to the operator once, never after a success and never with a secret (A78, A79, A82).

import type { Page, Request } from "@playwright/test";
import {
  beginSignup,
  configure,
  DEV,
  expect,
  fault,
  fillSignup,
  freshEmail,
  openForm,
  PASSWORD,
  rows,
  test,
  wholly,
} from "./test";

test.use({ serviceWorkers: "block" });

const LEFT = "**/api/794/accounts/incomplete-signups";
const REFUSED = "**/api/794/accounts/quick-signups";

/** Returns the reports that the page sends. They are intercepted, because a report can outlive its page. */
async function reports(page: Page, path: string) {
  const sent: Request[] = [];
  await page.context().route(path, (route) => {
    sent.push(route.request());
    return route.fulfill({ status: 200, contentType: "application/json", body: "{}" });
  });
  return sent;
}

/** Closes the form with Escape, and waits until the form has handled it. */
async function close(page: Page) {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.locator("#croupier-modal")).toHaveAttribute("data-panel", "login");
}

/** Opens a form and waits for the chunk that detects abandonment. */
async function openWatched(page: Page, type: string) {
  const came = page.waitForResponse(/abandonment-/);
  const dialog = await openForm(page, type);
  await came;
  return dialog;
}

test("an abandoned signup is reported once with six values", { annotation: rows("4.2-38", "7.2-03") }, async ({
  page,
}) => {
  const sent = await reports(page, LEFT);
  await page.goto("/info/faq/");
  const since = Date.now();
  const dialog = await openWatched(page, "signup");
  const shown = Date.now();
  await beginSignup(dialog, { email: " ann@example.com " });
  await expect(dialog.getByLabel("Password", { exact: true })).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await close(page);
  await expect.poll(() => sent.length).toBe(1);
  const body = sent[0]?.postDataJSON() as Record<string, string>;
  expect(body).toEqual({
    login: "",
    email: "ann@example.com",
    first_name: "Ann",
    last_name: "Lee",
    client_id: 3,
    start_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  // The start date is when the form was opened, not when it was left.
  const begun = Date.parse(body.start_date ?? "");
  expect(begun).toBeGreaterThanOrEqual(since);
  expect(begun).toBeLessThanOrEqual(shown);
  expect(sent[0]?.headers()["x-session-token"]).toBeUndefined();

  await beginSignup(await openForm(page, "signup"), { email: "bob@example.com" });
  await close(page);
  await page.reload();
  await beginSignup(await openForm(page, "quicksignup"), { email: "bob@example.com" });
  await close(page);
  await page.reload();
  await wholly(page);
  expect(sent).toHaveLength(1);
});

test("without a valid email and both names nothing is reported", { annotation: rows("4.2-38") }, async ({ page }) => {
  const sent = await reports(page, LEFT);
  await page.goto("/info/faq/");
  await openWatched(page, "signup");
  await close(page);
  for (const missing of [{ email: "" }, { email: "ann@" }, { firstName: " " }, { lastName: "4" }]) {
    await beginSignup(await openForm(page, "signup"), missing);
    await close(page);
  }
  await page.reload();
  await wholly(page);
  expect(sent.map((request) => request.postData())).toEqual([]);
});

test("leaving the page reports the open form, also for quick signup", { annotation: rows("4.2-38") }, async ({
  page,
}) => {
  const email = freshEmail();
  await page.goto("/info/faq/");
  await beginSignup(await openWatched(page, "quicksignup"), { email });
  await page.goto("about:blank");
  // The request outlives its page, so only the sandbox sees it.
  const kept = async () => (await (await fetch(`${DEV}/sandbox/signups`)).text()).split(email).length - 1;
  await expect.poll(kept).toBe(1);
});

test("other forms, the switch and Global Privacy Control send no report", { annotation: rows("4.2-38") }, async ({
  page,
}) => {
  const sent = await reports(page, LEFT);
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "forgottenpassword");
  await dialog.getByRole("textbox").first().fill("ann@example.com");
  await close(page);
  await configure(page, { signup: { report_abandoned: false } });
  await page.reload();
  await beginSignup(await openWatched(page, "signup"));
  await close(page);
  await configure(page, { signup: { report_abandoned: true } });
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  await page.reload();
  await beginSignup(await openWatched(page, "signup"));
  await close(page);
  await page.goto("about:blank");
  expect(sent).toEqual([]);
});

test("a completed or pending signup is not abandoned", { annotation: rows("4.2-38") }, async ({ page }) => {
  const sent = await reports(page, LEFT);
  await page.goto("/info/faq/");
  const dialog = await openWatched(page, "signup");
  await fillSignup(dialog);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  await expect(page.getByRole("dialog", { name: "WELCOME" })).toBeVisible();
  await close(page);
  await page.goto("about:blank");
  expect(sent).toEqual([]);
});

for (const [message, isTold] of [
  ["X", true],
  ["Banned", true],
  ["BANNED: an account with this email already exists.", false],
] as const)
  test(`a refusal of "${message}" is ${isTold ? "reported" : "not reported"}`, {
    annotation: rows("8-04", "7.2-05"),
  }, async ({ page }) => {
    const sent = await reports(page, REFUSED);
    await fault(page, "**/api/794/signup", { status: 409, body: { errorMessage: message } });
    await page.goto("/info/faq/");
    const dialog = await openForm(page, "signup");
    const email = freshEmail();
    await fillSignup(dialog, email);
    const answered = page.waitForResponse("**/api/794/signup");
    await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
    await answered;
    // The report is sent before the page renders the refusal.
    await expect(dialog.getByRole("button", { name: "CREATE ACCOUNT" })).toBeHidden();
    const body = { email, first_name: "Ann", last_name: "Lee", client_id: 3, message };
    await expect.poll(() => sent.map((request) => request.postDataJSON())).toEqual(isTold ? [body] : []);
  });

test("a failed report does not delay the response", { annotation: rows("7.2-05") }, async ({ page }) => {
  await fault(page, REFUSED, { drop: true });
  await fault(page, "**/api/794/signup", { status: 409, body: { errorMessage: "X" } });
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "signup");
  await fillSignup(dialog);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  await expect(page.getByRole("dialog", { name: "WE ARE SORRY" })).toBeVisible();
});
