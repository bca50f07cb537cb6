// Tables: fields in groups.

import { useId } from "react";
import type { Schema } from "../api/types";
import { child, isObject, type Json, keysOf } from "../model/json";
import { Button } from "../ui/button";
import { ErrorCount, FieldProblems } from "../ui/field_frame";
import { type ControlProps, useForm, useOpened } from "./context";
import { type Group, groupsOf, newLayout } from "./fields";
import { errorsWithin } from "./problems";

/** Returns the groups of fields of an open table. */
export function useGroups(schema: Schema, value: Json | undefined): readonly Group[] {
  const { root } = useForm();
  const layout = useOpened(newLayout);
  return groupsOf(schema, root, value, layout.current);
}

/** The fields of a table, without a frame of its own. */
export function TableFields({
  pointer,
  schema,
  value,
}: {
  readonly pointer: string;
  readonly schema: Schema;
  readonly value: Json | undefined;
}) {
  return useGroups(schema, value).map((group) => (
    <GroupView key={group.name} group={group} pointer={pointer} value={value} />
  ));
}

/** The fields of one group. */
export function GroupView({
  group,
  pointer,
  value,
}: {
  readonly group: Group;
  readonly pointer: string;
  readonly value: Json | undefined;
}) {
  const { FieldView } = useForm();
  const id = useId();
  const fields = group.fields.map((field) => (
    <FieldView
      key={field.key}
      pointer={child(pointer, field.key)}
      field={field}
      value={isObject(value) && Object.hasOwn(value, field.key) ? value[field.key] : undefined}
    />
  ));
  if (group.name === "") return <div className="fields">{fields}</div>;
  if (group.isMinor)
    return (
      <details className="group minor">
        <summary>
          {group.name} <span className="count">{group.fields.length}</span>
        </summary>
        <div className="fields">{fields}</div>
      </details>
    );

  return (
    <section className="group" aria-labelledby={id}>
      <h2 id={id}>{group.name}</h2>
      <div className="fields">{fields}</div>
    </section>
  );
}

/** A table inside of the form. Tables in tables are closed at first. */
export function TableField({ pointer, label, schema, value, isRequired }: ControlProps) {
  const { problems, invalid, root, set, isReadOnly, fieldId } = useForm();
  const own = problems.get(pointer) ?? [];
  const depth = keysOf(pointer).length;
  const errors = errorsWithin({ problems, invalid }, pointer);
  const hasValue = value !== undefined;
  const isEmpty = !hasValue && groupsOf(schema, root, value).length === 0;

  return (
    <details className="table" open={depth < 2 && hasValue}>
      <summary id={fieldId(pointer)} data-pointer={pointer}>
        <span>{label}</span>
        <ErrorCount count={errors} />
        {!hasValue && <span className="muted">Not set</span>}
      </summary>
      <div className="table-content">
        {schema.description && <p className="hint">{schema.description}</p>}
        <FieldProblems id={fieldId(pointer)} problems={own} />
        {!isEmpty && <TableFields pointer={pointer} schema={schema} value={value} />}
        {hasValue && !isRequired && !isReadOnly && (
          <Button look="quiet" icon="trash" onClick={() => set(pointer, undefined)}>
            Remove {label}
          </Button>
        )}
      </div>
    </details>
  );
}
