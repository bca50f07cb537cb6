// Reports signups that created no player: abandoned or refused ones (rows 7.2-03, 7.2-05). API field names are used only here (A59).

import { postAccountsIncompleteSignups, postAccountsQuickSignups } from "../../api/contract/calls";
import { clientId } from "../../api/device";
import type { Outcome } from "../../api/outcome";
import { call } from "../../api/site";

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
export function reportAbandonedSignup(person: Person, openedAt_ms: number): Promise<Outcome<unknown>> {
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
