// What the player has to play with, as the API last said it.

import { atom } from "nanostores";

/** An amount of money. */
export interface Balance {
  /** Integer cents. */
  readonly cents: number;
  readonly symbol: string;
}

/** The player's balance; `undefined` until it is known. */
export const balance = atom<Balance | undefined>(undefined);

/** Money as players read it: `$1,234.50` (A132). */
export function money({ cents, symbol }: Balance): string {
  const text = (Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${cents < 0 ? "-" : ""}${symbol}${text}`;
}
