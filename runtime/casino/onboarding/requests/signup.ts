// Signs a visitor up as a player (rows 4.2-12, 3-35).

import { send } from "@croupier/loader";
import { describeFailure } from "../../api/outcome";
import { apiMessage } from "../../content/failure_messages";
import { affiliate } from "../../links/link";
import { signUp } from "../api/signup";
import { type Person, reportRefusedSignup as report } from "../model/abandonment";
import { MISSING_FIELDS, type Request, requireFields, toRequestResult } from "../model/request";

/** Signs up with the values of either signup form; the player is signed in when it resolves. */
export const sendSignup: Request = async ({ values, signal }) => {
  const fields = requireFields(values, "email", "password", "first_name", "last_name", "birth_date");
  if (!fields) return MISSING_FIELDS;

  const { email, password, first_name: firstName, last_name: lastName, birth_date: birthDate } = fields;
  const applicant = { email, password, firstName, lastName, birthDate };
  const { rtgAff = "", token = "" } = affiliate() ?? {};
  const outcome = await signUp(applicant, { affiliateId: rtgAff, trackingId: token }, signal);

  const isRefused = outcome.kind === "refused" || outcome.kind === "restricted" || outcome.kind === "maintenance";
  if (isRefused) reportRefusedSignup({ email, firstName, lastName, message: apiMessage(outcome) });

  return toRequestResult(outcome);
};

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
