// Requests an e-mail with a link to set a new password (row 4.2-14).

import { requestPasswordReset } from "../../account/api/recovery";
import { finishedOn, type Request } from "../model/request";
import { filled, UNFILLED } from "./unfilled";

/** `login` is a login or an e-mail address (A106). */
export const run: Request = async ({ values, signal }) => {
  const given = filled(values, "login");
  return given ? finishedOn(await requestPasswordReset(given.login, signal)) : UNFILLED;
};
