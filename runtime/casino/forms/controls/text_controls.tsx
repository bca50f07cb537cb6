// Controls for text and passwords, and what all controls share: the attributes from a field's definition, and the values in the document.

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/controls/button";
import { Field } from "../../ui/controls/field";
import type { Field as FieldDefinition, FormDefinition } from "../definition";
import type { ControlProps, FieldRegistry } from "../form_store";
import { LOGIN_RULES, LONGEST_PASSWORD, type Value, type Values } from "../rules/rule";

/** A line of text. */
function TextControl({ field, value, error, hint, onType, below }: ControlProps) {
  const input = useUncontrolledValue(String(value));
  const isName = field.autocomplete === "username" || field.validation === "email";

  return (
    <div className="form__field">
      <Field label={field.label} error={error} hint={hint}>
        {(control) => (
          <input
            {...control}
            {...controlProps(field, error)}
            ref={input}
            type="text"
            placeholder={field.placeholder}
            autoCapitalize={isName ? "none" : undefined}
            spellCheck={isName ? false : undefined}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        )}
      </Field>
      {below}
    </div>
  );
}

/** A password input. The label of its toggle names the next action, so the toggle is not an on/off switch (row 2.13-32). */
function PasswordControl({ field, texts, value, error, hint, onType, below }: ControlProps) {
  const input = useUncontrolledValue(String(value));
  const [isShown, setShown] = useState(false);

  return (
    <div className="form__field">
      <Field
        label={field.label}
        error={error}
        hint={hint}
        adornment={
          <IconButton
            icon={isShown ? "eye-off" : "eye"}
            label={isShown ? texts.hide : texts.show}
            onClick={() => setShown(!isShown)}
          />
        }
      >
        {(control) => (
          <input
            {...control}
            {...controlProps(field, error)}
            ref={input}
            type={isShown ? "text" : "password"}
            placeholder={field.placeholder}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        )}
      </Field>
      {below}
    </div>
  );
}

/** The field registry of forms that identify a user. */
export const LOGIN_FIELDS: FieldRegistry = {
  rules: LOGIN_RULES,
  controls: { text: TextControl, password: PasswordControl },
};

/**
 * The maximum length by rule, in characters (rows 9-07 to 9-09). The rules check it too, because `maxlength` does not apply to filled-in
 * values.
 */
const LONGEST: Readonly<Partial<Record<NonNullable<FieldDefinition["validation"]>, number>>> = {
  first_name: 30,
  last_name: 40,
  email: 64,
  password: LONGEST_PASSWORD,
  confirm_password: LONGEST_PASSWORD,
  login_password: LONGEST_PASSWORD,
};

/** The keyboard that phones show, by rule. */
const KEYBOARDS: Readonly<Partial<Record<NonNullable<FieldDefinition["validation"]>, "email" | "tel">>> = {
  email: "email",
  cell_phone: "tel",
};

/** Returns the attributes of a field's control. A field with an empty message is invalid too. */
export function controlProps({ name, autocomplete, validation }: FieldDefinition, error: string | undefined) {
  return {
    name,
    autoComplete: autocomplete,
    maxLength: validation && LONGEST[validation],
    inputMode: validation && KEYBOARDS[validation],
    "aria-required": validation !== undefined || undefined,
    "aria-invalid": error === undefined ? undefined : true,
  };
}

/**
 * Returns a ref for an input that shows `value`. Text typed before the first render stays, so that the form can read it. A value that is
 * filled in while the empty input has the focus is selected, so that a user who is about to type replaces it.
 */
export function useUncontrolledValue(value: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const isMounted = useRef(false);

  useLayoutEffect(() => {
    const { current } = input;
    if (current && current.value !== value && (isMounted.current || value !== "")) {
      const isWaiting = current === document.activeElement && current.value === "";
      current.value = value;
      if (isWaiting) current.select();
    }
    isMounted.current = true;
  }, [value]);

  return input;
}

/** Returns the values of the rendered controls. `filledOnly` omits empty values, so that they do not overwrite known ones. */
export function readControls(form: HTMLFormElement, definition: FormDefinition, filledOnly: boolean): Values {
  const values: Record<string, Value> = {};
  for (const { name } of definition.pages.flatMap(({ fields }) => fields)) {
    const value = readControl(form.elements.namedItem(name));
    if (value !== undefined && !(filledOnly && (value === "" || value === false))) values[name] = value;
  }
  return values;
}

function readControl(control: Element | RadioNodeList | null): Value | undefined {
  if (control instanceof HTMLInputElement) return control.type === "checkbox" ? control.checked : control.value;
  return control instanceof HTMLSelectElement ? control.value : undefined;
}
