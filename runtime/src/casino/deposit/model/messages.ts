// Type of the texts of the deposit button in content/data/cashier.toml, the static query `cashier`.

/** The texts of the button. */
export interface DepositTexts {
  readonly deposit: string;
  /** Text of the new tab until the cashier has loaded (A39). */
  readonly opening: string;
  /** The message if the browser blocked the tab, and the button that opens it. */
  readonly blocked: string;
  readonly open: string;
}
