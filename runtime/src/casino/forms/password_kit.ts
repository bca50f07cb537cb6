// The kit of forms that ask for passwords alone.

import type { FormKit } from "./kit";
import { LOGIN_KIT } from "./login_kit";
import { isWeakPassword, RULES } from "./rules";

/** Text and passwords, with every rule of section 5. */
export const PASSWORD_KIT: FormKit = { ...LOGIN_KIT, rules: RULES, hints: { password: isWeakPassword } };
