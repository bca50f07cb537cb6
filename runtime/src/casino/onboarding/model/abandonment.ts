// A signup that is left before its end is reported, once in a browser session, so that somebody can ask whether help was needed (A78, row 4.2-38).

import { send } from "../../../signals";
import { logOf } from "../../api/outcome";
import { config } from "../../config/config";
import { asksForPrivacy } from "../../config/privacy";
import { civilDate } from "../../forms/rules/birth_date";
import { checkValue, type Values } from "../../forms/rules/rule";
import { RULES } from "../../forms/rules/rules";
import { $session } from "../../session/session";
import { type Person, reportAbandonedSignup } from "../api/signup_reports";

/** A form that may be left. */
export interface Unfinished {
  /** Its form type: only signup and quicksignup are reported. */
  readonly type: string;
  /** What has been typed so far, by the names of its fields; nothing while it is on its way to the server. */
  readonly values: () => Values;
  /** When it was opened, in epoch milliseconds. */
  readonly openedAt_ms: number;
}

const KEY = "signup_reported";

/**
 * Watches a form until the result is called, which tells whether the signup succeeded: one that did not counts as left, and so
 * does a page that goes. It must be called before the form is emptied.
 */
export function watchAbandonment({ type, values, openedAt_ms }: Unfinished): (hasSucceeded: boolean) => void {
  if (type !== "signup" && type !== "quicksignup") return () => {};
  let isOver = false;

  function left() {
    if (!config().signup.report_abandoned || asksForPrivacy() || $session.get()) return;
    const person = personOf(values());
    if (person && claim())
      void reportAbandonedSignup(person, openedAt_ms).then((outcome) => {
        if (outcome.kind === "ok" || outcome.kind === "cancelled") return;
        send("croupier:fault", { error: new Error(`an abandoned signup: ${logOf(outcome)}`), part: "signup" });
      });
  }

  addEventListener("pagehide", left);
  return (hasSucceeded) => {
    removeEventListener("pagehide", left);
    if (isOver) return;
    isOver = true;
    // Who has an account by now left nothing, also when the form is opened once more.
    if (hasSucceeded) claim();
    else left();
  };
}

/** Who it is, where e-mail and both names are as a signup would take them. */
function personOf(values: Values): Person | undefined {
  const context = { today: civilDate(Date.now()), values };
  const read = (name: "email" | "first_name" | "last_name") => {
    const checked = checkValue(RULES[name], values[name] ?? "", context);
    return checked.kind === "valid" ? String(checked.value) : "";
  };
  const person = { email: read("email"), firstName: read("first_name"), lastName: read("last_name") };
  return person.email && person.firstName && person.lastName ? person : undefined;
}

/** True once in a browser session. Where nothing can be remembered nothing is told, rather than more than once. */
function claim(): boolean {
  try {
    if (sessionStorage.getItem(KEY)) return false;
    sessionStorage.setItem(KEY, "1");
    return true;
  } catch {
    return false;
  }
}
