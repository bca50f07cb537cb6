// The promotions for all visitors (row 7.4-02): their API call, and their store. Only the coupons page shows them, with
// those of its HTML first.

import { type CallOptions, load } from "../../api/client";
import { getRtgcouponsJson } from "../../api/contract/calls";
import type { Promotion as ApiPromotion } from "../../api/contract/schema";
import { mapOk, type Outcome } from "../../api/outcome";
import { config, path } from "../../config/config";
import { pageLanguage } from "../../config/language";
import { publicData } from "../../stores/server_data";
import { type Promotion, toPromotion } from "../api/promotions";

/** Loads the promotions that are the same for all visitors. Those of a file below the path of the language have texts in it. */
export async function loadDefaultPromotions(options: CallOptions = {}): Promise<Outcome<readonly Promotion[]>> {
  const url = config().games.coupons_url;
  const isOfLanguage = import.meta.env.LANGUAGES && url.startsWith(`${pageLanguage().prefix}/`);
  const outcome = await load(getRtgcouponsJson, path(url), {}, options);
  return mapOk(outcome, (list) => list.map(isOfLanguage ? toPagePromotion : toPromotion));
}

/** The promotions in the order of the file, cached for five minutes. */
export const $defaultPromotions = publicData<readonly Promotion[]>(
  "promotions of everybody",
  () => loadDefaultPromotions(),
  { fresh_ms: 300_000 },
);

/** Converts a promotion that the page has in its language. */
function toPagePromotion(promotion: ApiPromotion): Promotion {
  return { ...toPromotion(promotion), isTranslated: true };
}

/** Converts the promotions in the HTML of the page. */
export function toPagePromotions(promotions: readonly ApiPromotion[]): readonly Promotion[] {
  return promotions.map(import.meta.env.LANGUAGES ? toPagePromotion : toPromotion);
}

/** Returns a function that returns the promotions of the server if they differ from those in the HTML. */
export function newerThan(shown: readonly Promotion[]) {
  const shownText = JSON.stringify(shown);
  return (loaded: readonly Promotion[] | undefined): readonly Promotion[] | undefined =>
    loaded && JSON.stringify(loaded) !== shownText ? loaded : undefined;
}
