// Which parts of an address are secrets, and that all else stays as it was written.

import { expect, test } from "vitest";
import { carry, hasSecrets, readCarried, splitSecrets } from "../../src/loader/core/secrets";

const names = ["pid", "token", "hash", "password"];
/** Splits, and asks whether there is anything to split. */
function split(search: string) {
  const found = splitSecrets(search, names);
  expect(hasSecrets(search, names)).toBe(found.hasSecrets);
  return found;
}

test("password, hash, token and pid are taken out, the rest stays letter by letter [2.2-06]", () => {
  expect(split("?action=show&pid=1001&token=R1&x=a%20b+c&showchat")).toEqual({
    kept: "?action=show&x=a%20b+c&showchat",
    hasSecrets: true,
    secrets: { pid: "1001", token: "R1" },
  });
  expect(split("?login=annx&password=Secret-123%21")).toEqual({
    kept: "?login=annx",
    hasSecrets: true,
    secrets: { password: "Secret-123!" },
  });
  expect(split("?hash=H")).toEqual({ kept: "", hasSecrets: true, secrets: { hash: "H" } });
});

test("a name in other letters or escaped is the same name, and the first of two counts", () => {
  expect(split("?Token=a&%74oken=b&PID=")).toMatchObject({ kept: "", secrets: { token: "a", pid: "" } });
});

test("names that only look like it, and addresses without a query, are left alone", () => {
  for (const search of ["", "?", "?tokens=1&rtg_aff=A1&pidgin=2&x=token", "?a&&b=%zz"])
    expect(split(search)).toEqual({ kept: search === "?" ? "" : search, hasSecrets: false, secrets: {} });
});

test("a site that names no secrets keeps every address", () => {
  expect(splitSecrets("?token=1", [])).toEqual({ kept: "?token=1", hasSecrets: false, secrets: {} });
});

test("what a tab's name carries is read back, with the name that the tab has of its own [2.2-06]", () => {
  expect(readCarried(carry({ pid: "1001", token: "R1" }, "cashier"), names)).toEqual({
    carried: { pid: "1001", token: "R1" },
    name: "cashier",
  });
});

test("a name that somebody else gave the tab carries nothing, whatever it looks like, and stays", () => {
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

test("of a name that another site gave the tab, only strings under the names of secrets are taken", () => {
  expect(
    readCarried('croupier [{"token": "T", "game": "18-32", "pid": 5, "__proto__": "x"}, "cashier"]', names),
  ).toEqual({
    carried: { token: "T" },
    name: "cashier",
  });
});
