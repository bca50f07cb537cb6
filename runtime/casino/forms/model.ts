// The state of a form and its transitions, without UI (rows 4.2-03, 4.2-04, 5-23).

import type { ReactNode } from "react";
import type { Field, FormDefinition } from "./definition";
import type { CivilDate } from "./rules/birth_date";
import { type CheckResult, checkValue, type RuleContext, type Rules, type Value, type Values } from "./rules/rule";

/** The state of a form. */
export interface FormState {
  readonly values: Values;
  /** The index of the shown page. */
  readonly page: number;
  /** The number of attempts to leave this page; errors show from the first one on. */
  readonly attempts: number;
  /** The pages that advanced automatically; each does so only once (A75). */
  readonly advanced: readonly number[];
  /** Whether the page was reached automatically: the focus is then not moved (A75). */
  readonly isAutomatic: boolean;
  /** Whether the form waits for the response. */
  readonly isSending: boolean;
  /** The message of the whole form; empty for none. */
  readonly message: ReactNode;
}

/** An event of a form. */
export type FormEvent =
  | { readonly kind: "typed"; readonly values: Values }
  | { readonly kind: "submitted"; readonly today: CivilDate }
  /** No change has happened for a while, and the focus is not in the form (A75). */
  | { readonly kind: "auto_advanced"; readonly today: CivilDate }
  | { readonly kind: "went_back" }
  /** The response arrived; an empty message means success. */
  | { readonly kind: "answered"; readonly message: ReactNode }
  | { readonly kind: "cleared" }
  /** Password fields are emptied; the response is no longer awaited. */
  | { readonly kind: "cleared_passwords" };

/** Error messages by the names of fields. An empty text marks a field that has no message. */
export type Errors = Readonly<Record<string, string>>;

/** A form with the rules that its fields name. */
export interface FormSpec {
  readonly definition: FormDefinition;
  readonly rules: Rules;
}

/** Returns the initial state of a form. */
export function freshForm(definition: FormDefinition): FormState {
  const values = emptyValues(definition);
  return { values, page: 0, attempts: 0, advanced: [], isAutomatic: false, isSending: false, message: "" };
}

/** Returns the fields of the shown page. */
export function shownFields(definition: FormDefinition, { page }: FormState): readonly Field[] {
  return definition.pages[page]?.fields ?? [];
}

/** Returns the errors of the shown page; called only after the first attempt. */
export function findErrors({ definition, rules }: FormSpec, state: FormState, today: CivilDate): Errors {
  const errors: Record<string, string> = {};
  for (const field of shownFields(definition, state)) {
    const checked = checkField(field, rules, { today, values: state.values });
    if (checked.kind !== "invalid") continue;
    const { errormessage = "", long_message = errormessage } = field;
    errors[field.name] = checked.problem === "long" ? long_message : errormessage;
  }
  return errors;
}

/** Returns whether the shown page is the last one. */
export function isLastPage(definition: FormDefinition, { page }: FormState): boolean {
  return page >= definition.pages.length - 1;
}

/** Returns the values to send, each as the output of its rule (trimmed, a date as `YYYY-MM-DD`). */
export function readPayload({ definition, rules }: FormSpec, values: Values, today: CivilDate): Values {
  const payload: Record<string, Value> = {};
  for (const field of fieldsOf(definition)) {
    if (field.type === "message") continue;
    const checked = checkField(field, rules, { today, values });
    payload[field.name] = checked.kind === "valid" ? checked.value : (values[field.name] ?? "");
  }
  return payload;
}

/** Returns whether a field accepts a value: a dropdown accepts only its options, so a state of another country is rejected. */
export function isOffered(definition: FormDefinition, name: string, value: Value): boolean {
  const options = fieldsOf(definition).find((field) => field.name === name)?.options;
  return !options || options.some((option) => option.value === value);
}

/** Returns whether the form has values that the player would miss; `initial` is the prefilled values. */
export function isHalfFilled(state: FormState, initial: Values): boolean {
  return Object.entries(state.values).some(
    ([name, value]) => value !== "" && value !== false && value !== initial[name],
  );
}

/** Returns the next state. */
export function stepForm(spec: FormSpec, state: FormState, event: FormEvent): FormState {
  const { definition } = spec;

  switch (event.kind) {
    case "typed":
      return { ...state, values: { ...state.values, ...event.values } };
    case "submitted": {
      if (state.isSending) return state;
      if (Object.keys(findErrors(spec, state, event.today)).length > 0)
        return { ...state, attempts: state.attempts + 1, message: "" };
      if (isLastPage(definition, state)) return { ...state, isSending: true, message: "" };
      return toPage(state, state.page + 1);
    }
    case "auto_advanced": {
      const { page, advanced } = state;
      const isBlocked = state.isSending || isLastPage(definition, state) || advanced.includes(page);
      if (isBlocked || Object.keys(findErrors(spec, state, event.today)).length > 0) return state;
      return { ...toPage(state, page + 1), advanced: [...advanced, page], isAutomatic: true };
    }
    case "went_back":
      return state.page > 0 && !state.isSending ? toPage(state, state.page - 1) : state;
    case "answered":
      return { ...state, isSending: false, message: event.message };
    case "cleared":
      return freshForm(definition);
    case "cleared_passwords":
      return { ...state, values: { ...state.values, ...emptyPasswords(definition) }, isSending: false };
  }
}

function toPage(state: FormState, page: number): FormState {
  return { ...state, page, attempts: 0, isAutomatic: false, message: "" };
}

function checkField({ name, validation }: Field, rules: Rules, context: RuleContext): CheckResult {
  const value = context.values[name] ?? "";
  if (!validation) return { kind: "valid", value };
  const rule = rules[validation];
  if (!rule) throw new Error(`there is no rule ${validation} for the field ${name}`);
  return checkValue(rule, value, context);
}

function fieldsOf(definition: FormDefinition): readonly Field[] {
  return definition.pages.flatMap(({ fields }) => fields);
}

function emptyValues(definition: FormDefinition): Values {
  const fields = fieldsOf(definition).filter(({ type }) => type !== "message");
  return Object.fromEntries(fields.map(({ name, type }) => [name, type === "checkbox" ? false : ""]));
}

function emptyPasswords(definition: FormDefinition): Values {
  const secret = fieldsOf(definition).filter(({ type }) => type === "password");
  return Object.fromEntries(secret.map(({ name }) => [name, ""]));
}
