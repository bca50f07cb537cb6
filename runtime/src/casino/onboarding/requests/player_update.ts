// Saves the account details (row 4.2-13).

import { detailsOf } from "../../player/profile_fields";
import { saveProfile } from "../../player/store/profile";
import { finishedOn, type Request } from "../model/request";

/** Saves; what the form does not say stays as it was read (A107). */
export const run: Request = async ({ values, about, signal }) => {
  const saved = await saveProfile(detailsOf(values), { signal });
  if (saved.kind !== "ok") return finishedOn(saved);
  // Who wanted to deposit goes on with it.
  return { kind: "done", completion: about === "deposit" ? "completion_deposit" : "completion" };
};
