// The full field registry: every rule of section 5 and every field type. It also has the progress of forms with several pages.

import "./steps.css";
import { useStore } from "@croupier/loader/use-store";
import { useEffect, useRef } from "react";
import { fill } from "../../content/format";
import type { FieldRegistry, StepsProps } from "../form_store";
import { shownFields } from "../model";
import { isWeakPassword, RULES } from "../rules/rules";
import { CheckboxControl, DropdownControl, MessageControl } from "./choice_controls";
import { DateOfBirth } from "./date_of_birth";
import { LOGIN_FIELDS, readControls } from "./text_controls";

/** The field registry of all forms that content may declare. */
export const ALL_FIELDS: FieldRegistry = {
  rules: RULES,
  controls: {
    ...LOGIN_FIELDS.controls,
    dob: DateOfBirth,
    dropdown: DropdownControl,
    checkbox: CheckboxControl,
    message: MessageControl,
  },
  Steps,
  hints: { password: isWeakPassword },
};

/** The delay after the last change, in milliseconds. */
const SETTLE_MS = 300;

/** Renders "Step 1 of 2", and announces changes. */
function Steps({ form, texts, element }: StepsProps) {
  const { definition } = form;
  const state = useStore(form.$state, form.initialState);
  const { page } = state;
  const names = shownFields(definition, state).map(({ name }) => name);
  const valuesKey = JSON.stringify(names.map((name) => state.values[name]));
  const previous = useRef({ page, valuesKey });

  useEffect(() => {
    const isChange = previous.current.page === page && previous.current.valuesKey !== valuesKey;
    previous.current = { page, valuesKey };
    if (!isChange) return;

    const timer = setTimeout(() => {
      const formElement = element.current;
      if (!formElement || formElement.contains(document.activeElement)) return;
      // Some browsers fill in fields without an event.
      form.type(readControls(formElement, definition, true));
      form.autoAdvance();
    }, SETTLE_MS);

    return () => clearTimeout(timer);
  }, [page, valuesKey, form, definition, element]);

  return (
    <div className="form__steps">
      <p role="status">{fill(texts.step, { n: page + 1, of: definition.pages.length })}</p>
      <div className="form__bar" aria-hidden>
        {definition.pages.map(({ fields }, index) => (
          <span key={fields[0]?.id} data-done={index <= page || undefined} />
        ))}
      </div>
    </div>
  );
}
