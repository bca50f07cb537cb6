// What the controls of forms share: the attributes from a field's definition, and the values in the document.

import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Field, FormDefinition } from "../definition";
import { LONGEST_PASSWORD, type Value, type Values } from "../rules/rule";

/**
 * The maximum length by rule, in characters (rows 9-07 to 9-09). The rules check it too, because `maxlength` does not apply to filled-in
 * values.
 */
const LONGEST: Readonly<Partial<Record<NonNullable<Field["validation"]>, number>>> = {
  first_name: 30,
  last_name: 40,
  email: 64,
  password: LONGEST_PASSWORD,
  confirm_password: LONGEST_PASSWORD,
  login_password: LONGEST_PASSWORD,
};

/** The keyboard that phones show, by rule. */
const KEYBOARDS: Readonly<Partial<Record<NonNullable<Field["validation"]>, "email" | "tel">>> = {
  email: "email",
  cell_phone: "tel",
};

/** Returns the attributes of a field's control. A field with an empty message is invalid too. */
export function controlProps({ name, autocomplete, validation }: Field, error: string | undefined) {
  return {
    name,
    autoComplete: autocomplete,
    maxLength: validation && LONGEST[validation],
    inputMode: validation && KEYBOARDS[validation],
    "aria-required": validation !== undefined || undefined,
    "aria-invalid": error === undefined ? undefined : true,
  };
}

/**
 * Returns a ref for an input that shows `value`. Text typed before the first render stays, so that the form can read it. A value that is
 * filled in while the empty input has the focus is selected, so that a user who is about to type replaces it.
 */
export function useUncontrolledValue(value: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    const { current } = input;
    if (current && current.value !== value && (isMounted.current || value !== "")) {
      const isWaiting = current === document.activeElement && current.value === "";
      current.value = value;
      if (isWaiting) current.select();
    }
    isMounted.current = true;
  }, [value]);
  return input;
}

/** Returns the values of the rendered controls. `filledOnly` omits empty values, so that they do not overwrite known ones. */
export function readControls(form: HTMLFormElement, definition: FormDefinition, filledOnly: boolean): Values {
  const values: Record<string, Value> = {};
  for (const { name } of definition.pages.flatMap(({ fields }) => fields)) {
    const value = readControl(form.elements.namedItem(name));
    if (value !== undefined && !(filledOnly && (value === "" || value === false))) values[name] = value;
  }
  return values;
}

function readControl(control: Element | RadioNodeList | null): Value | undefined {
  if (control instanceof HTMLInputElement) return control.type === "checkbox" ? control.checked : control.value;
  return control instanceof HTMLSelectElement ? control.value : undefined;
}
