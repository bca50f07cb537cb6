// A birth date in three parts: each takes the digits that fit, and a full one leads on to the next (A50).

import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { FieldGroup } from "../../ui/controls/field";
import type { ControlProps } from "../fields/field_registry";
import {
  DATE_LIMITS,
  DATE_PARTS,
  type DatePart,
  isFullPart,
  joinDate,
  splitDate,
  truncatePart,
} from "../rules/birth_date";
import "./date_of_birth.css";
import { useMirror } from "./use_uncontrolled_value";

/** Asks for a birth date; the placeholder is a date, whose parts stand in the parts (row 2.13-14). */
export function DateOfBirth({ field, words, value, error, onType }: ControlProps) {
  const isDrawn = useRef(false);
  const parts = splitDate(String(value));
  const inputs = { month: useMirror(parts.month), day: useMirror(parts.day), year: useMirror(parts.year) };
  const placeholders = splitDate(field.placeholder ?? "");

  // What was typed before this woke. Later on every digit is heard of.
  useLayoutEffect(() => {
    if (isDrawn.current) return;
    isDrawn.current = true;
    const found = DATE_PARTS.map((part) => [part, truncatePart(part, inputs[part].current?.value ?? "")]);
    const text = joinDate({ ...parts, ...Object.fromEntries(found) });
    if (text !== value) onType(text);
  });

  function type({ currentTarget: input }: ChangeEvent<HTMLInputElement>, part: DatePart, at: number) {
    const kept = truncatePart(part, input.value);
    const isLonger = kept.length > parts[part].length;
    if (kept !== input.value) input.value = kept;
    onType(joinDate({ ...parts, [part]: kept }));
    const next = DATE_PARTS[at + 1];
    if (isLonger && isFullPart(part, kept) && next) inputs[next].current?.select();
  }

  /** Deleting goes on into the part before. */
  function goBack(event: KeyboardEvent<HTMLInputElement>, part: DatePart, at: number) {
    const before = DATE_PARTS[at - 1];
    if (event.key !== "Backspace" || parts[part] !== "" || !before) return;
    event.preventDefault();
    inputs[before].current?.focus();
  }

  return (
    <FieldGroup label={field.label} error={error}>
      {({ "aria-describedby": describedBy }) => (
        <span className="form__date">
          {DATE_PARTS.map((part, at) => (
            <input
              key={part}
              ref={inputs[part]}
              type="text"
              className="form__part"
              name={`${field.name}-${part}`}
              aria-label={words[part]}
              aria-describedby={describedBy}
              aria-required
              aria-invalid={error === undefined ? undefined : true}
              inputMode="numeric"
              autoComplete={`bday-${part}`}
              placeholder={placeholders[part]}
              // One more than fit, so that a digit too many is heard of and dropped by the rule.
              maxLength={DATE_LIMITS[part].digits + 1}
              onChange={(event) => type(event, part, at)}
              onKeyDown={(event) => goBack(event, part, at)}
            />
          ))}
        </span>
      )}
    </FieldGroup>
  );
}
