// Which forms nobody needs who is signed in (A11). Both whoever follows links and the container of the forms ask for it.

import type { FormType } from "./definition";

/** A player who is signed in gets none of these; pages hide the buttons that open them (pages/macros/action.html). */
export const FOR_GUESTS: readonly FormType[] = ["login", "compactlogin", "signup", "quicksignup"];
