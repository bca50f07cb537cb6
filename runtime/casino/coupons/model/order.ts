// Filters, sorts and finds promotions for lists, links and recommendations (A26, A29 to A31, A88).

import { isSameCode, normalizeCode } from "../../api/values";
import type { Promotion } from "../api/promotions";

/** Redemption type of promotions for players with a low balance (row 4.4-11). */
export const FIXED_AMOUNT = "Fixed amount on redemption";
/** Promotions of type `FIXED_AMOUNT` are hidden above this balance, in cents (A26). */
const LOW_BALANCE_CENTS = 100;

/** Returns the first bonus in percent. A missing or non-numeric bonus counts as 0 (A31). */
function firstBonus({ bonus: [first] }: Pick<Promotion, "bonus">): number {
  const number = Number(first);
  return Number.isFinite(number) ? number : 0;
}

/** Returns the list sorted by first bonus, highest first. Equal bonuses keep their order (row 2.8-04). */
export function byFirstBonus<T extends Pick<Promotion, "bonus">>(list: readonly T[]): readonly T[] {
  return [...list].sort((a, b) => firstBonus(b) - firstBonus(a));
}

/**
 * Returns the promotions that a player can redeem, in the server's order.
 * `excluded` holds the codes of the active coupon and the daily reward, which are left out (A30).
 * An unknown balance hides the promotions that depend on it (A27).
 */
export function available(
  list: readonly Promotion[],
  balance: number | undefined,
  excluded: readonly (string | undefined)[],
): readonly Promotion[] {
  const isLow = balance !== undefined && balance <= LOW_BALANCE_CENTS;
  return list.filter(
    ({ code, redemptionType }) =>
      !excluded.some((other) => isSameCode(other, code)) && (isLow || redemptionType !== FIXED_AMOUNT),
  );
}

/** Returns the first promotion whose code contains the value, ignoring case; none for an empty value (A29). */
export function findByCode<T extends Pick<Promotion, "code">>(list: readonly T[], value: string): T | undefined {
  const search = normalizeCode(value);
  return search === "" ? undefined : list.find(({ code }) => code.toUpperCase().includes(search));
}

/** Returns whether the promotion requires a deposit (A88). */
export function needsDeposit({ leastDeposits, deposits }: Pick<Promotion, "leastDeposits" | "deposits">): boolean {
  return leastDeposits.length > 0 || deposits.length > 0;
}

/** Returns the recommendation after an invalid code: the deposit promotion with the highest bonus, or the first of equals (A88). */
export function recommended(list: readonly Promotion[]): Promotion | undefined {
  const deposits = list.filter((promotion) => needsDeposit(promotion) && promotion.redemptionType !== FIXED_AMOUNT);
  return byFirstBonus(deposits)[0];
}
