// Amounts of money. An unknown amount is a skeleton, never zero (A27).

import { formatMoney, type MoneyStyle } from "../../content/money";
import { Skeleton } from "./skeleton";

/** Props of `Money`. */
export interface MoneyProps {
  /** Whole cents; `undefined` while it is not known. */
  readonly cents: number | undefined;
  readonly symbol: string;
  /** `exact` always has two decimals, `short` omits them if they are zero (A132). */
  readonly style?: MoneyStyle;
}

/** Renders an amount such as `$1,234.50`, in figures of equal width. */
export function Money({ cents, symbol, style = "exact" }: MoneyProps) {
  if (cents === undefined) return <Skeleton shape="amount" />;
  return <span className="money">{formatMoney(cents, symbol, style)}</span>;
}
