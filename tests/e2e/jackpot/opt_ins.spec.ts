// Opt-ins of players: lobby jackpot and quick play in footer, menu and preferences, prize claims, and emails.

import type { Page } from "@playwright/test";
import { FALLBACK_MESSAGE, loginDialog, menuButton, openPanel } from "../pages/dialogs";
import { openForm } from "../pages/onboarding";
import { commandSandbox, newPlayer, openAsNewPlayer } from "../support/players";
import { injectFault } from "../support/requests";
import { DEV, expect, expectAccessible, gate, openTab, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const JACKPOT_CALLS = /\/lobby-jackpot\/players\/\d+\/jackpots/;
const QUICK_PLAY_CALL = "**/api/794/player/*/accounts/quick";

const jackpot = (page: Page) => page.getByRole("switch", { name: "LOBBY JACKPOT" });
const quickPlay = (page: Page) => page.getByRole("switch", { name: "QUICK PLAY" });
const confirmDialog = (page: Page, name: string) => page.getByRole("alertdialog", { name });

test("both jackpot opt-ins ask first and follow the server", {
  annotation: rows("2.14-01", "2.14-02", "2.14-03", "2.14-04", "4.8-03", "7.5-03", "1-11", "2.5-26", "9-13", "3-30"),
}, async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  await page.goto("/info/faq/");
  await expect(jackpot(page)).toHaveAttribute("aria-checked", "false");
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("switch", { name: "LOBBY JACKPOT" })).toHaveCount(1);
  // Hover opens the tooltip, and a click does not close it.
  const about = footer.getByRole("button", { name: "About the lobby jackpot" });
  await about.hover();
  await expect(footer.getByRole("tooltip")).toContainText("$0.01 per spin");
  await about.click();
  await expect(footer.getByRole("tooltip")).toContainText("$0.01 per spin");

  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && JACKPOT_CALLS.test(request.url())) sent.push(new URL(request.url()).search);
  });
  await jackpot(page).click();
  const dialog = confirmDialog(page, "Opt-In Confirmation");
  await expect(dialog).toContainText("$0.01 is deducted from your balance after every spin");
  await expectAccessible(page, "dialog[open]");
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(dialog).toBeHidden();
  await expect(jackpot(page)).toHaveAttribute("aria-checked", "false");
  expect(sent).toEqual([]);

  await jackpot(page).click();
  await dialog.getByRole("button", { name: "CONFIRM" }).click();
  await expect(jackpot(page)).toHaveAttribute("aria-checked", "true");
  expect(sent).toEqual(["?optPlayer=true"]);

  await page.reload();
  await expect(jackpot(page)).toHaveAttribute("aria-checked", "true");
  await jackpot(page).click();
  const optOut = confirmDialog(page, "Opt-Out Confirmation");
  await expect(optOut).toContainText("You will no longer take part in the lobby jackpot.");
  await optOut.getByRole("button", { name: "CONFIRM" }).click();
  await expect(jackpot(page)).toHaveAttribute("aria-checked", "false");
  expect(sent).toEqual(["?optPlayer=true", "?optPlayer=false"]);
});

test("the opt-in uses the guid of the feed", { annotation: rows("3-28") }, async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  const feed = await page.request.get("/api/794/lobby-jackpot/sandbox-feed");
  const { guid } = (await feed.json()) as { guid: string };
  expect(guid).toMatch(/^[\da-f-]{36}$/);
  const request = page.waitForRequest((request) => request.method() === "POST" && JACKPOT_CALLS.test(request.url()));
  await page.goto("/info/faq/");
  await jackpot(page).click();
  await confirmDialog(page, "Opt-In Confirmation").getByRole("button", { name: "CONFIRM" }).click();
  expect(new URL((await request).url()).pathname).toMatch(new RegExp(`/jackpots/${guid}$`));
  await expect(jackpot(page)).toHaveAttribute("aria-checked", "true");
});

