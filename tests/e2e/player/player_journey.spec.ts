// The journey of a player in one browser, with all calls recorded: signup, welcome coupon, details, deposit, spin, favorite, lobby jackpot,
// logout and login (row 0-03).

import type { Page, Request } from "@playwright/test";
import { loginDialog, menuButton, menuDialog, modal, modalButton } from "../pages/dialogs";
import { fillAccountDetails, fillSignup, submitLogin } from "../pages/onboarding";
import { expect, rows, test, waitForLoader } from "../support/test";

test.use({ motion: true, serviceWorkers: "block" });

const SIZES = { "a phone": { width: 390, height: 844 }, "a desktop": { width: 1280, height: 800 } } as const;

const heart = (page: Page) => page.getByRole("button", { name: "Add Gold Rush to favorites" }).first();

/** Returns the element with the account controls: the navigation bar, or the open menu on a phone. */
async function accountControls(page: Page, isPhone: boolean) {
  if (!isPhone) return page.getByRole("banner");
  await menuButton(page).click();
  return menuDialog(page);
}

/** Returns the casino and skin ids in path, query and body of the calls. */
function casinoAndSkinIds(requests: readonly Request[]) {
  const casinos = new Set<string>();
  const skins = new Map<string, string>();
  for (const request of requests) {
    const { pathname, search } = new URL(request.url());
    const text = `${search} ${request.postData() ?? ""}`;
    for (const [, id = ""] of pathname.matchAll(/^\/api\/(\d+)\//g)) casinos.add(id);
    for (const [, id = ""] of text.matchAll(/casino_?id"?[=:]"?(\w*)/gi)) casinos.add(id);
    for (const [, id = ""] of text.matchAll(/(?:skin_?id|sign_up_skin)"?[=:]"?(\w*)/gi))
      skins.set(`${request.method()} ${pathname.replace(/\/\d{4,}(?=\/|$)/g, "/{pid}")}`, id);
  }
  return { casinos: [...casinos], skins: Object.fromEntries(skins) };
}

for (const [device, viewport] of Object.entries(SIZES)) {
  const isPhone = device === "a phone";
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test("a visitor signs up, claims MAX325, deposits, plays and returns", {
      tag: isPhone ? [] : "@smoke",
      annotation: rows("0-03", "9-01", "9-02", ...(isPhone ? ["6-04"] : [])),
    }, async ({ page, context }) => {
      test.setTimeout(120_000);
      const calls: Request[] = [];
      context.on("request", (request) => void (request.url().includes("/api/") && calls.push(request)));
      await page.goto("/");
      await waitForLoader(page);
      await (await accountControls(page, isPhone)).getByRole("button", { name: "SIGN UP" }).click();
      const email = await fillSignup(modal(page));
      await modalButton(page, "CREATE ACCOUNT").click();
      await modalButton(page, "CLAIM NOW").click();
      await expect(modal(page).getByRole("heading", { name: "CONGRATULATIONS" })).toBeVisible();

      await modalButton(page, "DEPOSIT NOW").click();
      await fillAccountDetails(modal(page));
      await modalButton(page, "CONTINUE").click();
      await expect(modal(page).getByRole("heading", { name: "ACCOUNT DETAILS SAVED" })).toBeVisible();
      const tabOpened = context.waitForEvent("page");
      await modalButton(page, "DEPOSIT NOW").click();
      const cashier = await tabOpened;
      await expect(cashier.getByText("MAX325 waits for this deposit")).toBeVisible();
      await cashier.getByLabel("Amount in dollars").fill("100");
      await cashier.getByRole("button", { name: "Pay in" }).click();
      await expect(cashier.getByRole("status")).toContainText("Paid");
      await cashier.close();
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));

      // 100 dollars plus a bonus of 325 percent.
      await page.goto("/lobby/games/");
      await expect(page.locator('[data-island="games"]')).toHaveAttribute("data-hydrated", "", { timeout: 30_000 });
      await page
        .getByRole("link", { name: /^Gold Rush/ })
        .first()
        .click();
      const game = page.getByRole("dialog", { name: "Gold Rush" });
      const gameFrame = game.frameLocator("iframe");
      await expect(gameFrame.getByText("Balance $425.00")).toBeVisible();
      await gameFrame.getByRole("button", { name: "Spin" }).click();
      await expect(gameFrame.getByText(/^Won \$/)).toBeVisible();
      await game.getByRole("button", { name: "Close the game" }).click();
      await expect(game).toBeHidden();

      const favoriteSaved = page.waitForResponse((response) =>
        /favorites\/playerid$/.test(new URL(response.url()).pathname),
      );
      await heart(page).click();
      await expect(heart(page)).toHaveAttribute("aria-pressed", "true");
      expect((await favoriteSaved).ok()).toBe(true);

      if (!isPhone) await page.goto("/info/faq/");
      const jackpot = page.getByRole("switch", { name: "LOBBY JACKPOT" });
      if (isPhone) {
        const menu = await accountControls(page, isPhone);
        await expect(menu.getByRole("link", { name: "Manage Account" })).toBeVisible();
        await expect(menu.getByRole("button", { name: "LOG OUT" })).toBeVisible();
        await expect(menu.getByRole("switch", { name: "QUICK PLAY" })).toBeVisible();
      }
      await jackpot.click();
      await page
        .getByRole("alertdialog", { name: "Opt-In Confirmation" })
        .getByRole("button", { name: "CONFIRM" })
        .click();
      await expect(jackpot).toHaveAttribute("aria-checked", "true");
      await page.getByRole("button", { name: "LOG OUT" }).click();
      await page.waitForURL("/");

      await (await accountControls(page, isPhone)).getByRole("button", { name: "LOGIN" }).click();
      const login = loginDialog(page);
      await submitLogin(login, email);
      await page.waitForURL("/lobby/games/");
      await expect(heart(page)).toHaveAttribute("aria-pressed", "true");
      await page.goto(isPhone ? "/lobby/games/" : "/info/faq/");
      if (isPhone) await accountControls(page, isPhone);
      await expect(jackpot).toHaveAttribute("aria-checked", "true");

      const { casinos, skins } = casinoAndSkinIds(calls);
      expect(casinos).toEqual(["794"]);
      expect(new Set(Object.values(skins))).toEqual(new Set(["1"]));
      const callNames = Object.keys(skins);
      for (const call of ["POST /api/794/login", "POST /api/794/signup", "POST /api/794/player/{pid}/cashier"])
        expect(callNames).toContain(call);
      expect(callNames).toContain("POST /api/794/player/{pid}/games/favorites/playerid");
    });
  });
}
