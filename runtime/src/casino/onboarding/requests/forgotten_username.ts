// Requests an e-mail with the player's login (row 4.2-15).

import { requestUsername } from "../../account/api/recovery";
import { type Request, toRequestResult } from "../model/request";
import { MISSING_FIELDS, requireFields } from "./unfilled";

/** Requests the e-mail for the address in `email`. */
export const run: Request = async ({ values, signal }) => {
  const fields = requireFields(values, "email");
  return fields ? toRequestResult(await requestUsername(fields.email, signal)) : MISSING_FIELDS;
};
