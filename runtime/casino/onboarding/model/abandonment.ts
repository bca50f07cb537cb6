// Reports signups that created no player: an abandoned one once per browser session, so that the operator can offer help, and
// refused ones (A78, rows 4.2-38, 7.2-03, 7.2-05).

import { send } from "@croupier/loader";
import { clientId } from "../../api/call";
import { call } from "../../api/client";
import { postAccountsIncompleteSignups, postAccountsQuickSignups } from "../../api/contract/calls";
import { describeFailure, type Outcome } from "../../api/outcome";
import { asksForPrivacy, config, ownKey } from "../../config/config";
import { civilDate } from "../../forms/rules/birth_date";
import { checkValue, type Values } from "../../forms/rules/rule";
import { RULES } from "../../forms/rules/rules";
import { $session } from "../../session/session";

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

/** The person who tried to sign up: never with a password or a date of birth. */
export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** The timeout of a report, in milliseconds. */
const TIMEOUT_MS = 3000;
/** The reported length of the server's message, in characters. */
const MAX_MESSAGE_LENGTH = 1000;

/** Reports an abandoned signup; `openedAt_ms` is the time at which its form was opened, in epoch milliseconds (A79). */
function reportAbandonedSignup(person: Person, openedAt_ms: number): Promise<Outcome<unknown>> {
  const body = { login: "", ...personFields(person), start_date: new Date(openedAt_ms).toISOString() };
  return call(postAccountsIncompleteSignups, { body }, { keepalive: true, timeoutMs: TIMEOUT_MS });
}

/** Reports a refused signup with the server's message (A82). */
export function reportRefusedSignup(person: Person, message: string): Promise<Outcome<unknown>> {
  const body = { ...personFields(person), message: message.slice(0, MAX_MESSAGE_LENGTH) };
  return call(postAccountsQuickSignups, { body }, { keepalive: true, timeoutMs: TIMEOUT_MS });
}

function personFields({ email, firstName, lastName }: Person) {
  return { email, first_name: firstName, last_name: lastName, client_id: clientId() };
}
