// The types of validation rules, and the two rules of LOGIN, which is on every page; all other rules are in rules.ts.

import { type GenericSchema, maxLength, nonEmpty, pipe, safeParse, string, trim } from "valibot";
import type { CivilDate } from "./birth_date";

/** The value of a field: text, or the state of a checkbox. */
export type Value = string | boolean;
/** The values of a form by field name. */
export type Values = Readonly<Record<string, Value>>;

/** The context of a rule. */
export interface RuleContext {
  /** The date for which ages are computed, in the player's time zone (A97). */
  readonly today: CivilDate;
  /** All values of the form. */
  readonly values: Values;
}

/** A rule returns a schema, whose output is sent. */
export type Rule = (context: RuleContext) => GenericSchema<unknown, Value>;
/** Rules by the names that content gives to `validation`. */
export type Rules = Readonly<Record<string, Rule>>;

/** The problems that a value can have. The texts for both are in content: `errormessage` and `long_message` of the field. */
export type Problem = "wrong" | "long";

/** The result of a rule: the value to send, or the problem. */
export type CheckResult =
  | { readonly kind: "valid"; readonly value: Value }
  | { readonly kind: "invalid"; readonly problem: Problem };

/** Checks a value against a rule. */
export function checkValue(rule: Rule, value: Value, context: RuleContext): CheckResult {
  const result = safeParse(rule(context), value);
  if (result.success) return { kind: "valid", value: result.output };
  return { kind: "invalid", problem: result.issues[0].message === LONG ? "long" : "wrong" };
}

/** The message of schemas that refuse a value for its length alone. */
export const LONG = "long" satisfies Problem;

/** The longest password, in characters (row 9-07). */
export const LONGEST_PASSWORD = 80;

/** Returns a schema for text with more than spaces; surrounding spaces are trimmed. */
export const nonBlank = () => pipe(string(), trim(), nonEmpty());

/** Old accounts may have any login and password, so LOGIN accepts everything that is not empty (row 5-13, A99). */
export const LOGIN_RULES = {
  login: nonBlank,
  login_password: () => pipe(string(), nonEmpty(), maxLength(LONGEST_PASSWORD, LONG)),
} satisfies Rules;
