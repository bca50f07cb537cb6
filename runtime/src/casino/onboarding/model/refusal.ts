// What the operator is told of a refused signup, and of which one it is not (A82, rows 7.2-05, 8-04).

import { send } from "../../../signals";
import { logOf } from "../../api/outcome";
import { type Person, reportRefusedSignup as report } from "../api/signup_reports";

/** Whether a refusal is told of: all but that of somebody who is banned under this very address (A125). */
export function isReported(message: string): boolean {
  const text = message.replace(/\s+/g, " ").toLowerCase();
  return !(text.includes("banned") && text.includes("an account with this email already exists"));
}

/** Tells of a refused signup. Nobody waits for it, and what goes wrong with it is only logged. */
export function reportRefusedSignup({ message, ...person }: Person & { readonly message: string }): void {
  if (!isReported(message)) return;
  void report(person, message).then((outcome) => {
    if (outcome.kind !== "ok")
      send("croupier:fault", { error: new Error(`a refused signup: ${logOf(outcome)}`), part: "signup" });
  });
}
