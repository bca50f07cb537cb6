// Signs in with the values of a form; the fifth refusal in a tab shows the screen that links to support (rows 4.1-17, 4.2-11, 8-12).

import { isRefusal } from "../../api/sign_in";
import { MISSING_LOGIN } from "../../content/failure_messages";
import type { Values } from "../../forms/rules/rule";
import { logIn } from "../../player/api/log_in";
import { countFailure, resetFailures } from "../model/failures";
import { TOO_MANY_FAILURES } from "../model/flow";
import type { RequestResult } from "../model/request";

/** Signs in with `login` and `password`, and counts refusals by the server (A73). */
export async function logInWithValues({ login, password }: Values, signal: AbortSignal): Promise<RequestResult> {
  if (!login || !password)
    return { kind: "failed", failure: { kind: "refused", message: MISSING_LOGIN, status: 0 }, keepsForm: true };
  const outcome = await logIn(String(login), String(password), signal);
  if (outcome.kind === "ok") {
    resetFailures();
    return { kind: "done" };
  }
  const isLimitReached = !signal.aborted && isRefusal(outcome) && countFailure();
  return {
    kind: "failed",
    failure: isLimitReached ? { kind: "refused", message: TOO_MANY_FAILURES, status: 0 } : outcome,
  };
}
