// The field registry of forms that contain only password fields.

import { isWeakPassword, RULES } from "../rules/rules";
import type { FieldRegistry } from "./field_registry";
import { LOGIN_FIELDS } from "./login_fields";

/** Text and password fields, with every rule of section 5. */
export const PASSWORD_FIELDS: FieldRegistry = { ...LOGIN_FIELDS, rules: RULES, hints: { password: isWeakPassword } };
