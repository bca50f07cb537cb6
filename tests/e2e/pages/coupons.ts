// The coupons page.

import type { Page } from "@playwright/test";

export const COUPONS_PATH = "/lobby/promotions/";

/** The card of a coupon. */
export const couponCard = (page: Page, code: string) => page.locator(`article[data-coupon="${code}"]:visible`);
/** The visible field for a coupon code. */
export const couponCodeField = (page: Page) => page.getByLabel("ENTER YOUR COUPON CODE:").filter({ visible: true });
