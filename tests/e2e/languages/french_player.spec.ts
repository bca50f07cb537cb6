// The journeys of a player in French, on the casino with its French published.

import type { Page } from "@playwright/test";
import { freshEmail } from "../pages/onboarding";
import { commandSandbox, newPlayer, PASSWORD, signIn } from "../support/players";
import { expect, expectAccessible, waitForFullLoader } from "../support/test";
import { expectFrench, test } from "./french_site";

test.use({ serviceWorkers: "block" });
// In one worker, because each one builds the French site and starts its servers.
test.describe.configure({ mode: "default" });

const PAGES = [
  "/fr/",
  "/fr/lobby/games/",
  "/fr/lobby/promotions/",
  "/fr/games/",
  "/fr/games/gold-rush/",
  "/fr/info/faq/",
  "/fr/welcomeoffer/",
  "/fr/vip/",
  "/fr/404.html",
];

for (const path of PAGES) {
  test(`${path} is in French for guests, and its links stay in French`, async ({ page }) => {
    await page.goto(path);
    await waitForFullLoader(page);
    await expectFrench(page);
    await expectAccessible(page);
    const links = page.locator("a[href^='/']:not([href^='/admin/'], [hreflang])");
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(hrefs.length).toBeGreaterThan(5);
    expect(hrefs.filter((href) => !href.startsWith("/fr/"))).toEqual([]);
  });
}

test("a visitor signs up", { tag: "@smoke" }, async ({ page }) => {
  await page.goto("/fr/");
  await waitForFullLoader(page);
  await page.getByRole("banner").getByRole("button", { name: "INSCRIPTION" }).click();
  const dialog = page.getByRole("dialog", { name: "Créez votre compte" });
  await dialog.getByLabel("Prénom").fill("Anne");
  await dialog.getByLabel("Nom de famille").fill("Roy");
  await dialog.getByLabel("Courriel").fill("anne");
  await dialog.getByLabel("Courriel").press("Enter");
  await expect(dialog.getByText("Veuillez entrer une adresse courriel valide")).toBeVisible();
  await expectFrench(page);
  await expectAccessible(page, "dialog[open]");
  await dialog.getByLabel("Courriel").fill(freshEmail());
  await dialog.getByLabel("Courriel").press("Enter");
  await dialog.getByLabel("Mois").fill("09");
  await dialog.getByLabel("Jour").fill("21");
  await dialog.getByLabel("Année").fill("1976");
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("Confirmez le mot de passe").fill(PASSWORD);
  await dialog.getByRole("checkbox").press("Space");
  await expectFrench(page);
  await dialog.getByRole("button", { name: "CRÉER LE COMPTE" }).press("Enter");

  const welcome = page.getByRole("dialog", { name: "BIENVENUE" });
  await expect(welcome.getByText(/9\s750\s\$/)).toBeVisible();
  await expectFrench(page);
  await welcome.getByRole("button", { name: "OBTENIR MAINTENANT" }).press("Enter");
  await expect(page.getByRole("heading", { name: "FÉLICITATIONS" })).toBeVisible();
  await expectFrench(page);
  await expect(page).toHaveURL("/fr/lobby/games/");
});

test("a player logs in and out", async ({ page }) => {
  await page.goto("/fr/info/faq/");
  await waitForFullLoader(page);
  await page.getByRole("banner").getByRole("button", { name: "CONNEXION" }).click();
  const dialog = page.getByRole("dialog", { name: "Heureux de vous revoir" });
  await dialog.getByLabel("Nom d'utilisateur ou courriel").fill("annx");
  await dialog.getByLabel("Mot de passe", { exact: true }).fill("wrong-password");
  const refusal = page.waitForResponse("**/api/794/login");
  await dialog.getByLabel("Mot de passe", { exact: true }).press("Enter");
  await refusal;
  await expect(dialog.getByRole("alert").filter({ hasText: /\p{L}/u })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "CONNEXION" })).toBeEnabled();
  await expectFrench(page);
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("Mot de passe", { exact: true }).press("Enter");
  await page.waitForURL("/fr/lobby/games/");
  await expect(page.getByRole("heading", { name: "Machines à sous" }).first()).toBeVisible();
  await expectFrench(page);

  await page
    .getByRole("link", { name: /^Gold Rush/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Gold Rush" })).toBeVisible();
  await expectFrench(page);
  await page.keyboard.press("Escape");
  await page.goto("/fr/info/faq/");
  await page.getByRole("button", { name: "DÉCONNEXION" }).press("Enter");
  await page.waitForURL("/fr/");
});

