// Asks for a mail that names the player's login (row 4.2-15).

import { requestUsername } from "../../account/api/recovery";
import { finishedOn, type Request } from "../model/request";
import { filled, UNFILLED } from "./unfilled";

/** Sends the mail to `email`. */
export const run: Request = async ({ values, signal }) => {
  const given = filled(values, "email");
  return given ? finishedOn(await requestUsername(given.email, signal)) : UNFILLED;
};
