// Dropdowns and checkboxes, and text between fields.

import "./choice_controls.css";
import { useId } from "react";
import { Link } from "../../ui/controls/button";
import { Field } from "../../ui/controls/field";
import type { Field as FieldDefinition } from "../definition";
import type { ControlProps } from "../form_store";
import { controlProps } from "./text_controls";

/** A dropdown. */
export function DropdownControl({ field, value, error, onType }: ControlProps) {
  return (
    <Field label={field.label} error={error}>
      {(control) => (
        <select
          {...control}
          {...controlProps(field, error)}
          value={String(value)}
          onChange={(event) => onType(event.currentTarget.value)}
        >
          <option value="">{field.placeholder ?? field.label}</option>
          {field.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A checkbox whose label may contain a link (A43). */
export function CheckboxControl({ field, value, error, onType }: ControlProps) {
  const id = useId();

  return (
    <div className="form__field">
      <div className="form__check">
        <input
          {...controlProps(field, error)}
          id={id}
          type="checkbox"
          aria-describedby={error ? `${id}error` : undefined}
          checked={value === true}
          onChange={(event) => onType(event.currentTarget.checked)}
        />
        <label htmlFor={id}>
          <LinkedLabel field={field} />
        </label>
      </div>
      {error && (
        <p className="field__error" id={`${id}error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Text between the fields. */
export function MessageControl({ field }: ControlProps) {
  return (
    <p className="form__message">
      <LinkedLabel field={field} />
    </p>
  );
}

/** Renders text in brackets as a link. It opens in a new window, so that the filled-in form stays open. */
function LinkedLabel({ field: { label, url } }: { readonly field: FieldDefinition }) {
  const [, textBefore, linkText, textAfter] = /^(.*?)\[(.*?)\](.*)$/s.exec(label) ?? [];
  if (!url || !linkText) return label;

  return (
    <>
      {textBefore}
      <Link className="form__link" to={url} target="_blank" rel="noopener">
        {linkText}
      </Link>
      {textAfter}
    </>
  );
}
