// The welcome offer's figures, as texts name them: the promotion that content/data/welcome.toml names is the only place where
// they stand (row 9-14).

import { formatMoney } from "../../content/money";

/** As much of a promotion's file in content/data/promotions/ as texts about the welcome offer ask for; amounts are cents. */
export interface Welcome {
  /** The coupon's code. */
  readonly code: string;
  /** What deposits of which size earn, the smallest first. */
  readonly steps: readonly {
    /** Per cent of the deposit. */
    readonly percent: number;
    readonly minimum: number;
    /** So much of the deposit counts. */
    readonly maximum: number;
  }[];
  /** How often deposit and bonus are played through. */
  readonly wagering: readonly number[];
}

/** What is filled into texts about the offer; nothing before it is known. */
export function offerPlaces(welcome: Welcome | undefined): Readonly<Record<string, string | number>> {
  const [first, top, times] = [welcome?.steps[0], welcome?.steps.at(-1), welcome?.wagering[0]];
  if (!welcome || !first || !top || times === undefined) return {};
  const dollars = (cents: number) => formatMoney(cents, "$", "short");
  const { percent, maximum } = top;
  return {
    code: welcome.code,
    percent,
    up_to: dollars((maximum * percent) / 100),
    minimum: dollars(first.minimum),
    times,
  };
}
