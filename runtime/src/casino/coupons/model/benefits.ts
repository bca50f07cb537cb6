// Formats the benefit of a coupon as one line, which cards show first (row 2.9-02).

import { formatMoney } from "../../content/money";
import { fill } from "../../content/texts";
import { isCashback, type Promotion } from "../api/promotions";
import type { GivesWords } from "./card_messages";

/** The fields of a promotion that `givesText` reads. */
export type Gift = Pick<
  Promotion,
  "code" | "isReward" | "bonus" | "deposits" | "amount" | "spins" | "freeSpins" | "freeSpinGames" | "rewardType"
>;

/** Returns the benefit, such as `325% bonus` or `60% bonus and 50 extra spins on Gold Rush`. Empty if the promotion has no figures. */
export function givesText(gift: Gift, words: GivesWords, symbol: string): string {
  const parts = [percentText(gift, words, symbol), amountText(gift.amount, words, symbol), spinsText(gift, words)];
  const said = parts.filter((part) => part !== "");
  if (said.length === 0 && isCashback(gift)) return words.cashback;
  return said.join(words.and);
}

function percentText({ bonus, deposits }: Gift, words: GivesWords, symbol: string): string {
  const real = bonus.filter((n) => n > 0);
  if (real.length === 0) return "";
  const [least, most] = [Math.min(...real), Math.max(...real)];
  if (least < most) return fill(words.percent_steps, { least, most });
  // A largest bonus exists only if every deposit method has a maximum.
  const largest = Math.max(0, ...deposits.map((by) => ((by.most ?? 0) * by.bonus) / 100));
  const hasCeiling = largest > 0 && deposits.every((by) => by.most);
  const amount = formatMoney(Math.round(largest), symbol, "short");
  return hasCeiling ? fill(words.percent_up_to, { n: most, amount }) : fill(words.percent, { n: most });
}

function amountText(cents: number | undefined, words: GivesWords, symbol: string): string {
  return cents ? fill(words.amount, { amount: formatMoney(cents, symbol, "short") }) : "";
}

function spinsText({ spins, freeSpins, freeSpinGames }: Gift, words: GivesWords): string {
  const n = Math.max(0, ...spins);
  if (n === 0) return "";
  // With several games, the player chooses one later.
  const game = freeSpinGames.length > 1 ? undefined : (freeSpinGames[0]?.game ?? freeSpins.game);
  return fill(game ? words.spins_on : words.spins, { n, game });
}

/** Returns the figure for cards without a picture: `325%`, `25 spins`, `$10`. Empty if the promotion has no such figure. */
export function figureText({ bonus, spins, amount }: Gift, words: GivesWords, symbol: string): string {
  const [percent, n] = [Math.max(0, ...bonus), Math.max(0, ...spins)];
  if (percent > 0) return `${percent}%`;
  if (n > 0) return fill(words.figure_spins, { n });
  return amount ? formatMoney(amount, symbol, "short") : "";
}
