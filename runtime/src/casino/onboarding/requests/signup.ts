// Signs a visitor up as a player (rows 4.2-12, 3-35).

import { messageOf } from "../../content/messages";
import { affiliate } from "../../links/affiliate";
import { reportRefusedSignup } from "../model/refusal";
import { finishedOn, type Request } from "../model/request";
import { signUp } from "../model/sign_up";
import { filled, UNFILLED } from "./unfilled";

/** Signs up with the values of either signup form; the player is signed in when it resolves. */
export const run: Request = async ({ values, signal }) => {
  const given = filled(values, "email", "password", "first_name", "last_name", "birth_date");
  if (!given) return UNFILLED;
  const { email, password, first_name: firstName, last_name: lastName, birth_date: birthDate } = given;
  const applicant = { email, password, firstName, lastName, birthDate };
  const { rtgAff = "", token = "" } = affiliate() ?? {};
  const outcome = await signUp(applicant, { affiliateId: rtgAff, trackingId: token }, signal);
  const isRefused = outcome.kind === "refused" || outcome.kind === "restricted" || outcome.kind === "maintenance";
  if (isRefused) reportRefusedSignup({ email, firstName, lastName, message: messageOf(outcome) });
  return finishedOn(outcome);
};
