// Sets a new password for a visitor who followed an e-mailed link (row 4.2-16).

import { resetPassword } from "../../account/api/recovery";
import { $link, clearLink } from "../../links/link";
import { resetFailures } from "../model/failures";
import { type Request, toRequestResult } from "../model/request";
import { MISSING_FIELDS, requireFields } from "./unfilled";

/** The message key for a missing link: a reload discards it (A13). */
const NO_LINK = "errorResetLink";

/** Sets the password. The link is valid once, so it is cleared after use, and the count of refused logins is reset (A73). */
export const run: Request = async ({ values, signal }) => {
  const { pid, token } = $link.get();
  if (!pid || !token) return toRequestResult({ kind: "refused", message: NO_LINK, status: 0 });
  const fields = requireFields(values, "password");
  if (!fields) return MISSING_FIELDS;
  const outcome = await resetPassword({ pid, token }, fields.password, signal);
  if (outcome.kind === "ok") {
    clearLink();
    resetFailures();
  }
  return toRequestResult(outcome);
};
