// Reports of errors: what they say, what they never say, and that a loop of errors is one report.

import { expect, test } from "vitest";
import { createReporter, MOST, type Report } from "../src/core/report";
import { scrub, scrubText } from "../src/core/scrub";

function reporter() {
  const sent: Report[] = [];
  const report = createReporter({ send: (it) => void sent.push(it), route: () => "/lobby/", code: () => "abc" });
  return { sent, report };
}

test("a report has message, stack, route, code and part [7.6-15]", () => {
  const { sent, report } = reporter();
  const error = new Error("it broke");
  report(error, "modal");
  expect(sent).toEqual([{ message: "it broke", stack: error.stack, route: "/lobby/", code: "abc", part: "modal" }]);
});

test("the same error is told once, and no document tells more than its share", () => {
  const { sent, report } = reporter();
  const error = new Error("again");
  for (let time = 0; time < 100; time++) report(error);
  expect(sent).toHaveLength(1);
  for (let time = 0; time < 100; time++) report(`another ${time}`);
  expect(sent).toHaveLength(MOST);
});

test("whatever is thrown becomes a report", () => {
  const { sent, report } = reporter();
  for (const thrown of [undefined, null, 7, { code: 3, token: "t0ps3cret" }]) report(thrown);
  expect(sent.map((it) => it.message)).toEqual(["undefined", "null", "7", '{"code":3,"token":"[removed]"}']);
});

test("passwords, tokens, hashes, player numbers and addresses leave no report [7.6-15]", () => {
  const text = [
    'POST {"login":"annx","password":"Secret-123!","pid":4711}',
    "GET /x?token=abcDEF123&user_hash=9f9f&pid=4711",
    "mail to ann.x+casino@mail.example.com and ann%40mail.example.com failed",
    "Authorization: Bearer abc.def-ghi",
    "x-session-token: 5up3r",
    "sessionID='5e551on'",
    "eyJhbGciOi.eyJzdWIi.c2ln",
    "digest 0123456789abcdef0123456789abcdef",
  ].join("\n");
  const left = scrubText(text);
  for (const secret of [
    "Secret-123!",
    "4711",
    "abcDEF123",
    "9f9f",
    "mail.example.com",
    "ann.x",
    "abc.def",
    "5up3r",
    "5e551on",
    "eyJ",
    "0123456789abcdef",
  ])
    expect(left).not.toContain(secret);
  expect(left).toContain('"login":"annx"');
});

test("values under a secret's name are dropped whole, at any depth", () => {
  const cause = { form: { Password: "a b c", emailAddress: "x", fields: [{ sessionToken: "s" }] }, step: 2 };
  expect(scrub(cause)).toEqual({
    form: { Password: "[removed]", emailAddress: "[removed]", fields: [{ sessionToken: "[removed]" }] },
    step: 2,
  });
});

test("an ordinary message stays as it is", () => {
  const words = "Cannot read properties of undefined (reading 'map') at List (/assets/modal-016f69934d.js:1:2)";
  expect(scrubText(words)).toBe(words);
});
