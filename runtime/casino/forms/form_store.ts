// Stores the state of each form outside React, so that it survives hydration, autofill, visits and panels that render again.
// Registries name the rules and controls of its fields.

import { hold } from "@croupier/loader";
import { atom, type ReadableAtom } from "nanostores";
import type { ComponentType, ReactNode, RefObject } from "react";
import type { Field, FormDefinition, FormTexts } from "./definition";
import {
  type Errors,
  type FormEvent,
  type FormState,
  findErrors,
  freshForm,
  isHalfFilled,
  isOffered,
  readPayload,
  stepForm,
} from "./model";
import { type CivilDate, civilDate } from "./rules/birth_date";
import type { Rules, Value, Values } from "./rules/rule";

/** The functions of the environment that a form calls. */
export interface FormPorts {
  /** Returns the date for which ages are computed. */
  today(): CivilDate;
  /** Reports that a document load would lose the values; call the returned function to end that. */
  hold(name: string): () => void;
}

/** The result of an attempt to submit a page. */
type SubmitResult = "wrong" | "next_page" | "send" | "busy";

/** A form; it lasts as long as the document. */
export interface Form {
  /** The form type. */
  readonly id: string;
  /** The most recent definition: the options of a dropdown may depend on the player (row 2.13-28). */
  readonly definition: FormDefinition;
  readonly registry: FieldRegistry;
  readonly $state: ReadableAtom<FormState>;
  /** The state that the server rendered. */
  readonly initialState: FormState;
  /** Returns the errors of the shown page. */
  errors(): Errors;
  /** Sets the current values of fields. */
  type(values: Values): void;
  /** Replaces the definition with one whose fields have the same names. */
  redefine(definition: FormDefinition): void;
  /** Fills in known values, except in fields with a valid typed value; they do not count as the player's input. */
  prefill(values: Values): void;
  /** Submits the page; after `send` the form waits for the response. */
  submit(): SubmitResult;
  /** Returns the values to send. */
  payload(): Values;
  /** Ends the wait for the response; an empty message means success. */
  endSending(message: ReactNode): void;
  /** Advances automatically if allowed (A75): no change has happened for a while, and the focus is not in the form. */
  autoAdvance(): void;
  back(): void;
  /** Empties the form (row 4.2-02). */
  clear(): void;
  /** Empties this form and all other forms of the document. */
  clearAll(): void;
  /** Empties the password fields; the response is no longer awaited. */
  clearPasswords(): void;
}

/** Creates a form. */
export function createForm(id: string, definition: FormDefinition, registry: FieldRegistry, ports: FormPorts): Form {
  const spec = { definition, rules: registry.rules };
  const initialState = freshForm(definition);
  const $state = atom(initialState);
  let prefilled: Values = {};
  let releaseHold: (() => void) | undefined;

  function dispatch(event: FormEvent) {
    $state.set(stepForm(spec, $state.get(), event));
    if (!isHalfFilled($state.get(), prefilled)) {
      releaseHold?.();
      releaseHold = undefined;
    } else releaseHold ??= ports.hold(`form ${id}`);
  }

  return {
    id,
    get definition() {
      return spec.definition;
    },
    registry,
    $state,
    initialState,
    errors: () => findErrors(spec, $state.get(), ports.today()),
    type: (values) => dispatch({ kind: "typed", values }),
    redefine(definition) {
      spec.definition = definition;
    },
    prefill(values) {
      const previous = prefilled;
      prefilled = values;
      const { values: current } = $state.get();
      const isTyped = (name: string) =>
        current[name] && current[name] !== previous[name] && isOffered(spec.definition, name, current[name]);
      const free = Object.entries(values).filter(([name]) => !isTyped(name));
      dispatch({ kind: "typed", values: Object.fromEntries(free) });
    },
    submit() {
      const previous = $state.get();
      dispatch({ kind: "submitted", today: ports.today() });
      const next = $state.get();
      if (previous.isSending) return "busy";
      if (next.isSending) return "send";
      return next.page > previous.page ? "next_page" : "wrong";
    },
    payload: () => readPayload(spec, $state.get().values, ports.today()),
    endSending: (message) => dispatch({ kind: "answered", message }),
    autoAdvance: () => dispatch({ kind: "auto_advanced", today: ports.today() }),
    back: () => dispatch({ kind: "went_back" }),
    clear: () => dispatch({ kind: "cleared" }),
    clearAll() {
      for (const form of forms.values()) form.clear();
    },
    clearPasswords: () => dispatch({ kind: "cleared_passwords" }),
  };
}

const forms = new Map<string, Form>();

/** Returns the form with this name and updates its definition; the same name returns the same form. */
export function getForm(id: string, definition: FormDefinition, registry: FieldRegistry): Form {
  const form = forms.get(id) ?? createForm(id, definition, registry, { today: () => civilDate(Date.now()), hold });
  form.redefine(definition);
  forms.set(id, form);
  return form;
}

/** The props of a control. */
export interface ControlProps {
  readonly field: Field;
  readonly texts: FormTexts;
  readonly value: Value;
  /** The error message; `undefined` for a valid field, empty for an invalid one without a message. */
  readonly error: string | undefined;
  /** A hint that does not prevent sending. */
  readonly hint: string;
  readonly onType: (value: Value) => void;
  /** The content below the field. */
  readonly below?: ReactNode;
}

/** The props of the progress display above the fields of a form with several pages. */
export interface StepsProps {
  readonly form: Form;
  readonly texts: FormTexts;
  readonly element: RefObject<HTMLFormElement | null>;
}

/** Rules by their names, and controls by the types of fields. */
export interface FieldRegistry {
  readonly rules: Rules;
  readonly controls: Readonly<Partial<Record<Field["type"], ComponentType<ControlProps>>>>;
  /** The progress display of forms with several pages. */
  readonly Steps?: ComponentType<StepsProps>;
  /** By rule name: returns whether the hint of the field is shown for a value. */
  readonly hints?: Readonly<Record<string, (text: string) => boolean>>;
}
