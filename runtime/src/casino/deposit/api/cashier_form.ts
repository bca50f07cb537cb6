// Loads the form that opens the external cashier (row 7.1-13, A38).

import type { CallOptions } from "../../api/client";
import { postPlayerCashier } from "../../api/contract/calls";
import { isMobile } from "../../api/device";
import { mapOk, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";
import { config } from "../../config/config";
import { parseUrl } from "../../content/parse_url";

/** A form that is submitted to the cashier. Its fields give access to the player's cashier, so they are never stored (A57). */
export interface CashierForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Loads the form. Its action must have this page's origin or one of `origins`; otherwise the response counts as malformed. */
export async function loadCashierForm(
  pid: number,
  origins: readonly string[],
  options: CallOptions,
): Promise<Outcome<CashierForm>> {
  const body = {
    skinId: config().client.skin_id,
    playerId: pid,
    cashier_type: "deposit" as const,
    client_type: isMobile() ? ("Mobile" as const) : ("InstantPlay" as const),
  };
  return mapOk(await call(postPlayerCashier, { path: { pid }, body }, options), (form) => {
    const action = parseUrl(form.url, location.href);
    if (!action || ![location.origin, ...origins].includes(action.origin)) return undefined;
    return { action: action.href.replace(/\/?$/, `/${form.launch_page}`), fields: form.info };
  });
}
