// @vitest-environment happy-dom
// Inputs whose value a form fills in or changes while a user types.

import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useUncontrolledValue } from "../../forms/controls/text_controls";

afterEach(cleanup);

function Field({ value }: { readonly value: string }) {
  return <input ref={useUncontrolledValue(value)} />;
}

/** Renders an empty field, and returns it with a function that renders another value. */
function renderField() {
  const { rerender } = render(<Field value="" />);
  return {
    input: screen.getByRole<HTMLInputElement>("textbox"),
    show: (value: string) => rerender(<Field value={value} />),
  };
}
const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0);

test("typing replaces a value that is filled in while the empty field has the focus", () => {
  const { input, show } = renderField();
  input.focus();
  show("ann@example.com");
  expect(input.value).toBe("ann@example.com");
  expect(selectionOf(input)).toBe("ann@example.com");
});

test("a value that is filled in elsewhere is not selected", () => {
  const { input, show } = renderField();
  show("ann@example.com");
  expect(input.value).toBe("ann@example.com");
  expect(selectionOf(input)).toBe("");
});

test("a typed value that the form changes is not selected", () => {
  const { input, show } = renderField();
  input.focus();
  input.value = "1a";
  show("1");
  expect(input.value).toBe("1");
  expect(selectionOf(input)).toBe("");
});
