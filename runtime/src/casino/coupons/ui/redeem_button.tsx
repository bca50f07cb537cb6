// The button that redeems a coupon; once it is redeemed, the button opens the cashier (rows 2.10, A36).

import { useState } from "react";
import { useQuery } from "../../../island/queries";
import type { Failure } from "../../api/outcome";
import { isSameCode } from "../../api/values";
import { openPanel } from "../../stores/location";
import { Button, type ButtonStyle } from "../../ui/controls/button";
import { useAction } from "../../ui/use_action";
import { NOTHING, useStore } from "../../ui/use_store";
import type { Redeemed } from "../api/coupon_changes";
import type { Promotion } from "../api/promotions";
import { redeemCoupon } from "../store/coupon_commands";
import { $activeCoupon, type ActiveCoupon } from "../store/coupons";

/** Props of the button. */
export interface RedeemButtonProps extends Omit<ButtonStyle, "wide"> {
  readonly coupon: Pick<Promotion, "code" | "isReward">;
  /** The label while the coupon is available; defaults to REDEEM NOW (row 2.10-01). */
  readonly title?: string | undefined;
  readonly disabled?: boolean;
  readonly onRedeemed?: (redeemed: Redeemed) => void | Promise<void>;
  readonly onFailed: (failure: Failure) => void | Promise<void>;
}

/** Renders the button. The first press redeems; later presses show the coupon in the cashier. */
export function RedeemButton({ coupon, title, onRedeemed, onFailed, ...buttonProps }: RedeemButtonProps) {
  const texts = useQuery("cashier");
  const { data: active } = useStore($activeCoupon, NOTHING);
  const [newStatus, setNewStatus] = useState<ActiveCoupon["status"]>();
  const status = newStatus ?? (active && isSameCode(active.promotion.code, coupon.code) ? active.status : "available");

  const { isBusy, start } = useAction(
    "redeem",
    async () => {
      const outcome = await redeemCoupon(coupon);
      if (outcome.kind !== "ok") return onFailed(outcome);
      setNewStatus(outcome.value.inLobby ? "redeemed" : "requested");
      await onRedeemed?.(outcome.value);
    },
    () => onFailed({ kind: "malformed" }),
  );

  const labels = { available: title || texts?.redeem, requested: texts?.requested, redeemed: texts?.redeemed };
  return (
    <Button
      {...buttonProps}
      wide
      busy={isBusy}
      onClick={() => (status === "available" ? void start() : openPanel("cashier"))}
    >
      {labels[status]}
    </Button>
  );
}
