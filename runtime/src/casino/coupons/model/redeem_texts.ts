// Type of the texts in content/data/cashier.toml that coupons use, the static query `cashier`.

/** The texts of the redeem button and of the field for a coupon code. */
export interface RedeemTexts {
  /** The three labels of the redeem button (rows 2.10). */
  readonly redeem: string;
  readonly requested: string;
  readonly redeemed: string;
  /** Label and button of the field. */
  readonly code: string;
  readonly submit: string;
}
