// Single pages: each shows its content with current figures, and images of error pages need no network (A6, A10).

import { expect, rows, test } from "../support/test";

test.use({ serviceWorkers: "block", permissions: ["clipboard-read", "clipboard-write"] });

test("the free spins page copies its code and lists free coupons", { annotation: rows("2.1-14", "2.1-18") }, async ({
  page,
}) => {
  await page.goto("/freespins/");
  const steps = page.locator(".trail > li");
  await expect(steps).toHaveCount(3);
  await steps.nth(1).getByRole("button", { name: "Copy the code" }).click();
  await expect(steps.nth(1).getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("SPINS25");
  await expect(steps.nth(2).getByRole("link")).toHaveAttribute("href", "/lobby/games/?game=18-32");

  await page.goto("/nodepositbonus/");
  const table = page.getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText(["SPINS25", "FIXED10"]);
  await expect(table.getByRole("row", { name: /^Withdraw up to/ }).getByRole("cell")).toHaveText(["$50", "$100"]);
  // The example on the page: $8 times 30, in spins of $0.25.
  await expect(page.locator(".chain strong")).toHaveText(["$8", "× 30", "$240", "960"]);
});

test("news, VIP and download pages show their content", {
  tag: "@smoke",
  annotation: rows("2.1-10", "2.1-15", "2.1-17"),
}, async ({ page }) => {
  await page.goto("/marketing/");
  const days = await page
    .locator(".news time")
    .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""));
  expect(days.length).toBeGreaterThan(1);
  expect(days).toEqual(days.toSorted().reverse());

  await page.goto("/vip/");
  await expect(page.locator(".ladder h3")).toHaveText(["New", "Bronze", "Silver", "Gold"]);

  await page.goto("/downloadlobby/");
  await expect(page.getByText("Download is not available right now.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download", exact: true })).toHaveCount(0);
  await expect(page.locator(".opening__picture")).toHaveJSProperty("naturalWidth", 800);
});

test("the offline page has its image inlined", async ({ page }) => {
  await page.goto("/offline.html");
  await expect(page.locator(".error__art svg")).toBeVisible();
  await expect(page.locator("main img")).toHaveCount(0);
});
