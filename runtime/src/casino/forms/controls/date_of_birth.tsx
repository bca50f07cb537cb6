// A birth date in three inputs: each accepts only digits that fit, and a full one moves the focus to the next (A50).

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

/** Renders the inputs of a birth date; the placeholder is a date that is split over the inputs (row 2.13-14). */
export function DateOfBirth({ field, words, value, error, onType }: ControlProps) {
  const isDrawn = useRef(false);
  const parts = splitDate(String(value));
  const inputs = { month: useMirror(parts.month), day: useMirror(parts.day), year: useMirror(parts.year) };
  const placeholders = splitDate(field.placeholder ?? "");

  // Reads values typed before hydration; later changes arrive as events.
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

  /** Backspace in an empty input moves to the previous input. */
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
              // One more than fits, so that an extra digit causes an event and is dropped by the rule.
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
