// Tables that are wider than the screen show that they scroll, and the keyboard can scroll them.

import { expect, test } from "../support/test";

const shadowOpacity = (table: Element) => Number(getComputedStyle(table, "::after").opacity);

test("a wide table shows that it scrolls until its end", { tag: "@smoke" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/info/banking/");
  const table = page
    .getByRole("group")
    .filter({ has: page.getByRole("table") })
    .first();
  await expect(table).toHaveAccessibleName("Deposits");
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeGreaterThan(0);
  expect(await table.evaluate(shadowOpacity)).toBe(1);
  const first = table.getByRole("rowheader").or(table.getByRole("cell")).first();
  const before = await first.boundingBox();
  await table.focus();
  await expect(table).toBeFocused();
  for (let presses = 0; presses < 12; presses++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => table.evaluate(shadowOpacity)).toBeLessThan(0.2);
  // The first column stays in place.
  expect((await first.boundingBox())?.x).toBeCloseTo(before?.x ?? Number.NaN, 0);
  await expect(table.getByRole("columnheader").last()).toBeInViewport({ ratio: 0.9 });

  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await table.evaluate(shadowOpacity)).toBe(0);
});

test("help lines fit the narrowest phone, and numbers are phone links", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/info/responsiblegaming/");
  const lines = page.getByRole("group", { name: "People who can help" }).getByRole("link");
  for (const line of await lines.all()) {
    const { x, width } = (await line.boundingBox()) ?? { x: 0, width: 0 };
    expect(x + width, (await line.textContent()) ?? "").toBeLessThanOrEqual(360 - 16);
  }
  await expect(lines.filter({ hasText: "1-866-531-2600" })).toHaveAttribute("href", "tel:+18665312600");
  expect(
    await lines.evaluateAll((all) => all.filter((line) => line.getAttribute("href")?.startsWith("tel:")).length),
  ).toBe(11);
});
