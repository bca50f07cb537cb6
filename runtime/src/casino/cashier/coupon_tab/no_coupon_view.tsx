// The tab COUPONS for a player without a coupon; it depends on the balance, which can be unknown (rows 2.7-03 to 2.7-06, A26, A27).

import { DepositButton } from "../../deposit/ui/deposit_button";
import { refreshMoney } from "../../player/store/player";
import { Button } from "../../ui/controls/button";
import { Money } from "../../ui/display/money";
import type { BalanceState } from "../model/balance_state";
import type { CouponViewProps } from "./coupon_tab";

/** Props of the view. */
export interface NoCouponViewProps extends CouponViewProps {
  readonly balanceState: Extract<BalanceState, { kind: "insufficient" | "sufficient" | "unknown" }>;
  readonly onChoose: () => void;
}

/** Renders the view. If the balance is unknown, it shows the buttons without a heading. */
export function NoCouponView({ texts, fallback, name, balanceState, onChoose }: NoCouponViewProps) {
  const { coupons } = texts;
  return (
    <>
      {/* A deposit can change it while it is visible. */}
      <div className="coupon-tab__standing" role="status">
        {balanceState.kind === "unknown" && <p>{coupons.unknown}</p>}
        {balanceState.kind === "insufficient" && (
          <>
            <h3>{coupons.insufficient}</h3>
            <p>{coupons.insufficient_text}</p>
          </>
        )}
        {balanceState.kind === "sufficient" && (
          <>
            <h3>{coupons.balance}</h3>
            <p className="coupon-tab__amount">
              <Money cents={balanceState.balance.cents} symbol={balanceState.balance.symbol} />
            </p>
            <p className="coupon-tab__sentence">{coupons.balance_text}</p>
          </>
        )}
      </div>
      {balanceState.kind === "unknown" && (
        <Button kind="quiet" wide onClick={refreshMoney}>
          {texts.retry}
        </Button>
      )}
      <Button wide onClick={onChoose}>
        {balanceState.kind === "insufficient" ? coupons.with_coupon : coupons.view}
      </Button>
      <DepositButton kind="quiet" label={coupons.directly} fallback={fallback} name={name} />
    </>
  );
}
