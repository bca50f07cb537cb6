// Saves account details (row 7.1-10, A107).

import type { CallOptions } from "../../api/client";
import { putPlayers } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";
import { config } from "../../config/config";
import type { User } from "./account";

/** The fields of the account details form. */
export interface Details {
  readonly address: string;
  readonly city: string;
  /** A code of content/data/regions.toml. */
  readonly state: string;
  readonly zip: string;
  /** M, F or O, as defined in content (A47). */
  readonly gender: string;
  readonly phone: string;
}

/** Saves account details. Fields that the form does not show keep the values in `user`; the password does not change (A107). */
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
  return mapOk(
    await call(putPlayers, { path: { pid: Number(user.pid) }, body }, { ...options, dedupeKey }),
    () => true,
  );
}
