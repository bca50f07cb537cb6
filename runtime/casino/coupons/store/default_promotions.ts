// The promotions for all visitors, from the static host (row 7.4-02): their store, which only the coupons page shows, and their texts in
// the language of the page.

import { withLimit } from "@croupier/loader/browser";
import { type CallOptions, load } from "../../api/client";
import { getRtgcouponsJson } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { config, path } from "../../config/config";
import { pageLanguage } from "../../config/language";
import { publicData } from "../../stores/server_data";
import { type Promotion, type Translate, toPagePromotion, toPromotion } from "../api/promotions";

/** Loads the promotions that are the same for all visitors. Those of a file below the path of the language have texts in it. */
export async function loadDefaultPromotions(options: CallOptions = {}): Promise<Outcome<readonly Promotion[]>> {
  const url = config().games.coupons_url;
  const isOfLanguage = import.meta.env.LANGUAGES && url.startsWith(`${pageLanguage().prefix}/`);
  const outcome = await load(getRtgcouponsJson, path(url), {}, options);
  return mapOk(outcome, (list) => list.map(isOfLanguage ? toPagePromotion : toPromotion));
}

/** The promotions in the order of the file, cached for five minutes. */
export const $defaultPromotions = publicData<readonly Promotion[]>(
  "promotions of everybody",
  () => loadDefaultPromotions(),
  { fresh_ms: 300_000 },
);

/** Returns a function that returns the promotions of the server if they differ from those in the HTML. */
export function newerThan(shown: readonly Promotion[]) {
  const shownText = JSON.stringify(shown);
  return (loaded: readonly Promotion[] | undefined): readonly Promotion[] | undefined =>
    loaded && JSON.stringify(loaded) !== shownText ? loaded : undefined;
}

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
