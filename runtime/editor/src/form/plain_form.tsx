// A form of values that are no file, such as the parameters of a shortcode.

import { useMemo } from "react";
import type { Entry, Schema } from "../api/types";
import { applyEdit, editOf } from "../model/edits";
import type { JsonObject } from "../model/json";
import { FormContext } from "./context";
import { FieldView } from "./field";
import { resolve } from "./schema";
import { TableFields } from "./table_field";

/** The file of a form that has none. */
const NO_ENTRY = { path: "", time_zone: "UTC" } as Entry;

interface PlainFormProps {
  readonly schema: Schema;
  readonly values: JsonObject;
  readonly onChange: (values: JsonObject) => void;
}

/** Shows the fields of a schema. */
export function PlainForm({ schema, values, onChange }: PlainFormProps) {
  const form = useMemo(
    (): FormContext => ({
      entry: NO_ENTRY,
      root: schema,
      values,
      problems: new Map(),
      isReadOnly: false,
      FieldView,
      edit: (edit) => onChange(applyEdit(values, edit) as JsonObject),
      set: (pointer, value) => {
        const edit = editOf(values, pointer, value);
        if (edit) onChange(applyEdit(values, edit) as JsonObject);
      },
    }),
    [schema, values, onChange],
  );
  return (
    <FormContext value={form}>
      <TableFields pointer="" schema={resolve(schema, schema, values)} value={values} />
    </FormContext>
  );
}
