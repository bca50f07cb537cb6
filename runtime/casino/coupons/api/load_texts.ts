// Loads the code for the texts of promotions in the language of the page. It is not in coupon_texts.ts, because all code for coupons would
// then import what only a site in several languages needs.

import type { Promotion } from "./promotions";

/** Gives a promotion of the API the texts of the page's language, if the page's language has a promotion with its code and figures. */
export type Translate = (promotion: Promotion) => Promotion;

/** Loads the texts of the page's language. Without them, promotions have those of the API. */
export async function loadTexts(): Promise<Translate> {
  try {
    // Without the condition, a site in one language would have a file with the code.
    if (import.meta.env.LANGUAGES) {
      const { loadTranslate } = await import("./coupon_texts");
      return await loadTranslate();
    }
  } catch {
    // The client has reported the failure of the request.
  }
  return (promotion) => promotion;
}
