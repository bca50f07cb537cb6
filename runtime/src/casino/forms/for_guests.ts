// Lists the forms that signed-in players do not need (A11). The link handler and the form container use it.

import type { FormType } from "./definition";

/** The forms that signed-in players do not get; pages hide the buttons that open them (pages/macros/action.html). */
export const FOR_GUESTS: readonly FormType[] = ["login", "compactlogin", "signup", "quicksignup"];
