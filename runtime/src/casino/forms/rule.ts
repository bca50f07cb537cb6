// What a validation rule is, and the two rules of LOGIN, which every page brings; all the others stand in rules.ts.

import { type GenericSchema, maxLength, nonEmpty, pipe, safeParse, string, trim } from "valibot";
import type { CivilDate } from "./dates";

/** What a field holds: text, or whether its box is ticked. */
export type Value = string | boolean;
/** The values of a form by the names of its fields. */
export type Values = Readonly<Record<string, Value>>;

/** What rules know besides the value. */
export interface RuleContext {
  /** The day on which ages are counted, in the player's zone (A97). */
  readonly today: CivilDate;
  /** All values of the form. */
  readonly values: Values;
}

/** A rule makes a schema, whose message says what is wrong, and whose output is what is sent. */
export type Rule = (context: RuleContext) => GenericSchema<unknown, Value>;
/** Rules by the names that content gives to `validation`. */
export type Rules = Readonly<Record<string, Rule>>;

/** What a rule makes of a value: what is to be sent, or what is wrong with it. */
export type Checked =
  | { readonly kind: "valid"; readonly value: Value }
  | { readonly kind: "wrong"; readonly words: string };

/** Holds a value against a rule. */
export function checkValue(rule: Rule, value: Value, context: RuleContext): Checked {
  const result = safeParse(rule(context), value);
  return result.success ? { kind: "valid", value: result.output } : { kind: "wrong", words: result.issues[0].message };
}

/** The longest password, in characters (row 9-07). */
export const LONGEST_PASSWORD = 80;
/** Said at an empty field of LOGIN (A99). */
export const LOGIN_MESSAGE = "Valid characters are A-Z a-z 0-9, minimum 6 characters";

/** Text that is more than spaces, without those around it. */
export const filled = (words: string) => pipe(string(words), trim(), nonEmpty(words));

/** Old accounts may have any login and password, so LOGIN asks for something alone (row 5-13, A99). */
export const LOGIN_RULES = {
  login: () => filled(LOGIN_MESSAGE),
  login_password: () =>
    pipe(string(LOGIN_MESSAGE), nonEmpty(LOGIN_MESSAGE), maxLength(LONGEST_PASSWORD, LOGIN_MESSAGE)),
} satisfies Rules;
