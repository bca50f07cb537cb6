// Account details as form fields, and how they are saved without erasing fields that the form leaves out (rows 2.13-27, 2.13-28,
// 7.1-10, A107). The states of the player's country are among the fields (A48, A49).

import type { Data } from "croupier:types";
import type { CallOptions } from "../api/client";
import type { Outcome } from "../api/outcome";
import type { Field, FieldOption, FormDefinition } from "../forms/definition";
import type { Values } from "../forms/rules/rule";
import { $session } from "../session/session";
import { type Details, saveDetails } from "./api/profile";
import { $user, loadUser, type User } from "./player";

/** Returns the form with the states of the player's country and the known values. Without a user all fields are empty. */
export function profileForm<T extends FormDefinition>(definition: T, regions: Regions, user: User | undefined) {
  const states = statesFor(user?.country ?? "", regions);
  const isListed = states.options.some(({ value }) => value === user?.state);
  const initial = {
    address_1: user?.address ?? "",
    city: user?.city ?? "",
    state: (isListed && user?.state) || states.preselected,
    zip: user?.zip ?? "",
  };
  return { definition: withStates(definition, states), initial };
}

/** Converts form values to account details. */
export function readDetails(values: Values): Details {
  const text = (name: string) => String(values[name] || "");
  return {
    address: text("address_1"),
    city: text("city"),
    state: text("state"),
    zip: text("zip"),
    gender: text("gender"),
    phone: text("cell_phone"),
  };
}

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

/** The content of content/data/regions.toml. */
export type Regions = Data["regions"];

/** The states of a country, and the preselected one. */
export interface States {
  /** The label: State or Province. */
  readonly label: string;
  readonly options: readonly FieldOption[];
  /** The preselected code; empty if the player has to choose. */
  readonly preselected: string;
}

/** Returns the states for a `country_id`. Players in other countries get the US list with the value for other countries (A49). */
export function statesFor(country: string, { us, canada, outside }: Regions): States {
  const id = country.trim().toUpperCase();
  const region = [us, canada].find(({ country_ids }) => country_ids.includes(id));
  const { label, list } = region ?? us;
  return {
    label,
    options: list.map(({ code, name }) => ({ value: code, text: name })),
    preselected: region ? "" : outside,
  };
}

/** Returns the form with the states as options of its state field (rows 2.13-28 to 2.13-31). */
export function withStates<T extends FormDefinition>(definition: T, { label, options }: States): T {
  const withOptions = (field: Field): Field => (field.validation === "state" ? { ...field, label, options } : field);
  return { ...definition, pages: definition.pages.map(({ fields }) => ({ fields: fields.map(withOptions) })) };
}
