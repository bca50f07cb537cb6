// The promotions of everybody, as the static host has them (row 7.4-02).

import { config, path } from "../config/config";
import type { CallOptions } from "./client";
import { getRtgcouponsJson } from "./contract/calls";
import { map, type Outcome } from "./outcome";
import { type Promotion, toPromotion } from "./promotions";
import { load } from "./site";

/** The promotions that everybody sees. */
export async function loadDefaultPromotions(options: CallOptions = {}): Promise<Outcome<readonly Promotion[]>> {
  const outcome = await load(getRtgcouponsJson, path(config().games.coupons_url), {}, options);
  return map(outcome, (list) => list.map(toPromotion));
}
