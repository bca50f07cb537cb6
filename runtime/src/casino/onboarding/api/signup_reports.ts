// What the operator hears of signups that made no player: left before their end, or refused (rows 7.2-03, 7.2-05). The names of the API end here (A59).

import { postAccountsIncompleteSignups, postAccountsQuickSignups } from "../../api/contract/calls";
import { clientId } from "../../api/device";
import type { Outcome } from "../../api/outcome";
import { call } from "../../api/site";

/** Who would have become a player: never with a password or a date of birth. */
export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Nobody waits for a report longer than this, in milliseconds. */
const LIMIT_MS = 3000;
/** So much is told of what the server said, in characters. */
const LONGEST_MESSAGE = 1000;

/** Tells of a signup that was left; `openedAt_ms`: when its form was opened, in epoch milliseconds (A79). */
export function reportAbandonedSignup(person: Person, openedAt_ms: number): Promise<Outcome<unknown>> {
  const body = { login: "", ...named(person), start_date: new Date(openedAt_ms).toISOString() };
  return call(postAccountsIncompleteSignups, { body }, { keepalive: true, timeoutMs: LIMIT_MS });
}

/** Tells of a signup that was refused, and in which words (A82). */
export function reportRefusedSignup(person: Person, message: string): Promise<Outcome<unknown>> {
  const body = { ...named(person), message: message.slice(0, LONGEST_MESSAGE) };
  return call(postAccountsQuickSignups, { body }, { keepalive: true, timeoutMs: LIMIT_MS });
}

function named({ email, firstName, lastName }: Person) {
  return { email, first_name: firstName, last_name: lastName, client_id: clientId() };
}
