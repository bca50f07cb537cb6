// A form of values that are in no file yet.

import { useId, useMemo } from "react";
import type { Schema } from "../api/types";
import { applyEdit, editOf, type ValueEdit } from "../model/edits";
import type { InvalidTexts } from "../model/invalid_texts";
import { isObject, type JsonObject } from "../model/json";
import { FormContext } from "./context";
import { FieldView } from "./field";
import { resolve } from "./schema";
import { TableFields } from "./table_field";

/** The file of a form that has none. */
const NO_ENTRY: FormContext["entry"] = { path: "", time_zone: "UTC" };

interface PlainFormProps {
  readonly schema: Schema;
  /** The document of the schema, at whose root references begin. The default is the schema itself. */
  readonly root?: Schema;
  readonly values: JsonObject;
  readonly invalid: InvalidTexts;
  readonly onChange: (values: JsonObject) => void;
  readonly onInvalid: FormContext["setInvalid"];
}

/** Shows the fields of a schema. */
export function PlainForm({ schema, root = schema, values, invalid, onChange, onInvalid }: PlainFormProps) {
  const id = useId();
  const form = useMemo((): FormContext => {
    const apply = (edit: ValueEdit) => {
      const next = applyEdit(values, edit);
      if (isObject(next)) onChange(next);
    };
    return {
      entry: NO_ENTRY,
      root,
      values,
      problems: new Map(),
      invalid,
      isReadOnly: false,
      generation: 0,
      fieldId: (pointer) => `${id}${pointer}`,
      FieldView,
      edit: apply,
      set: (pointer, value) => {
        const edit = editOf(values, pointer, value);
        if (edit) apply(edit);
      },
      setInvalid: onInvalid,
    };
  }, [id, root, values, invalid, onChange, onInvalid]);

  return (
    <FormContext value={form}>
      <TableFields pointer="" schema={resolve(schema, root, values)} value={values} />
    </FormContext>
  );
}
