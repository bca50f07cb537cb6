// Form fields: the label is above the control, hint and error are below it.

import { type ReactNode, useId } from "react";
import { Icon } from "../display/content";

/** Attributes of the control, so that screen readers announce label, hint and error with it. */
export interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

/** Props of fields: the elements around a control. */
export interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The error message, which says how to fix the input; none if the input is valid. */
  readonly error?: ReactNode;
  /** Another control at the end of the row, such as SHOW. */
  readonly adornment?: ReactNode;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A field with one control: `<Field label="Password">{(control) => <input {...control} name="password" />}</Field>`. */
export function Field({ label, hint, error, adornment, children }: FieldProps) {
  const { control, messages } = useFieldMessages(hint, error);

  return (
    <div className="field">
      <label className="field__label" htmlFor={control.id}>
        {label}
      </label>
      <div className="field__row">
        {children(control)}
        {adornment}
      </div>
      {messages}
    </div>
  );
}

/** A field with several controls, such as the three inputs of a date: a group with a label. */
export function FieldGroup({ label, hint, error, adornment, children }: FieldProps) {
  const { control, messages } = useFieldMessages(hint, error);

  return (
    <fieldset className="field" aria-describedby={control["aria-describedby"]}>
      <legend className="field__label">{label}</legend>
      <div className="field__row">
        {children(control)}
        {adornment}
      </div>
      {messages}
    </fieldset>
  );
}

function useFieldMessages(
  hint: ReactNode,
  error: ReactNode,
): { readonly control: FieldControl; readonly messages: ReactNode } {
  const id = useId();
  const isInvalid = error !== undefined && error !== null && error !== false && error !== "";
  const ids = [hint ? `${id}hint` : "", isInvalid ? `${id}error` : ""].filter(Boolean).join(" ");

  return {
    control: { id, "aria-describedby": ids || undefined, "aria-invalid": isInvalid || undefined },
    messages: (
      <>
        {hint && (
          <p className="field__hint" id={`${id}hint`}>
            {hint}
          </p>
        )}
        {isInvalid && (
          <p className="field__error" id={`${id}error`}>
            <Icon name="circle-alert" />
            <span>{error}</span>
          </p>
        )}
      </>
    ),
  };
}
