// The promotions for all visitors, from the static host (row 7.4-02), and the texts that they have in the language of the page.

import { type CallOptions, load } from "../../api/client";
import { getRtgcouponsJson } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { config, path } from "../../config/config";
import { pageLanguage } from "../../config/language";
import { type Promotion, toPagePromotion, toPromotion } from "./promotions";

/** Loads the promotions that are the same for all visitors. Those of a file below the path of the language have texts in it. */
export async function loadDefaultPromotions(options: CallOptions = {}): Promise<Outcome<readonly Promotion[]>> {
  const url = config().games.coupons_url;
  const isOfLanguage = import.meta.env.LANGUAGES && url.startsWith(`${pageLanguage().prefix}/`);
  const outcome = await load(getRtgcouponsJson, path(url), {}, options);
  return mapOk(outcome, (list) => list.map(isOfLanguage ? toPagePromotion : toPromotion));
}

/** Gives a promotion of the API the texts of the page's language, if the page's language has a promotion with its code and figures. */
export type Translate = (promotion: Promotion) => Promotion;

let translate: Promise<Translate> | undefined;

/** Loads the texts of promotions in the language of the page. Without them, promotions have those of the API. */
export function loadTranslate(): Promise<Translate> {
  translate ??= requestTranslate().catch(() => {
    translate = undefined;
    return (promotion) => promotion;
  });
  return translate;
}

async function requestTranslate(): Promise<Translate> {
  // The texts of the API are those of the default language.
  if (!pageLanguage().prefix) return (promotion) => promotion;
  const outcome = await loadDefaultPromotions();
  if (outcome.kind !== "ok") throw new Error(outcome.kind);
  return (promotion) => withTextsOf(outcome.value, promotion);
}

/** Returns the promotion with the texts of the one among `translated` that has its code and figures. */
function withTextsOf(translated: readonly Promotion[], loaded: Promotion): Promotion {
  const figures = ({ code, bonus, spins, amount, deposits }: Promotion) =>
    JSON.stringify([code, bonus, spins, amount, deposits.map(({ least, most, bonus }) => [least, most, bonus])]);
  const same = translated.find((it) => figures(it) === figures(loaded));
  if (!same?.isTranslated) return loaded;
  const { title, description, deposits, isTranslated } = same;
  return { ...loaded, title, description, deposits, isTranslated };
}