/** Answers the requests to an endpoint with a refusal that the site has no text for. */
const refuse = (page: Page, endpoint: string) =>
  page.route(endpoint, (route) => route.fulfill({ status: 400, json: { errorMessage: REFUSAL } }));

const REFUSAL = "The office is closed today.";

test("the API's sentence on a refused login is marked as English", async ({ page }) => {
  await refuse(page, "**/api/794/login");
  await page.goto("/fr/info/faq/");
  await waitForFullLoader(page);
  await page.getByRole("banner").getByRole("button", { name: "CONNEXION" }).click();
  const dialog = page.getByRole("dialog", { name: "Heureux de vous revoir" });
  await dialog.getByLabel("Nom d'utilisateur ou courriel").fill("annx");
  await dialog.getByLabel("Mot de passe", { exact: true }).fill("wrong-password");
  await dialog.getByLabel("Mot de passe", { exact: true }).press("Enter");
  await expect(dialog.getByRole("alert").locator("[lang=en]")).toHaveText(REFUSAL);
  await expectFrench(page);
  await expectAccessible(page, "dialog[open]");
});

test("a visitor forgot the password", async ({ page }) => {
  await page.goto("/fr/");
  await waitForFullLoader(page);
  await page.getByRole("banner").getByRole("button", { name: "CONNEXION" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Mot de passe oublié?" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Mot de passe oublié?" });
  await dialog.getByLabel("Nom d'utilisateur ou courriel").fill("annx");
  await expectFrench(page);
  await dialog.getByRole("button", { name: "ENVOYER UN LIEN" }).press("Enter");
  await expect(page.getByRole("heading", { name: "COURRIEL ENVOYÉ" })).toBeVisible();
  await expectFrench(page);
});

test("a new player redeems a coupon", async ({ page, context, frenchCasino }) => {
  const { login } = await newPlayer(frenchCasino);
  await signIn(context, frenchCasino, login);
  await page.goto("/fr/lobby/promotions/");
  const code = page.getByLabel("ENTREZ LE CODE DE VOTRE COUPON").filter({ visible: true });
  await expect(code).toBeEditable();
  const card = page.locator('article[data-coupon="MAX325"]:visible').first();
  const title = card.getByRole("heading", { name: /^Offre de bienvenue de 325\s%$/ });
  await expect(title).toBeVisible();
  await expect(title.locator("[lang=en]")).toHaveCount(0);
  await code.fill("max325");
  await code.press("Enter");
  await expect(card).toHaveAttribute("data-status", /redeemed|requested|awaits/);
  await expect(title).toBeVisible();
  await expectFrench(page);
  await card.getByRole("button", { name: /^Détails/ }).press("Enter");
  await expect(card.getByText(/1\s000\s\$/).first()).toBeVisible();
  await expectFrench(page);
});

