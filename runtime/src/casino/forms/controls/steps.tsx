// Shows the progress of a form with several pages, and advances it when a page was filled in by other means than typing (A75).

import { useEffect, useRef } from "react";
import { fill } from "../../content/texts";
import { useStore } from "../../ui/use_store";
import type { StepsProps } from "../fields/field_registry";
import { shownFields } from "../model";
import { readControls } from "./read_controls";
import "./steps.css";

/** The delay after the last change, in milliseconds. */
const SETTLE_MS = 300;

/** Renders "Step 1 of 2", and announces changes. */
export function Steps({ form, texts, element }: StepsProps) {
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
