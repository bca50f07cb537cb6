// Controls of texts, choices and values that the form cannot show.

import { useState } from "react";
import { isEqual, summarize } from "../model/json";
import { type ControlProps, placeholderOf, useControl } from "./context";

const textOf = (value: unknown) => (value === undefined || value === null ? "" : String(value));

/** A text of one line. */
export function LineControl(props: ControlProps) {
  const { attributes, setText } = useControl(props);
  return (
    <input
      {...attributes}
      type="text"
      value={textOf(props.value)}
      placeholder={placeholderOf(props.schema)}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

/** A text of several lines, which grows with its text. */
export function TextControl(props: ControlProps) {
  const { attributes, setText } = useControl(props);
  const text = textOf(props.value);

  return (
    <div className="grow" data-text={`${text} `}>
      <textarea
        {...attributes}
        rows={props.schema["x-editor"]?.rows ?? 2}
        value={text}
        placeholder={placeholderOf(props.schema)}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}

/** A choice of the values of `enum`. */
export function SelectControl(props: ControlProps) {
  const { attributes, set, isReadOnly } = useControl(props);
  const { readOnly: _, ...rest } = attributes;
  const choices = props.schema.enum ?? [];
  const index = choices.findIndex((choice) => isEqual(choice, props.value));
  const isUnknown = props.value !== undefined && index < 0;

  return (
    <select
      {...rest}
      disabled={isReadOnly}
      value={isUnknown ? "unknown" : index < 0 ? "" : index}
      onChange={(event) => set(event.target.value === "" ? undefined : choices[Number(event.target.value)])}
    >
      {(!props.isRequired || props.value === undefined) && (
        <option value="">
          {props.schema.default === undefined ? "Not set" : `Default: ${summarize(props.schema.default)}`}
        </option>
      )}
      {isUnknown && <option value="unknown">{summarize(props.value)}</option>}
      {choices.map((choice, position) => (
        <option key={summarize(choice)} value={position}>
          {summarize(choice)}
        </option>
      ))}
    </select>
  );
}

/** A value that the schema fixes. */
export function ConstantControl(props: ControlProps) {
  const { attributes } = useControl(props);
  return (
    <output {...{ id: attributes.id, className: "constant" }}>{summarize(props.value ?? props.schema.const)}</output>
  );
}

/** A colour with its written form. */
export function ColorControl(props: ControlProps) {
  const { attributes, setText, isReadOnly } = useControl(props);
  const text = textOf(props.value);
  const isHex = /^#[\da-f]{6}$/i.test(text);

  return (
    <div className="row">
      <input
        type="color"
        aria-label={`${props.label}: choose a colour`}
        disabled={isReadOnly}
        value={isHex ? text : "#000000"}
        onChange={(event) => setText(event.target.value)}
      />
      <input {...attributes} type="text" value={text} onChange={(event) => setText(event.target.value)} />
    </div>
  );
}

/** A value of another shape than its schema says, as JSON. */
export function RawControl(props: ControlProps) {
  const { attributes, set } = useControl(props);
  const [text, setText] = useState(() => JSON.stringify(props.value, undefined, 2));
  const [isInvalid, setIsInvalid] = useState(false);

  return (
    <textarea
      {...attributes}
      className="code"
      rows={4}
      value={text}
      aria-invalid={isInvalid || attributes["aria-invalid"]}
      onChange={(event) => {
        setText(event.target.value);
        try {
          set(JSON.parse(event.target.value));
          setIsInvalid(false);
        } catch {
          setIsInvalid(true);
        }
      }}
    />
  );
}
