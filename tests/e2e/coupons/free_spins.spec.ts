// Free spins with one game and with a choice of games, from the redeem to a spin that costs nothing (row 7.3-07, A110).

import type { Page } from "@playwright/test";
import { COUPONS_PATH, couponCard, couponCodeField } from "../pages/coupons";
import { commandSandbox, signInPlayer } from "../support/players";
import { injectFault } from "../support/requests";
import { expect, expectAccessible, rows, test } from "../support/test";

test.use({ serviceWorkers: "block" });

/** Records the games that the page selects for spins. */
function recordChoices(page: Page): (string | null)[] {
  const codes: (string | null)[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (request.method() === "PUT" && url.pathname.endsWith("/coupons/games"))
      codes.push(url.searchParams.get("gameCode"));
  });
  return codes;
}

async function redeem(page: Page, code: string) {
  await page.goto(COUPONS_PATH);
  await couponCard(page, code).getByRole("button", { name: "REDEEM", exact: true }).click();
}

test("free spins for several games ask for one, and then cost nothing", {
  tag: "@smoke",
  annotation: rows("7.3-07", "8-21", "3-17"),
}, async ({ page, context }) => {
  await signInPlayer(context, ["ready"], 5000);
  const choices = recordChoices(page);
  await redeem(page, "SPINS40");
  const card = couponCard(page, "SPINS40");
  await expect(card.getByRole("group", { name: "Choose the game for your 40 spins. You choose once." })).toBeVisible();
  await expect(card.getByText("PLAY NOW")).toHaveCount(0);
  await expectAccessible(page, "main");
  // The choice is still there after a reload.
  await page.reload();
  await expect(card.getByRole("button", { name: "Gold Rush" })).toBeVisible();

  const failedChoice = await injectFault(page, "**/coupons/games?*", {
    times: 1,
    status: 400,
    body: { errorMessage: "no" },
  });
  await card.getByRole("button", { name: "Amber Harbour" }).click();
  await expect(card.getByRole("alert")).toHaveText("Sorry, we could not add your free spins.");
  expect(failedChoice.hits).toBe(1);
  await card.getByRole("button", { name: "Amber Harbour" }).click();
  await expect(card.getByText("Your 40 Extra Spins on Amber Harbour have been added to your account.")).toBeFocused();
  expect(choices).toEqual(["18-33", "18-33"]);

  await card.getByRole("button", { name: "PLAY NOW" }).click();
  const dialog = page.getByRole("dialog", { name: "Amber Harbour" });
  const game = dialog.frameLocator("iframe");
  await expect(game.getByText("Balance $50.00")).toBeVisible();
  await game.getByRole("button", { name: "Spin" }).click();
  await expect(game.getByText(/^Won /)).not.toContainText("balance $49");
  await dialog.getByRole("button", { name: "Close the game" }).click();
  await page.reload();
  await expect(card.getByText("39 extra spins left")).toBeVisible();
  await expect(card.getByRole("button", { name: "PLAY NOW" })).toBeVisible();
  await expect(card.getByRole("group")).toHaveCount(0);
});

test("free spins for one game are added automatically, and a failure is shown", {
  annotation: rows("7.3-07", "8-21"),
}, async ({ page, context }) => {
  await signInPlayer(context, ["ready"]);
  const choices = recordChoices(page);
  await injectFault(page, "**/coupons/games?*", { status: 400, body: { errorMessage: "no" } });
  await redeem(page, "SPINS25");
  await expect.poll(() => choices).toEqual(["18-32"]);
  await expect(page.getByRole("alertdialog", { name: "Free Spins" })).toContainText(
    "Sorry, we could not add your free spins.",
  );
});

test("a typed code with a choice of games shows the choice", { annotation: rows("7.3-07") }, async ({
  page,
  context,
}) => {
  const pid = await signInPlayer(context, ["ready"]);
  await commandSandbox("player", { pid, states: ["ready"], cents: 5000 });
  await page.goto(COUPONS_PATH);
  await couponCodeField(page).fill("spins40");
  await couponCodeField(page).press("Enter");
  await expect(couponCard(page, "SPINS40").getByRole("button", { name: "Amber Harbour" })).toBeVisible();
});
