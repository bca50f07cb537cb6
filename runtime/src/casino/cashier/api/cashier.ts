// What the form to the external cashier is filled with (row 7.1-13, A38).

import type { CallOptions } from "../../api/client";
import { postPlayerCashier } from "../../api/contract/calls";
import { isMobile } from "../../api/device";
import { map, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";
import { config } from "../../config/config";

/** A form that is sent to the cashier. Its fields open the cashier for this player: they are kept nowhere (A57). */
export interface CashierForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Asks for the form. Where it leads must be this page's origin, or one of `origins`; another is as good as no answer. */
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
  return map(await call(postPlayerCashier, { path: { pid }, body }, options), (answer) => {
    const action = URL.canParse(answer.url, location.href) ? new URL(answer.url, location.href) : undefined;
    if (!action || ![location.origin, ...origins].includes(action.origin)) return undefined;
    return { action: action.href.replace(/\/?$/, `/${answer.launch_page}`), fields: answer.info };
  });
}
