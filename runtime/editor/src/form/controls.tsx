// Controls of single values: texts, choices, lists of short texts, numbers, amounts of money and dates, and values that the form cannot
// show.

import { useState } from "react";
import { child, hasLargeNumber, isArray, isEqual, type Json, summarize } from "../model/json";
import { Button, IconButton } from "../ui/button";
import { Icon } from "../ui/icon";
import { isSaveKey } from "../ui/save_key";
import { type ControlProps, keepsEmpty, placeholderOf, useControl, useForm, useOpened, useParsedText } from "./context";
import {
  amountOf,
  centsOf,
  changedDate,
  inputValueOf,
  meaningsOf,
  numberOf,
  parseDate,
  withOtherPrecision,
  zoneOf,
} from "./formats";
import { typeFor } from "./schema";

/** What is wrong with a number that the browser rounds. */
const LARGE_NUMBER = "a number with more digits than this form can show. Change it in the tab “Text”.";

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
  const { attributes } = useControl(props);
  const { text, message, change, leave } = useParsedText(props, jsonOf, (json) => parsedJson(json, props.label));

  return (
    <>
      <textarea
        {...attributes}
        className="code"
        rows={4}
        value={text}
        aria-invalid={message !== undefined || attributes["aria-invalid"]}
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
      />
      <InvalidNote message={message} />
    </>
  );
}

const jsonOf = (value: Json | undefined) => (value === undefined ? "" : JSON.stringify(value, undefined, 2));

/** Returns the value of a text in JSON. A number with more digits than the editor has would become another one. */
function parsedJson(text: string, label: string) {
  try {
    const value: Json = JSON.parse(text);
    return hasLargeNumber(value) ? { message: `${label} has ${LARGE_NUMBER}` } : { value };
  } catch {
    return { message: `${label} must be JSON, such as "text", 12 or [1, 2].` };
  }
}

/** What is wrong with a text that is no value. */
function InvalidNote({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p className="field-note" role="alert">
      {message}
    </p>
  );
}

/** Texts as chips, and a field that adds one. */
export function ChipsControl(props: ControlProps) {
  const { attributes, isReadOnly } = useControl(props);
  const { edit, set } = useForm();
  const [text, setText] = useState("");
  const items = isArray(props.value) ? props.value : [];

  const add = () => {
    const news = text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
    setText("");
    if (news.length === 0) return;
    if (!isArray(props.value)) set(props.pointer, news);
    else for (const item of news) edit({ insert: child(props.pointer, "-"), value: item });
  };
  const remove = (index: number) => {
    if (items.length === 1 && !keepsEmpty(props)) set(props.pointer, undefined);
    else edit({ remove: child(props.pointer, index) });
  };

  return (
    <div className="chips">
      {items.map((item, index) => (
        // A text can be in the list twice.
        <span className="chip" key={`${index}${String(item)}`}>
          {String(item)}
          {!isReadOnly && (
            <button type="button" aria-label={`Remove ${String(item)}`} onClick={() => remove(index)}>
              <Icon name="close" />
            </button>
          )}
        </span>
      ))}
      <input
        {...attributes}
        type="text"
        value={text}
        placeholder={items.length === 0 ? "Add one" : ""}
        onChange={(event) => setText(event.target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          // Keys of a composition belong to the input method. Safari ends it before the key that confirms it, whose code is 229.
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (event.key === "Enter" || event.key === ",") {
            event.preventDefault();
            add();
          }
          // The save that this key begins needs the text, too.
          if (isSaveKey(event)) add();
          if (event.key === "Backspace" && text === "" && items.length > 0) remove(items.length - 1);
        }}
      />
      {text !== "" && <IconButton icon="plus" label={`Add to ${props.label}`} onClick={add} />}
    </div>
  );
}

interface TypedProps extends ControlProps {
  /** What the number is, next to the field. */
  readonly unit?: string;
  readonly format: (value: number) => string;
  readonly parse: (text: string) => number | undefined;
  /** Returns what is wrong with a text that is no number. */
  readonly explain: (text: string) => string;
}

