// Sets a new password for who came by a mailed link (row 4.2-16).

import { resetPassword } from "../../account/api/recovery";
import { $link, clearLink } from "../../links/link";
import { forgetFailures } from "../model/failures";
import { finishedOn, type Request } from "../model/request";
import { filled, UNFILLED } from "./unfilled";

/** Stands for a link that this page does not have, since a reload forgets it (A13). */
const NO_LINK = "errorResetLink";

/** The link is good for once, so it goes when it was used; the login may fail anew from then on (A73). */
export const run: Request = async ({ values, signal }) => {
  const { pid, token } = $link.get();
  if (!pid || !token) return finishedOn({ kind: "refused", message: NO_LINK, status: 0 });
  const given = filled(values, "password");
  if (!given) return UNFILLED;
  const outcome = await resetPassword({ pid, token }, given.password, signal);
  if (outcome.kind === "ok") {
    clearLink();
    forgetFailures();
  }
  return finishedOn(outcome);
};
