// A value that can have one of several shapes.

import type { Schema } from "../api/types";
import { isObject, type Json } from "../model/json";
import { FieldFrame } from "../ui/field_frame";
import { type ControlProps, fieldId, useForm } from "./context";
import { emptyValue, resolve, typeOf, variantOf, variantTitle } from "./schema";
import { TableFields } from "./table_field";

/** The choice of a variant, and the fields of the chosen one. */
export function VariantsField({ pointer, label, schema, value, isRequired }: ControlProps) {
  const { root, set, problems, isReadOnly, FieldView } = useForm();
  const { anyOf, oneOf, ...common } = schema;
  const variants = (anyOf ?? oneOf ?? []).filter((variant) => typeOf(variant) !== "null");
  const index = variantOf(variants, root, value);
  const variant = resolve(variants[index] ?? {}, root, value);
  const chosen = { ...common, ...variant, ...(schema.title ? { title: schema.title } : {}) };
  const hints = schema["x-editor"] ?? {};

  // A single variant needs no choice.
  if (variants.length < 2)
    return (
      <FieldView
        pointer={pointer}
        field={{ key: pointer, label, schema: chosen, hints, isRequired, isKnown: true }}
        value={value}
      />
    );

  const choose = (position: number) => {
    const next = variants[position];
    if (next) set(pointer, asVariant(next, root, value));
  };

  const id = `${fieldId(pointer)}-variant`;
  const isTable = typeOf(chosen) === "object" && (value === undefined || isObject(value));
  return (
    <FieldFrame id={id} label={label} hint={schema.description} isRequired={isRequired} className="variants">
      <select
        id={id}
        data-pointer={pointer}
        disabled={isReadOnly}
        value={value === undefined ? "" : index}
        onChange={({ target }) => (target.value === "" ? set(pointer, undefined) : choose(Number(target.value)))}
      >
        {(value === undefined || !isRequired) && <option value="">Not set</option>}
        {variants.map((it, position) => (
          <option key={variantTitle(it, root, position)} value={position}>
            {variantTitle(it, root, position)}
          </option>
        ))}
      </select>
      {value !== undefined && (
        <div className="variant" id={fieldId(pointer)} tabIndex={-1}>
          {isTable ? (
            <>
              {(problems.get(pointer) ?? []).map((problem) => (
                <p key={problem.message} className="field-note">
                  {problem.message}
                </p>
              ))}
              <TableFields pointer={pointer} schema={chosen} value={value} />
            </>
          ) : (
            <FieldView
              pointer={pointer}
              field={{
                key: pointer,
                label: variantTitle(chosen, root, index),
                schema: { ...chosen, description: "" },
                hints,
                isRequired,
                isKnown: true,
              }}
              value={value}
            />
          )}
        </div>
      )}
    </FieldFrame>
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
