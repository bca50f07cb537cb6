// The validation rules of forms, each as a schema whose output is sent. The messages are in content, at each field.

import { check, literal, maxLength, pipe, regex, string, transform, trim } from "valibot";
import { ageOn, isoDate, readDate } from "./birth_date";
import { LOGIN_RULES, LONG, LONGEST_PASSWORD, nonBlank, type RuleContext, type Rules } from "./rule";

/** The maximum lengths, in characters (rows 9-07 to 9-09). */
const LENGTHS = { first_name: 30, last_name: 40, email: 64, password: LONGEST_PASSWORD } as const;
const SHORTEST_PASSWORD = 6;
const YOUNGEST = 21;
const OLDEST = 120;

const NAME = /^[\p{L}\p{M} ,.'-]+$/u;
const LETTER = /\p{L}/u;
/** The pattern of the HTML standard, with a required dot in the domain (A96). */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
const PHONE = /^[0-9 +-]*[0-9][0-9 +-]*$/;
const SPECIAL = /^[\p{L}\p{M}0-9+.,' -]+$/u;
const USERNAME = /^(?=.{4,20}$)[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*$/;

/** Counts characters, not UTF-16 units. */
const length = (text: string) => [...text].length;

const personName = (max: number) =>
  pipe(
    string(),
    // Phones type the typographic apostrophe; the plain one is sent (A95).
    transform((text) => text.replace(/[\u2018\u2019\u02bc]/g, "'")),
    trim(),
    regex(NAME),
    regex(LETTER),
    check((text) => length(text) <= max),
  );

/** Every rule by its name. */
export const RULES = {
  first_name: () => personName(LENGTHS.first_name),
  last_name: () => personName(LENGTHS.last_name),
  email: () => pipe(string(), trim(), maxLength(LENGTHS.email), regex(EMAIL)),
  birth_date: ({ today }: RuleContext) =>
    pipe(
      string(),
      check((text) => {
        const birth = readDate(text);
        if (!birth) return false;
        const age = ageOn(birth, today);
        return age >= YOUNGEST && age <= OLDEST;
      }),
      transform((text) => isoDate(readDate(text) ?? today)),
    ),
  password: () =>
    pipe(
      string(),
      check((text) => length(text) >= SHORTEST_PASSWORD),
      check((text) => length(text) <= LENGTHS.password, LONG),
    ),
  confirm_password: ({ values }: RuleContext) =>
    pipe(
      string(),
      check((text) => text === (values.password ?? "")),
    ),
  terms: () => literal(true),
  ...LOGIN_RULES,
  address: nonBlank,
  city: nonBlank,
  state: nonBlank,
  zip: nonBlank,
  gender: nonBlank,
  cell_phone: () => pipe(string(), trim(), regex(PHONE)),
  /** No shipped field uses it; content may name it (A100). */
  special: () => pipe(string(), regex(SPECIAL)),
  /** No shipped field uses it (A101). */
  username: () => pipe(string(), regex(USERNAME)),
} satisfies Rules;

/** A rule that content may name as a field's `validation`. */
export type RuleName = keyof typeof RULES;

/** Returns whether a password is long enough but lacks letters, numbers or symbols. It is accepted; the field's `hint` is shown (A98). */
export function isWeakPassword(password: string): boolean {
  const isGood = LETTER.test(password) && /\p{N}/u.test(password) && /[^\p{L}\p{M}\p{N}\s]/u.test(password);
  return length(password) >= SHORTEST_PASSWORD && !isGood;
}
