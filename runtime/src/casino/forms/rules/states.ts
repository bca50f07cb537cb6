// Which states or provinces a player chooses from: the country decides (A48, A49). The lists stand in content/data/regions.toml.

import type { Field, FieldOption, FormDefinition } from "../definition";

interface RegionList {
  /** Values of `country_id` that mean this country. */
  readonly country_ids: readonly string[];
  /** What the field is called there. */
  readonly label: string;
  readonly list: readonly { readonly code: string; readonly name: string }[];
}

/** content/data/regions.toml. */
export interface Regions {
  /** The code of everywhere else. */
  readonly outside: string;
  readonly us: RegionList;
  readonly canada: RegionList;
}

/** The states of a country, and the one to begin with. */
export interface States {
  /** State or Province. */
  readonly label: string;
  readonly options: readonly FieldOption[];
  /** Chosen beforehand; empty where the player has to choose. */
  readonly preselected: string;
}

/** The states for a `country_id`. Whoever is in neither country gets the US list with the value for everywhere else (A49). */
export function statesFor(country: string, { us, canada, outside }: Regions): States {
  const id = country.trim().toUpperCase();
  const known = [us, canada].find(({ country_ids }) => country_ids.includes(id));
  const { label, list } = known ?? us;
  return {
    label,
    options: list.map(({ code, name }) => ({ value: code, text: name })),
    preselected: known ? "" : outside,
  };
}

/** The form with the states in the field that asks for one (rows 2.13-28 to 2.13-31). */
export function withStates<T extends FormDefinition>(definition: T, { label, options }: States): T {
  const filled = (field: Field): Field => (field.validation === "state" ? { ...field, label, options } : field);
  return { ...definition, pages: definition.pages.map(({ fields }) => ({ fields: fields.map(filled) })) };
}