test.describe("when the server refuses", () => {
  test.use({ allowedErrors: /.*/ });

  test("an opt-in reverts without a dialog and is logged once", { annotation: rows("8-26", "3-45") }, async ({
    page,
  }) => {
    await openAsNewPlayer(page, "ready");
    await page.goto("/info/faq/");
    await page.evaluate(() => {
      const faults: string[] = [];
      Object.assign(window, { faults });
      document.addEventListener("croupier:fault", (event) => faults.push((event as CustomEvent).detail.part));
    });
    const jackpotFailure = await injectFault(page, "**/lobby-jackpot/players/*/jackpots/*", {
      method: "POST",
      status: 500,
    });
    await jackpot(page).click();
    await confirmDialog(page, "Opt-In Confirmation").getByRole("button", { name: "CONFIRM" }).click();
    await expect.poll(() => jackpotFailure.hits).toBe(1);
    await expect(jackpot(page)).not.toHaveAttribute("aria-busy");
    await expect(jackpot(page)).toHaveAttribute("aria-checked", "false");
    const quickPlayFailure = await injectFault(page, QUICK_PLAY_CALL, { method: "POST", status: 500 });
    await quickPlay(page).click();
    await expect.poll(() => quickPlayFailure.hits).toBe(1);
    await expect(quickPlay(page)).not.toHaveAttribute("aria-busy");
    await expect(quickPlay(page)).toHaveAttribute("aria-checked", "false");
    await expect(page.locator("dialog[open]")).toHaveCount(0);
    expect(await page.evaluate(() => (window as unknown as { faults: string[] }).faults)).toEqual([
      "jackpot part",
      "quick play",
    ]);
  });
});

test.describe("when the state does not load", () => {
  test.use({ allowedErrors: /.*/ });

  test("an opt-in says so instead of showing a switch that is off, and can be loaded again", async ({ page }) => {
    await openAsNewPlayer(page, "ready", "optin", "quick");
    const get = { method: "GET", status: 500 };
    for (const call of [JACKPOT_CALLS, QUICK_PLAY_CALL]) await injectFault(page, call, get);
    await page.goto("/lobby/account/preferences/");
    for (const [call, name] of [
      [JACKPOT_CALLS, "LOBBY JACKPOT"],
      [QUICK_PLAY_CALL, "QUICK PLAY"],
    ] as const) {
      const retry = page.getByRole("button", { name: `Retry: ${name}` });
      await expect(retry).toBeVisible();
      await expect(page.getByRole("switch", { name })).toHaveCount(0);
      await expectAccessible(page);
      await page.unroute(call);
      await retry.click();
      await expect(page.getByRole("switch", { name })).toHaveAttribute("aria-checked", "true");
    }
  });

  test("the jackpot can be loaded again if the player's data failed to load", async ({ page }) => {
    await openAsNewPlayer(page, "ready", "optin");
    const USER = /\/api\/794\/players\/\d+$/;
    await injectFault(page, USER, { status: 500 });
    await page.goto("/lobby/account/preferences/");
    const retry = page.getByRole("button", { name: "Retry: LOBBY JACKPOT" });
    await expect(retry).toBeVisible();
    await page.unroute(USER);
    await retry.click();
    await expect(jackpot(page)).toHaveAttribute("aria-checked", "true");
  });

  test("the jackpot on a page keeps no player in it silently", async ({ page }) => {
    await openAsNewPlayer(page, "ready", "optin");
    await injectFault(page, JACKPOT_CALLS, { method: "GET", status: 500 });
    await page.goto("/lobby/games/");
    const line = page.getByRole("region", { name: "Lobby jackpot" });
    const retry = line.getByRole("button", { name: "Retry: Not known right now" });
    await expect(retry).toBeVisible();
    await page.unroute(JACKPOT_CALLS);
    await retry.click();
    await expect(line.getByRole("button", { name: "OPT OUT" })).toBeVisible();
  });
});

test("quick play toggles in the footer and in the preferences", {
  annotation: rows("2.5-27", "7.2-01", "3-33", "1-12"),
}, async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  await page.goto("/info/faq/");
  await expect(quickPlay(page)).toHaveAttribute("aria-checked", "false");
  const enableRequest = page.waitForRequest(
    (request) => request.method() === "POST" && /\/accounts\/quick$/.test(request.url()),
  );
  await quickPlay(page).click();
  await enableRequest;
  await expect(quickPlay(page)).toHaveAttribute("aria-checked", "true");
  await page.goto("/lobby/account/preferences/");
  await expect(quickPlay(page)).toHaveAttribute("aria-checked", "true");
  await expect(jackpot(page)).toHaveAttribute("aria-checked", "false");
  await expectAccessible(page);
  const disableRequest = page.waitForRequest(
    (request) => request.method() === "DELETE" && /\/accounts\/quick$/.test(request.url()),
  );
  await quickPlay(page).click();
  await disableRequest;
  await expect(quickPlay(page)).toHaveAttribute("aria-checked", "false");
});

