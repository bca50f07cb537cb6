// The figures of the welcome offer for texts. The promotion named in content/data/welcome.toml is their only source (row 9-14).

import { formatMoney } from "../../content/money";

/** The fields of a file in content/data/promotions/ that texts about the welcome offer use; amounts are in cents. */
export interface Welcome {
  /** The coupon's code. */
  readonly code: string;
  /** Bonuses by size of the deposit, smallest first. */
  readonly steps: readonly {
    /** Bonus in percent of the deposit. */
    readonly percent: number;
    readonly minimum: number;
    /** The bonus is calculated on at most this amount. */
    readonly maximum: number;
  }[];
  /** Multiples of deposit and bonus that must be wagered. */
  readonly wagering: readonly number[];
}

/** Returns the placeholders for texts about the offer; empty while the offer is unknown. */
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
