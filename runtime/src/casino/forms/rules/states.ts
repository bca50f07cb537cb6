// Selects the states or provinces of the player's country (A48, A49). The lists are stored in content/data/regions.toml.

import type { Data } from "croupier:types";
import type { Field, FieldOption, FormDefinition } from "../definition";

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
