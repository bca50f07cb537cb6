// What the fields of a form hold in the document, whoever put it there.

import type { FormDefinition } from "../definition";
import type { Value, Values } from "../rules/rule";

/** The values of the controls that are drawn. `filledOnly` leaves out what is empty, so that nothing known is overwritten by it. */
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
