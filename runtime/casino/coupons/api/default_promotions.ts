// The promotions for all visitors, from the static host (row 7.4-02).

import { type CallOptions, load } from "../../api/client";
import { getRtgcouponsJson } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { config, path } from "../../config/config";
import { pageLanguage } from "../../config/language";
import { type Promotion, toPagePromotion, toPromotion } from "./promotions";

/** Loads the promotions that are the same for all visitors. Those of a file below the path of the language have texts in it. */
export async function loadDefaultPromotions(options: CallOptions = {}): Promise<Outcome<readonly Promotion[]>> {
  const url = config().games.coupons_url;
  const isOfLanguage = import.meta.env.LANGUAGES && url.startsWith(`${pageLanguage().prefix}/`);
  const outcome = await load(getRtgcouponsJson, path(url), {}, options);
  return mapOk(outcome, (list) => list.map(isOfLanguage ? toPagePromotion : toPromotion));
}
