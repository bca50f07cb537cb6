// Reports refused signups to the operator, with one exception (A82, rows 7.2-05, 8-04).

import { send } from "../../../signals";
import { describeFailure } from "../../api/outcome";
import { type Person, reportRefusedSignup as report } from "../api/signup_reports";

/** Returns whether a refusal is reported: all are, except that of a user who is banned under this e-mail address (A125). */
export function isReported(message: string): boolean {
  const text = message.replace(/\s+/g, " ").toLowerCase();
  return !(text.includes("banned") && text.includes("an account with this email already exists"));
}

/** Reports a refused signup in the background; a failure of the report is only logged. */
export function reportRefusedSignup({ message, ...person }: Person & { readonly message: string }): void {
  if (!isReported(message)) return;
  void report(person, message).then((outcome) => {
    if (outcome.kind !== "ok")
      send("croupier:fault", { error: new Error(`a refused signup: ${describeFailure(outcome)}`), part: "signup" });
  });
}
