// What every control of a form carries, as its definition says.

import type { Field } from "../definition";
import { LONGEST_PASSWORD } from "../rules/rule";

/** The longest value of a rule, in characters (rows 9-07 to 9-09); rules say the same, to whom `maxlength` is nothing. */
const LONGEST: Readonly<Partial<Record<NonNullable<Field["validation"]>, number>>> = {
  first_name: 30,
  last_name: 40,
  email: 64,
  password: LONGEST_PASSWORD,
  confirm_password: LONGEST_PASSWORD,
  login_password: LONGEST_PASSWORD,
};

/** Which keyboard telephones show for a rule. */
const KEYBOARDS: Readonly<Partial<Record<NonNullable<Field["validation"]>, "email" | "tel">>> = {
  email: "email",
  cell_phone: "tel",
};

/** The attributes of a field's control. A field with an empty message is invalid too. */
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
