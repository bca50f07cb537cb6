// The validation rules of section 5 at their limits.

import { describe, expect, test } from "vitest";
import { ageOn, isFullPart, isoDate, joinDate, readDate, splitDate, truncatePart } from "../../forms/rules/birth_date";
import { checkValue, type Value } from "../../forms/rules/rule";
import { isWeakPassword, RULES, type RuleName } from "../../forms/rules/rules";

const TODAY = { year: 2026, month: 3, day: 15 };

function check(rule: RuleName, value: Value, values: Record<string, Value> = {}, today = TODAY) {
  return checkValue(RULES[rule], value, { today, values });
}

const valid = (value: Value) => ({ kind: "valid", value });
const WRONG = { kind: "invalid", problem: "wrong" };
const LONG = { kind: "invalid", problem: "long" };
const repeated = (count: number) => "a".repeat(count);

describe("names", () => {
  // Rows: 5-01, 5-02, 5-03, 5-04
  test.each([
    ["first_name", "O'Neil-St. Ann"],
    ["first_name", "Zoë"],
    ["first_name", repeated(30)],
    ["last_name", "D'Arcy, Jr."],
    ["last_name", repeated(40)],
  ] as const)("%s accepts %s", (rule, value) => {
    expect(check(rule, value)).toEqual(valid(value));
  });

  // Rows: 5-01, 5-02, 5-03, 5-04
  test.each([
    ["first_name", "Ann3"],
    ["first_name", ""],
    ["first_name", " - "],
    ["first_name", repeated(31)],
    ["last_name", "Smith_1"],
    ["last_name", repeated(41)],
  ] as const)("%s refuses %s", (rule, value) => {
    expect(check(rule, value)).toEqual(WRONG);
  });

  // Rows: 5-01
  test("a typographic apostrophe becomes a plain one, and spaces are trimmed", () => {
    expect(check("first_name", "  O\u2019Neil ")).toEqual(valid("O'Neil"));
  });
});

describe("email", () => {
  const long = (domain: number) => `${repeated(64 - domain - 1)}@${repeated(domain - 3)}.co`;

  // Rows: 5-05, 5-06
  test.each(["a@b.co", " Ann.B+x@Mail.Example.com ", long(20)])("%s is valid", (value) => {
    expect(check("email", value)).toEqual(valid(value.trim()));
  });

  // Rows: 5-05, 5-06
  test.each(["", "a@b", "a b@c.co", "a@b..co", "a@-b.co", `a${long(20)}`])("%s is invalid", (value) => {
    expect(check("email", value)).toEqual(WRONG);
  });
});

describe("birth date", () => {
  // Rows: 5-07
  test.each([
    ["03/15/2005", "the 21st birthday", true],
    ["03/16/2005", "the day before it", false],
    ["03/16/1905", "the last day of being 120", true],
    ["03/15/1905", "the 121st birthday", false],
    ["02/30/1990", "a day that does not exist", false],
    ["00/10/1990", "month 00", false],
    ["10/00/1990", "day 00", false],
    ["//", "nothing", false],
    ["9/1/1976", "parts of one digit", true],
  ])("%s, %s", (text, _, isValid) => {
    expect(check("birth_date", text)).toEqual(isValid ? expect.objectContaining({ kind: "valid" }) : WRONG);
  });

  // Rows: 5-07
  test("a birthday on 29 February counts from 1 March in common years", () => {
    const birth = { year: 2004, month: 2, day: 29 };
    expect(ageOn(birth, { year: 2025, month: 2, day: 28 })).toBe(20);
    expect(ageOn(birth, { year: 2025, month: 3, day: 1 })).toBe(21);
    expect(ageOn(birth, { year: 2028, month: 2, day: 29 })).toBe(24);
  });

  // Rows: 2.13-36
  test("the payload is YYYY-MM-DD", () => {
    expect(check("birth_date", "9/1/1976")).toEqual(valid("1976-09-01"));
    expect(isoDate({ year: 1976, month: 9, day: 21 })).toBe("1976-09-21");
  });

  // Rows: 2.13-33, 2.13-34, 2.13-35
  test.each([
    ["month", "13", "1"],
    ["month", "0", "0"],
    ["month", "012", "01"],
    ["day", "32", "3"],
    ["day", "3a1", "31"],
    ["year", "2150", "215"],
    ["year", "19999", "1999"],
  ] as const)("a %s cuts %s to %s", (part, typed, truncated) => {
    expect(truncatePart(part, typed)).toBe(truncated);
  });

  // Rows: 2.13-33
  test("a part is full with all its digits, and the joined date splits again", () => {
    expect([isFullPart("month", "1"), isFullPart("month", "12"), isFullPart("year", "1976")]).toEqual([
      false,
      true,
      true,
    ]);
    const parts = { month: "09", day: "", year: "19" };
    expect(splitDate(joinDate(parts))).toEqual(parts);
    expect(joinDate({ month: "", day: "", year: "" })).toBe("");
    expect(readDate("02/29/2001")).toBeUndefined();
    expect(readDate("02/29/2000")).toEqual({ year: 2000, month: 2, day: 29 });
  });
});

