// The attributes that all controls share.

import type { Json } from "../model/json";
import { describedBy } from "../ui/field_frame";
import { type ControlProps, fieldId, useForm } from "./context";

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
  return { attributes, isReadOnly, setText, set: (value: Json | undefined) => set(pointer, value) };
}

/** Returns the text of a placeholder: the default of the schema. */
export const placeholderOf = (schema: ControlProps["schema"]) =>
  schema.default === undefined || typeof schema.default === "object" ? undefined : String(schema.default);
