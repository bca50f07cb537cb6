// One field: its frame, and the control that fits to its schema.

import type { ComponentType } from "react";
import { describedBy, FieldFrame, FieldProblems } from "../ui/field_frame";
import { type ControlProps, type FieldViewProps, useForm, useOpened } from "./context";
import {
  ChipsControl,
  ColorControl,
  ConstantControl,
  DateControl,
  LineControl,
  MoneyControl,
  NumberControl,
  RawControl,
  SelectControl,
  TextControl,
} from "./controls";
import { type Control, controlOf, nextControl } from "./fields";
import { ListField } from "./list_field";
import { PageControl, PictureControl } from "./reference_controls";
import { TableField } from "./table_field";
import { VariantsField } from "./variants_field";

const CONTROLS: Readonly<Partial<Record<Control, ComponentType<ControlProps>>>> = {
  line: LineControl,
  text: TextControl,
  markdown: TextControl,
  date: DateControl,
  datetime: DateControl,
  picture: PictureControl,
  page: PageControl,
  color: ColorControl,
  money: MoneyControl,
  number: NumberControl,
  select: SelectControl,
  constant: ConstantControl,
  chips: ChipsControl,
  raw: RawControl,
};

/** Fields that contain other fields, or have their label beside them. */
const FRAMES: Readonly<Partial<Record<Control, ComponentType<ControlProps>>>> = {
  switch: SwitchField,
  table: TableField,
  list: ListField,
  variants: VariantsField,
};

/** A field of a table. */
export function FieldView({ pointer, field, value }: FieldViewProps) {
  const { problems, fieldId } = useForm();
  const opened = useOpened(() => controlOf(field.schema, value));
  opened.current = nextControl(opened.current, field.schema, value);
  const control = opened.current;
  const props: ControlProps = {
    pointer,
    label: field.label,
    schema: field.schema,
    value,
    isRequired: field.isRequired,
  };

  const Frame = FRAMES[control];
  if (Frame) return <Frame {...props} />;
  const ControlView = CONTROLS[control] ?? LineControl;
  return (
    <FieldFrame
      id={fieldId(pointer)}
      label={field.label}
      hint={field.schema.description}
      problems={problems.get(pointer) ?? []}
      isRequired={field.isRequired}
      className={`control-${control}`}
    >
      <ControlView {...props} />
    </FieldFrame>
  );
}

/** A switch with its label beside it. */
function SwitchField({ pointer, label, schema, value, isRequired }: ControlProps) {
  const { problems, set, isReadOnly, fieldId } = useForm();
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
