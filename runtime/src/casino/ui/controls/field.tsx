// A field of a form: label above, what helps in between, the error below the control that it belongs to.

import { type ReactNode, useId } from "react";
import { Icon } from "../display/icon";

/** What the control itself carries, so that label, hint and error are read with it. */
export interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

/** What stands around a control. */
export interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong, in words that say how to mend it; none while nothing is. */
  readonly error?: ReactNode;
  /** A control at the end of the row, such as SHOW. */
  readonly adornment?: ReactNode;
  readonly children: (control: FieldControl) => ReactNode;
}

/** One control with its words: `<Field label="Password">{(control) => <input {...control} name="password" />}</Field>`. */
export function Field({ label, hint, error, adornment, children }: FieldProps) {
  const words = useWords(hint, error);
  return (
    <div className="field">
      <label className="field__label" htmlFor={words.control.id}>
        {label}
      </label>
      <div className="field__row">
        {children(words.control)}
        {adornment}
      </div>
      {words.below}
    </div>
  );
}

/** Several controls that are one question, such as the three parts of a date: a group with a name. */
export function FieldGroup({ label, hint, error, adornment, children }: FieldProps) {
  const { control, below } = useWords(hint, error);
  return (
    <fieldset className="field" aria-describedby={control["aria-describedby"]}>
      <legend className="field__label">{label}</legend>
      <div className="field__row">
        {children(control)}
        {adornment}
      </div>
      {below}
    </fieldset>
  );
}

function useWords(hint: ReactNode, error: ReactNode): { readonly control: FieldControl; readonly below: ReactNode } {
  const id = useId();
  const isWrong = error !== undefined && error !== null && error !== false && error !== "";
  const ids = [hint ? `${id}hint` : "", isWrong ? `${id}error` : ""].filter(Boolean).join(" ");
  return {
    control: { id, "aria-describedby": ids || undefined, "aria-invalid": isWrong || undefined },
    below: (
      <>
        {hint && (
          <p className="field__hint" id={`${id}hint`}>
            {hint}
          </p>
        )}
        {isWrong && (
          <p className="field__error" id={`${id}error`}>
            <Icon name="circle-alert" />
            <span>{error}</span>
          </p>
        )}
      </>
    ),
  };
}
