// Props of the coupons page for players.

import type { DailyTexts } from "../../daily_reward/model/daily";
import type { PageProps } from "../page_messages";

/** The island's props. */
export interface PlayerProps extends PageProps {
  readonly texts: PageProps["texts"] & { readonly daily: DailyTexts };
  /** The message if coupons fail to load, with the retry button (A129). */
  readonly empty: { readonly coupons: string; readonly retry: string };
  /** The message for a failure without a message of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}
