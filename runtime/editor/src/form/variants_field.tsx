// A value that can have one of several shapes.

import type { Schema } from "../api/types";
import { isObject, type Json, type JsonObject } from "../model/json";
import { FieldFrame } from "../ui/field_frame";
import { type ControlProps, useForm, useOpened } from "./context";
import { emptyValue, nextVariant, resolve, typeOf, variantOf, variantTitle } from "./schema";
import { TableFields } from "./table_field";

/** The choice of a variant, and the fields of the chosen one. */
export function VariantsField({ pointer, label, schema, value, isRequired }: ControlProps) {
  const { root, FieldView, fieldId } = useForm();
  const { anyOf, oneOf, ...common } = schema;
  const variants = (anyOf ?? oneOf ?? []).filter((variant) => typeOf(variant) !== "null");
  const opened = useOpened(() => variantOf(variants, root, value));
  opened.current = nextVariant(opened.current, variants, root, value);
  const index = opened.current;
  const variant = resolve(variants[index] ?? {}, root, value);
  const chosen = { ...common, ...variant, ...(schema.title ? { title: schema.title } : {}) };
  const field = { key: pointer, hints: schema["x-editor"] ?? {}, isRequired, isKnown: true };

  // A single variant needs no choice.
  if (variants.length < 2)
    return <FieldView pointer={pointer} field={{ ...field, label, schema: chosen }} value={value} />;

  const id = `${fieldId(pointer)}-variant`;
  const isTable = typeOf(chosen) === "object" && (value === undefined || isObject(value));
  const title = variantTitle(chosen, root, index);
  return (
    <FieldFrame id={id} label={label} hint={schema.description} isRequired={isRequired} className="variants">
      <VariantSelect
        id={id}
        pointer={pointer}
        variants={variants}
        index={index}
        value={value}
        canBeUnset={value === undefined || !isRequired}
        onChoose={(chosenIndex) => {
          opened.current = chosenIndex;
        }}
      />
      {value !== undefined && (
        <div className="variant" key={index} id={fieldId(pointer)} tabIndex={-1}>
          {isTable ? (
            <VariantTable pointer={pointer} schema={chosen} value={value} />
          ) : (
            <FieldView
              pointer={pointer}
              // Only the choice removes the value: an emptied field stays.
              field={{ ...field, isRequired: true, label: title, schema: { ...chosen, description: "" } }}
              value={value}
            />
          )}
        </div>
      )}
    </FieldFrame>
  );
}

interface VariantSelectProps {
  readonly id: string;
  readonly pointer: string;
  readonly variants: readonly Schema[];
  /** The variant of the value. */
  readonly index: number;
  readonly value: Json | undefined;
  readonly canBeUnset: boolean;
  /** Called before the value becomes one of the chosen variant. */
  readonly onChoose: (index: number) => void;
}

/** Chooses a variant, or that there is no value. */
function VariantSelect({ id, pointer, variants, index, value, canBeUnset, onChoose }: VariantSelectProps) {
  const { root, set, isReadOnly } = useForm();
  const choose = (position: string) => {
    if (position === "") return set(pointer, undefined);
    const variant = variants[Number(position)];
    if (!variant) return;
    onChoose(Number(position));
    set(pointer, asVariant(variant, root, value));
  };

  return (
    <select
      id={id}
      data-pointer={pointer}
      disabled={isReadOnly}
      value={value === undefined ? "" : index}
      onChange={({ target }) => choose(target.value)}
    >
      {canBeUnset && <option value="">Not set</option>}
      {variants.map((variant, position) => (
        <option key={variantTitle(variant, root, position)} value={position}>
          {variantTitle(variant, root, position)}
        </option>
      ))}
    </select>
  );
}

interface VariantTableProps {
  readonly pointer: string;
  readonly schema: Schema;
  readonly value: JsonObject | undefined;
}

/** The fields of a variant that is a table, below the problems of the table itself. */
function VariantTable({ pointer, schema, value }: VariantTableProps) {
  const { problems } = useForm();
  return (
    <>
      {(problems.get(pointer) ?? []).map((problem) => (
        <p key={problem.message} className="field-note">
          {problem.message}
        </p>
      ))}
      <TableFields pointer={pointer} schema={schema} value={value} />
    </>
  );
}

/** Returns the first value of a variant. Fields that the present value has, too, keep their values. */
function asVariant(variant: Schema, root: Schema, value: Json | undefined): Json {
  const fresh = emptyValue(variant, root);
  if (!isObject(fresh) || !isObject(value)) return fresh;

  const known = resolve(variant, root, fresh).properties ?? {};
  const common = Object.entries(value).filter(
    ([key]) => Object.hasOwn(known, key) && resolve(known[key] ?? {}, root, undefined).const === undefined,
  );
  return { ...fresh, ...Object.fromEntries(common) };
}
