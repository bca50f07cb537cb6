// The whole kit: every rule of section 5 and every type of field.

import { CheckboxControl, DropdownControl, MessageControl } from "./choice_controls";
import { DateOfBirth } from "./date_of_birth";
import type { FormKit } from "./kit";
import { LOGIN_KIT } from "./login_kit";
import { isWeakPassword, RULES } from "./rules";
import { Steps } from "./steps";

/** For every form that content may declare. */
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
