// The promotion type and its conversion from the API (rows 7.4-02, 2.9).
// API names are used only up to this file (A59). Amounts are whole cents, times are epoch seconds.

import { toCents } from "../../api/amount";
import type { Promotion as Given } from "../../api/contract";

/** The limits of a deposit by one method: minimum and maximum in cents, bonus in percent. */
export interface DepositRange {
  readonly method: string;
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly bonus: number;
}

/** A promotion with all data that cards show. */
export interface Promotion {
  readonly code: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
  /** `ARSDaily`, `CASHBACK` and others. */
  readonly rewardType: string;
  /** Rewards are redeemed by a different endpoint than coupons (A60, row 4.4-08). */
  readonly isReward: boolean;
  /** For example `Fixed amount on redemption`. */
  readonly redemptionType: string;
  /** In epoch seconds. */
  readonly expiry_s: number;
  /** Limits of use; 0 means no limit. */
  readonly uses: { readonly player: number; readonly day: number; readonly week: number; readonly month: number };
  /** In percent. */
  readonly bonus: readonly number[];
  readonly playthrough: readonly number[];
  readonly spins: readonly number[];
  /** Deposit methods that qualify. */
  readonly deposits: readonly DepositRange[];
  /** Minimum deposit of each step, in cents; empty if no deposit is required. */
  readonly leastDeposits: readonly number[];
  /** In cents. */
  readonly amount: number | undefined;
  readonly spinsRemaining: number;
  /** The game of the free spins, identified by both numbers (A61). */
  readonly freeSpins: { readonly gameId?: number; readonly machineId?: number; readonly game?: string };
  /** Games to choose from: the code is `<game id>-<machine id>`. */
  readonly freeSpinGames: readonly { readonly code: string; readonly game: string; readonly spins: number }[];
  /** Belongs to this promotion only; it is not the hash of the chat or of quick play (A62). */
  readonly userHash: string;
  /** The amount wagered so far, in cents. `toWager` is the required amount. */
  readonly wagered: number | undefined;
  readonly toWager: number | undefined;
  readonly awaitsDeposit: boolean;
}

/** The reward type of cashbacks, which are redeemed by their own endpoint (row 4.5-02). */
export const CASHBACK = "CASHBACK";
/** Converts a promotion of the API to the names of the site. */
export function toPromotion(given: Given): Promotion {
  const { free_spin_details: spin, playthrough_details: wager } = given;
  const month = given.max_users_player_per_month ?? given.max_uses_player_per_month ?? 0;
  const week = given.max_users_player_per_week ?? given.max_uses_player_per_week ?? 0;
  return {
    code: given.coupon_code,
    title: given.coupon_title,
    description: given.coupon_description,
    image: given.image_url,
    rewardType: given.reward_type,
    isReward: given.redeem_type === "reward",
    redemptionType: given.redemption_type,
    expiry_s: given.expiry,
    uses: { player: given.max_uses_per_player, day: given.max_uses_player_per_day, week, month },
    bonus: given.bonus,
    playthrough: given.playthrough,
    spins: given.spins,
    deposits: given.bank_method_list.map((bank) => ({
      method: bank.deposit_method,
      least: toCents(bank.minimum_deposit),
      most: toCents(bank.maximum_deposit),
      bonus: bank.bonus,
    })),
    leastDeposits: given.minimum_deposit.flatMap((least) => toCents(least) ?? []),
    amount: toCents(given.coupon_amount),
    spinsRemaining: given.spins_remaining,
    freeSpins: {
      ...(spin.game_id === undefined ? {} : { gameId: spin.game_id }),
      ...(spin.mach_id === undefined ? {} : { machineId: spin.mach_id }),
      ...(spin.game_description === undefined ? {} : { game: spin.game_description }),
    },
    freeSpinGames: given.free_spin_details_list.map((one) => ({
      code: one.game_code,
      game: one.game_description,
      spins: one.spins_needed,
    })),
    userHash: given.userHash,
    wagered: toCents(wager.amount_played),
    toWager: toCents(wager.amount_needed),
    awaitsDeposit: [true, 1, "1"].includes(wager.awaiting_deposit),
  };
}

/** Returns whether the promotion is a cashback: it is paid out at once and never becomes the active coupon. */
export function isCashback({ rewardType }: Partial<Pick<Promotion, "rewardType">>): boolean {
  return rewardType === CASHBACK;
}