test.describe("signed in", () => {
  test.use({ player: "annx" });

  test("no game is counted in the singular", async ({ page }) => {
    await page.goto("/fr/lobby/games/");
    await waitForFullLoader(page);
    await page.getByRole("button", { name: "Favoris", exact: true }).click();
    await expect(page.getByText("0 jeu", { exact: true })).toBeAttached();
    await expectFrench(page);
  });

  test("an invalid code recommends a coupon", async ({ page }) => {
    await page.goto("/fr/lobby/promotions/");
    const code = page.getByLabel("ENTREZ LE CODE DE VOTRE COUPON").filter({ visible: true });
    await expect(code).toBeEditable();
    await expectFrench(page);
    await code.fill("nope");
    await code.press("Enter");
    await expect(page.getByRole("complementary").locator("[data-coupon]")).toBeVisible();
    await expectFrench(page);
    await expectAccessible(page);
  });

  test("the API's sentence on a refused coupon is marked as English", async ({ page }) => {
    await refuse(page, "**/v2/players/*/coupons**");
    await page.goto("/fr/lobby/promotions/");
    const code = page.getByLabel("ENTREZ LE CODE DE VOTRE COUPON").filter({ visible: true });
    await expect(code).toBeEditable();
    await code.fill("max325");
    await code.press("Enter");
    await expect(page.locator("main .field__error:visible [lang=en]")).toHaveText(REFUSAL);
    await expectFrench(page);
  });

  test("a player opens the cashier and deposits", async ({ page, context }) => {
    await page.goto("/fr/lobby/games/");
    await page.getByRole("banner").getByRole("button", { name: "Caisse" }).click();
    const dialog = page.getByRole("dialog", { name: "CAISSE" });
    await expect(dialog.getByRole("tab").first()).toBeVisible();
    await expectFrench(page);
    await expectAccessible(page, "dialog[open]");
    const opened = context.waitForEvent("page");
    await dialog.getByRole("button", { name: "Déposer directement" }).press("Enter");
    await expect((await opened).getByLabel("Amount in dollars")).toBeVisible();
    await expectFrench(page);
  });

  test("the cashier lists coupons with their French titles", async ({ page }) => {
    await page.goto("/fr/lobby/games/");
    await page.getByRole("banner").getByRole("button", { name: "Caisse" }).click();
    const dialog = page.getByRole("dialog", { name: "CAISSE" });
    await dialog.getByRole("button", { name: "Voir les coupons" }).click();
    const title = dialog.locator('[data-coupon="DEP200"]').getByRole("heading", { name: /^Bonus de 200\s%/ });
    await expect(title).toBeVisible();
    await expect(title.locator("[lang=en]")).toHaveCount(0);
    await expectFrench(page);
  });

  test("coupons are in English while their French texts do not arrive", async ({ page }) => {
    await page.route("**/fr/rtgcoupons.json", () => {});
    await page.goto("/fr/lobby/promotions/");
    await expect(page.locator('[data-coupon="DEP200"]:visible h3 [lang=en]')).toHaveText("200% Match");
    await expectFrench(page);
  });

  for (const path of [
    "/fr/lobby/account/",
    "/fr/lobby/account/history/",
    "/fr/lobby/account/preferences/",
    "/fr/cashier/",
  ]) {
    test(`${path} is in French for a player`, async ({ page }) => {
      await page.goto(path);
      await waitForFullLoader(page);
      await expect(page.locator("main [data-island][data-hydrated]").first()).toBeVisible();
      await expectFrench(page);
      await expectAccessible(page);
    });
  }

  test("a link to another language loads a document, even if a form is half-filled", async ({ page }) => {
    await page.goto("/lobby/account/");
    await waitForFullLoader(page);
    await page.getByLabel("Address line 1").fill("1 Main Street");
    await page.getByRole("link", { name: "Français" }).last().click();
    await page.waitForURL("/fr/lobby/account/");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr-CA");
    await expect(page.getByRole("banner")).toBeVisible();
    await expectFrench(page);
  });
});

test.describe("with a coupon in play", () => {
  test.use({ player: "inplay" });

  test("the history has the French title of the coupon", async ({ page }) => {
    await page.goto("/fr/lobby/account/history/");
    const coupon = page.locator(".history__coupon");
    await expect(coupon).toContainText("PLAY100");
    await expect(coupon.locator("[lang=en]")).toHaveCount(0);
    await expectFrench(page);
  });
});

test("the daily reward names the other coupon in French, and its own English title is marked", async ({
  page,
  context,
  frenchCasino,
}) => {
  const { pid, login } = await newPlayer(frenchCasino);
  await commandSandbox("player", { pid, states: ["ready", "daily", "await"] }, frenchCasino);
  await signIn(context, frenchCasino, login);
  await page.goto("/fr/info/faq/");
  const popup = page.getByRole("dialog").filter({ hasText: "Récompense quotidienne" });
  await expect(popup.getByRole("heading", { name: "Récompense quotidienne : Extra For Today" })).toBeVisible();
  await expect(popup.locator("h3 [lang=en]")).toHaveText("Extra For Today");
  await expect(popup.locator(".daily__note")).toHaveText(/^Bonus de 200\s% attend votre dépôt\./);
  await expectFrench(page);

  // The card of the coupons page, too.
  await page.goto("/fr/lobby/promotions/");
  await page.keyboard.press("Escape");
  const heading = page.getByRole("article").getByRole("heading", { name: "Récompense quotidienne : Extra For Today" });
  await expect(heading.locator("[lang=en]")).toHaveText("Extra For Today");
});

for (const width of [320, 390, 1280]) {
  test(`no French page scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of PAGES) {
      await page.goto(path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
}
