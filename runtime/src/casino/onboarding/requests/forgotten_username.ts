// Requests an e-mail with the player's login (row 4.2-15).

import { requestUsername } from "../../account/api/recovery";
import { finishedOn, type Request } from "../model/request";
import { filled, UNFILLED } from "./unfilled";

/** Requests the e-mail for the address in `email`. */
export const run: Request = async ({ values, signal }) => {
  const given = filled(values, "email");
  return given ? finishedOn(await requestUsername(given.email, signal)) : UNFILLED;
};
