// A form of values that are no file, such as the parameters of a shortcode.

import { useMemo } from "react";
import type { Schema } from "../api/types";
import { applyEdit, editOf, type ValueEdit } from "../model/edits";
import { isObject, type JsonObject } from "../model/json";
import { FormContext } from "./context";
import { FieldView } from "./field";
import { resolve } from "./schema";
import { TableFields } from "./table_field";

/** The file of a form that has none. */
const NO_ENTRY: FormContext["entry"] = { path: "", time_zone: "UTC" };

interface PlainFormProps {
  readonly schema: Schema;
  readonly values: JsonObject;
  readonly onChange: (values: JsonObject) => void;
}

/** Shows the fields of a schema. */
export function PlainForm({ schema, values, onChange }: PlainFormProps) {
  const form = useMemo((): FormContext => {
    const apply = (edit: ValueEdit) => {
      const next = applyEdit(values, edit);
      if (isObject(next)) onChange(next);
    };
    return {
      entry: NO_ENTRY,
      root: schema,
      values,
      problems: new Map(),
      isReadOnly: false,
      FieldView,
      edit: apply,
      set: (pointer, value) => {
        const edit = editOf(values, pointer, value);
        if (edit) apply(edit);
      },
    };
  }, [schema, values, onChange]);

  return (
    <FormContext value={form}>
      <TableFields pointer="" schema={resolve(schema, schema, values)} value={values} />
    </FormContext>
  );
}
