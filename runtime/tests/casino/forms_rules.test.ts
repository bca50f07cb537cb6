// The rules of section 5, at the edges that the specification and its decisions name.

import { describe, expect, test } from "vitest";
import {
  ageOn,
  isFullPart,
  isoDate,
  joinDate,
  readDate,
  splitDate,
  truncatePart,
} from "../../src/casino/forms/rules/birth_date";
import { checkValue, type Value } from "../../src/casino/forms/rules/rule";
import { isWeakPassword, RULES, type RuleName } from "../../src/casino/forms/rules/rules";

const TODAY = { year: 2026, month: 3, day: 15 };

function check(rule: RuleName, value: Value, values: Record<string, Value> = {}, today = TODAY) {
  return checkValue(RULES[rule], value, { today, values });
}

const valid = (value: Value) => ({ kind: "valid", value });
const WRONG = { kind: "invalid", problem: "wrong" };
const LONG = { kind: "invalid", problem: "long" };
const many = (count: number) => "a".repeat(count);

describe("names", () => {
  test.each([
    ["first_name", "O'Neil-St. Ann"],
    ["first_name", "Zoë"],
    ["first_name", many(30)],
    ["last_name", "D'Arcy, Jr."],
    ["last_name", many(40)],
  ] as const)("%s takes %s [5-01] [5-02] [5-03] [5-04]", (rule, value) => {
    expect(check(rule, value)).toEqual(valid(value));
  });

  test.each([
    ["first_name", "Ann3"],
    ["first_name", ""],
    ["first_name", " - "],
    ["first_name", many(31)],
    ["last_name", "Smith_1"],
    ["last_name", many(41)],
  ] as const)("%s refuses %s [5-01] [5-02] [5-03] [5-04]", (rule, value) => {
    expect(check(rule, value)).toEqual(WRONG);
  });

  test("a telephone's apostrophe is kept as the plain one, without the spaces around [5-01]", () => {
    expect(check("first_name", "  O\u2019Neil ")).toEqual(valid("O'Neil"));
  });
});

describe("e-mail", () => {
  const long = (domain: number) => `${many(64 - domain - 1)}@${many(domain - 3)}.co`;

  test.each(["a@b.co", " Ann.B+x@Mail.Example.com ", long(20)])("%s is one [5-05] [5-06]", (value) => {
    expect(check("email", value)).toEqual(valid(value.trim()));
  });

  test.each(["", "a@b", "a b@c.co", "a@b..co", "a@-b.co", `a${long(20)}`])("%s is none [5-05] [5-06]", (value) => {
    expect(check("email", value)).toEqual(WRONG);
  });
});

describe("birth date", () => {
  test.each([
    ["03/15/2005", "the 21st birthday", true],
    ["03/16/2005", "the day before it", false],
    ["03/16/1905", "the last day of being 120", true],
    ["03/15/1905", "the 121st birthday", false],
    ["02/30/1990", "a day that is not", false],
    ["00/10/1990", "month 00", false],
    ["10/00/1990", "day 00", false],
    ["//", "nothing", false],
    ["9/1/1976", "parts of one digit", true],
  ])("%s, %s [5-07]", (text, _, isValid) => {
    expect(check("birth_date", text)).toEqual(isValid ? expect.objectContaining({ kind: "valid" }) : WRONG);
  });

  test("who was born on 29 February is of age from 1 March on [5-07]", () => {
    const birth = { year: 2004, month: 2, day: 29 };
    expect(ageOn(birth, { year: 2025, month: 2, day: 28 })).toBe(20);
    expect(ageOn(birth, { year: 2025, month: 3, day: 1 })).toBe(21);
    expect(ageOn(birth, { year: 2028, month: 2, day: 29 })).toBe(24);
  });

  test("what is sent is YYYY-MM-DD [2.13-36]", () => {
    expect(check("birth_date", "9/1/1976")).toEqual(valid("1976-09-01"));
    expect(isoDate({ year: 1976, month: 9, day: 21 })).toBe("1976-09-21");
  });

  test.each([
    ["month", "13", "1"],
    ["month", "0", "0"],
    ["month", "012", "01"],
    ["day", "32", "3"],
    ["day", "3a1", "31"],
    ["year", "2150", "215"],
    ["year", "19999", "1999"],
  ] as const)("a %s cuts %s to %s [2.13-33] [2.13-34] [2.13-35]", (part, typed, kept) => {
    expect(truncatePart(part, typed)).toBe(kept);
  });

  test("a part is full with all its digits, and parts survive being joined [2.13-33]", () => {
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
  test("have 6 to 80 characters of any kind, spaces included [5-08] [5-09]", () => {
    expect(check("password", "aaaaa")).toEqual(WRONG);
    expect(check("password", " a b  ")).toEqual(valid(" a b  "));
    expect(check("password", many(80)).kind).toBe("valid");
    expect(check("password", many(81))).toEqual(LONG);
    expect(check("password", "\u{1f3ee}".repeat(6)).kind).toBe("valid");
  });

  test("are advised about, but not refused, for lack of a kind [5-10]", () => {
    expect(isWeakPassword("aaaaaa")).toBe(true);
    expect(check("password", "aaaaaa").kind).toBe("valid");
    expect(isWeakPassword("aaa")).toBe(false);
    expect(isWeakPassword("Secret-123!")).toBe(false);
  });

  test("are the same twice [5-11]", () => {
    expect(check("confirm_password", "Secret-1", { password: "Secret-2" })).toEqual(WRONG);
    expect(check("confirm_password", "Secret-1", { password: "Secret-1" }).kind).toBe("valid");
  });
});

test("terms must be ticked [5-12]", () => {
  expect(check("terms", false)).toEqual(WRONG);
  expect(check("terms", true)).toEqual(valid(true));
});

test("login and password of the login form hold anything but nothing [5-13]", () => {
  expect(check("login", "a")).toEqual(valid("a"));
  expect(check("login_password", "b")).toEqual(valid("b"));
  expect(check("login_password", many(81))).toEqual(LONG);
  for (const rule of ["login", "login_password"] as const) expect(check(rule, "")).toEqual(WRONG);
});

test.each([
  ["address", "5-14"],
  ["city", "5-15"],
  ["state", "5-16"],
  ["zip", "5-17"],
  ["gender", "5-18"],
] as const)("%s must not be empty [%s]", (rule, _row) => {
  expect(check(rule, "  ")).toEqual(WRONG);
  expect(check(rule, " x ")).toEqual(valid("x"));
});

test("telephone numbers have digits, spaces, plus and minus [5-19]", () => {
  expect(check("cell_phone", "+1 555-0100")).toEqual(valid("+1 555-0100"));
  for (const value of ["(555)", "", "+ -"]) expect(check("cell_phone", value)).toEqual(WRONG);
});

test("the special rule takes letters, digits and - + . , ' and space [5-20]", () => {
  expect(check("special", "A1-+.,' ")).toEqual(valid("A1-+.,' "));
  for (const value of ["a@b", "<"]) expect(check("special", value).kind).toBe("invalid");
});

test("a username has 4 to 20 letters and digits with single separators [5-21]", () => {
  for (const value of ["ab_c-d", "abcd", many(20)]) expect(check("username", value).kind).toBe("valid");
  for (const value of ["abc", "a__b", "-abc", "abc-", many(21)]) expect(check("username", value).kind).toBe("invalid");
});
