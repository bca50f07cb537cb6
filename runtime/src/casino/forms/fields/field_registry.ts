// The types of field registries: the rules and controls that fields name. LOGIN, which is on every page, has a small registry; panels load the full
// one.

import type { ComponentType, ReactNode, RefObject } from "react";
import type { Field, FormTexts } from "../definition";
import type { Form } from "../form_store";
import type { Rules, Value } from "../rules/rule";

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
