// What answers of the API are validated with, one valibot schema each. They are made when they are needed, so that
// only those which are used are shipped, and none costs anything at the start.
// Made by generate.mjs from tests/sandbox/openapi.json; do not edit.

import * as v from "valibot";
import { amount } from "../amount";
import type { Decoder } from "../call";
import { Promotion } from "../promotion_decoder";
import type * as schema from "./schema";

export const ActiveCoupon: Decoder<schema.ActiveCoupon> = () =>
  v.union([
    v.object({ isActive: v.literal(false), player_coupon_status: v.literal("No Coupon") }),
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
      isActive: v.literal(true),
      max_users_player_per_month: v.exactOptional(v.number()),
      max_users_player_per_week: v.exactOptional(v.number()),
      max_uses_per_player: v.number(),
      max_uses_player_per_day: v.number(),
      maximum_deposit: v.array(v.number()),
      minimum_deposit: v.array(v.number()),
      player_coupon_status: v.string(),
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
    }),
  ]);

export const Anything: Decoder<schema.Anything> = () => v.unknown();

export const Balances: Decoder<schema.Balances> = () =>
  v.array(v.object({ balance: amount(), currency_symbol: v.string() }));

export const Cashier: Decoder<schema.Cashier> = () =>
  v.object({
    info: v.object({
      hashed_password: v.string(),
      lang: v.string(),
      login: v.string(),
      player_id: v.string(),
      session_id: v.string(),
      sign_up_skin: v.string(),
      sportsbook: v.string(),
    }),
    launch_page: v.literal("Deposits.asp"),
    url: v.string(),
  });

export const Count: Decoder<schema.Count> = () => v.object({ Count: v.number() });

export const DailyReward: Decoder<schema.DailyReward> = () =>
  v.object({ coupon: Promotion(), redeemed: v.picklist([0, 1]) });

export const Done: Decoder<schema.Done> = () => v.object({ message: v.string() });

export const Favourites: Decoder<schema.Favourites> = () =>
  v.array(v.object({ game_id: v.number(), machine_id: v.number() }));

export const Games: Decoder<schema.Games> = () =>
  v.object({
    categories: v.array(v.object({ "sub-categories": v.array(v.string()), title: v.string() })),
    games: v.array(
      v.object({
        category: v.string(),
        display_name: v.string(),
        game_id: v.number(),
        hands: v.number(),
        height: v.number(),
        machine_id: v.number(),
        sub_category: v.string(),
        width: v.number(),
      }),
    ),
  });

export const JackpotPlayer: Decoder<schema.JackpotPlayer> = () =>
  v.object({ "is-opt-in": v.boolean(), "unclaimed-hits-amount": amount() });

export const Jackpots: Decoder<schema.Jackpots> = () =>
  v.array(v.object({ amount: amount(), game_id: v.number(), machine_id: v.number() }));

export const Link: Decoder<schema.Link> = () => v.object({ message: v.string() });

export const Lobbies: Decoder<schema.Lobbies> = () => v.array(v.object({ id: v.number(), name: v.string() }));

export const LobbyJackpot: Decoder<schema.LobbyJackpot> = () =>
  v.object({ guid: v.string(), "jackpot-amount": amount() });

export const NewSession: Decoder<schema.NewSession> = () =>
  v.object({
    login: v.exactOptional(v.string()),
    pid: v.exactOptional(v.number()),
    rtgSession: v.exactOptional(v.object({ session_id: v.string() })),
    sessionToken: v.exactOptional(v.string()),
  });

export const Promotions: Decoder<schema.Promotions> = () => v.array(Promotion());

export const QuickPlay: Decoder<schema.QuickPlay> = () =>
  v.object({ Count: v.number(), code: v.string(), coupon: v.string(), game: v.string() });

export const Redeemed: Decoder<schema.Redeemed> = () =>
  v.object({
    free_spin: v.boolean(),
    game_description: v.string(),
    redeem_type: v.union([v.number(), v.string()]),
    spins_needed: v.number(),
  });

export const Session: Decoder<schema.Session> = () =>
  v.object({ pid: v.number(), rtgSession: v.object({ session_id: v.string() }), sessionToken: v.string() });

export const Token: Decoder<schema.Token> = () => v.object({ token: v.string() });

export const User: Decoder<schema.User> = () =>
  v.object({
    birth_date: v.string(),
    contact: v.object({
      address_one: v.string(),
      city: v.string(),
      country_id: v.string(),
      email: v.string(),
      first_name: v.string(),
      last_name: v.string(),
      state_id: v.string(),
      zip_code: v.string(),
    }),
    first_deposit: v.exactOptional(v.union([v.string(), v.null(), v.number()])),
    hashed_password: v.string(),
    login: v.string(),
    player_class: v.string(),
    player_id: v.string(),
    total_deposits_number: v.number(),
  });

export const UserHash: Decoder<schema.UserHash> = () => v.object({ userHash: v.string() });

export const Winners: Decoder<schema.Winners> = () =>
  v.array(v.object({ amount: amount(), date: v.string(), name: v.string() }));
