// The request that changes the password of the signed-in player (rows 4.2-17, 7.1-09).

import { changePassword } from "../../account/api/password";
import { finishedOn, type Request } from "../model/request";
import { filled, UNFILLED } from "./unfilled";

/** Changes the password; `old_password` and `password` are the field names. */
export const run: Request = async ({ values }) => {
  const given = filled(values, "old_password", "password");
  return given ? finishedOn(await changePassword(given.old_password, given.password)) : UNFILLED;
};
