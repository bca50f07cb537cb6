// Signs in with the values of a form; the fifth refusal in a tab shows the screen that links to support (rows 4.1-17, 4.2-11, 8-12).

import { isRefusal } from "../../api/sign_in";
import { MISSING_LOGIN } from "../../content/messages";
import type { Values } from "../../forms/rules/rule";
import { logIn } from "../../player/api/account";
import { countFailure, forgetFailures } from "../model/failures";
import { TOO_MANY } from "../model/flow";
import type { Finished } from "../model/request";

/** Signs in with `login` and `password`, and counts refusals by the server (A73). */
export async function logInBy({ login, password }: Values, signal: AbortSignal): Promise<Finished> {
  if (!login || !password)
    return { kind: "failed", failure: { kind: "refused", message: MISSING_LOGIN, status: 0 }, stays: true };
  const outcome = await logIn(String(login), String(password), signal);
  if (outcome.kind === "ok") {
    forgetFailures();
    return { kind: "done" };
  }
  const isTooMany = !signal.aborted && isRefusal(outcome) && countFailure();
  return { kind: "failed", failure: isTooMany ? { kind: "refused", message: TOO_MANY, status: 0 } : outcome };
}
