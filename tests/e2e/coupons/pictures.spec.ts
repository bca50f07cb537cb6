// Pictures of coupons, whose URLs come from the server (row 2.9-01).

import { COUPONS_PATH, couponCard } from "../pages/coupons";
import { openAsNewPlayer } from "../support/players";
import { expect, rows, test } from "../support/test";

test.use({ serviceWorkers: "block" });

const HOSTILE = [
  "javascript:alert(1)",
  "data:image/svg+xml,<svg/>",
  "//other.example/x.png",
  "/\\other.example/x.png",
  "blob:x",
];

test("coupons with pictures of other schemes and hidden hosts show the placeholder", {
  annotation: rows("2.9-01"),
}, async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  // The sandbox checks its promotions, so only this field of its response is changed.
  await page.route("**/coupondetails?*", async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as Record<string, unknown>[];
    const json = list.map((coupon, index) => ({ ...coupon, image_url: HOSTILE[index % HOSTILE.length] }));
    expect(list.length).toBeGreaterThan(HOSTILE.length);
    await route.fulfill({ response, json });
  });
  await page.goto(COUPONS_PATH);
  await expect(couponCard(page, "DEP200").locator(".coupon__picture--none")).toBeVisible();
  await expect(page.locator("[data-island=my_coupons] .coupon img")).toHaveCount(0);
});
