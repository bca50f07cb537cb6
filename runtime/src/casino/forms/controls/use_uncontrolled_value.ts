// Synchronises an input with the form's values without React setting the value attribute, which would put a password into the HTML.

import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref for an input that shows `value`. Text typed before the first render stays, so that the form can read it. A value that is
 * filled in while the empty input has the focus is selected, so that a user who is about to type replaces it.
 */
export function useUncontrolledValue(value: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    const { current } = input;
    if (current && current.value !== value && (isMounted.current || value !== "")) {
      const isWaiting = current === document.activeElement && current.value === "";
      current.value = value;
      if (isWaiting) current.select();
    }
    isMounted.current = true;
  }, [value]);
  return input;
}
