// The pages of games: one for each game of the catalogue, complete without scripts, with a link that opens the game.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { signupDialog } from "../pages/dialogs";
import { expect, rows, SERVED, test } from "../support/test";

/** The games of the catalogue: code, name and return to player. No value has a comma. */
const GAMES = readFileSync(resolve(import.meta.dirname, "../../../content/data/catalogue.csv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","))
  .map((cells) => ({ code: `${cells[0]}-${cells[1]}`, name: cells[8] ?? "", rtp: cells[9] ?? "" }));

test("each game of the catalogue has a page, and /games/ links to it", { annotation: rows("2.1-22") }, async ({
  page,
  request,
}) => {
  await page.goto(`${SERVED}/games/`);
  const links = page.getByRole("main").getByRole("link");
  const names = await links.allTextContents();
  expect(names.sort()).toEqual(GAMES.map(({ name }) => name).sort());
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(new Set(paths).size).toBe(GAMES.length);
  for (const path of paths) expect((await request.get(SERVED + path)).status(), path).toBe(200);
  // No page is an orphan: a text links to the list, and so does each game.
  for (const path of ["/lobby/games/", "/info/fairgaming/", "/games/gold-rush/"])
    expect(await (await request.get(SERVED + path)).text(), path).toContain('href="/games/"');
});

test("the page of a game shows picture, rules, return and help without scripts", {
  annotation: rows("2.1-22", "A146"),
}, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { code, name, rtp } = GAMES[0] ?? { code: "", name: "", rtp: "" };
  await page.goto(`${SERVED}/games/gold-rush/`);
  const main = page.getByRole("main");
  await expect(page).toHaveTitle(`${name} | Paper Lantern Casino`);
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(main.locator("img")).toHaveAttribute("src", `/rtggames/${code}.svg`);
  await expect(main.getByRole("region", { name: "How it is played" }).getByRole("listitem")).toHaveCount(3);
  await expect(main.getByRole("region", { name: "What it returns" })).toContainText(`${rtp} %`);
  await expect(main.getByRole("link", { name: "PLAY GOLD RUSH" })).toHaveAttribute(
    "href",
    `/lobby/games/?game=${code}`,
  );
  const care = main.getByRole("region", { name: "Before you play" });
  await expect(care.getByRole("link", { name: "Set a limit" })).toHaveAttribute(
    "href",
    "/info/responsiblegaming/#set-a-limit",
  );
  await expect(care.getByRole("link", { name: "1-800-522-4700" })).toHaveAttribute("href", "tel:+18005224700");
  await context.close();
});

test("PLAY asks a guest to sign up", { annotation: rows("2.1-22") }, async ({ page }) => {
  await page.goto("/games/gold-rush/");
  await page.getByRole("main").getByRole("link", { name: "PLAY GOLD RUSH" }).click();
  await expect(signupDialog(page)).toBeVisible();
});

test.describe("for a player", () => {
  test.use({ serviceWorkers: "block", player: "onalee" });

  test("PLAY opens the game", { tag: "@smoke", annotation: rows("2.1-22") }, async ({ page }) => {
    await page.goto("/games/gold-rush/");
    await page.getByRole("main").getByRole("link", { name: "PLAY GOLD RUSH" }).click();
    const window = page.getByRole("dialog", { name: "Gold Rush" });
    await expect(window.frameLocator("iframe").getByText("Balance $1.00")).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/lobby/games/");
  });
});
