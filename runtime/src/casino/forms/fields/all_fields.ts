// The full field registry: every rule of section 5 and every field type.

import { CheckboxControl, DropdownControl, MessageControl } from "../controls/choice_controls";
import { DateOfBirth } from "../controls/date_of_birth";
import { Steps } from "../controls/steps";
import { isWeakPassword, RULES } from "../rules/rules";
import type { FieldRegistry } from "./field_registry";
import { LOGIN_FIELDS } from "./login_fields";

/** The field registry of all forms that content may declare. */
export const ALL_FIELDS: FieldRegistry = {
  rules: RULES,
  controls: {
    ...LOGIN_FIELDS.controls,
    dob: DateOfBirth,
    dropdown: DropdownControl,
    checkbox: CheckboxControl,
    message: MessageControl,
  },
  Steps,
  hints: { password: isWeakPassword },
};
