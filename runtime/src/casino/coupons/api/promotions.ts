// Promotions as everybody sees them (rows 7.4-02, 2.9). The names of the API end here (A59): amounts are whole cents, times epoch seconds.

import { toCents } from "../../api/amount";
import type { Promotion as Given } from "../../api/contract";

/** A deposit by one method: least and most in cents, bonus in percent. */
export interface DepositRange {
  readonly method: string;
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly bonus: number;
}

/** A promotion, as a card shows it. */
export interface Promotion {
  readonly code: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
  /** `ARSDaily`, `CASHBACK` and others. */
  readonly rewardType: string;
  /** A reward is redeemed by another call than a coupon (A60, row 4.4-08). */
  readonly isReward: boolean;
  /** Such as `Fixed amount on redemption`. */
  readonly redemptionType: string;
  /** In epoch seconds. */
  readonly expiry_s: number;
  /** How often it may be used; 0 is no limit. */
  readonly uses: { readonly player: number; readonly day: number; readonly week: number; readonly month: number };
  /** In percent. */
  readonly bonus: readonly number[];
  readonly playthrough: readonly number[];
  readonly spins: readonly number[];
  /** Ways to pay in for it. */
  readonly deposits: readonly DepositRange[];
  /** The least deposits of its steps, in cents; empty where it needs none. */
  readonly leastDeposits: readonly number[];
  /** In cents. */
  readonly amount: number | undefined;
  readonly spinsRemaining: number;
  /** The game of its free spins, named by both numbers (A61). */
  readonly freeSpins: { readonly gameId?: number; readonly machineId?: number; readonly game?: string };
  /** Games to choose from: the code is `<game id>-<machine id>`. */
  readonly freeSpinGames: readonly { readonly code: string; readonly game: string; readonly spins: number }[];
  /** Of this promotion only: never the chat's or the quick play's (A62). */
  readonly userHash: string;
  /** What was played of what must be played, in cents. */
  readonly wagered: number | undefined;
  readonly toWager: number | undefined;
  readonly awaitsDeposit: boolean;
}

/** The reward type of what is claimed by a call of its own (row 4.5-02). */
export const CASHBACK = "CASHBACK";
/** A promotion of the API by the site's names. */
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

/** Whether it is paid out at once, by a call of its own, and is never an active coupon. */
export function isCashback({ rewardType }: Partial<Pick<Promotion, "rewardType">>): boolean {
  return rewardType === CASHBACK;
}
