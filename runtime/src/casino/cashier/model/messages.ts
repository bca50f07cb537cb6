// The texts of the cashier: content/data/cashier.toml, the static query `cashier`.

import type { Data } from "croupier:types";

/** The texts of content/data/cashier.toml. */
export type CashierTexts = Data["cashier"];
