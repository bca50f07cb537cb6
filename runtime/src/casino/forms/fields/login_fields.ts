// The kit of LOGIN: text, passwords, and that neither is empty.

import { PasswordControl, TextControl } from "../controls/text_controls";
import { LOGIN_RULES } from "../rules/rule";
import type { FormKit } from "./field_registry";

/** For forms that ask who somebody is. */
export const LOGIN_KIT: FormKit = { rules: LOGIN_RULES, controls: { text: TextControl, password: PasswordControl } };
