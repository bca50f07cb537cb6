// Lists the requests that forms send to the account service; their chunks load when their forms are rendered (4.2, A76).

import { send } from "@croupier/loader";
import type { RequestAction } from "../../forms/definition";
import { type Request, type RequestContext, type RequestResult, toRequestResult } from "../model/request";

/** Loaders of all requests by name. */
const REQUESTS: Readonly<Record<RequestAction, () => Promise<Request>>> = {
  login: async () => (await import("./login")).sendLogin,
  signup: async () => (await import("./signup")).sendSignup,
  playerUpdate: async () => (await import("../ui/details")).saveAccountDetails,
  forgottenpassword: async () => (await import("./account")).sendResetLink,
  forgottenusername: async () => (await import("./account")).sendUsername,
  passwordreset: async () => (await import("./account")).setNewPassword,
  accountpasswordchange: async () => (await import("./account")).replacePassword,
  quickplaycheck: async () => (await import("./quick")).checkQuickLink,
  quickredeem: async () => (await import("./quick")).redeemQuickly,
  quickplay: async () => (await import("./quick")).playQuickly,
};

/** Loads the code of a request while the user fills in its form. A failed load is repeated when the form is sent. */
export function preloadRequest(name: RequestAction): void {
  REQUESTS[name]?.().catch(() => undefined);
}

/** Runs a request by its name. A chunk that fails to load is a failure like any other; the loader reports it. */
export async function makeRequest(name: RequestAction, context: RequestContext): Promise<RequestResult> {
  const load = REQUESTS[name];
  if (!load) return mistake(new Error(`there is no request ${name}`));

  let request: Request;
  try {
    request = await load();
  } catch {
    return toRequestResult({ kind: "offline" });
  }

  return request(context).catch(mistake);
}

function mistake(error: unknown): RequestResult {
  send("croupier:fault", { error, part: "onboarding" });
  return toRequestResult({ kind: "malformed" });
}
