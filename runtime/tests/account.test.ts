// The API's rules of success, time zones, money, and the login form's states.

import { expect, test } from "vitest";
import { offset } from "../src/api/account";
import { FALLBACK, judged } from "../src/api/client";
import { money } from "../src/stores/balance";
import { FRESH, type LoginState, MOST_FAILURES, next } from "../src/widgets/modal/model";

test("200 to 202 succeed unless the body holds an error; 204 fails [7.7-01]", () => {
  expect(judged(202, "", { a: 1 })).toEqual({ kind: "ok", value: { a: 1 } });
  expect(judged(200, "OK", { errorMessage: "X" })).toMatchObject({ kind: "refused", message: "X" });
  expect(judged(204, "No Content", undefined)).toMatchObject({ kind: "refused", message: "No Content" });
  expect(judged(200, "OK", undefined)).toMatchObject({ kind: "refused", message: FALLBACK });
});

test("a failure shows the server's words, else the status text, else the fallback [7.7-02] [7.7-03]", () => {
  expect(judged(400, "Bad Request", { errorMessage: "X" })).toMatchObject({ message: "X" });
  expect(judged(400, "Bad Request", undefined)).toMatchObject({ message: "Bad Request" });
  expect(judged(400, "", undefined)).toMatchObject({ message: FALLBACK });
  expect(judged(400, "Bad Request", { errorMessage: "No details received" })).toMatchObject({ message: "Bad Request" });
});

test("an offset is written as +hh:mm [7.1-03]", () => {
  expect([300, -330, 0, 150].map(offset)).toEqual(["-05:00", "+05:30", "+00:00", "-02:30"]);
});

test("money has two decimals and separators", () => {
  expect(money({ cents: 123_450, symbol: "$" })).toBe("$1,234.50");
  expect(money({ cents: -5, symbol: "$" })).toBe("-$0.05");
});

const submit = { kind: "submitted", login: "annx", password: "x" } as const;
const refuse = { kind: "refused", message: "No" } as const;
const tried = (state: LoginState) => next(next(state, submit), refuse);

test("the fifth failure in a row locks the form; success begins anew [4.1-17] [4.1-18]", () => {
  let state = FRESH;
  for (let turn = 1; turn < MOST_FAILURES; turn++) {
    state = tried(state);
    expect(state).toEqual({ kind: "refused", failures: turn, message: "No" });
  }
  expect(tried(state).kind).toBe("locked");
  state = next(next(state, submit), { kind: "accepted" });
  expect(tried(state)).toMatchObject({ kind: "refused", failures: 1 });
});

test("empty fields are named and nothing is sent twice [5-13]", () => {
  expect(next(FRESH, { kind: "submitted", login: " ", password: "" })).toMatchObject({
    kind: "incomplete",
    missing: ["login", "password"],
  });
  const sending = next(FRESH, submit);
  expect(next(sending, submit)).toBe(sending);
});
