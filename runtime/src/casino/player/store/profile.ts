// Saves account details without erasing fields that the form leaves out (row 7.1-10, A107).

import type { CallOptions } from "../../api/client";
import type { Outcome } from "../../api/outcome";
import { $session } from "../../session/session";
import { loadUser } from "../api/account";
import { type Details, saveDetails } from "../api/profile";
import { $user } from "./player";

/**
 * Saves details of the signed-in player. Reads the account first, so that a change made elsewhere is not overwritten.
 * Updates `$user` with the saved values. Missing or empty fields keep the values that were read.
 * Phone and gender cannot be read from the API, so they are sent empty if they are missing.
 */
export async function saveProfile(changes: Partial<Details>, options: CallOptions = {}): Promise<Outcome<true>> {
  const session = $session.get();
  if (!session) return { kind: "unauthorised" };
  const user = await loadUser(session.pid, options);
  if (user.kind !== "ok") return user;
  const details = {
    address: changes.address || user.value.address,
    city: changes.city || user.value.city,
    state: changes.state || user.value.state,
    zip: changes.zip || user.value.zip,
    gender: changes.gender ?? "",
    phone: changes.phone ?? "",
  };
  const saved = await saveDetails(user.value, details, options);
  if (saved.kind !== "ok") return saved;
  const { address, city, state, zip } = details;
  // The store holds the data of the player who is signed in now.
  if ($session.get()?.pid === session.pid) $user.mutate({ ...user.value, address, city, state, zip });
  return saved;
}
