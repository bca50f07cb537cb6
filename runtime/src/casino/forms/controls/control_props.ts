// The attributes that every control of a form has, from its field definition.

import type { Field } from "../definition";
import { LONGEST_PASSWORD } from "../rules/rule";

/**
 * The maximum length by rule, in characters (rows 9-07 to 9-09). The rules check it too, because `maxlength` does not apply to filled-in
 * values.
 */
const LONGEST: Readonly<Partial<Record<NonNullable<Field["validation"]>, number>>> = {
  first_name: 30,
  last_name: 40,
  email: 64,
  password: LONGEST_PASSWORD,
  confirm_password: LONGEST_PASSWORD,
  login_password: LONGEST_PASSWORD,
};

/** The keyboard that phones show, by rule. */
const KEYBOARDS: Readonly<Partial<Record<NonNullable<Field["validation"]>, "email" | "tel">>> = {
  email: "email",
  cell_phone: "tel",
};

/** Returns the attributes of a field's control. A field with an empty message is invalid too. */
export function controlProps({ name, autocomplete, validation }: Field, error: string | undefined) {
  return {
    name,
    autoComplete: autocomplete,
    maxLength: validation && LONGEST[validation],
    inputMode: validation && KEYBOARDS[validation],
    "aria-required": validation !== undefined || undefined,
    "aria-invalid": error === undefined ? undefined : true,
  };
}
