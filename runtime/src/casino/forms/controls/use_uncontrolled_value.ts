// Synchronises an input with the form's values without React setting the value attribute, which would put a password into the HTML.

import { type RefObject, useLayoutEffect, useRef } from "react";

/** Returns a ref for an input that shows `value`. Text typed before the first render stays, so that the form can read it. */
export function useUncontrolledValue(value: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    if (input.current && input.current.value !== value && (isMounted.current || value !== ""))
      input.current.value = value;
    isMounted.current = true;
  }, [value]);
  return input;
}
