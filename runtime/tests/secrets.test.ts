// Which parts of an address are secrets, and that all else stays as it was written.

import { expect, test } from "vitest";
import { parted } from "../src/core/secrets";

test("password, hash, token and pid are taken out, the rest stays letter by letter [2.2-06]", () => {
  expect(parted("?action=show&pid=1001&token=R1&x=a%20b+c&showchat")).toEqual({
    kept: "?action=show&x=a%20b+c&showchat",
    hasSecrets: true,
    secrets: { pid: "1001", token: "R1" },
  });
  expect(parted("?login=annx&password=Secret-123%21")).toEqual({
    kept: "?login=annx",
    hasSecrets: true,
    secrets: { password: "Secret-123!" },
  });
  expect(parted("?hash=H")).toEqual({ kept: "", hasSecrets: true, secrets: { hash: "H" } });
});

test("a name in other letters or escaped is the same name, and the first of two counts", () => {
  expect(parted("?Token=a&%74oken=b&PID=")).toMatchObject({ kept: "", secrets: { token: "a", pid: "" } });
});

test("names that only look like it, and addresses without a query, are left alone", () => {
  for (const search of ["", "?", "?tokens=1&rtg_aff=A1&pidgin=2&x=token", "?a&&b=%zz"])
    expect(parted(search)).toEqual({ kept: search === "?" ? "" : search, hasSecrets: false, secrets: {} });
});
