// Signs a visitor up as a player (rows 4.2-12, 3-35).

import { apiMessage } from "../../content/failure_messages";
import { affiliate } from "../../links/affiliate";
import { reportRefusedSignup } from "../model/refusal";
import { type Request, toRequestResult } from "../model/request";
import { signUp } from "../model/sign_up";
import { MISSING_FIELDS, requireFields } from "./unfilled";

/** Signs up with the values of either signup form; the player is signed in when it resolves. */
export const run: Request = async ({ values, signal }) => {
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
