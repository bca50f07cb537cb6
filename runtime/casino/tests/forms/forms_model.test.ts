// The state of forms: errors, pages, submitted values and values that are kept.

import { expect, test } from "vitest";
import type { FormDefinition } from "../../forms/definition";
import {
  type FormEvent,
  type FormState,
  findErrors,
  freshForm,
  isHalfFilled,
  readPayload,
  stepForm,
} from "../../forms/model";
import type { Value } from "../../forms/rules/rule";
import { RULES } from "../../forms/rules/rules";

const today = { year: 2026, month: 3, day: 15 };

const SIGNUP: FormDefinition = {
  title: "SIGN UP",
  completeTitle: "DONE",
  loadingMessage: "Please wait...",
  pages: [
    {
      fields: [
        { id: "first", name: "first_name", type: "text", label: "First name", validation: "first_name" },
        { id: "mail", name: "email", type: "text", label: "E-mail", validation: "email", errormessage: "An e-mail!" },
      ],
    },
    {
      fields: [
        { id: "dob", name: "birth_date", type: "dob", label: "Date of birth", validation: "birth_date" },
        { id: "pw", name: "password", type: "password", label: "Password", validation: "password" },
        { id: "terms", name: "terms", type: "checkbox", label: "Terms", validation: "terms" },
        { id: "note", name: "note", type: "message", label: "21 and over" },
      ],
    },
  ],
};

const SPEC = { definition: SIGNUP, rules: RULES };
const typed = (values: Record<string, Value>) => ({ kind: "typed", values }) as const;
const submitted = { kind: "submitted", today } as const;
const fresh = freshForm(SIGNUP);
const first = { first_name: " Ann ", email: "ann@example.com" };
const second = { birth_date: "9/1/1976", password: "Secret-123!", terms: true };

// Rows: 4.2-03, 4.2-04, 5-23
test("an invalid page stays and shows its errors from the first attempt on", () => {
  const partial = stepForm(SPEC, fresh, typed({ first_name: "Ann" }));
  expect(partial.attempts).toBe(0);
  const attempted = stepForm(SPEC, partial, submitted);
  expect(attempted).toMatchObject({ page: 0, attempts: 1, isSending: false });
  expect(findErrors(SPEC, attempted, today)).toEqual({ email: "An e-mail!" });
  const fixed = stepForm(SPEC, attempted, typed({ email: "a@b.co" }));
  expect(findErrors(SPEC, fixed, today)).toEqual({});
});

// Rows: 4.2-03, 5-23
test("a valid page leads to the next, which shows no errors yet", () => {
  const next = stepForm(SPEC, stepForm(SPEC, fresh, typed(first)), submitted);
  expect(next).toMatchObject({ page: 1, attempts: 0, isSending: false });
  for (const missing of Object.keys(second)) {
    const others = Object.fromEntries(Object.entries(second).filter(([name]) => name !== missing));
    const attempted = stepForm(SPEC, stepForm(SPEC, next, typed(others)), submitted);
    expect([attempted.page, attempted.isSending, Object.keys(findErrors(SPEC, attempted, today))]).toEqual([
      1,
      false,
      [missing],
    ]);
  }
  expect(stepForm(SPEC, next, { kind: "went_back" })).toMatchObject({ page: 0, values: first });
});

// Rows: 4.2-08
test("the last page is sent once, and a message in the response is shown", () => {
  const filled = { ...fresh, page: 1, values: { ...first, ...second } };
  const sending = stepForm(SPEC, filled, submitted);
  expect(sending.isSending).toBe(true);
  expect(stepForm(SPEC, sending, submitted)).toBe(sending);
  expect(stepForm(SPEC, sending, { kind: "answered", message: "No" })).toMatchObject({
    isSending: false,
    message: "No",
  });
});

// Rows: 5-01, 2.13-36
test("the sent values are those that the rules return", () => {
  expect(readPayload(SPEC, { ...first, ...second }, today)).toEqual({
    ...first,
    ...second,
    first_name: "Ann",
    birth_date: "1976-09-01",
  });
});

test("a form counts as half filled only if its values changed", () => {
  expect(isHalfFilled(fresh, {})).toBe(false);
  for (const values of [{ terms: true }, { first_name: "A" }])
    expect(isHalfFilled(stepForm(SPEC, fresh, typed(values)), {})).toBe(true);
  expect(isHalfFilled(stepForm(SPEC, fresh, typed({ email: "a@b.co" })), { email: "a@b.co" })).toBe(false);
});

// Rows: 4.2-02
test("closing clears the values, changing the page clears only secrets", () => {
  const filled = { ...fresh, page: 1, values: { ...first, ...second } };
  expect(stepForm(SPEC, filled, { kind: "cleared" })).toEqual(fresh);
  expect(stepForm(SPEC, filled, { kind: "cleared_passwords" })).toMatchObject({
    page: 1,
    values: { ...first, birth_date: "9/1/1976", password: "" },
  });
});

// Rows: 4.2-05, 4.2-06, A75
test("a page filled from outside advances once and only without focus", () => {
  const settled = { kind: "auto_advanced", today } as const;
  const step = (state: FormState, event: FormEvent) => stepForm(SPEC, state, event);
  expect(step(fresh, settled)).toBe(fresh);
  const advanced = step(step(fresh, typed(first)), settled);
  expect(advanced).toMatchObject({ page: 1, attempts: 0, isAutomatic: true });
  const lastPage = step(advanced, typed(second));
  expect(step(lastPage, settled)).toBe(lastPage);
  const returned = step(advanced, { kind: "went_back" });
  expect(returned).toMatchObject({ page: 0, isAutomatic: false });
  expect(step(returned, settled)).toBe(returned);
  expect(step(returned, submitted)).toMatchObject({ page: 1, isAutomatic: false });
  expect(step(step(step(advanced, { kind: "cleared" }), typed(first)), settled)).toMatchObject({ page: 1 });
});
