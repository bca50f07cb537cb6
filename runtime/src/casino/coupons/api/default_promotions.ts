// Loads the default promotions from the static host (row 7.4-02).

import type { CallOptions } from "../../api/client";
import { getRtgcouponsJson } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { load } from "../../api/site";
import { config, path } from "../../config/config";
import { type Promotion, toPromotion } from "./promotions";

/** Loads the promotions that are the same for all visitors. */
export async function loadDefaultPromotions(options: CallOptions = {}): Promise<Outcome<readonly Promotion[]>> {
  const outcome = await load(getRtgcouponsJson, path(config().games.coupons_url), {}, options);
  return mapOk(outcome, (list) => list.map(toPromotion));
}
