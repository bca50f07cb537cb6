// Splitting secrets from a query, and carrying them in window.name.

import { expect, test } from "vitest";
import { hasSecrets, readCarried, splitSecrets, writeCarried } from "../src/loader/core/secrets";

const names = ["pid", "token", "hash", "password"];
/** Splits a query and checks that `hasSecrets` agrees. */
function split(search: string) {
  const result = splitSecrets(search, names);
  expect(hasSecrets(search, names)).toBe(result.hasSecrets);
  return result;
}

// Rows: 2.2-06
test("password, hash, token and pid are removed, the rest is unchanged", () => {
  expect(split("?action=show&pid=1001&token=R1&x=a%20b+c&showchat")).toEqual({
    cleaned: "?action=show&x=a%20b+c&showchat",
    hasSecrets: true,
    secrets: { pid: "1001", token: "R1" },
  });
  expect(split("?login=annx&password=Secret-123%21")).toEqual({
    cleaned: "?login=annx",
    hasSecrets: true,
    secrets: { password: "Secret-123!" },
  });
  expect(split("?hash=H")).toEqual({ cleaned: "", hasSecrets: true, secrets: { hash: "H" } });
});

test("a name in another case or escaped is a secret, and its first value counts", () => {
  expect(split("?Token=a&%74oken=b&PID=")).toMatchObject({ cleaned: "", secrets: { token: "a", pid: "" } });
});

test("similar names and URLs without a query are unchanged", () => {
  for (const search of ["", "?", "?tokens=1&rtg_aff=A1&pidgin=2&x=token", "?a&&b=%zz"])
    expect(split(search)).toEqual({ cleaned: search === "?" ? "" : search, hasSecrets: false, secrets: {} });
});

test("a site without secret parameters keeps every URL", () => {
  expect(splitSecrets("?token=1", [])).toEqual({ cleaned: "?token=1", hasSecrets: false, secrets: {} });
});

// Rows: 2.2-06
test("secrets in window.name are restored together with the name of the tab", () => {
  expect(readCarried(writeCarried({ pid: "1001", token: "R1" }, "cashier"), names)).toEqual({
    carried: { pid: "1001", token: "R1" },
    name: "cashier",
  });
});

test("a window.name of another site is ignored and kept", () => {
  for (const name of [
    "",
    "cashier",
    "croupier ",
    "croupier 5",
    "croupier {}",
    "croupier null",
    "croupier [5]",
    'croupier [null, ""]',
    "croupier [{}, 5]",
    'croupier [5, ""]',
    "croupier [{",
    'croupier [{"game": "18-32"}, ""]',
    'croupier [{"token": 5, "pid": null, "hash": {}}, ""]',
  ])
    expect(readCarried(name, names)).toEqual({ name });
});

test("from a foreign window.name only strings of secret parameters are read", () => {
  expect(
    readCarried('croupier [{"token": "T", "game": "18-32", "pid": 5, "__proto__": "x"}, "cashier"]', names),
  ).toEqual({
    carried: { token: "T" },
    name: "cashier",
  });
});
