// Forms in a document: a half-filled form blocks document loads, and prefilled values do not.

import { expect, test, vi } from "vitest";
import { LOGIN_FIELDS } from "../../forms/controls/text_controls";
import type { FormDefinition } from "../../forms/definition";
import { createForm, getForm } from "../../forms/form_store";

const LOGIN: FormDefinition = {
  title: "Welcome back",
  completeTitle: "LOGIN",
  loadingMessage: "Logging in...",
  pages: [
    {
      fields: [
        { id: "login", name: "login", type: "text", label: "Login", validation: "login", errormessage: "No login" },
        { id: "password", name: "password", type: "password", label: "Password", validation: "login_password" },
      ],
    },
  ],
};

function createTestForm() {
  const release = vi.fn();
  const hold = vi.fn((_name: string) => release);
  return {
    form: createForm("login", LOGIN, LOGIN_FIELDS, { today: () => ({ year: 2026, month: 1, day: 1 }), hold }),
    hold,
    release,
  };
}

test("a half-filled form blocks document loads until it is emptied", () => {
  const { form, hold, release } = createTestForm();
  form.type({ login: "" });
  expect(hold).not.toHaveBeenCalled();
  form.type({ login: "annx" });
  form.type({ password: "x" });
  expect(hold.mock.calls).toEqual([["form login"]]);
  form.clear();
  expect(release).toHaveBeenCalledOnce();
});

test("a prefilled login blocks nothing and does not replace typed text", () => {
  const { form, hold } = createTestForm();
  form.prefill({ login: "annx" });
  expect(form.$state.get().values.login).toBe("annx");
  expect(hold).not.toHaveBeenCalled();
  form.type({ login: "bobby" });
  form.prefill({ login: "annx" });
  expect(form.$state.get().values.login).toBe("bobby");
});

// Rows: 5-13
test("an attempt returns its outcome, and a second one in flight is ignored", () => {
  const { form } = createTestForm();
  expect(form.submit()).toBe("wrong");
  expect(form.errors()).toMatchObject({ login: "No login" });
  form.type({ login: " annx ", password: " x " });
  expect(form.submit()).toBe("send");
  expect(form.submit()).toBe("busy");
  expect(form.payload()).toEqual({ login: "annx", password: " x " });
  form.endSending("Invalid login or password");
  expect(form.$state.get()).toMatchObject({ isSending: false, message: "Invalid login or password" });
});

// Rows: 2.13-28
test("a form keeps typed values when its option lists change, if still valid", () => {
  const country = (label: string, ...codes: string[]): FormDefinition => ({
    ...LOGIN,
    pages: [
      {
        fields: [
          { id: "city", name: "city", type: "text", label: "City", validation: "login" },
          {
            ...{ id: "state", name: "state", type: "dropdown", label, validation: "login" },
            options: codes.map((value) => ({ value, text: value })),
          },
        ],
      },
    ],
  });
  // The form sends its unload guard to the document.
  vi.stubGlobal("document", new EventTarget());
  const states = country("State", "NV", "ZZ");
  const form = getForm("details", states, LOGIN_FIELDS);
  expect(getForm("details", structuredClone(states), LOGIN_FIELDS)).toBe(form);
  form.prefill({ city: "", state: "ZZ" });
  form.type({ city: "Toronto" });
  // The country of the player arrives late, so a state that the player did not choose is replaced.
  const provinces = country("Province", "ON");
  expect(getForm("details", provinces, LOGIN_FIELDS).definition).toBe(provinces);
  form.prefill({ city: "Ottawa", state: "" });
  expect(form.$state.get().values).toEqual({ city: "Toronto", state: "" });
  form.type({ state: "ON" });
  form.prefill({ city: "Ottawa", state: "" });
  expect(form.$state.get().values.state).toBe("ON");
  getForm("details", states, LOGIN_FIELDS).prefill({ city: "", state: "" });
  expect(form.$state.get().values.state).toBe("");
  form.clear();
  expect(form.$state.get().values).toEqual({ city: "", state: "" });
  vi.unstubAllGlobals();
});
