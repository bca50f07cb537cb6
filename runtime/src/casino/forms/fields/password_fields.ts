// The kit of forms that contain only password fields.

import { isWeakPassword, RULES } from "../rules/rules";
import type { FormKit } from "./field_registry";
import { LOGIN_KIT } from "./login_fields";

/** Text and password fields, with every rule of section 5. */
export const PASSWORD_KIT: FormKit = { ...LOGIN_KIT, rules: RULES, hints: { password: isWeakPassword } };
