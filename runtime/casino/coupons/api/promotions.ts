// The promotion type and its conversion from the API (rows 7.4-02, 2.9).
// API names are used only up to this file (A59). Amounts are whole cents, times are epoch seconds.

import type { Promotion as ApiPromotion } from "../../api/contract/schema";
import { cleanPictureUrl, toCents } from "../../api/values";

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
  /** A checked URL or path; empty if there is none. */
  readonly image: string;
  /** `ARSDaily`, `CASHBACK` and others. */
  readonly rewardType: string;
  /** Rewards are redeemed by a different endpoint than coupons (A60, row 4.4-08). */
  readonly isReward: boolean;
  /** For example `Fixed amount on redemption`. */
  readonly redemptionType: string;
  /** In epoch seconds; 0 if there is none. */
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
  /** Whether its texts are in the language of the page. Those of the API are in English. */
  readonly isTranslated?: boolean;
  /** The title as a sentence of the page about a text of the API, which is marked in it as English. */
  readonly titleSentence?: { readonly sentence: string; readonly subject: Promotion };
}

/** Gives a promotion of the API the texts of the page's language, if the page's language has a promotion with its code and figures. */
export type Translate = (promotion: Promotion) => Promotion;

/** The reward type of cashbacks, which are redeemed by their own endpoint (row 4.5-02). */
export const CASHBACK = "CASHBACK";

/** The last instant that a date can hold, in epoch seconds. */
const LAST_INSTANT_S = 8.64e12;

/** Converts a time in epoch seconds. Returns 0 for a number that is no time, so that no date has to be made of it. */
function toInstant(time_s: number): number {
  return time_s > 0 && time_s <= LAST_INSTANT_S ? time_s : 0;
}

/** Converts a promotion of the API to the names of the site. */
export function toPromotion(promotion: ApiPromotion): Promotion {
  const { free_spin_details: spin, playthrough_details: wager } = promotion;
  const month = promotion.max_users_player_per_month ?? promotion.max_uses_player_per_month ?? 0;
  const week = promotion.max_users_player_per_week ?? promotion.max_uses_player_per_week ?? 0;

  return {
    code: promotion.coupon_code,
    title: promotion.coupon_title,
    description: promotion.coupon_description,
    image: cleanPictureUrl(promotion.image_url),
    rewardType: promotion.reward_type,
    isReward: promotion.redeem_type === "reward",
    redemptionType: promotion.redemption_type,
    expiry_s: toInstant(promotion.expiry),
    uses: { player: promotion.max_uses_per_player, day: promotion.max_uses_player_per_day, week, month },
    bonus: promotion.bonus,
    playthrough: promotion.playthrough,
    spins: promotion.spins,
    deposits: promotion.bank_method_list.map((bank) => ({
      method: bank.deposit_method,
      least: toCents(bank.minimum_deposit),
      most: toCents(bank.maximum_deposit),
      bonus: bank.bonus,
    })),
    leastDeposits: promotion.minimum_deposit.flatMap((least) => toCents(least) ?? []),
    amount: toCents(promotion.coupon_amount),
    spinsRemaining: promotion.spins_remaining,
    freeSpins: {
      ...(spin.game_id === undefined ? {} : { gameId: spin.game_id }),
      ...(spin.mach_id === undefined ? {} : { machineId: spin.mach_id }),
      ...(spin.game_description === undefined ? {} : { game: spin.game_description }),
    },
    freeSpinGames: promotion.free_spin_details_list.map((game) => ({
      code: game.game_code,
      game: game.game_description,
      spins: game.spins_needed,
    })),
    userHash: promotion.userHash,
    wagered: toCents(wager.amount_played),
    toWager: toCents(wager.amount_needed),
    awaitsDeposit: [true, 1, "1"].includes(wager.awaiting_deposit),
  };
}

/** Returns whether the promotion is a cashback: it is paid out at once and never becomes the active coupon. */
export function isCashback({ rewardType }: Partial<Pick<Promotion, "rewardType">>): boolean {
  return rewardType === CASHBACK;
}
