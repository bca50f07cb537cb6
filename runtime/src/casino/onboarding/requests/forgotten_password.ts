// Requests an e-mail with a link to set a new password (row 4.2-14).

import { requestPasswordReset } from "../../account/api/recovery";
import { type Request, toRequestResult } from "../model/request";
import { MISSING_FIELDS, requireFields } from "./unfilled";

/** `login` is a login or an e-mail address (A106). */
export const run: Request = async ({ values, signal }) => {
  const fields = requireFields(values, "login");
  return fields ? toRequestResult(await requestPasswordReset(fields.login, signal)) : MISSING_FIELDS;
};
