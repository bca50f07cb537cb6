// Saving who a player is (row 7.1-10, A107).

import type { CallOptions } from "../../api/client";
import { putPlayers } from "../../api/contract/calls";
import { map, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";
import { config } from "../../config/config";
import type { User } from "./account";

/** What the form of account details asks for. */
export interface Details {
  readonly address: string;
  readonly city: string;
  /** A code of content/data/regions.toml. */
  readonly state: string;
  readonly zip: string;
  /** As content gives it: M, F or O (A47). */
  readonly gender: string;
  readonly phone: string;
}

/** Saves account details. What the form does not show is sent back as it was read, so that saving erases nothing; the password stays (A107). */
export async function saveDetails(user: User, details: Details, options: CallOptions = {}): Promise<Outcome<true>> {
  const body = {
    login: user.login,
    email: user.email,
    password: "",
    first_name: user.firstName,
    last_name: user.lastName,
    birth_date: user.birthDate,
    address_1: details.address,
    address_2: "",
    city: details.city,
    state: details.state,
    zip: details.zip,
    country: user.country,
    cell_phone: details.phone,
    day_phone: details.phone,
    evening_phone: details.phone,
    gender: details.gender,
    skin_id: config().client.skin_id,
  };
  const dedupeKey = `details ${user.pid}`;
  return map(await call(putPlayers, { path: { pid: Number(user.pid) }, body }, { ...options, dedupeKey }), () => true);
}