describe("passwords", () => {
  // Rows: 5-08, 5-09
  test("a password has 6 to 80 characters of any kind, including spaces", () => {
    expect(check("password", "aaaaa")).toEqual(WRONG);
    expect(check("password", " a b  ")).toEqual(valid(" a b  "));
    expect(check("password", repeated(80)).kind).toBe("valid");
    expect(check("password", repeated(81))).toEqual(LONG);
    expect(check("password", "\u{1f3ee}".repeat(6)).kind).toBe("valid");
  });

  // Rows: 5-10
  test("a missing character kind gives a hint, not an error", () => {
    expect(isWeakPassword("aaaaaa")).toBe(true);
    expect(check("password", "aaaaaa").kind).toBe("valid");
    expect(isWeakPassword("aaa")).toBe(false);
    expect(isWeakPassword("Secret-123!")).toBe(false);
  });

  // Rows: 5-11
  test("both passwords must match", () => {
    expect(check("confirm_password", "Secret-1", { password: "Secret-2" })).toEqual(WRONG);
    expect(check("confirm_password", "Secret-1", { password: "Secret-1" }).kind).toBe("valid");
  });
});

// Rows: 5-12
test("terms must be ticked", () => {
  expect(check("terms", false)).toEqual(WRONG);
  expect(check("terms", true)).toEqual(valid(true));
});

// Rows: 5-13
test("login and password of the login form accept any non-empty value", () => {
  expect(check("login", "a")).toEqual(valid("a"));
  expect(check("login_password", "b")).toEqual(valid("b"));
  expect(check("login_password", repeated(81))).toEqual(LONG);
  for (const rule of ["login", "login_password"] as const) expect(check(rule, "")).toEqual(WRONG);
});

// Rows: 5-14, 5-15, 5-16, 5-17, 5-18
test.each(["address", "city", "state", "zip", "gender"] as const)("%s must not be empty", (rule) => {
  expect(check(rule, "  ")).toEqual(WRONG);
  expect(check(rule, " x ")).toEqual(valid("x"));
});

// Rows: 5-19
test("a phone number has digits, spaces, plus and minus", () => {
  expect(check("cell_phone", "+1 555-0100")).toEqual(valid("+1 555-0100"));
  for (const value of ["(555)", "", "+ -"]) expect(check("cell_phone", value)).toEqual(WRONG);
});

// Rows: 5-20
test("the special rule accepts letters, digits and - + . , ' and space", () => {
  expect(check("special", "A1-+.,' ")).toEqual(valid("A1-+.,' "));
  for (const value of ["a@b", "<"]) expect(check("special", value).kind).toBe("invalid");
});

// Rows: 5-21
test("a username has 4 to 20 letters and digits with single separators", () => {
  for (const value of ["ab_c-d", "abcd", repeated(20)]) expect(check("username", value).kind).toBe("valid");
  for (const value of ["abc", "a__b", "-abc", "abc-", repeated(21)])
    expect(check("username", value).kind).toBe("invalid");
});
