// The request that changes the password of the signed-in player (rows 4.2-17, 7.1-09).

import { changePassword } from "../../account/api/password";
import { type Request, toRequestResult } from "../model/request";
import { MISSING_FIELDS, requireFields } from "./unfilled";

/** Changes the password; `old_password` and `password` are the field names. */
export const run: Request = async ({ values }) => {
  const fields = requireFields(values, "old_password", "password");
  return fields ? toRequestResult(await changePassword(fields.old_password, fields.password)) : MISSING_FIELDS;
};
