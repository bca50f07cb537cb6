// Affiliates: values come from a link or a token, expire after seven days, and are not sent before a signup (A15, A16).

import type { Page } from "@playwright/test";
import { loginDialog, modal } from "../pages/dialogs";
import { fillSignup, openForm } from "../pages/onboarding";
import { injectFault } from "../support/requests";
import { configure, DEV, expect, gate, rows, test, waitForFullLoader, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

/** Returns the stored affiliate; `null` if there is none or while another document loads. */
const stored = (page: Page) =>
  page
    .evaluate(() => JSON.parse(localStorage.getItem("affiliate") ?? "null") as Record<string, unknown> | null)
    .catch(() => null);

/** Opens a link and returns the affiliate that it stores. */
async function captureAffiliate(page: Page, link: string) {
  await page.goto(link);
  await expect.poll(() => stored(page)).not.toBeNull();
  return stored(page);
}

test("token, rtg_aff and feed are stored and leave the URL in one document", { annotation: rows("2.2-07") }, async ({
  page,
  documents,
}) => {
  expect(await captureAffiliate(page, "/info/faq/?token=T1&rtg_aff=A1&feed=F1&promo=P")).toEqual({
    token: "T1",
    rtg_aff: "A1",
    feed: "F1",
    at: expect.any(Number),
  });
  await expect(page).toHaveURL(`${DEV}/info/faq/?promo=P`);
  expect(documents).toHaveLength(1);
  // Nothing is sent before a signup.
  const requests: string[] = [];
  page.on("request", (request) => void requests.push(request.url() + (request.postData() ?? "")));
  await waitForLoader(page);
  await page.getByRole("banner").getByRole("link", { name: "GAMES" }).click();
  await page.waitForURL("/lobby/games/");
  expect(requests.filter((text) => /T1|A1|F1/.test(text))).toEqual([]);
});

test("the last affiliate link wins as a whole", { annotation: rows("2.2-07") }, async ({ page }) => {
  await captureAffiliate(page, "/?token=T1&rtg_aff=A1");
  await page.goto("/?rtg_aff=A2");
  await expect.poll(() => stored(page)).toMatchObject({ token: "", rtg_aff: "A2", feed: "" });
  await page.goto("/lobby/games/?token=T3");
  await expect.poll(() => stored(page)).toMatchObject({ token: "T3", rtg_aff: "", feed: "" });
});

test("user and feed are replaced by a token on the same page", { annotation: rows("2.2-08", "7.6-04") }, async ({
  page,
  documents,
}) => {
  const tokenRequest = page.waitForRequest("**/aff/794/token?*");
  const urls: string[] = [];
  page.on("framenavigated", (frame) => urls.push(frame.url().slice(DEV.length)));
  await page.goto("/info/faq/?user=U1&feed=F1&promo=a%20b&showchat#money");
  expect(new URL((await tokenRequest).url()).search).toBe("?user_id=U1");
  expect((await tokenRequest).headers()["x-session-token"]).toBeUndefined();
  await expect.poll(() => stored(page)).toMatchObject({ rtg_aff: "U1", feed: "F1" });
  expect((await stored(page))?.token).toMatch(/^[\w-]{1,64}$/);
  // This site has no chat, so the link finally opens the contact page.
  await page.waitForURL("/info/contactus/");
  await page.goBack();
  await expect(page).toHaveURL(`${DEV}/info/faq/?promo=a%20b#money`);
  expect(urls).toContainEqual(
    expect.stringMatching(/^\/info\/faq\/\?promo=a%20b&showchat&token=[\w-]+&rtg_aff=U1&feed=F1#money$/),
  );
  expect(documents).toHaveLength(1);
});

test("the hash of an email link survives the redirect in memory only", { annotation: rows("2.2-08") }, async ({
  page,
  documents,
}) => {
  await page.goto("/?state=quickredeem&code=C&user=U1&feed=F1&hash=5f5f");
  await expect.poll(() => stored(page)).toMatchObject({ rtg_aff: "U1" });
  await expect(modal(page)).toHaveAttribute("data-view", "quickredeem");
  await expect(page).toHaveURL(`${DEV}/`);
  // The second document is the one without the secret in its URL.
  expect(documents.map((request) => new URL(request.url()).searchParams.get("hash"))).toEqual(["5f5f", null]);
});

for (const [reason, failure] of [
  ["an error response", { status: 500 }],
  ["no response", { drop: true }],
  ["a URL instead of a token", { body: { token: "https://evil.example/?x=1" } }],
  ["a response without a token", { body: {} }],
] as const)
  test(`after ${reason} the page stays without both parameters and opens its form`, {
    annotation: rows("2.2-08"),
  }, async ({ page, documents }) => {
    const tokenCalls = await injectFault(page, "**/aff/794/token?*", failure);
    await page.goto("/info/faq/?user=U1&feed=F1&action=show&state=login&promo=P");
    await expect(loginDialog(page)).toBeVisible();
    await expect(page).toHaveURL(`${DEV}/info/faq/?promo=P`);
    expect(tokenCalls.hits).toBe(1);
    expect(await stored(page)).toBeNull();
    expect(documents).toHaveLength(1);
  });

test("without a token URL user and feed are dropped", { annotation: rows("2.2-08") }, async ({ page }) => {
  await configure(page, { affiliate: { token_url: "" } });
  await page.goto("/?user=U1&feed=F1");
  await expect(page).toHaveURL(`${DEV}/`);
  await waitForFullLoader(page);
  expect(await stored(page)).toBeNull();
});

test("navigation before the token arrives is kept, and so is the affiliate", { annotation: rows("2.2-08") }, async ({
  page,
  documents,
}) => {
  const { opened: released, open: release } = gate();
  await page.route("**/aff/794/token?*", async (route) => {
    await released;
    await route.fallback();
  });
  const tokenRequest = page.waitForRequest("**/aff/794/token?*");
  await page.goto("/info/faq/?user=U1&feed=F1");
  await tokenRequest;
  await page.getByRole("banner").getByRole("link", { name: "GAMES" }).click();
  await page.waitForURL("/lobby/games/");
  release();
  await expect.poll(() => stored(page)).toMatchObject({ rtg_aff: "U1", feed: "F1" });
  await expect(page).toHaveURL(`${DEV}/lobby/games/`);
  expect(documents).toHaveLength(1);
});

test("a signup sends the affiliate values", { annotation: rows("2.2-07", "1-15") }, async ({ page }) => {
  await captureAffiliate(page, "/?token=T1&rtg_aff=A1");
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "signup");
  await fillSignup(dialog);
  const downloadIdRequest = page.waitForRequest("**/api/794/download-id");
  const sent = page.waitForRequest("**/api/794/signup");
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  expect((await downloadIdRequest).postDataJSON()).toMatchObject({ affiliate_id: "A1", tracking_id: "T1" });
  expect((await sent).postDataJSON()).toMatchObject({ aid: "A1" });
  await expect(page.getByRole("dialog", { name: "WELCOME" })).toBeVisible();
});

test("affiliate values expire after seven days", { annotation: rows("2.2-07", "9-17") }, async ({ page }) => {
  const week_ms = 7 * 24 * 60 * 60 * 1000;
  await page.clock.install();
  await captureAffiliate(page, "/info/faq/?rtg_aff=A1");
  const capturedAt = Number((await stored(page))?.at);
  for (const [at, affiliate_id] of [
    [capturedAt + week_ms, "A1"],
    [capturedAt + week_ms + 1, ""],
  ] as const) {
    await page.clock.setFixedTime(at);
    await page.goto("/info/faq/");
    const dialog = await openForm(page, "signup");
    await fillSignup(dialog);
    await injectFault(page, "**/api/794/signup", { status: 500, times: 1 });
    const downloadIdRequest = page.waitForRequest("**/api/794/download-id");
    await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
    expect((await downloadIdRequest).postDataJSON()).toMatchObject({ affiliate_id, tracking_id: "" });
  }
});
