// API calls that save account details, and the consent to marketing email (rows 7.1-10, 7.6-02, 7.6-03, A107, A118, A119).

import { type CallOptions, call, load } from "../../api/client";
import { postMarketingUnsubscribe, postPreferences, putPlayers } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { config, path } from "../../config/config";
import type { User } from "../player";

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

/** Unsubscribes the recipient of the email with this `id`. */
export async function unsubscribe(id: string): Promise<Outcome<null>> {
  const { marketing_url } = config().api;

  return mapOk(
    await load(
      postMarketingUnsubscribe,
      path(marketing_url && `${marketing_url}/unsubscribe/{id}`),
      { path: { id } },
      { dedupeKey: `unsubscribe ${id}` },
    ),
    () => null,
  );
}

/** Allows or stops email to the player. The last request wins, even if an earlier one takes longer. */
export async function permitEmail(pid: number, isPermitted: boolean): Promise<Outcome<null>> {
  const body = { custrefid: pid, emailpermit: isPermitted ? 1 : 0 };
  const url = path(config().api.preferences_url);
  return mapOk(await load(postPreferences, url, { body }, { dedupeKey: `offers ${pid}` }), () => null);
}
