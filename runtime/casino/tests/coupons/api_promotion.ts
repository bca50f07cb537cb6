// A promotion as the API sends it, for tests.

import type { Promotion } from "../../api/contract/schema";

/** Returns a promotion that has only a code, with these changes. */
export const apiPromotion = (coupon_code: string, changes: Partial<Promotion> = {}): Promotion => ({
  coupon_code,
  coupon_title: "",
  coupon_description: "",
  image_url: "",
  reward_type: "",
  redeem_type: "coupon",
  redemption_type: "",
  expiry: 0,
  max_uses_per_player: 0,
  max_uses_player_per_day: 0,
  bonus: [],
  playthrough: [],
  spins: [],
  minimum_deposit: [],
  maximum_deposit: [],
  deposit_method: [],
  bank_method_list: [],
  coupon_amount: 0,
  spins_remaining: 0,
  free_spin_details: {},
  free_spin_details_list: [],
  userHash: "",
  playthrough_details: { amount_needed: 0, amount_played: 0, awaiting_deposit: false },
  ...changes,
});
