// What a form is built with: the rules and controls that its fields name. LOGIN, which every page brings, has a small kit; panels bring the whole one.

import type { ComponentType, ReactNode, RefObject } from "react";
import type { Field, FormWords } from "../definition";
import type { Form } from "../form_store";
import type { Rules, Value } from "../rules/rule";

/** What a control is drawn from. */
export interface ControlProps {
  readonly field: Field;
  readonly words: FormWords;
  readonly value: Value;
  /** The error message; `undefined` for a valid field, empty for an invalid one without a message. */
  readonly error: string | undefined;
  /** Advice that holds nobody back. */
  readonly hint: string;
  readonly onType: (value: Value) => void;
  /** What stands below the field. */
  readonly below?: ReactNode;
}

/** What stands above the fields of a form of several pages. */
export interface StepsProps {
  readonly form: Form;
  readonly words: FormWords;
  readonly element: RefObject<HTMLFormElement | null>;
}

/** Rules by their names, and controls by the types of fields. */
export interface FormKit {
  readonly rules: Rules;
  readonly controls: Readonly<Partial<Record<Field["type"], ComponentType<ControlProps>>>>;
  /** For forms of several pages. */
  readonly Steps?: ComponentType<StepsProps>;
  /** By names of rules: whether the hint of the field is shown for a value. */
  readonly hints?: Readonly<Record<string, (text: string) => boolean>>;
}