/** A text field for a number. What the user typed stays as it is until the field loses the focus. */
function TypedControl({ format, parse, explain, unit, ...props }: TypedProps) {
  const { attributes } = useControl(props);
  const unitId = `${attributes.id}-unit`;
  const described = [attributes["aria-describedby"], unit && unitId].filter(Boolean).join(" ");
  const shown = (value: Json | undefined) => (typeof value === "number" ? format(value) : textOf(value));
  const { text, message, change, leave } = useParsedText(props, shown, (typed) => {
    if (typed.trim() === "" && !keepsEmpty(props)) return { value: undefined };
    if (typed.trim() === "" && props.isRequired) return { message: `${props.label} is required.` };
    const number = parse(typed);
    return number === undefined ? { message: `${props.label} ${explain(typed)}` } : { value: number };
  });
  const isLarge = hasLargeNumber(props.value);

  return (
    <>
      <div className="row">
        <input
          {...attributes}
          {...(described ? { "aria-describedby": described } : {})}
          type="text"
          inputMode="decimal"
          className="number"
          value={isLarge ? `≈ ${text}` : text}
          readOnly={isLarge || attributes.readOnly}
          placeholder={placeholderOf(props.schema)}
          aria-invalid={message !== undefined || attributes["aria-invalid"]}
          onChange={({ target }) => change(target.value)}
          onBlur={leave}
        />
        {unit && (
          <span className="zone" id={unitId}>
            {unit}
          </span>
        )}
      </div>
      <InvalidNote message={message} />
      {isLarge && <p className="hint">{`${props.label} is ${LARGE_NUMBER}`}</p>}
    </>
  );
}

/** A number. */
export function NumberControl(props: ControlProps) {
  const isInteger = typeFor(props.schema, props.value) === "integer";
  return (
    <TypedControl
      {...props}
      format={String}
      parse={(text) => numberOf(text, isInteger)}
      explain={(text) => {
        const meanings = meaningsOf(text);
        if (meanings)
          return `could be ${meanings[0]} or ${Number(meanings[1])}. Write it without a separator of thousands.`;
        return `must be a ${isInteger ? "whole number" : "number"} of at most 15 digits.`;
      }}
    />
  );
}

/** An amount of money, which the file has in cents. */
export function MoneyControl(props: ControlProps) {
  return (
    <TypedControl
      {...props}
      unit={[props.schema["x-editor"]?.unit, "such as 30.00"].filter(Boolean).join(", ")}
      format={amountOf}
      parse={centsOf}
      explain={() => "must be an amount such as 30.00."}
    />
  );
}

/** Whether a field takes days and times. */
const takesTime = ({ schema }: ControlProps) =>
  schema["x-editor"]?.widget === "datetime" || schema.format === "date-time";

/** A date, with the zone that its time is in. The file keeps its form: a date, a local time, or a time with an offset. */
export function DateControl(props: ControlProps) {
  const { attributes, set, isReadOnly } = useControl(props);
  const { entry } = useForm();
  const [isDay, setIsDay] = useState(false);
  const text = typeof props.value === "string" ? props.value : "";
  // A text that is no date stays as it is, for example a date that is relative. It stays a text while a date is typed.
  const isText = useOpened(() => false);
  isText.current ||= text !== "" && !parseDate(text);
  if (isText.current) return <LineControl {...props} />;

  const written = parseDate(text);
  const withTime = written ? written.time !== undefined : takesTime(props) && !isDay;
  const togglePrecision = () => {
    if (written) set(withOtherPrecision(text, entry.time_zone), "date");
    setIsDay(withTime);
  };

  return (
    <div className="row">
      <input
        {...attributes}
        type={withTime ? "datetime-local" : "date"}
        value={inputValueOf(text)}
        onChange={({ target }) => {
          // Browsers report an empty value while a part of the date is missing. Only the button removes a date.
          if (target.value !== "") set(changedDate(text, target.value, entry.time_zone), "date");
        }}
      />
      {withTime && <span className="zone">{zoneOf(text, entry.time_zone)}</span>}
      {takesTime(props) && !isReadOnly && (
        <Button
          look="quiet"
          aria-label={withTime ? `${props.label}: day only` : `${props.label}: add a time`}
          onClick={togglePrecision}
        >
          {withTime ? "Day only" : "Add a time"}
        </Button>
      )}
      {text !== "" && !props.isRequired && !isReadOnly && (
        <Button look="quiet" aria-label={`Clear ${props.label}`} onClick={() => set(undefined)}>
          Clear
        </Button>
      )}
    </div>
  );
}
