// What the history is drawn from: content/data/account.toml, `history`.

/** Its words. */
export interface HistoryWords {
  readonly balance: string;
  readonly deposits: string;
  readonly coupon: string;
  readonly no_coupon: string;
  readonly coupons: { readonly label: string; readonly path: string };
  /** In place of what did not come, with the button that asks again. */
  readonly unknown: string;
  readonly retry: string;
}

/** The island's props. */
export interface HistoryProps {
  readonly words: HistoryWords;
}
