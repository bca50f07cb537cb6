// The promotions that everybody sees, as the static host has them now (row 7.4-02).

import { publicData } from "../../stores/server_data";
import { loadDefaultPromotions } from "../api/default_promotions";
import type { Promotion } from "../api/promotions";

/** The list, in the file's order. */
export const $defaultPromotions = publicData<readonly Promotion[]>("promotions of everybody", () =>
  loadDefaultPromotions(),
);
