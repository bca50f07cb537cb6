// Reads the values of a form's fields from the document, including those that the browser filled in.

import type { FormDefinition } from "../definition";
import type { Value, Values } from "../rules/rule";

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
