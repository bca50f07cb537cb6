// The texts of promotions in the language of the page. The bundler leaves this out of a site in one language.

import { withLimit } from "@croupier/loader/browser";
import { pageLanguage } from "../../config/language";
import type { Promotion, Translate } from "../api/promotions";
import { loadDefaultPromotions } from "./default_promotions";

/** Longest wait of coupons for their texts, in milliseconds. */
const TIMEOUT_MS = 2000;

let translate: Promise<Translate> | undefined;

/**
 * Loads the texts of promotions in the language of the page. If they do not arrive in time, promotions have those of the API. If they
 * do not load, the next call requests them again.
 */
export async function loadTranslate(): Promise<Translate> {
  translate ??= requestTranslate().catch((error: unknown) => {
    translate = undefined;
    throw error;
  });
  return (await withLimit(translate, TIMEOUT_MS)) ?? ((promotion) => promotion);
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
