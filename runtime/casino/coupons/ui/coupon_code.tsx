// The field for a coupon code. It converts input to capitals and removes spaces; Enter submits it (rows 5-24 to 5-26).

import { useQuery } from "@croupier/loader/queries";
import { useIsHydrated } from "@croupier/loader/use-store";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/controls/button";
import { Field } from "../../ui/controls/field";
import "./coupon_code.css";

/** A code that was refused, with its message. */
export interface RefusedCode {
  readonly code: string;
  /** The message, shown while the field contains the code. */
  readonly text: ReactNode;
  /** The coupon does not exist, so the code cannot be submitted again. */
  readonly isInvalid: boolean;
}

/** Props of the field. */
export interface CouponCodeProps {
  /** The initial value. */
  readonly initial: string;
  readonly isBusy: boolean;
  /** The code that was refused last. */
  readonly refused: RefusedCode | undefined;
  /** Labels of the field and the button; the default is the cashier's. */
  readonly label?: string;
  readonly submit?: string;
  /** The field is part of a page and does not take the focus. */
  readonly isPlain?: boolean;
  /** Disables the button for every code. */
  readonly isHalted?: boolean;
  readonly onEdit?: () => void;
  readonly onSubmit: (code: string) => void;
}

/** The maximum length of a code in the API, in characters. */
const MAX_LENGTH = 64;

/** Converts to capitals and removes spaces (row 5-24). */
export function normalizeCode(input: string): string {
  return input.toUpperCase().replace(/\s+/g, "");
}

/** Normalizes the value of a field and returns it. The selection stays; setting the value would move the caret to the end. */
function normalizeField(field: HTMLInputElement): string {
  const { value, selectionStart, selectionEnd } = field;
  const normalized = normalizeCode(value);
  if (normalized === value) return value;

  field.value = normalized;
  const moved = (index: number | null) => normalizeCode(value.slice(0, index ?? 0)).length;
  field.setSelectionRange(moved(selectionStart), moved(selectionEnd));
  return normalized;
}

/** Renders the field and its button. Unless `isPlain`, it takes the focus, because it replaces the control that was pressed. */
export function CouponCode({
  initial,
  isBusy,
  refused,
  label,
  submit,
  isPlain = false,
  isHalted = false,
  onEdit,
  onSubmit,
}: CouponCodeProps) {
  const texts = useQuery("cashier");
  const [code, setCode] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isPlain) input.current?.focus();
  }, [isPlain]);

  const refusal = refused?.code === code ? refused : undefined;
  const canSend = (text: string) => text !== "" && !(refused?.code === text && refused.isInvalid) && !isHalted;

  // A browser sends no form whose button is disabled. So the HTML has an enabled one, and Enter before hydration is replayed.
  const isReady = useIsHydrated();

  function onInput({ currentTarget }: FormEvent<HTMLInputElement>) {
    setCode(normalizeField(currentTarget));
    onEdit?.();
  }

  function onFormSubmit(event: FormEvent) {
    event.preventDefault();
    // A replayed submit comes before the state has the text that was typed before hydration.
    const typed = normalizeCode(input.current?.value ?? "");
    if (canSend(typed) && !isBusy) onSubmit(typed);
  }

  return (
    <form className="coupon-code" onSubmit={onFormSubmit} noValidate>
      <Field label={label ?? texts?.code} error={refusal?.text}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="text"
            name="coupon"
            value={code}
            maxLength={MAX_LENGTH}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={onInput}
          />
        )}
      </Field>
      <Button type="submit" wide disabled={isReady && !canSend(code)} busy={isBusy}>
        {submit ?? texts?.submit}
      </Button>
    </form>
  );
}
