// The kit of LOGIN: text, passwords, and that neither is empty.

import type { FormKit } from "./kit";
import { LOGIN_RULES } from "./rule";
import { PasswordControl, TextControl } from "./text_controls";

/** For forms that ask who somebody is. */
export const LOGIN_KIT: FormKit = { rules: LOGIN_RULES, controls: { text: TextControl, password: PasswordControl } };
