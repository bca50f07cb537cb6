// A birth date in three inputs: each accepts only digits that fit, and a full one moves the focus to the next (A50).

import "./date_of_birth.css";
import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { FieldGroup } from "../../ui/controls/field";
import type { ControlProps } from "../form_store";
import {
  DATE_LIMITS,
  DATE_PARTS,
  type DatePart,
  isFullPart,
  joinDate,
  splitDate,
  truncatePart,
} from "../rules/birth_date";
import { useUncontrolledValue } from "./text_controls";

/** Renders the inputs of a birth date; the placeholder is a date that is split over the inputs (row 2.13-14). */
export function DateOfBirth({ field, texts, value, error, onType }: ControlProps) {
  const date = splitDate(String(value));
  const inputs = useDateInputs(date, (text) => {
    if (text !== value) onType(text);
  });
  const placeholders = splitDate(field.placeholder ?? "");

  function onInput({ currentTarget: input }: ChangeEvent<HTMLInputElement>, part: DatePart, index: number) {
    const digits = truncatePart(part, input.value);
    const isLonger = digits.length > date[part].length;
    if (digits !== input.value) input.value = digits;
    onType(joinDate({ ...date, [part]: digits }));

    const next = DATE_PARTS[index + 1];
    if (isLonger && isFullPart(part, digits) && next) inputs[next].current?.select();
  }

  /** Backspace in an empty input moves to the previous input. */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, part: DatePart, index: number) {
    const previous = DATE_PARTS[index - 1];
    if (event.key !== "Backspace" || date[part] !== "" || !previous) return;
    event.preventDefault();
    inputs[previous].current?.focus();
  }

  return (
    <FieldGroup label={field.label} error={error}>
      {({ "aria-describedby": describedBy }) => (
        <span className="form__date">
          {DATE_PARTS.map((part, index) => (
            <input
              key={part}
              ref={inputs[part]}
              type="text"
              className="form__part"
              name={`${field.name}-${part}`}
              aria-label={texts[part]}
              aria-describedby={describedBy}
              aria-required
              aria-invalid={error === undefined ? undefined : true}
              inputMode="numeric"
              autoComplete={`bday-${part}`}
              placeholder={placeholders[part]}
              // One more than fits, so that an extra digit causes an event and is dropped by the rule.
              maxLength={DATE_LIMITS[part].digits + 1}
              onChange={(event) => onInput(event, part, index)}
              onKeyDown={(event) => onKeyDown(event, part, index)}
            />
          ))}
        </span>
      )}
    </FieldGroup>
  );
}

/** Returns the refs of the inputs. `onTyped` gets the date that was typed before hydration; later changes arrive as events. */
function useDateInputs(date: ReturnType<typeof splitDate>, onTyped: (text: string) => void) {
  const isMounted = useRef(false);
  const inputs = {
    month: useUncontrolledValue(date.month),
    day: useUncontrolledValue(date.day),
    year: useUncontrolledValue(date.year),
  };

  useLayoutEffect(() => {
    if (isMounted.current) return;
    isMounted.current = true;
    const entries = DATE_PARTS.map((part) => [part, truncatePart(part, inputs[part].current?.value ?? "")]);
    onTyped(joinDate({ ...date, ...Object.fromEntries(entries) }));
  });

  return inputs;
}
