// The decoder of a promotion, which several answers contain. The bundler copies decoders.ts into chunks; of this one there is one copy.
// Made by generate.mjs from tests/sandbox/openapi.json; do not edit.

import * as v from "valibot";
import { amount } from "./amount";
import type { Decoder } from "./call";
import type * as schema from "./contract/schema";

export const Promotion: Decoder<schema.Promotion> = () =>
  v.object({
    bank_method_list: v.array(
      v.object({
        bonus: v.number(),
        deposit_method: v.string(),
        maximum_deposit: v.number(),
        minimum_deposit: v.number(),
      }),
    ),
    bonus: v.array(v.number()),
    coupon_amount: amount(),
    coupon_code: v.string(),
    coupon_description: v.string(),
    coupon_title: v.string(),
    deposit_method: v.array(v.string()),
    expiry: v.number(),
    free_spin_details: v.object({
      denomination: v.exactOptional(amount()),
      free_spin_winnings: v.exactOptional(amount()),
      game_description: v.exactOptional(v.string()),
      game_id: v.exactOptional(v.number()),
      mach_id: v.exactOptional(v.number()),
    }),
    free_spin_details_list: v.array(
      v.object({ game_code: v.string(), game_description: v.string(), spins_needed: v.number() }),
    ),
    image_url: v.string(),
    max_users_player_per_month: v.exactOptional(v.number()),
    max_users_player_per_week: v.exactOptional(v.number()),
    max_uses_per_player: v.number(),
    max_uses_player_per_day: v.number(),
    maximum_deposit: v.array(v.number()),
    minimum_deposit: v.array(v.number()),
    playthrough: v.array(v.number()),
    playthrough_details: v.object({
      amount_needed: amount(),
      amount_played: amount(),
      awaiting_deposit: v.union([v.boolean(), v.number(), v.string()]),
    }),
    redeem_type: v.string(),
    redemption_type: v.string(),
    reward_type: v.string(),
    spins: v.array(v.number()),
    spins_remaining: v.number(),
    userHash: v.string(),
    max_uses_player_per_month: v.exactOptional(v.number()),
    max_uses_player_per_week: v.exactOptional(v.number()),
  });
