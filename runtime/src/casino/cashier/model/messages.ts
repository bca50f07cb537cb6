// Types of the texts of the cashier and of coupons: content/data/cashier.toml, the static query `cashier`.

import type { RedeemTexts } from "../../coupons/model/card_messages";
import type { DepositTexts } from "../../deposit/model/deposit";

/** A link that content defines. */
interface LinkTexts {
  readonly label: string;
  readonly path: string;
}

/** The texts of content/data/cashier.toml. */
export interface CashierTexts extends DepositTexts, RedeemTexts {
  readonly title: string;
  readonly tabs: { readonly coupons: string; readonly cashier: string };
  readonly choice: string;
  readonly loading: string;
  readonly balance: string;
  readonly unknown: string;
  readonly retry: string;
  readonly methods: string;
  readonly note: string;
  readonly limit: LinkTexts;
  readonly help: LinkTexts;
  readonly coupons: CouponTabTexts;
}

/** The texts of the tab COUPONS (rows 2.7). */
interface CouponTabTexts {
  readonly insufficient: string;
  readonly insufficient_text: string;
  readonly balance: string;
  readonly balance_text: string;
  readonly coupon: string;
  readonly in_play: string;
  /** Explains how a coupon in play affects the balance (A28). */
  readonly note: string;
  readonly with_coupon: string;
  readonly directly: string;
  readonly view: string;
  readonly with_this: string;
  readonly with_another: string;
  readonly now: string;
  readonly keep_playing: string;
  readonly back: string;
  readonly list: string;
  readonly unknown: string;
}
