// Saves the account details (row 4.2-13).

import { readDetails } from "../../player/profile_fields";
import { saveProfile } from "../../player/store/profile";
import { type Request, toRequestResult } from "../model/request";

/** Saves the details; values that are not in the form stay unchanged (A107). */
export const run: Request = async ({ values, about, signal }) => {
  const saved = await saveProfile(readDetails(values), { signal });
  if (saved.kind !== "ok") return toRequestResult(saved);
  // A player who wanted to deposit continues with the deposit.
  return { kind: "done", completion: about === "deposit" ? "completion_deposit" : "completion" };
};
