// The promotions of everybody, as the static host has them (row 7.4-02).

import type { CallOptions } from "../../api/client";
import { getRtgcouponsJson } from "../../api/contract/calls";
import { map, type Outcome } from "../../api/outcome";
import { load } from "../../api/site";
import { config, path } from "../../config/config";
import { type Promotion, toPromotion } from "./promotions";

/** The promotions that everybody sees. */
export async function loadDefaultPromotions(options: CallOptions = {}): Promise<Outcome<readonly Promotion[]>> {
  const outcome = await load(getRtgcouponsJson, path(config().games.coupons_url), {}, options);
  return map(outcome, (list) => list.map(toPromotion));
}
