// The full form kit: every rule of section 5 and every field type.

import { CheckboxControl, DropdownControl, MessageControl } from "../controls/choice_controls";
import { DateOfBirth } from "../controls/date_of_birth";
import { Steps } from "../controls/steps";
import { isWeakPassword, RULES } from "../rules/rules";
import type { FormKit } from "./field_registry";
import { LOGIN_KIT } from "./login_fields";

/** The kit of all forms that content may declare. */
export const FULL_KIT: FormKit = {
  rules: RULES,
  controls: {
    ...LOGIN_KIT.controls,
    dob: DateOfBirth,
    dropdown: DropdownControl,
    checkbox: CheckboxControl,
    message: MessageControl,
  },
  Steps,
  hints: { password: isWeakPassword },
};
