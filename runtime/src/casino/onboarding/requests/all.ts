// Lists the requests that forms send to the account service; each is a chunk that loads when its form is rendered (4.2, A76).

import { send } from "../../../signals";
import type { RequestAction } from "../../forms/definition";
import { type RequestCode, type RequestContext, type RequestResult, toRequestResult } from "../model/request";

/** Loaders of all requests by name. */
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

/** Runs a request by its name. A chunk that fails to load is a failure like any other; the loader reports it. */
export async function makeRequest(name: RequestAction, context: RequestContext): Promise<RequestResult> {
  const load = REQUESTS[name];
  if (!load) return mistake(new Error(`there is no request ${name}`));
  let code: RequestCode;
  try {
    code = await load();
  } catch {
    return toRequestResult({ kind: "offline" });
  }
  return code.run(context).catch(mistake);
}

function mistake(error: unknown): RequestResult {
  send("croupier:fault", { error, part: "onboarding" });
  return toRequestResult({ kind: "malformed" });
}