test("a guest sees both opt-ins in the footer and gets login", {
  annotation: rows("2.5-26", "2.5-27", "6-12"),
}, async ({ page }) => {
  await page.goto("/info/faq/");
  const footer = page.getByRole("contentinfo");
  for (const name of ["LOBBY JACKPOT", "QUICK PLAY"]) {
    await footer.getByRole("button", { name }).click();
    await expect(loginDialog(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const menu = (page: Page) => page.locator("#croupier-mobile-menu");
  const openMenu = async (page: Page) => {
    await menuButton(page).click();
    await expect(menu(page)).toBeVisible();
  };

  test("the menu has both opt-ins for a player", { annotation: rows("2.4-08", "2.4-09") }, async ({ page }) => {
    await openAsNewPlayer(page, "ready", "optin", "quick");
    await page.goto("/lobby/games/");
    await openMenu(page);
    await expect(menu(page).getByRole("switch", { name: "LOBBY JACKPOT" })).toHaveAttribute("aria-checked", "true");
    await expect(menu(page).getByRole("switch", { name: "QUICK PLAY" })).toHaveAttribute("aria-checked", "true");
    await expectAccessible(page, "#croupier-mobile-menu");
  });

  test("the menu has no opt-ins for a guest", { annotation: rows("2.4-08", "2.4-09") }, async ({ page }) => {
    await page.goto("/lobby/games/");
    await openMenu(page);
    await expect(menu(page).getByRole("button", { name: "LOGIN" })).toBeVisible();
    await expect(menu(page).getByRole("switch")).toHaveCount(0);
  });

  test("the menu has no jackpot for a blocked player", { annotation: rows("2.4-08", "6-11") }, async ({ page }) => {
    await openAsNewPlayer(page, "unver");
    await page.goto("/lobby/games/");
    await openMenu(page);
    await expect(menu(page).getByRole("switch", { name: "QUICK PLAY" })).toHaveAttribute("aria-checked", "false");
    await expect(menu(page).getByRole("switch", { name: "LOBBY JACKPOT" })).toHaveCount(0);
  });
});

test("the jackpot opt-in waits for the user data", { annotation: rows("3-32") }, async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  const user = gate();
  await page.route(/\/api\/794\/players\/\d+$/, async (route) => {
    await user.opened;
    await route.fallback();
  });
  await page.goto("/info/faq/");
  await expect(quickPlay(page)).toHaveAttribute("aria-checked", "false");
  await expect(jackpot(page)).toHaveCount(0);
  user.open();
  await expect(jackpot(page)).toBeVisible();
});

test("a win shows a dialog, and claiming pays once", { annotation: rows("2.14-05", "3-31") }, async ({ page }) => {
  await openAsNewPlayer(page, "ready", "winner");
  await page.goto("/lobby/games/");
  const winDialog = page.getByRole("dialog", { name: "Congratulations" });
  await expect(winDialog).toContainText("You have won $500.00 in the lobby jackpot.");
  await expectAccessible(page, "dialog[open]");
  const claimRequest = page.waitForRequest((request) => /\/hits$/.test(request.url()));
  await winDialog.getByRole("button", { name: "CLAIM PRIZE" }).click();
  expect((await claimRequest).method()).toBe("POST");
  await expect(page.getByRole("banner").getByText("$550.00")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("banner").getByText("$550.00")).toBeVisible();
  await expect(winDialog).toHaveCount(0);
});

test("a failed claim can be repeated", { annotation: rows("2.14-05") }, async ({ page }) => {
  await openAsNewPlayer(page, "ready", "winner");
  await injectFault(page, "**/lobby-jackpot/players/*/hits", { status: 500, times: 1, body: {} });
  await page.goto("/lobby/games/");
  await page.getByRole("dialog", { name: "Congratulations" }).getByRole("button", { name: "CLAIM PRIZE" }).click();
  const failure = page.getByRole("dialog", { name: "Your prize is still yours" });
  await expect(failure.getByRole("button", { name: "CLOSE", exact: true })).toBeVisible();
  await failure.getByRole("button", { name: "TRY AGAIN" }).click();
  await expect(failure).toBeHidden();
  await expect(page.getByRole("banner").getByText("$550.00")).toBeVisible();
});

test("a win is shown after the game closes, and so is a second equal one", {
  annotation: rows("2.14-05", "3-31", "A22"),
}, async ({ page }) => {
  const { pid } = await openAsNewPlayer(page, "ready", "optin");
  await page.goto("/lobby/games/");
  await waitForLoader(page);
  const winDialog = page.getByRole("dialog", { name: "Congratulations" });
  for (const balance of ["$55.00", "$60.00"]) {
    await openPanel(page, "game", "18-32");
    await expect(page.locator("dialog[open][data-view=game] iframe")).toBeVisible();
    await commandSandbox("hit", { pid, cents: 500 });
    await page.keyboard.press("Escape");
    await expect(winDialog).toContainText("You have won $5.00");
    await winDialog.getByRole("button", { name: "CLAIM PRIZE" }).click();
    await expect(winDialog).toBeHidden();
    await expect(page.getByRole("banner").getByText(balance)).toBeVisible();
  }
});

test("the win dialog waits for other panels", { annotation: rows("3-31", "A22") }, async ({ page }) => {
  await openAsNewPlayer(page, "ready", "winner");
  const response = gate();
  await page.route(JACKPOT_CALLS, async (route) => {
    await response.opened;
    await route.fallback();
  });
  await page.goto("/lobby/games/");
  const form = await openForm(page, "moreDetails");
  const jackpotResponse = page.waitForResponse(JACKPOT_CALLS);
  response.open();
  await jackpotResponse;
  // The update after the response is finished when the page has rendered.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(form).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Congratulations" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Congratulations" })).toBeVisible();
});

test("stopping emails asks first, allowing them does not", { annotation: rows("2.14-06", "7.6-03") }, async ({
  page,
}) => {
  const { pid } = await openAsNewPlayer(page, "ready");
  await page.goto("/lobby/account/preferences/");
  const sent: unknown[] = [];
  page.on("request", (request) => request.url() === `${DEV}/preferences` && sent.push(request.postDataJSON()));
  await page.getByRole("button", { name: "STOP OFFERS" }).click();
  const dialog = confirmDialog(page, "Unsubscribe");
  await expect(dialog).toContainText("Are you sure you no longer want to receive our e-mails?");
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "STOP OFFERS" }).click();
  await dialog.getByRole("button", { name: "CONFIRM" }).click();
  await expect(page.getByText("You will get no more offers by e-mail.")).toBeVisible();
  await page.getByRole("button", { name: "SEND ME OFFERS" }).click();
  await expect(page.getByText("You will get our offers from now on.")).toBeVisible();
  expect(sent).toEqual([
    { custrefid: pid, emailpermit: 0 },
    { custrefid: pid, emailpermit: 1 },
  ]);
});

