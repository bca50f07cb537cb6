// Controls of numbers and amounts of money.

import { useState } from "react";
import { type ControlProps, placeholderOf, useControl } from "./context";
import { amountOf, centsOf, numberOf } from "./formats";
import { typeOf } from "./schema";

interface TypedProps extends ControlProps {
  readonly format: (value: number) => string;
  readonly parse: (text: string) => number | undefined;
  readonly message: string;
}

/** A text field for a number. What the user typed stays as it is until the field loses the focus. */
function TypedControl({ format, parse, message, ...props }: TypedProps) {
  const { attributes, set } = useControl(props);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (typeof props.value === "number" ? format(props.value) : "");
  const isInvalid = typed !== null && typed.trim() !== "" && parse(typed) === undefined;

  return (
    <>
      <input
        {...attributes}
        type="text"
        inputMode="decimal"
        className="number"
        value={shown}
        placeholder={placeholderOf(props.schema)}
        aria-invalid={isInvalid || attributes["aria-invalid"]}
        onChange={({ target }) => {
          setTyped(target.value);
          const number = parse(target.value);
          if (number !== undefined) set(number);
          else if (target.value.trim() === "" && !props.isRequired) set(undefined);
        }}
        onBlur={() => {
          if (!isInvalid) setTyped(null);
        }}
      />
      {isInvalid && (
        <p className="field-note" role="alert">
          {message}
        </p>
      )}
    </>
  );
}

/** A number. */
export function NumberControl(props: ControlProps) {
  const isInteger = typeOf(props.schema) === "integer";
  return (
    <TypedControl
      {...props}
      format={String}
      parse={(text) => numberOf(text, isInteger)}
      message={`Enter a ${isInteger ? "whole number" : "number"} of at most 15 digits.`}
    />
  );
}

/** An amount of money, which the file has in cents. */
export function MoneyControl(props: ControlProps) {
  return <TypedControl {...props} format={amountOf} parse={centsOf} message="Enter an amount such as 30.00." />;
}
