// Controls for text and passwords.

import { useState } from "react";
import { IconButton } from "../../ui/controls/button";
import { Field } from "../../ui/controls/field";
import type { ControlProps, FieldRegistry } from "../form_store";
import { LOGIN_RULES } from "../rules/rule";
import { controlProps, useUncontrolledValue } from "./control";

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
