// Every request that a form can make of the account service: code of its own, which comes when its form is drawn (4.2, A76).

import { send } from "../../signals";
import type { RequestAction } from "../forms/definition";
import { type Finished, finishedOn, type RequestCode, type RequestContext } from "./request";

/** Every request by its name, as code of its own. */
export const REQUESTS: Readonly<Record<RequestAction, () => Promise<RequestCode>>> = {
  login: () => import("./requests/login"),
  signup: () => import("./requests/signup"),
  playerUpdate: () => import("./requests/player_update"),
  forgottenpassword: () => import("./requests/forgotten_password"),
  forgottenusername: () => import("./requests/forgotten_username"),
  passwordreset: () => import("./requests/password_reset"),
  accountpasswordchange: () => import("./requests/account_password_change"),
  quickplaycheck: () => import("./requests/quickplaycheck"),
  quickredeem: () => import("./requests/quickredeem"),
  quickplay: () => import("./requests/quickplay"),
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
