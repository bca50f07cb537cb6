// What every field of a form and its control need.

import { type ComponentType, createContext, use, useRef } from "react";
import type { Entry, Problem, Schema, ValueType } from "../api/types";
import type { ValueEdit } from "../model/edits";
import type { Json } from "../model/json";
import { describedBy } from "../ui/field_frame";
import type { Field } from "./fields";

/** A field of a table and its value. */
export interface FieldViewProps {
  readonly pointer: string;
  readonly field: Field;
  readonly value: Json | undefined;
}

/** The form of one file. */
export interface FormContext {
  readonly entry: Pick<Entry, "path" | "time_zone">;
  readonly root: Schema;
  readonly values: Json;
  /** Problems by the pointer of the field that shows them. */
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
  readonly isReadOnly: boolean;
  /** Grows whenever the values were replaced other than by the user's typing. */
  readonly generation: number;
  /** Shows any field. Tables and lists contain fields, so they cannot import it. */
  readonly FieldView: ComponentType<FieldViewProps>;
  edit(edit: ValueEdit): void;
  /** Gives a field a value. `undefined` removes it. */
  set(pointer: string, value: Json | undefined, type?: ValueType): void;
}

export const FormContext = createContext<FormContext | null>(null);

/** Returns the form that a field belongs to. */
export function useForm(): FormContext {
  const form = use(FormContext);
  if (!form) throw new Error("A field is outside of a form.");
  return form;
}

/**
 * Returns what a component remembers of the values that it was opened with. `create` returns it again when other values are loaded. A choice that
 * depends on a value belongs in here: if typing changed it, React would replace the field under the cursor.
 */
export function useOpened<Memory>(create: () => Memory): { current: Memory } {
  const { generation } = useForm();
  const memory = useRef<{ readonly generation: number; current: Memory }>(null);
  if (memory.current?.generation !== generation) memory.current = { generation, current: create() };
  return memory.current;
}

/** What a control of one field needs. */
export interface ControlProps {
  readonly pointer: string;
  readonly label: string;
  readonly schema: Schema;
  readonly value: Json | undefined;
  readonly isRequired: boolean;
}

/** Returns the id of the control of a field. */
export const fieldId = (pointer: string) => `field${pointer}`;

/** Returns the attributes of a control, and how it changes its field. An emptied optional field is removed. */
export function useControl({ pointer, schema, isRequired }: ControlProps) {
  const { problems, set, isReadOnly } = useForm();
  const attributes = {
    ...describedBy(fieldId(pointer), schema.description, problems.get(pointer) ?? []),
    name: pointer,
    "data-pointer": pointer,
    readOnly: isReadOnly,
    ...(isRequired ? { "aria-required": true } : {}),
  };

  const setText = (text: string) => set(pointer, text === "" && !isRequired ? undefined : text);
  return {
    attributes,
    isReadOnly,
    setText,
    set: (value: Json | undefined, type?: ValueType) => set(pointer, value, type),
  };
}

/** Returns the text of a placeholder: the default of the schema. */
export const placeholderOf = (schema: ControlProps["schema"]) =>
  schema.default === undefined || typeof schema.default === "object" ? undefined : String(schema.default);

/** Moves the focus to a field, and opens the groups and the items of lists that contain it. */
export function focusField(pointer: string): boolean {
  let at = pointer;
  for (;;) {
    const element = document.getElementById(fieldId(at));
    if (element) {
      for (
        let details = element.closest("details");
        details;
        details = details.parentElement?.closest("details") ?? null
      )
        details.open = true;
      if (at !== pointer && element.matches('button[aria-expanded="false"]')) {
        element.click();
        // The fields of the item exist after the next rendering.
        setTimeout(() => focusField(pointer));
        return true;
      }
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block: "center" });
      return true;
    }
    if (at === "") return false;
    at = at.slice(0, at.lastIndexOf("/"));
  }
}
