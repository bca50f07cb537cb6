// Props and texts of the history: content/data/account.toml, `history`.

/** The texts of the history. */
export interface HistoryTexts {
  readonly balance: string;
  readonly deposits: string;
  readonly coupon: string;
  readonly no_coupon: string;
  readonly coupons: { readonly label: string; readonly path: string };
  /** Replaces data that failed to load, with the retry button. */
  readonly unknown: string;
  readonly retry: string;
}

/** The island's props. */
export interface HistoryProps {
  readonly texts: HistoryTexts;
}
