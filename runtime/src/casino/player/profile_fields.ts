// Maps the account details to form fields and initial values (rows 2.13-27, 2.13-28).

import type { FormDefinition } from "../forms/definition";
import type { Values } from "../forms/rules/rule";
import { type Regions, statesFor, withStates } from "../forms/rules/states";
import type { User } from "./api/account";
import type { Details } from "./api/profile";

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
