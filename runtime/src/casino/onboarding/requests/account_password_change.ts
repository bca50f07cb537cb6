// The request that changes the password of who is signed in (rows 4.2-17, 7.1-09).

import { changePassword } from "../../account/api/password";
import { finishedOn, type Request } from "../model/request";
import { filled, UNFILLED } from "./unfilled";

/** Changes it: `old_password` and `password` are the names of the fields. */
export const run: Request = async ({ values }) => {
  const given = filled(values, "old_password", "password");
  return given ? finishedOn(await changePassword(given.old_password, given.password)) : UNFILLED;
};
