// The state of each form outside of React: hydration, autofill, a change of the page and a panel that is drawn anew find it as it was.

import { atom, type ReadableAtom } from "nanostores";
import { hold } from "../../signals";
import type { FormDefinition } from "./definition";
import type { FormKit } from "./fields/field_registry";
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
import type { Values } from "./rules/rule";

/** What a form needs of the world. */
export interface FormPorts {
  /** The day on which ages are counted. */
  today(): CivilDate;
  /** Declares that a document load would cost what was filled in; the result ends that. */
  hold(name: string): () => void;
}

/** What came of an attempt to go on. */
export type Submitted = "wrong" | "next_page" | "send" | "busy";

/** One form, for the life of the document. */
export interface Form {
  /** Names it; the form type. */
  readonly id: string;
  /** As it was asked for last: what a list offers may depend on the player (row 2.13-28). */
  readonly definition: FormDefinition;
  readonly kit: FormKit;
  readonly $state: ReadableAtom<FormState>;
  /** What the server drew. */
  readonly first: FormState;
  /** What is wrong on the page that is shown. */
  errors(): Errors;
  /** What fields hold now. */
  type(values: Values): void;
  /** Puts another definition, with fields of the same names, in place of the first one. */
  redefine(definition: FormDefinition): void;
  /** Fills in what is known beforehand, where nothing was typed that can stand there; it does not count as the player's work. */
  prefill(values: Values): void;
  /** Tries to go on; on `send` the form waits for its answer. */
  submit(): Submitted;
  /** What is to be sent. */
  payload(): Values;
  /** The answer came; empty for a good one. */
  answer(message: string): void;
  /** Goes on by itself where it may (A75): the last change was a while ago, and the focus is not in the form. */
  settle(): void;
  back(): void;
  /** Empties it (row 4.2-02). */
  clear(): void;
  /** Empties it and every other form of the document. */
  clearAll(): void;
  /** Passwords go, the rest stays; nobody waits for the answer any more. */
  forgetSecrets(): void;
}

/** Makes a form. */
export function createForm(id: string, definition: FormDefinition, kit: FormKit, ports: FormPorts): Form {
  const spec = { definition, rules: kit.rules };
  const first = freshForm(definition);
  const $state = atom(first);
  let prefilled: Values = {};
  let release: (() => void) | undefined;

  function tell(event: FormEvent) {
    $state.set(stepForm(spec, $state.get(), event));
    if (!isHalfFilled($state.get(), prefilled)) {
      release?.();
      release = undefined;
    } else release ??= ports.hold(`form ${id}`);
  }

  return {
    id,
    get definition() {
      return spec.definition;
    },
    kit,
    $state,
    first,
    errors: () => findErrors(spec, $state.get(), ports.today()),
    type: (values) => tell({ kind: "typed", values }),
    redefine(definition) {
      spec.definition = definition;
    },
    prefill(values) {
      const before = prefilled;
      prefilled = values;
      const { values: present } = $state.get();
      const isTyped = (name: string) =>
        present[name] && present[name] !== before[name] && isOffered(spec.definition, name, present[name]);
      const free = Object.entries(values).filter(([name]) => !isTyped(name));
      tell({ kind: "typed", values: Object.fromEntries(free) });
    },
    submit() {
      const before = $state.get();
      tell({ kind: "submitted", today: ports.today() });
      const after = $state.get();
      if (before.isSending) return "busy";
      if (after.isSending) return "send";
      return after.page > before.page ? "next_page" : "wrong";
    },
    payload: () => readPayload(spec, $state.get().values, ports.today()),
    answer: (message) => tell({ kind: "answered", message }),
    settle: () => tell({ kind: "settled", today: ports.today() }),
    back: () => tell({ kind: "went_back" }),
    clear: () => tell({ kind: "cleared" }),
    clearAll() {
      for (const form of forms.values()) form.clear();
    },
    forgetSecrets: () => tell({ kind: "forgot_secrets" }),
  };
}

const forms = new Map<string, Form>();

/** The form of that name, by this definition from now on; the same one for the same name. */
export function formOf(id: string, definition: FormDefinition, kit: FormKit): Form {
  const form = forms.get(id) ?? createForm(id, definition, kit, { today: () => civilDate(Date.now()), hold });
  form.redefine(definition);
  forms.set(id, form);
  return form;
}
