// Query parameters of a URL take effect once, on every page, and are removed. Invalid values are ignored (A11 to A14).

import type { Page } from "@playwright/test";
import { menuButton, menuDialog, modal, signupDialog } from "../pages/dialogs";
import { signIn } from "../support/players";
import { configure, DEV, expect, rows, test, waitForFullLoader, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const FORMS = [
  "signup",
  "quicksignup",
  "login",
  "compactlogin",
  "moreDetails",
  "forgottenusername",
  "forgottenpassword",
  "passwordreset",
  "quickredeem",
  "quickplay",
];
const CHAT = { chat: { adapter: "sandbox", url: "/external/scripts/chat.js" } };

async function expectForm(page: Page, form: string) {
  await expect(modal(page)).toBeVisible();
  // For a guest, moreDetails opens login first.
  await expect(modal(page)).toHaveAttribute("data-view", form === "moreDetails" ? /^(moreDetails|login)$/ : form);
}

/** Opens a URL and waits until the chunk that handles links has run. */
async function openLink(page: Page, url: string) {
  const chunkLoaded = page.waitForResponse(/\/start-links-/);
  await page.goto(url);
  await chunkLoaded;
  await waitForFullLoader(page);
}

for (const form of FORMS)
  test(`action=show with state=${form} opens that form and cleans the URL`, {
    annotation: rows("2.2-01", "1-14"),
  }, async ({ page }) => {
    await page.goto(`/?action=show&state=${form}`);
    await expectForm(page, form);
    await expect(page).toHaveURL(`${DEV}/`);
  });

test("letter case does not matter, and forms open on every page", { annotation: rows("2.2-01") }, async ({ page }) => {
  await page.goto("/lobby/games/?action=show&state=ForgottenUserName&sort=a%20z#jackpots");
  await expectForm(page, "forgottenusername");
  await expect(page).toHaveURL(`${DEV}/lobby/games/?sort=a%20z#jackpots`);
  await page.goto("/welcomeoffer/?action=SHOW&state=signup");
  await expectForm(page, "signup");
});

test("a link within the site opens its form after the visit, but not after Back", {
  annotation: rows("2.2-01"),
}, async ({ page, documents }) => {
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await page.locator("main").evaluate((main) => {
    const link = Object.assign(document.createElement("a"), { href: "/info/terms/?action=show&state=signup&promo=A" });
    link.textContent = "terms and a form";
    main.prepend(link);
  });
  await page.getByRole("link", { name: "terms and a form" }).click();
  await expectForm(page, "signup");
  await expect(page).toHaveURL(`${DEV}/info/terms/?promo=A`);
  await page.goBack();
  await expect(modal(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(`${DEV}/info/faq/`);
  await page.goForward();
  await expect(page).toHaveURL(`${DEV}/info/terms/?promo=A`);
  await expect(page.getByRole("heading", { level: 1, name: "Terms and conditions" })).toBeVisible();
  await expect(modal(page)).toBeHidden();
  expect(documents).toHaveLength(1);
});

test("reload and Back do not repeat a link", { annotation: rows("2.2-01") }, async ({ page }) => {
  await page.goto("/info/faq/?action=show&state=signup");
  await expectForm(page, "signup");
  await page.reload();
  await waitForFullLoader(page);
  await expect(modal(page)).toBeHidden();
  await page.goto("/info/terms/");
  await page.goBack();
  await waitForFullLoader(page);
  await expect(page).toHaveURL(`${DEV}/info/faq/`);
  await expect(modal(page)).toBeHidden();
});

test("invalid values are ignored", { annotation: rows("2.2-01") }, async ({ page }) => {
  for (const query of [
    "action=show&state=",
    "action=show&state=constructor",
    "action=show&state=%00",
    "action=show",
    "state=signup",
    "action=hide&state=signup",
    "pid=1001",
    "state=%E0%A4%A",
    "user=U1",
    "rtg_aff=%3Cb%3E",
  ]) {
    await openLink(page, `/info/faq/?${query}`);
    await expect(page.locator("html")).toHaveAttribute("data-start", "");
    await expect(modal(page)).toBeHidden();
    expect(await page.evaluate(() => localStorage.length), query).toBe(0);
  }
});

test("quick redeem and quick play need no action parameter", { annotation: rows("2.2-04", "2.2-05") }, async ({
  page,
}) => {
  await page.goto("/info/faq/?state=QuickRedeem&hash=5f5f&code=R1&coupon=C1&game=18-32&promo=A");
  await expectForm(page, "quickredeem");
  await expect(page).toHaveURL(`${DEV}/info/faq/?promo=A`);
  await page.goto("/?action=show&state=quickplay&hash=5f5f&game=18-32");
  await expectForm(page, "quickplay");
  await expect(page).toHaveURL(`${DEV}/`);
});

test("a damaged reset link opens the reset, and leaves the URL", { annotation: rows("A12") }, async ({ page }) => {
  for (const query of ["pid=1130&token=abc%3E", "pid=abc&token=R1", "pid=1001&token=%3Cscript%3E"]) {
    await page.goto(`/?${query}`);
    await expectForm(page, "passwordreset");
    await expect(page).toHaveURL(`${DEV}/`);
  }
});

test("pid and token open the reset before other forms and leave the URL", { annotation: rows("2.2-06") }, async ({
  page,
}) => {
  await page.goto("/?action=show&state=signup&pid=712407140712&token=R1-abc&rtg_aff=A1&promo=A");
  await expectForm(page, "passwordreset");
  await expect(page).toHaveURL(`${DEV}/?promo=A`);
  const storage = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(storage).not.toContain("R1-abc");
  expect(storage).not.toContain("712407140712");
  // This token belongs to the player. Only the affiliate's own id is stored (A12).
  expect(JSON.parse(await page.evaluate(() => localStorage.getItem("affiliate") ?? "{}"))).toMatchObject({
    token: "",
    rtg_aff: "A1",
  });
  await page.reload();
  await waitForFullLoader(page);
  await expect(modal(page)).toBeHidden();
});

test("showchat and action=showchat open the chat", { annotation: rows("2.2-02", "2.2-03") }, async ({ page }) => {
  await configure(page, CHAT);
  const chat = page.getByRole("dialog", { name: "Live chat" });
  for (const query of ["showchat", "action=showchat", "action=ShowChat&promo=A", "showchat=1"]) {
    await page.goto(`/info/faq/?${query}`);
    await expect(chat).toBeVisible();
    await expect(page).toHaveURL(`${DEV}/info/faq/${query.includes("promo") ? "?promo=A" : ""}`);
  }
});

test("without a chat the contact page opens", { annotation: rows("2.2-02") }, async ({ page }) => {
  await page.goto("/?showchat");
  await page.waitForURL("/info/contactus/");
  await page.goBack();
  await expect(page).toHaveURL(`${DEV}/`);
});

test("after a failed chat script the contact page opens", { annotation: rows("2.2-03") }, async ({ page }) => {
  await configure(page, CHAT);
  await page.route("**/external/scripts/chat.js", (route) => route.abort());
  await page.goto("/?action=showchat");
  await page.waitForURL("/info/contactus/");
});

test("a player gets no LOGIN or SIGN UP by link, but other forms", { annotation: rows("2.2-01") }, async ({
  page,
  context,
}) => {
  await signIn(context, DEV);
  for (const form of ["login", "compactlogin", "signup", "quicksignup"]) {
    await openLink(page, `/lobby/promotions/?action=show&state=${form}`);
    await expect(page).toHaveURL(`${DEV}/lobby/promotions/`);
    await expect(modal(page)).toBeHidden();
  }
  await page.goto("/?action=show&state=moreDetails&promo=A");
  await page.waitForURL("/lobby/games/?promo=A");
  await expectForm(page, "moreDetails");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("CONTACT SUPPORT opens the chat and closes the menu", {
    tag: "@smoke",
    annotation: rows("2.4-07", "1-03"),
  }, async ({ page }) => {
    await configure(page, CHAT);
    await page.goto("/lobby/games/");
    await waitForFullLoader(page);
    await menuButton(page).click();
    await menuDialog(page).getByRole("link", { name: "CONTACT SUPPORT" }).click();
    const chat = page.getByRole("dialog", { name: "Live chat" });
    const message = chat.getByRole("textbox", { name: "Message" });
    await expect(message).toBeFocused();
    await message.fill("Is anybody there?");
    await chat.getByRole("button", { name: "Send" }).click();
    const chatEvents = await page.evaluate(
      () => (window as unknown as { SandboxChat: { events: unknown[] } }).SandboxChat.events,
    );
    expect(chatEvents.at(-1)).toEqual({ event: "message", text: "Is anybody there?" });
    await expect(menuDialog(page)).toBeHidden();
    await expect(page).toHaveURL(`${DEV}/lobby/games/`);
  });

  test("CONTACT SUPPORT opens the contact page without a chat", { annotation: rows("2.4-07") }, async ({
    page,
    documents,
  }) => {
    await page.goto("/lobby/games/");
    await waitForFullLoader(page);
    await menuButton(page).click();
    await menuDialog(page).getByRole("link", { name: "CONTACT SUPPORT" }).click();
    await expect(page).toHaveURL(`${DEV}/info/contactus/`);
    await expect(menuDialog(page)).toBeHidden();
    expect(documents).toHaveLength(1);
  });
});

test("SIGN UP NOW on a card stores its code for seven days", { annotation: rows("3-44", "9-17") }, async ({
  page,
  context,
}) => {
  await page.goto("/lobby/promotions/");
  await waitForFullLoader(page);
  const card = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: "SIGN UP NOW" }) });
  const code = await card.first().getByRole("article").getAttribute("data-coupon");
  const pressedAt_s = Date.now() / 1000;
  await card.first().getByRole("button", { name: "SIGN UP NOW" }).click();
  await expect(signupDialog(page)).toBeVisible();
  await expect.poll(async () => (await context.cookies()).length).toBe(1);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({
    name: "signup_coupon",
    value: code,
    path: "/",
    sameSite: "Lax",
    secure: true,
  });
  expect(Math.abs((cookie?.expires ?? 0) - pressedAt_s - 604_800)).toBeLessThan(10);
});
