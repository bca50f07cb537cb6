// The store of the default promotions, loaded from the static host (row 7.4-02).

import { publicData } from "../../stores/server_data";
import { loadDefaultPromotions } from "../api/default_promotions";
import type { Promotion } from "../api/promotions";

/** The promotions in the order of the file, cached for five minutes. */
export const $defaultPromotions = publicData<readonly Promotion[]>(
  "promotions of everybody",
  () => loadDefaultPromotions(),
  { fresh_ms: 300_000 },
);
