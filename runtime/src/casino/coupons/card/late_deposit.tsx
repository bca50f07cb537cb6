// Lazy component of the DEPOSIT button on a card; it loads with the first coupon that waits for a deposit.

import type { DepositButtonProps } from "../../deposit/ui/deposit_button";
import { Button } from "../../ui/controls/button";
import { lazyComponent } from "../../ui/lazy_component";

/** Renders the button. After a failed load, a press retries. */
export const LateDeposit = lazyComponent<DepositButtonProps & { readonly label: string }>(
  () => import("../../deposit/ui/deposit_button").then(({ DepositButton }) => DepositButton),
  {
    placeholder: ({ kind, size, label }) => (
      <Button {...{ kind, size }} wide busy>
        {label}
      </Button>
    ),
    errorView: ({ kind, size, label }, retry) => (
      <Button {...{ kind, size }} wide onClick={retry}>
        {label}
      </Button>
    ),
  },
);
