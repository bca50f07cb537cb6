// Which promotions are shown, in which order, and which of them something points at (A26, A29 to A31, A88).

import type { Promotion } from "../api/promotions";

/** Such a promotion is for those who have next to nothing (row 4.4-11). */
export const FIXED = "Fixed amount on redemption";
/** Hidden strictly above this balance, in cents (A26). */
const LOW = 100;

/** The first bonus in percent; one that is missing or no number counts as 0 (A31). */
export function firstBonus({ bonus: [first] }: Pick<Promotion, "bonus">): number {
  const number = Number(first);
  return Number.isFinite(number) ? number : 0;
}

/** Highest first bonus first; equal ones stay as they were (row 2.8-04). */
export function byFirstBonus<T extends Pick<Promotion, "bonus">>(list: readonly T[]): readonly T[] {
  return [...list].sort((a, b) => firstBonus(b) - firstBonus(a));
}

/** What a player can redeem, as the server has it, without `taken`: the codes of the active coupon and the daily reward (A30). A balance that is not known hides what depends on it (A27). */
export function available(
  list: readonly Promotion[],
  balance: number | undefined,
  taken: readonly (string | undefined)[],
): readonly Promotion[] {
  const isLow = balance !== undefined && balance <= LOW;
  return list.filter(({ code, redemptionType }) => !taken.includes(code) && (isLow || redemptionType !== FIXED));
}

/** The first promotion whose code contains the value, whatever its capitals; none for an empty value (A29). */
export function named<T extends Pick<Promotion, "code">>(list: readonly T[], value: string): T | undefined {
  const part = value.trim().toUpperCase();
  return part === "" ? undefined : list.find(({ code }) => code.toUpperCase().includes(part));
}

/** Whether it gives nothing before money is paid in (A88). */
export function needsDeposit({ leastDeposits, deposits }: Pick<Promotion, "leastDeposits" | "deposits">): boolean {
  return leastDeposits.length > 0 || deposits.length > 0;
}

/** What is recommended after a code that is none: the highest bonus among those that need a deposit, the first of equals (A88). */
export function recommended(list: readonly Promotion[]): Promotion | undefined {
  const deposits = list.filter((one) => needsDeposit(one) && one.redemptionType !== FIXED);
  return byFirstBonus(deposits)[0];
}
