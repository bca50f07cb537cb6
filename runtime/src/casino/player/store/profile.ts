// Saving who the player is: what is not said is sent back as it was read, so that saving erases nothing (row 7.1-10, A107).

import type { CallOptions } from "../../api/client";
import type { Outcome } from "../../api/outcome";
import { $session } from "../../session/session";
import { loadUser } from "../api/account";
import { type Details, saveDetails } from "../api/profile";
import { $user } from "./player";

/**
 * Saves for the player who is signed in. They are read anew before, so that nothing is sent back that somebody has changed
 * meanwhile; what was saved is told to all who look at the player. What is left out or empty stays as it was read; telephone
 * and gender, which the API takes and tells to nobody, are then sent empty.
 */
export async function saveProfile(given: Partial<Details>, options: CallOptions = {}): Promise<Outcome<true>> {
  const session = $session.get();
  if (!session) return { kind: "unauthorised" };
  const user = await loadUser(session.pid, options);
  if (user.kind !== "ok") return user;
  const details = {
    address: given.address || user.value.address,
    city: given.city || user.value.city,
    state: given.state || user.value.state,
    zip: given.zip || user.value.zip,
    gender: given.gender ?? "",
    phone: given.phone ?? "",
  };
  const saved = await saveDetails(user.value, details, options);
  if (saved.kind !== "ok") return saved;
  const { address, city, state, zip } = details;
  $user.mutate({ ...user.value, address, city, state, zip });
  return saved;
}
