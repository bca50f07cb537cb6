// The validation rules of section 5, each as a schema with the words that a player reads when it is not kept. What a schema gives out is what is sent.

import { check, literal, maxLength, pipe, regex, string, transform, trim } from "valibot";
import { ageOn, isoDate, readDate } from "./dates";
import { filled, LOGIN_RULES, LONGEST_PASSWORD, type RuleContext, type Rules } from "./rule";

/** What is said where a rule is not kept (section 5). */
export const MESSAGES = {
  first_name: "Please enter your first name",
  last_name: "Please enter your last name",
  email: "Please enter a valid email address",
  birth_date: "Please enter your date of birth. You must be at least 21 years old.",
  password: "Passwords should be at least 6 characters",
  password_hint: "Password should contain letters, numbers and symbols",
  confirm_password: "Passwords must match",
  terms: "",
  address: "Please enter your Address",
  city: "Please enter your city",
  state: "Please enter your state or province",
  zip: "Please enter your zip code",
  gender: "Please select a gender",
  cell_phone: "Please enter your cell phone number",
  special: "Please use letters, digits, spaces and - + . , ' only",
  username: "Please use 4 to 20 letters or digits, with single _ or - between them",
} as const;

/** The longest values, in characters (rows 9-07 to 9-09). */
export const LENGTHS = { first_name: 30, last_name: 40, email: 64, password: LONGEST_PASSWORD } as const;
const SHORTEST_PASSWORD = 6;
const YOUNGEST = 21;
const OLDEST = 120;

const NAME = /^[\p{L}\p{M} ,.'-]+$/u;
const LETTER = /\p{L}/u;
/** The pattern of the HTML standard, and a dot in the domain (A96). */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
const PHONE = /^[0-9 +-]*[0-9][0-9 +-]*$/;
const SPECIAL = /^[\p{L}\p{M}0-9+.,' -]+$/u;
const USERNAME = /^(?=.{4,20}$)[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*$/;

/** Characters, not units of UTF-16. */
const length = (text: string) => [...text].length;

const personName = (most: number, words: string) =>
  pipe(
    string(words),
    // Telephones type the typographic apostrophe; what is kept is the plain one (A95).
    transform((text) => text.replace(/[\u2018\u2019\u02bc]/g, "'")),
    trim(),
    regex(NAME, words),
    regex(LETTER, words),
    check((text) => length(text) <= most, words),
  );

/** Every rule by its name. */
export const RULES = {
  first_name: () => personName(LENGTHS.first_name, MESSAGES.first_name),
  last_name: () => personName(LENGTHS.last_name, MESSAGES.last_name),
  email: () => pipe(string(), trim(), maxLength(LENGTHS.email, MESSAGES.email), regex(EMAIL, MESSAGES.email)),
  birth_date: ({ today }: RuleContext) =>
    pipe(
      string(),
      check((text) => {
        const birth = readDate(text);
        if (!birth) return false;
        const age = ageOn(birth, today);
        return age >= YOUNGEST && age <= OLDEST;
      }, MESSAGES.birth_date),
      transform((text) => isoDate(readDate(text) ?? today)),
    ),
  password: () =>
    pipe(
      string(),
      check((text) => length(text) >= SHORTEST_PASSWORD, MESSAGES.password),
      check((text) => length(text) <= LENGTHS.password, `Passwords should be at most ${LENGTHS.password} characters`),
    ),
  confirm_password: ({ values }: RuleContext) =>
    pipe(
      string(),
      check((text) => text === (values.password ?? ""), MESSAGES.confirm_password),
    ),
  terms: () => literal(true, MESSAGES.terms),
  ...LOGIN_RULES,
  address: () => filled(MESSAGES.address),
  city: () => filled(MESSAGES.city),
  state: () => filled(MESSAGES.state),
  zip: () => filled(MESSAGES.zip),
  gender: () => filled(MESSAGES.gender),
  cell_phone: () => pipe(string(), trim(), regex(PHONE, MESSAGES.cell_phone)),
  /** Given to no field that is shipped; content may name it (A100). */
  special: () => pipe(string(), regex(SPECIAL, MESSAGES.special)),
  /** Given to no field that is shipped (A101). */
  username: () => pipe(string(), regex(USERNAME, MESSAGES.username)),
} satisfies Rules;

/** A rule that content may name as a field's `validation`. */
export type RuleName = keyof typeof RULES;

/** Advice about a password that is long enough; empty where it has letters, numbers and symbols. It holds nobody back (A98). */
export function passwordHint(password: string): string {
  const isGood = LETTER.test(password) && /\p{N}/u.test(password) && /[^\p{L}\p{M}\p{N}\s]/u.test(password);
  return length(password) >= SHORTEST_PASSWORD && !isGood ? MESSAGES.password_hint : "";
}
