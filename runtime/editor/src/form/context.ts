// What every field of a form and its control need.

import { type ComponentType, createContext, use, useRef, useState } from "react";
import type { Entry, Problem, Schema, ValueType } from "../api/types";
import type { ValueEdit } from "../model/edits";
import type { InvalidText, InvalidTexts } from "../model/invalid_texts";
import { isEqual, type Json } from "../model/json";
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
  readonly entry: Pick<Entry, "path" | "time_zone" | "has_texts_only">;
  readonly root: Schema;
  readonly values: Json;
  /** Problems by the pointer of the field that shows them. */
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
  /** What fields show that is no value. */
  readonly invalid: InvalidTexts;
  readonly isReadOnly: boolean;
  /** Grows whenever the values were replaced other than by the user's typing. */
  readonly generation: number;
  /** Returns the id of the control of a field. A form in a dialog has other ids than that of the file behind it. */
  fieldId(pointer: string): string;
  /** Shows any field. Tables and lists contain fields, so they cannot import it. */
  readonly FieldView: ComponentType<FieldViewProps>;
  edit(edit: ValueEdit): void;
  /** Gives a field a value. `undefined` removes it. */
  set(pointer: string, value: Json | undefined, type?: ValueType): void;
  /** Takes the text of a field that is no value, or `null` when it is one. */
  setInvalid(pointer: string, text: InvalidText | null): void;
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

/** Whether an emptied text is written as "", and an emptied list as []. Other fields are removed, because the schema says that they are optional. */
export const keepsEmpty = ({ schema, isRequired }: ControlProps) => isRequired || schema.isInferred === true;

/** Returns the id of the control of a field of the open file. */
export const fileFieldId = (pointer: string) => `field${pointer}`;

/** Returns the attributes of a control, and how it changes its field. An emptied optional field is removed. */
export function useControl(props: ControlProps) {
  const { pointer, schema, isRequired } = props;
  const { problems, set, isReadOnly, fieldId } = useForm();
  const attributes = {
    ...describedBy(fieldId(pointer), schema.description, problems.get(pointer) ?? []),
    name: pointer,
    "data-pointer": pointer,
    readOnly: isReadOnly,
    ...(isRequired ? { "aria-required": true } : {}),
  };

  const setText = (text: string) => set(pointer, text === "" && !keepsEmpty(props) ? undefined : text);
  return {
    attributes,
    isReadOnly,
    setText,
    set: (value: Json | undefined, type?: ValueType) => set(pointer, value, type),
  };
}

/**
 * Returns what a field shows whose text is parsed, and how it changes. Only a valid text changes the value: with another one, the field has the value
 * that it had before the user began to type. `parse` returns the value, or the message about a text that is none.
 */
export function useParsedText(props: ControlProps, format: (value: Json | undefined) => string, parse: Parse) {
  const { pointer, value } = props;
  const { invalid, set, setInvalid } = useForm();
  const [typed, setTyped] = useState<string | null>(null);
  const before = useOpened((): { readonly value: Json | undefined } | null => null);
  const text = invalid.get(pointer);
  // Another value has come from elsewhere, such as another item of a list.
  const isOwn = typed !== null && isEqual(parsedValue(parse(typed)), value);

  return {
    text: text?.text ?? (isOwn ? typed : format(value)),
    message: text?.message,
    change(next: string) {
      before.current ??= { value };
      setTyped(next);
      const result = parse(next);
      set(pointer, "message" in result ? before.current.value : result.value);
      setInvalid(pointer, "message" in result ? { text: next, message: result.message } : null);
    },
    /** Shows the value as the file has it, once the user has left the field. */
    leave() {
      if (text) return;
      setTyped(null);
      before.current = null;
    },
  };
}

type Parse = (text: string) => { readonly value: Json | undefined } | { readonly message: string };

const parsedValue = (result: ReturnType<Parse>) => ("value" in result ? result.value : undefined);

/** Returns the text of a placeholder: the default of the schema. */
export const placeholderOf = (schema: ControlProps["schema"]) =>
  schema.default === undefined || typeof schema.default === "object" ? undefined : String(schema.default);

/** Moves the focus to a field, and opens the groups and the items of lists that contain it. */
export function focusField(pointer: string, fieldId = fileFieldId): boolean {
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
        setTimeout(() => focusField(pointer, fieldId));
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
