// The promotions for all visitors, from the static host (row 7.4-02). Only the coupons page shows them.

import { type CallOptions, load } from "../../api/client";
import { getRtgcouponsJson } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { config, path } from "../../config/config";
import { publicData } from "../../stores/server_data";
import { type Promotion, toPromotion } from "../api/promotions";

/** Loads the promotions that are the same for all visitors. */
export async function loadDefaultPromotions(options: CallOptions = {}): Promise<Outcome<readonly Promotion[]>> {
  const outcome = await load(getRtgcouponsJson, path(config().games.coupons_url), {}, options);
  return mapOk(outcome, (list) => list.map(toPromotion));
}

/** The promotions in the order of the file, cached for five minutes. */
export const $defaultPromotions = publicData<readonly Promotion[]>(
  "promotions of everybody",
  () => loadDefaultPromotions(),
  { fresh_ms: 300_000 },
);

/**
 * Returns a function that returns the promotions of the server if they differ from those in the HTML. Promotions with the same figures
 * have the texts of the HTML, because the server has only English ones.
 */
export function newerThan(shown: readonly Promotion[]) {
  const shownText = JSON.stringify(shown);
  return (loaded: readonly Promotion[] | undefined): readonly Promotion[] | undefined => {
    const promotions = import.meta.env.LANGUAGES ? loaded?.map((it) => withTextsOf(shown, it)) : loaded;
    return promotions && JSON.stringify(promotions) !== shownText ? promotions : undefined;
  };
}

/** Returns the promotion with the texts of the one among `shown` that has its code and figures. */
export function withTextsOf(shown: readonly Promotion[], loaded: Promotion): Promotion {
  const figures = ({ code, bonus, spins, amount, deposits }: Promotion) =>
    JSON.stringify([code, bonus, spins, amount, deposits.map(({ least, most, bonus }) => [least, most, bonus])]);
  const same = shown.find((it) => figures(it) === figures(loaded));
  if (!same?.isTranslated) return loaded;
  const { title, description, deposits, isTranslated } = same;
  return { ...loaded, title, description, deposits, isTranslated };
}
