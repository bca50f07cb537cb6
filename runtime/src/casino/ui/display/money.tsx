// An amount of money. What is not known yet is a place that waits, never zero (A27).

import { formatMoney, type MoneyStyle } from "../../content/money";
import { Skeleton } from "./skeleton";

/** What an amount is drawn from. */
export interface MoneyProps {
  /** Whole cents; `undefined` while it is not known. */
  readonly cents: number | undefined;
  readonly symbol: string;
  /** `exact` has two decimals always, `short` none where they would be zero (A132). */
  readonly style?: MoneyStyle;
}

/** `$1,234.50`, in figures of one width. */
export function Money({ cents, symbol, style = "exact" }: MoneyProps) {
  if (cents === undefined) return <Skeleton shape="amount" />;
  return <span className="money">{formatMoney(cents, symbol, style)}</span>;
}
