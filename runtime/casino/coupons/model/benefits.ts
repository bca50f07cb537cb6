// Formats the benefit of a coupon as one line, which cards show first (row 2.9-02).

import { fill, formatMoney, isSingular } from "../../content/format";
import { formatsOfPage } from "../../content/languages";
import { isCashback, type Promotion } from "../api/promotions";
import { formatNumber, type GivesTexts } from "./terms";

/** The fields of a promotion that `benefitText` reads. */
export type Benefit = Pick<
  Promotion,
  "code" | "isReward" | "bonus" | "deposits" | "amount" | "spins" | "freeSpins" | "freeSpinGames" | "rewardType"
>;

/** Returns the benefit, such as `325% bonus` or `60% bonus and 50 extra spins on Gold Rush`. Empty if the promotion has no figures. */
export function benefitText(benefit: Benefit, texts: GivesTexts, symbol: string): string {
  const parts = [
    percentText(benefit, texts, symbol),
    amountText(benefit.amount, texts, symbol),
    spinsText(benefit, texts),
  ];
  const benefits = parts.filter((part) => part !== "");
  if (benefits.length === 0 && isCashback(benefit)) return texts.cashback;
  return benefits.join(texts.and);
}

function percentText({ bonus, deposits }: Benefit, texts: GivesTexts, symbol: string): string {
  const positive = bonus.filter((percent) => percent > 0);
  if (positive.length === 0) return "";
  const [least, most] = [Math.min(...positive), Math.max(...positive)];
  if (least < most) return fill(texts.percent_steps, { least: formatNumber(least), most: formatNumber(most) });
  // A largest bonus exists only if every deposit method has a maximum.
  const largest = Math.max(0, ...deposits.map((deposit) => ((deposit.most ?? 0) * deposit.bonus) / 100));
  const hasCeiling = largest > 0 && deposits.every((deposit) => deposit.most);
  const amount = formatMoney(Math.round(largest), symbol, "short");
  return fill(hasCeiling ? texts.percent_up_to : texts.percent, { n: formatNumber(most), amount });
}

function amountText(cents: number | undefined, texts: GivesTexts, symbol: string): string {
  return cents ? fill(texts.amount, { amount: formatMoney(cents, symbol, "short") }) : "";
}

function spinsText({ spins, freeSpins, freeSpinGames }: Benefit, texts: GivesTexts): string {
  const count = Math.max(0, ...spins);
  if (count === 0) return "";
  // With several games, the player chooses one later.
  const game = freeSpinGames.length > 1 ? undefined : (freeSpinGames[0]?.game ?? freeSpins.game);
  const [one, many] = game ? [texts.spins_on_one, texts.spins_on] : [texts.spins_one, texts.spins];
  return fill(isSingular(count) ? one : many, { n: count, game });
}

/** Returns the figure for cards without a picture: `325%`, `25 spins`, `$10`. Empty if the promotion has no such figure. */
export function figureText({ bonus, spins, amount }: Benefit, texts: GivesTexts, symbol: string): string {
  const [percent, count] = [Math.max(0, ...bonus), Math.max(0, ...spins)];
  if (percent > 0) return (import.meta.env.LANGUAGES && formatsOfPage()?.percent(percent)) || `${percent}%`;
  if (count > 0) return fill(isSingular(count) ? texts.figure_spins_one : texts.figure_spins, { n: count });
  return amount ? formatMoney(amount, symbol, "short") : "";
}
