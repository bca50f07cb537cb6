// The kit of LOGIN: text and password fields that must not be empty.

import { PasswordControl, TextControl } from "../controls/text_controls";
import { LOGIN_RULES } from "../rules/rule";
import type { FormKit } from "./field_registry";

/** The kit of forms that identify a user. */
export const LOGIN_KIT: FormKit = { rules: LOGIN_RULES, controls: { text: TextControl, password: PasswordControl } };
