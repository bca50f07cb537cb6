// Every request that a form can make of the account service: code of its own, which comes when its form is drawn (4.2, A76).

import { send } from "../../../signals";
import type { RequestAction } from "../../forms/definition";
import { type Finished, finishedOn, type RequestCode, type RequestContext } from "../model/request";

/** Every request by its name, as code of its own. */
export const REQUESTS: Readonly<Record<RequestAction, () => Promise<RequestCode>>> = {
  login: () => import("./login"),
  signup: () => import("./signup"),
  playerUpdate: () => import("./player_update"),
  forgottenpassword: () => import("./forgotten_password"),
  forgottenusername: () => import("./forgotten_username"),
  passwordreset: () => import("./password_reset"),
  accountpasswordchange: () => import("./account_password_change"),
  quickplaycheck: () => import("./quickplaycheck"),
  quickredeem: () => import("./quickredeem"),
  quickplay: () => import("./quickplay"),
};

/** Makes a request by its name. Code that does not come is a failure as any other, and told by who loads it. */
export async function makeRequest(name: RequestAction, context: RequestContext): Promise<Finished> {
  const load = REQUESTS[name];
  if (!load) return mistake(new Error(`there is no request ${name}`));
  let code: RequestCode;
  try {
    code = await load();
  } catch {
    return finishedOn({ kind: "offline" });
  }
  return code.run(context).catch(mistake);
}

function mistake(error: unknown): Finished {
  send("croupier:fault", { error, part: "onboarding" });
  return finishedOn({ kind: "malformed" });
}
