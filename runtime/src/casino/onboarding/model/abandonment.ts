// Reports an abandoned signup once per browser session, so that the operator can offer help (A78, row 4.2-38).

import { send } from "../../../signals";
import { describeFailure } from "../../api/outcome";
import { config, ownKey } from "../../config/config";
import { asksForPrivacy } from "../../config/privacy";
import { civilDate } from "../../forms/rules/birth_date";
import { checkValue, type Values } from "../../forms/rules/rule";
import { RULES } from "../../forms/rules/rules";
import { $session } from "../../session/session";
import { type Person, reportAbandonedSignup } from "../api/signup_reports";

/** A form that the user may abandon. */
export interface WatchedForm {
  /** The form type: only signup and quicksignup are reported. */
  readonly type: string;
  /** Returns the typed values by field name; empty while the form is being sent. */
  readonly values: () => Values;
  /** The time at which it was opened, in epoch milliseconds. */
  readonly openedAt_ms: number;
}

const KEY = "signup_reported";

/**
 * Watches a form until the returned function is called with whether the signup succeeded. A signup that did not succeed counts as
 * abandoned, and so does a page that is unloaded. Call the returned function before the form is emptied.
 */
export function watchAbandonment({ type, values, openedAt_ms }: WatchedForm): (hasSucceeded: boolean) => void {
  if (type !== "signup" && type !== "quicksignup") return () => {};
  let hasEnded = false;

  function reportAbandoned() {
    if (!config().signup.report_abandoned || asksForPrivacy() || $session.get()) return;
    const person = readPerson(values());
    if (person && oncePerSession())
      void reportAbandonedSignup(person, openedAt_ms).then((outcome) => {
        if (outcome.kind === "ok" || outcome.kind === "cancelled") return;
        send("croupier:fault", {
          error: new Error(`an abandoned signup: ${describeFailure(outcome)}`),
          part: "signup",
        });
      });
  }

  addEventListener("pagehide", reportAbandoned);
  return (hasSucceeded) => {
    removeEventListener("pagehide", reportAbandoned);
    if (hasEnded) return;
    hasEnded = true;
    // A user with an account abandons nothing, even if the form is opened again.
    if (hasSucceeded) oncePerSession();
    else reportAbandoned();
  };
}

/** Returns the person if e-mail and both names are valid for a signup. */
function readPerson(values: Values): Person | undefined {
  const context = { today: civilDate(Date.now()), values };
  const readField = (name: "email" | "first_name" | "last_name") => {
    const checked = checkValue(RULES[name], values[name] ?? "", context);
    return checked.kind === "valid" ? String(checked.value) : "";
  };
  const person = { email: readField("email"), firstName: readField("first_name"), lastName: readField("last_name") };
  return person.email && person.firstName && person.lastName ? person : undefined;
}

/** Returns true once per browser session. Without storage it returns false: no report is better than repeated reports. */
function oncePerSession(): boolean {
  try {
    const key = ownKey(KEY);
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "1");
    return true;
  } catch {
    return false;
  }
}
