// Keeps a field of the document and the form's values the same, without React writing values into attributes: a password would stand in the HTML there.

import { type RefObject, useLayoutEffect, useRef } from "react";

/** A ref for an input that shows `value`. What was typed before the first drawing stays, for the form to read. */
export function useMirror(value: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const isDrawn = useRef(false);
  useLayoutEffect(() => {
    if (input.current && input.current.value !== value && (isDrawn.current || value !== ""))
      input.current.value = value;
    isDrawn.current = true;
  }, [value]);
  return input;
}
