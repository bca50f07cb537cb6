// A field that is on or off.

import { describedBy, FieldProblems } from "../ui/field_frame";
import { type ControlProps, fieldId, useForm } from "./context";

/** A switch with its label beside it. */
export function SwitchField({ pointer, label, schema, value, isRequired }: ControlProps) {
  const { problems, set, isReadOnly } = useForm();
  const id = fieldId(pointer);
  const own = problems.get(pointer) ?? [];
  const isOn = value === undefined ? schema.default === true : value === true;

  return (
    <div className="field switch-field">
      <label className="switch">
        <input
          {...describedBy(id, schema.description, own)}
          type="checkbox"
          data-pointer={pointer}
          checked={isOn}
          disabled={isReadOnly}
          onChange={({ target }) => {
            // A switch that is as by default needs no key.
            const isDefault = target.checked === (schema.default ?? false);
            set(pointer, isDefault && !isRequired && value === undefined ? undefined : target.checked);
          }}
        />
        <span className="switch-track" aria-hidden="true" />
        <span>{label}</span>
      </label>
      {schema.description && (
        <p className="hint" id={`${id}-hint`}>
          {schema.description}
        </p>
      )}
      <FieldProblems id={id} problems={own} />
    </div>
  );
}
