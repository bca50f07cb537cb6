// The field registry of LOGIN: text and password fields that must not be empty.

import { PasswordControl, TextControl } from "../controls/text_controls";
import { LOGIN_RULES } from "../rules/rule";
import type { FieldRegistry } from "./field_registry";

/** The field registry of forms that identify a user. */
export const LOGIN_FIELDS: FieldRegistry = {
  rules: LOGIN_RULES,
  controls: { text: TextControl, password: PasswordControl },
};
