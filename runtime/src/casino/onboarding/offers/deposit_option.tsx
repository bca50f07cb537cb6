// DEPOSIT NOW on a page after a form. Its code is loaded before it is rendered, so that the cashier opens within the click (row 4.2-31).

import { DepositButton } from "../../deposit/ui/deposit_button";
import type { OfferProps } from "./option";

/** Renders an option whose action is OPEN_CASHIER. */
export function OfferOption({ option, isFirst, fallback, name }: OfferProps) {
  return <DepositButton label={option.title} kind={isFirst ? "filled" : "quiet"} fallback={fallback} name={name} />;
}