test("the last email setting wins over a slower earlier one", { annotation: rows("A119") }, async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  await page.goto("/lobby/account/preferences/");
  const first = gate();
  const calls: string[] = [];
  await page.route(`${DEV}/preferences`, async (route) => {
    const { emailpermit } = route.request().postDataJSON();
    calls.push(`sent ${emailpermit}`);
    if (emailpermit) await first.opened;
    const response = await route.fetch();
    calls.push(`answered ${emailpermit}`);
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "SEND ME OFFERS" }).click();
  await expect.poll(() => calls).toEqual(["sent 1"]);
  await page.getByRole("button", { name: "STOP OFFERS" }).click();
  await confirmDialog(page, "Unsubscribe").getByRole("button", { name: "CONFIRM" }).click();
  first.open();
  await expect(page.getByText("You will get no more offers by e-mail.")).toBeVisible();
  expect(calls).toEqual(["sent 1", "answered 1", "sent 0", "answered 0"]);
});

test("a double click asks once, and a confirmation is sent once", { annotation: rows("A74") }, async ({ page }) => {
  const { pid } = await openAsNewPlayer(page, "ready");
  await page.goto("/lobby/account/preferences/");
  await expect(jackpot(page)).toHaveAttribute("aria-checked", "false");
  const code = gate();
  await page.route(/confirm-\w+\.js$/, async (route) => {
    await code.opened;
    await route.continue();
  });
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && (JACKPOT_CALLS.test(request.url()) || request.url() === `${DEV}/preferences`))
      sent.push(request.postDataJSON() ?? new URL(request.url()).search);
  });
  await jackpot(page).click();
  await jackpot(page).click();
  code.open();
  await confirmDialog(page, "Opt-In Confirmation").getByRole("button", { name: "CONFIRM" }).click();
  await expect(jackpot(page)).toHaveAttribute("aria-checked", "true");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.getByRole("button", { name: "STOP OFFERS" }).dblclick();
  await confirmDialog(page, "Unsubscribe").getByRole("button", { name: "CONFIRM" }).click();
  await expect(page.getByText("You will get no more offers by e-mail.")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  expect(sent).toEqual(["?optPlayer=true", { custrefid: pid, emailpermit: 0 }]);
});

