// The field for a coupon's code: capitals as they are typed, no spaces, and Enter sends it (rows 5-24 to 5-26).

import { type FormEvent, useEffect, useRef, useState } from "react";
import { useQuery } from "../../../island/queries";
import type { CashierWords } from "../../cashier/model/messages";
import { Button } from "../../ui/controls/button";
import { Field } from "../../ui/controls/field";
import "./coupon_code.css";

/** What came of a code that was sent. */
export interface RefusedCode {
  readonly code: string;
  /** What is said of it, as long as it stands in the field. */
  readonly text: string;
  /** There is no such coupon: it is not sent again. */
  readonly isInvalid: boolean;
}

/** What the field is drawn from. */
export interface CouponCodeProps {
  /** What stands in it at first. */
  readonly initial: string;
  readonly isBusy: boolean;
  /** The code that was refused last. */
  readonly refused: RefusedCode | undefined;
  /** Its label and its button, where they are not those of the cashier. */
  readonly label?: string;
  readonly submit?: string;
  /** It stands in a page, and takes no focus. */
  readonly isPlain?: boolean;
  /** Nothing is sent now, whatever stands in it. */
  readonly isHalted?: boolean;
  readonly onEdit?: () => void;
  readonly onSubmit: (code: string) => void;
}

/** The longest code that the API takes, in characters. */
const LONGEST = 64;

/** Capitals, and no spaces (row 5-24). */
export function tidied(typed: string): string {
  return typed.toUpperCase().replace(/\s+/g, "");
}

/** Draws the field with its button; it gets the focus where it comes in place of something that was pressed. */
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
  const words = useQuery<CashierWords>("cashier");
  const [code, setCode] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const refusal = refused?.code === code ? refused : undefined;
  const isSendable = code !== "" && !refusal?.isInvalid && !isHalted;

  useEffect(() => {
    if (!isPlain) input.current?.focus();
    // What was typed before the island woke.
    else if (input.current?.value) setCode(tidied(input.current.value));
  }, [isPlain]);

  function typed({ currentTarget: field }: FormEvent<HTMLInputElement>) {
    const { value, selectionStart } = field;
    const tidy = tidied(value);
    if (tidy !== value) {
      // The caret stays where the player types.
      const caret = Math.max(0, (selectionStart ?? value.length) - (value.length - tidy.length));
      field.value = tidy;
      field.setSelectionRange(caret, caret);
    }
    setCode(tidy);
    onEdit?.();
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (isSendable && !isBusy) onSubmit(code);
  }

  return (
    <form className="coupon-code" onSubmit={send} noValidate>
      <Field label={label ?? words?.code} error={refusal?.text}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="text"
            name="coupon"
            value={code}
            maxLength={LONGEST}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={typed}
          />
        )}
      </Field>
      <Button type="submit" wide disabled={!isSendable} busy={isBusy}>
        {submit ?? words?.submit}
      </Button>
    </form>
  );
}
