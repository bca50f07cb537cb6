// The tab COUPONS for a player without a coupon; it depends on the balance, which can be unknown (rows 2.7-03 to 2.7-06, A26, A27).

import { refreshCoupons } from "../../coupons/store/coupons";
import { Button } from "../../ui/controls/button";
import { Money } from "../../ui/display/money";
import type { Standing } from "../model/balance_state";
import { DepositButton } from "../ui/deposit_button";
import type { CouponViewProps } from "./coupon_tab";

/** Props of the view. */
export interface ChoiceProps extends CouponViewProps {
  readonly standing: Extract<Standing, { kind: "insufficient" | "sufficient" | "unknown" }>;
  readonly onChoose: () => void;
}

/** Renders the view. If the balance is unknown, it shows the buttons without a heading. */
export function Choice({ words, fallback, name, standing, onChoose }: ChoiceProps) {
  const { coupons } = words;
  return (
    <>
      {/* A deposit can change it while it is visible. */}
      <div className="coupon-tab__standing" role="status">
        {standing.kind === "unknown" && <p>{coupons.unknown}</p>}
        {standing.kind === "insufficient" && (
          <>
            <h3>{coupons.insufficient}</h3>
            <p>{coupons.insufficient_text}</p>
          </>
        )}
        {standing.kind === "sufficient" && (
          <>
            <h3>{coupons.balance}</h3>
            <p className="coupon-tab__amount">
              <Money cents={standing.balance.cents} symbol={standing.balance.symbol} />
            </p>
            <p className="coupon-tab__sentence">{coupons.balance_text}</p>
          </>
        )}
      </div>
      {standing.kind === "unknown" && (
        <Button kind="quiet" wide onClick={refreshCoupons}>
          {words.retry}
        </Button>
      )}
      <Button wide onClick={onChoose}>
        {standing.kind === "insufficient" ? coupons.with_coupon : coupons.view}
      </Button>
      <DepositButton kind="quiet" label={coupons.directly} fallback={fallback} name={name} />
    </>
  );
}
