// DEPOSIT NOW on a page after a form: its code is there before it is drawn, so that the cashier opens in the click itself (row 4.2-31).

import { DepositButton } from "../../cashier/ui/deposit_button";
import type { OfferProps } from "./option";

/** Draws an option whose action is OPEN_CASHIER. */
export function OfferOption({ option, isFirst, fallback, name }: OfferProps) {
  return <DepositButton label={option.title} kind={isFirst ? "filled" : "quiet"} fallback={fallback} name={name} />;
}