test("an opt-in changes in other visible tabs", { annotation: rows("A69") }, async ({ page, context }) => {
  await openAsNewPlayer(page, "ready");
  const path = "/lobby/account/preferences/";
  await page.goto(path);
  const other = await openTab(context, path);
  for (const toggle of [jackpot, quickPlay]) await expect(toggle(other)).toHaveAttribute("aria-checked", "false");
  await quickPlay(page).click();
  await expect(quickPlay(other)).toHaveAttribute("aria-checked", "true");
  await jackpot(page).click();
  await confirmDialog(page, "Opt-In Confirmation").getByRole("button", { name: "CONFIRM" }).click();
  await expect(jackpot(other)).toHaveAttribute("aria-checked", "true");
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("quick play");
});

test("an unsubscribe link asks first and works once", { annotation: rows("2.1-19", "7.6-02", "2.14-06") }, async ({
  page,
}) => {
  const { pid } = await newPlayer();
  await commandSandbox("player", { pid, states: ["ready"] });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/marketing/")) sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(`/unsubscribe/?id=unsub-${pid}`);
  const button = page.getByRole("button", { name: "UNSUBSCRIBE" });
  await button.click();
  expect(sent).toEqual([]);
  await confirmDialog(page, "Unsubscribe").getByRole("button", { name: "CONFIRM" }).click();
  await expect(page.getByText("Done: you will get no more offers by e-mail.")).toBeVisible();
  await expect(button).toHaveCount(0);
  expect(sent).toEqual([`POST /marketing/unsubscribe/unsub-${pid}`]);
  await expectAccessible(page);
});

test("an unsubscribe link sends an id with any characters", { annotation: rows("A118") }, async ({ page }) => {
  const sent: string[] = [];
  await page.route("**/marketing/unsubscribe/**", (route) => {
    sent.push(decodeURIComponent(new URL(route.request().url()).pathname.split("/").at(-1) ?? ""));
    return route.fulfill({ json: { success: true } });
  });

  for (const [written, id] of [
    ["aGk+L2E/Pz0=", "aGk+L2E/Pz0="],
    ["ann%40example.com", "ann@example.com"],
    ["two%20words", "two words"],
    ["a%2Bb", "a+b"],
  ]) {
    await page.goto(`/unsubscribe/?id=${written}`);
    await page.getByRole("button", { name: "UNSUBSCRIBE" }).click();
    await confirmDialog(page, "Unsubscribe").getByRole("button", { name: "CONFIRM" }).click();
    await expect.poll(() => sent.at(-1)).toBe(id);
  }
});

test("an invalid unsubscribe link shows support", { annotation: rows("A118") }, async ({ page }) => {
  for (const id of ["..", "x".repeat(257)]) {
    await page.goto(`/unsubscribe/?id=${id}`);
    await expect(page.getByText("That did not work.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Ask us to do it for you" })).toBeVisible();
    await expect(page.getByRole("button", { name: "UNSUBSCRIBE" })).toHaveCount(0);
  }
  await page.goto("/unsubscribe/?id=nobody");
  await page.getByRole("button", { name: "UNSUBSCRIBE" }).click();
  await confirmDialog(page, "Unsubscribe").getByRole("button", { name: "CONFIRM" }).click();
  await expect(page.getByText("That did not work.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Ask us to do it for you" })).toBeVisible();
  await page.goto("/unsubscribe/");
  await expect(page.getByText("Open this page by the link at the end of one of our letters")).toBeVisible();
  await expect(page.getByRole("button", { name: "UNSUBSCRIBE" })).toHaveCount(0);
});

test.describe("without the code of questions", () => {
  test.use({ allowedErrors: /dynamically imported module|MIME type/ });

  for (const [path, label, message] of [
    ["/lobby/games/", "TAKE PART", "This does not work at the moment. Please reload the page."],
    ["/lobby/account/preferences/", "STOP OFFERS", FALLBACK_MESSAGE],
    ["/unsubscribe/?id=abc", "UNSUBSCRIBE", "That did not work."],
  ] as const)
    test(`${label} shows a message`, async ({ page, documents }) => {
      await openAsNewPlayer(page, "ready");
      await injectFault(page, /\/assets\/ui-confirm-/, { status: 404, body: "" });
      await page.goto(path);
      const button = page.locator("main").getByRole("button", { name: label });
      const island = button.locator("xpath=ancestor::*[@data-island][1]");
      await expect(island).toHaveAttribute("data-hydrated", "");
      await button.click();
      // The first failure loads the document again.
      await expect.poll(() => documents.length).toBe(2);
      await expect(island).toHaveAttribute("data-hydrated", "");
      await button.click();
      await expect(page.locator("main, #croupier-notice").getByText(message)).toBeVisible();
    });
});
